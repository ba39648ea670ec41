"""Which rows of weights the features of a game get."""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from formicarium.core.features import Feature
from formicarium.core.kernel import SEATS
from formicarium.engine.game import Game

MOST_VALUES = 8  # a number of at most so many values has a row of weights for each; a larger one is a quantity
WEIGHT = 3.0  # the largest quantity counts like so many
MOST_PLACES = 64  # with more places in a plane of several, a row is for all of them together: they are counted
MOST_NAMES = 16  # a list of more large numbers does not say how much, but which: it is left out


def table(game: Game) -> tuple[NDArray[np.int32], NDArray[np.float32], int]:
    """For each feature, with all seats: its first row and how many it has; its scale; and the number of rows."""
    rows: list[NDArray[np.int32]] = []
    scales: list[NDArray[np.float32]] = []
    start = 0
    for feature in game.seen(SEATS) if game.features is None else game.features:
        most = np.broadcast_to(np.asarray(feature.most), feature.shape).ravel().astype(np.int64)
        first, values, used = _rows(feature, most)
        first[first >= 0] += start
        start += used
        rows.append(np.stack([first, values], 1).astype(np.int32))
        scales.append(np.minimum(1.0, WEIGHT / np.maximum(most, 1)).astype(np.float32))
    return np.concatenate(rows), np.concatenate(scales), start


def _rows(feature: Feature, most: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    count = prod(feature.shape)
    values = np.where(most <= MOST_VALUES, most, 0)
    if len(feature.shape) == 1 and count > MOST_NAMES and most.min() > MOST_VALUES:
        return np.full(count, -1), np.zeros(count, np.int64), 0
    if len(feature.shape) > 2 and feature.shape[-1] > MOST_PLACES:
        taken = np.maximum(values.reshape(-1, feature.shape[-1]).max(1), 1)
        starts = np.concatenate([[0], np.cumsum(taken)[:-1]])
        return np.repeat(starts, feature.shape[-1]), values, int(taken.sum())
    taken = np.maximum(values, 1)
    return np.concatenate([[0], np.cumsum(taken)[:-1]]), values, int(taken.sum())
