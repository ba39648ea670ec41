"""Positions of Formica, built stone by stone and played in notation.

The stones are dealt in order: Y1 is 1+, Y2 is 1-, Y3 is 2+ and so on. So odd numbers have pole +, even ones -, and Y1
and Y2 share the first part.
"""

from __future__ import annotations

from typing import Any

import pytest

from formicarium.core.kernel import NATURE
from formicarium.engine.position import Position
from formicarium.games.formica import GAME
from formicarium.games.formica.components import FIELD_NAMES, LETTERS, NEST, NEST_FIELDS, NEST_NAMES, STONES
from formicarium.games.formica.state import COVERED, LOT, PRISON, QUEEN


class Table:
    """A position that is arranged first and then played."""

    def __init__(self, seats: int = 4) -> None:
        self.position = Position.start(GAME, seats, GAME.encode_options(GAME.check_options({}, seats)))
        self.seats = seats
        s = self.s
        while s.phase != LOT:
            stone = int(s.dealt)
            kind = stone % NEST_FIELDS
            self.position.apply(NATURE, GAME.actions.parse(f"deal {NEST_NAMES[stone]} {kind // 2 + 1}{'+-'[kind % 2]}"))

    @property
    def s(self) -> Any:
        return self.position.record

    # Arranging

    def _lift(self, name: str) -> int:
        """Take a stone out of its nest."""
        stone = NEST_NAMES.index(name)
        assert self.s.place[stone] == NEST + stone // NEST_FIELDS, f"{name} is not in its nest"
        self.s.nests[stone // NEST_FIELDS, stone % NEST_FIELDS] = 0
        return stone

    def tower(self, field: str, names: str) -> Table:
        """Put a tower on a field, top first."""
        stones = [self._lift(name) for name in names.split()]
        self.s.top[FIELD_NAMES.index(field)] = stones[0] + 1
        for stone, below in zip(stones, [*stones[1:], -1], strict=True):
            self.s.place[stone] = COVERED
            self.s.below[stone] = below + 1
        self.s.place[stones[0]] = FIELD_NAMES.index(field)
        return self

    def prison(self, names: str) -> Table:
        for name in names.split():
            self.s.place[self._lift(name)] = PRISON
        return self

    def queen(self, letter: str, names: str) -> Table:
        """Build stones into a queen."""
        for name in names.split():
            stone = self._lift(name)
            self.s.place[stone] = QUEEN
            self.s.seen[stone] = 1
            self.s.queens[LETTERS.index(letter), self.s.part[stone] - 1] = stone + 1
        return self

    def rest(self, letters: str, field: str) -> Table:
        """Put all that is left in some nests into one tower, so that these nests are empty."""
        names = [
            name
            for name in NEST_NAMES
            if name[0] in letters and self.s.nests[LETTERS.index(name[0]), int(name[1:]) - 1]
        ]
        return self.tower(field, " ".join(names))

    def barrier(self, number: int, field: str) -> Table:
        self.s.barriers[number - 1] = FIELD_NAMES.index(field)
        return self

    # Playing

    def begin(self, seat: int = 0) -> Table:
        return self.play(f"first {seat}")

    def roll(self, low: int, high: int) -> Table:
        return self.play(f"dice {low} {high}")

    def play(self, *actions: str) -> Table:
        for text in actions:
            action = GAME.actions.parse(text)
            assert action.text in self.legal, f"{text} is not among {self.legal}"
            self.position.apply(self.position.actors[0], action)
        return self

    @property
    def legal(self) -> list[str]:
        (actor,) = self.position.actors
        if actor == NATURE:
            return [action.text for action, _ in self.position.chance()]
        return [GAME.actions[code].text for code in self.position.codes(actor)]

    def offers(self, verb: str) -> set[str]:
        return {text.removeprefix(f"{verb} ") for text in self.legal if text.split()[0] == verb}

    # Looking

    def stack(self, field: str) -> str:
        """The tower on a field, top first."""
        names, stone = [], int(self.s.top[FIELD_NAMES.index(field)])
        while stone:
            names.append(NEST_NAMES[stone - 1])
            stone = int(self.s.below[stone - 1])
        return " ".join(names)

    def nest(self, letter: str) -> str:
        row = self.s.nests[LETTERS.index(letter)].tolist()
        return " ".join(NEST_NAMES[stone - 1] if stone else "-" for stone in row)

    def where(self, place: int) -> str:
        return " ".join(NEST_NAMES[stone] for stone in range(STONES) if self.s.place[stone] == place)

    @property
    def prisoners(self) -> str:
        return self.where(PRISON)

    def parts(self, letter: str) -> str:
        row = self.s.queens[LETTERS.index(letter)].tolist()
        return " ".join(NEST_NAMES[stone - 1] if stone else "-" for stone in row)

    @property
    def mover(self) -> int:
        return int(self.s.mover)

    @property
    def rolling(self) -> bool:
        return self.position.actors == (NATURE,)


@pytest.fixture
def table() -> type[Table]:
    return Table
