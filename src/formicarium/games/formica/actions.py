"""Formica's action space (F13)."""

from __future__ import annotations

from formicarium.core.actions import ActionSpace, Domain, Verb
from formicarium.games.formica.components import (
    BARRIERS,
    DIE,
    FIELD_NAMES,
    GOAL_NAMES,
    NAMES,
    NEST_NAMES,
    PARTS,
)

COLOUR = Domain("colour", tuple(NAMES))
NUMBER = Domain("number", tuple(str(number) for number in range(1, DIE + 1)))
FIELD = Domain("field", tuple(FIELD_NAMES))
SOURCE = Domain("place", (*FIELD_NAMES, *NEST_NAMES))
TARGET = Domain("target", (*FIELD_NAMES, *GOAL_NAMES))
BARRIER = Domain("barrier", tuple(str(number) for number in range(1, BARRIERS + 1)))
NEST_FIELD = Domain("nest field", tuple(NEST_NAMES))
STONE = Domain("stone", tuple(f"{part}{pole}" for part in range(1, PARTS + 1) for pole in "+-"))
SEAT = Domain("seat", ("0", "1", "2", "3"))

# The order matters: `rules.apply` tells verbs apart by comparing codes with the first code of each, and programs that
# learned know actions by their codes. New verbs of seats go before nature's.
ACTIONS = ActionSpace(
    Verb("free", COLOUR),
    Verb("rescue", COLOUR),
    Verb("rescue"),
    Verb("die", NUMBER),
    Verb("sum"),
    Verb("difference"),
    Verb("from", SOURCE),
    Verb("to", TARGET),
    Verb("barrier", BARRIER, FIELD),
    Verb("leave"),
    Verb("roll"),
    Verb("end"),
    Verb("dice", NUMBER, NUMBER),
    Verb("deal", NEST_FIELD, STONE),
    Verb("first", SEAT),
)
FREE = ACTIONS.start("free")
RESCUE_COLOUR = ACTIONS.start("rescue", 1)
RESCUE_ALL = ACTIONS.start("rescue", 0)
DIE_FIRST = ACTIONS.start("die")
SUM = ACTIONS.start("sum")
DIFFERENCE = ACTIONS.start("difference")
FROM = ACTIONS.start("from")
TO = ACTIONS.start("to")
SET = ACTIONS.start("barrier")
LEAVE = ACTIONS.start("leave")
ROLL = ACTIONS.start("roll")
END = ACTIONS.start("end")
ROLLED = ACTIONS.start("dice")
DEAL = ACTIONS.start("deal")
FIRST = ACTIONS.start("first")
