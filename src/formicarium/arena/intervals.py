"""Intervals: how sure a mean share is, for a number of matches fixed before and for one that depends on the results."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from statistics import fmean
from typing import NamedTuple

import numpy as np

NORMAL_95 = 1.959964
STUDENT_95 = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004)
DOUBT = 0.05
STAKES = np.array([0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 0.95])  # shares of the capital that are bet


class Interval(NamedTuple):
    """A mean and both ends of its 95 % interval."""

    mean: float
    low: float
    high: float


def wilson(shares: Sequence[float]) -> Interval:
    """The mean of shares from a fixed number of matches with Wilson's 95 % interval.

    Shares of a split victory vary less than wins and losses of the same mean, so for them the interval is, if
    anything, too wide.
    """
    count, mean = len(shares), fmean(shares)
    z = NORMAL_95**2 / count
    centre = (mean + z / 2) / (1 + z)
    half = NORMAL_95 * sqrt(mean * (1 - mean) / count + z / (4 * count)) / (1 + z)
    return Interval(mean, max(0.0, centre - half), min(1.0, centre + half))


def student(values: Sequence[float]) -> Interval:
    """The mean of any values, roughly normal, with its 95 % interval by Student's distribution."""
    mean, freedom = fmean(values), len(values) - 1
    if not freedom:
        return Interval(mean, float("-inf"), float("inf"))
    half = student_95(freedom) * sqrt(sum((value - mean) ** 2 for value in values) / freedom / len(values))
    return Interval(mean, mean - half, mean + half)


def student_95(freedom: int) -> float:
    """Student's two-sided factor for so many degrees of freedom: a table, then the usual series around the normal."""
    if freedom <= len(STUDENT_95):
        return STUDENT_95[freedom - 1]
    z = NORMAL_95
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def evidence(values: Sequence[float], supposed: float) -> float:
    """The logarithm of the capital that bets against a supposed mean of values in 0…1 have won.

    The capital starts at 1 and is spread evenly over bets on 'more' and on 'less', each staking a fixed share of what
    it has on every value. If the mean is as supposed, no such bet can be expected to win, and the chance that the
    capital ever reaches 20 is at most 1 in 20 (Ville), however often one looks.
    """
    distinct, counts = np.unique(np.asarray(values, float), return_counts=True)
    gains = np.concatenate(
        [
            np.log1p(STAKES[:, None] * (distinct / supposed - 1)) @ counts,
            np.log1p(STAKES[:, None] * ((1 - distinct) / (1 - supposed) - 1)) @ counts,
        ]
    )
    best = gains.max()
    return float(best + np.log(np.exp(gains - best).mean()))


def excludes(values: Sequence[float], supposed: float) -> bool:
    """Whether the values speak clearly against a supposed mean."""
    return bool(values) and evidence(values, supposed) >= -log(DOUBT)


def anytime(values: Sequence[float]) -> Interval:
    """The mean of values in 0…1 with a 95 % interval that holds whenever one stops, also because of the values.

    It is the set of means that the bets of `evidence` have not excluded. The capital is a convex function of the
    supposed mean, at most 1 at the values' own, so the set is an interval around that, and bisection finds its ends.
    """
    if not values:
        return Interval(0.5, 0.0, 1.0)
    mean = fmean(values)
    return Interval(mean, _end(values, mean, 0.0), _end(values, mean, 1.0))


def _end(values: Sequence[float], inside: float, outside: float) -> float:
    if inside == outside:
        return inside
    for _ in range(30):
        middle = (inside + outside) / 2
        if excludes(values, middle):
            outside = middle
        else:
            inside = middle
    return outside
