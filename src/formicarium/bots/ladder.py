"""The ladder: the named opponents of a game, from the gentlest to the champion, and two yardsticks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from formicarium.bots import learned
from formicarium.bots.greedy import GreedyBot
from formicarium.bots.random import RandomBot
from formicarium.bots.search import SearchBot
from formicarium.core.actions import Action
from formicarium.engine.game import Game, find
from formicarium.engine.position import View
from formicarium.errors import UnknownName


class Bot(Protocol):
    """Whoever can choose an action from a view, in about so many seconds or in the time it likes to take."""

    def choose(self, view: View, seconds: float | None = None) -> Action:
        """One of the legal actions of the viewing seat, which must be to act."""


YARDSTICKS: dict[str, Callable[[object], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def levels(game: str | Game) -> tuple[str, ...]:
    """The levels of a game's opponents, the gentlest first."""
    return tuple(find(game).levels)


def names(game: str | Game) -> tuple[str, ...]:
    """All that `bot` knows: the levels and the yardsticks."""
    return (*levels(game), *YARDSTICKS)


def check_level(game: str | Game, level: str) -> str:
    """One of those; another name is refused with what there is."""
    if level not in names(game):
        raise UnknownName("bot", level, names(game))
    return level


def bot(game: str | Game, level: str = "champion", seed: object = None) -> Bot:
    """An opponent of a level, or one of the yardsticks `random` and `greedy`; its lots are drawn from `seed`.

    >>> import formicarium as fm
    >>> match = fm.Match("sisimizi", seats=2, seed=7)
    >>> fm.bot("sisimizi", level="gentle", seed=3).choose(match.view(1)) in match.legal()
    True
    """
    if check_level(game, level) in YARDSTICKS:
        return YARDSTICKS[level](seed)
    return adviser(game, level, seed)


def adviser(game: str | Game, level: str = "champion", seed: object = None) -> SearchBot:
    """A bot of a level, to be asked what it thinks of the actions; the yardsticks do not think, and are refused.

    >>> import formicarium as fm
    >>> match = fm.Match("sisimizi", seats=2, seed=7)
    >>> candidates = adviser("sisimizi", "gentle", seed=3).analyse(match.view(1))
    >>> candidates[0].action in match.legal()
    True
    """
    known = find(game).levels
    if level not in known:
        raise UnknownName("adviser", level, known)
    return SearchBot(seed, known[level])


def entrant(game: str | Game, name: str, seed: object = None) -> Bot:
    """A bot as the arena names it: a level or a yardstick, also `LEVEL:SETTINGS` and `LEVEL@WEIGHTS`, or both.

    `champion@written` is the champion without what it has learned, `champion:16000` one that thinks longer, and
    `champion:400,caution=0.2,forgiving@FILE` one with other settings and the weights of a file. Only for those who sit
    at this machine: a name can open a file.

    >>> import formicarium as fm
    >>> match = fm.Match("sisimizi", seats=2, seed=7)
    >>> entrant("sisimizi", "champion:20@written", seed=3).choose(match.view(1)) in match.legal()
    True
    """
    called, apart, weights = name.partition("@")
    level, colon, settings = called.partition(":")
    if not apart and not colon:
        return bot(game, name, seed)
    known = find(game).levels
    if level not in known:
        raise UnknownName("bot", name, names(game))
    try:
        changed = _settings(settings) if colon else {}
    except ValueError:
        raise UnknownName("bot", name, names(game)) from None
    chosen = replace(known[level], **changed)
    if not apart:
        return SearchBot(seed, chosen)
    network = None if weights == "written" else learned.load(find(game), Path(weights))
    return SearchBot(seed, chosen, network=network)


def _settings(text: str) -> dict[str, Any]:
    """Settings of a level from their text: a number of iterations, and other settings by name."""
    settings: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if part == "forgiving":
            settings[part] = True
        elif not equals:
            settings["iterations"] = int(name)
        elif name in {"exploration", "caution", "temperature"}:
            settings[name] = float(value)
        else:
            raise ValueError(name)
        if min(settings.values()) < 0:
            raise ValueError(text)
    return settings
