"""Calls: the compiled entry points of a game, ready to be called without Numba's look at the types of the arguments."""

from __future__ import annotations

import multiprocessing
import sys
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from formicarium.engine import entry, jit
from formicarium.engine.game import Game
from formicarium.engine.kernel import MOST_ACTIONS, SEATS, SPECTATOR


class Calls(SimpleNamespace):
    """The functions of `entry`, compiled for one record type. They check nothing: only `Position` calls them."""


_prepared: dict[Game, Calls] = {}


def is_compiled(game: Game) -> bool:
    """Whether the disk cache holds the compiled entry points of a game."""
    return (jit.cache_folder(game.folder) / "compiled").exists()


def prepare(game: Game) -> Calls:
    """The entry points of a game, compiled or loaded from the disk cache; compiling says so on stderr."""
    if game not in _prepared:
        _prepared[game] = (
            _compile(game) if jit.enabled() else Calls(**{name: getattr(entry, name) for name, _ in _uses(game)})
        )
    return _prepared[game]


def _compile(game: Game) -> Calls:
    calls, uses, known = Calls(), _uses(game), is_compiled(game)
    for number, (name, arguments) in enumerate(uses, 1):
        if not known:
            tell(f"compiling {game.name}, once: {number} of {len(uses)}", first=number == 1)
        setattr(calls, name, direct(getattr(entry, name), *arguments))
    if not known:
        tell(f"compiled {game.name}" + " " * 24 + "\n", first=True)
        (jit.cache_folder(game.folder) / "compiled").touch()
    return calls


def direct(function: Any, *examples: Any) -> Any:
    """A compiled function for arguments of exactly these types, to be called without a look at them."""
    if not jit.enabled():
        return function
    signature = tuple(map(numba.typeof, examples))
    function.compile(signature)
    return function.overloads[signature].entry_point


def tell(progress: str, *, first: bool) -> None:
    """A progress line on stderr: in a terminal it counts, elsewhere and by one process of several it is said once."""
    if sys.stderr.isatty() and multiprocessing.parent_process() is None:
        print(f"\r{progress}", end="", file=sys.stderr, flush=True)
    elif first:
        print(progress.strip(), file=sys.stderr, flush=True)


def _uses(game: Game) -> list[tuple[str, tuple[Any, ...]]]:
    """Each entry point that `Position` calls, with arguments of the types that it passes."""
    records = np.zeros(2, game.kernel.record)
    codes, floats, rng = np.empty(MOST_ACTIONS, np.int32), np.zeros(SEATS), np.zeros(1, np.uint64)
    return [
        ("setup", (records, 0, 2, np.zeros(1, np.int64))),
        ("actors", (records, 0)),
        ("legal", (records, 0, 0, codes)),
        ("chance", (records, 0, codes, codes)),
        ("apply", (records, 0, 0, 0)),
        ("step", (records, 0, 0, 0, codes)),
        ("outcome", (records, 0, np.zeros((3, SEATS)))),
        ("redact", (records, 0, SPECTATOR)),
        ("determinize", (records, 0, SPECTATOR, rng)),
        ("evaluate", (records, 0, floats)),
        ("draw_at", (records, 0, rng)),
        ("sample", (records, 0, 0, rng)),
        ("replay", (records, 0, codes, codes, 0)),
    ]
