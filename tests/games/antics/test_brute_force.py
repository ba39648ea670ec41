"""Antics! against second opinions written only here: support, links, leaves, levels, and the census of many matches."""

import tomllib
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formicarium.bots.greedy import GreedyBot
from formicarium.core import entry, random
from formicarium.core.kernel import MOST_COUNTS, NATURE
from formicarium.engine.match import Match
from formicarium.engine.position import Position
from formicarium.games.antics import GAME
from formicarium.games.antics.components import FUNGUS, PATH
from formicarium.games.antics.state import LAY, LAY_SECOND, OVER, PLACING

FILE = tomllib.loads(PATH.read_text(encoding="utf-8"))
Cell = tuple[int, int]
SEATS = (2, 3, 4)


def start(seats: int) -> Position:
    return Position.start(GAME, seats, GAME.encode_options(GAME.check_options({}, seats)))


def random_match(seats: int, seed: object) -> Iterator[tuple[Position, str]]:
    """Every position of a random match, with the action that follows."""
    position, rng = start(seats), random.stream(seed)
    while position.actors:
        seat = position.actors[0]
        action = position.draw(rng) if seat == NATURE else position.sample(seat, rng)
        yield position, action.text
        position.apply(seat, action)


# A4: where a tile may lie


class Colony:
    """A colony as stacks of pieces, remembered move by move."""

    def __init__(self) -> None:
        self.stacks: dict[Cell, list[str]] = {(h["q"], h["r"]): [f"base {k}"] for k, h in enumerate(FILE["base"])}
        self.tiles = 0
        self.markers: set[Cell] = set()
        self.prey: set[Cell] = set()
        self.first: Cell | None = None

    def may_lie(self, a: Cell, b: Cell) -> bool:
        if any(not (-8 <= q <= 10 and -9 <= r <= 9) for q, r in (a, b)):
            return False
        below = [self.stacks.get(cell, []) for cell in (a, b)]
        if not below[0] and not below[1]:
            return any(near in self.stacks for cell in (a, b) for near in around(cell))
        if len(below[0]) != len(below[1]) or len(below[0]) >= 5 or (self.markers | self.prey) & {a, b}:
            return False
        return below[0][-1] != below[1][-1]  # every hex of the base has a name of its own

    def firsts(self) -> set[Cell]:
        cells = {(q, r) for q in range(-8, 11) for r in range(-9, 10)}
        return {cell for cell in cells if any(self.may_lie(cell, near) for near in around(cell))}

    def lay(self, a: Cell, b: Cell) -> None:
        self.tiles += 1
        for cell in (a, b):
            self.stacks.setdefault(cell, []).append(f"tile {self.tiles}")


def around(cell: Cell) -> list[Cell]:
    q, r = cell
    return [(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)]


def cell_of(name: str) -> Cell:
    q, r = name.split(",")
    return int(q), int(r)


@pytest.mark.parametrize("seats", SEATS)
def test_a4_support_rules_agree_with_remembered_stacks(seats: int) -> None:
    checked = 0
    for seed in range(12):
        colonies, mover = [Colony() for _ in range(seats)], 0
        for position, text in random_match(seats, ("stacks", seats, seed)):
            s = position.record
            verb, *names = text.split()
            mine = colonies[int(s.mover)] if position.actors != (NATURE,) else None
            if mine and s.phase in (LAY, LAY_SECOND):
                legal = {cell_of(GAME.actions[code].arguments[0]) for code in position.codes(int(s.mover))}
                if mine.first is None:
                    assert legal == mine.firsts()
                    mine.first = cell_of(names[0])
                else:
                    assert legal == {cell for cell in around(mine.first) if mine.may_lie(mine.first, cell)}
                    mine.lay(mine.first, cell_of(names[0]))
                    mine.first = None
                checked += 1
            elif mine and verb == "use":
                mine.markers.add(cell_of(names[0]))
            elif mine and verb == "store":
                mine.prey.add(cell_of(names[1]))
            if mover != int(s.mover):
                colonies[mover].markers.clear()  # they came back in clean-up
                mover = int(s.mover)
    assert checked > 300


def test_a4_fewest_tiles_for_each_level_by_search() -> None:
    """Backwards from a hex of that level: every half of a tile needs something under it, and not one single tile."""
    assert [fewest(level) for level in (2, 3, 4, 5)] == [1, 3, 5, 7]


def fewest(level: int) -> int:
    base = {(h["q"], h["r"]) for h in FILE["base"]}
    near_base = base | {near for cell in base for near in around(cell)}
    for most in range(1, 9):
        if any(can_stand({}, [(cell, level)], most, base) for cell in near_base):
            return most
    raise AssertionError(level)


def can_stand(pieces: dict[tuple[Cell, int], int], wanted: list[tuple[Cell, int]], most: int, base: set[Cell]) -> bool:
    """Whether tiles can be added, `most` at the most, so that each wanted cell has a piece at its level, soundly.

    `pieces` gives the tile at a cell and level. Where a tile lies on the table is not asked: fewer can never do.
    """
    open_wants = [want for want in wanted if want not in pieces and not (want[1] == 1 and want[0] in base)]
    if not open_wants:
        for cell, level in pieces:
            if level > 1:
                mate = next(c for (c, k), t in pieces.items() if k == level and t == pieces[cell, level] and c != cell)
                under = [pieces.get((c, level - 1), c) for c in (cell, mate)]
                if under[0] == under[1]:
                    return False
        return True
    if most == 0:
        return False
    cell, level = max(open_wants, key=lambda want: want[1])
    for mate in around(cell):
        if (mate, level) in pieces or (level == 1 and mate in base):
            continue
        tile = 1 + max(pieces.values(), default=0)
        more = {**pieces, (cell, level): tile, (mate, level): tile}
        below = [(c, level - 1) for c in (cell, mate)] if level > 1 else []
        if can_stand(more, [*open_wants, *below], most - 1, base):
            return True
    return False


def test_a4_the_levels_can_be_reached_with_so_many_tiles(table: Any) -> None:
    tiles = [
        ("0,0", "1,0"),
        ("0,1", "1,1"),
        ("0,0", "0,1"),
        ("2,0", "2,1"),
        ("1,0", "2,0"),
        ("0,0", "1,0"),
        ("0,1", "1,1"),
    ]
    t = table()
    heights = []
    for first, second in tiles[:3]:
        t.lay("SB", first, second)
        heights.append(int(t.me().height.max()))
    assert heights == [2, 2, 3]
    assert best_after(5) == 4 and best_after(7) == 5


def best_after(tiles: int) -> int:
    """The highest level that some sequence of so many tiles on the base reaches in the kernel, by a beam."""
    base = ["0,0", "1,0", "2,0", "0,1", "1,1", "2,1"]
    beam = [start_building(tiles)]
    for _ in range(tiles):
        following = {}
        for position in beam:
            for first in base:
                for second in base:
                    after = position.copy()
                    if all(try_play(after, text) for text in ("tile SB", f"lay {first}", f"lay {second}")):
                        key = after.record.players[0].height.tobytes() + after.record.players[0].piece.tobytes()
                        following[key] = after
        ranked = sorted(following.values(), key=lambda p: -int((p.record.players[0].height.astype(int) ** 3).sum()))
        beam = ranked[:150]
    return max(int(position.record.players[0].height.max()) for position in beam)


def start_building(tiles: int) -> Position:
    position, rng = start(2), random.stream("building")
    while position.actors == (NATURE,):
        position.apply(
            NATURE,
            position.draw(rng)
            if not position.chance()[0][0].text.startswith("first")
            else GAME.actions.parse("first 0"),
        )
    s = position.record
    s.players[0].supply[:] = 0
    s.players[0].supply[0] = tiles
    s.phase, s.level, s.steps = 6, tiles, tiles
    return position


def try_play(position: Position, text: str) -> bool:
    if position.actors != (0,):
        return False
    action = GAME.actions.parse(text)
    if action not in position.codes(0).tolist():
        return False
    position.apply(0, action)
    return True


# A5.4: links to the hill


def linked(paths: set[str]) -> bool:
    """Whether every path can be walked to from the hill over these paths, never through the hill."""
    reached: set[str] = set()
    frontier = [name for name in paths if "H" in ends(name)]
    while frontier:
        name = frontier.pop()
        if name not in reached:
            reached.add(name)
            frontier += [other for other in paths if (ends(name) & ends(other)) - {"H"}]
    return reached == paths


def ends(name: str) -> set[str]:
    return {FILE["paths"][name]["from"], FILE["paths"][name]["to"]}


@pytest.mark.parametrize("seats", SEATS)
def test_a5_4_links_agree_with_walks(seats: int) -> None:
    names = list(FILE["paths"])
    nests = [nest["terrain"] for nest in FILE["nests"]]
    checked = 0
    for seed in range(25):
        for position, _ in random_match(seats, ("links", seats, seed)):
            s = position.record
            if s.phase != PLACING:
                continue
            me = s.players[int(s.mover)]
            own = {name for k, name in enumerate(names) if int(me.workers) >> k & 1}
            assert linked(own)
            stuck = {name for k, name in enumerate(names) if int(me.laden | me.guards) >> k & 1}
            hatched = {terrain for terrain, ants in zip(nests, me.nests.tolist(), strict=True) if ants}
            expected = {f"return {name}" for name in own - stuck if linked(own - {name})}
            expected |= {
                f"advance {name}"
                for name in set(names) - own
                if FILE["paths"][name]["terrain"] in hatched and linked(own | {name})
            }
            legal = {GAME.actions[code].text for code in position.codes(int(s.mover))}
            assert {text for text in legal if text.split()[0] in ("return", "advance")} == expected
            checked += 1
    assert checked > 100


# A10: leaves


@settings(max_examples=120)
@given(
    st.lists(st.integers(1, 5), max_size=5),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_a10_best_assignment_of_leaves_agrees_with_all_assignments(levels: list[int], green: int, brown: int) -> None:
    position = start(2)
    s = position.record
    me = s.players[0]
    for cell, level in enumerate(levels):
        me.height[cell], me.symbol[cell] = level, FUNGUS
    me.leaves[0], me.leaves[1] = green, brown
    s.phase, s.ending = OVER, 1
    leaves = ["green"] * green + ["brown"] * brown + ["none"] * len(levels)
    best = max(
        sum(0 if leaf == "none" else level + 2 * (leaf == "green") for level, leaf in zip(levels, order, strict=False))
        for order in set(permutations(leaves, len(levels)))
    )
    assert position.outcome is not None and position.outcome.points[0] == best


# A17: many matches


@pytest.mark.parametrize("seats", SEATS)
def test_a17_components_are_conserved_in_5000_random_matches(seats: int) -> None:
    """60 tiles, 12 ants a seat, 18 prey, 10 leaves, 6 tokens, one anteater a row, linked chains: after every action."""
    expected = np.zeros(MOST_COUNTS, np.int32)
    fresh = start(seats)
    entry.census(fresh.records, 0, expected)
    assert expected[:15].sum() == 60 and expected[15:21].sum() == 18 and expected[21:23].tolist() == [5, 5]
    assert expected[23] == 6 and expected[24:27].tolist() == [1, 1, 1]
    assert expected[27 : 27 + 4 * seats].tolist() == [12, 0, 0, 0] * seats
    rng, longest = random.stream(("census", seats)), 0
    records = fresh.records.copy()
    for _ in range(5000):
        records.view(np.uint8)[:] = fresh.records.view(np.uint8)
        made = entry.audit(records, 0, rng, GAME.longest + 1, expected)
        assert 0 < made < GAME.longest
        longest = max(longest, made)
    assert longest < 2000  # random play is far below the bound


def test_a17_greedy_matches_of_four_last_nine_to_twenty_rounds() -> None:
    for seed in range(8):
        match = Match("antics", seats=4, seed=("greedy", seed))
        bots = [GreedyBot(("greedy", seed, seat)) for seat in range(4)]
        while not match.over:
            seat = match.actors[0]
            match.play(bots[seat].choose(match.view(seat)), seat)
        assert 9 <= match.position.record.round_number <= 20
        assert match.outcome is not None and max(match.outcome.points) >= 4
