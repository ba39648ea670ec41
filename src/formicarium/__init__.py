"""Formicarium: four ant board games as a library.

>>> import formicarium as fm
>>> match = fm.Match("sisimizi", seats=2, seed=7)
>>> match.play("ant e5")
Action('ant e5')
"""

from importlib.metadata import version as _version

from formicarium import interop
from formicarium.bots import Bot, bot
from formicarium.coach.review import Review, review
from formicarium.core.actions import Action
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.game import Game
from formicarium.engine.game import find as game
from formicarium.engine.game import names as game_names
from formicarium.engine.ledger import Move
from formicarium.engine.match import Match, Variation
from formicarium.engine.position import Outcome, Position, View
from formicarium.engine.record_file import load, loads
from formicarium.engine.vector import Vector, vector
from formicarium.errors import (
    ActionError,
    ArenaError,
    ComponentsError,
    FairnessError,
    FormicariumError,
    LearnedError,
    MissingExtra,
    OptionError,
    RecordError,
    SearchError,
    TrainError,
    UndoError,
    UnknownName,
)

__version__ = _version("formicarium")

__all__ = [
    "NATURE",
    "SPECTATOR",
    "Action",
    "ActionError",
    "ArenaError",
    "Bot",
    "ComponentsError",
    "FairnessError",
    "FormicariumError",
    "Game",
    "LearnedError",
    "Match",
    "MissingExtra",
    "Move",
    "OptionError",
    "Outcome",
    "Position",
    "RecordError",
    "Review",
    "SearchError",
    "TrainError",
    "UndoError",
    "UnknownName",
    "Variation",
    "Vector",
    "View",
    "__version__",
    "bot",
    "game",
    "game_names",
    "interop",
    "load",
    "loads",
    "review",
    "vector",
]
