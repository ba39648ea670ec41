"""The shared board: grounds, paths, sites, nests, and the ants of all colours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import atan2, degrees

from formicarium.engine.components import Components
from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.games.antics.actions import SEAT_COLOURS
from formicarium.games.antics.components import (
    CHASM,
    COLOURS,
    DATA,
    HILL,
    ITEM_AT,
    PATH,
    PATHS,
    PREY_SITE,
    SITES,
    TERRAIN,
)
from formicarium.games.antics.drawing.marks import (
    BOARD_HEIGHT,
    BOARD_TOP,
    COLOUR_FILLS,
    MARGIN,
    Actions,
    ant,
    box,
    count,
    item_name,
    item_sprite,
)
from formicarium.scene import Node

LEFT, TOP = MARGIN, BOARD_TOP
GROUND_HEIGHT = 726  # above the nests
OFFSETS = ((-14, -14), (14, -14), (-14, 14), (14, 14))  # A11: where the ants of each seat stand around the spot
PLACES = [(LEFT + x, TOP + y) for x, y in DATA.places]
MIDDLES = [((PLACES[a][0] + PLACES[b][0]) / 2, (PLACES[a][1] + PLACES[b][1]) / 2) for a, b in DATA.ends]
NESTS = [(LEFT + nest["x"], TOP + nest["y"]) for nest in Components(PATH).tables("nests")]

# The grounds, in the coordinates of the board: pebbles and rock above, grass and flowers below, water between.
_UPPER_WATER = (
    "M395 0H805C770 60 770 110 748 150C720 205 662 246 640 288H560C538 246 480 205 452 150C430 110 430 60 395 0Z"
)
_STREAM = "M322 586C400 556 500 608 600 602C700 608 800 556 878 586C846 652 720 716 600 712C480 716 354 652 322 586Z"
GROUNDS = (
    (
        "pebbles",
        "yellow",
        "M0 0H395C430 60 430 110 452 150C480 205 538 246 560 288L600 400"
        "C480 394 430 420 330 410C230 402 150 376 0 404Z",
    ),
    (
        "rock",
        "grey",
        "M1200 0H805C770 60 770 110 748 150C720 205 662 246 640 288L600 400"
        "C720 394 770 420 870 410C970 402 1050 376 1200 404Z",
    ),
    ("grass", "green", f"M0 404C150 376 230 402 330 410C430 420 480 394 600 400V{GROUND_HEIGHT}H0Z"),
    ("flowers", "purple", f"M1200 404C1050 376 970 402 870 410C770 420 720 394 600 400V{GROUND_HEIGHT}H1200Z"),
    ("water", "blue", _UPPER_WATER + _STREAM),
)
CHASM_SHAPE = (
    "M492 304L520 292L552 306L584 290L612 302L640 288L676 306L708 296L690 326L706 342"
    "L668 350L640 338L606 352L574 338L540 352L512 336L520 322Z"
)


@cache
def _steps() -> list[int]:
    """How many paths each node is away from the hill."""
    steps = [0 if node == HILL else 99 for node in range(len(DATA.nodes))]
    for _ in DATA.nodes:
        for path, (a, b) in enumerate(DATA.ends):
            if path != CHASM:
                steps[a], steps[b] = min(steps[a], steps[b] + 1), min(steps[b], steps[a] + 1)
    return steps


def heading(path: int) -> float:
    """The angle of an ant on a path that looks homewards."""
    near, far = sorted(DATA.ends[path], key=_steps().__getitem__)
    (x, y), (to_x, to_y) = PLACES[far], PLACES[near]
    return _angle(x, y, to_x, to_y)


def _angle(x: float, y: float, to_x: float, to_y: float) -> float:
    return round(degrees(atan2(to_x - x, y - to_y)))


def ant_place(seat: int, path: int) -> tuple[float, float]:
    """Where a seat's ant stands on a path."""
    (x, y), (right, down) = MIDDLES[path], OFFSETS[seat]
    return x + right, y + down


def nest_place(view: View, nest: int, seat: int) -> tuple[float, float]:
    """Where a seat's ants stand in a nest."""
    there = [other for other in range(view.seats) if view.record.players[other].nests[nest]]
    k = there.index(seat) if seat in there else 0
    return NESTS[nest][0] + (k - (max(len(there), 1) - 1) / 2) * 32, NESTS[nest][1] - 3


def draw_board(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    """The whole board."""
    yield from _land()
    yield from _paths(view, words, actions)
    yield from _sites(view, words)
    yield Node("hill", "pieces", *PLACES[HILL], scale=0.72, sprite="hill", label=words("board.hill"))
    for seat in range(view.seats):
        x = PLACES[HILL][0] + (seat - (view.seats - 1) / 2) * 22
        yield from ant(f"hill:{seat}", seat, x, PLACES[HILL][1] + 34, scale=0.56)
    yield from _nests(view, words, actions)
    for seat in range(view.seats):
        yield from _ants(view, words, actions, seat)
    yield from _carrying(view, words)


@cache
def _land() -> tuple[Node, ...]:
    """The grounds with their patterns, the chasm and the frame."""
    frame = box(0, 0, 1200, BOARD_HEIGHT, 16)
    nodes = [Node("board", "ground", LEFT, TOP, path=frame, fill="#8A6B48", stroke="ink", width=3)]
    for name, colour, path in GROUNDS:
        nodes += [
            Node(f"ground:{name}", "ground", LEFT, TOP, path=path, fill="paper", stroke="ink", width=2),
            Node(f"ground:{name}:tint", "ground", LEFT, TOP, path=path, fill=COLOUR_FILLS[colour], opacity=0.5),
            Node(f"ground:{name}:pattern", "ground", LEFT, TOP, path=path, fill=f"@{name}"),
        ]
    nodes.append(Node("chasm", "regions", LEFT, TOP, path=CHASM_SHAPE, fill="#2B211A", stroke="#120D0A", width=3))
    return tuple(nodes)


def _paths(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    for path, name in enumerate(DATA.paths):
        (x, y), (to_x, to_y) = (PLACES[node] for node in DATA.ends[path])
        line = f"M{x:g} {y:g}L{to_x:g} {to_y:g}"
        if path == CHASM:
            yield Node(f"track:{name}", "tracks", path=line, stroke="#EFE3C4", width=3, opacity=0.8)
        else:
            fill = COLOUR_FILLS[DATA.colours[TERRAIN[path]]]
            yield Node(f"track:{name}:edge", "tracks", path=line, stroke="ink", width=15)
            yield Node(f"track:{name}", "tracks", path=line, stroke=fill, width=11)
    for path, name in enumerate(DATA.paths):
        chasm = path == CHASM
        terrain = words(f"terrain.{DATA.terrains[TERRAIN[path]]}")
        label = words("board.chasm", name) if chasm else words("board.path", name, terrain=terrain)
        yield Node(f"spot:{name}", "tracks", *MIDDLES[path], sprite="spot", label=label)
        click = actions.get("bridge" if chasm else f"advance {name}", ())
        if click:  # where the own ant will stand
            at_x, at_y = ant_place(view.seat, path)
            yield Node(f"go:{name}", "highlights", at_x, at_y, sprite="ghost", label=label, actions=click)


def _sites(view: View, words: Words) -> Iterator[Node]:
    s = view.record
    sites = set(SITES.tolist())
    for node, name in enumerate(DATA.nodes):
        x, y = PLACES[node]
        if node == HILL:
            continue
        if node not in sites:
            yield Node(f"node:{name}", "tracks", x, y, sprite="node", label=words("board.junction", name))
            continue
        item, left = int(ITEM_AT[node]), int(s.lying[node])
        prey = node in PREY_SITE
        if left:
            label = words("board.site", name, item=item_name(words, item), count=left)
        else:
            label = words("board.exhausted" if prey else "board.empty", name)
        yield Node(f"site:{name}", "pieces", x, y, scale=1 if prey else 0.8, sprite="site", label=label)
        if left:
            yield Node(f"item:{name}", "pieces", x, y, scale=1.2 if prey else 0.95, sprite=item_sprite(item))
        elif prey:
            yield Node(f"exhausted:{name}", "pieces", x, y, scale=1.2, sprite="token")
        if left and prey:
            yield Node(f"site:{name}:plate", "pieces", x + 22, y + 20, scale=0.74, sprite="disc", tone="piece-paper")
            yield count(f"site:{name}:count", left, x + 22, y + 26.5, layer="pieces", tone="piece-ink")


def _nests(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    s = view.record
    for nest, colour in enumerate(DATA.colours):
        x, y = NESTS[nest]
        there = [(seat, int(s.players[seat].nests[nest])) for seat in range(view.seats)]
        there = [(seat, ants) for seat, ants in there if ants]
        ants = ", ".join(words("board.nest_ants", seat=words(f"seat.{seat}"), count=number) for seat, number in there)
        terrain = words(f"terrain.{DATA.terrains[nest]}")
        label = words(
            "board.nest", colour=words(f"colour.{colour}"), terrain=terrain, ants=ants or words("board.nest_empty")
        )
        click = actions.get(f"hatch {colour}", ())
        yield Node(f"nest:{colour}", "regions", x, y, sprite=f"nest-{colour}", label=label, actions=click)
        for seat, number in there:
            right = nest_place(view, nest, seat)[0]
            yield from ant(f"nest:{colour}:{seat}", seat, right, y - 3, scale=0.74)
            yield Node(
                f"nest:{colour}:{seat}:plate", "pieces", right + 8, y + 12, scale=0.5, sprite="disc", tone="piece-paper"
            )
            key = f"nest:{colour}:{seat}:count"
            yield count(key, number, right + 8, y + 17, size=14, layer="pieces", tone="piece-ink")


def _ants(view: View, words: Words, actions: Actions, seat: int) -> Iterator[Node]:
    """The workers of a seat with their loads, and its guards."""
    me, who = view.record.players[seat], words(f"seat.{seat}")
    for path, name in enumerate(DATA.paths):
        if not int(me.workers) >> path & 1:
            continue
        x, y = ant_place(seat, path)
        terrain = words("terrain.chasm" if path == CHASM else f"terrain.{DATA.terrains[TERRAIN[path]]}")
        item = int(me.cargo[path])
        load = item_name(words, item) if item else ""
        label = words("board.laden" if item else "board.ant", name, terrain=terrain, seat=who, item=load)
        click = actions.get(f"return {name}" if seat == view.seat else f"steal {name} {SEAT_COLOURS[seat]}", ())
        turn = heading(path)
        yield from ant(f"ant:{seat}:{name}", seat, x, y, turn=turn, scale=0.84, label=label, actions=click)
        if item:
            yield Node(f"load:{seat}:{name}", "pieces", x, y - 8, scale=0.62, sprite=item_sprite(item))
        side = 15 if OFFSETS[seat][0] > 0 else -15
        if int(me.guards) >> path & 1:
            label, click = words("board.guard", name, seat=who), actions.get(f"unguard {name}", ())
            key = f"guard:{seat}:{name}"
            yield Node(key, "pieces", x + side, y - 3, sprite="guard", tone=f"seat-{seat}", label=label, actions=click)
        elif seat == view.seat and f"guard {name}" in actions:
            label, click = words("board.set_guard", name), actions[f"guard {name}"]
            yield Node(f"add:{name}", "highlights", x + side, y - 3, sprite="guard-add", label=label, actions=click)


def _carrying(view: View, words: Words) -> Iterator[Node]:
    """Arrows for the steps of transport that can be made now."""
    me = view.record.players[view.seat] if view.seat < view.seats else None
    for text in view.legal_texts():
        verb, *names = text.split()
        if me is None or verb not in ("pick", "pass", "deliver"):
            continue
        path = DATA.paths.index(names[0])
        (x, y), item = MIDDLES[path], int(me.cargo[path])
        if verb == "pick":
            site = DATA.nodes.index(names[1])
            label = words("board.pick", names[0], item=item_name(words, int(ITEM_AT[site])), site=names[1])
            (a, b), to = PLACES[site], (x, y)
            at = (a + (x - a) * 0.52, b + (y - b) * 0.52)
        elif verb == "pass":
            other = DATA.paths.index(names[1])
            label = words("board.pass", *names, item=item_name(words, item))
            shared = next(node for node in DATA.ends[path] if node != HILL and node in DATA.ends[other])
            to, (a, b) = MIDDLES[other], PLACES[shared]
            at = (0.44 * a + 0.4 * to[0] + 0.16 * x, 0.44 * b + 0.4 * to[1] + 0.16 * y)
        else:
            label, to = words("board.deliver", names[0], item=item_name(words, item)), PLACES[HILL]
            at = (x + (to[0] - x) * 0.42, y + (to[1] - y) * 0.42)
        turn = _angle(*at, *to)
        yield Node(f"do:{text}", "highlights", *at, turn, sprite="arrow", label=label, actions=(text,))


assert len(NESTS) == COLOURS and len(MIDDLES) == PATHS
