"""Showcases: one position of each game for the home page, drawn by our own renderer.

It is the end of the record `showcase.txt` in the folder of the game; a game without one is shown in a random match.
"""

from __future__ import annotations

import asyncio
import os
import sys
from functools import cache

import formicarium as fm
from formicarium import games
from formicarium.core import random
from formicarium.errors import Preparing
from formicarium.scene import lighten, themes
from formicarium.server.web import addresses

SEED = 1
SHARE = 0.62  # of a match: late enough that much is on the table
PLIES = 60  # of a random match at most: more take long to play in some games
DRAW = """
import sys
import formicarium.games
formicarium.games.__path__[:] = sys.argv[3:]  # those of the server, which may have more than ours
from formicarium.server.web import pictures
print(pictures.showcase(*sys.argv[1:3]))
"""

_drawing = asyncio.Lock()
_drawn: dict[tuple[str, str], str] = {}


@cache
def showcase(game: str, theme: str) -> str:
    """The showcase of a game as SVG."""
    shown = fm.game(game)
    themes.theme(theme)  # one that is not there is refused before anything is drawn
    text = shown.showcase
    match = fm.loads(text, seed=SEED, nature=False) if text else _play_at_random(shown)
    return lighten(match.view().scene()).svg(theme)


async def showcase_uncompiled(game: str, theme: str) -> str:
    """The same of a game that is not compiled yet: interpreted, in a process of its own, one after the other."""
    themes.theme(theme)
    async with _drawing:
        if (game, theme) not in _drawn:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-c", DRAW, game, theme, *games.__path__),
                env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
                stdout=asyncio.subprocess.PIPE,
            )
            drawn, _ = await process.communicate()
            if process.returncode:
                raise Preparing(game, 0)
            _drawn[game, theme] = drawn.decode().rstrip("\n")
        return _drawn[game, theme]


def address(game: str, theme: str) -> str:
    """Where the showcase of a game is."""
    return addresses.address(f"/showcase/{game}-{theme}.svg", game)


def _play_at_random(game: fm.Game) -> fm.Match:
    """The first part of a match of random moves; of a short one no more than the share that a showcase has."""
    match, rng = fm.Match(game, game.seats[-1], seed=SEED), random.stream(("showcase", SEED))
    while not match.over and len(match.history) < PLIES:
        seat = match.actors[0]
        match.play(match.position.sample(seat, rng), seat)
    return match.at(round(len(match.history) * SHARE)) if match.over else match


def write(game: fm.Game) -> None:
    """Play a match of greedy bots and keep its first part: `python -m formicarium.server.web.pictures GAME`."""
    seats = game.seats[-1]
    match = fm.Match(game, seats, seed=SEED)
    bots = [fm.bot(game, "greedy", seed=(SEED, seat)) for seat in range(seats)]
    while not match.over:
        seat = match.actors[0]
        match.play(bots[seat].choose(match.view(seat)), seat)
    part = match.at(round(len(match.history) * SHARE))
    (game.folder / "showcase.txt").write_text(part.text(), encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or fm.game_names():
        write(fm.game(name))
