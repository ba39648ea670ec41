"""Formica's board as text, for the terminal and for tests."""

from __future__ import annotations

from formicarium.engine.position import View
from formicarium.games.formica.components import (
    ANT_COLOUR,
    COLOURS,
    COORDINATES,
    FIELD_NAMES,
    GOAL,
    LETTERS,
    NEST_COORDINATES,
    NEST_FIELDS,
    NEST_NAMES,
    PARTS,
    QUEEN_COORDINATES,
    SIZE,
    STARTS,
    STONES,
    TRACK,
)
from formicarium.games.formica.state import PRISON

KEY = "capitals: top stones, nest ants; # barrier, o field, s START, a ant field, z goal, . nest; digits: missing parts"


def diagram(view: View) -> str:
    """The board as it lies, then the towers from the top down, queens, prison and dice."""
    s = view.record
    cells = [[" "] * (SIZE + 1) for _ in range(SIZE + 1)]
    starts, barriers = set(STARTS.ravel().tolist()), s.barriers.tolist()
    top, below, place = s.top.tolist(), s.below.tolist(), s.place.tolist()
    nests, queens = s.nests.tolist(), s.queens.tolist()
    for field, (x, y) in enumerate(COORDINATES):
        mark = "z" if field >= GOAL else "s" if field in starts else "a" if ANT_COLOUR[field] >= 0 else "o"
        if field < TRACK and top[field]:
            mark = LETTERS[(top[field] - 1) // NEST_FIELDS]
        cells[y][x] = "#" if field in barriers else mark
    for number, (x, y) in enumerate(NEST_COORDINATES):
        stone = nests[number // NEST_FIELDS][number % NEST_FIELDS]
        cells[y][x] = LETTERS[number // NEST_FIELDS] if stone else "."
    for number, (x, y) in enumerate(QUEEN_COORDINATES):
        stone = queens[number // PARTS][number % PARTS]
        cells[y][x] = LETTERS[(stone - 1) // NEST_FIELDS] if stone else str(number % PARTS + 1)
    lines = ["".join(row).rstrip() for row in cells]
    lines += [f"{FIELD_NAMES[field]}: {' '.join(_tower(top[field], below))}" for field in range(TRACK) if top[field]]
    prison = [NEST_NAMES[stone] for stone in range(STONES) if place[stone] == PRISON]
    lines.append(
        f"prison: {' '.join(prison) or '-'}  barriers: {' '.join(FIELD_NAMES[b] if b >= 0 else '-' for b in barriers)}"
    )
    for colour in range(COLOURS):
        parts = "".join(str(part + 1) if queens[colour][part] else "-" for part in range(PARTS))
        lines.append(f"queen {LETTERS[colour]}: {parts}")
    turn = "over" if s.ending else f"seat {s.mover} to move"
    return "\n".join([*lines, f"roll {s.rolls}: dice {s.dice[0]} {s.dice[1]}, {turn}", KEY])


def _tower(stone: int, below: list[int]) -> list[str]:
    names = []
    while stone:
        names.append(NEST_NAMES[stone - 1])
        stone = below[stone - 1]
    return names
