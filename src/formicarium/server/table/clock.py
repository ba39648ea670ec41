"""Clocks: none, live (so many seconds for the match and an increment a turn), or days for a move."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

NONE, LIVE, DAYS = "none", "live", "days"
DAY = 86_400.0
FOREVER = 1e11  # a time that nobody lives to see

_BEGAN = time.time() - time.monotonic()


def now() -> float:
    """The time in seconds since the epoch, as it was when this process began and as it has passed since.

    The clock of the machine may be set meanwhile, by hours even: that must not cost anybody the match.
    """
    return _BEGAN + time.monotonic()


def told(at: float) -> str:
    """A time in words, for who has to wait for it."""
    return "further notice" if at >= FOREVER else time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time each seat has; it runs for the seats that may act and stands while the table is not complete.

    A value: what changes a clock gives a new one. Times are seconds since the epoch, handed in by the caller.
    """

    kind: str
    increment: float
    left: tuple[float, ...]
    since: tuple[float | None, ...]  # when a seat's time began to run
    strict: bool = False  # who is out of time has lost, and nobody pauses or asks to take back: as in a tournament

    @classmethod
    def new(cls, settings: dict[str, Any], seats: int) -> Clock:
        """The clock of a table before anybody acts."""
        kind = settings["kind"]
        allowed = float(settings["seconds"]) if kind == LIVE else DAY * settings.get("days", 0)
        increment, strict = float(settings.get("increment", 0)), bool(settings.get("strict"))
        return cls(kind, increment, (allowed,) * seats, (None,) * seats, strict)

    def resumed(self, stored: dict[str, Any], stood: float | None) -> Clock:
        """The clock as a line of the log has kept it.

        A live clock does not run while no server does: it stood until the time `stood`, if that is given.
        """
        start = stood if stood is not None and self.kind == LIVE else 0.0
        since = tuple(began and max(began, start) for began in stored["since"])
        return replace(self, left=tuple(stored["left"]), since=since)

    def stored(self) -> dict[str, Any] | None:
        """What a line of the log keeps; nothing without a clock."""
        return None if self.kind == NONE else {"left": list(self.left), "since": list(self.since)}

    def turned(
        self,
        running: Iterable[int],
        now: float,
        acted: int | None = None,
        *,
        paused: bool = False,
        rests: Mapping[int, float] = MappingProxyType({}),
    ) -> Clock:
        """From now on the time of these seats runs; `acted` is the seat whose action led here.

        Of a seat that `rests` it runs from that moment on. Nobody has earned more time when all clocks are `paused`.
        """
        if self.kind == NONE:
            return self
        runs, left, since = set(running), list(self.left), list(self.since)
        for seat, began in enumerate(self.since):
            if began is not None and (seat not in runs or seat == acted):
                if self.kind == LIVE:
                    more = self.increment if seat not in runs and not paused else 0
                    left[seat] = max(0.0, left[seat] - (now - began) + more)
                since[seat] = None
            if seat in runs and since[seat] is None:
                since[seat] = max(now, rests.get(seat, now))
        return replace(self, left=tuple(left), since=tuple(since))

    def later(self, seat: int, seconds: float) -> Clock:
        """The time of a seat, if it runs, runs from a later moment on, or an earlier one."""
        since = tuple(
            began + seconds if at == seat and began is not None else began for at, began in enumerate(self.since)
        )
        return replace(self, since=since)

    def spent(self, seat: int) -> Clock:
        """The time of a seat is used up for the whole match; days for a move begin anew with the next."""
        if self.kind != LIVE:
            return self
        left = tuple(0.0 if at == seat else time for at, time in enumerate(self.left))
        since = tuple(None if at == seat else began for at, began in enumerate(self.since))
        return replace(self, left=left, since=since)

    def remaining(self, seat: int, now: float) -> float | None:
        """The seconds that a seat has left, `None` without a clock."""
        if self.kind == NONE:
            return None
        began = self.since[seat]
        return max(0.0, self.left[seat] - (now - began if began is not None else 0))

    def next_end(self) -> float | None:
        """When the first of the running times ends."""
        ends = [began + self.left[seat] for seat, began in enumerate(self.since) if began is not None]
        return min(ends, default=None)

    def ended(self, now: float) -> list[int]:
        """The seats whose time has run out."""
        return [seat for seat, began in enumerate(self.since) if began is not None and now >= began + self.left[seat]]
