"""Antics!'s picture: scout fields above, the shared board in the middle, the colonies below, the viewer's own large."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from formicarium.core.kernel import NATURE
from formicarium.engine.position import Outcome, View
from formicarium.engine.texts import Words
from formicarium.games.antics.actions import ACTIONS, ROW_NAMES
from formicarium.games.antics.components import CELL_NAMES, CHASM, COLOURS, DATA, PAIR, STORE_ORDER
from formicarium.games.antics.face.board import NESTS, PLACES, ant_place, draw_board, nest_place
from formicarium.games.antics.face.colony import Panel, draw_colony, draw_figures, panel_boxes, panels
from formicarium.games.antics.face.fields import draw_fields, place
from formicarium.games.antics.face.marks import (
    BOARD_HEIGHT,
    BOARD_TOP,
    HEIGHT,
    MARGIN,
    SHEET,
    STRIP_HEIGHT,
    STRIP_TOP,
    WIDTH,
    Actions,
    hexagon,
    item_name,
    symbol_name,
)
from formicarium.games.antics.state import (
    CHOOSE,
    DROPPING,
    HATCHING,
    LAY,
    LAY_SECOND,
    LOT,
    PLACING,
    SCOUTING,
    STORING,
    TILE,
    TRANSPORTING,
)
from formicarium.scene import Area, Arrangement, Figure, Node, Scene
from formicarium.scene import Panel as Beside
from formicarium.scene.shapes import ant, frame, ornaments, title

WIDE, EDGE = WIDTH - 2 * MARGIN, 12  # how wide the board is, and how far lights reach over the edge of an area
LEAST = 0.4  # pixels a unit: below, the colonies are on pages of their own
HALVES = (STORE_ORDER[:3].tolist(), STORE_ORDER[3:].tolist())  # the prey, as it is shown beside the board
RINGS = {"pick", "pass", "deliver", "steal", "advance", "guard", "unguard"}  # what a trace marks at the seat's ant


def scene(view: View, words: Words) -> Scene:
    """The view as a scene, labelled in the language of the words."""
    legal, outcome = view.legal_texts(), view.outcome
    on_fields, on_board, on_colony = _by_place(legal)
    shown, points, kept = panels(view), view.points, view.kept
    fields, board, *colonies = areas = _areas(words.plain, view.seats)
    nodes = (
        *_plate(words.plain),
        *_captions(view, words, outcome),
        *kept.part(
            "fields",
            (view.bytes_of("slots", "anteater", "side", "arrivals", "bag", "tokens"), *on_fields),
            lambda: fields.holds(draw_fields(view, words, on_fields)),
        ),
        *kept.part(
            "board",
            (view.bytes_of("lying"), _on_board(view), *on_board),
            lambda: board.holds(draw_board(view, words, on_board)),
        ),
        *(
            node
            for panel, area in zip(shown, colonies, strict=True)
            for node in (
                *draw_figures(view, words, panel, points),
                *draw_colony(view, words, on_colony, panel, area, points, outcome),
            )
        ),
        *_traces(view, shown, areas),
    )
    return Scene(
        WIDTH,
        HEIGHT,
        words("name"),
        _prompt(view, words, outcome),
        SHEET,
        nodes,
        areas,
        _arrangements(view.seats),
        LEAST,
        loses=_loses(view, words, legal),
        panels=_beside(view.seats),
        ghosts=_ghosts(view.seat) if view.seat < view.seats else {},
    )


FIELDS_VERBS = {"take"}
BOARD_VERBS = {*RINGS, "bridge", "hatch", "return"}


def _by_place(legal: list[str]) -> tuple[Actions, Actions, Actions]:
    """The legal actions by where one clicks: on the scout fields, on the board, before a seat."""
    places: tuple[Actions, Actions, Actions] = {}, {}, {}
    for text in legal:
        verb = text.partition(" ")[0]
        places[0 if verb in FIELDS_VERBS else 1 if verb in BOARD_VERBS else 2][text] = (text,)
    return places


def _on_board(view: View) -> tuple[bytes, ...]:
    """What all seats have on the board."""
    players = view.record.players[: view.seats]
    return tuple([players[name].tobytes() for name in ("nests", "workers", "guards", "cargo")])


@cache
def _beside(seats: int) -> tuple[Beside, ...]:
    """The points of each seat, its ants and leaves, and the prey that it has brought home."""
    return tuple(
        Beside(
            f"panel:{seat}",
            (
                (
                    Figure((), f"panel:{seat}:points", f"panel:{seat}:points:name", sprite="laurel"),
                    Figure((f"panel:{seat}:ants:disc", f"panel:{seat}:ants"), f"panel:{seat}:ants:count"),
                    Figure((f"panel:{seat}:leaf_green",), f"panel:{seat}:leaf_green:count"),
                    Figure((f"panel:{seat}:leaf_brown",), f"panel:{seat}:leaf_brown:count"),
                ),
            ),
            tuple(tuple(Figure((f"panel:{seat}:prey:{colour}",)) for colour in half) for half in HALVES),
        )
        for seat in range(seats)
    )


@cache
def _ghosts(seat: int) -> dict[str, tuple[Node, ...]]:
    """What a seat would put where it points."""
    marker = (Node("ghost", "pieces", sprite="marker", tone=f"seat-{seat}"),)
    return {"use": marker, "super": marker, "hatch": ant("ghost", seat, 0, 0, scale=0.74)}


def _loses(view: View, words: Words, legal: list[str]) -> dict[str, str]:
    """What is given up by an end: markers with which something could be done, or steps."""
    if "stop" in legal:
        return {"stop": words("loses.stop", int(view.record.steps))}
    if any(text.startswith(("use", "super")) for text in legal):
        return {"end": words("loses.end", int(view.record.markers))}
    return {}


@cache
def _areas(words: Words, seats: int) -> tuple[Area, ...]:
    """The scout fields, the board, and the colonies: first the large one, then those beside it."""
    names = ("own", *(f"other:{number}" for number in range(1, seats)))
    wants = (0.9, *(0.55 for _ in names[1:]))
    boxes = [(MARGIN, STRIP_TOP, WIDE, STRIP_HEIGHT), (MARGIN, BOARD_TOP, WIDE, BOARD_HEIGHT), *panel_boxes(seats)]
    labels = [words(f"area.{name}") for name in ("fields", "board", "own", *("others" for _ in names[1:]))]
    return tuple(
        Area(name, label, x - EDGE, y - EDGE, wide + 2 * EDGE, high + 2 * EDGE, want)
        for name, label, (x, y, wide, high), want in zip(
            ("fields", "board", *names), labels, boxes, (1, 1, *wants), strict=True
        )
    )


@cache
def _arrangements(seats: int) -> tuple[Arrangement, ...]:
    """The colonies beside the board or below it; on a small screen the board, the own colony and the others apart."""
    others = tuple(f"other:{number}" for number in range(1, seats))
    shared = ("fields", "board")
    return (
        ((shared, ("own", others)),),
        ((shared, ("own", *others)),),
        (((*shared, ("own", others)),),),
        ((shared,), "own", (others,)),
        ((shared,), "own", others),
    )


@cache
def _plate(words: Words) -> tuple[Node, ...]:
    """The frame and the title above everything."""
    middle = WIDTH / 2
    return (
        *frame(WIDTH, HEIGHT, 10, 16, radius=8, line=1.8),
        title(words("name"), words("tagline"), middle, 68, 46),
        *ornaments(middle, 54, 132, 1.2),
    )


def _captions(view: View, words: Words, outcome: Outcome | None) -> Iterator[Node]:
    """The round, and whose turn it is."""
    for key, x, anchor, text in (
        ("round", MARGIN, "start", words("status.round", int(view.record.round_number))),
        ("status", WIDTH - MARGIN, "end", _status(view, words, outcome)),
    ):
        yield Node(key, "captions", x, 64, text=text, size=25, anchor=anchor, face="italic", tone="caption")


# What happened


def _traces(view: View, shown: list[Panel], areas: tuple[Area, ...]) -> Iterator[Node]:
    """Rings around what was touched in this turn and in the one before."""
    s = view.record
    fields, board, *colonies = (area.name for area in areas)
    by_seat = {panel.seat: panel for panel in shown}
    colony = {panel.seat: name for panel, name in zip(shown, colonies, strict=True)}
    seen: set[tuple[int, int]] = set()
    turns = (("trace", int(s.mover), s.track[: s.tracks]), ("trace-before", int(s.last_mover), s.last[: s.lasts]))
    for sprite, seat, codes in turns:
        if seat < 0:
            continue
        for number, code in enumerate(codes.tolist()):
            spot = _touched(view, ACTIONS[code].text, by_seat[seat])
            if sprite == "trace-before" and ACTIONS[code].verb == "take":
                continue  # everything has slid since
            if spot and (round(spot[0]), round(spot[1])) not in seen:
                seen.add((round(spot[0]), round(spot[1])))
                key, (x, y, scale), verb = f"{sprite}:{number}", spot, ACTIONS[code].verb
                if verb in ("lay", "store"):  # a hex is outlined, so that its level can still be read
                    stroke, path, area = "accent" if sprite == "trace" else "ink", hexagon(23 * scale), colony[seat]
                    yield Node(key, "highlights", x, y, path=path, stroke=stroke, width=3.2, area=area)
                else:
                    area = fields if verb == "take" else board
                    yield Node(key, "highlights", x, y, scale=scale, sprite=sprite, area=area)


def _touched(view: View, text: str, panel: Panel) -> tuple[float, float, float] | None:
    """Where an action left something to see, and how large the ring is."""
    verb, *names = text.split()
    if verb in RINGS:
        path = DATA.paths.index(names[1] if verb == "pass" else names[0])
        return (*ant_place(panel.seat, path), 0.84)
    if verb == "return":
        return (*ant_place(panel.seat, DATA.paths.index(names[0])), 0.6)
    if verb == "bridge":
        return (*ant_place(panel.seat, CHASM), 0.84)
    if verb == "hatch":
        nest = DATA.colours.index(names[0])
        there = [seat for seat in range(view.seats) if view.record.players[seat].nests[nest]]
        return (*nest_place(there, nest, panel.seat), 0.76)
    if verb == "take":
        return (*place(ROW_NAMES.index(names[0][1]), int(names[0][0]) - 1), 1.2)
    if verb in ("lay", "store"):
        cell = CELL_NAMES.index(names[-1])
        level = int(view.record.players[panel.seat].height[cell])
        return (*panel.place(cell, max(level, 1)), panel.size / 23)
    return None


# The sentences


def _status(view: View, words: Words, outcome: Outcome | None) -> str:
    """Whose turn it is, or how it ended, in a few words."""
    s = view.record
    if outcome:
        winners = [words(f"seat.{seat}") for seat, place in enumerate(outcome.places) if place == 1]
        return words("status.over" if len(winners) == 1 else "status.shared", seat=words.listed(winners))
    if s.phase <= LOT:
        return words("status.setup")
    turn = words("status.turn", seat=words(f"seat.{s.mover}"))
    return f"{turn} – {words('status.final')}" if s.ending else turn


WAITING = {
    CHOOSE: "choose",
    SCOUTING: "scout",
    TILE: "build",
    LAY: "build",
    LAY_SECOND: "build",
    HATCHING: "hatch",
    PLACING: "place",
    TRANSPORTING: "transport",
    STORING: "store",
    DROPPING: "drop",
}


def _prompt(view: View, words: Words, outcome: Outcome | None) -> str:
    """One sentence: whose turn it is, and what to do now."""
    s = view.record
    if outcome:
        return view.ending(words.language, [words.seat(seat, view.seats) for seat in range(view.seats)])
    if NATURE in view.actors:
        return words("prompt.setup" if s.phase <= LOT else "prompt.refill")
    left = int(s.steps)
    if view.seat not in view.actors:
        figure = {CHOOSE: int(s.markers), SCOUTING: int(s.field) + 1}.get(int(s.phase), left)
        return words(f"wait.{WAITING[int(s.phase)]}", figure, seat=words(f"seat.{s.mover}"))
    if s.phase == CHOOSE:
        return words("prompt.choose", int(s.markers)) if s.markers else words("prompt.spent")
    if s.phase == SCOUTING:
        return words("prompt.scout", int(s.field) + 1)
    if s.phase == TILE:
        return words("prompt.tile", left)
    if s.phase in (LAY, LAY_SECOND):
        first, second = (symbol_name(words, symbol) for symbol in PAIR[s.kind].tolist())
        return words("prompt.lay" if s.phase == LAY else "prompt.lay_second", first=first, second=second)
    if s.phase == HATCHING:
        if s.level - s.steps == 1:
            return words("prompt.hatch_second", colour=words(f"colour.{DATA.colours[s.nest]}"))
        return words("prompt.hatch", left)
    if s.phase == STORING:
        fresh = int(s.players[view.seat].fresh)
        colour = next(colour for colour in STORE_ORDER.tolist() if fresh >> colour & 1)
        return words("prompt.store", prey=item_name(words, colour + 1))
    if s.phase == DROPPING:
        return words("prompt.drop")
    return words("prompt.place" if s.phase == PLACING else "prompt.transport", left)


assert len(PLACES) == len(DATA.nodes) and len(NESTS) == COLOURS
