"""What speaks for an action of The Grasshopper & the Ant: what a harvest would bring, and what a purchase is worth."""

from __future__ import annotations

from collections.abc import Callable

from formicarium.core.actions import Action
from formicarium.engine.events import BIG, Event, Reason, Said, Who
from formicarium.engine.position import View
from formicarium.games.grasshopper.components import (
    CARD_NAMES,
    CELL_NAMES,
    CELLS,
    EFFECT_OF,
    GOAL,
    INSECT,
    INSECT_NAMES,
    PAIR,
    PRICE,
    PROVISION_NAMES,
    ROW,
    SHELF,
    SPACES,
    TYPE,
    TYPE_NAMES,
    TYPES,
)
from formicarium.games.grasshopper.face.events import insect_said, provision_said, type_said
from formicarium.games.grasshopper.face.insects import points_of_kind
from formicarium.games.grasshopper.options import AUTUMN
from formicarium.games.grasshopper.state import BLANK

CARD = 0.5  # a path card, in points
SURE = 2.0  # what is certain weighs so much more than what hangs on a guess


def reasons(view: View, action: Action) -> list[Reason]:
    """The facts that an action brings about; of a secret, what would follow if it is so."""
    find = BY_VERB.get(action.verb)
    return find(view, action) if find else []


def _ant(view: View, action: Action) -> list[Reason]:
    """A step of the trail: a type more to choose from, an insect under it."""
    s = view.record
    card = int(s.grid[CELL_NAMES.index(action.arguments[0])])
    types = {int(TYPE[s.grid[cell]]) for cell in _trail(view)}
    found = []
    if int(TYPE[card]) not in types:
        types.add(int(TYPE[card]))
        values = {"count": len(types), "types": tuple(type_said(path) for path in sorted(types))}
        found.append(Reason(Event("types", values, _nodes([card])), "types to choose from", 1.0))
    else:
        count = 1 + sum(TYPE[s.grid[cell]] == TYPE[card] for cell in _trail(view))
        values = {"count": int(count), "type": type_said(int(TYPE[card]))}
        found.append(Reason(Event("more", values, _nodes([card])), "cards of a type", CARD))
    if INSECT[card] >= 0:
        values = {"insect": insect_said(int(INSECT[card])), "type": type_said(int(TYPE[card]))}
        found.append(Reason(Event("insect", values, _nodes([card])), "insect cards", CARD))
    return found


def _choose(view: View, action: Action) -> list[Reason]:
    """What the Ant gets if a type is not guessed, and the Grasshopper if it is."""
    path = TYPE_NAMES.index(action.arguments[0])
    found = _harvest(view, path, view.seat, "through")
    other = int(view.record.grasshopper)
    if view.record.mode == AUTUMN:
        gain = _shelf_gain(view, path, len(_cards(view, path)), other)
        values = {"who": Who(other), "gain": _gain(gain), "type": type_said(path)}
        found.append(Reason(Event("risk", values, (f"cube:{other}:{path}",)), "points of the other", CARD * gain))
    return found


def _guess(view: View, action: Action) -> list[Reason]:
    """What the Grasshopper gets if the Ant chose this type; and what the token that it saw excludes."""
    s = view.record
    path = int(TYPE[s.grid[CELL_NAMES.index(action.arguments[0])]])
    found = _harvest(view, path, view.seat, "caught")
    if 0 < s.peeked < BLANK and s.peeked - 1 != path:
        found.append(Reason(Event("excluded", {"type": type_said(int(s.peeked) - 1)}), "what is known", SURE))
    return found


def _harvest(view: View, path: int, seat: int, kind: str) -> list[Reason]:
    s, cards = view.record, _cards(view, path)
    values = {"type": type_said(path), "count": len(cards)}
    if s.mode == AUTUMN:
        gain = _shelf_gain(view, path, len(cards), seat) + _insect_gain(view, cards, seat)
        event = Event(f"{kind}-points", {**values, "gain": _gain(gain)}, _nodes(cards))
        return [Reason(event, "points", float(gain))]
    found = [Reason(Event(f"{kind}-cards", values, _nodes(cards)), "path cards", CARD * len(cards))]
    have = s.players[seat].have.tolist()
    more = [count + (len(cards) if path == number else 0) for number, count in enumerate(have)]
    for place in range(ROW):
        offer = int(s.row[place])
        if offer >= 0 and _covers(more, offer) and not _covers(have, offer):
            worth = _worth(view, offer, seat)
            values = {"provision": provision_said(offer, f"row:{place}"), "gain": _gain(worth)}
            found.append(Reason(Event("affords", values, (f"row:{place}",)), "points within reach", CARD * worth))
    return found


def _name(view: View, action: Action) -> list[Reason]:
    """G4.2.3: a card for a Red Ant that is right; a type that the trail lacks cannot have been chosen."""
    path = TYPE_NAMES.index(action.arguments[0])
    cards = _cards(view, path)
    values = {"who": Who(int(view.record.ant)), "type": type_said(path)}
    return [Reason(Event("name", values, _nodes(cards)), "path cards", CARD)] if cards else []


def _buy(view: View, action: Action) -> list[Reason]:
    return _bought(view, PROVISION_NAMES.index(action.arguments[0]))


def _pay(view: View, action: Action) -> list[Reason]:
    return _bought(view, int(view.record.buying) - 1)


def _bought(view: View, kind: int) -> list[Reason]:
    """G4.3: a point, and one more for the second of a pair; perhaps it is enough to win."""
    worth = _worth(view, kind, view.seat)
    total = int(view.points[view.seat]) + worth
    values = {"provision": provision_said(kind), "gain": _gain(worth), "count": total}
    event = Event("reaches" if total >= GOAL else "buys", values, size=BIG if total >= GOAL else 2)
    return [Reason(event, "points", SURE * worth)]


def _exchange(view: View, action: Action) -> list[Reason]:
    after = view.copy()
    after.apply(view.seat, action)
    more = int(after.points[view.seat] - view.points[view.seat])
    return [Reason(Event("exchange", {"gain": _gain(more)}), "points", SURE * more)] if more > 0 else []


def _power(view: View, action: Action) -> list[Reason]:
    insect = INSECT_NAMES.index(action.arguments[0])
    event = Event("power", {"effect": Said(f"effect.{EFFECT_OF[insect]}")}, (f"power:{action.arguments[0]}",))
    return [Reason(event, f"power of {EFFECT_OF[insect]}", 1.0)]


def _console(view: View, action: Action) -> list[Reason]:
    return [Reason(Event("console"), "path cards", CARD)]


def _collect(view: View, action: Action) -> list[Reason]:
    """The harvest as it lies."""
    s = view.record
    cards = [int(s.grid[cell]) for cell in range(CELLS) if s.harvest >> cell & 1]
    if not cards:
        return []
    values = {"count": len(cards), "type": type_said(int(TYPE[cards[0]]))}
    return [Reason(Event("collect", values, _nodes(cards)), "path cards", CARD * len(cards))]


BY_VERB: dict[str, Callable[[View, Action], list[Reason]]] = {
    "ant": _ant,
    "choose": _choose,
    "name": _name,
    "guess": _guess,
    "collect": _collect,
    "power": _power,
    "buy": _buy,
    "pay": _pay,
    "exchange": _exchange,
    "console": _console,
}


# What things are worth


def _trail(view: View) -> list[int]:
    """The cells of the trail."""
    return [cell for cell in range(CELLS) if view.record.chain >> cell & 1]


def _cards(view: View, path: int) -> list[int]:
    """The cards of a type under the trail."""
    cards = [int(view.record.grid[cell]) for cell in _trail(view)]
    return [card for card in cards if TYPE[card] == path]


def _shelf_gain(view: View, path: int, count: int, seat: int) -> int:
    """G3.2: what a cube gains on its shelf by so many cards."""
    space = int(view.record.players[seat].shelves[path])
    return int(SHELF[min(SPACES, space + count)] - SHELF[space])


def _insect_gain(view: View, cards: list[int], seat: int) -> int:
    """G3.6: what the insects on some cards add to those that a seat keeps."""
    kept = view.record.players[seat].insects.tolist()
    more = [sum(INSECT[card] == kind for card in cards) for kind in range(len(kept))]
    return sum(points_of_kind(old + new) - points_of_kind(old) for old, new in zip(kept, more, strict=True))


def _covers(have: list[int], kind: int) -> bool:
    """Whether cards pay a price without a wildcard set."""
    return all(have[path] >= PRICE[kind, path] for path in range(TYPES))


def _worth(view: View, kind: int, seat: int) -> int:
    return 1 + PAIR * int(view.record.players[seat].provisions[kind] == 1)


def _gain(points: int) -> Said:
    return Said("gain.points", {"count": points}) if points else Said("gain.none")


def _nodes(cards: list[int]) -> tuple[str, ...]:
    return tuple(f"card:{CARD_NAMES[card]}" for card in cards)
