"""Guided: atheris changes notation and records byte by byte, and follows which of our code they reach.

`python tests/fuzz/guided.py notation -runs=500000` with the extra `fuzz`; options are libFuzzer's. It ends at the first
input that does harm, and says it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FunctionType

sys.path.insert(0, str(Path(__file__).parents[1]))

import atheris

import formicarium as fm
from formicarium.core.actions import ActionSpace
from formicarium.engine import record_file
from fuzz.grammar import played
from fuzz.targets import take_notation, take_record

for followed in (ActionSpace.parse, *vars(record_file).values()):  # what reads; the rules are compiled
    if isinstance(followed, FunctionType):
        atheris.instrument_func(followed)
GAMES = fm.game_names()


def notation(given: bytes) -> None:
    """The first byte says which game."""
    text = given[1:].decode(errors="surrogateescape")
    take_notation((GAMES[given[0] % len(GAMES)] if given else GAMES[0], text))


def record(given: bytes) -> None:
    """A whole record, or what follows the beginning of one."""
    text = given[1:].decode(errors="surrogateescape")
    number = given[0] if given else 0
    begun = "" if number % 2 else played(GAMES[number // 2 % len(GAMES)], 0).at(number // 8).text()
    take_record(begun + text)


if __name__ == "__main__":
    kinds = {"notation": notation, "record": record}
    if len(sys.argv) < 2 or sys.argv[1] not in kinds:
        sys.exit(f"say which: {' or '.join(kinds)}")
    atheris.Setup([sys.argv[0], *sys.argv[2:]], kinds[sys.argv[1]])
    atheris.Fuzz()
