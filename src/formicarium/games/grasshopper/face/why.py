"""Why an action is refused, in words, with the rule."""

from __future__ import annotations

from formicarium.core.actions import Action
from formicarium.engine.position import View
from formicarium.games.grasshopper import components, phases
from formicarium.games.grasshopper.components import (
    CELL_NAMES,
    INSECT,
    INSECT_NAMES,
    PRICE,
    PROVISION_NAMES,
    SWAP,
    TYPE_NAMES,
)
from formicarium.games.grasshopper.state import BOX, HELD, NOWHERE

VERBS = {  # what each phase is for, and the verbs that belong to it
    phases.PLACE: ("the Ant places its chain", {"ant"}),
    phases.COMMIT: ("tokens are chosen", {"choose", "name"}),
    phases.LOOK: ("the Grasshopper may look at an unused token", {"peek", "no-peek"}),
    phases.GUESSING: ("the Grasshopper guesses", {"guess"}),
    phases.SWAPPING: ("the Ant gathers its harvest", {"swap", "collect"}),
    phases.POWERING: ("the Ant may take a power", {"power", "no-power"}),
    phases.SHOPPING: ("the collector may buy", {"buy", "wild", "hidden", "pay", "exchange", "pass"}),
    phases.CONSOLING: ("the holder of that power may draw a card", {"console", "no-console"}),
}
NATURES = {"first", "card", "provision", "set-aside", "token"}


def why(view: View, seat: int, action: Action) -> str | None:
    """The reason in words why a seat that is to act may not do this now."""
    s = view.record
    if action.verb in NATURES:
        return f"{action.verb} is drawn by lot"
    now, verbs = VERBS[int(s.phase)]
    if action.verb not in verbs:
        return f"{action.verb} does not belong to this phase, in which {now} (G7)"
    if action.verb == "ant":
        return _ant(view, CELL_NAMES.index(action.arguments[0]))
    if action.verb == "choose":
        if seat != s.ant:
            return "Red Ants write name, the Ant chooses (G4.2)"
        return f"no ant of the chain stands on {action.arguments[0]} (G2.1)"
    if action.verb == "name":
        return "the Ant chooses a type under its chain; only Red Ants name one (G4.2)"
    if action.verb == "guess":
        return f"no ant stands on {action.arguments[0]} (G2.2)"
    if action.verb == "swap":
        return _swap(view, *(CELL_NAMES.index(name) for name in action.arguments))
    if action.verb == "power":
        return _power(view, seat, INSECT_NAMES.index(action.arguments[0]))
    return _shop(view, seat, action)


def _ant(view: View, cell: int) -> str:
    s = view.record
    name = CELL_NAMES[cell]
    if s.grid[cell] < 0:
        return f"{name} is a hole without a card (G7.12)"
    if cell in s.ants[: s.placed]:
        return f"an ant stands on {name} already (G2.1)"
    rule = ("path", "induced", "connected")[s.chain_rule]
    return f"no legal chain of six ants goes on from the others to {name} (G2.1, chain_rule {rule})"


def _swap(view: View, cell: int, target: int) -> str:
    s = view.record
    name, other = CELL_NAMES[cell], CELL_NAMES[target]
    if s.swapped >> cell & 1:
        return f"the card on {name} was swapped already (G4.2.3)"
    if not s.harvest >> cell & 1:
        return f"{name} is not part of the harvest (G4.2.3)"
    if INSECT[s.grid[cell]] < 0:
        return f"the card on {name} shows no insect (G4.2.3)"
    if s.grid[target] < 0:
        return f"there is no card on {other} (G7.1)"
    if (s.harvest | s.swapped) >> target & 1:
        return f"{other} is part of the harvest itself (G7.1)"
    return f"the card on {other} does not show the same insect (G4.2.3)"


def _power(view: View, seat: int, insect: int) -> str:
    s = view.record
    name, place = INSECT_NAMES[insect], s.powers[insect]
    if place in (NOWHERE, BOX):
        return f"the power of the {name} is in the box (G5)"
    if place == HELD + seat:
        return f"seat {seat} holds the power of the {name} already (G5)"
    return f"no card of this harvest shows a {name} (G5)"


def _shop(view: View, seat: int, action: Action) -> str | None:
    s = view.record
    if s.buying and action.verb in ("buy", "exchange", "pass"):
        return "a purchase is under way: pay, or take it back by undo (G7.17)"
    if not s.buying and action.verb in ("wild", "hidden", "pay"):
        return "nothing is being bought (G7.17)"
    if action.verb == "buy":
        if s.bought:
            return "only one provision may be bought in a round (G4.2.4)"
        if PROVISION_NAMES.index(action.arguments[0]) not in s.row:
            return f"{action.arguments[0]} does not lie in the row (G4.2.4)"
        return f"the cards of seat {seat} do not pay {action.arguments[0]}, with wildcard sets either (G7.18)"
    if action.verb == "hidden":
        if not s.veil or s.powers[components.HIDDEN] != HELD + seat:
            return f"no hidden card lies before seat {seat} (G5)"
        return "the hidden card pays already, or cannot be used up by this payment (G7.18)"
    if action.verb == "pay":
        return "the payment does not come out even yet: wildcard sets or the hidden card are missing (G7.18)"
    if action.verb == "wild":
        source, target = (TYPE_NAMES.index(name) for name in action.arguments)
        if source == target and not s.same_type:
            return "a wildcard set stands for another type (G6.7)"
        if s.sets_for[target] >= PRICE[s.buying - 1, target]:
            return f"the price has no more {action.arguments[1]} that a set could stand for (G7.18)"
        return f"no legal payment could follow: there is too little {action.arguments[0]}, or of the rest (G7.18)"
    if s.powers[SWAP] != HELD + seat:
        return f"seat {seat} does not hold the power of exchange (G5)"
    own, other = (PROVISION_NAMES.index(name) for name in action.arguments[:2])
    if own == other:
        return "the two provisions must differ (G5)"
    if not s.players[seat].provisions[own]:
        return f"seat {seat} has no {action.arguments[0]} (G5)"
    return f"{action.arguments[1]} is not there to be had (G5)"
