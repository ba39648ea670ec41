"""The action space of The Grasshopper & the Ant (section 7 of the specification)."""

from __future__ import annotations

from formicarium.core.actions import ActionSpace, Domain, Verb, Vocabulary
from formicarium.games.grasshopper import components
from formicarium.games.grasshopper.components import (
    CARD_NAMES,
    CELL_NAMES,
    INSECT_NAMES,
    PROVISION_NAMES,
    TYPE,
    TYPE_NAMES,
)


def card_name(words: Vocabulary, card: int) -> str:
    """A card in words: its type, and its insect if it has one."""
    kind = words(f"type.{TYPE_NAMES[TYPE[card]]}")
    insect = components.INSECT[card]
    if insect < 0:
        return kind
    return words("card.insect", type=kind, insect=words(f"insect.{INSECT_NAMES[insect]}"))


def say_card(words: Vocabulary, domain: str, value: str) -> str:
    """A card that is named by its notation."""
    return card_name(words, CARD_NAMES.index(value))


CELL = Domain("cell", CELL_NAMES)
PATH = Domain("type", TYPE_NAMES)
INSECT = Domain("insect", INSECT_NAMES)
PROVISION = Domain("provision", PROVISION_NAMES)
SEAT = Domain("seat", ("0", "1", "2", "3"))
CARD = Domain("card", CARD_NAMES, say_card)

# The order matters: `play.apply` tells verbs apart by comparing codes with the first code of each, and programs that
# learned know actions by their codes. New verbs of seats go before nature's.
ACTIONS = ActionSpace(
    Verb("ant", CELL),
    Verb("choose", PATH),
    Verb("name", PATH),
    Verb("peek"),
    Verb("no-peek"),
    Verb("guess", CELL),
    Verb("swap", CELL, CELL),
    Verb("collect"),
    Verb("power", INSECT),
    Verb("no-power"),
    Verb("buy", PROVISION),
    Verb("wild", PATH, PATH),
    Verb("hidden"),
    Verb("pay"),
    Verb("exchange", PROVISION, PROVISION),
    Verb("exchange", PROVISION, PROVISION, SEAT),
    Verb("pass"),
    Verb("console"),
    Verb("no-console"),
    Verb("first", SEAT),
    Verb("card", CARD),
    Verb("provision", PROVISION),
    Verb("set-aside", INSECT),
    Verb("token", PATH),
)
ANT = ACTIONS.start("ant")
CHOOSE = ACTIONS.start("choose")
NAME = ACTIONS.start("name")
PEEK = ACTIONS.start("peek")
GUESS = ACTIONS.start("guess")
SWAP = ACTIONS.start("swap")
COLLECT = ACTIONS.start("collect")
POWER = ACTIONS.start("power")
NO_POWER = ACTIONS.start("no-power")
BUY = ACTIONS.start("buy")
WILD = ACTIONS.start("wild")
HIDDEN = ACTIONS.start("hidden")
PAY = ACTIONS.start("pay")
EXCHANGE = ACTIONS.start("exchange", arguments=2)  # with the row
EXCHANGE_WITH = ACTIONS.start("exchange", arguments=3)  # with a seat
PASS = ACTIONS.start("pass")
CONSOLE = ACTIONS.start("console")
FIRST = ACTIONS.start("first")
CARD_DRAWN = ACTIONS.start("card")
PROVISION_DRAWN = ACTIONS.start("provision")
SET_ASIDE = ACTIONS.start("set-aside")
TOKEN = ACTIONS.start("token")
