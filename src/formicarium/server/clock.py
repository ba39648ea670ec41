"""Clocks: none, live (so many seconds for the match and an increment a turn), or days for a move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

NONE, LIVE, DAYS = "none", "live", "days"
DAY = 86_400.0


class Clock:
    """How much time each seat has; it runs for the seats that may act and stands while the table is not complete.

    Times are seconds since the epoch, handed in by the caller.
    """

    def __init__(self, settings: dict[str, Any], seats: int) -> None:
        self.kind: str = settings["kind"]
        self.increment = float(settings.get("increment", 0))
        self.allowed = float(settings["seconds"]) if self.kind == LIVE else DAY * settings.get("days", 0)
        self.left = [self.allowed] * seats
        self.since: list[float | None] = [None] * seats  # when a seat's time began to run

    def resume(self, stored: Any, now: float | None) -> None:
        """Take over what an entry of the log has kept.

        A live clock does not run while no server does: it goes on from `now`, if that is given.
        """
        if stored:
            stood = now if self.kind == LIVE else None
            self.left = list(stored["left"])
            self.since = [began and (began if stood is None else stood) for began in stored["since"]]

    def stored(self) -> Any:
        """What an entry of the log keeps; nothing without a clock."""
        return None if self.kind == NONE else {"left": self.left.copy(), "since": self.since.copy()}

    def turn(self, running: Iterable[int], now: float, acted: int | None = None) -> None:
        """From now on the time of these seats runs; `acted` is the seat whose action led here."""
        if self.kind == NONE:
            return
        runs = set(running)
        for seat, began in enumerate(self.since):
            if began is not None and (seat not in runs or seat == acted):
                if self.kind == LIVE:
                    passed = now - began
                    self.left[seat] = max(0.0, self.left[seat] - passed + (self.increment if seat not in runs else 0))
                self.since[seat] = None
            if seat in runs and self.since[seat] is None:
                self.since[seat] = now

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
