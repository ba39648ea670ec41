"""Why not: the reason in words why an action is not legal now."""

from __future__ import annotations

from formicarium.core.actions import Action
from formicarium.engine.position import View
from formicarium.games.formica.components import FIELD_NAMES, GOAL_NAMES, NEST, NEST_FIELDS, NEST_NAMES, WORD
from formicarium.games.formica.state import CHOICE, DOUBLE, RESCUE, TARGET
from formicarium.games.formica.walking import way

PHASES = {
    "free": "prisoners are freed before the roll or on landing on an ant field (F7)",
    "rescue": "prisoners come home only instead of a roll, when nothing else is controlled (F8, F9)",
    "die": "the use of the dice is chosen once, right after the roll (F5.2)",
    "sum": "the use of the dice is chosen once, right after the roll (F5.2)",
    "difference": "the use of the dice is chosen once, right after the roll (F5.2)",
    "from": "an ant is chosen after the use of the dice, and then goes at once (F5.2, F13)",
    "to": "first say which ant moves (F13)",
    "barrier": "a barrier is set only with a double, before the choice or after the last move (F5.4)",
    "leave": "there are no prisoners on offer (F7)",
    "roll": "the dice are rolled at the start of a turn, or again after a double (F5.5)",
    "end": "a turn is ended by hand only after a double (F5.5)",
}
NATURES = {
    "dice": "the dice fall by chance",
    "deal": "the stones are dealt by chance",
    "first": "the starting seat is drawn by lot",
}


def why(view: View, seat: int, action: Action) -> str | None:
    """The reason in words why a seat whose turn it is may not do this now."""
    s = view.record
    if action.verb in NATURES:
        return NATURES[action.verb]
    if s.phase == RESCUE:
        return "no ant is left in nests or on towers: all prisoners come home now, by rescue without a colour (F8)"
    if action.verb not in {other.verb for other in view.legal()}:
        if action.verb == "barrier" and s.barred and s.phase in (CHOICE, DOUBLE):
            return "this double has set its barrier (F5.4)"
        if action.verb == "difference" and s.phase == CHOICE and s.dice[0] == s.dice[1]:
            return "a double has no difference (F5.2)"
        if action.verb in ("die", "sum", "difference") and s.phase == CHOICE:
            return "no ant has such a move, or with a die no other ant one for the second (F5.2)"
        if action.verb == "roll" and s.phase == DOUBLE:
            return "nothing is left to move (F5.5)"
        if action.verb == "from" and s.phase == CHOICE:
            return "first say how the dice are used (F5.2)"
        if action.verb == "from" and s.phase == TARGET:
            return f"the ant for these {s.steps} is chosen; say where it goes (F13)"
        return PHASES[action.verb]
    if action.text == "rescue":
        return "some ants are left, so one colour comes home: say which (F9)"
    argument = action.arguments[-1]
    if action.verb == "die":
        if int(argument) not in s.dice.tolist():
            return f"no die shows {argument}"
        return "no ant has such a move that leaves the other die to another ant (F5.2)"
    if action.verb == "from":
        return _why_not_from(view, seat, argument)
    if action.verb == "to":
        return _why_not_to(view, seat, argument)
    if action.verb == "barrier":
        return _why_no_barrier(view, argument)
    if action.verb == "free":
        return f"no own tower stands on the {argument} ant field, or no {argument} stone is in prison (F7)"
    return f"{argument} still controls an ant, or has none in prison (F9)"


def _why_not_from(view: View, seat: int, name: str) -> str:
    s = view.record
    if name in FIELD_NAMES:
        stone = int(s.top[FIELD_NAMES.index(name)])
    else:
        number = NEST_NAMES.index(name)
        stone = int(s.nests[number // NEST_FIELDS, number % NEST_FIELDS])
    if not stone or (stone - 1) // NEST_FIELDS % view.seats != seat:
        return "there is no ant of yours"
    if stone == s.moved:
        return "two different ants move with the two dice (F5.2)"
    if s.moving == 1:
        return f"it has no move of exactly {s.steps} that leaves one to another ant with the other die (F5.2)"
    return f"it has no move of exactly {s.steps} (F5.3)"


def _why_not_to(view: View, seat: int, name: str) -> str:
    s = view.record
    if name in GOAL_NAMES:
        stone = int(s.lifted) - 1
        if GOAL_NAMES.index(name) // 2 != stone // NEST_FIELDS:
            return "that is the goal of another colour (F5.3)"
        if s.place[stone] >= NEST:
            return "a move from the nest does not end in a goal (F5.3)"
        return f"the goal is not reached by exactly {s.steps} steps (F5.3)"
    field = FIELD_NAMES.index(name)
    if field in s.barriers.tolist():
        return "a barrier stands there (F5.3)"
    top = int(s.top[field])
    if top and (top - 1) // NEST_FIELDS % view.seats == seat:
        return "an own tower stands there (F5.3)"
    if way(s, int(s.lifted) - 1, int(s.steps))[field // WORD] >> field % WORD & 1:
        return "a catch there would let the other die lapse, and there is another way (F5.2)"
    return f"that field is not reached by exactly {s.steps} steps without turning back or crossing a barrier (F5.3)"


def _why_no_barrier(view: View, name: str) -> str:
    s = view.record
    field = FIELD_NAMES.index(name)
    if s.top[field]:
        return "that field is not empty (F5.4)"
    if field in s.barriers.tolist():
        return "a barrier stands there already (F13)"
    if max(s.barriers.tolist()) < 0:
        return "while both barriers stand on the prison only the first is used (F13)"
    return "a barrier there would close a nest (F5.4)"
