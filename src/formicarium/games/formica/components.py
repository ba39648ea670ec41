"""Formica's components as the constant arrays that the rules read; `components.toml` holds the data."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import numpy as np

from formicarium.core.components import Components

COLOURS, QUARTER_OUTER, QUARTER_MIDDLE, NEST_FIELDS, PARTS, BARRIERS, DIE = 4, 10, 6, 14, 7, 2, 6
MOST_STEPS = 2 * DIE
MOST_PATHS = 64  # unfinished ways of one walk at a time
WORD = 40  # fields a word: a set of fields is two words, the outer course and the rest
MOST_NEAR = 3

Place = tuple[int, int]


def read(path: Path) -> dict[str, Any]:
    """All components, checked; a wrong file is refused with the field that is wrong."""
    data = Components(path)
    names = data.texts("colours.names")
    if (
        len(names) != COLOURS
        or len({name[:1] for name in names}) != COLOURS
        or not all(name.islower() for name in names)
    ):
        data.refuse("colours.names", f"must be {COLOURS} words in small letters that begin differently, not {names!r}")
    size = data.number("board.size", 4, 100)
    lists = {
        name: _places(data, f"board.{name}", count, size)
        for name, count in (
            ("outer", QUARTER_OUTER),
            ("middle", QUARTER_MIDDLE),
            ("nest", NEST_FIELDS),
            ("queen", PARTS),
        )
    }
    for name in ("link", "goal_a", "goal_b"):
        lists[name] = [_place(data, f"board.{name}", data(f"board.{name}"), size)]
    at = {name: data.number(f"board.{name}", 0, QUARTER_OUTER - 1) for name in ("start_a", "start_b", "link_outer")}
    at |= {name: data.number(f"board.{name}", 0, QUARTER_MIDDLE - 1) for name in ("ant_field", "link_middle")}
    if len({at["start_a"], at["start_b"], at["link_outer"]}) < 3:
        data.refuse(
            "board.start_a", "must differ from start_b and link_outer: a field has three neighbours at the most"
        )
    whole = [place for places in lists.values() for place in _turned(places, size)]
    for place in whole:
        if whole.count(place) > 1:
            data.refuse("board", f"has two fields at {list(place)}")
    data.number("stones.parts", PARTS, PARTS)
    data.number("pieces.barriers", BARRIERS, BARRIERS)
    data.number("pieces.die", DIE, DIE)
    return {
        "names": names,
        "left_out": names.index(data.text("colours.left_out", names[-1])),
        "size": size,
        "places": {name: _turned(places, size) for name, places in lists.items()},
        "at": at,
        "rolls": data.number("limits.rolls", 1, 30000),
    }


def _places(data: Components, field: str, count: int, size: int) -> list[Place]:
    value = data(field)
    if not isinstance(value, list) or len(value) != count:
        data.refuse(field, f"must be a list of {count} places")
    return [_place(data, field, place, size) for place in value]


def _place(data: Components, field: str, value: Any, size: int) -> Place:
    numbers = (
        isinstance(value, list) and len(value) == 2 and all(type(part) is int and 0 <= part <= size for part in value)
    )
    if not numbers:
        data.refuse(field, f"must have places [x, y] with whole numbers from 0 to {size}, not {value!r}")
    return value[0], value[1]


def _turned(places: list[Place], size: int) -> list[Place]:
    """The places of all four quarters, clockwise."""
    whole: list[Place] = []
    for _ in range(COLOURS):
        whole += places
        places = [(size - y, x) for x, y in places]
    return whole


_DATA = read(Path(__file__).with_name("components.toml"))
_AT: dict[str, int] = _DATA["at"]
_PLACES: dict[str, list[Place]] = _DATA["places"]

NAMES: list[str] = _DATA["names"]  # of the colours
LETTERS = [name[0].upper() for name in NAMES]
LEFT_OUT: int = _DATA["left_out"]  # the colour that three players do without
SIZE: int = _DATA["size"]
ROLLS: int = _DATA["rolls"]

STONES = COLOURS * NEST_FIELDS  # stone = colour * 14 + number - 1, the nest field that it was dealt to
MIDDLE, LINK = COLOURS * QUARTER_OUTER, COLOURS * (QUARTER_OUTER + QUARTER_MIDDLE)
GOAL = LINK + COLOURS  # fields from here on are goals: a and b of each colour
TRACK = GOAL
NEST = GOAL + 2 * COLOURS  # from here on the nests, as places where a move begins
PLACES = NEST + COLOURS

FIELD_NAMES = (
    [f"O{i}" for i in range(MIDDLE)] + [f"M{i}" for i in range(LINK - MIDDLE)] + [f"L{i}" for i in range(COLOURS)]
)
GOAL_NAMES = [f"Z{letter}{side}" for letter in LETTERS for side in "ab"]
NEST_NAMES = [f"{letter}{number}" for letter in LETTERS for number in range(1, NEST_FIELDS + 1)]
COORDINATES = _PLACES["outer"] + _PLACES["middle"] + _PLACES["link"]  # of track fields, then goals
COORDINATES += [_PLACES[f"goal_{side}"][colour] for colour in range(COLOURS) for side in "ab"]
NEST_COORDINATES = _PLACES["nest"]
QUEEN_COORDINATES = _PLACES["queen"]

# START a of a colour lies in the quarter before its own.
STARTS = np.array(
    [
        [
            (QUARTER_OUTER * (colour - 1) + _AT["start_a"]) % MIDDLE,
            QUARTER_OUTER * colour + _AT["start_b"],
        ]
        for colour in range(COLOURS)
    ],
    np.int64,
)
ANT_FIELDS = np.array([MIDDLE + QUARTER_MIDDLE * colour + _AT["ant_field"] for colour in range(COLOURS)], np.int64)
ANT_COLOUR = np.full(PLACES, -1, np.int64)  # the colour of an ant field, -1 elsewhere
ANT_COLOUR[ANT_FIELDS] = range(COLOURS)


def edges() -> list[tuple[int, int]]:
    """F2: the 80 edges between track fields and goals."""
    ring = [(i, (i + 1) % MIDDLE) for i in range(MIDDLE)]
    inner = LINK - MIDDLE
    ring += [(MIDDLE + i, MIDDLE + (i + 1) % inner) for i in range(inner)]
    for quarter in range(COLOURS):
        ring.append((QUARTER_OUTER * quarter + _AT["link_outer"], LINK + quarter))
        ring.append((LINK + quarter, MIDDLE + QUARTER_MIDDLE * quarter + _AT["link_middle"]))
        ring += [(int(STARTS[quarter, side]), GOAL + 2 * quarter + side) for side in range(2)]
    return ring


def neighbours() -> list[list[int]]:
    """The fields that a move can go on to from each place; a nest leads to its two STARTs."""
    near: list[list[int]] = [[] for _ in range(PLACES)]
    for one, other in edges():
        near[one].append(other)
        near[other].append(one)
    for colour in range(COLOURS):
        near[NEST + colour] = STARTS[colour].tolist()
    return [sorted(fields) for fields in near]


NEIGHBOURS = neighbours()
NEAR = np.full((PLACES, MOST_NEAR), -1, np.int64)
for _field, _fields in enumerate(NEIGHBOURS):
    NEAR[_field, : len(_fields)] = _fields


def _walk(start: int, steps: int) -> tuple[set[int], set[int], int]:
    """Where a walk without turning back can end, every field that it can touch, and the number of ways."""
    ways: list[tuple[int, ...]] = [(start,)]
    touched: set[int] = set()
    for _ in range(steps):
        ways = [(*way, field) for way in ways for field in NEIGHBOURS[way[-1]] if len(way) < 2 or field != way[-2]]
        touched |= {way[-1] for way in ways}
    return {way[-1] for way in ways}, touched, len(ways)


# F5.3: where a move of so many steps can end while no barrier stands near, and where a barrier would matter.
ENDS = np.zeros((PLACES, MOST_STEPS + 1, 2), np.int64)
TOUCHED = np.zeros((PLACES, MOST_STEPS + 1, 2), np.int64)
for _start in range(PLACES):
    for _steps in range(1, MOST_STEPS + 1):
        _ends, _touched, _ways = _walk(_start, _steps)
        assert _ways <= MOST_PATHS
        for _table, _set in ((ENDS, _ends), (TOUCHED, _touched)):
            for _field in _set:
                _table[_start, _steps, _field // WORD] |= 1 << _field % WORD

GOALS = np.array([3 << (GOAL + 2 * colour - WORD) for colour in range(COLOURS)], np.int64)  # in the second word
NO_GOALS = np.int64((1 << (GOAL - WORD)) - 1)


def closed(barriers: set[int], colours: int) -> bool:
    """F5.4: whether some nest in play has no START from which an ant field can be reached."""
    for colour in range(colours):
        start = [field for field in STARTS[colour].tolist() if field not in barriers]
        seen, queue = set(start), deque(start)
        while queue:
            for field in NEIGHBOURS[queue.popleft()]:
                if field not in seen and field not in barriers:
                    seen.add(field)
                    queue.append(field)
        if not seen & set(ANT_FIELDS.tolist()):
            return True
    return False


# Where a second barrier may not stand, by the nests in play less three and the field of the first: a set of fields.
CLOSED = np.zeros((2, TRACK + 1, 2), np.int64)  # the last row, for no other barrier, stays empty
for _nests in range(2):
    for _one in range(TRACK):
        for _other in range(_one):
            if closed({_one, _other}, 3 + _nests):
                CLOSED[_nests, _one, _other // WORD] |= 1 << _other % WORD
                CLOSED[_nests, _other, _one // WORD] |= 1 << _one % WORD
