"""The log of a run: one line of JSON a finished match, so that an interrupted run goes on where it stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from formicarium.arena.matches import Result
from formicarium.errors import ArenaError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


class Log:
    """The finished matches of a run in a file, keyed by pairing and number; each is on the disk before `add` returns.

    The first line says which run it is. A log of another run is refused, and so is one that another process is writing.
    If the machine died while a line was written, that torn last line is cut off, and its match counts as not played.
    """

    def __init__(self, path: Path, run: Mapping[str, Any]) -> None:
        self.path = path
        self.results: dict[tuple[str, int], Result] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("a+b")
        try:
            self._lock()
            self._take_up(dict(run))
        except ArenaError:
            self.close()
            raise

    def add(self, pairing: str, number: int, result: Result) -> None:
        """Keep a match, unless it is there already."""
        if (pairing, number) not in self.results:
            self.results[pairing, number] = result
            self._write({"pairing": pairing, "number": number, **asdict(result)})

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lock(self) -> None:
        """Refuse a log that another run is writing; the lock goes with the process. Windows has none of this kind."""
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ArenaError("arena/busy", f"another run is writing {self.path}; wait for its end") from None

    def _take_up(self, run: dict[str, Any]) -> None:
        """Read what there is, and cut off what was not written whole."""
        whole = _whole_lines(self.path)
        for number, line in enumerate(whole, 1):
            try:
                self._read(json.loads(line), run)
            except (ValueError, KeyError, TypeError) as error:
                raise ArenaError("arena/log", f"{self.path}, line {number} is no match of a run: {error}") from None
        self._file.truncate(sum(map(len, whole)))
        if not whole:
            self._write({"run": run})

    def _write(self, entry: dict[str, Any]) -> None:
        self._file.write(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, entry: dict[str, Any], run: dict[str, Any]) -> None:
        if "run" not in entry:
            self.results.setdefault((entry.pop("pairing"), entry.pop("number")), Result.read(entry))
        elif entry["run"] != run:
            raise self._other_run(entry["run"], run)

    def _other_run(self, there: Mapping[str, Any], here: Mapping[str, Any]) -> ArenaError:
        names = sorted({*there, *here})
        other = "; ".join(
            f"{name} was {there.get(name)} and is {here.get(name)}"
            for name in names
            if there.get(name) != here.get(name)
        )
        return ArenaError(
            "arena/other-run", f"{self.path} is of another run: {other}; take another folder or remove it"
        )


def _whole_lines(path: Path) -> list[bytes]:
    lines = path.read_bytes().splitlines(keepends=True)
    return lines if not lines or lines[-1].endswith(b"\n") else lines[:-1]
