"""The table as text, for the terminal and for tests."""

from __future__ import annotations

from collections.abc import Iterator

from formicarium.engine.position import View
from formicarium.games.grasshopper.components import (
    CARD_NAMES,
    CELLS,
    EFFECT_OF,
    INSECT_IDS,
    INSECT_NAMES,
    INSECTS,
    PRICE,
    PROVISION_NAMES,
    SIDE,
    TYPE_LETTERS,
    TYPE_NAMES,
    TYPES,
)
from formicarium.games.grasshopper.face.insects import sees_insects
from formicarium.games.grasshopper.state import BLANK, BOX, HELD, MIDDLE

MODES = ("autumn", "winter", "beetle")


def diagram(view: View) -> str:
    """The grid with its cards, ants (`*`) and the guess (`!`), the row, the powers and a line a seat."""
    s = view.record
    lines = [f"{MODES[s.mode]}, round {s.round_number}, deck {s.deck}, discard pile {s.discard}"]
    lines.append("     a      b      c      d")
    for row in range(SIDE):
        cells = (_cell(view, SIDE * row + column) for column in range(SIDE))
        lines.append(f"{row + 1}  " + " ".join(cells).rstrip())
    if s.chosen >= 0:
        lines.append(f"chosen {TYPE_NAMES[s.chosen]}, collector seat {s.collector}")
    if s.mode:
        lines.append("row  " + ", ".join(_provision(kind) for kind in s.row.tolist()))
    if s.mode == 2:
        lines.append("powers  " + ", ".join(_power(view, insect) for insect in range(INSECTS)))
    lines += [_seat(view, seat) for seat in range(view.seats)]
    return "\n".join(lines)


def _cell(view: View, cell: int) -> str:
    s = view.record
    card = int(s.grid[cell])
    name = CARD_NAMES[card] if card >= 0 else "."
    mark = "!" if s.guess == cell else "*" if cell < CELLS and s.chain >> cell & 1 else " "
    return f"{mark}{name:5}"


def _provision(kind: int) -> str:
    if kind < 0:
        return "-"
    price = "".join(letter * count for letter, count in zip(TYPE_LETTERS, PRICE[kind].tolist(), strict=True))
    return f"{PROVISION_NAMES[kind]} ({price})"


def _power(view: View, insect: int) -> str:
    place = view.record.powers[insect]
    where = "middle" if place == MIDDLE else "box" if place == BOX else f"seat {place - HELD}"
    return f"{INSECT_NAMES[insect]} {EFFECT_OF[insect]}: {where}"


def _seat(view: View, seat: int) -> str:
    return "  ".join(_parts(view, seat))


def _parts(view: View, seat: int) -> Iterator[str]:
    s, me = view.record, view.record.players[seat]
    yield f"seat {seat}"
    if seat in (s.ant, s.grasshopper):
        yield "Ant" if seat == s.ant else "Grasshopper"
    elif s.mode and s.ant >= 0:
        yield "Red Ant"
    if s.mode:
        have = zip(TYPE_LETTERS, me.have.tolist(), strict=True)
        yield "cards " + " ".join(f"{letter}{count}" for letter, count in have)
        owned = [PROVISION_NAMES[kind] for kind, count in enumerate(me.provisions.tolist()) for _ in range(count)]
        yield "provisions " + (" ".join(owned) or "none")
    else:
        shelves = zip(TYPE_LETTERS, me.shelves.tolist(), strict=True)
        yield "shelves " + " ".join(f"{letter}{count}" for letter, count in shelves)
        yield "insects " + _insects(view, seat)
    if me.token:
        yield f"token {'?' if me.token == BLANK else TYPE_NAMES[me.token - 1]}"
    if s.peeked and seat == s.grasshopper:
        yield f"saw {'a token' if s.peeked == BLANK else TYPE_NAMES[s.peeked - 1]}"
    if s.veil and any(s.powers[k] == HELD + seat and EFFECT_OF[k] == "hidden" for k in range(INSECTS)):
        yield f"hidden {'?' if s.veil_card < 0 else CARD_NAMES[s.veil_card]}"
    if s.buying and seat == s.collector:
        sets = [f"{s.sets_from[k]} of {TYPE_NAMES[k]}" for k in range(TYPES) if s.sets_from[k]]
        yield f"buying {PROVISION_NAMES[s.buying - 1]}" + (f" with sets: {', '.join(sets)}" if sets else "")
    if seat in view.actors:
        yield "<- to act"


def _insects(view: View, seat: int) -> str:
    """Those that a seat has kept; face down for the others, only how many."""
    counts = view.record.players[seat].insects.tolist()
    if not sees_insects(view, seat):
        return f"{sum(counts)} face down" if any(counts) else "none"
    return " ".join(f"{name}{count}" for name, count in zip(INSECT_IDS, counts, strict=True) if count) or "none"
