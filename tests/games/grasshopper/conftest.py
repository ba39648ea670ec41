"""Positions of The Grasshopper & the Ant, built card by card and played in notation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from formicarium.core.kernel import NATURE
from formicarium.engine.calls import prepare
from formicarium.engine.position import Position
from formicarium.games.grasshopper import GAME, phases
from formicarium.games.grasshopper.components import (
    CARD_NAMES,
    CELL_NAMES,
    INSECT,
    INSECT_NAMES,
    PROVISION_NAMES,
    TYPE,
)
from formicarium.games.grasshopper.state import BOX, DECK, DISCARD, GRID, HELD, MIDDLE, OUT, SUPPLY, VEILED

#  a    b    c    d
PLAIN = """
  C-1  C-2  T-1  T-2
  C-be S-be T-bb S-1
  W-1  W-2  W-be S-2
  C-bb S-bb W-fi T-3
"""


class Table:
    """A position just before the Ant places her first ant, with seat 0 as the Ant and seat 1 as the Grasshopper.

    What is not named elsewhere is in the deck; with `deck` given, the rest is out of the game.
    """

    def __init__(
        self,
        mode: str = "autumn",
        seats: int = 2,
        *,
        grid: str = PLAIN,
        roles: tuple[int, int] = (0, 1),
        supply: dict[int, str] | None = None,
        row: str = "P1 P2 P3",
        owned: dict[int, str] | None = None,
        powers: dict[str, int | str] | None = None,
        veil: str = "",
        deck: str | None = None,
        discard: str = "",
        **options: str,
    ) -> None:
        chosen = GAME.check_options({"mode": mode, "first_ant": "0", **options}, seats)
        self.position = Position.start(GAME, seats, GAME.encode_options(chosen))
        self.seats = seats
        s = self.s
        s.ant, s.grasshopper = roles
        everywhere = DECK if deck is None else OUT
        s.where[s.where == DECK] = everywhere
        for cell, name in enumerate(grid.split()):
            s.grid[cell] = -1 if name == "." else self._put(name, GRID)
        for seat, names in (supply or {}).items():
            for name in names.split():
                card = self._put(name, SUPPLY + seat)
                if mode == "autumn":
                    s.players[seat].insects[INSECT[card]] += 1
                else:
                    s.players[seat].have[TYPE[card]] += 1
        for name in (deck or "").split():
            self._put(name, DECK)
        for name in discard.split():
            self._put(name, DISCARD)
        if veil:
            s.veil, s.veil_card = True, self._put(veil, VEILED)
        if mode != "autumn":
            kinds = [PROVISION_NAMES.index(name) if name != "-" else -1 for name in row.split()]
            s.row[:] = kinds + [-1] * (len(s.row) - len(kinds))
            for kind in [kind for kind in kinds if kind >= 0]:
                s.stock[kind] -= 1
            for seat, names in (owned or {}).items():
                for name in names.split():
                    s.players[seat].provisions[PROVISION_NAMES.index(name)] += 1
                    s.stock[PROVISION_NAMES.index(name)] -= 1
        if mode == "beetle":
            s.powers[:] = BOX
            for name, place in (powers or {}).items():
                s.powers[INSECT_NAMES.index(name)] = MIDDLE if place == "middle" else HELD + int(place)
        s.deck, s.discard = int((s.where == DECK).sum()), int((s.where == DISCARD).sum())
        s.round_number, s.phase = 1, phases.PLACE
        s.low, s.high = {"path": (0, 800), "induced": (800, 1096), "connected": (0, 0)}[chosen["chain_rule"]]

    def _put(self, name: str, place: int) -> int:
        card = CARD_NAMES.index(name)
        self.s.where[card] = place
        return card

    @property
    def s(self) -> Any:
        """The record."""
        return self.position.record

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal actions of a seat, by default of the only one that is to act; nature's outcomes too."""
        actors = self.position.actors
        if actors == (NATURE,):
            return [action.text for action, _ in self.position.chance()]
        (seat,) = actors if seat is None else (seat,)
        return [GAME.actions[code].text for code in self.position.codes(seat)]

    def play(self, *texts: str) -> Table:
        """Play actions in notation; `2: name wood` says who acts where several may."""
        for text in texts:
            who, _, action = text.rpartition(": ")
            actors = self.position.actors
            seat = int(who) if who else actors[0]
            assert seat in actors, f"{text}: {actors} to act"
            assert action in self.legal(seat), f"{text} is not among {self.legal(seat)}"
            self.position.apply(seat, GAME.actions.parse(action))
        return self

    def round(self, chain: str, choose: str, guess: str, names: dict[int, str] | None = None) -> Table:
        """Place a chain, lay tokens, guess."""
        ant = int(self.s.ant)
        self.play(*(f"ant {cell}" for cell in chain.split()), f"{ant}: choose {choose}")
        self.play(*(f"{seat}: name {name}" for seat, name in (names or {}).items()))
        if "no-peek" in self.legal():
            self.play("no-peek")
        return self.play(f"guess {guess}")

    def draw(self, count: int = 1) -> Table:
        """Let nature draw the first of her outcomes so often."""
        for _ in range(count):
            assert self.position.actors == (NATURE,)
            self.play(self.legal()[0])
        return self

    def settle(self) -> Table:
        """Let nature draw as long as it is her turn."""
        while self.position.actors == (NATURE,):
            self.play(self.legal()[0])
        return self

    @property
    def over(self) -> str | None:
        """Why the match is over, `None` while it goes on."""
        outcome = self.position.outcome
        return outcome.reason if outcome else None

    def cards(self, seat: int) -> set[str]:
        """The path cards before a seat."""
        return {CARD_NAMES[card] for card in np.flatnonzero(self.s.where == SUPPLY + seat)}

    def pile(self, place: int = DISCARD) -> set[str]:
        """The cards in a place."""
        return {CARD_NAMES[card] for card in np.flatnonzero(self.s.where == place)}

    def owned(self, seat: int) -> list[str]:
        """The provisions of a seat."""
        counts = self.s.players[seat].provisions.tolist()
        return [PROVISION_NAMES[kind] for kind, count in enumerate(counts) for _ in range(count)]

    def row(self) -> list[str]:
        """The provisions in the row, `-` for an empty place."""
        return ["-" if kind < 0 else PROVISION_NAMES[kind] for kind in self.s.row.tolist()]

    def holes(self) -> str:
        """The empty cells."""
        return " ".join(name for name, card in zip(CELL_NAMES, self.s.grid.tolist(), strict=True) if card < 0)


@pytest.fixture(scope="session", autouse=True)
def compiled_first() -> None:
    prepare(GAME)


@pytest.fixture
def table() -> type[Table]:
    """The builder of positions."""
    return Table
