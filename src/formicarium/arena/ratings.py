"""Ratings: one number a bot from all matches at two to four seats, by the places that they came in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from formicarium.errors import MissingExtra


@dataclass(frozen=True)
class Rating:
    """How strong a bot is, and how sure that is; `matches` counts those it sat in."""

    level: str
    strength: float
    doubt: float
    matches: int


def check_installed() -> None:
    """Refuse to go on where the package that rates is missing: later is too late, when everything has been played."""
    _model()


def rate(matches: Iterable[tuple[Sequence[str], Sequence[int]]]) -> list[Rating]:
    """Rate the bots of matches, each given by the levels in its seats and their places; the strongest come first.

    The model is Plackett and Luce's, in which a match is a draw of first, second, third by strength. A bot that holds
    several seats of a match is rated in each of them, and takes the mean.
    """
    model = _model()
    known: dict[str, Any] = {}
    played: dict[str, int] = {}
    for levels, places in matches:
        for level in set(levels):
            known.setdefault(level, model.rating(name=level))
            played[level] = played.get(level, 0) + 1
        teams = [[model.rating(mu=known[level].mu, sigma=known[level].sigma)] for level in levels]
        seats = [team[0] for team in model.rate(teams, ranks=[float(place) for place in places])]
        for level in set(levels):
            own = [seat for seat, name in zip(seats, levels, strict=True) if name == level]
            known[level] = model.rating(
                mu=fmean(seat.mu for seat in own), sigma=fmean(seat.sigma for seat in own), name=level
            )
    ratings = [Rating(level, rating.mu, rating.sigma, played[level]) for level, rating in known.items()]
    return sorted(ratings, key=lambda rating: (-rating.strength, rating.level))


def _model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise MissingExtra("arena", "ratings") from None
    return PlackettLuce()
