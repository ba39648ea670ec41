"""A table of Antics! for tests: positions are built by moves in notation, or by putting pieces where they should be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from formicarium.core.kernel import NATURE
from formicarium.engine.position import Position
from formicarium.games.antics import GAME
from formicarium.games.antics.components import ANTEATER, CELL_NAMES, DATA, ITEM_AT, KINDS
from formicarium.games.antics.state import CHOOSE, HATCHING, PLACING, SCOUTING, TILE, TRANSPORTING

ITEMS = [*DATA.colours, "green-leaf", "brown-leaf"]


class Table:
    """A position after set-up in which seat 0 has an ordinary turn of three actions."""

    def __init__(self, seats: int = 3, prey: str = "standard", *, ready: bool = True) -> None:
        self.seats = seats
        self.position = Position.start(GAME, seats, GAME.encode_options({"prey": prey}))
        self.s: Any = self.position.record
        if ready:
            while self.position.actors == (NATURE,):
                self.apply(self.position.chance()[0][0])
            self.s.round_number, self.s.markers = 2, 3

    # Playing

    def apply(self, code: int) -> None:
        self.position.apply(self.position.actors[0], code)

    def play(self, *texts: str) -> Table:
        """Make actions, each of which must be legal; nature's outcomes are actions too."""
        for text in texts:
            assert text in self.legal(), f"{text} is not among {self.legal()}"
            self.apply(GAME.actions.parse(text))
        return self

    def legal(self, verb: str = "") -> list[str]:
        """The legal actions of whoever is to act, in notation; of one verb, if one is given."""
        actors = self.position.actors
        if not actors:
            return []
        if actors == (NATURE,):
            texts = [action.text for action, _ in self.position.chance()]
        else:
            texts = [GAME.actions[code].text for code in self.position.codes(actors[0])]
        return [text for text in texts if not verb or text.split()[0] == verb]

    def weights(self) -> dict[str, int]:
        return {action.text: weight for action, weight in self.position.chance()}

    def end_turn(self) -> Table:
        """Pass, keep the first tiles, let nature draw the first kind that it can."""
        if self.s.phase == CHOOSE:
            self.play("end")
        self.refill()
        return self

    def refill(self) -> Table:
        mover = int(self.s.mover)
        while self.position.actors == (NATURE,) or (self.s.mover == mover and self.legal("drop")):
            self.apply(GAME.actions.parse(self.legal()[0]))
        return self

    def why(self, text: str) -> str | None:
        seat = self.position.actors[0]
        return GAME.why(self.position.view(seat), seat, GAME.actions.parse(text))

    # Building positions

    def me(self, seat: int = 0) -> Any:
        return self.s.players[seat]

    def worker(self, seat: int, *paths: str, item: str = "", guard: bool = False) -> Table:
        """Put workers onto paths, out of the supply, with an item taken from its site."""
        me = self.me(seat)
        for name in paths:
            path = DATA.paths.index(name)
            me.workers |= 1 << path
            me.ants -= 1
            if guard:
                me.guards |= 1 << path
                me.ants -= 1
            if item:
                number = 1 + ITEMS.index(item)
                site = next(node for node in range(len(ITEM_AT)) if ITEM_AT[node] == number and self.s.lying[node])
                self.s.lying[site] -= 1
                me.cargo[path] = number
                me.laden |= 1 << path
                if number <= len(DATA.colours):
                    me.carried |= 1 << (number - 1)
        return self

    def nest(self, seat: int, colour: str, ants: int) -> Table:
        """Put ants into a nest, out of the supply."""
        self.me(seat).nests[DATA.colours.index(colour)] += ants
        self.me(seat).ants -= ants
        return self

    def supply(self, *kinds: str, seat: int = 0) -> Table:
        """Give a seat exactly these tiles, without looking where they come from."""
        for kind in range(KINDS):
            self.me(seat).supply[kind] = list(kinds).count(DATA.kinds[kind])
        return self

    def slots(self, *rows: str) -> Table:
        """Set the scout fields: `"SB A . SB SB SB"` with A for the anteater and . for a gap."""
        for row, text in enumerate(rows):
            for field, word in enumerate(text.split()):
                self.s.slots[row, field] = (
                    {"A": ANTEATER, ".": 0}.get(word) if word in "A." else 1 + DATA.kinds.index(word)
                )
        return self

    def bag(self, **kinds: int) -> Table:
        for kind in range(KINDS):
            self.s.bag[kind] = kinds.get(DATA.kinds[kind], 0)
        return self

    def start(self, deed: str, level: int = 1) -> Table:
        """Let the mover carry out an action of a level, as if a hex of that level had been used."""
        self.s.level = self.s.steps = level
        self.s.field = 0
        if deed == "build":
            self.s.steps = min(level, int(self.me(int(self.s.mover)).supply.sum()))
        phases = {"scout": SCOUTING, "build": TILE, "hatch": HATCHING, "place": PLACING, "transport": TRANSPORTING}
        self.s.phase = phases[deed]
        self.s.markers -= 1
        return self

    def lay(self, kind: str, first: str, second: str) -> Table:
        """Build one tile in one go; markers are no matter."""
        self.s.markers = 3
        self.me(int(self.s.mover)).supply[DATA.kinds.index(kind)] += 1
        return self.start("build").play(f"tile {kind}", f"lay {first}", f"lay {second}")

    # Looking

    def height(self, cell: str, seat: int = 0) -> int:
        return int(self.me(seat).height[CELL_NAMES.index(cell)])

    def shows(self, cell: str, seat: int = 0) -> str:
        return DATA.symbols[self.me(seat).symbol[CELL_NAMES.index(cell)]]

    def set_height(self, height: int, *cells: str, seat: int = 0) -> Table:
        for cell in cells:
            self.me(seat).height[CELL_NAMES.index(cell)] = height
        return self

    def load(self, value: int, *cells: str, seat: int = 0) -> Table:
        for cell in cells:
            self.me(seat).load[CELL_NAMES.index(cell)] = value
        return self

    def row(self, number: int) -> str:
        things = self.s.slots[number].tolist()
        return " ".join("A" if thing == ANTEATER else DATA.kinds[thing - 1] if thing else "." for thing in things)

    def lying(self, site: str) -> int:
        return int(self.s.lying[DATA.nodes.index(site)])

    def workers(self, seat: int = 0) -> set[str]:
        return {name for path, name in enumerate(DATA.paths) if int(self.me(seat).workers) >> path & 1}

    def carries(self, path: str, seat: int = 0) -> str:
        item = int(self.me(seat).cargo[DATA.paths.index(path)])
        return ITEMS[item - 1] if item else ""

    def points(self) -> tuple[float, ...]:
        assert self.position.outcome is not None
        return self.position.outcome.points


@pytest.fixture
def table() -> Callable[..., Table]:
    """A maker of tables."""
    return Table
