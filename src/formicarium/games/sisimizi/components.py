"""Sisimizi's components as the constant arrays that the rules read; `components.toml` holds the data."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from formicarium.core.components import Components

MOST_FIELDS = 511
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
DIRECTIONS = 6
PLAYERS = (2, 3, 4)


def read(path: Path) -> dict[str, object]:
    """All components, checked; a wrong file is refused with the field that is wrong."""
    data = Components(path)
    rows = data.texts("board.rows")
    regions = list(data.table("regions"))
    if len(regions) != 9 or any(len(name) != 1 or not name.isupper() for name in regions):
        data.refuse("regions", f"must be nine single capital letters, not {', '.join(regions)}")
    widths = [len(row) for row in rows]
    if not widths or widths != [widths[0] - number % 2 for number in range(len(rows))] or not 2 <= widths[0] <= 26:
        data.refuse("board.rows", "must be alternately n and n - 1 characters long, at most 26")
    text = "".join(rows)
    if len(text) > MOST_FIELDS:
        data.refuse("board.rows", f"must be at most {MOST_FIELDS} fields, not {len(text)}")
    for character in text:
        if character.upper() not in regions:
            data.refuse("board.rows", f"has a field of region {character!r}, which is not in [regions]")
    for name in regions:
        if text.count(name.lower()) < max(PLAYERS):
            data.refuse("board.rows", f"must have at least {max(PLAYERS)} dots (lower case) in region {name}")
    ants, hills = (
        data.number("pieces.ants", 1, 100),
        data.number("pieces.hills", 7, 8),
    )  # S11.5: a lifted hill always has a place
    if sum(map(str.isupper, text)) <= max(PLAYERS) * ants:
        data.refuse("pieces.ants", f"must leave free fields: {max(PLAYERS)} times {ants} is too many")
    for name in regions:
        kind = data.text(f"regions.{name}.kind", "corner", "middle")
        if kind == "corner":
            data.text(f"regions.{name}.opposite", *regions)
    goal = data.number("goal.regions", 1, hills)
    goals = {players: _goals(data, f"goal.without.{players}", regions, goal) for players in PLAYERS}
    names = [f"{COLUMNS[column]}{row + 1}" for row, width in enumerate(widths) for column in range(width)]
    return {
        "rows": rows,
        "regions": regions,
        "names": names,
        "region": [regions.index(character.upper()) for character in text],
        "dot": [character.islower() for character in text],
        "goals": goals,
        "ants": ants,
        "hills": hills,
        "bridges": [data.number(f"bridges.{players}", 0, 9) for players in PLAYERS],
        "first": data.number("first_round.first", 1, 9),
        "place": data.number("turn.place", 1, 9),
        "move": data.number("turn.move", 0, 9),
        "turn_hills": data.number("turn.hills", 0, 9),
        "rounds": data.number("limits.rounds", 1, 200),
    }


def _goals(data: Components, field: str, regions: list[str], size: int) -> list[int]:
    masks = []
    for left_out in data.texts(field):
        if any(name not in regions for name in left_out):
            data.refuse(field, f"leaves out {left_out!r}, which are not all regions")
        mask = sum(1 << number for number, name in enumerate(regions) if name not in left_out)
        if mask.bit_count() != size:
            data.refuse(field, f"leaves {mask.bit_count()} regions with {left_out!r} left out, not {size}")
        masks.append(mask)
    if not masks:
        data.refuse(field, "must name at least one permitted set")
    return masks


def neighbours(widths: list[int]) -> list[list[int]]:
    """S2: the touching fields of each field, at most six."""
    start = [sum(widths[:row]) for row in range(len(widths))]
    near: list[list[int]] = []
    for row, width in enumerate(widths):
        for column in range(width):
            left = column - 1 + row % 2  # odd rows stand half a field further right
            touching = [(row, column - 1), (row, column + 1)]
            touching += [(other, side) for other in (row - 1, row + 1) for side in (left, left + 1)]
            near.append([start[r] + c for r, c in touching if 0 <= r < len(widths) and 0 <= c < widths[r]])
    return near


_DATA = read(Path(__file__).with_name("components.toml"))

ROWS: list[str] = _DATA["rows"]  # type: ignore[assignment]
REGIONS: list[str] = _DATA["regions"]  # type: ignore[assignment]
NAMES: list[str] = _DATA["names"]  # type: ignore[assignment]
FIELDS = len(NAMES)
NODES = FIELDS + 1  # one more, off the board, where missing neighbours lie

REGION = np.array(_DATA["region"], np.int64)  # shifted by, so not small
DOT = np.array(_DATA["dot"], np.bool_)
DOTS = np.flatnonzero(DOT).astype(np.uint16)
NEAR = np.full((FIELDS, DIRECTIONS), FIELDS, np.uint16)
for _field, _near in enumerate(neighbours([len(row) for row in ROWS])):
    NEAR[_field, : len(_near)] = _near

ANTS = int(_DATA["ants"])  # type: ignore[call-overload]
HILLS = int(_DATA["hills"])  # type: ignore[call-overload]
PIECES = ANTS + HILLS
BRIDGES = np.array(_DATA["bridges"], np.int8)  # by seats - 2
FIRST_ROUND = int(_DATA["first"])  # type: ignore[call-overload]
PLACE = int(_DATA["place"])  # type: ignore[call-overload]
MOVE = int(_DATA["move"])  # type: ignore[call-overload]
TURN_HILLS = int(_DATA["turn_hills"])  # type: ignore[call-overload]
ROUNDS = int(_DATA["rounds"])  # type: ignore[call-overload]
TOUCHES = max(FIRST_ROUND + max(PLAYERS) - 1, PLACE + MOVE)

# S6: how many regions of the best permitted set are among the regions of a mask, by seats - 2; and whether that is all.
REACHED = np.zeros((len(PLAYERS), 512), np.int8)
WINNING = np.zeros((len(PLAYERS), 512), np.bool_)
for _players, _masks in _DATA["goals"].items():  # type: ignore[attr-defined]
    for _mask in range(512):
        REACHED[_players - 2, _mask] = max((_mask & goal).bit_count() for goal in _masks)
        WINNING[_players - 2, _mask] = any(_mask & goal == goal for goal in _masks)
GOAL = int(REACHED[0].max())
