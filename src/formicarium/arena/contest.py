"""Contests: a bot against others, every seat taken in turn, for as long as it takes to tell who is better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from statistics import fmean

from formicarium.arena.intervals import Interval, anytime, excludes
from formicarium.arena.matches import Fixture, Result
from formicarium.bots import levels as levels_of
from formicarium.bots.ladder import entrant
from formicarium.engine.game import Game, find
from formicarium.errors import ArenaError

MOST = 400  # matches of a contest, unless the caller says otherwise


@dataclass(frozen=True)
class Pairing:
    """A challenger against other bots of one level, at a number of seats and with options of the game.

    With two seats they meet face to face. With more, one challenger sits among others, and its fair share of the
    victories is one in so many seats.
    """

    game: str
    challenger: str
    other: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()

    @property
    def levels(self) -> tuple[str, str]:
        """Who meets."""
        return self.challenger, self.other

    @property
    def fair(self) -> float:
        """The share of a challenger that is no better than the others."""
        return 1 / self.seats

    @property
    def variant(self) -> str:
        """The seats and the options, in words."""
        return ", ".join([f"{self.seats} seats", *(f"{name}={value}" for name, value in self.options)])

    @property
    def key(self) -> str:
        """The name of the pairing within its game, which its log and its seeds go by."""
        return f"{self.variant}: {self.challenger}, {self.other}"

    def lineup(self, number: int) -> tuple[str, ...]:
        """Who sits where in a match: the challenger moves on by one seat from match to match."""
        return tuple(self.challenger if seat == number % self.seats else self.other for seat in range(self.seats))

    def fixture(self, number: int, seed: object) -> Fixture:
        """The match of a number. In a round, until the challenger has been in every seat, nature's seed is the same."""
        return Fixture(self.game, self.lineup(number), f"{seed}/{self.key}/{number // self.seats}", self.options)


class Contest:
    """The matches of a pairing so far, and whether they are enough.

    They count in the order of their numbers and in whole rounds, so the verdict depends on the seed alone, not on
    which worker was faster. A round's mean share is one observation. The contest ends when the observations clearly
    speak against `target` as the challenger's true share, or with the last round.
    """

    def __init__(self, pairing: Pairing, most: int, target: float | None = None) -> None:
        self.pairing = pairing
        self.target = pairing.fair if target is None else target
        self.most = -(-most // pairing.seats) * pairing.seats
        self.decided = False
        self.rounds: list[float] = []
        self._results: dict[int, Result] = {}

    @property
    def over(self) -> bool:
        """Whether no further match is wanted."""
        return self.decided or self.played >= self.most

    @property
    def played(self) -> int:
        """How many matches count."""
        return len(self.rounds) * self.pairing.seats

    @property
    def results(self) -> list[Result]:
        """The matches that count, by number."""
        return [self._results[number] for number in range(self.played)]

    @property
    def interval(self) -> Interval:
        """The challenger's mean share, with an interval that holds although the contest may end early."""
        return anytime(self.rounds)

    @property
    def verdict(self) -> str:
        """What the interval says of the target: `above`, `below`, or `open`."""
        _, low, high = self.interval
        return "above" if low > self.target else "below" if high < self.target else "open"

    def missing(self) -> Iterator[int]:
        """The numbers that are still to be played, as long as the contest is not over."""
        for number in range(self.most):
            if self.over:
                return
            if number not in self._results:
                yield number

    def add(self, number: int, result: Result) -> None:
        """Take a match; one that came too late, or is there already, changes nothing."""
        if self.over or number in self._results:
            return
        self._results[number] = result
        seats = self.pairing.seats
        while not self.over and all(self.played + turn in self._results for turn in range(seats)):
            first = self.played
            self.rounds.append(fmean(self._results[first + turn].shares[turn] for turn in range(seats)))
            self.decided = excludes(self.rounds, self.target)


def arrange(
    game: str | Game,
    levels: Sequence[str] | None = None,
    *,
    seats: Sequence[int] | None = None,
    options: Mapping[str, str] | None = None,
    every_mode: bool = False,
    all_pairs: bool = False,
    most: int = MOST,
    target: float | None = None,
) -> list[Contest]:
    """Contests between levels, which come weakest first: each against the next weaker one, or against each weaker one.

    They are held at each number of seats and, if asked, in every mode of the game. What is not said is all that the
    game has: its levels, its numbers of seats.
    """
    game = find(game)
    entrants = tuple(levels or levels_of(game))
    for level in entrants:
        entrant(game, level)  # an unknown one is refused now
    if len(entrants) < 2:
        raise ArenaError("arena/alone", f"{entrants[0]} needs an opponent: name two levels or more")
    contests = []
    for number in dict.fromkeys(game.check_seats(count) for count in seats or game.seats):
        for variant in modes(game, options or {}) if every_mode else [options or {}]:
            game.check_options(variant, number)
            for stronger, weaker in dict.fromkeys(round_robin(entrants) if all_pairs else neighbours(entrants)):
                pairing = Pairing(game.name, stronger, weaker, number, tuple(variant.items()))
                contests.append(Contest(pairing, most, target))
    return contests


def neighbours(levels: Sequence[str]) -> list[tuple[str, str]]:
    """Each level but the weakest, with the next weaker one; the levels come weakest first."""
    return [(stronger, weaker) for weaker, stronger in pairwise(levels)]


def round_robin(levels: Sequence[str]) -> list[tuple[str, str]]:
    """Each level with each weaker one."""
    return [(stronger, weaker) for weaker, stronger in combinations(levels, 2)]


def modes(game: Game, options: Mapping[str, str]) -> list[dict[str, str]]:
    """The options with each mode of the game; as they are, if the game has no option `mode`."""
    values = next((option.values for option in game.options if option.name == "mode"), None)
    return [{**options, "mode": value} for value in values] if values else [dict(options)]
