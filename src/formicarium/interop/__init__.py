"""Interop: our games in the tools of others. Each tool is an extra of its own.

`gymnasium`, `pettingzoo` and `openspiel` give a game in the form of that library and raise
`MissingExtra`, with the command that installs it, where it is not there.
"""

from __future__ import annotations

from typing import Any

from formicarium.engine.game import Game
from formicarium.errors import MissingExtra

__all__ = ["gymnasium", "openspiel", "pettingzoo"]


def gymnasium(game: str | Game, seats: int | None = None, **more: Any) -> Any:
    """A Gymnasium environment: one seat against bots. See `SeatEnv` for what else can be said."""
    try:
        from formicarium.interop.gymnasium_env import SeatEnv
    except ModuleNotFoundError as error:
        raise _missing(error, "gymnasium", "Gymnasium environments") from error
    return SeatEnv(game, seats, **more)


def pettingzoo(game: str | Game, seats: int | None = None, *, parallel: bool = False, **more: Any) -> Any:
    """A PettingZoo environment in which all seats are agents, asked one after the other or, `parallel`, at once."""
    try:
        from formicarium.interop.pettingzoo_env import ParallelTableEnv, TableEnv
    except ModuleNotFoundError as error:
        raise _missing(error, "pettingzoo", "PettingZoo environments") from error
    return (ParallelTableEnv if parallel else TableEnv)(game, seats, **more)


def openspiel(game: str, seats: int | None = None, **options: Any) -> Any:
    """A game of OpenSpiel; importing its module registers all our games with `pyspiel`."""
    try:
        from formicarium.interop.openspiel_game import load
    except ModuleNotFoundError as error:
        raise _missing(error, "openspiel", "OpenSpiel games") from error
    return load(game, seats, **options)


def _missing(error: ModuleNotFoundError, extra: str, purpose: str) -> ImportError:
    """The extra to install, unless what is missing is our own."""
    return error if (error.name or "").startswith("formicarium") else MissingExtra(extra, purpose)
