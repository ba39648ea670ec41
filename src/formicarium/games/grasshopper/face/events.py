"""What happens in The Grasshopper & the Ant as a witness sees it, what everybody owns, and a turn in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

import numpy as np

from formicarium.engine.events import BIG, NOTABLE, STEP, Event, Moment, Said, Who
from formicarium.engine.position import View
from formicarium.games.grasshopper.components import (
    ANTS,
    CARD_NAMES,
    EFFECT_OF,
    HIDDEN,
    INSECT,
    INSECT_NAMES,
    INSECTS,
    KINDS,
    PROVISION_NAMES,
    ROUNDS,
    SHELF,
    SPACES,
    TYPE,
    TYPE_NAMES,
    TYPES,
)
from formicarium.games.grasshopper.face.insects import insect_points, sees_insects
from formicarium.games.grasshopper.options import AUTUMN
from formicarium.games.grasshopper.phases import (
    BOXING,
    CHANGE,
    COMFORT,
    COMMIT,
    DEAL,
    FILL,
    GUESSING,
    LOOK,
    PLACE,
    POWERING,
    REWARD,
    SHOW,
    STALL,
)
from formicarium.games.grasshopper.state import BLANK, BOX, DECK, GRID, HELD, MIDDLE, SUPPLY

HEAP = ("discard:count",)  # the discard pile
DRAWN = {DEAL: "dealt", REWARD: "reward", CHANGE: "change", COMFORT: "consolation"}  # what an open card is drawn for


# What everybody owns


def holdings(view: View) -> dict[str, int]:
    """Points, shelves and insects in Autumn; in Winter points, cards, provisions, the row, powers, the hidden card."""
    s = view.record
    held: dict[str, int] = {}
    if s.mode != AUTUMN:
        held |= {f"row:{PROVISION_NAMES[kind]}": int((s.row == kind).sum()) for kind in range(KINDS)}
        held |= {f"boxed:{INSECT_NAMES[insect]}": int(s.powers[insect] == BOX) for insect in range(INSECTS)}
    for seat in range(view.seats):
        me = s.players[seat]
        held[f"points:{seat}"] = _points(view, seat)
        if s.mode == AUTUMN:
            for path in range(TYPES):
                held[f"shelf:{seat}:{TYPE_NAMES[path]}"] = int(me.shelves[path])
            for insect in range(INSECTS):
                held[f"insect:{seat}:{INSECT_NAMES[insect]}"] = int(me.insects[insect])
            continue
        for path in range(TYPES):
            held[f"cards:{seat}:{TYPE_NAMES[path]}"] = int(me.have[path])
        for kind in range(KINDS):
            held[f"provision:{seat}:{PROVISION_NAMES[kind]}"] = int(me.provisions[kind])
        for insect in range(INSECTS):
            held[f"power:{seat}:{INSECT_NAMES[insect]}"] = int(s.powers[insect] == HELD + seat)
        held[f"hidden:{seat}"] = int(s.veil and s.powers[HIDDEN] == HELD + seat)
    return held


def _points(view: View, seat: int) -> int:
    """What a seat has as its panel shows it: in Autumn without insects that lie face down."""
    s = view.record
    if s.mode != AUTUMN:
        return int(view.points[seat])
    shelves = sum(int(SHELF[space]) for space in s.players[seat].shelves.tolist())
    return shelves + (insect_points(view, seat) if sees_insects(view, seat) else 0)


# Whose turn it is


def moment(view: View) -> Moment:
    """A round has the Ant's turn, then the Grasshopper's; in Winter the rest belongs to who collects."""
    s = view.record
    number = int(s.round_number)
    if number == 0:
        return Moment(setup=True)
    if s.phase in (PLACE, COMMIT):
        return Moment(number, int(s.ant))
    if s.phase in (LOOK, SHOW, GUESSING) or s.mode == AUTUMN:
        return Moment(number, int(s.grasshopper))
    return Moment(number, int(s.collector))


# What happened


class Step(NamedTuple):
    """Two views of one witness and their records."""

    before: View
    after: View
    s: Any
    t: Any

    @property
    def turned(self) -> bool:
        """Whether the round has ended in this step: what it was is remembered apart then."""
        return bool(self.s.placed == ANTS and self.t.placed == 0)

    @property
    def facts(self) -> Any:
        """Guess, chosen type and collector of the round that the step belongs to."""
        return self.t.before if self.turned else self.t

    def moved(self, place: int, to: int | None = None) -> list[int]:
        """The cards that were in a place and are in another one, or anywhere else, now."""
        old, new = self.s.where, self.t.where
        there = (old == place) & ((new == to) if to is not None else (new != place))
        cards: list[int] = np.flatnonzero(there).tolist()
        return cards

    def gained(self, seat: int) -> int:
        """By how much the points of a seat have changed, as the witness sees them."""
        return _points(self.after, seat) - _points(self.before, seat)


def events(before: View, after: View) -> list[Event]:
    """What a witness saw happen in one step; nothing if it saw nothing, as when another seat begins to buy."""
    if before == after:
        return []
    step = Step(before, after, before.record, after.record)
    told = (_set_up, _laid, _chosen, _peeked, _revealed, _taken, _empowered, _traded, _begun, _drawn, _hidden, _ended)
    return [event for part in told for event in part(step)]


def _set_up(step: Step) -> Iterator[Event]:
    s, t = step.s, step.t
    if s.ant < 0 <= t.ant:
        yield Event("first", {"who": Who(int(t.ant))}, (_panel(t.ant),))
    if s.phase == BOXING:
        for insect in np.flatnonzero((t.powers == BOX) & (s.powers == MIDDLE)).tolist():
            name = INSECT_NAMES[insect]
            yield Event("set-aside", {"insect": insect_said(insect)}, (f"gone:{name}",), STEP, {f"boxed:{name}": 1})


def _laid(step: Step) -> Iterator[Event]:
    """Ants, one by one, and the whole trail when the last one stands."""
    s, t = step.s, step.t
    if t.placed <= s.placed:
        return
    who, cards = Who(int(t.ant)), [int(t.grid[cell]) for cell in t.ants[: t.placed].tolist()]
    if t.placed < ANTS:
        yield Event("ant", {"who": who, "card": _a_card(cards[-1])}, _nodes(cards[-1:]), STEP)
    else:
        yield Event("trail", {"who": who, "types": types_said(cards)}, _nodes(cards))


def _chosen(step: Step) -> Iterator[Event]:
    """That a token was laid; who laid it is also told which one."""
    tokens = zip(step.s.players["token"].tolist(), step.t.players["token"].tolist(), strict=True)
    for seat, (old, new) in enumerate(tokens):
        if not old and new:
            kind = "choice" if seat == step.t.ant else "named"
            known = {} if new == BLANK else {"type": type_said(new - 1)}
            yield Event(f"{kind}-own" if known else kind, {"who": Who(seat), **known}, (f"token:{seat}",))


def _peeked(step: Step) -> Iterator[Event]:
    s, t, who = step.s, step.t, Who(int(step.s.grasshopper))
    if s.phase == LOOK and t.phase == SHOW:
        yield Event("looks", {"who": who}, (_panel(who.seat),))
    if s.phase == SHOW and 0 < t.peeked < BLANK:
        yield Event("saw", {"who": who, "type": type_said(int(t.peeked) - 1)}, ("seen",), reveals=("type",))


def _revealed(step: Step) -> Iterator[Event]:
    """G2.3: the guess, the Ant's token, and in Winter those of the Red Ants."""
    s, t, facts = step.s, step.t, step.facts
    if s.guess >= 0 or s.placed < ANTS or facts.guess < 0:
        return
    card, ant, who, chosen = int(s.grid[facts.guess]), int(s.ant), Who(int(s.grasshopper)), int(facts.chosen)
    yield Event("guess", {"who": who, "card": _a_card(card)}, ("grasshopper", *_nodes([card])))
    kind = "caught" if facts.collector == s.grasshopper else "through"
    chain = [int(s.grid[cell]) for cell in s.ants.tolist()]
    nodes = _nodes([number for number in chain if TYPE[number] == chosen])
    values = {"who": who, "ant": Who(ant), "type": type_said(chosen, f"token:{ant}")}
    yield Event(kind, values, (f"token:{ant}", *nodes), BIG, reveals=("ant", "type"))
    for seat in range(step.after.seats):
        token = int(t.players[seat].token)  # gone if the next round has begun already
        if seat != ant and token:
            right = token == chosen + 1
            values = {"who": Who(seat), "type": type_said(token - 1, f"token:{seat}")}
            kind, size = ("red-right", NOTABLE) if right else ("red-wrong", STEP)
            yield Event(kind, values, (f"token:{seat}",), size, reveals=("who", "type"))


def _taken(step: Step) -> Iterator[Event]:
    """The harvest, or the card that was taken instead of one of it."""
    s, t, cards = step.s, step.t, step.moved(GRID)
    if not cards:
        return
    seat, swapped = int(step.facts.collector), int(t.swapped & ~s.swapped)
    if s.mode == AUTUMN:
        yield from _pantry(step, seat, cards)
    elif swapped and not step.turned:
        left = int(s.grid[swapped.bit_length() - 1])
        values = {"who": Who(seat), "card": _a_card(left), "other": _a_card(cards[0])}
        yield Event("swapped", values, _nodes([left, *cards]), changes=_cards_of(seat, cards, 1))
    else:
        insects = insects_said(cards)
        carried = {"who": Who(seat), "goods": _goods(cards), **({"insects": insects} if insects else {})}
        kind, nodes = "harvest-insects" if insects else "harvest", (*_nodes(cards), _panel(seat))
        yield Event(kind, carried, nodes, changes=_cards_of(seat, cards, 1))


def _pantry(step: Step, seat: int, cards: list[int]) -> Iterator[Event]:
    """G3.2, G3.3: the cube moves on its shelf, and insects are kept."""
    s, t, path = step.s, step.t, int(step.facts.chosen)
    old, new = int(s.players[seat].shelves[path]), int(t.players[seat].shelves[path])
    gain, who = int(SHELF[new] - SHELF[old]), Who(seat)
    shelf = Said("place.shelf", {"type": type_said(path)}, (f"shelf:{path}", f"cube:{seat}:{path}"))
    changes = {f"shelf:{seat}:{TYPE_NAMES[path]}": new - old, f"points:{seat}": gain}
    values: dict[str, object] = {"who": who, "goods": _goods(cards), "shelf": shelf, "gain": _gain(gain)}
    nodes = (*_nodes(cards), f"shelf:{path}", f"cube:{seat}:{path}", _panel(seat))
    yield Event("pantry", values, nodes, changes=changes)
    kept = [number for number in cards if INSECT[number] >= 0]
    if kept:
        changes = {f"insect:{seat}:{INSECT_NAMES[INSECT[number]]}": 0 for number in kept}
        for number in kept:
            changes[f"insect:{seat}:{INSECT_NAMES[INSECT[number]]}"] += 1
        values, kind = {"who": who, "insects": insects_said(kept)}, "kept"
        if sees_insects(step.before, seat):
            worth = insect_points(step.after, seat) - insect_points(step.before, seat)
            changes[f"points:{seat}"], values["gain"], kind = worth, _gain(worth), "kept-seen"
        yield Event(kind, values, (*_nodes(kept), _panel(seat)), changes=changes)
    if old < new == SPACES:
        yield Event("full", {"who": who, "shelf": shelf}, (f"shelf:{path}", f"cube:{seat}:{path}"), BIG)


def _empowered(step: Step) -> Iterator[Event]:
    """G5: a card of the harvest is given for a power, which may have been another's."""
    s, t = step.s, step.t
    if s.phase != POWERING:
        return
    for insect in np.flatnonzero(s.powers != t.powers).tolist():
        name, seat, owner = INSECT_NAMES[insect], int(t.powers[insect]) - HELD, int(s.powers[insect]) - HELD
        spent = step.moved(SUPPLY + seat)
        values: dict[str, object] = {"who": Who(seat), "card": _a_card(spent[0]), "insect": insect_said(insect)}
        changes = {**_cards_of(seat, spent, -1), f"power:{seat}:{name}": 1}
        if owner >= 0:
            values["victim"] = Who(owner)
            changes[f"power:{owner}:{name}"] = -1
        else:
            values["effect"] = Said(f"power.{EFFECT_OF[insect]}")
        yield Event("power-taken" if owner >= 0 else "power", values, (f"power:{name}", *_nodes(spent)), BIG, changes)
        if s.veil and insect == HIDDEN:
            yield _lost_veil(step, owner)
        yield from _scored(step, {seat, owner} if owner >= 0 else {seat})


def _lost_veil(step: Step, owner: int) -> Event:
    """The hidden card of the last holder is discarded, and so seen, unless the pile is shuffled at once."""
    card = _veil_card(step)
    values: dict[str, object] = {"who": Who(owner)}
    if card < 0:
        return Event("veil-gone", values, (_panel(owner),), changes={f"hidden:{owner}": -1})
    changes = {f"hidden:{owner}": -1}
    return Event("veil-lost", {**values, "card": card_said(card)}, _nodes([card]), NOTABLE, changes, ("who", "card"))


def _veil_card(step: Step) -> int:
    """The hidden card that was spent or lost in this step, -1 if the witness cannot see which one it was."""
    if step.s.veil_card >= 0:
        return int(step.s.veil_card)
    left = np.flatnonzero((step.s.where == DECK) & (step.t.where != DECK)).tolist()
    return int(left[0]) if left else -1


def _traded(step: Step) -> Iterator[Event]:
    """A provision that was bought, or exchanged by the power to do so."""
    s, t = step.s, step.t
    old, new = (record.players["provisions"].astype(int) for record in (s, t))
    gains = np.argwhere(new > old).tolist()
    if not gains:
        return
    seat = int(s.collector)
    kind = next(kind for owner, kind in gains if owner == seat)
    if (new >= old).all():
        yield _bought(step, seat, kind, int(new[seat, kind]))
        return
    given = next(int(kind) for owner, kind in np.argwhere(new < old).tolist() if owner == seat)
    other = next((int(owner) for owner, _ in gains if owner != seat), -1)
    insect = next(int(k) for k in range(INSECTS) if s.powers[k] != t.powers[k])
    changes = {
        f"provision:{seat}:{PROVISION_NAMES[given]}": -1,
        f"provision:{seat}:{PROVISION_NAMES[kind]}": 1,
        f"power:{seat}:{INSECT_NAMES[insect]}": -1,
    }
    values = {
        "who": Who(seat),
        "own": provision_said(given),
        "other": provision_said(kind, f"owned:{seat}:{kind}:{new[seat, kind] - 1}"),
    }
    nodes = (f"owned:{seat}:{kind}:{new[seat, kind] - 1}", f"power:{INSECT_NAMES[insect]}")
    if other < 0:
        changes |= {f"row:{PROVISION_NAMES[kind]}": -1, f"row:{PROVISION_NAMES[given]}": 1}
        yield Event("exchanged", values, nodes, BIG, changes)
    else:
        changes[f"provision:{other}:{PROVISION_NAMES[given]}"] = 1
        changes[f"provision:{other}:{PROVISION_NAMES[kind]}"] = -1
        yield Event("exchanged-with", {**values, "victim": Who(other)}, nodes, BIG, changes)
    yield from _scored(step, {seat, other} if other >= 0 else {seat})


def _bought(step: Step, seat: int, kind: int, count: int) -> Event:
    spent, gain = step.moved(SUPPLY + seat), step.gained(seat)
    node = f"owned:{seat}:{kind}:{count - 1}"
    values: dict[str, object] = {"who": Who(seat), "provision": provision_said(kind, node), "price": types_said(spent)}
    values["gain"] = _gain(gain)
    changes = {f"row:{PROVISION_NAMES[kind]}": -1, f"provision:{seat}:{PROVISION_NAMES[kind]}": 1}
    changes |= {f"points:{seat}": gain, **_cards_of(seat, spent, -1)}
    if not (step.s.veil and not step.t.veil):
        return Event("bought", values, (node,), BIG, changes)
    changes[f"hidden:{seat}"] = -1
    card = _veil_card(step)
    veil = Said("place.veil-gone") if card < 0 else Said("place.veil", {"card": card_said(card)})
    values |= {"price": (*types_said(spent), veil), "veil": veil}
    return Event("bought-veil", values, (node,), BIG, changes, () if card < 0 else ("veil",))


def _scored(step: Step, seats: set[int]) -> Iterator[Event]:
    """Points that changed hands with a power or a provision."""
    for seat in sorted(seats):
        gain = step.gained(seat)
        if gain:
            kind, values = "gained" if gain > 0 else "lost", {"who": Who(seat), "count": abs(gain)}
            yield Event(kind, values, (_panel(seat),), changes={f"points:{seat}": gain})


def _begun(step: Step) -> Iterator[Event]:
    """G7.14: a purchase on its way, which only the buyer sees."""
    s, t, who = step.s, step.t, Who(int(step.s.collector))
    if not t.buying:
        return
    kind = int(t.buying) - 1
    node = f"row:{t.row.tolist().index(kind)}"
    if not s.buying:
        yield Event("begins", {"who": who, "provision": provision_said(kind, node)}, (node,), STEP)
    for source in np.flatnonzero(t.sets_from > s.sets_from).tolist():
        target = int(np.flatnonzero(t.sets_for > s.sets_for)[0])
        yield Event(
            "wild", {"who": who, "source": type_said(source), "target": type_said(target)}, (_panel(who.seat),), STEP
        )
    if t.veil_pays and not s.veil_pays:
        yield Event("veil-pays", {"who": who}, _nodes([int(t.veil_card)]), STEP)


def _drawn(step: Step) -> Iterator[Event]:
    """Open cards and provisions that nature has drawn, and a deck made anew."""
    s, t = step.s, step.t
    if s.phase == FILL:
        for number in step.moved(DECK, GRID):
            yield Event("refilled", {"card": card_said(number)}, _nodes([number]), STEP)
    if s.phase in DRAWN:
        for seat in range(step.after.seats):
            for number in step.moved(DECK, SUPPLY + seat):
                values, changes = {"who": Who(seat), "card": card_said(number)}, _cards_of(seat, [number], 1)
                yield Event(DRAWN[int(s.phase)], values, _nodes([number]), changes=changes)
    if s.phase == STALL:
        for place in np.flatnonzero(s.row != t.row).tolist():
            node, kind = f"row:{place}", int(t.row[place])
            changes = {f"row:{PROVISION_NAMES[kind]}": 1}
            yield Event("laid-out", {"provision": provision_said(kind, node)}, (node,), STEP, changes)
    if t.deck > s.deck or t.discard < s.discard:
        yield Event("reshuffled", {}, ("deck",))


def _hidden(step: Step) -> Iterator[Event]:
    """A hidden card is drawn, or a new deck tells everybody which one it is (G7.20)."""
    s, t = step.s, step.t
    if not t.veil:
        return
    who, card = Who(int(t.powers[HIDDEN]) - HELD), int(t.veil_card)
    if not s.veil:
        kind, known = ("veil", {}) if card < 0 else ("veil-own", {"card": card_said(card)})
        nodes = ("veil",) if card < 0 else _nodes([card])
        yield Event(kind, {"who": who, **known}, nodes, NOTABLE, {f"hidden:{who.seat}": 1}, tuple(known))
    elif t.veil_known and not s.veil_known:
        yield Event("veil-known", {"who": who, "card": card_said(card)}, _nodes([card]), reveals=("who", "card"))


def _ended(step: Step) -> Iterator[Event]:
    """The next round, or the end: Autumn's insects are turned up, and somebody has won."""
    s, t, view = step.s, step.t, step.after
    if t.round_number > s.round_number:
        values = {"number": int(t.round_number), "ant": Who(int(t.ant)), "grasshopper": Who(int(t.grasshopper))}
        yield Event("round", values, (_panel(t.ant), _panel(t.grasshopper)), STEP)
        if t.round_number == ROUNDS:
            yield Event("last-round", {}, (_panel(t.ant), _panel(t.grasshopper)), BIG)
    outcome = view.outcome
    if not outcome:
        return
    for seat in range(view.seats):
        if s.mode == AUTUMN and not sees_insects(step.before, seat) and t.players[seat].insects.any():
            points = insect_points(view, seat)
            values = {"who": Who(seat), "gain": _gain(points)}
            yield Event("shown", values, (_panel(seat),), NOTABLE, {f"points:{seat}": points}, ("who", "gain"))
    first = tuple(Who(seat) for seat, share in enumerate(outcome.shares) if share > 0)
    how = "one" if len(first) == 1 else "all" if len(first) == view.seats else "some"
    won = Said(f"won.{how}", {"seat": first, "points": f"{max(outcome.points):g}"})
    nodes = tuple(_panel(who.seat) for who in first)
    yield Event("end", {"reason": Said(f"reason.{outcome.reason}"), "won": won}, nodes, BIG)


# A turn in one sentence

DEEDS = {
    *("trail", "choice", "choice-own", "caught", "pantry", "kept", "kept-seen", "full", "swapped", "harvest"),
    *("harvest-insects", "power", "power-taken", "bought", "bought-veil", "exchanged"),
    "exchanged-with",
}
AFTER = {
    *("saw", "red-right", "red-wrong"),
    *("dealt", "reward", "change", "consolation", "veil", "veil-own", "veil-lost", "veil-gone", "veil-known", "gained"),
    *("lost", "last-round", "shown", "end"),
}


def sum_up(before: View, after: View, events: Sequence[Event]) -> Event | None:
    """What a turn comes to: a trail, a guess with what it led to, what was done with the harvest; then the rest."""
    seat, events = moment(before).seat, [_still_there(event, after) for event in events]
    missed = next((event for event in events if event.kind == "through"), None)
    guess = next((event for event in events if event.kind == "guess"), None)
    if seat is None:
        summed = _dealt(after, events)
    else:
        summed = _missed(guess, missed, events) if missed and guess else _did(seat, events)
    for event in events:
        if event.kind in AFTER:
            summed = _then(summed, event) if summed else event
    return summed or _refilled(events)


def _still_there(event: Event, after: View) -> Event:
    """An event without places that were left in the same turn: provisions passed on, a hidden card, a token seen."""
    if event.kind == "saw" and not 0 < after.record.peeked < BLANK:
        return replace(event, nodes=())
    if event.kind == "veil" and not (after.record.veil and after.record.veil_card < 0):
        return replace(event, nodes=())
    owned = after.record.players["provisions"]
    places = {node: tuple(map(int, node.split(":")[1:])) for node in event.nodes if node.startswith("owned:")}
    gone = {node for node, (seat, kind, copy) in places.items() if copy >= owned[seat, kind]}
    if not gone:
        return event
    values = {
        name: value._replace(nodes=()) if isinstance(value, Said) and gone.intersection(value.nodes) else value
        for name, value in event.values.items()
    }
    return replace(event, values=values, nodes=tuple(node for node in event.nodes if node not in gone))


def _dealt(after: View, events: Sequence[Event]) -> Event | None:
    """The set-up, as soon as it is known who is the first Ant."""
    ant = int(after.record.ant)
    if ant < 0:
        return None
    by_lot = any(event.kind == "first" for event in events)
    return Event("set-up-lot" if by_lot else "set-up", {"who": Who(ant)}, (_panel(ant),))


def _refilled(events: Sequence[Event]) -> Event | None:
    """A turn in which nothing was left to do: the gaps are filled."""
    new = [event for event in events if event.kind == "refilled"]
    if not new:
        return None
    values = {"count": len(new), "cards": tuple(event.values["card"] for event in new)}
    return Event("turn-refilled", values, tuple(node for event in new for node in event.nodes), STEP)


def _then(summed: Event, event: Event) -> Event:
    """What happened besides, in a sentence of its own."""
    if event.kind == "veil-lost":  # another card may lie above it by now
        card = cast(Said, event.values["card"])._replace(nodes=HEAP)
        event = replace(event, values={**event.values, "card": card}, nodes=HEAP)
    values = {"turn": _again(summed), "then": _again(event)}
    return Event("turn-then", values, (*summed.nodes, *event.nodes), max(summed.size, event.size))


def _missed(guess: Event, missed: Event, events: Sequence[Event]) -> Event:
    """The Grasshopper's turn when the Ant got through: what she had chosen, and what she carried home."""
    ant = missed.values["ant"]
    deeds = [event for event in events if event.kind in DEEDS and event.values["who"] == ant]
    said = (Said("did.through", missed.values), *map(_deed, deeds))
    values = {**guess.values, "ant": ant, "deeds": said}
    return Event("turn-through", values, (*missed.nodes, *(node for event in deeds for node in event.nodes)), BIG)


def _did(seat: int, events: Sequence[Event]) -> Event | None:
    """What the seat whose turn it was did, one thing after the other."""
    deeds = [event for event in events if event.kind in DEEDS and event.values["who"] == Who(seat)]
    if not deeds:
        return None
    nodes = tuple(dict.fromkeys(node for event in deeds for node in event.nodes))
    return Event("turn", {"who": Who(seat), "deeds": tuple(map(_deed, deeds))}, nodes, max(one.size for one in deeds))


def _deed(event: Event) -> Said:
    """What somebody did, to follow the name in a sentence."""
    return Said(f"did.{event.kind.removesuffix('-own')}", event.values)


def _again(event: Event) -> Said:
    """The sentence of an event within another."""
    return Said(f"events.{event.kind}", event.values, event.nodes)


# The words of it


def _panel(seat: int) -> str:
    return f"panel:{seat}"


def _nodes(cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"card:{CARD_NAMES[number]}" for number in cards)


def _a_card(number: int) -> Said:
    """A card within a sentence; pointed at, it lights up."""
    values, insect = {"type": type_said(int(TYPE[number]))}, int(INSECT[number])
    if insect < 0:
        return Said("place.plain-card", values, _nodes([number]))
    return Said("place.insect-card", {**values, "insect": insect_said(insect)}, _nodes([number]))


def _goods(cards: Sequence[int]) -> Said:
    """Cards of one type, as a harvest has them."""
    return Said("place.goods", {"count": len(cards), "type": type_said(int(TYPE[cards[0]]))}, _nodes(cards))


def insects_said(cards: Sequence[int]) -> tuple[Said, ...]:
    """The insects on some cards."""
    return tuple(
        Said(f"an.{INSECT_NAMES[INSECT[number]]}", nodes=_nodes([number])) for number in cards if INSECT[number] >= 0
    )


def card_said(number: int) -> Said:
    """A card by its type and insect, at the end of a sentence; pointed at, it lights up."""
    kind, insect, nodes = f"type.{TYPE_NAMES[TYPE[number]]}", int(INSECT[number]), _nodes([number])
    if insect < 0:
        return Said(kind, nodes=nodes)
    return Said("place.card", {"type": Said(kind), "insect": insect_said(insect)}, nodes)


def type_said(path: int, *nodes: str) -> Said:
    return Said(f"type.{TYPE_NAMES[path]}", nodes=nodes)


def types_said(cards: Sequence[int]) -> tuple[Said, ...]:
    """How many cards of each type."""
    counts = [sum(int(TYPE[number]) == path for number in cards) for path in range(TYPES)]
    return tuple(
        Said("place.part", {"count": count, "type": type_said(path)}) for path, count in enumerate(counts) if count
    )


def insect_said(insect: int) -> Said:
    return Said(f"insect.{INSECT_NAMES[insect]}")


def provision_said(kind: int, *nodes: str) -> Said:
    return Said(f"provision.{PROVISION_NAMES[kind]}", nodes=nodes)


def _gain(points: int) -> Said:
    return Said("gain.points", {"count": points}) if points else Said("gain.none")


def _cards_of(seat: int, cards: Sequence[int], sign: int) -> dict[str, int]:
    """The change of a seat's supply by these cards."""
    changes: dict[str, int] = {}
    for number in cards:
        name = f"cards:{seat}:{TYPE_NAMES[TYPE[number]]}"
        changes[name] = changes.get(name, 0) + sign
    return changes
