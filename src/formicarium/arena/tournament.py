"""A tournament: many contests, played by a crew and kept in a log, each until it is decided."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from formicarium.arena.contest import Contest, Pairing
from formicarium.arena.crew import Crew, carry_out
from formicarium.arena.log import Log
from formicarium.arena.matches import Fixture, Result, code_of
from formicarium.engine.errors import ArenaError
from formicarium.engine.game import Game

LANE = 4  # a contest more is opened for so many matches at once


@dataclass
class Tournament:
    """Contests of one game under one seed; with a log, what it holds already counts and is not played again."""

    contests: Sequence[Contest]
    seed: object = 0
    log: Log | None = None
    _found: dict[str, Contest] = field(init=False)

    def __post_init__(self) -> None:
        self._found = {contest.pairing.key: contest for contest in self.contests}
        if len(self._found) < len(self.contests):
            raise ArenaError("arena/twice", "two contests of a tournament are the same")
        for (pairing, number), result in sorted(self.log.results.items()) if self.log else ():
            if pairing in self._found:
                self._found[pairing].add(number, result)

    def play(self, crew: Crew[Fixture, Result]) -> Iterator[Contest]:
        """Play what is missing; after each match, its contest is yielded. It may be left at any time."""
        for (pairing, number), result in carry_out(crew, self._fixtures(crew)):
            if self.log:
                self.log.add(pairing, number, result)
            self._found[pairing].add(number, result)
            yield self._found[pairing]
            if all(contest.over for contest in self.contests):
                return  # what is still under way would not count

    def _fixtures(self, crew: Crew[Fixture, Result]) -> Iterator[tuple[tuple[str, int], Fixture]]:
        """What to play next: few contests at a time, but enough that a large crew does not play far ahead in any."""
        waiting = iter(self.contests)
        lanes: deque[tuple[Pairing, Iterator[int]]] = deque()
        while True:
            while len(lanes) < max(1, crew.places // LANE) and (contest := next(waiting, None)):
                lanes.append((contest.pairing, contest.missing()))
            if not lanes:
                return
            pairing, numbers = lanes.popleft()
            number = next(numbers, None)
            if number is not None:
                lanes.append((pairing, numbers))
                yield (pairing.key, number), pairing.fixture(number, self.seed)


def run_of(game: Game, seed: object) -> dict[str, Any]:
    """What a run has to agree in for its matches to be counted together."""
    return {"game": game.name, "rules": game.version, "code": code_of(game), "seed": str(seed)}
