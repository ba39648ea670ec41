"""The colonies: every stack in its height, the viewer's own large, with supply, magnificant and what came home."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from formicarium.engine import entry
from formicarium.engine.kernel import SEATS
from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.games.antics.components import (
    BESIDE,
    BROWN,
    CELL_NAMES,
    CELLS,
    COLOURS,
    DATA,
    FUNGUS,
    GREEN,
    KINDS,
    LEAF_BONUS,
    LOW_Q,
    LOW_R,
    OUTSIDE,
    PAIR,
    SIDE,
    STORE_ORDER,
)
from formicarium.games.antics.drawing.marks import (
    CORNERS,
    LEVEL_FILLS,
    MARGIN,
    PANELS_HEIGHT,
    PANELS_TOP,
    ROOT3,
    WIDTH,
    Actions,
    ant,
    box,
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
from formicarium.scene import Node

OWN_WIDTH, GAP = 700, 14
LIFT = 0.17  # how much higher each level is drawn, in sizes of a hex
LEGENDS = 100  # the width of the column with what another seat has


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
    others = [(main + k) % view.seats for k in range(1, view.seats)]
    height = (PANELS_HEIGHT - GAP * (len(others) - 1)) / len(others)
    found = [_panel(s.players[main], main, True, MARGIN, PANELS_TOP, OWN_WIDTH, PANELS_HEIGHT)]
    for k, seat in enumerate(others):
        x, y = MARGIN + OWN_WIDTH + GAP, PANELS_TOP + k * (height + GAP)
        found.append(_panel(s.players[seat], seat, False, x, y, WIDTH - MARGIN - x, height))
    return found


def _panel(me: Any, seat: int, own: bool, x: float, y: float, width: float, height: float) -> Panel:
    """The hexes are as large as the colony, the own one with room around it for building, allows."""
    cells = [cell for cell in range(CELLS) if me.height[cell]]
    if own:
        for _ in range(2):
            cells = sorted({*cells, *(near for cell in cells for near in BESIDE[cell].tolist() if near != OUTSIDE)})
    across = [cell % SIDE + LOW_Q + (cell // SIDE + LOW_R) / 2 for cell in cells]
    down = [cell // SIDE + LOW_R for cell in cells]
    wide, high = ROOT3 * (max(across) - min(across) + 1), 1.5 * (max(down) - min(down)) + 2 + 4 * LIFT
    before, above = (24, 110) if own else (24 + LEGENDS, 34)  # room for names and figures
    room_x, room_y = width - before, height - above - (96 if own else 10)
    size = min(room_x / wide, room_y / high, 50 if own else 34)
    middle_x, middle_y = ROOT3 * (max(across) + min(across)) / 2, 1.5 * (max(down) + min(down)) / 2 - 1.5 * LIFT
    left, top = x + 12 + room_x / 2 - size * middle_x, y + above + room_y / 2 - size * middle_y
    return Panel(seat, own, x, y, width, height, size, left, top)


def draw_colony(view: View, words: Words, actions: Actions, panel: Panel) -> Iterator[Node]:
    """One seat's panel."""
    seat = panel.seat
    name = words(f"seat.{seat}")
    points, key = _points(view)[seat], f"panel:{seat}"
    won = view.outcome is not None and view.outcome.places[seat] == 1
    stroke, width = ("good", 3.6) if won else ("accent", 3.6) if seat in view.actors else ("line", 1.6)
    frame = box(panel.x, panel.y, panel.width, panel.height, 14)
    label = words("panel.your_seat" if seat == view.seat else "panel.seat", seat=name, points=points)
    yield Node(key, "ground", path=frame, fill="panel", stroke=stroke, width=width, label=label)
    x, y = panel.x + 32, panel.y + 30
    if won:
        yield Node(f"{key}:laurel", "captions", x, y, scale=0.72, sprite="laurel", label=words("key.laurel"))
    yield from ant(f"{key}:mark", seat, x, y, layer="captions", scale=1 if panel.own else 0.86)
    title = f"{name} – {words('panel.you')}" if seat == view.seat else name
    size = 26 if panel.own else 20
    yield Node(f"{key}:name", "captions", x + 26, y + 7, text=title, size=size, face="serif", anchor="start")
    yield from _legends(view, words, panel, points)
    yield from _stacks(view, words, actions, panel)
    yield from _targets(view, words, actions, panel)
    if panel.own:
        yield from _supply(view, words, actions, panel)
        yield from _magnificant(view, words, actions, panel)


# The colony itself


def _stacks(view: View, words: Words, actions: Actions, panel: Panel) -> Iterator[Node]:
    """Hex by hex, those behind first: a wall, the top in the shade of its level, the symbol, the level as a figure."""
    s, seat = view.record, panel.seat
    me, size = s.players[seat], panel.size
    for cell in range(CELLS):
        level = int(me.height[cell])
        if not level:
            continue
        name, symbol, load = CELL_NAMES[cell], int(me.symbol[cell]), int(me.load[cell])
        key, (x, y) = f"hex:{seat}:{name}", panel.place(cell, level)
        foot = panel.place(cell)[1] + size * 0.1 - y
        wall = "M" + "L".join(f"{a * size:.1f} {b * size:.1f}" for a, b in CORNERS[2:5])
        wall += "L" + "L".join(f"{a * size:.1f} {b * size + foot:.1f}" for a, b in CORNERS[4:1:-1]) + "Z"
        yield Node(f"{key}:wall", "pieces", x, y, path=wall, fill="#6E5032", stroke="piece-ink", width=1.4)
        click: tuple[str, ...] = ()
        if seat == view.seat:
            store = f"store {DATA.colours[_next_prey(me)]} {name}" if me.fresh else ""
            click = actions.get(f"use {name}", ()) or actions.get(store, ())
        label = _hex_label(words, me, cell)
        fill, width = LEVEL_FILLS[level - 1], 1.2 + 0.45 * level
        yield Node(
            key,
            "pieces",
            x,
            y,
            path=hexagon(size),
            fill=fill,
            stroke="piece-ink",
            width=width,
            label=label,
            actions=click,
        )
        yield from _join(me, panel, cell, key, fill)
        if 0 < load <= COLOURS:
            yield Node(f"{key}:prey", "pieces", x, y, scale=size / 22, sprite=item_sprite(load))
        else:
            yield Node(f"{key}:symbol", "pieces", x, y + size * 0.13, scale=size / 25, sprite=DATA.names[symbol])
        yield from level_plate(key, level, x, y, size)
        if load == MARKER:
            yield Node(
                f"marker:{seat}:{name}",
                "pieces",
                x + size * 0.3,
                y,
                scale=size / 26,
                sprite="marker",
                tone=f"seat-{seat}",
            )


def _join(me: Any, panel: Panel, cell: int, key: str, fill: str) -> Iterator[Node]:
    """The two halves of a tile that is wholly visible hang together."""
    if me.piece[cell]:
        for near in BESIDE[cell].tolist():
            if near < cell and near != OUTSIDE and me.piece[near] == me.piece[cell]:
                (x, y), (a, b) = panel.place(cell, int(me.height[cell])), panel.place(near, int(me.height[near]))
                right, down = (b - y) * 0.24, (x - a) * 0.24
                middle_x, middle_y = (a - x) / 2, (b - y) / 2
                line = f"M{middle_x - right:.1f} {middle_y - down:.1f}l{2 * right:.1f} {2 * down:.1f}"
                yield Node(f"{key}:join", "pieces", x, y, path=line, stroke=fill, width=4.5)


def _hex_label(words: Words, me: Any, cell: int) -> str:
    level, symbol, load = int(me.height[cell]), int(me.symbol[cell]), int(me.load[cell])
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
            "lay:first", "highlights", x, y, path=hexagon(size), fill=fill, stroke="accent", width=3.6, label=label
        )
        yield Node("lay:first:symbol", "highlights", x, y + size * 0.1, scale=size / 25, sprite=DATA.names[first])
        yield from level_plate("lay:first", level, x, y, size, "highlights")


# What lies beside it


def _legends(view: View, words: Words, panel: Panel, points: int) -> Iterator[Node]:
    """Points, ants, leaves and prey: of the own seat in a line above its colony, of others in a column at the right."""
    seat, own = panel.seat, panel.own
    me, name, key = view.record.players[seat], words(f"seat.{panel.seat}"), f"panel:{panel.seat}"
    right, size, text = panel.x + panel.width - 20, 25 if own else 19, words("panel.points", points)
    yield Node(f"{key}:points", "captions", right, panel.y + 37, text=text, size=size, face="serif", anchor="end")
    scale = 1.0 if own else 0.72
    x, y = (panel.x + 34, panel.y + 84) if own else (panel.x + panel.width - 112, panel.y + 62)
    across, down = (84, 0) if own else (0, 30)
    for k, (what, number, sprite) in enumerate(
        (
            ("ants", int(me.ants), f"ant-{seat}"),
            ("leaf_green", int(me.leaves[0]), item_sprite(GREEN)),
            ("leaf_brown", int(me.leaves[1]), item_sprite(BROWN)),
        )
    ):
        label, at_x, at_y = words(f"panel.{what}", number, seat=name), x + k * across, y + k * down
        if what == "ants":
            yield Node(f"{key}:{what}:disc", "captions", at_x, at_y, scale=scale, sprite="disc", tone=f"seat-{seat}")
        yield Node(f"{key}:{what}", "captions", at_x, at_y, scale=scale * 0.95, sprite=sprite, label=label)
        yield count(f"{key}:{what}:count", number, at_x + 34 * scale, at_y + 7 * scale, size=21 * scale)
    prey = [colour for colour in STORE_ORDER.tolist() if int(me.delivered) >> colour & 1]
    for k, colour in enumerate(prey):
        label = words("panel.prey", seat=name, item=item_name(words, colour + 1))
        at_x, at_y = (x + 262 + k * 40, y) if own else (x + 58 + k // 3 * 28, y + k % 3 * down)
        what, sprite = f"{key}:prey:{colour}", item_sprite(colour + 1)
        yield Node(f"{what}:plate", "captions", at_x, at_y, scale=scale * 0.62, sprite="site")
        yield Node(what, "captions", at_x, at_y, scale=scale * 0.82, sprite=sprite, label=label)
    if not own:
        yield from _small_supply(view, words, panel)


def _small_supply(view: View, words: Words, panel: Panel) -> Iterator[Node]:
    """The tiles of another seat, small, below its figures."""
    me, key = view.record.players[panel.seat], f"panel:{panel.seat}"
    tiles = [kind for kind in range(KINDS) for _ in range(int(me.supply[kind]))]
    x, y = panel.x + panel.width - 102, panel.y + panel.height - 20
    for k, kind in enumerate(tiles[:9]):
        first, second = PAIR[kind].tolist()
        label = words("colony.supply", first=symbol_name(words, first), second=symbol_name(words, second))
        yield from tile(f"{key}:tile:{k}", kind, x + k % 3 * 38, y - k // 3 * 21, 10, layer="captions", label=label)


def _supply(view: View, words: Words, actions: Actions, panel: Panel) -> Iterator[Node]:
    """The own tiles along the lower edge; the one in hand is marked."""
    s = view.record
    me, key = s.players[panel.seat], f"panel:{panel.seat}"
    tiles = [kind for kind in range(KINDS) for _ in range(int(me.supply[kind]))]
    pitch = min(108.0, 360 / max(len(tiles), 1))
    in_hand = int(s.kind) if panel.seat == s.mover else -1
    for k, kind in enumerate(tiles):
        x, y = panel.x + 66 + k * pitch, panel.y + panel.height - 46
        first, second = PAIR[kind].tolist()
        label = words("colony.supply", first=symbol_name(words, first), second=symbol_name(words, second))
        again = k > 0 and tiles[k - 1] == kind
        name = DATA.kinds[kind]
        click = (
            ()
            if panel.seat != view.seat or again
            else actions.get(f"tile {name}", ()) or actions.get(f"drop {name}", ())
        )
        stroke = "accent" if kind == in_hand and not again else "piece-ink"
        size = min(30.0, pitch / 3.7)
        yield from tile(
            f"{key}:tile:{k}", kind, x, y, size, layer="captions", label=label, actions=click, stroke=stroke
        )


def _magnificant(view: View, words: Words, actions: Actions, panel: Panel) -> Iterator[Node]:
    """The magnificant with the five actions, and the markers that are left."""
    s, seat = view.record, panel.seat
    tone, key, name = f"seat-{seat}", f"panel:{panel.seat}", words(f"seat.{panel.seat}")
    x, y = panel.x + panel.width - 252, panel.y + panel.height - 44
    mine = seat == s.mover and CHOOSE <= s.phase < STORING
    yield Node(f"{key}:super", "captions", x, y, sprite="magnificant", tone=tone, label=words("colony.magnificant"))
    if mine and s.super_used:
        yield Node(f"marker:{seat}:super", "captions", x + 16, y + 10, sprite="marker", tone=tone)
    for k, deed in enumerate(DATA.names[:-1]):
        label = words("colony.super", symbol=words(f"symbol.{deed}"))
        click = actions.get(f"super {deed}", ()) if seat == view.seat else ()
        at = x + 56 + k * 40
        yield Node(
            f"{key}:super:{deed}",
            "captions",
            at,
            y,
            path=circle(18),
            fill=LEVEL_FILLS[0],
            stroke="piece-ink",
            width=1.6,
            label=label,
            actions=click,
        )
        yield Node(f"{key}:super:{deed}:symbol", "captions", at, y, scale=0.86, sprite=deed)
    if mine and s.phase != OVER:
        label = words("panel.markers", int(s.markers), seat=name)
        for k in range(int(s.markers)):
            right, down = panel.x + panel.width - 34 - k * 30, panel.y + 84
            yield Node(f"{key}:marker:{k}", "captions", right, down, sprite="marker", tone=tone, label=label)


def _points(view: View) -> list[int]:
    """What everybody would score now."""
    out = np.zeros((3, SEATS))
    entry.outcome(view.records, 0, out)
    return [int(points) for points in out[2]]


def _next_prey(me: Any) -> int:
    order: list[int] = STORE_ORDER.tolist()
    return next(colour for colour in order if int(me.fresh) >> colour & 1)


assert TILE < LAY < LAY_SECOND
