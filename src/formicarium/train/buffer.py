"""The replay buffer: a folder with a file a lesson, each written as a whole, so that what is there is complete."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from formicarium.train.selfplay import Lessons

NAMES = ("records", "seat", "seats", "match", "outcome", "worth", "choices", "codes", "visits")


class Buffer:
    """Lessons on disk by number. One that is there is not played again, and none counts twice."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, number: int) -> Path:
        """Where a lesson lies."""
        return self.folder / f"{number:06}.npz"

    def __contains__(self, number: int) -> bool:
        return self.path(number).exists()

    def numbers(self) -> list[int]:
        """The lessons that are there."""
        return sorted(int(path.stem) for path in self.folder.glob("*.npz"))

    def add(self, number: int, lessons: Lessons) -> None:
        """Keep a lesson; it is on the disk before this returns."""
        draft = self.folder / f".{number:06}.draft"
        with draft.open("wb") as file:
            write(file, lessons)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path(number))

    def read(self, numbers: Iterable[int]) -> Lessons:
        """Lessons together, in the order of their numbers."""
        return joined([read(self.path(number)) for number in sorted(numbers)])


def write(file: io.BufferedIOBase | io.BufferedWriter, lessons: Lessons) -> None:
    """Write a lesson into an open file. Columns compress better than rows, as most of a record never changes."""
    np.savez_compressed(file, allow_pickle=False, **{**lessons, "records": np.ascontiguousarray(lessons["records"].T)})


def read(path: Path) -> Lessons:
    """A lesson from its file."""
    with np.load(path, allow_pickle=False) as file:
        lessons = {name: file[name] for name in NAMES}
    lessons["records"] = np.ascontiguousarray(lessons["records"].T)
    return lessons


def joined(parts: list[Lessons]) -> Lessons:
    """Several lessons as one."""
    return {name: np.concatenate([part[name] for part in parts]) for name in NAMES}


Damaged = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)
