"""The options of The Grasshopper & the Ant, agreed before a match. Compiled code knows a value by its number."""

from __future__ import annotations

from formicarium.engine.game import Option
from formicarium.games.grasshopper.components import COPIES

NO_OR_YES = ("no", "yes")
YES = NO_OR_YES.index("yes")

MODE = Option("mode", ("autumn", "winter", "beetle"))
AUTUMN, WINTER, BEETLE = MODE.number("autumn"), MODE.number("winter"), MODE.number("beetle")

CHAIN_RULE = Option("chain_rule", ("path", "induced", "connected"))
PATH, INDUCED, CONNECTED = CHAIN_RULE.number("path"), CHAIN_RULE.number("induced"), CHAIN_RULE.number("connected")

FIRST_ANT = Option("first_ant", ("random", "0", "1", "2", "3"))
BY_LOT, SEAT_0 = FIRST_ANT.number("random"), FIRST_ANT.number("0")  # the other seats follow

OPTIONS = (
    MODE,
    CHAIN_RULE,
    FIRST_ANT,
    Option("insect_copies", COPIES),
    Option("open_insects", NO_OR_YES),
    Option("wild_same_type", NO_OR_YES),
)
