"""Antics!'s action space (A17)."""

from __future__ import annotations

from formicarium.core.actions import ActionSpace, Domain, Verb, Vocabulary
from formicarium.games.antics.components import CELL_NAMES, DATA, LEVELS, SITES

SEAT_COLOURS = ("amber", "blue", "red", "violet")  # A2.7
ROW_NAMES = ("a", "b", "c")


def say_tile(words: Vocabulary, domain: str, value: str) -> str:
    """A tile by its two symbols."""
    return words.listed([words(f"symbol.{DATA.names[DATA.symbols.index(letter)]}") for letter in value])


def say_player(words: Vocabulary, domain: str, value: str) -> str:
    """A seat that is named by its colour."""
    return words(f"seat.{SEAT_COLOURS.index(value)}")


KIND = Domain("tile", tuple(DATA.kinds), say_tile)
CELL = Domain("hex", CELL_NAMES)
COLOUR = Domain("colour", tuple(DATA.colours))
PREY = Domain("prey", tuple(DATA.colours))
PATH = Domain("path", tuple(DATA.paths))
SITE_NAME = Domain("site", tuple(DATA.nodes[node] for node in SITES))
SEAT = Domain("seat", ("0", "1", "2", "3"))
PLAYER = Domain("player", SEAT_COLOURS, say_player)
ROW = Domain("row", ROW_NAMES)
ANTEATER_TILE = Domain("anteater", tuple(DATA.anteater_names))
SLOT = Domain("slot", tuple(f"{number + 1}{row}" for number in range(LEVELS) for row in ROW_NAMES))
DEED = Domain("symbol", tuple(DATA.names[:-1]))

# The order matters: `rules.apply` tells verbs apart by comparing codes with the first code of each, and programs that
# learned know actions by their codes. New verbs of seats go before nature's.
ACTIONS = ActionSpace(
    Verb("end"),
    Verb("stop"),
    Verb("super", DEED),
    Verb("use", CELL),
    Verb("take", SLOT),
    Verb("tile", KIND),
    Verb("lay", CELL),
    Verb("hatch", COLOUR),
    Verb("advance", PATH),
    Verb("return", PATH),
    Verb("guard", PATH),
    Verb("unguard", PATH),
    Verb("bridge"),
    Verb("pick", PATH, SITE_NAME),
    Verb("pass", PATH, PATH),
    Verb("deliver", PATH),
    Verb("steal", PATH, PLAYER),
    Verb("store", PREY, CELL),
    Verb("drop", KIND),
    Verb("draw", KIND),
    Verb("remove", KIND),
    Verb("anteater", ANTEATER_TILE, COLOUR, ROW),
    Verb("first", SEAT),
)
END = ACTIONS.start("end")
STOP = ACTIONS.start("stop")
SUPER = ACTIONS.start("super")
USE = ACTIONS.start("use")
TAKE = ACTIONS.start("take")
CHOOSE_TILE = ACTIONS.start("tile")
LAY_AT = ACTIONS.start("lay")
HATCH_IN = ACTIONS.start("hatch")
ADVANCE = ACTIONS.start("advance")
RETURN = ACTIONS.start("return")
GUARD = ACTIONS.start("guard")
UNGUARD = ACTIONS.start("unguard")
BRIDGE = ACTIONS.start("bridge")
PICK = ACTIONS.start("pick")
PASS = ACTIONS.start("pass")
DELIVER = ACTIONS.start("deliver")
STEAL = ACTIONS.start("steal")
STORE = ACTIONS.start("store")
DROP = ACTIONS.start("drop")
DRAW = ACTIONS.start("draw")
REMOVE = ACTIONS.start("remove")
SET_ANTEATER = ACTIONS.start("anteater")
FIRST = ACTIONS.start("first")
