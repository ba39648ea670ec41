"""Formicarium: four ant board games as a library.

>>> import formicarium as fm
>>> match = fm.Match("sisimizi", seats=2, seed=7)
>>> match.play("ant e5")
Action('ant e5')
"""

from formicarium.bots import Bot, bot
from formicarium.engine.actions import Action
from formicarium.engine.errors import FormicariumError
from formicarium.engine.game import Game
from formicarium.engine.game import find as game
from formicarium.engine.game import names as game_names
from formicarium.engine.kernel import NATURE, SPECTATOR
from formicarium.engine.match import Match, Move, load, loads
from formicarium.engine.position import Outcome, Position, View
from formicarium.interop import Vector, vector

__all__ = [
    "NATURE",
    "SPECTATOR",
    "Action",
    "Bot",
    "FormicariumError",
    "Game",
    "Match",
    "Move",
    "Outcome",
    "Position",
    "Vector",
    "View",
    "bot",
    "game",
    "game_names",
    "load",
    "loads",
    "vector",
]
