"""The column beside the grid (pantry, provisions, powers, piles) and a panel for each seat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from formicarium.engine.position import Outcome, View
from formicarium.engine.texts import Words
from formicarium.games.grasshopper.actions import card_name
from formicarium.games.grasshopper.components import (
    EFFECT_OF,
    FOOD,
    GOAL,
    HIDDEN,
    INSECT_NAMES,
    INSECTS,
    PAY_ORDER,
    PRICE,
    PROVISION_NAMES,
    SET,
    SHELF,
    SPACES,
    TYPE,
    TYPE_NAMES,
    TYPES,
)
from formicarium.games.grasshopper.face.insects import insect_points, sees_insects
from formicarium.games.grasshopper.face.layout import (
    DECK,
    PANEL_HEIGHT,
    PANEL_WIDTH,
    SIDE_LEFT,
    SIDE_WIDTH,
    TOP,
    card,
    card_back,
    panel_place,
    price_chips,
)
from formicarium.games.grasshopper.options import AUTUMN, BEETLE
from formicarium.games.grasshopper.state import BLANK, BOX, DISCARD, HELD, MIDDLE, SUPPLY
from formicarium.scene import Node, remembered
from formicarium.scene.shapes import ant, box

Actions = dict[str, list[str]]  # what can be done with a thing, by a key of ours
SMALL = 0.49  # cards before a seat
TALL = 102  # a shelf of the pantry
THIRDS = [SIDE_LEFT + 57 + 124 * place for place in range(3)]


def gather(texts: list[str], row: list[int]) -> Actions:
    """Sort the legal actions by the thing that is clicked: a power, a place of the row, an opponent's provision, …"""
    by_thing: Actions = {}
    for text in texts:
        verb, *arguments = text.split()
        key = text
        if verb in ("ant", "guess"):
            key = f"cell {arguments[0]}"
        elif verb == "swap":
            key = f"cell {arguments[1]}"
        elif verb in ("choose", "name"):
            key = f"token {arguments[0]}"
        elif verb == "buy" or (verb == "exchange" and len(arguments) == 2):
            key = f"row {row.index(PROVISION_NAMES.index(arguments[-1]))}"
        elif verb == "exchange":
            key = f"owned {arguments[2]} {arguments[1]}"
        elif verb == "wild":
            key = f"stack {arguments[0]}"
        by_thing.setdefault(key, []).append(text)
    return by_thing


# The column beside the grid


def lies_beside(view: View) -> tuple[bytes, ...]:
    """What the column depends on."""
    shelves = view.record.players["shelves"].tobytes()
    return (shelves, *view.bytes_of("row", "stock", "buying", "powers", "deck", "where"))


def column(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    """Everything that belongs to nobody."""
    if view.record.mode == AUTUMN:
        yield from _pantry(view, words)
    else:
        yield from _row(view, words, actions)
        if view.record.mode == BEETLE:
            yield from _middle(view, words, actions)
        else:
            yield from _reminder(words.plain)
    yield from _piles(view, words)


def _caption(key: str, y: float, text: str) -> Node:
    return Node(key, "captions", SIDE_LEFT, y, text=text, size=19, anchor="start", face="italic", tone="caption")


def _pantry(view: View, words: Words) -> Iterator[Node]:
    """A cupboard: a shelf a type, four spaces with their points, and the cubes of all seats."""
    yield from _cupboard(words.plain)
    for seat in range(view.seats):
        for kind, space in enumerate(view.record.players[seat].shelves.tolist()):
            if space:
                yield from _cube(words, seat, kind, space)


@remembered
def _cube(words: Words, seat: int, kind: int, space: int) -> tuple[Node, Node]:
    x = SIDE_LEFT + 72 + 65 * space + (13 if seat % 2 else -13)
    y = TOP + 12 + TALL * kind + (66 if seat > 1 else 41)
    name, points = words(f"type.{TYPE_NAMES[kind]}"), SHELF[space]
    label = words("pantry.cube", seat=words(f"seat.{seat}"), type=name, points=points)
    key, home = f"cube:{seat}:{kind}", f"panel:{seat}"
    return (
        Node(key, "pieces", x, y, sprite="cube", tone=f"seat-{seat}", label=label, home=home),
        Node(f"{key}:mark", "pieces", x, y - 5, 0, 0.46, f"mark-{seat}", tone="piece-ink", home=home),
    )


@cache
def _cupboard(words: Words) -> tuple[Node, ...]:
    return tuple(_shelves(words, TALL))


def _shelves(words: Words, tall: float) -> Iterator[Node]:
    outline = box(SIDE_LEFT, TOP, SIDE_WIDTH, tall * TYPES + 14, 10)
    yield Node("pantry", "ground", path=outline, fill="panel", stroke="ink", width=2.4, label=words("pantry.name"))
    for kind in range(TYPES):
        y = TOP + 12 + tall * kind
        name, food = words(f"type.{TYPE_NAMES[kind]}"), words(f"food.{FOOD[kind]}")
        board = box(SIDE_LEFT + 8, y + tall - 15, SIDE_WIDTH - 16, 10, 3)
        yield Node(f"shelf:{kind}:board", "ground", path=board, fill="wood", stroke="piece-ink", width=1.2)
        label = words("pantry.shelf", type=name, food=food)
        x = SIDE_LEFT + 48
        yield Node(f"shelf:{kind}", "regions", x, y + 52, scale=1.05, sprite=f"food-{FOOD[kind]}", label=label)
        yield Node(f"shelf:{kind}:chip", "regions", x + 30, y + 19, scale=0.8, sprite=f"chip-{TYPE_NAMES[kind]}")
        for space in range(1, SPACES + 1):
            x = SIDE_LEFT + 72 + 65 * space
            place = box(x - 28, y + 4, 56, tall - 22, 6)
            yield Node(f"space:{kind}:{space}", "regions", path=place, fill="field", stroke="line", width=1.4)
            text = str(SHELF[space])
            yield Node(f"space:{kind}:{space}:points", "regions", x, y + 20, text=text, size=16, tone="caption")


def _row(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    """The provisions that lie open, and how many are left."""
    s = view.record
    yield _caption("row", TOP + 6, words("row.name", count=int(s.stock.sum())))
    for place, kind in enumerate(s.row.tolist()):
        x, y = THIRDS[place % 3], TOP + 92
        if kind < 0:
            yield Node(f"row:{place}", "regions", x, y, sprite="provision-none", label=words("row.empty"))
            continue
        offered = tuple(actions.get(f"row {place}", ()))
        yield from provision(f"row:{place}", words, kind, x, y, 1, "", offered)
        if s.buying == kind + 1 and s.row.tolist().index(kind) == place:
            yield Node("buying", "highlights", x, y, path=box(-56, -74, 112, 148, 12), stroke="accent", width=5)


@remembered
def provision(
    key: str, words: Words, kind: int, x: float, y: float, scale: float, owner: str, actions: tuple[str, ...] = ()
) -> tuple[Node, ...]:
    """A provision card with its price and its name, before its owner or for sale."""
    return tuple(_provision(key, words, kind, x, y, scale, owner, actions))


def _provision(
    key: str, words: Words, kind: int, x: float, y: float, scale: float, owner: str, actions: tuple[str, ...]
) -> Iterator[Node]:
    name = PROVISION_NAMES[kind]
    outline = box(-52, -70, 104, 140, 10)
    label = words("panel.provision" if owner else "row.card", seat=owner, name=_price(words, kind))
    yield Node(f"{key}:card", "pieces", x, y, scale=scale, sprite=f"provision-{name}")
    yield Node(key, "pieces", x, y, 0, scale, path=outline, stroke="piece-ink", width=2, label=label, actions=actions)
    yield from price_chips(f"{key}:price", "pieces", x, y, scale, PRICE[kind].tolist())
    if scale > 0.5:
        short = words(f"provision.{name}")
        yield Node(f"{key}:name", "pieces", x + 15, y + 46, text=short, size=14, face="serif", tone="piece-ink")
        yield Node(f"{key}:id", "pieces", x + 15, y + 61, text=name, size=11, tone="piece-ink", opacity=0.7)


def _price(words: Words, kind: int) -> str:
    """A provision in words, with its price."""
    price = ", ".join(
        words("price.part", count, type=words(f"type.{TYPE_NAMES[path]}"))
        for path, count in enumerate(PRICE[kind].tolist())
        if count
    )
    return words("price.of", name=words(f"provision.{PROVISION_NAMES[kind]}"), id=PROVISION_NAMES[kind], price=price)


def _middle(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    """The six powers: free ones as medallions, the others as empty places that say where they are."""
    s = view.record
    yield _caption("powers", TOP + 198, words("power.name"))
    for insect in range(INSECTS):
        x, y = THIRDS[insect % 3], TOP + 246 + 98 * (insect // 3)
        name, place = INSECT_NAMES[insect], int(s.powers[insect])
        offered = tuple(actions.get(f"power {name}", ()))
        effect = words(f"power.{EFFECT_OF[insect]}")
        what = words("power.of", insect=words(f"insect.{name}"), effect=words(f"effect.{EFFECT_OF[insect]}"))
        if place == MIDDLE:
            label = words("power.middle", power=what)
            yield Node(f"power:{name}", "pieces", x, y, scale=1.15, sprite=f"bug-{name}", label=label, actions=offered)
        else:
            where = words("power.box") if place == BOX else words(f"seat.{place - HELD}")
            label = words("power.gone", power=what, where=where)
            yield Node(f"gone:{name}", "regions", x, y, scale=1.15, sprite="power-none", label=label)
            text = where if place >= HELD else "–"
            yield Node(f"gone:{name}:where", "regions", x, y + 5, text=text, size=13, tone="caption")
        yield Node(f"power:{name}:effect", "captions", x, y + 51, text=effect, size=14, tone="caption")


@cache
def _reminder(words: Words) -> tuple[Node, ...]:
    """What a beginner forgets: wildcard sets, pairs, the goal."""
    return tuple(_advice(words, TOP + 196))


def _advice(words: Words, y: float) -> Iterator[Node]:
    yield Node(
        "reminder", "ground", path=box(SIDE_LEFT, y, SIDE_WIDTH, 178, 10), fill="panel", stroke="line", width=1.4
    )
    x = SIDE_LEFT + 40
    for place in range(SET):
        yield Node(f"reminder:set:{place}", "regions", x + 26 * place, y + 40, sprite="chip-cloth")
    x += 26 * SET + 18
    yield Node("reminder:arrow", "regions", path=f"M{x} {y + 40}h26m-9-8l9 8l-9 8", stroke="ink", width=2.4)
    yield Node("reminder:for", "regions", x + 56, y + 40, sprite="chip-stone")
    for line, key in enumerate(("wild", "pair", "goal")):
        text = words(f"reminder.{key}", set=SET, goal=GOAL)
        down = y + 88 + 34 * line
        yield Node(f"reminder:{key}", "captions", SIDE_LEFT + 24, down, text=text, size=17, anchor="start")


def _piles(view: View, words: Words) -> Iterator[Node]:
    """The deck, and the discard pile in Winter or what left the game in Autumn."""
    s = view.record
    x, y = SIDE_LEFT + 50, TOP + 482
    count = int(s.deck)
    text = words("pile.deck", count)
    for layer in range(1, min(3, count)):
        yield Node(f"deck:{layer}", "regions", x + 4 * layer - 4, y - 5 * layer + 5, 0, 0.66, "card-back")
    up = max(min(3, count) - 1, 0)
    sprite = "card-back" if count else "hole"
    yield Node(DECK, "regions", x + 4 * up, y - 5 * up, 0, 0.66, sprite, label=text)
    yield Node("deck:count", "captions", x + 4, y + 60, text=text, size=16, tone="caption")
    if s.mode == AUTUMN:
        return
    heap = np.flatnonzero(s.where == DISCARD).tolist()
    x += 96
    for place, number in enumerate(heap):
        label = words("pile.discarded", card=card_name(words, number))
        yield from card(number, "regions", x + 25 * (place % 8), y - 16 + 9 * (place // 8), 0.34, label)
    if not heap:
        yield Node("discard:none", "regions", x + 60, y, scale=0.66, sprite="hole", label=words("pile.discard", 0))
    text = words("pile.discard", len(heap))
    yield Node("discard:count", "captions", x + 60, y + 60, text=text, size=16, tone="caption")


# The seats


def lies_before(view: View, seat: int) -> tuple[bytes, ...]:
    """What the panel of a seat depends on, besides the outcome and who acts."""
    shared = view.bytes_of("where", "powers", "ant", "grasshopper", "buying", "collector", "sets_from")
    return (view.record.players[seat].tobytes(), *shared, *view.bytes_of("veil", "veil_card"))


def figures(view: View, words: Words, seat: int) -> Iterator[Node]:
    """What a screen shows beside the board and a poster in the panel: the part of a seat, its points and its cards."""
    (left, top), key = panel_place(seat), f"panel:{seat}"
    x, y, part = left + 38, top + 40, _part(view, words, seat)
    yield Node(
        f"{key}:part", "captions", x + 32, y + 19, text=part, size=14, anchor="start", face="italic", tone="caption"
    )
    yield Node(f"{key}:points", "captions", x, y + 78, text=_points(view, seat), size=30, face="bold")
    word = _points_word(view, words, seat)
    yield Node(f"{key}:points:caption", "captions", x, y + 102, text=word, size=14, tone="caption")
    if view.record.mode == AUTUMN:
        text = words("panel.insects", int((view.record.where == SUPPLY + seat).sum()))
        yield Node(f"{key}:insects", "captions", left + 206, top + 26, text=text, anchor="start", tone="caption")


def panel(view: View, words: Words, seat: int, actions: Actions, outcome: Outcome | None) -> Iterator[Node]:
    """A seat's name, its token, and what lies before it."""
    s, name, key = view.record, words(f"seat.{seat}"), f"panel:{seat}"
    left, top = panel_place(seat)
    won = outcome is not None and outcome.shares[seat] > 0
    stroke, width = ("good", 3.4) if won else ("accent", 3.4) if seat in view.actors else ("line", 1.4)
    part, points = _part(view, words, seat), _points(view, seat)
    label = words("panel.your_seat" if seat == view.seat else "panel.seat", seat=name, part=part, points=points)
    outline = box(left, top, PANEL_WIDTH, PANEL_HEIGHT, 10)
    yield Node(key, "ground", path=outline, fill="panel", stroke=stroke, width=width, label=label)
    x, y = left + 38, top + 40
    if won:
        yield Node(f"{key}:laurel", "captions", x, y, scale=0.92, sprite="laurel", label=words("key.laurel"))
    yield from ant(f"{key}:mark", seat, x, y, layer="captions")
    title = words("panel.you") if seat == view.seat else name
    yield Node(f"{key}:name", "captions", x + 34, y - 3, text=title, size=18, face="serif", anchor="start")
    yield from _token(view, words, seat, left + 122, top + 122)
    if s.mode == AUTUMN:
        yield from _kept(view, words, seat, left + 222, top)
    else:
        yield from _supply(view, words, seat, left + 230, top, actions)
        yield from _goods(view, words, seat, left, top, actions)


def _part(view: View, words: Words, seat: int) -> str:
    s = view.record
    if s.ant < 0:
        return words("part.watching")
    if seat == s.ant:
        return words("part.ant")
    if seat == s.grasshopper:
        return words("part.grasshopper")
    return words("part.watching" if s.mode == AUTUMN else "part.red")


def _points(view: View, seat: int) -> str:
    s, me = view.record, view.record.players[seat]
    if s.mode != AUTUMN:
        provisions = me.provisions.tolist()
        bonus = int(s.powers[EFFECT_OF.index("points")] == HELD + seat)
        return str(sum(provisions) + provisions.count(2) + bonus)
    shelves = sum(int(SHELF[space]) for space in me.shelves.tolist())
    insects = insect_points(view, seat)
    if sees_insects(view, seat) or not insects:
        return str(shelves + insects)
    return f"{shelves}+"


def _points_word(view: View, words: Words, seat: int) -> str:
    points = _points(view, seat)
    return words("panel.points", int(points) if points.isdigit() else points)


def _token(view: View, words: Words, seat: int, x: float, y: float) -> Iterator[Node]:
    """The token that a seat has laid: black for the Ant, red for Red Ants."""
    s, token = view.record, int(view.record.players[seat].token)
    if not token:
        return
    name, tone = words(f"seat.{seat}"), "piece-paper" if seat == s.ant else "danger"
    hidden = token == BLANK
    sprite = "token-back" if hidden else f"token-{TYPE_NAMES[token - 1]}"
    kind = "" if hidden else words(f"type.{TYPE_NAMES[token - 1]}")
    label = words("token.secret" if hidden else "token.open", seat=name, type=kind)
    yield Node(f"token:{seat}", "pieces", x, y, scale=0.86, sprite=sprite, tone=tone, label=label)


def _kept(view: View, words: Words, seat: int, left: float, top: float) -> Iterator[Node]:
    """Autumn: the insect cards of a seat in two rows."""
    cards = np.flatnonzero(view.record.where == SUPPLY + seat).tolist()
    name, a_row = words(f"seat.{seat}"), max(5, (len(cards) + 1) // 2)
    step = min(46.0, 218 / max(a_row - 1, 1))
    for place, number in enumerate(cards):
        x, y = left + 8 + step * (place % a_row), top + 66 + 62 * (place // a_row)
        if sees_insects(view, seat):
            yield from card(number, "pieces", x, y, 0.48, words("panel.card", seat=name, card=card_name(words, number)))
        else:
            yield card_back(number, "pieces", x, y, 0.48, words("panel.face_down", seat=name))


def _supply(view: View, words: Words, seat: int, left: float, top: float, actions: Actions) -> Iterator[Node]:
    """Winter: the path cards of a seat, a fan a type; a wildcard set begins with a click on its top card."""
    s, name = view.record, words(f"seat.{seat}")
    where, types = s.where.tolist(), TYPE.tolist()
    own = [number for number in PAY_ORDER.tolist() if where[number] == SUPPLY + seat]
    for kind in range(TYPES):
        cards = [number for number in own if types[number] == kind]
        x, y, key = left + 61 * kind, top + 40, f"panel:{seat}:stack:{kind}"
        type_name = words(f"type.{TYPE_NAMES[kind]}")
        if not cards:
            label = words("panel.no_cards", seat=name, type=type_name)
            yield Node(key, "regions", x, y, scale=SMALL, sprite="hole", label=label)
        step = min(3.0, 11 / max(len(cards) - 1, 1))
        for place, number in enumerate(reversed(cards)):
            last = place == len(cards) - 1
            offered = tuple(actions.get(f"stack {TYPE_NAMES[kind]}", ())) if last and seat == view.seat else ()
            label = words("panel.card", seat=name, card=card_name(words, number))
            if last:
                label = words("panel.stack", len(cards), seat=name, type=type_name)
            yield from card(number, "pieces", x + step * place, y, SMALL, label, offered)
        sets = int(s.sets_from[kind]) if s.buying and seat == s.collector else 0
        text = words("panel.sets", len(cards), sets) if sets else str(len(cards))
        tone = "accent" if sets else "ink" if cards else "caption"
        yield Node(f"{key}:count", "captions", x + 4, y + 47, text=text, size=16, face="bold", tone=tone)


def _goods(view: View, words: Words, seat: int, left: float, top: float, actions: Actions) -> Iterator[Node]:
    """Winter: provisions, the hidden card and powers of a seat."""
    s, name = view.record, words(f"seat.{seat}")
    x, y = left + 196, top + 133
    for kind, count in enumerate(s.players[seat].provisions.tolist()):
        for copy in range(count):
            offered = tuple(actions.get(f"owned {seat} {PROVISION_NAMES[kind]}", ())) if not copy else ()
            yield from provision(f"owned:{seat}:{kind}:{copy}", words, kind, x, y, 0.46, name, offered)
            x += 24 if copy == 0 and count == 2 else 51
    right = left + PANEL_WIDTH - 32
    if s.veil and s.powers[HIDDEN] == HELD + seat:
        number = int(s.veil_card)
        if number < 0:
            yield Node("veil", "pieces", right, y, 0, 0.4, "card-back", label=words("panel.veil", seat=name))
        else:
            label = words("panel.veil_seen", seat=name, card=card_name(words, number))
            yield from card(number, "pieces", right, y, 0.4, label, tuple(actions.get("hidden", ())))
            yield Node("veil:mark", "pieces", right, y, scale=0.4, sprite="trace-before")
        right -= 50
    held = [insect for insect in range(INSECTS) if s.powers[insect] == HELD + seat]
    step = min(44.0, (right - x - 10) / max(len(held), 1)) if held else 44.0
    for insect in held:
        kind_name = INSECT_NAMES[insect]
        power = words("power.of", insect=words(f"insect.{kind_name}"), effect=words(f"effect.{EFFECT_OF[insect]}"))
        offered = tuple(actions.get(f"power {kind_name}", ()))
        label = words("power.held", seat=name, power=power)
        yield Node(
            f"power:{kind_name}",
            "pieces",
            right,
            y,
            scale=0.74,
            sprite=f"bug-{kind_name}",
            label=label,
            actions=offered,
        )
        right -= step
