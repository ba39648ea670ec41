"""Lessons as a network gets them: rows of weights and factors, the written value and prior, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formicarium.bots.learned import as_priors, as_written, places_in_full, weighed
from formicarium.core.kernel import MOST_ACTIONS, SEATS
from formicarium.engine.game import Game
from formicarium.search.network import ROOM, describe
from formicarium.train.layout import table
from formicarium.train.selfplay import Lessons

HELD_OUT = 10  # one match in so many is never learned from

Array = NDArray[Any]


@dataclass
class Dataset:
    """Positions as flat arrays: those of position i stand from `starts[i]` to `starts[i + 1]`."""

    rows: Array  # of weights, position after position
    factors: Array
    row_starts: Array
    written: Array  # the logarithm of the written shares, from the viewer on, then the hints, seat by seat
    playing: Array  # whether there is such a seat
    outcome: Array  # shares of victory, from the viewer on
    worth: Array  # the shares that a deep search expected
    codes: Array  # of actions, position after position
    priors: Array  # logarithms
    visits: Array  # their share in those of the position
    code_starts: Array  # positions whose choice is by lot, or was not searched, have none
    match: Array

    def __len__(self) -> int:
        return len(self.match)

    @property
    def held_out(self) -> Array:
        """The positions of matches that are kept apart."""
        mixed = (self.match.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
        held: Array = mixed % np.uint64(HELD_OUT) == 0
        return held


def make(game: Game, lessons: Lessons) -> Dataset:
    """Look at every position as the search would."""
    records = lessons["records"].copy().view(game.kernel.record).ravel()
    spare = np.zeros(1, game.kernel.record)
    first_row, scales, _ = table(game)
    places = {seats: places_in_full(game, seats) for seats in (2, 3, 4)}
    features = np.zeros(game.feature_count(SEATS) + 8, np.int8)
    chances, shares = np.zeros(MOST_ACTIONS), np.zeros(ROOM)
    starts = np.concatenate([[0], np.cumsum(lessons["choices"])])
    count = len(records)
    rows: list[Array] = []
    factors: list[Array] = []
    codes: list[Array] = []
    priors: list[Array] = []
    visited: list[Array] = []
    outcome, worth = np.zeros((2, count, SEATS), np.float32)
    written = np.zeros((count, ROOM), np.float32)
    playing = np.zeros((count, SEATS), bool)
    for i in range(count):
        seat, seats = int(lessons["seat"][i]), int(lessons["seats"][i])
        legal = lessons["codes"][starts[i] : starts[i + 1]].astype(np.int32)
        visits = lessons["visits"][starts[i] : starts[i + 1]] if len(lessons["visits"]) else np.zeros(0)
        features[:], shares[:] = 0, 0.0
        by_lot = describe(records, spare, i, seat, legal, features, shares, chances)
        around = (seat + np.arange(seats)) % seats
        written[i] = as_written(shares, seat, seats)
        outcome[i, :seats], worth[i, :seats] = lessons["outcome"][i][around], lessons["worth"][i][around]
        playing[i, :seats] = True
        nonzero, factor = weighed(features[: len(places[seats])], first_row[places[seats]], scales[places[seats]])
        rows.append(nonzero)
        factors.append(factor)
        if by_lot or visits.sum() == 0:
            legal, visits = legal[:0], visits[:0]
        codes.append(legal)
        priors.append(as_priors(chances[: len(legal)]))
        visited.append((visits / max(1, visits.sum())).astype(np.float32))
    return Dataset(
        np.concatenate(rows),
        np.concatenate(factors),
        _starts(rows),
        written,
        playing,
        outcome,
        worth,
        np.concatenate(codes),
        np.concatenate(priors),
        np.concatenate(visited),
        _starts(codes),
        lessons["match"],
    )


def _starts(parts: list[Array]) -> Array:
    return np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.int64)
