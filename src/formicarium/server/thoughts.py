"""Thoughts: what other processes do for the server, here or on a cluster whose nodes have nothing else of it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import wait
from typing import NamedTuple, TypeVar

import numpy as np

from formicarium import View, game, loads
from formicarium.bots import SearchBot, bot, search
from formicarium.engine import calls
from formicarium.engine.errors import FormicariumError
from formicarium.scene import gif

T = TypeVar("T")

NICENESS = 10  # who clicks goes before who thinks


class Away(FormicariumError):
    """The cluster on which bots think cannot be reached; who asks again may find it."""

    def __init__(self) -> None:
        super().__init__("bots/away", "the machines on which bots think cannot be reached: ask again in a while")


class Advice(NamedTuple):
    """What a bot thinks of one action; `formicarium.bots.Line` in notation."""

    action: str
    shares: tuple[float, ...]
    visits: int
    chance: float


def begin() -> None:
    """Be polite, leave signals to the server, and end with it however it ends."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def prepare(name: str) -> None:
    """Load a game before somebody waits for a bot."""
    calls.prepare(game(name))
    search.prepare(game(name))


def look(
    how: Callable[[View, str, str], T], name: str, seats: int, seat: int, record: bytes, level: str, seed: str
) -> T:
    """What a bot makes of the bytes of a view."""
    found = game(name)
    records = np.frombuffer(record, found.kernel.record).copy()
    return how(View(found, seats, records, seat), level, seed)


def choose(view: View, level: str, seed: str) -> str:
    """A bot's choice."""
    return bot(view.game, level, seed=seed).choose(view).text


def advise(view: View, level: str, seed: str) -> list[Advice]:
    """A bot's thoughts."""
    lines = SearchBot(seed, view.game.levels[level]).analyse(view)
    return [Advice(line.action.text, line.shares, line.visits, line.chance) for line in lines]


def animate(record: str, plies: list[int], seat: int, theme: str, language: str, width: int) -> bytes:
    """A GIF from a record's text."""
    wanted = set(plies)
    stages = enumerate(loads(record, seed="").positions())
    scenes = (position.view(seat).scene(language) for ply, (_, position) in stages if ply in wanted)
    return gif(scenes, theme, width=width)
