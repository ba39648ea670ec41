"""The picture of The Grasshopper & the Ant: the grid with its chain, the column beside it, a panel for each seat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import atan2, degrees

from formicarium.engine.kernel import NATURE
from formicarium.engine.position import Outcome, View
from formicarium.engine.texts import Words
from formicarium.games.grasshopper.actions import card_name
from formicarium.games.grasshopper.chains import CONNECTED, near
from formicarium.games.grasshopper.components import ANTS, CELL_NAMES, CELLS, PROVISION_NAMES, SIDE, TYPE_NAMES
from formicarium.games.grasshopper.drawing.layout import (
    GRID,
    LEFT,
    PITCH,
    PLACES,
    SHEET,
    SIDE_LEFT,
    STRIP,
    TOP,
    WIDTH,
    box,
    card,
    height,
    pawn,
)
from formicarium.games.grasshopper.drawing.panels import Actions, column, gather, panel
from formicarium.games.grasshopper.phases import (
    AUTUMN,
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
from formicarium.scene import Node, Scene

PAWN_SHIFT = 22  # pawns stand right below the middle of a card, so that its insect is seen
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


def draw(view: View, words: Words) -> Scene:
    """The view as a scene, labelled in the language of the words."""
    outcome, legal = view.outcome, view.legal_texts()
    actions = gather(legal, view.record.row.tolist())
    nodes = (
        *_plate(words, view.seats),
        *_captions(view, words, outcome),
        *_cards(view, words, actions),
        *_chain(view),
        *_pawns(view, words),
        *_traces(view),
        *_strip(view, words, actions),
        *column(view, words, actions),
        *(node for seat in range(view.seats) for node in panel(view, words, seat, actions, outcome)),
    )
    return Scene(WIDTH, height(view.seats), words("name"), _prompt(view, words, outcome, legal), SHEET, nodes)


# The grid


@cache
def _plate(words: Words, seats: int) -> tuple[Node, ...]:
    """The frame, the title, and the coordinates around the grid."""
    return tuple(_frame(words, height(seats)))


def _frame(words: Words, tall: float) -> Iterator[Node]:
    yield Node("frame", "ground", path=box(14, 14, WIDTH - 28, tall - 28, 6), stroke="ink", width=1.6)
    yield Node("frame:inner", "ground", path=box(20, 20, WIDTH - 40, tall - 40, 3), stroke="line")
    middle = WIDTH / 2
    yield Node("title", "captions", middle, 64, text=words("name"), size=30, face="serif", label=words("tagline"))
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
    """Mode and round, and whose turn it is."""
    mode = words(f"mode.{('autumn', 'winter', 'beetle')[view.record.mode]}")
    number = int(view.record.round_number)
    text = words("status.round", mode=mode, number=number) if number else mode
    for key, x, anchor, said in (
        ("round", LEFT, "start", text),
        ("status", WIDTH - LEFT, "end", _status(view, words, outcome)),
    ):
        yield Node(key, "captions", x, 62, text=said, size=20, anchor=anchor, face="italic", tone="caption")


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


def _pawns(view: View, words: Words) -> Iterator[Node]:
    """The six ants, on the grid or waiting in the strip, and the grasshopper."""
    s = view.record
    if s.ant < 0:
        return
    cells = s.ants[: s.placed].tolist()
    for ant in range(ANTS):
        if ant < len(cells):
            x, y = PLACES[cells[ant]]
            towards = cells[ant + 1] if ant + 1 < len(cells) else cells[ant]
            before = cells[ant - 1] if ant else cells[ant]
            turn = _turn(cells[ant], towards) if towards != cells[ant] else _turn(before, cells[ant])
            yield from pawn(f"ant:{ant}", int(s.ant), "pieces", x + PAWN_SHIFT, y + PAWN_SHIFT, turn)
        else:
            yield from pawn(f"ant:{ant}", int(s.ant), "pieces", SIDE_LEFT + 14 + 40 * ant, STRIP, 90, 0.78)
    x, y, scale = SIDE_LEFT + 316, STRIP, 1.0
    if s.guess >= 0:
        (x, y), scale = PLACES[s.guess], 1.15
        x, y = x + 4, y - 20
    label = words("key.grasshopper")
    yield Node("grasshopper:leaf", "pieces", x, y, scale=scale, sprite="leaf")
    yield Node("grasshopper", "pieces", x + 2, y - 8, scale=scale, sprite="grasshopper", label=label)
    seat = int(s.grasshopper)
    yield Node("grasshopper:disc", "pieces", x - 28 * scale, y + 12, scale=0.5, sprite="disc", tone=f"seat-{seat}")
    mark = f"mark-{seat}"
    yield Node("grasshopper:mark", "pieces", x - 28 * scale, y + 12, scale=0.6, sprite=mark, tone="piece-ink")


def _turn(cell: int, towards: int) -> float:
    """The angle of an ant that looks from one cell to another; up where there is none."""
    (x, y), (to_x, to_y) = PLACES[cell], PLACES[towards]
    return round(degrees(atan2(to_x - x, y - to_y)))


def _traces(view: View) -> Iterator[Node]:
    """Rings around the harvest of this round, and around what was taken in the last one until the next ant stands."""
    s = view.record
    now = int(s.harvest | s.swapped | s.emptied)
    before = int(s.before.cells) if s.placed == 0 and s.before.collector >= 0 else 0
    for cell in range(CELLS):
        for sprite, mask in (("trace", now), ("trace-before", before)):
            if mask >> cell & 1:
                yield Node(f"{sprite}:{CELL_NAMES[cell]}", "tracks", *PLACES[cell], sprite=sprite)


# The strip below the grid


def _strip(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    """What happened last, and the tokens of the viewer."""
    s = view.record
    y = TOP + GRID + 24
    news = _news(view, words)
    yield Node("news", "captions", LEFT, y, text=news, size=17, anchor="start", face="italic", tone="caption")
    seat = view.seat
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
    return words("status.turn", seat=" & ".join(words(f"seat.{seat}") for seat in view.actors))


def _prompt(view: View, words: Words, outcome: Outcome | None, legal: list[str]) -> str:
    """One sentence: whose turn it is, and what to do now."""
    s, phase, actors = view.record, int(view.record.phase), view.actors
    if outcome:
        return view.ending(words.language)
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
