"""What happens in Formica: rolls, moves, meetings and what they showed, comings home, prisoners, barriers, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain

from formicarium.engine.events import BIG, NOTABLE, STEP, Event, Moment, Said, Who
from formicarium.engine.position import View
from formicarium.games.formica.components import (
    ANT_COLOUR,
    ANT_FIELDS,
    COLOURS,
    FIELD_NAMES,
    LINK,
    MIDDLE,
    NAMES,
    NEST,
    NEST_FIELDS,
    NEST_NAMES,
    PARTS,
    QUARTER_MIDDLE,
    QUARTER_OUTER,
    STARTS,
)
from formicarium.games.formica.face.board import TARGET_NAMES
from formicarium.games.formica.face.pieces import towers
from formicarium.games.formica.state import (
    CAUGHT,
    CHOICE,
    FREEING,
    HOME,
    PRISON,
    QUEEN,
    REPELLED,
    SOURCE,
    TARGET,
)

STARTING = {int(field): colour for colour in range(COLOURS) for field in STARTS[colour]}


def events(before: View, after: View) -> list[Event]:
    """What happened in the step from one view of a witness to the next."""
    old, new = before.record, after.record
    if old.first < 0:
        return _set_up(after) if new.first >= 0 else []
    seat = int(old.mover)
    happened: list[Event] = []
    if new.rolls > old.rolls:
        happened.append(_rolled(after, seat))
    elif old.phase == CHOICE and new.phase == SOURCE:
        happened.append(_chosen(after, seat))
    elif old.phase == TARGET:
        happened += _moved(before, after, seat)
    else:
        happened += _prisoners(before, after, seat)
        if old.phase == FREEING and not happened:
            happened.append(Event("left", {"who": Who(seat)}, size=STEP))
    happened += _barriers(before, after, seat)
    if not new.ending:
        happened += _lapsed(before, after, seat)
    leaving = enumerate(zip(old.out.tolist(), new.out.tolist(), strict=True))
    happened += [_out(before, after, other) for other, (was, now) in leaving if now > was]
    if new.ending and not old.ending:
        happened.append(_end(after))
    return happened


# Dice


def _set_up(view: View) -> list[Event]:
    seat = int(view.record.first)
    return [Event("set-up", {"who": Who(seat)}, (f"panel:{seat}",), STEP)]


def _rolled(view: View, seat: int) -> Event:
    low, high = view.record.dice.tolist()
    values = {"who": Who(seat), "low": low, "high": high}
    double = low == high
    return Event("double" if double else "rolled", values, ("die:0", "die:1"), NOTABLE if double else STEP)


def _chosen(view: View, seat: int) -> Event:
    """F5.2: what the dice are used for."""
    s = view.record
    kind = "two" if s.moving == 1 else "sum" if s.steps > max(s.dice) else "difference"
    return Event(kind, {"who": Who(seat), "steps": int(s.steps)}, ("die:0", "die:1"), STEP)


def _lapsed(before: View, after: View, seat: int) -> list[Event]:
    """F5.2: nothing can go by this roll, or no second ant by the other die."""
    old, new = before.record, after.record
    barred = old.phase == CHOICE and not (old.barriers == new.barriers).all()
    if (new.rolls > old.rolls or barred) and new.phase != CHOICE:
        return [Event("no-move", {"who": Who(seat)}, ("die:0", "die:1"))]
    if old.moving == 1 and old.phase in (TARGET, FREEING) and new.phase not in (FREEING, SOURCE):
        return [Event("second-lapsed", {"who": Who(seat)}, ("die:0", "die:1"))]
    return []


def _barriers(before: View, after: View, seat: int) -> list[Event]:
    old, new = before.record.barriers.tolist(), after.record.barriers.tolist()
    return [
        Event(
            "barrier",
            {"who": Who(seat), "place": place_said(after, field)},
            (f"barrier:{number}",),
            changes={
                f"barrier.{TARGET_NAMES[place]}": change for place, change in ((was, -1), (field, 1)) if place >= 0
            },
        )
        for number, (was, field) in enumerate(zip(old, new, strict=True), 1)
        if was != field
    ]


# Moves


def _moved(before: View, after: View, seat: int) -> list[Event]:
    """F5.3: a move and all that came of it at once."""
    standing = towers(before)
    move = after.record.moves[1 if before.record.moving == 2 else 0]
    top, source, target = int(move.stone) - 1, int(move.source), int(move.target)
    tower = standing[source] if source < NEST else (top,)
    if move.result == HOME:
        return _home(before, after, seat, tower)
    values: dict[str, object] = {"who": Who(seat), "count": len(tower), "place": place_said(after, target)}
    field = f"field:{TARGET_NAMES[target]}"
    if move.result not in (CAUGHT, REPELLED):
        kind = "came-out" if source >= NEST else "moved"
        return [Event(kind, values, (field, _stone(top)), STEP, _changes(before, after, tower))]
    met = standing[target]
    values["other"] = Who(_owner(before, met[0]))
    values["poles"] = Said(
        f"poles.{'alike' if move.result == CAUGHT else 'unlike'}", nodes=(_stone(top), _stone(met[0]))
    )
    if move.result == CAUGHT:
        values["count"] = len(met)
    kind = "caught" if move.result == CAUGHT else "repelled"
    return [Event(kind, values, (field, _stone(top), _stone(met[0])), BIG, _changes(before, after, (*tower, *met)))]


def _home(before: View, after: View, seat: int, tower: tuple[int, ...]) -> list[Event]:
    """F6: a tower came home: own ants into the nest, missing parts into the queen, all others to prison."""
    s = after.record
    colour = tower[0] // NEST_FIELDS
    nest = colour_said(colour, tuple(f"nest:{name}" for name in NEST_NAMES[colour * NEST_FIELDS :][:NEST_FIELDS]))
    back = [stone for stone in tower if stone // NEST_FIELDS == colour]
    built = [stone for stone in tower if s.place[stone] == QUEEN]
    jailed = [stone for stone in tower if s.place[stone] == PRISON]
    shown = [stone for stone in jailed if stone // NEST_FIELDS % after.seats != seat]
    unseen = [stone for stone in jailed if stone not in shown]
    values: dict[str, object] = {"who": Who(seat), "count": len(tower), "colour": nest}
    happened = [Event("home", values, _stones(back), changes=_changes(before, after, back))]
    if built:
        parts = sorted(int(s.part[stone]) for stone in built)
        fields = tuple(f"queen:{NAMES[colour]}:{part}" for part in parts)
        values = {
            "who": Who(seat),
            "count": len(built),
            "colour": colour_said(colour),
            "parts": tuple(Said(f"part.{part}", nodes=(node,)) for part, node in zip(parts, fields, strict=True)),
            "total": int((s.queens[colour] > 0).sum()),
            "all": PARTS,
        }
        happened.append(Event("built", values, fields, BIG, _changes(before, after, built), ("colour", "parts")))
    if shown:
        happened.append(_jailed(before, after, shown))
    if unseen:
        values = {"count": len(unseen), "colour": colour_said(unseen[0] // NEST_FIELDS)}
        happened.append(Event("jailed-unseen", values, _stones(unseen), changes=_changes(before, after, unseen)))
    return happened


def _jailed(before: View, after: View, stones: Sequence[int]) -> Event:
    """F6.3: caught ants that the queen does not need are seen, and wait in prison for those of their colour."""
    parts = [Said(f"part.{int(after.record.part[stone])}", nodes=(_stone(stone),)) for stone in stones]
    colours = [stone // NEST_FIELDS for stone in stones]
    values: dict[str, object] = {"count": len(stones), "parts": tuple(parts)}
    kind, changes = "jailed", _changes(before, after, stones)
    if len(set(colours)) == 1:
        values["colour"] = colour_said(colours[0])
    else:
        kind = "jailed-several"
        values["parts"] = tuple(
            Said("seen.part", {"part": part, "colour": colour_said(colour)}, part.nodes)
            for part, colour in zip(parts, colours, strict=True)
        )
    reveals = ("parts", "colour") if "colour" in values else ("parts",)
    return Event(kind, values, _stones(stones), NOTABLE, changes, reveals)


# Prisoners


def _prisoners(before: View, after: View, seat: int) -> list[Event]:
    """F7, F8: prisoners of one colour go under a tower, or home."""
    old, new = before.record.place.tolist(), after.record.place.tolist()
    happened = []
    for colour in range(COLOURS):
        stones = range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS)
        gone = [stone for stone in stones if old[stone] == PRISON != new[stone]]
        if gone:
            home = new[gone[0]] == NEST + colour
            values = {"who": Who(seat), "count": len(gone), "colour": colour_said(colour, (f"cell:{NAMES[colour]}",))}
            field = () if home else (f"field:{FIELD_NAMES[ANT_FIELDS[colour]]}",)
            changes = _changes(before, after, gone)
            happened.append(Event("rescued" if home else "freed", values, (*field, *_stones(gone)), changes=changes))
    return happened


# The end


def _out(before: View, after: View, seat: int) -> Event:
    """F8: a seat has nothing left; its parts go to prison."""
    colours = range(seat, int(before.record.colours), before.seats)
    parts = [stone - 1 for colour in colours for stone in before.record.queens[colour].tolist() if stone]
    values = {"who": Who(seat), "count": len(parts)}
    changes = {**_changes(before, after, parts), f"out.{seat}": 1}
    return Event("out-parts" if parts else "out", values, (f"panel:{seat}", *_stones(parts)), BIG, changes)


def _end(view: View) -> Event:
    outcome, winner = view.outcome, int(view.record.winner)
    assert outcome is not None
    if winner < 0:
        return Event("drawn", size=BIG)
    kind = "won-queens" if outcome.reason == "queen" and view.seats == 2 else f"won-{outcome.reason}"
    return Event(kind, {"who": Who(winner)}, (f"panel:{winner}",), BIG)


# Places and stones in words


def place_said(view: View, field: int) -> Said:
    return _named_place(field, int(view.record.colours))


@cache
def _named_place(field: int, colours: int) -> Said:
    """Where a field lies, as a player sees it: at the START or the ant field of a colour, before a nest, on a side."""
    nodes = (f"field:{TARGET_NAMES[field]}",)
    start, ant = STARTING.get(field), int(ANT_COLOUR[field])
    if field >= LINK:
        return Said(f"place.link-{field - LINK}", nodes=nodes)
    if field >= MIDDLE:
        if ant >= 0:
            return _coloured("ant-field", ant, colours, nodes)
        return Said(f"place.middle-{(field - MIDDLE) // QUARTER_MIDDLE}", nodes=nodes)
    if start is not None:
        return _coloured("start", start, colours, nodes)
    quarter, following = field // QUARTER_OUTER, (field // QUARTER_OUTER + 1) % COLOURS
    if field < STARTS[following, 0]:
        return Said(f"place.outer-{quarter}", nodes=nodes)
    return _coloured("corner", following, colours, nodes)


def _coloured(kind: str, colour: int, colours: int, nodes: tuple[str, ...]) -> Said:
    """A place of a colour; that of a colour which is not in play is grey."""
    return (
        Said(f"place.{kind}", {"colour": colour_said(colour)}, nodes)
        if colour < colours
        else Said("place.grey", {}, nodes)
    )


def colour_said(colour: int, nodes: tuple[str, ...] = ()) -> Said:
    return Said(f"colour.{NAMES[colour]}", nodes=nodes)


def _stone(stone: int) -> str:
    return f"stone:{NEST_NAMES[stone]}"


def _stones(stones: Iterable[int]) -> tuple[str, ...]:
    return tuple(_stone(stone) for stone in stones)


def _owner(view: View, stone: int) -> int:
    return stone // NEST_FIELDS % view.seats


# What everybody owns, and whole turns


def holdings(view: View) -> dict[str, int]:
    """Stones by what they mean to the seats, those that have shown their part, barriers by field, and who is out."""
    s = view.record
    owned = Counter(chain.from_iterable(_situations(view)))
    for seat in range(view.seats):
        owned[f"out.{seat}"] = int(s.out[seat])
    barriers = {f"barrier.{TARGET_NAMES[field]}": 1 for field in s.barriers.tolist() if field >= 0}
    return {name: owned[name] for name in _holdings(view.seats)} | barriers


@cache
def _holdings(seats: int) -> tuple[str, ...]:
    by_colour = [f"{kind}.{name}" for name in NAMES for kind in ("nest", "prison", "own", "taken", "shown")]
    by_seat = [f"{kind}.{seat}" for seat in range(seats) for kind in ("parts", "storeys", "carried", "out")]
    return (*by_colour, *by_seat)


def _situations(view: View) -> list[tuple[str, ...]]:
    """What each stone counts as: in its nest, in prison, a part of a queen, a storey of a tower and whose."""
    s, seats = view.record, view.seats
    counted = [_waiting(stone, place) for stone, place in enumerate(s.place.tolist())]
    for colour, stones in enumerate(s.queens.tolist()):
        for stone in filter(None, stones):
            counted[stone - 1] = (f"parts.{colour % seats}",)
    for tower in towers(view).values():
        seat = _owner(view, tower[0])
        for stone in tower:
            name, own = NAMES[stone // NEST_FIELDS], _owner(view, stone) == seat
            kinds = (f"own.{name}",) if own else (f"carried.{seat}", f"taken.{name}")
            counted[stone] = (f"storeys.{seat}", *kinds)
    for stone in s.seen.nonzero()[0].tolist():
        counted[stone] = (*counted[stone], f"shown.{NAMES[stone // NEST_FIELDS]}")
    return counted


@cache
def _waiting(stone: int, place: int) -> tuple[str, ...]:
    """What a stone counts as that is in prison, in its nest or not in the match; nothing for others."""
    name = NAMES[stone // NEST_FIELDS]
    if place == PRISON:
        return (f"prison.{name}",)
    return (f"nest.{name}",) if place == NEST + stone // NEST_FIELDS else ()


def _changes(before: View, after: View, stones: Iterable[int]) -> dict[str, int]:
    """How the situations of some stones have changed."""
    old, new = _situations(before), _situations(after)
    changes: Counter[str] = Counter()
    for stone in stones:
        changes.update(new[stone])
        changes.subtract(old[stone])
    return {name: change for name, change in changes.items() if change}


def moment(view: View) -> Moment:
    """The round and whose turn it is; until the lot, the stones are laid out."""
    s = view.record
    return Moment(setup=True) if s.first < 0 else Moment(int(s.round_number), int(s.mover))


COUNTED = {"moved": ("moved", "came-out"), "barrier": ("barrier",)}  # deeds that are told once for a turn
DEEDS = {
    "caught": ("count", "other"),
    "repelled": ("count", "other"),
    "home": ("count",),
    "built": ("count", "colour", "parts"),
    "jailed": ("count", "colour", "parts"),
    "jailed-several": ("count", "parts"),
    "jailed-unseen": ("count", "colour"),
    "freed": ("count", "colour"),
    "rescued": ("count", "colour"),
    "no-move": (),
    "second-lapsed": (),
    "out": ("who",),
    "out-parts": ("who",),
    "won-queen": (),
    "won-queens": (),
    "won-last": (),
    "drawn": (),
}


def sum_up(before: View, after: View, events: Sequence[Event]) -> Event | None:
    """A whole turn: the rolls, and all that was gained and lost; the set-up is an event of its own."""
    if before.record.first < 0:
        return next(iter(events), None)
    rolls = tuple(
        Said("deeds.roll", event.values, event.nodes) for event in events if event.kind in ("rolled", "double")
    )
    deeds = [Said("deeds.rolled", {"rolls": rolls})] if rolls else []
    counts = {deed: sum(event.kind in kinds for event in events) for deed, kinds in COUNTED.items()}
    deeds += [Said(f"deeds.{deed}", {"count": count}) for deed, count in counts.items() if count]
    deeds += _together([event for event in events if event.kind in DEEDS])
    if not deeds:
        return None
    values = {"who": Who(int(before.record.mover)), "deeds": tuple(deeds)}
    nodes = tuple(dict.fromkeys(node for event in events for node in event.nodes))
    return Event("turn", values, nodes, max(event.size for event in events))


def _together(events: Sequence[Event]) -> list[Said]:
    """What was done, in the order in which it was first done; what happened several times is said once."""
    grouped: list[tuple[Said, list[Event]]] = []
    for event in events:
        deed = Said(f"deeds.{event.kind}", {name: event.values[name] for name in DEEDS[event.kind]})
        same = next((group for known, group in grouped if known == deed), None)
        if same:
            same.append(event)
        else:
            grouped.append((deed, [event]))
    said = []
    for deed, group in grouped:
        nodes = tuple(dict.fromkeys(node for event in group for node in event.nodes))
        times = Said("deeds.times", {"deed": deed, "times": len(group)}) if len(group) > 1 else deed
        said.append(times._replace(nodes=nodes))
    return said
