"""Sisimizi's picture: the board with its nine grounds, the colonies with their trails, and a panel for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import atan2, degrees, sqrt
from pathlib import Path

from formicarium.core.components import Components
from formicarium.core.kernel import NATURE
from formicarium.engine.position import Outcome, View
from formicarium.engine.texts import Words
from formicarium.games.sisimizi.components import (
    COLUMNS,
    DOT,
    FIELDS,
    FIRST_ROUND,
    MOVE,
    NAMES,
    NEAR,
    PLACE,
    REGION,
    REGIONS,
    ROWS,
)
from formicarium.scene import Area, Arrangement, Figure, Node, Panel, Scene, Sheet, remembered
from formicarium.scene.shapes import ant, box, frame, ornaments, title

FOLDER = Path(__file__).parents[1]
SHEET = Sheet.load("sisimizi", FOLDER / "sprites.svg")
GROUNDS = Components(FOLDER / "components.toml").table("regions")

PITCH = 40  # from one field to the next in its row
HALF, SIXTH = PITCH / 2, PITCH / sqrt(12)  # the grid on which the hexagons around the fields have their corners
LEFT, TOP = 58, 104
BOARD_WIDTH, BOARD_HEIGHT = len(ROWS[0]) * PITCH, (3 * len(ROWS) + 1) * SIXTH
PANEL_WIDTH, PANEL_HEIGHT, PANEL_GAP, PANEL_TOP = 236, 116, 10, TOP + BOARD_HEIGHT + 36
WIDTH, HEIGHT = 2 * LEFT + BOARD_WIDTH, PANEL_TOP + PANEL_HEIGHT + 38

# S2: the centre of each field on that grid, and the six corners around it.
CENTRES = [(2 * column + row % 2 + 1, 3 * row + 2) for row, fields in enumerate(ROWS) for column in range(len(fields))]
CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
PLACES = [(LEFT + x * HALF, TOP + y * SIXTH) for x, y in CENTRES]
TOUCHING = [[near for near in row if near < FIELDS] for row in NEAR.tolist()]
FIELD = {name: field for field, name in enumerate(NAMES[:FIELDS])}
DOTS: list[bool] = [bool(dot) for dot in DOT[:FIELDS].tolist()]
MEMBERS = [[field for field in range(FIELDS) if REGION[field] == region] for region in range(len(REGIONS))]

BOARDS_KEPT = 64  # that several look at, one right after the other

Corner = tuple[int, int]
Layers = dict[int, tuple[int, int]]
Actions = dict[str, tuple[str, ...]]  # what a click on a field does, by the name of the field


def scene(view: View, words: Words) -> Scene:
    """The view as a scene, labelled in the language of the words."""
    outcome, legal = view.outcome, view.legal()
    verbs = {action.verb for action in legal}
    winner = int(view.record.mover) if outcome and max(outcome.shares) == 1 else -1
    layers, colonies = _standing_now(*view.bytes_of("ground", "above"), view.seats, winner)
    actions: Actions = {action.arguments[0]: (action.text,) for action in legal if action.arguments}
    board = _board(words.plain)
    nodes = (
        *_plate(words.plain),
        *_captions(view, words, outcome),
        *_ground(board),
        *_fields(board, layers, words, actions),
        *(node for colony in colonies for node in _seat(view, words, colony)),
        *board.holds(
            (
                *_trails(colonies),
                *_pieces(layers, words, actions, colonies),
                *_traces(view),
                *_hand(view, words),
            )
        ),
    )
    return Scene(
        WIDTH,
        HEIGHT,
        words("name"),
        _prompt(view, words, outcome, verbs),
        SHEET,
        nodes,
        (board,),
        ARRANGEMENTS,
        loses=_loses(view, words, verbs),
        panels=_panels(view.seats),
        ghosts=_ghosts(view.seat) if view.seat < view.seats else {},
    )


@lru_cache(BOARDS_KEPT)
def _standing_now(ground: bytes, above: bytes, seats: int, winner: int) -> tuple[Layers, tuple[Colony, ...]]:
    """The seats of what stands on a field's ground and above, counted from 1, by all fields that are taken; and the
    colonies. All who look see the same."""
    layers = {field: (below, above[field]) for field, below in enumerate(ground[:FIELDS]) if below}
    return layers, tuple([_colony(layers, seat, winner) for seat in range(seats)])


def _loses(view: View, words: Words, verbs: set[str]) -> dict[str, str]:
    """What is given up by the end of placing."""
    if not verbs & {"ant", "hill"}:
        return {}
    left = _left(view)
    return {"lift": words("loses.lift", left), "done": words("loses.done", left)}


@cache
def _board(words: Words) -> Area:
    """The board with its coordinates: what the seats have stands beside it."""
    aside, above = LEFT - 30, TOP - 30
    return Area("board", words("area.board"), aside, above, WIDTH - 2 * aside, BOARD_HEIGHT + 60)


ARRANGEMENTS: tuple[Arrangement, ...] = (("board",),)


@cache
def _panels(seats: int) -> tuple[Panel, ...]:
    """What each seat has left, and aside the lamps of the regions as these lie on the board."""
    return tuple(
        Panel(
            f"panel:{seat}",
            (
                (
                    Figure((f"panel:{seat}:ant", f"panel:{seat}:ant:figure"), f"panel:{seat}:ant:count"),
                    Figure((f"panel:{seat}:hill",), f"panel:{seat}:hill:count"),
                    Figure((f"panel:{seat}:bridge", f"panel:{seat}:bridge:figure"), f"panel:{seat}:bridge:count"),
                ),
            ),
            tuple(
                tuple(
                    Figure((f"panel:{seat}:lamp:{name}",), f"panel:{seat}:lamp:{name}:letter", over=True)
                    for name in (REGIONS[region] for region in row)
                )
                for row in _lamp_rows()
            ),
        )
        for seat in range(seats)
    )


@cache
def _ghosts(seat: int) -> dict[str, tuple[Node, ...]]:
    """What a seat would put where it points."""
    return {kind: _piece("ghost", kind, seat, 0, 0) for kind in ("ant", "hill", "bridge")}


@dataclass(frozen=True, eq=False)
class Colony:
    """What one seat has on the board."""

    seat: int
    heading: dict[int, int]  # for each of its fields the next one on the way to a hill
    best: frozenset[int]  # the fields of the network that joins most hills
    joined: frozenset[int]  # the regions of these hills, if there are several
    won: bool


def _colony(layers: Layers, seat: int, winner: int) -> Colony:
    """Walk through a colony, from its hills outwards."""
    own = {field for field, layer in layers.items() if seat + 1 in layer}
    heading: dict[int, int] = {}
    best: list[int] = []
    for start in sorted(own, key=lambda field: (not DOTS[field], field)):
        if start not in heading:
            heading[start] = start
            network = [start]
            for field in network:
                for near in TOUCHING[field]:
                    if near in own and near not in heading:
                        heading[near] = field
                        network.append(near)
            best = max(best, network, key=lambda fields: (len(_hills(fields)), len(fields)))
    hills = _hills(best)
    joined = {int(REGION[hill]) for hill in hills} if len(hills) > 1 else set()
    return Colony(seat, heading, frozenset(best), frozenset(joined), seat == winner)


def _hills(fields: Iterable[int]) -> list[int]:
    return [field for field in fields if DOTS[field]]


# The board


@cache
def _plate(words: Words) -> tuple[Node, ...]:
    """The frame and the title."""
    return tuple(_frame(words))


def _frame(words: Words) -> Iterator[Node]:
    middle = WIDTH / 2
    yield from frame(WIDTH, HEIGHT, 14, 20)
    yield title(words("name"), words("tagline"), middle, 62, 40)
    yield from ornaments(middle, 50, 128)


@cache
def _ground(board: Area) -> tuple[Node, ...]:
    """What never changes on the board."""
    return tuple(board.holds((*_coordinates(), *_grounds())))


def _coordinates() -> Iterator[Node]:
    for column, letter in enumerate(COLUMNS[: len(ROWS[0])]):
        for side, y in (("top", TOP - 14), ("bottom", TOP + BOARD_HEIGHT + 21)):
            yield _coordinate(side, letter, LEFT + (column + 0.5) * PITCH, y)
    for row in range(len(ROWS)):
        for side, x in (("left", LEFT - 18), ("right", WIDTH - LEFT + 18)):
            yield _coordinate(side, str(row + 1), x, TOP + (3 * row + 2) * SIXTH + 5)


def _captions(view: View, words: Words, outcome: Outcome | None) -> Iterator[Node]:
    """The round, and whose turn it is."""
    for key, x, anchor, text in (
        ("round", LEFT, "start", words("status.round", view.record.round_number)),
        ("status", WIDTH - LEFT, "end", _status(view, words, outcome)),
    ):
        yield Node(key, "captions", x, 58, text=text, size=21, anchor=anchor, face="italic", tone="caption")


def _coordinate(side: str, text: str, x: float, y: float) -> Node:
    return Node(f"coordinate:{side}:{text}", "captions", x, y, text=text, size=14, tone="caption")


@cache
def _grounds() -> tuple[Node, ...]:
    """The nine regions: a colour, what grows or lies there, a dark border and a faint letter."""
    nodes = [Node("board", "ground", LEFT, TOP, path=_outline(range(FIELDS)), fill="paper", stroke="ink", width=6)]
    for name, fields, (x, y) in zip(REGIONS, MEMBERS, _middles(), strict=True):
        look, path = GROUNDS[name], _outline(fields)
        nodes += [
            Node(f"ground:{name}", "ground", LEFT, TOP, path=path, fill=look["fill"], opacity=0.62),
            Node(f"pattern:{name}", "ground", LEFT, TOP, path=path, fill=f"@{look['name']}"),
            Node(f"border:{name}", "regions", LEFT, TOP, path=path, stroke="ink", width=2.2),
            Node(f"letter:{name}", "tracks", x, y + 46, text=name, size=130, face="serif", opacity=0.11),
        ]
    return tuple(nodes)


@cache
def _middles() -> list[tuple[float, float]]:
    """The middle of each region."""
    places = [[PLACES[field] for field in fields] for fields in MEMBERS]
    return [(sum(x for x, _ in region) / len(region), sum(y for _, y in region) / len(region)) for region in places]


def _outline(fields: Iterable[int]) -> str:
    """The line around a set of fields: along their hexagons, rounded except where three regions meet."""
    edges: set[tuple[Corner, Corner]] = set()
    for field in fields:
        corners = _corners(field)
        for start, end in pairwise([*corners, corners[0]]):
            if (end, start) in edges:
                edges.remove((end, start))
            else:
                edges.add((start, end))
    following = dict(edges)
    path = ""
    while following:
        loop = [min(following)]
        while loop[-1] in following:
            loop.append(following.pop(loop[-1]))
        path += _smooth(loop)
    return path


def _smooth(loop: list[Corner]) -> str:
    """A closed line through the middles of the sides, bent at each corner or led through it."""
    middles = [_point((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(loop)]
    path = f"M{middles[-1]}"
    for corner, middle in zip(loop[:-1], middles, strict=True):
        path += f"L{_point(*corner)}L{middle}" if corner in _meetings() else f"Q{_point(*corner)} {middle}"
    return path + "Z"


@cache
def _meetings() -> frozenset[Corner]:
    """The corners where three regions meet, or two on the rim of the board."""
    around: dict[Corner, list[int]] = {}
    for field in range(FIELDS):
        for corner in _corners(field):
            around.setdefault(corner, []).append(int(REGION[field]))
    return frozenset(corner for corner, regions in around.items() if len(set(regions)) + (len(regions) < 3) > 2)


def _corners(field: int) -> list[Corner]:
    return [(CENTRES[field][0] + x, CENTRES[field][1] + y) for x, y in CORNERS]


def _point(x: float, y: float) -> str:
    return f"{x * HALF:g} {y * SIXTH:.1f}"


# What stands on it


def _fields(board: Area, layers: Layers, words: Words, actions: Actions) -> list[Node]:
    """All fields: most of them are empty, and nothing is done there."""
    plain, fields = words.plain, list(_empty(board, words.plain))
    for name, texts in actions.items():
        fields[FIELD[name]] = _field(board, plain, FIELD[name], False, texts)
    for field in layers:
        fields[field] = _field(board, plain, field, True, ())
    return fields


@cache
def _empty(board: Area, words: Words) -> tuple[Node, ...]:
    return tuple(_field(board, words, field, False, ()) for field in range(FIELDS))


@remembered
def _field(board: Area, words: Words, field: int, taken: bool, actions: tuple[str, ...]) -> Node:
    state = "taken" if taken else "dot" if DOTS[field] else "empty"
    label = words(f"field.{state}", field=NAMES[field], region=_region(words, field))
    sprite = "dot" if DOTS[field] else "field"
    key, area = f"field:{NAMES[field]}", board.name
    return Node(key, "regions", *PLACES[field], sprite=sprite, label=label, actions=actions, area=area)


def _region(words: Words, field: int) -> str:
    return words(f"region.{REGIONS[REGION[field]]}")


@lru_cache(BOARDS_KEPT)
def _trails(colonies: tuple[Colony, ...]) -> tuple[Node, ...]:
    """A ribbon between all touching pieces of a colour; the network that won shines."""
    return tuple(_ribbons(colonies))


def _ribbons(colonies: tuple[Colony, ...]) -> Iterator[Node]:
    for colony in colonies:
        seat, links = colony.seat, _links(colony.heading)
        if colony.won:
            yield Node("trail:won", "tracks", path=_links(colony.best), stroke="glow", width=46, opacity=0.4)
        if links:
            yield Node(f"trail:{seat}:edge", "tracks", path=links, stroke="piece-ink", width=13)
            yield Node(f"trail:{seat}", "tracks", path=links, stroke=f"seat-{seat}", width=10)


def _links(fields: Iterable[int]) -> str:
    """Lines between all fields of a set that touch."""
    own = set(fields)
    return "".join(_link(a, b) for a in sorted(own) for b in TOUCHING[a] if a < b and b in own)


@cache
def _link(one: int, other: int) -> str:
    (x, y), (to_x, to_y) = PLACES[one], PLACES[other]
    return f"M{x:g} {y:.1f}L{to_x:g} {to_y:.1f}"


def _pieces(layers: Layers, words: Words, actions: Actions, colonies: tuple[Colony, ...]) -> Iterator[Node]:
    for field, (below, above) in layers.items():
        towards = field if above else colonies[below - 1].heading[field]
        yield from _standing(words, field, below - 1, above - 1, towards, actions.get(NAMES[field], ()))


@remembered
def _standing(
    words: Words, field: int, below: int, above: int, towards: int, actions: tuple[str, ...]
) -> tuple[Node, ...]:
    """What stands on a field: a hill, an ant that looks towards another field, or one ant above another."""
    name, place, region = NAMES[field], PLACES[field], _region(words, field)
    kind, seat = "hill" if DOTS[field] else "ant", words(f"seat.{below}")
    label, home = words(f"field.{kind}", field=name, region=region, seat=seat), f"panel:{below}:{kind}"
    if above < 0:
        turn = _turn(field, towards)
        return _piece(f"{kind}:{name}", kind, below, *place, turn=turn, label=label, actions=actions, home=home)
    what = words("field.bridge", field=name, region=region, seat=words(f"seat.{above}"), below=seat)
    return (
        *_piece(f"ant:{name}", "ant", below, *place, label=label, home=home),
        *_piece(f"bridge:{name}", "bridge", above, *place, label=what, actions=actions, home=f"panel:{above}:bridge"),
    )


def _piece(
    key: str,
    kind: str,
    seat: int,
    x: float,
    y: float,
    *,
    layer: str = "pieces",
    turn: float = 0,
    scale: float = 1,
    label: str = "",
    actions: tuple[str, ...] = (),
    home: str = "",
) -> tuple[Node, ...]:
    """A hill, or an ant on its disc, or one on a bridge."""
    if kind == "ant":
        return ant(key, seat, x, y, layer=layer, turn=turn, scale=scale, label=label, actions=actions, home=home)
    sprite = {"hill": f"hill-{seat}", "bridge": "bridge"}[kind]
    body = Node(key, layer, x, y, 0, scale, sprite, tone=f"seat-{seat}", label=label, actions=actions, home=home)
    if kind == "hill":
        return (body,)
    return body, Node(f"{key}:figure", layer, x, y - 9 * scale, turn, 0.6 * scale, f"ant-{seat}", home=home)


def _turn(field: int, towards: int) -> float:
    """The angle of an ant that looks from one field to the next; up where there is none."""
    (x, y), (to_x, to_y) = PLACES[field], PLACES[towards]
    return round(degrees(atan2(to_x - x, y - to_y)))


def _traces(view: View) -> Iterator[Node]:
    """Rings around what was put down in this turn and in the one before."""
    s = view.record
    for sprite, fields in (("trace-before", s.last[: s.lasts]), ("trace", s.touched[: s.touches])):
        for field in fields.tolist():
            x, y = PLACES[field]
            yield Node(f"{sprite}:{NAMES[field]}", "highlights", x, y, sprite=sprite)


def _hand(view: View, words: Words) -> Iterator[Node]:
    """The piece that was picked up, above its place and above all others."""
    s = view.record
    if s.lifted >= 0:
        field, seat = int(s.lifted), int(s.mover)
        name, (x, y) = NAMES[field], PLACES[field]
        kind = "hill" if DOT[field] else "ant"
        label = words(f"hand.{kind}", seat=words(f"seat.{seat}"), field=name)
        yield Node("origin", "tracks", x, y, sprite="origin")
        body, *rest = _piece("hand", kind, seat, x - 5, y - 12, scale=1.2, label=label)
        yield body._replace(back=seat == view.seat, held="carried")
        yield from (node._replace(held="carried") for node in rest)


# The panels


def _seat(view: View, words: Words, colony: Colony) -> tuple[Node, ...]:
    seat = colony.seat
    ants, hills, bridges, regions = view.record.players[seat].tolist()
    state = "won" if colony.won else "acts" if seat in view.actors else "waits"
    counts = (("ant", ants), ("hill", hills), ("bridge", bridges))
    return _panel(words, seat, view.seats, seat == view.seat, state, counts, regions, colony.joined)


@remembered
def _panel(
    words: Words,
    seat: int,
    seats: int,
    own: bool,
    state: str,
    counts: tuple[tuple[str, int], ...],
    regions: int,
    joined: frozenset[int],
) -> tuple[Node, ...]:
    """A seat's mark and name, what it has left, and nine lamps that lie like the regions on the board."""
    return tuple(_panel_nodes(words, seat, seats, own, state, counts, regions, joined))


def _panel_nodes(
    words: Words,
    seat: int,
    seats: int,
    own: bool,
    state: str,
    counts: tuple[tuple[str, int], ...],
    regions: int,
    joined: frozenset[int],
) -> Iterator[Node]:
    name, key = words(f"seat.{seat}"), f"panel:{seat}"
    left = _panel_left(seat, seats)
    outline = box(left, PANEL_TOP, PANEL_WIDTH, PANEL_HEIGHT, 10)
    stroke, width = {"won": ("good", 3.4), "acts": ("accent", 3.4), "waits": ("line", 1.4)}[state]
    label = words("panel.your_seat" if own else "panel.seat", seat=name)
    yield Node(key, "captions", path=outline, fill="panel", stroke=stroke, width=width, label=label)
    x, y = left + 29, PANEL_TOP + 32
    if state == "won":
        yield Node(f"{key}:laurel", "captions", x, y, scale=0.68, sprite="laurel", label=words("key.laurel"))
    yield from _piece(f"{key}:mark", "ant", seat, x, y, layer="captions")
    yield Node(f"{key}:name", "captions", x + 24, y + 1, text=name, size=19, face="serif", anchor="start")
    if own:
        you = words("panel.you")
        yield Node(f"{key}:you", "captions", x + 24, y + 20, text=you, anchor="start", face="italic", tone="caption")
    for (kind, count), right in zip(counts, (0, 46, 92), strict=True):
        label = words(f"panel.{kind}", count, seat=name)
        yield from _piece(f"{key}:{kind}", kind, seat, x + right, y + 43, layer="captions", scale=0.62, label=label)
        yield Node(f"{key}:{kind}:count", "captions", x + right, y + 73, text=str(count), size=18, face="bold")
    for region, (column, row) in _lamps().items():
        lit = "joined" if region in joined else "hill" if regions >> region & 1 else "off"
        ink = {"joined": "piece-ink", "hill": "ink", "off": "caption"}[lit]
        letter, lamp_x, lamp_y = REGIONS[region], x + 137 + 25 * column, y + 1 + 25 * row
        label = words(f"panel.lamp-{lit}", seat=name, region=words(f"region.{letter}"))
        lamp = f"{key}:lamp:{letter}"
        yield Node(lamp, "captions", lamp_x, lamp_y, sprite=f"lamp-{lit}", tone=f"seat-{seat}", label=label)
        yield Node(f"{lamp}:letter", "captions", lamp_x, lamp_y + 4.6, text=letter, size=13, face="bold", tone=ink)


def _panel_left(seat: int, seats: int) -> float:
    return (WIDTH + PANEL_GAP - seats * (PANEL_WIDTH + PANEL_GAP)) / 2 + seat * (PANEL_WIDTH + PANEL_GAP)


@cache
def _lamps() -> dict[int, tuple[int, int]]:
    """The column and row of each region's lamp: three rows of three, as the regions lie on the board."""
    rows = _lamp_rows()
    return {region: (column, row) for row, regions in enumerate(rows) for column, region in enumerate(regions)}


@cache
def _lamp_rows() -> list[list[int]]:
    middles = _middles()
    down = sorted(range(len(REGIONS)), key=lambda region: middles[region][1])
    return [sorted(down[start : start + 3], key=lambda region: middles[region][0]) for start in (0, 3, 6)]


# The sentences


def _status(view: View, words: Words, outcome: Outcome | None) -> str:
    """Whose turn it is, or how it ended, in a few words."""
    seat = words(f"seat.{view.record.mover}")
    if outcome:
        return words(f"status.{outcome.reason}", seat=seat)
    return words("status.lot" if NATURE in view.actors else "status.turn", seat=seat)


def _left(view: View) -> int:
    """How many pieces may still be placed in this turn."""
    s = view.record
    return int((FIRST_ROUND + (s.mover - s.first) % view.seats if s.round_number == 1 else PLACE) - s.placed)


def _prompt(view: View, words: Words, outcome: Outcome | None, verbs: set[str]) -> str:
    """One sentence: whose turn it is, and what to do now."""
    s = view.record
    if outcome:
        return view.ending(words.language, [words.seat(seat, view.seats) for seat in range(view.seats)])
    if NATURE in view.actors:
        return words("prompt.lot")
    first, left = s.round_number == 1, _left(view)
    if not verbs:
        doing = (
            "drop" if s.lifted >= 0 else "done" if s.bridged else "move" if s.moved else "first" if first else "place"
        )
        return words(f"wait.{doing}", left, seat=words(f"seat.{s.mover}"))
    if "drop" in verbs:
        to = "drop_hill" if DOT[s.lifted] else "drop_bridge" if "bridge" in verbs else "drop_ant"
        return words(f"prompt.{to}")
    if verbs & {"ant", "hill"}:
        if "bridge" in verbs:
            return words("prompt.bridge", left)
        return words(f"prompt.{'first' if first else 'place'}{'' if 'hill' in verbs else '_ants'}", left)
    return words("prompt.move" if "lift" in verbs else "prompt.done", MOVE - s.moved)
