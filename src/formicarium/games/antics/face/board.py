"""The shared board: grounds, paths, sites, nests, and the ants of all colours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import atan2, degrees

from formicarium.core.components import Components
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
from formicarium.games.antics.face.marks import (
    BOARD_HEIGHT,
    BOARD_TOP,
    COLOUR_FILLS,
    MARGIN,
    Actions,
    count,
    item_name,
    item_sprite,
)
from formicarium.scene import Node, remembered
from formicarium.scene.shapes import ant, box

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


def nest_place(there: list[int], nest: int, seat: int) -> tuple[float, float]:
    """Where the ants of one of the seats that are in a nest stand."""
    k = there.index(seat) if seat in there else 0
    return NESTS[nest][0] + (k - (max(len(there), 1) - 1) / 2) * 32, NESTS[nest][1] - 3


def draw_board(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    """The whole board."""
    yield from _land()
    yield from _tracks(words.plain)
    yield from _steps_out(view, words, actions)
    for node, left in enumerate(view.record.lying.tolist()):
        yield from _site(words.plain, node, left)
    yield from _hill(words.plain, view.seats)
    yield from _nests(view, words, actions)
    for seat in range(view.seats):
        yield from _ants(view, words, actions, seat)
    yield from _carrying(view, words, actions)


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


@cache
def _tracks(words: Words) -> tuple[Node, ...]:
    return tuple(_paths(words))


def _paths(words: Words) -> Iterator[Node]:
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
        yield Node(f"spot:{name}", "tracks", *MIDDLES[path], sprite="spot", label=_path_label(words, path))


def _path_label(words: Words, path: int) -> str:
    name = DATA.paths[path]
    if path == CHASM:
        return words("board.chasm", name)
    return words("board.path", name, terrain=words(f"terrain.{DATA.terrains[TERRAIN[path]]}"))


def _steps_out(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    """Where an own ant can be sent, as it will stand."""
    for text in actions:
        verb, *names = text.split()
        if verb in ("advance", "bridge"):
            path = CHASM if verb == "bridge" else DATA.paths.index(names[0])
            key, label = f"go:{DATA.paths[path]}", _path_label(words, path)
            yield Node(key, "highlights", *ant_place(view.seat, path), sprite="ghost", label=label, actions=(text,))


@remembered
def _site(words: Words, node: int, left: int) -> tuple[Node, ...]:
    """A place where paths meet, with what lies there."""
    name, (x, y), item, prey = DATA.nodes[node], PLACES[node], int(ITEM_AT[node]), node in PREY_SITE
    if node == HILL:
        return ()
    if node not in SITES:
        return (Node(f"node:{name}", "tracks", x, y, sprite="node", label=words("board.junction", name)),)
    if left:
        label = words("board.site", name, item=item_name(words, item), count=left)
    else:
        label = words("board.exhausted" if prey else "board.empty", name)
    nodes = [Node(f"site:{name}", "pieces", x, y, scale=1 if prey else 0.8, sprite="site", label=label)]
    if left:
        nodes.append(Node(f"item:{name}", "pieces", x, y, scale=1.2 if prey else 0.95, sprite=item_sprite(item)))
    elif prey:
        nodes.append(Node(f"exhausted:{name}", "pieces", x, y, scale=1.2, sprite="token", home="tokens"))
    if left and prey:
        plate, figure = f"site:{name}:plate", f"site:{name}:count"
        nodes.append(Node(plate, "pieces", x + 22, y + 20, scale=0.74, sprite="disc", tone="piece-paper"))
        nodes.append(count(figure, left, x + 22, y + 26.5, layer="pieces", tone="piece-ink"))
    return tuple(nodes)


@cache
def _hill(words: Words, seats: int) -> tuple[Node, ...]:
    """The hill with the ant of each seat that waits for loads."""
    x, y = PLACES[HILL]
    nodes = [Node("hill", "pieces", x, y, scale=0.72, sprite="hill", label=words("board.hill"))]
    for seat in range(seats):
        nodes += ant(f"hill:{seat}", seat, x + (seat - (seats - 1) / 2) * 22, y + 34, scale=0.56)
    return tuple(nodes)


def _nests(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    nests = view.record.players["nests"][: view.seats].T.tolist()
    for nest, ants in enumerate(nests):
        yield from _nest(words, nest, tuple(ants), actions.get(f"hatch {DATA.colours[nest]}", ()))


@remembered
def _nest(words: Words, nest: int, ants: tuple[int, ...], actions: tuple[str, ...]) -> tuple[Node, ...]:
    """A nest with the ants of each seat."""
    colour, (x, y), terrain = DATA.colours[nest], NESTS[nest], words(f"terrain.{DATA.terrains[nest]}")
    there = [seat for seat, number in enumerate(ants) if number]
    inside = ", ".join(words("board.nest_ants", seat=words(f"seat.{seat}"), count=ants[seat]) for seat in there)
    what = {"colour": words(f"colour.{colour}"), "terrain": terrain, "ants": inside or words("board.nest_empty")}
    label = words("board.nest", **what)
    nodes = [Node(f"nest:{colour}", "regions", x, y, sprite=f"nest-{colour}", label=label, actions=actions)]
    for seat in there:
        key, (right, down), home = f"nest:{colour}:{seat}", nest_place(there, nest, seat), f"panel:{seat}:ants"
        nodes += ant(key, seat, right, down, scale=0.74, home=home)
        nodes.append(Node(f"{key}:plate", "pieces", right + 8, y + 12, scale=0.5, sprite="disc", tone="piece-paper"))
        nodes.append(count(f"{key}:count", ants[seat], right + 8, y + 17, size=14, layer="pieces", tone="piece-ink"))
    return tuple(nodes)


def _ants(view: View, words: Words, actions: Actions, seat: int) -> Iterator[Node]:
    """The workers of a seat with their loads, and its guards."""
    me, own = view.record.players[seat], seat == view.seat
    workers, guards, cargo = int(me.workers), int(me.guards), me.cargo.tolist()
    for path, name in enumerate(DATA.paths):
        if workers >> path & 1:
            click = actions.get(f"return {name}" if own else f"steal {name} {SEAT_COLOURS[seat]}", ())
            yield from _worker(words, seat, path, cargo[path], click)
            if guards >> path & 1:
                yield _guard(words, seat, path, actions.get(f"unguard {name}", ()) if own else ())
            elif own and f"guard {name}" in actions:
                (x, y), label, click = _guard_place(seat, path), words("board.set_guard", name), (f"guard {name}",)
                yield Node(f"add:{name}", "highlights", x, y, sprite="guard-add", label=label, actions=click)


@remembered
def _worker(words: Words, seat: int, path: int, item: int, actions: tuple[str, ...]) -> tuple[Node, ...]:
    """An ant on a path, with its load."""
    name, (x, y) = DATA.paths[path], ant_place(seat, path)
    terrain = words("terrain.chasm" if path == CHASM else f"terrain.{DATA.terrains[TERRAIN[path]]}")
    load, who = item_name(words, item) if item else "", words(f"seat.{seat}")
    label = words("board.laden" if item else "board.ant", name, terrain=terrain, seat=who, item=load)
    key, turn, home = f"ant:{seat}:{name}", heading(path), f"nest:{DATA.colours[TERRAIN[path]]}"
    body = ant(key, seat, x, y, turn=turn, scale=0.84, label=label, actions=actions, home=home)
    if not item:
        return body
    return (*body, Node(f"load:{seat}:{name}", "pieces", x, y - 8, scale=0.62, sprite=item_sprite(item), home="hill"))


def _guard_place(seat: int, path: int) -> tuple[float, float]:
    x, y = ant_place(seat, path)
    return x + (15 if OFFSETS[seat][0] > 0 else -15), y - 3


@remembered
def _guard(words: Words, seat: int, path: int, actions: tuple[str, ...]) -> Node:
    name, (x, y), tone = DATA.paths[path], _guard_place(seat, path), f"seat-{seat}"
    key, label, home = f"guard:{seat}:{name}", words("board.guard", name, seat=words(f"seat.{seat}")), "nest:red"
    return Node(key, "pieces", x, y, sprite="guard", tone=tone, label=label, actions=actions, home=home)


def _carrying(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    """Arrows for the steps of transport that can be made now."""
    me = view.record.players[view.seat] if view.seat < view.seats else None
    for text in actions:
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
