"""The ladder: the named opponents of a game, from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from formicarium.bots.greedy import GreedyBot
from formicarium.bots.random import RandomBot
from formicarium.engine.actions import Action
from formicarium.engine.errors import UnknownName
from formicarium.engine.game import Game, find
from formicarium.engine.position import View


class Bot(Protocol):
    """Whoever can choose an action from a view, in about so many seconds."""

    def choose(self, view: View, seconds: float = 1.0) -> Action:
        """One of the legal actions of the viewing seat, which must be to act."""


LADDER: dict[str, Callable[[object], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
CHAMPION = "champion"  # whoever stands on top of the ladder


def levels(game: str | Game) -> tuple[str, ...]:
    """The levels of a game's opponents, the weakest first."""
    find(game)
    return (*LADDER, CHAMPION)


def bot(game: str | Game, level: str = CHAMPION, seed: object = None) -> Bot:
    """An opponent of a level; one that draws lots draws them from `seed`.

    >>> import formicarium as fm
    >>> match = fm.Match("sisimizi", seats=2, seed=7)
    >>> fm.bot("sisimizi", level="random", seed=3).choose(match.view(1)) in match.legal()
    True
    """
    if level not in levels(game):
        raise UnknownName("bot", level, levels(game))
    return LADDER[next(reversed(LADDER)) if level == CHAMPION else level](seed)
