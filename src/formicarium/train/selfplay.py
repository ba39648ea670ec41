"""Self-play: a lesson is a few matches of a bot against itself, and the positions of them that are worth learning from.

Positions of one match are alike, so few are taken of each. After a match one of its positions is taken up again with
an action by lot, and played on: so positions are met that a good player would avoid, with what comes of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formicarium.arena.contest import modes
from formicarium.bots.learned import Learned, load
from formicarium.bots.search import SearchBot
from formicarium.core import random
from formicarium.core.jit import clone
from formicarium.core.kernel import NATURE, SEATS
from formicarium.engine.game import Game, Level, find
from formicarium.engine.position import Position

MEMORY = 6 << 20  # bytes of a tree
MOODS = (0.0, 0.01, 0.03)  # the temperature of a match is one of these
OPENING = 8  # in some matches up to so many actions of the beginning are made by lot
RANDOM_OPENINGS = 0.3  # in so many
TWO_SEATS = 0.5  # of the matches; the others have more

Lessons = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Task:
    """A lesson that is to be played; everything follows from this."""

    game: str
    number: int  # of the lesson
    seed: str
    matches: int
    iterations: int  # before an action
    deep: int  # iterations at a position that is learned from
    positions: int  # that are taken of a match
    weights: str | None = None  # a file; None for the written evaluation


@dataclass
class Decision:
    """A choice that was made: the position before it, and whose it was."""

    record: NDArray[np.void]
    seat: int


def play(task: Task) -> Lessons:
    """Play a lesson: one row a position, with the match it is from, its outcome, and the visits of a deep search."""
    game = find(task.game)
    network = _weights(game, task.weights)
    rng = random.stream((task.seed, "lesson", task.number))
    rows: list[dict[str, Any]] = []
    for number in range(task.matches):
        seats, options = _variant(game, rng)
        mood = MOODS[random.below(rng, len(MOODS))]
        level = _level(game, task.iterations, mood)
        players = [
            SearchBot((task.seed, task.number, number, seat), level, memory=MEMORY, network=network)
            for seat in range(seats)
        ]
        position = Position.start(game, seats, game.encode_options(game.check_options(options, seats)))
        by_lot = random.below(rng, OPENING + 1) if random.unit(rng) < RANDOM_OPENINGS else 0
        name = task.number * task.matches + number
        decisions = _play_on(position, players, by_lot, rng)
        rows += _learned_from(task, game, network, name, position, decisions, task.positions, rng)
        if decisions:
            position = Position(game, seats, clone(decisions[random.below(rng, len(decisions))].record))
            decisions = _play_on(position, players, 1, rng)[1:]
            rows += _learned_from(task, game, network, name, position, decisions, -(-task.positions // 2), rng)
    return _packed(game, rows)


@cache
def _weights(game: Game, path: str | None) -> Learned | None:
    return load(game, Path(path)) if path else None


def _level(game: Game, iterations: int, mood: float = 0.0) -> Level:
    """The champion with another number of iterations: it looks as the champion does."""
    return replace(game.levels["champion"], iterations=iterations, temperature=mood, haste=0.0)


def _variant(game: Game, rng: random.Stream) -> tuple[int, dict[str, str]]:
    """A number of seats and a mode by lot."""
    more = [seats for seats in game.seats if seats > 2]
    two = not more or (2 in game.seats and random.unit(rng) < TWO_SEATS)
    seats = 2 if two else more[random.below(rng, len(more))]
    chosen = modes(game, {})
    return seats, chosen[random.below(rng, len(chosen))]


def _play_on(position: Position, players: list[SearchBot], by_lot: int, rng: random.Stream) -> list[Decision]:
    """Play a position to its end, the first decisions by lot; the choices that were made, forced ones left out."""
    decisions = []
    while actors := position.actors:
        seat = actors[0]
        if seat == NATURE:
            position.apply(seat, position.draw(rng))
            continue
        codes = position.codes(seat)
        if len(codes) == 1:
            position.apply(seat, codes[0])
            continue
        decisions.append(Decision(clone(position.records), seat))
        if len(decisions) <= by_lot:
            position.apply(seat, position.sample(seat, rng))
        else:
            position.apply(seat, players[seat].choose(position.view(seat)))
    return decisions


def _learned_from(
    task: Task,
    game: Game,
    network: Learned | None,
    match: int,
    end: Position,
    decisions: list[Decision],
    count: int,
    rng: random.Stream,
) -> list[dict[str, Any]]:
    """Rows of some decisions of a match, each searched anew."""
    rows = []
    outcome = end.outcome
    assert outcome is not None
    shares = np.zeros(SEATS, np.float32)
    shares[: end.seats] = outcome.shares
    for _ in range(min(count, len(decisions))):
        at = random.below(rng, len(decisions))
        decision = decisions.pop(at)
        position = Position(game, end.seats, decision.record)
        visits, worth = np.zeros((2, 0))
        codes = np.array(position.codes(decision.seat))
        if task.deep:
            searcher = SearchBot((task.seed, match, at), _level(game, task.deep), memory=MEMORY, network=network)
            candidates = searcher.analyse(position.view(decision.seat))
            by_code = {int(one.action): one for one in candidates}
            visits = np.array([by_code[code].visits if code in by_code else 0 for code in codes.tolist()])
            worth = np.zeros(SEATS)
            for one in candidates:
                worth[: end.seats] += np.array(one.shares) * one.visits / max(1, visits.sum())
        rows.append(
            {
                "record": np.frombuffer(position.tobytes(), np.uint8),
                "seat": decision.seat,
                "seats": end.seats,
                "match": match,
                "outcome": shares,
                "worth": worth.astype(np.float32),
                "codes": codes,
                "visits": visits.astype(np.int32),
            }
        )
    return rows


def _packed(game: Game, rows: list[dict[str, Any]]) -> Lessons:
    """Rows as arrays; codes and visits follow each other, `choices` says how many belong to each."""
    size = game.kernel.record.itemsize
    records = np.array([row["record"] for row in rows], np.uint8).reshape(len(rows), size)
    empty = [np.zeros(0, np.int32)]
    return {
        "records": records,
        "seat": np.array([row["seat"] for row in rows], np.int8),
        "seats": np.array([row["seats"] for row in rows], np.int8),
        "match": np.array([row["match"] for row in rows], np.int32),
        "outcome": np.array([row["outcome"] for row in rows], np.float32).reshape(-1, SEATS),
        "worth": np.array([row["worth"] for row in rows], np.float32).reshape(-1, SEATS),
        "choices": np.array([len(row["codes"]) for row in rows], np.int32),
        "codes": np.concatenate([*(row["codes"] for row in rows), *empty]).astype(np.int16),
        "visits": np.concatenate([*(row["visits"] for row in rows), *empty]).astype(np.int32),
    }
