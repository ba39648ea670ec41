"""Interop: our games in the tools of others. Each tool is an extra of its own.

`gymnasium`, `pettingzoo` and `openspiel` give a game in the form of that library, `torch` the network that a champion
has learned. They raise `MissingExtra`, with the command that installs it, where it is not there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from formicarium.bots import learned
from formicarium.engine.game import Game, find
from formicarium.errors import LearnedError, MissingExtra

__all__ = ["gymnasium", "openspiel", "pettingzoo", "torch"]


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


def torch(game: str | Game, weights: Path | None = None) -> Any:
    """The network of a game's champion as a module of PyTorch, or one from a file of weights; see `LearnedNetwork`."""
    try:
        from formicarium.interop.torch_network import load
    except ModuleNotFoundError as error:
        raise _missing(error, "train", "networks in PyTorch") from error
    known = learned.load(find(game), weights) if weights else learned.own(find(game))
    if known is None:
        raise LearnedError("learned/nothing", f"the champion of {find(game).name} has learned nothing: name a file")
    return load(known)


def _missing(error: ModuleNotFoundError, extra: str, purpose: str) -> ImportError:
    """The extra to install, unless what is missing is our own."""
    return error if (error.name or "").startswith("formicarium") else MissingExtra(extra, purpose)
