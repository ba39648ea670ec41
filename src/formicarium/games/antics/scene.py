"""Antics!'s picture: scout fields above, the shared board in the middle, the colonies below, the viewer's own large."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from formicarium.engine.kernel import NATURE
from formicarium.engine.position import Outcome, View
from formicarium.engine.texts import Words
from formicarium.games.antics.actions import ACTIONS, ROW_NAMES
from formicarium.games.antics.components import CELL_NAMES, CHASM, COLOURS, DATA, PAIR, STORE_ORDER
from formicarium.games.antics.drawing.board import NESTS, PLACES, ant_place, draw_board, nest_place
from formicarium.games.antics.drawing.colony import Panel, draw_colony, panels
from formicarium.games.antics.drawing.fields import draw_fields, place
from formicarium.games.antics.drawing.marks import (
    HEIGHT,
    MARGIN,
    SHEET,
    WIDTH,
    Actions,
    box,
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
from formicarium.scene import Node, Scene

RINGS = {"pick", "pass", "deliver", "steal", "advance", "guard", "unguard"}  # what a trace marks at the seat's ant


def draw(view: View, words: Words) -> Scene:
    """The view as a scene, labelled in the language of the words."""
    legal, outcome = view.legal_texts(), view.outcome
    actions: Actions = {text: (text,) for text in legal}
    shown, points = panels(view), view.points
    nodes = (
        *_plate(words),
        *_captions(view, words, outcome),
        *draw_fields(view, words, actions),
        *draw_board(view, words, actions),
        *(node for panel in shown for node in draw_colony(view, words, actions, panel, points, outcome)),
        *_traces(view, shown),
    )
    return Scene(WIDTH, HEIGHT, words("name"), _prompt(view, words, outcome), SHEET, nodes)


@cache
def _plate(words: Words) -> tuple[Node, ...]:
    """The frame and the title above everything."""
    middle = WIDTH / 2
    return (
        Node("frame", "ground", path=box(10, 10, WIDTH - 20, HEIGHT - 20, 8), stroke="ink", width=1.8),
        Node("frame:inner", "ground", path=box(16, 16, WIDTH - 32, HEIGHT - 32, 5), stroke="line"),
        Node("title", "captions", middle, 68, text=words("name"), size=46, face="serif", label=words("tagline")),
        Node("ornament:left", "captions", middle - 132, 54, 90, 1.2, sprite="figure", tone="caption"),
        Node("ornament:right", "captions", middle + 132, 54, -90, 1.2, sprite="figure", tone="caption"),
    )


def _captions(view: View, words: Words, outcome: Outcome | None) -> Iterator[Node]:
    """The round, and whose turn it is."""
    for key, x, anchor, text in (
        ("round", MARGIN, "start", words("status.round", int(view.record.round_number))),
        ("status", WIDTH - MARGIN, "end", _status(view, words, outcome)),
    ):
        yield Node(key, "captions", x, 64, text=text, size=25, anchor=anchor, face="italic", tone="caption")


# What happened


def _traces(view: View, shown: list[Panel]) -> Iterator[Node]:
    """Rings around what was touched in this turn and in the one before."""
    s = view.record
    by_seat = {panel.seat: panel for panel in shown}
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
                key, (x, y, scale) = f"{sprite}:{number}", spot
                if ACTIONS[code].verb in ("lay", "store"):  # a hex is outlined, so that its level can still be read
                    stroke = "accent" if sprite == "trace" else "ink"
                    yield Node(key, "highlights", x, y, path=hexagon(23 * scale), stroke=stroke, width=3.2)
                else:
                    yield Node(key, "highlights", x, y, scale=scale, sprite=sprite)


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
        return view.ending(words.language)
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
