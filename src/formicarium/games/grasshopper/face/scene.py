"""The picture of The Grasshopper & the Ant: the grid with its chain, the column beside it, a panel for each seat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise
from math import atan2, degrees

from formicarium.core.kernel import NATURE
from formicarium.engine.position import Outcome, View
from formicarium.engine.texts import Words
from formicarium.games.grasshopper.actions import card_name
from formicarium.games.grasshopper.chains import near
from formicarium.games.grasshopper.components import ANTS, CELL_NAMES, CELLS, PROVISION_NAMES, SIDE, TYPE_NAMES
from formicarium.games.grasshopper.face.layout import (
    GRID,
    LEFT,
    PANEL_HEIGHT,
    PANEL_WIDTH,
    PITCH,
    PLACES,
    SHEET,
    SIDE_LEFT,
    SIDE_WIDTH,
    STRIP,
    TOP,
    WIDTH,
    card,
    height,
    panel_place,
)
from formicarium.games.grasshopper.face.panels import (
    Actions,
    column,
    figures,
    gather,
    lies_before,
    lies_beside,
    panel,
)
from formicarium.games.grasshopper.options import AUTUMN, CONNECTED
from formicarium.games.grasshopper.phases import (
    COMMIT,
    CONSOLING,
    GUESSING,
    LOOK,
    PLACE,
    POWERING,
    SHOPPING,
    SHOW,
    SWAPPING,
)
from formicarium.games.grasshopper.state import BLANK
from formicarium.scene import Area, Arrangement, Figure, Node, Panel, Scene
from formicarium.scene.shapes import ant, box, frame, title

PAWN_SHIFT = 22  # pawns stand right below the middle of a card, so that its insect is seen
LEAST = 0.56  # pixels a unit: below, each area has a page of its own
PANEL_TEXT = 14  # pixels: the least size of what stands in a panel
STATUS_LENGTH = 26  # characters of names beside the title
NOW = {
    PLACE: "place",
    COMMIT: "commit",
    LOOK: "look",
    GUESSING: "guess",
    SWAPPING: "swap",
    POWERING: "power",
    SHOPPING: "shop",
    CONSOLING: "console",
}


def scene(view: View, words: Words) -> Scene:
    """The view as a scene, labelled in the language of the words."""
    outcome, legal = view.outcome, view.legal_texts()
    actions = gather(legal, view.record.row.tolist())
    grid, tokens, pawns, side, *panels = areas = _areas(words.plain, view.seats)
    standing, waiting = _pawns(view, words)
    kept, before = view.kept, _done_with(actions, "stack", "owned", "hidden", "power")
    nodes = (
        *_plate(words.plain, view.seats),
        *_captions(view, words, outcome),
        *grid.holds(_table()),
        *kept.part(
            "cards",
            (view.bytes_of("grid", "guess", "chain"), _done_with(actions, "cell")),
            lambda: grid.holds(_cards(view, words, actions)),
        ),
        *grid.holds((*_chain(view), *standing)),
        *pawns.holds(waiting),
        *grid.holds(_traces(view)),
        *tokens.holds(_strip(view, words, actions)),
        *kept.part(
            "side",
            (lies_beside(view), _done_with(actions, "row", "power")),
            lambda: side.holds(column(view, words, actions)),
        ),
        *(
            node
            for seat, area in enumerate(panels)
            for node in kept.part(
                f"panel:{seat}",
                (lies_before(view, seat), outcome, seat in view.actors, before),
                partial(_before, view, words, seat, area, actions, outcome),
            )
        ),
    )
    return Scene(
        WIDTH,
        height(view.seats),
        words("name"),
        _prompt(view, words, outcome, legal),
        SHEET,
        nodes,
        areas,
        _arrangements(view.seats),
        LEAST,
        loses=_loses(words, legal),
        panels=_panels(view.seats),
        ghosts=_ghosts(view.seat) if view.seat < view.seats else {},
    )


def _done_with(actions: Actions, *things: str) -> list[tuple[str, list[str]]]:
    """What can be done with some things."""
    return [(key, texts) for key, texts in actions.items() if key.partition(" ")[0] in things]


def _before(
    view: View, words: Words, seat: int, area: Area, actions: Actions, outcome: Outcome | None
) -> Iterator[Node]:
    """A seat's panel; its figures are not in its area."""
    yield from figures(view, words, seat)
    yield from area.holds(panel(view, words, seat, actions, outcome))


@cache
def _panels(seats: int) -> tuple[Panel, ...]:
    """The points and the part of each seat; what lies before it is drawn."""
    return tuple(
        Panel(
            f"panel:{seat}",
            (
                (
                    Figure((), f"panel:{seat}:points", f"panel:{seat}:points:caption"),
                    Figure((), f"panel:{seat}:part"),
                ),
            ),
        )
        for seat in range(seats)
    )


@cache
def _ghosts(seat: int) -> dict[str, tuple[Node, ...]]:
    """What a seat would put where it points: an ant of its trail, or the grasshopper."""
    return {
        "ant": ant("ghost", seat, PAWN_SHIFT, PAWN_SHIFT),
        "guess": tuple(_grasshopper(4, -20, 1.15, seat, "")),
    }


def _loses(words: Words, legal: list[str]) -> dict[str, str]:
    """What is given up by going on."""
    verbs = {text.split()[0] for text in legal}
    ends = (("pass", "buy"), ("collect", "swap"))
    return {end: words(f"loses.{end}") for end, instead in ends if instead in verbs}


@cache
def _areas(words: Words, seats: int) -> tuple[Area, ...]:
    """The grid, the tokens, the pawns that wait, what lies beside the grid, and a panel for each seat."""
    aside, above, strip = LEFT - 34, TOP - 30, STRIP - 38
    panels = (
        Area(f"seat:{seat}", words("area.seats"), *panel_place(seat), PANEL_WIDTH, PANEL_HEIGHT, 0.8, PANEL_TEXT)
        for seat in range(seats)
    )
    return (
        Area("grid", words("area.grid"), aside, above, GRID + 40, GRID + 36),
        Area("tokens", words("area.tokens"), LEFT - 8, strip, GRID - 40, 80, 0.7),
        Area("pawns", words("area.pawns"), SIDE_LEFT - 8, strip, SIDE_WIDTH + 8, 80, 0.7),
        Area("side", words("area.side"), SIDE_LEFT - 3, TOP - 14, SIDE_WIDTH + 6, GRID + 24),
        *panels,
    )


@cache
def _arrangements(seats: int) -> tuple[Arrangement, ...]:
    """The panels in a column of their own, below what lies beside the grid, below all, or on a page of their own."""
    panels = tuple(f"seat:{seat}" for seat in range(seats))
    grid, side = ("grid", "tokens"), ("side", "pawns")
    rows = (panels,) if seats == 2 else (panels[:2], panels[2:])
    return (
        ((grid, side, panels),),
        ((grid, (*side, *panels)),),
        ((((grid, side), *rows),),),
        ((grid,), (side,), (panels,)),
    )


# The grid


@cache
def _plate(words: Words, seats: int) -> tuple[Node, ...]:
    """The frame and the title."""
    return tuple(_frame(words, height(seats)))


def _frame(words: Words, tall: float) -> Iterator[Node]:
    yield from frame(WIDTH, tall, 14, 20)
    yield title(words("name"), words("tagline"), WIDTH / 2, 64, 30)


@cache
def _table() -> tuple[Node, ...]:
    """What the cards lie on, and the coordinates around it."""
    return tuple(_table_nodes())


def _table_nodes() -> Iterator[Node]:
    yield Node(
        "table", "ground", path=box(LEFT - 2, TOP - 2, GRID + 4, GRID + 4, 14), fill="panel", stroke="ink", width=2.4
    )
    for place in range(SIDE):
        letter, along = "abcd"[place], PITCH * (place + 0.5)
        yield Node(f"column:{letter}", "captions", LEFT + along, TOP - 12, text=letter, size=16, tone="caption")
        yield Node(
            f"line:{place}", "captions", LEFT - 18, TOP + along + 6, text=str(place + 1), size=16, tone="caption"
        )


def _captions(view: View, words: Words, outcome: Outcome | None) -> Iterator[Node]:
    """Mode and round, whose turn it is, and what happened last."""
    mode = words(f"mode.{('autumn', 'winter', 'beetle')[view.record.mode]}")
    number = int(view.record.round_number)
    text = words("status.round", mode=mode, number=number) if number else mode
    for key, x, anchor, said in (
        ("round", LEFT, "start", text),
        ("status", WIDTH - LEFT, "end", _status(view, words, outcome)),
    ):
        yield Node(key, "captions", x, 62, text=said, size=20, anchor=anchor, face="italic", tone="caption")
    news, y = _news(view, words), TOP + GRID + 24
    yield Node("news", "captions", LEFT, y, text=news, size=17, anchor="start", face="italic", tone="caption")


def _cards(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    s = view.record
    for cell, number in enumerate(s.grid.tolist()):
        name, (x, y) = CELL_NAMES[cell], PLACES[cell]
        if number < 0:
            yield Node(f"hole:{name}", "regions", x, y, sprite="hole", label=words("cell.hole", cell=name))
            continue
        what = "guess" if s.guess == cell else "ant" if s.chain >> cell & 1 else "card"
        label = words(f"cell.{what}", cell=name, card=card_name(words, number))
        yield from card(number, "regions", x, y, 1, label, tuple(actions.get(f"cell {name}", ())))


def _chain(view: View) -> Iterator[Node]:
    """A ribbon from ant to ant: in walking order, or between all neighbours where chains may branch."""
    s = view.record
    cells = s.ants[: s.placed].tolist()
    if s.chain_rule == CONNECTED:
        pairs = [(a, b) for a in cells for b in near(a) if a < b and b in cells]
    else:
        pairs = list(pairwise(cells))
    path = "".join(f"M{_at(a)}L{_at(b)}" for a, b in pairs)
    if path:
        yield Node("chain:edge", "tracks", path=path, stroke="piece-ink", width=15)
        yield Node("chain", "tracks", path=path, stroke=f"seat-{s.ant}", width=11)


def _at(cell: int) -> str:
    x, y = PLACES[cell]
    return f"{x + PAWN_SHIFT:g} {y + PAWN_SHIFT:g}"


def _pawns(view: View, words: Words) -> tuple[list[Node], list[Node]]:
    """The six ants and the grasshopper: those on the grid, and those that wait."""
    s = view.record
    standing: list[Node] = []
    waiting: list[Node] = []
    if s.ant < 0:
        return standing, waiting
    cells = s.ants[: s.placed].tolist()
    for number in range(ANTS):
        if number < len(cells):
            x, y = PLACES[cells[number]]
            towards = cells[number + 1] if number + 1 < len(cells) else cells[number]
            before = cells[number - 1] if number else cells[number]
            turn = _turn(cells[number], towards) if towards != cells[number] else _turn(before, cells[number])
            last = number + 1 == len(cells) and s.phase == PLACE and s.chain_rule != CONNECTED
            drawn = ant(f"ant:{number}", int(s.ant), x + PAWN_SHIFT, y + PAWN_SHIFT, turn=turn)
            standing += [drawn[0]._replace(held="leads"), drawn[1]] if last else drawn
        else:
            waiting += ant(f"ant:{number}", int(s.ant), SIDE_LEFT + 14 + 40 * number, STRIP, turn=90, scale=0.78)
    x, y, scale, where = SIDE_LEFT + 316, STRIP, 1.0, waiting
    if s.guess >= 0:
        (x, y), scale, where = PLACES[s.guess], 1.15, standing
        x, y = x + 4, y - 20
    where += _grasshopper(x, y, scale, int(s.grasshopper), words("key.grasshopper"))
    return standing, waiting


def _grasshopper(x: float, y: float, scale: float, seat: int, label: str) -> Iterator[Node]:
    """The grasshopper on its leaf, with the mark of its seat."""
    left, down = x - 28 * scale, y + 12
    yield Node("grasshopper:leaf", "pieces", x, y, scale=scale, sprite="leaf")
    yield Node("grasshopper", "pieces", x + 2, y - 8, scale=scale, sprite="grasshopper", label=label)
    yield Node("grasshopper:disc", "pieces", left, down, scale=0.5, sprite="disc", tone=f"seat-{seat}")
    yield Node("grasshopper:mark", "pieces", left, down, scale=0.6, sprite=f"mark-{seat}", tone="piece-ink")


def _turn(cell: int, towards: int) -> float:
    """The angle of an ant that looks from one cell to another; up where there is none."""
    (x, y), (to_x, to_y) = PLACES[cell], PLACES[towards]
    return round(degrees(atan2(to_x - x, y - to_y)))


def _traces(view: View) -> Iterator[Node]:
    """Rings around the harvest of this round, and around what was taken in the last one until the next ant stands."""
    s = view.record
    now = int(s.harvest | s.swapped | s.emptied)
    before = int(s.before.cells) if s.placed == 0 and s.before.collector >= 0 else 0
    if not now and not before:
        return
    for cell in range(CELLS):
        for sprite, mask in (("trace", now), ("trace-before", before)):
            if mask >> cell & 1:
                yield Node(f"{sprite}:{CELL_NAMES[cell]}", "tracks", *PLACES[cell], sprite=sprite)


# The strip below the grid


def _strip(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    """The tokens of the viewer."""
    s, seat = view.record, view.seat
    if seat < view.seats and PLACE <= s.phase <= GUESSING and (seat == s.ant or _is_red(view, seat)):
        laid = int(s.players[seat].token)
        tone = "piece-paper" if seat == s.ant else "danger"
        for kind, name in enumerate(TYPE_NAMES):
            label = words("token.laid" if laid == kind + 1 else "token.own", type=words(f"type.{name}"))
            scale = 1.0 if laid in (0, kind + 1) else 0.62
            offered, sprite = tuple(actions.get(f"token {name}", ())), f"token-{name}"
            x, y = LEFT + 40 + 84 * kind, STRIP + 2
            yield Node(f"own:{name}", "pieces", x, y, 0, scale, sprite, tone=tone, label=label, actions=offered)
    if 0 < s.peeked < BLANK and seat == s.grasshopper:
        name = TYPE_NAMES[s.peeked - 1]
        label, sprite = words("token.seen", type=words(f"type.{name}")), f"token-{name}"
        yield Node("seen", "pieces", LEFT + 40, STRIP + 2, 0, 0.8, sprite, tone="piece-paper", label=label)
        yield Node("seen:text", "captions", LEFT + 80, STRIP + 8, text=label, anchor="start", tone="caption")


def _is_red(view: View, seat: int) -> bool:
    """Whether a seat is a Red Ant."""
    s = view.record
    return bool(s.mode != AUTUMN and seat not in (s.ant, s.grasshopper))


def _news(view: View, words: Words) -> str:
    """How the last harvest went, in a few words."""
    s = view.record
    now = s.collector >= 0
    collector, chosen, cells = (
        (s.collector, s.chosen, s.emptied) if now else (s.before.collector, s.before.chosen, s.before.cells)
    )
    if collector < 0:
        return ""
    count = max(int(cells).bit_count(), int(s.harvest | s.swapped).bit_count() if now else 0)
    kind = words(f"type.{TYPE_NAMES[chosen]}")
    text = words("news.harvest", seat=words(f"seat.{collector}"), count=count, type=kind)
    bought = s.bought - 1 if now else s.before.bought
    if bought >= 0:
        text += words("news.bought", name=words(f"provision.{PROVISION_NAMES[bought]}"))
    return text


# The sentences


def _status(view: View, words: Words, outcome: Outcome | None) -> str:
    """Whose turn it is, or how it ended, in a few words."""
    if outcome:
        first = [words(f"seat.{seat}") for seat, share in enumerate(outcome.shares) if share > 0]
        return words("status.won" if len(first) == 1 else "status.shared", seat=" & ".join(first))
    if NATURE in view.actors:
        return words("status.nature")
    seats = " & ".join(words(f"seat.{seat}") for seat in view.actors)
    return words("status.turn", seat=seats) if len(seats) <= STATUS_LENGTH else words("status.several")


def _prompt(view: View, words: Words, outcome: Outcome | None, legal: list[str]) -> str:
    """One sentence: whose turn it is, and what to do now."""
    s, phase, actors = view.record, int(view.record.phase), view.actors
    if outcome:
        return view.ending(words.language, [words.seat(seat, view.seats) for seat in range(view.seats)])
    if NATURE in actors:
        return words("prompt.lot" if s.ant < 0 else "prompt.token" if phase == SHOW else "prompt.draw")
    if view.seat not in actors:
        seats = words.listed([words(f"seat.{seat}") for seat in actors])
        return words(f"wait.{NOW[phase]}", ANTS - s.placed, seat=seats)
    if phase == PLACE:
        return words("prompt.first" if s.placed == 0 else "prompt.place", ANTS - s.placed)
    if phase == COMMIT:
        return words("prompt.choose" if view.seat == s.ant else "prompt.name")
    if phase == SHOPPING:
        return _shopping(view, words, legal)
    return words(f"prompt.{NOW[phase]}")


def _shopping(view: View, words: Words, legal: list[str]) -> str:
    s = view.record
    if s.buying:
        name = words(f"provision.{PROVISION_NAMES[s.buying - 1]}")
        return words("prompt.pay" if "pay" in legal else "prompt.cover", name=name)
    verbs = {text.split()[0] for text in legal}
    return words("prompt.exchange" if "exchange" in verbs else "prompt.buy" if "buy" in verbs else "prompt.nothing")
