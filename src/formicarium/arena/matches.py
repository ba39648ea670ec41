"""Matches: what is to be played, one match between bots from the first action to the outcome, and what came of it."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from formicarium import bots, search
from formicarium.bots import learned
from formicarium.bots.ladder import entrant
from formicarium.core.actions import Action
from formicarium.core.jit import digest
from formicarium.engine.calls import prepare
from formicarium.engine.game import Game, find
from formicarium.engine.match import Match

Watch = Callable[[Match, int, "memoryview[int]", Action], None]


@dataclass(frozen=True)
class Fixture:
    """A match that is to be played: who sits where, and the seed that fixes everything else."""

    game: str
    levels: tuple[str, ...]  # of the bot in each seat
    seed: str
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Result:
    """What one match between bots came to."""

    shares: tuple[float, ...]
    places: tuple[int, ...]
    points: tuple[float, ...]
    reason: str
    actions: int  # nature's included
    decisions: tuple[int, ...]  # of each seat
    choices: int  # legal actions, summed over the decisions
    widest: int  # the most legal actions at once
    seconds: tuple[float, ...] = field(compare=False)  # that each seat thought; no two runs take the same time

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> Result:
        """A result from what JSON made of it."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
        }
        return cls(**values)


def play(fixture: Fixture, watch: Watch | None = None) -> Result:
    """Play one match to its end; the same fixture gives the same match, wherever it is played.

    A `watch` is shown the match before each decision is made: the seat, its legal codes, and what it chose.
    """
    seats = len(fixture.levels)
    options: dict[str, Any] = dict(fixture.options)
    match = Match(fixture.game, seats, seed=fixture.seed, **options)
    players = [entrant(fixture.game, level, seed=(fixture.seed, seat)) for seat, level in enumerate(fixture.levels)]
    decisions, seconds, choices, widest = [0] * seats, [0.0] * seats, 0, 0
    while not match.over:
        seat = match.actors[0]
        began = perf_counter()
        action = players[seat].choose(match.view(seat))
        seconds[seat] += perf_counter() - began
        codes = match.position.codes(seat)
        decisions[seat], choices, widest = decisions[seat] + 1, choices + len(codes), max(widest, len(codes))
        if watch:
            watch(match, seat, codes, action)
        match.play(action, seat)
    outcome = match.outcome
    assert outcome is not None
    return Result(
        shares=outcome.shares,
        places=outcome.places,
        points=outcome.points,
        reason=outcome.reason,
        actions=len(match.history),
        decisions=tuple(decisions),
        choices=choices,
        widest=widest,
        seconds=tuple(round(value, 4) for value in seconds),
    )


def get_ready(game: str | Game, levels: Sequence[str]) -> None:
    """Compile what matches of these bots need, so that the workers find it in the cache; unknown names are refused."""
    game = find(game)
    players = [entrant(game, level, seed="ready") for level in levels]
    prepare(game)
    for player in players:
        match = Match(game, seed="ready")
        seat = match.actors[0]
        player.choose(match.view(seat))


def code_of(game: Game) -> str:
    """A hash of all code and data that decide how bots play a game: results of different codes do not add up."""
    folders = (game.folder, *(Path(package.__file__).parent for package in (search, bots) if package.__file__))
    beginner = inspect.getsource(sys.modules[game.beginner.__module__])  # in the game's face, beside its levels
    weights = learned.own(game)
    parts = [*map(digest, folders), repr(game.levels), beginner, weights.code if weights else "nothing learned"]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
