"""Calls: the compiled entry points of a game, ready to be called without Numba's look at the types of the arguments."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from formicarium.core import entry, jit
from formicarium.core.kernel import MOST_ACTIONS, SEATS, SPECTATOR
from formicarium.engine.game import Game


class Calls(SimpleNamespace):
    """The functions of `entry`, compiled for one record type. They check nothing: only `Position` calls them."""


_prepared: dict[Game, Calls] = {}
listener: Callable[[int, int], None] | None = None


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
    for done, (name, arguments) in enumerate(uses):
        if not known:
            report(game.name, done, len(uses))
        setattr(calls, name, direct(getattr(entry, name), *arguments))
    if not known:
        (jit.cache_folder(game.folder) / "compiled").touch()
        report(game.name, len(uses), len(uses))
    return calls


def direct(function: Any, *examples: Any) -> Any:
    """A compiled function for arguments of exactly these types, to be called without a look at them."""
    if not jit.enabled():
        return function
    signature = tuple(map(numba.typeof, examples))
    function.compile(signature)
    return function.overloads[signature].entry_point


def report(what: str, done: int, of: int) -> None:
    """Tell how far compiling is; a process that compiles for another one tells that instead, by `listener`."""
    if listener is not None:
        listener(done, of)
        return
    progress = f"compiling {what}, once: {done + 1} of {of}" if done < of else f"compiled {what}"
    if sys.stderr.isatty() and multiprocessing.parent_process() is None:
        print(f"\r{progress:<70}", end="" if done < of else "\n", file=sys.stderr, flush=True)
    elif done in (0, of):
        print(progress, file=sys.stderr, flush=True)


def _uses(game: Game) -> list[tuple[str, tuple[Any, ...]]]:
    """Each entry point that `Position` calls, with arguments of the types that it passes."""
    records = np.zeros(2, game.kernel.record)
    codes, floats, rng = np.empty(MOST_ACTIONS, np.int32), np.zeros(SEATS), np.zeros(1, np.uint64)
    kind = game.kernel.record
    return [
        ("setup", (records, 0, 2, np.zeros(1, game.option_record))),
        ("place", (records,)),
        ("place_of_codes", (codes,)),
        ("actors", (kind, 0)),
        ("legal", (kind, 0, 0, 0)),
        ("chance", (records, 0, codes, codes)),
        ("apply", (kind, 0, 0, 0)),
        ("step", (kind, 0, 0, 0)),
        ("outcome", (records, 0, np.zeros((3, SEATS)))),
        ("redact", (records, 0, SPECTATOR)),
        ("determinize", (records, 0, SPECTATOR, rng)),
        ("evaluate", (records, 0, floats)),
        ("draw_at", (records, 0, rng)),
        ("sample", (records, 0, 0, rng)),
        ("replay", (records, 0, codes, codes, 0)),
    ]
