"""A tournament: many contests, played by a crew and kept in a log, each until it is decided.

>>> from formicarium import arena
>>> contests = arena.arrange("grasshopper", ["random", "greedy"], seats=[2], most=20)
>>> for contest in arena.hold(contests, seed=1):
...     pass  # after each match: show it, or stop
>>> contests[0].over
True
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from formicarium.arena import ratings, results
from formicarium.arena.contest import Contest, Pairing
from formicarium.arena.crew import Crew, carry_out, hire
from formicarium.arena.log import Log
from formicarium.arena.matches import Fixture, Result, code_of, get_ready, play
from formicarium.engine.game import Game, find
from formicarium.errors import ArenaError

LANE = 4  # a contest more is opened for so many matches at once


@dataclass
class Tournament:
    """Contests of one game under one seed; with a log, what it holds already counts and is not played again."""

    contests: Sequence[Contest]
    seed: object = 0
    log: Log | None = None
    _by_key: dict[str, Contest] = field(init=False)

    def __post_init__(self) -> None:
        self._by_key = {contest.pairing.key: contest for contest in self.contests}
        if len(self._by_key) < len(self.contests):
            raise ArenaError("arena/twice", "two contests of a tournament are the same")
        for (pairing, number), result in sorted(self.log.results.items()) if self.log else ():
            if pairing in self._by_key:
                self._by_key[pairing].add(number, result)

    @property
    def over(self) -> bool:
        """Whether no further match is wanted."""
        return all(contest.over for contest in self.contests)

    def play(self, crew: Crew[Fixture, Result]) -> Iterator[Contest]:
        """Play what is missing; after each match, its contest is yielded. It may be left at any time."""
        for (pairing, number), result in carry_out(crew, self._fixtures(crew)):
            if self.log:
                self.log.add(pairing, number, result)
            self._by_key[pairing].add(number, result)
            yield self._by_key[pairing]
            if self.over:
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


def hold(
    contests: Sequence[Contest],
    *,
    seed: object = 0,
    folder: Path | None = None,
    workers: int = 1,
    ray: str | None = None,
) -> Generator[Contest, None, None]:
    """Play contests of one game until each is decided, by processes here or on a Ray cluster.

    After each match its contest is yielded, and it may be left at any time. With a folder, every match is kept in it,
    those that it holds already are not played again, and in the end, also an early one, the results are written there.
    """
    ratings.check_installed()
    game = find(contests[0].pairing.game)
    run = run_of(game, seed)
    with Log(folder / "matches.jsonl", run) if folder else nullcontext() as log:
        tournament = Tournament(contests, seed, log)
        try:
            if not tournament.over:
                get_ready(game, sorted({level for contest in contests for level in contest.pairing.levels}))
                with hire(play, workers, ray) as crew:
                    yield from tournament.play(crew)
        finally:
            if folder:
                results.write(folder, run, contests)


def run_of(game: Game, seed: object) -> dict[str, Any]:
    """What a run has to agree in for its matches to be counted together."""
    return {"game": game.name, "rules": game.version, "code": code_of(game), "seed": str(seed)}
