"""The colonies: every stack in its height, the viewer's own large, with supply, magnificant and what came home."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from formicarium.engine.position import Outcome, View
from formicarium.engine.texts import Words
from formicarium.games.antics.components import (
    BESIDE,
    BROWN,
    CELL_NAMES,
    COLOURS,
    DATA,
    FUNGUS,
    GREEN,
    LEAF_BONUS,
    LOW_Q,
    LOW_R,
    OUTSIDE,
    PAIR,
    SIDE,
    STORE_ORDER,
)
from formicarium.games.antics.face.marks import (
    CORNERS,
    LEVEL_FILLS,
    MARGIN,
    PANELS_HEIGHT,
    PANELS_TOP,
    ROOT3,
    WIDTH,
    Actions,
    circle,
    count,
    hexagon,
    item_name,
    item_sprite,
    level_plate,
    symbol_name,
    tile,
)
from formicarium.games.antics.state import CHOOSE, LAY, LAY_SECOND, MARKER, OVER, STORING, TILE
from formicarium.scene import Area, Node, remembered
from formicarium.scene.shapes import ant, box

OWN_WIDTH, GAP = 700, 14
HIGH = 400  # a panel that has room for more: of the only opponent
HEX = 23  # the size at which the outline of a hex is given
LIFT = 0.17  # how much higher each level is drawn, in sizes of a hex
NEAR = [[near for near in row if near != OUTSIDE] for row in BESIDE.tolist()]
AROUND, BUILDING = 0.4, 2.0  # hexes free around the own colony: always, and while a tile is laid
LEGENDS = 100  # the width of the column with what another seat has
DEEDS = 72  # … and of that with the magnificant and what it can do


@dataclass(frozen=True)
class Panel:
    """Where a seat's things are drawn."""

    seat: int
    own: bool
    x: float
    y: float
    width: float
    height: float
    size: float  # of a hex
    left: float  # where the hex 0,0 lies
    top: float

    def place(self, cell: int, level: int = 1) -> tuple[float, float]:
        """The middle of a hex as it is drawn at a level."""
        q, r = cell % SIDE + LOW_Q, cell // SIDE + LOW_R
        x, y = ROOT3 * (q + r / 2), 1.5 * r - LIFT * (level - 1)
        return self.left + x * self.size, self.top + y * self.size


def panels(view: View) -> list[Panel]:
    """The viewer's panel, or that of the seat to act, large; the others beside it."""
    s = view.record
    main = view.seat if view.seat < view.seats else max(int(s.mover), 0)
    seats = [(main + k) % view.seats for k in range(view.seats)]
    lays = int(s.mover) if s.phase in (LAY, LAY_SECOND) else -1
    return [
        _panel(s.players[seat], seat, seat == main, BUILDING if seat == lays else AROUND, *place)
        for seat, place in zip(seats, panel_boxes(view.seats), strict=True)
    ]


@remembered
def panel_boxes(seats: int) -> list[tuple[float, float, float, float]]:
    """Where the panels lie, the large one first."""
    height, x = (PANELS_HEIGHT - GAP * (seats - 2)) / (seats - 1), MARGIN + OWN_WIDTH + GAP
    return [
        (MARGIN, PANELS_TOP, OWN_WIDTH, PANELS_HEIGHT),
        *((x, PANELS_TOP + k * (height + GAP), WIDTH - MARGIN - x, height) for k in range(seats - 1)),
    ]


def _panel(me: Any, seat: int, own: bool, free: float, x: float, y: float, width: float, height: float) -> Panel:
    """The hexes are as large as the colony, the own one with room around it, allows."""
    return _fitted(tuple(np.flatnonzero(me.height).tolist()), seat, own, free * own, x, y, width, height)


@remembered
def _fitted(
    cells: tuple[int, ...], seat: int, own: bool, free: float, x: float, y: float, width: float, height: float
) -> Panel:
    across = [cell % SIDE + LOW_Q + (cell // SIDE + LOW_R) / 2 for cell in cells]
    down = [cell // SIDE + LOW_R for cell in cells]
    wide, high = (
        ROOT3 * (max(across) - min(across) + 1 + 2 * free),
        1.5 * (max(down) - min(down) + 2 * free) + 2 + 4 * LIFT,
    )
    before, above = (24 + DEEDS, 110) if own else (24 + LEGENDS, 34)  # room for names and figures
    room_x, room_y = width - before, height - above - (96 if own else 10)
    size = min(room_x / wide, room_y / high, 64)
    middle_x, middle_y = ROOT3 * (max(across) + min(across)) / 2, 1.5 * (max(down) + min(down)) / 2 - 1.5 * LIFT
    left, top = x + 12 + room_x / 2 - size * middle_x, y + above + room_y / 2 - size * middle_y
    return Panel(seat, own, x, y, width, height, size, left, top)


def draw_figures(view: View, words: Words, panel: Panel, points: tuple[float, ...]) -> Iterator[Node]:
    """What a screen shows beside the board and a poster in the panel: points, ants, leaves and prey."""
    me = view.record.players[panel.seat]
    right, size = panel.x + panel.width - 20, 25 if panel.own else 19
    text, y, key = str(int(points[panel.seat])), panel.y + 37, f"panel:{panel.seat}:points"
    label = words("panel.seat", seat=words(f"seat.{panel.seat}"), points=text)
    yield Node(key, "captions", right, y, text=text, size=size, face="serif", anchor="end", label=label)
    left, name = right - (0.62 * len(text) + 0.4) * size, words("panel.points", int(points[panel.seat]))
    yield Node(f"{key}:name", "captions", left, y, text=name, size=size, face="serif", anchor="end")
    yield from _legends(words, panel, int(me.ants), tuple(me.leaves.tolist()), int(me.delivered))


def draw_colony(
    view: View,
    words: Words,
    actions: Actions,
    panel: Panel,
    area: Area,
    points: tuple[float, ...],
    outcome: Outcome | None,
) -> Iterator[Node]:
    """One seat's panel, in its area."""
    seat, me, s = panel.seat, view.record.players[panel.seat], view.record
    won = outcome is not None and outcome.places[seat] == 1
    state = "won" if won else "acts" if seat in view.actors else "waits"
    yield from area.holds(_heading(words, panel, seat == view.seat, state, int(points[seat])))
    mine = actions if seat == view.seat else {}
    lies = tuple([me[name].tobytes() for name in ("height", "symbol", "load", "piece", "fresh")])
    yield from view.kept.part(
        f"stacks:{seat}", (panel, lies, *mine), lambda: area.holds(_stacks(view, words, actions, panel))
    )
    moves = view.bytes_of("phase", "kind", "cell", "markers", "super_used") if seat == s.mover else ()
    yield from view.kept.part(
        f"beside:{seat}",
        (panel, lies[0], me.supply.tobytes(), moves, *mine),
        lambda: area.holds(_beside(view, words, actions, panel)),
    )


def _beside(view: View, words: Words, actions: Actions, panel: Panel) -> Iterator[Node]:
    """Where the tile in hand may lie, the supply and the magnificant."""
    yield from _targets(view, words, actions, panel)
    if panel.own:
        yield from _supply(view, words, actions, panel)
        yield from _magnificant(view, words, actions, panel)
    else:
        yield from _small_supply(words, panel, tuple(view.record.players[panel.seat].supply.tolist()))


@remembered
def _heading(words: Words, panel: Panel, own: bool, state: str, points: int) -> tuple[Node, ...]:
    """The frame, the seat's mark and its name."""
    name, key, x, y = words(f"seat.{panel.seat}"), f"panel:{panel.seat}", panel.x + 32, panel.y + 30
    stroke, width = {"won": ("good", 3.6), "acts": ("accent", 3.6), "waits": ("line", 1.6)}[state]
    frame = box(panel.x, panel.y, panel.width, panel.height, 14)
    label = words("panel.your_seat" if own else "panel.seat", seat=name, points=points)
    title, size = f"{name} – {words('panel.you')}" if own else name, 26 if panel.own else 20
    nodes = [Node(key, "ground", path=frame, fill="panel", stroke=stroke, width=width, label=label)]
    if state == "won":
        nodes.append(Node(f"{key}:laurel", "captions", x, y, 0, 0.72, "laurel", label=words("key.laurel")))
    return (
        *nodes,
        *ant(f"{key}:mark", panel.seat, x, y, layer="captions", scale=1 if panel.own else 0.86),
        Node(f"{key}:name", "captions", x + 26, y + 7, text=title, size=size, face="serif", anchor="start"),
    )


# The colony itself


def _stacks(view: View, words: Words, actions: Actions, panel: Panel) -> Iterator[Node]:
    """Hex by hex, those behind first."""
    me = view.record.players[panel.seat]
    heights, symbols, loads, pieces = (me[name].tolist() for name in ("height", "symbol", "load", "piece"))
    own = panel.seat == view.seat
    store = f"store {DATA.colours[_next_prey(int(me.fresh))]} " if own and me.fresh else ""
    for cell in np.flatnonzero(me.height).tolist():
        click: tuple[str, ...] = ()
        if own and actions:
            click = actions.get(f"use {CELL_NAMES[cell]}", ()) or actions.get(store + CELL_NAMES[cell], ())
        joined = -1
        if pieces[cell]:
            halves = [near for near in NEAR[cell] if near < cell and pieces[near] == pieces[cell]]
            joined = halves[0] if halves else -1
        yield from _stack(words, panel, cell, heights[cell], symbols[cell], loads[cell], joined, click)


@remembered
def _stack(
    words: Words, panel: Panel, cell: int, level: int, symbol: int, load: int, joined: int, actions: tuple[str, ...]
) -> tuple[Node, ...]:
    """A wall, the top in the shade of its level, the symbol, the level as a figure; a marker or prey on it."""
    size, name, (x, y) = panel.size, CELL_NAMES[cell], panel.place(cell, level)
    key, scale = f"hex:{panel.seat}:{name}", panel.size / HEX
    foot = (panel.place(cell)[1] - y) / scale + HEX * 0.1
    wall = "M" + "L".join(f"{a * HEX:.1f} {b * HEX:.1f}" for a, b in CORNERS[2:5])
    wall += "L" + "L".join(f"{a * HEX:.1f} {b * HEX + foot:.1f}" for a, b in CORNERS[4:1:-1]) + "Z"
    fill, width, label = (
        LEVEL_FILLS[level - 1],
        (1.2 + 0.45 * level) / scale,
        _hex_label(words, cell, level, symbol, load),
    )
    nodes = [
        Node(f"{key}:wall", "pieces", x, y, 0, scale, path=wall, fill="#6E5032", stroke="piece-ink", width=1.4 / scale),
        Node(
            key,
            "pieces",
            x,
            y,
            0,
            scale,
            path=hexagon(HEX),
            fill=fill,
            stroke="piece-ink",
            width=width,
            label=label,
            actions=actions,
        ),
    ]
    if joined >= 0:
        nodes.append(Node(f"{key}:join", "pieces", x, y, path=_join(panel, cell, joined), stroke=fill, width=4.5))
    if 0 < load <= COLOURS:
        nodes.append(Node(f"{key}:prey", "pieces", x, y, 0, size / 22, item_sprite(load)))
    else:
        nodes.append(Node(f"{key}:symbol", "pieces", x, y + size * 0.13, 0, size / 25, DATA.names[symbol]))
    nodes += level_plate(key, level, x, y, size)
    if load == MARKER:
        marker, home = f"marker:{panel.seat}:{name}", f"panel:{panel.seat}:super"
        at, tone = x + size * 0.3, f"seat-{panel.seat}"
        nodes.append(Node(marker, "pieces", at, y, 0, size / 26, "marker", tone=tone, home=home))
    return tuple(nodes)


def _join(panel: Panel, cell: int, near: int) -> str:
    """The line over the edge between the two halves of a tile that is wholly visible: they hang together."""
    (x, y), (a, b) = panel.place(cell), panel.place(near)
    right, down = (b - y) * 0.24, (x - a) * 0.24
    return f"M{(a - x) / 2 - right:.1f} {(b - y) / 2 - down:.1f}l{2 * right:.1f} {2 * down:.1f}"


def _hex_label(words: Words, cell: int, level: int, symbol: int, load: int) -> str:
    values = {"level": level, "symbol": symbol_name(words, symbol)}
    name = CELL_NAMES[cell]
    if load == MARKER:
        return words("colony.marker", name, **values)
    if 0 < load <= COLOURS:
        return words("colony.prey", name, item=item_name(words, load), **values)
    bonus = LEAF_BONUS.tolist() if symbol == FUNGUS else [0, 0]
    does = words(f"does.{DATA.names[symbol]}", level + bonus[1], level + bonus[0])
    return words("colony.hex", name, does=does, **values)


def _targets(view: View, words: Words, actions: Actions, panel: Panel) -> Iterator[Node]:
    """Where the tile in hand may lie, with the level that it would have there; the half that is chosen already."""
    s = view.record
    if panel.seat != s.mover or s.phase not in (LAY, LAY_SECOND):
        return
    me, size, second = s.players[panel.seat], panel.size, s.phase == LAY_SECOND
    symbol = int(PAIR[s.kind, 1 if second else 0])
    for cell, name in enumerate(CELL_NAMES):
        click = actions.get(f"lay {name}", ())
        if panel.seat != view.seat or not click:
            continue
        level = int(me.height[cell]) + 1
        x, y = panel.place(cell, max(level - 1, 1))
        label = words("colony.lay", name, symbol=symbol_name(words, symbol), level=level)
        key = f"lay:{name}"
        fill = "good" if level > 1 else "glow"
        yield Node(
            key,
            "highlights",
            x,
            y,
            path=hexagon(size * 0.8),
            fill=fill,
            stroke=fill,
            width=2,
            opacity=0.42,
            label=label,
            actions=click,
        )
        if second:
            yield Node(f"{key}:symbol", "highlights", x, y, scale=size / 30, sprite=DATA.names[symbol])
        elif level == 1:
            yield count(f"{key}:level", level, x, y + size * 0.18, size=size * 0.5, layer="highlights")
    if second:
        cell = int(s.cell)
        first, level = int(PAIR[s.kind, 0]), int(me.height[cell]) + 1
        x, y = panel.place(cell, level)
        label = words("colony.lay_first", CELL_NAMES[cell], symbol=symbol_name(words, first))
        fill = LEVEL_FILLS[level - 1]
        yield Node(
            "lay:first",
            "highlights",
            x,
            y,
            path=hexagon(size),
            fill=fill,
            stroke="accent",
            width=3.6,
            label=label,
            back=panel.seat == view.seat,
        )
        yield Node("lay:first:symbol", "highlights", x, y + size * 0.1, scale=size / 25, sprite=DATA.names[first])
        yield from level_plate("lay:first", level, x, y, size, "highlights")


# What lies beside it


@remembered
def _legends(words: Words, panel: Panel, ants: int, leaves: tuple[int, int], delivered: int) -> tuple[Node, ...]:
    """Ants, leaves and prey: of the own seat in a line above its colony, of others in a column at the right."""
    return tuple(_figures(words, panel, ants, leaves, delivered))


def _figures(words: Words, panel: Panel, ants: int, leaves: tuple[int, int], delivered: int) -> Iterator[Node]:
    seat, own = panel.seat, panel.own
    name, key = words(f"seat.{panel.seat}"), f"panel:{panel.seat}"
    scale = 1.0 if own else 0.72
    x, y = (panel.x + 34, panel.y + 84) if own else (panel.x + panel.width - 112, panel.y + 62)
    across, down = (84, 0) if own else (0, 30)
    for k, (what, number, sprite) in enumerate(
        (
            ("ants", ants, f"ant-{seat}"),
            ("leaf_green", leaves[0], item_sprite(GREEN)),
            ("leaf_brown", leaves[1], item_sprite(BROWN)),
        )
    ):
        label, at_x, at_y = words(f"panel.{what}", number, seat=name), x + k * across, y + k * down
        if what == "ants":
            yield Node(f"{key}:{what}:disc", "captions", at_x, at_y, scale=scale, sprite="disc", tone=f"seat-{seat}")
        yield Node(f"{key}:{what}", "captions", at_x, at_y, scale=scale * 0.95, sprite=sprite, label=label)
        yield count(f"{key}:{what}:count", number, at_x + 34 * scale, at_y + 7 * scale, size=21 * scale)
    prey = [colour for colour in STORE_ORDER.tolist() if delivered >> colour & 1]
    for k, colour in enumerate(prey):
        label = words("panel.prey", seat=name, item=item_name(words, colour + 1))
        at_x, at_y = (x + 262 + k * 40, y) if own else (x + 58 + k // 3 * 28, y + k % 3 * down)
        what, sprite = f"{key}:prey:{colour}", item_sprite(colour + 1)
        yield Node(f"{what}:plate", "captions", at_x, at_y, scale=scale * 0.62, sprite="site")
        yield Node(what, "captions", at_x, at_y, scale=scale * 0.82, sprite=sprite, label=label)


def _small_supply(words: Words, panel: Panel, supply: tuple[int, ...]) -> Iterator[Node]:
    """The tiles of another seat, small, below its figures."""
    size = 17 if panel.height > HIGH else 10
    x, y = panel.x + panel.width - 2.4 * size, panel.y + panel.height - 2 * size
    for k, (kind, key) in enumerate(_tiles(panel.seat, supply)[:9]):
        at_x, at_y = x - k % 3 * 3.8 * size, y - k // 3 * 2.1 * size
        yield from tile(key, kind, at_x, at_y, size, label=_tile_label(words, kind), home="bag")


def _tiles(seat: int, supply: tuple[int, ...]) -> list[tuple[int, str]]:
    """The tiles before a seat, each with its kind and the id of its node; of a kind, the first is the first to go."""
    return [
        (kind, f"tile:{seat}:{DATA.kinds[kind]}:{copy}")
        for kind, number in enumerate(supply)
        for copy in range(number, 0, -1)
    ]


def _tile_label(words: Words, kind: int) -> str:
    first, second = (symbol_name(words, symbol) for symbol in PAIR[kind].tolist())
    return words("colony.supply", first=first, second=second)


def _supply(view: View, words: Words, actions: Actions, panel: Panel) -> Iterator[Node]:
    """The own tiles along the lower edge; the one in hand is marked."""
    s = view.record
    tiles = _tiles(panel.seat, tuple(s.players[panel.seat].supply.tolist()))
    pitch = min(108.0, 560 / max(len(tiles), 1))
    in_hand = int(s.kind) if panel.seat == s.mover else -1
    for k, (kind, key) in enumerate(tiles):
        x, y = panel.x + 66 + k * pitch, panel.y + panel.height - 46
        again = k > 0 and tiles[k - 1][0] == kind
        name, label = DATA.kinds[kind], _tile_label(words, kind)
        click = (
            ()
            if panel.seat != view.seat or again
            else actions.get(f"tile {name}", ()) or actions.get(f"drop {name}", ())
        )
        chosen, size = kind == in_hand and not again, min(30.0, pitch / 3.7)
        drawn = tile(key, kind, x, y, size, label=label, actions=click, chosen=chosen, home="bag")
        goes_along = f"{key}:first" if chosen and s.phase == LAY else ""  # the half that is laid first
        yield from (node._replace(held="carried") if node.id == goes_along else node for node in drawn)


def _magnificant(view: View, words: Words, actions: Actions, panel: Panel) -> Iterator[Node]:
    """The magnificant above the five actions, large enough for a finger, and the markers that are left."""
    s, seat = view.record, panel.seat
    tone, key, name = f"seat-{seat}", f"panel:{panel.seat}", words(f"seat.{panel.seat}")
    x, y = panel.x + panel.width - 50, panel.y + 146
    mine = seat == s.mover and CHOOSE <= s.phase < STORING
    yield Node(
        f"{key}:super", "captions", x, y, scale=1.5, sprite="magnificant", tone=tone, label=words("colony.magnificant")
    )
    if mine and s.super_used:
        yield Node(f"marker:{seat}:super", "captions", x + 24, y + 15, scale=1.4, sprite="marker", tone=tone)
    for k, deed in enumerate(DATA.names[:-1]):
        label = words("colony.super", symbol=words(f"symbol.{deed}"))
        click = actions.get(f"super {deed}", ()) if seat == view.seat else ()
        at = y + (k + 1) * 88
        yield Node(
            f"{key}:super:{deed}",
            "captions",
            x,
            at,
            path=circle(31),
            fill=LEVEL_FILLS[0],
            stroke="piece-ink",
            width=1.6,
            label=label,
            actions=click,
        )
        yield Node(f"{key}:super:{deed}:symbol", "captions", x, at, scale=1.48, sprite=deed)
    if mine and s.phase != OVER:
        label = words("panel.markers", int(s.markers), seat=name)
        for k in range(int(s.markers)):
            right, down = panel.x + panel.width - 34 - k * 30, panel.y + 84
            yield Node(f"{key}:marker:{k}", "captions", right, down, sprite="marker", tone=tone, label=label)


def _next_prey(fresh: int) -> int:
    order: list[int] = STORE_ORDER.tolist()
    return next(colour for colour in order if fresh >> colour & 1)


assert TILE < LAY < LAY_SECOND
