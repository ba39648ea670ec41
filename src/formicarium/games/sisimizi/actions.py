"""Sisimizi's action space (S11)."""

from __future__ import annotations

from formicarium.core.actions import ActionSpace, Domain, Verb
from formicarium.games.sisimizi.components import NAMES

FIELD = Domain("field", tuple(NAMES))
SEAT = Domain("seat", ("0", "1", "2", "3"))

# The order matters: `rules.apply` tells verbs apart by comparing codes with the first code of each, and programs that
# learned know actions by their codes. New verbs of seats go before nature's.
ACTIONS = ActionSpace(
    Verb("done"),
    Verb("ant", FIELD),
    Verb("hill", FIELD),
    Verb("lift", FIELD),
    Verb("drop", FIELD),
    Verb("bridge", FIELD),
    Verb("first", SEAT),
)
DONE = ACTIONS.start("done")
ANT = ACTIONS.start("ant")
HILL = ACTIONS.start("hill")
LIFT = ACTIONS.start("lift")
DROP = ACTIONS.start("drop")
BRIDGE = ACTIONS.start("bridge")
FIRST = ACTIONS.start("first")
