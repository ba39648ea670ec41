"""A study: which matches a balance report is made of, and the figures that follow from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from formicarium.arena.balance.observation import Observation
from formicarium.arena.intervals import Interval, student, wilson
from formicarium.arena.matches import Fixture
from formicarium.engine.game import Game

HISTORIES = 24  # so many matches of a setting are remembered action by action


@dataclass(frozen=True)
class Setting:
    """Bots of one level in all seats, and the options."""

    level: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Change:
    """An option that is changed against the base, everything else and the seeds being equal."""

    option: str
    value: str
    base: Setting
    setting: Setting


@dataclass(frozen=True)
class Effect:
    """What a change does, as differences match by match: to the first player's share, to decisions, to lead changes."""

    change: Change
    matches: int
    first_share: Interval
    decisions: Interval
    usual_decisions: float  # without the change
    lead_changes: Interval


@dataclass(frozen=True)
class VerbUse:
    """How often a verb of the action space was used."""

    verb: str
    a_match: float
    matches: float  # the share of matches in which it was used
    offered: float  # the share of decisions at which it was possible; not a number for nature
    chosen: float  # the share of those at which it was taken


class Study:
    """The matches of a report: the base settings, and one more setting for every value of every option."""

    def __init__(
        self,
        game: Game,
        levels: Sequence[str],
        seats: Sequence[int],
        options: Mapping[str, str],
        matches: int,
        seed: object,
    ) -> None:
        self.game, self.levels, self.seats = game, tuple(levels), tuple(seats)
        self.options, self.matches, self.seed = dict(options), matches, seed
        chosen = tuple(options.items())
        self.base = [Setting(level, count, chosen) for level, count in product(self.levels, self.seats)]
        self.changes = list(self._changes())
        self.observed: dict[Setting, dict[int, Observation]] = {
            setting: {} for setting in [*self.base, *(change.setting for change in self.changes)]
        }

    @property
    def total(self) -> int:
        """How many matches there are to play."""
        return len(self.observed) * self.matches

    @property
    def played(self) -> int:
        """How many have been played."""
        return sum(map(len, self.observed.values()))

    def fixtures(self) -> Iterator[tuple[tuple[Setting, int], Fixture]]:
        """The matches, those of the base first, all settings in turn: whenever one stops, each has its part.

        Match k has the same seed in all settings of one number of seats, so that they can be compared one by one.
        """
        changed = [change.setting for change in self.changes]
        for settings in (self.base, changed):
            for number, setting in product(range(self.matches), settings):
                levels, seed = (setting.level,) * setting.seats, f"{self.seed}/{setting.seats}/{number}"
                yield (setting, number), Fixture(self.game.name, levels, seed, setting.options)

    def add(self, setting: Setting, number: int, observation: Observation) -> None:
        """Keep what a match showed."""
        kept = observation if number < HISTORIES else replace(observation, moves=())
        self.observed[setting][number] = kept

    def of(self, setting: Setting) -> list[Observation]:
        """What was observed in a setting, by number."""
        return [observation for _, observation in sorted(self.observed[setting].items(), key=lambda item: item[0])]

    def effects(self) -> list[Effect]:
        """What each option does, from the matches that were played both ways."""
        effects = []
        for change in self.changes:
            base, changed = self.observed[change.base], self.observed[change.setting]
            pairs = [(base[number], changed[number]) for number in sorted(changed) if number in base]
            if len(pairs) > 1:
                effects.append(
                    Effect(
                        change,
                        len(pairs),
                        student([first_share(after) - first_share(before) for before, after in pairs]),
                        student([float(decisions(after) - decisions(before)) for before, after in pairs]),
                        float(np.mean([decisions(before) for before, _ in pairs])),
                        student([float(after.lead_changes - before.lead_changes) for before, after in pairs]),
                    )
                )
        return effects

    def _changes(self) -> Iterator[Change]:
        for option in self.game.options:
            for value, base in product(option.values, self.base):
                options = {**dict(base.options), option.name: value}
                usual = self.game.check_options(dict(base.options), base.seats)[option.name]
                if value != usual and self.game.allows(options, base.seats):
                    yield Change(option.name, value, base, replace(base, options=tuple(options.items())))


def decisions(observation: Observation) -> int:
    """How many decisions the seats made."""
    return sum(observation.result.decisions)


def first_share(observation: Observation) -> float:
    """The share of victory of the seat that decided first."""
    return observation.result.shares[observation.order[0]]


def by_order(observations: Sequence[Observation]) -> list[Interval]:
    """The share of who decided first, second, and so on; a seat that never decided counts as the last."""
    rows = [_in_order(observation) for observation in observations]
    return [wilson(shares) for shares in zip(*rows, strict=True)]


def _in_order(observation: Observation) -> list[float]:
    shares = observation.result.shares
    silent = [seat for seat in range(len(shares)) if seat not in observation.order]
    return [shares[seat] for seat in [*observation.order, *silent]]


def by_seat(observations: Sequence[Observation]) -> list[Interval]:
    """The share of each seat by its number."""
    return [wilson(shares) for shares in zip(*(one.result.shares for one in observations), strict=True)]


def spread(rows: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    """The lower quartile, the mean and the upper quartile of each column."""
    table = np.array(rows)
    return np.array([np.quantile(table, 0.25, axis=0), table.mean(axis=0), np.quantile(table, 0.75, axis=0)])


def endings(observations: Sequence[Observation]) -> dict[str, int]:
    """How often each reason ended a match, the most frequent first."""
    return dict(Counter(one.result.reason for one in observations).most_common())


def verb_uses(game: Game, observations: Sequence[Observation]) -> tuple[list[VerbUse], list[VerbUse]]:
    """How often the seats and how often nature used each verb; verbs that never came up are there, too."""
    count, made = len(observations), sum(map(decisions, observations))
    seats, nature = [], []
    for verb in dict.fromkeys(verb.word for verb in game.actions.verbs):
        taken = [one.taken.get(verb, 0) for one in observations]
        drawn = [one.drawn.get(verb, 0) for one in observations]
        offered = sum(one.offered.get(verb, 0) for one in observations)
        if sum(drawn):
            nature.append(VerbUse(verb, sum(drawn) / count, np.count_nonzero(drawn) / count, np.nan, np.nan))
        else:
            chosen = sum(taken) / offered if offered else np.nan
            seats.append(
                VerbUse(verb, sum(taken) / count, np.count_nonzero(taken) / count, offered / max(1, made), chosen)
            )
    return sorted(seats, key=lambda use: -use.a_match), sorted(nature, key=lambda use: -use.a_match)
