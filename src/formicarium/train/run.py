"""A training: generations of self-play, learning and a gate, in a folder that an interrupted run goes on from.

A generation plays its lessons with the best network so far, learns a new one from all lessons of the last generations,
and lets it meet the best one so far by the arena's sequential test. Only a network that is clearly better replaces it.
What follows from the seed is the same on every machine, as long as no time limit cuts a generation short.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from formicarium.arena.contest import Contest, Pairing, modes
from formicarium.arena.crew import carry_out, hire
from formicarium.arena.log import Log
from formicarium.arena.matches import code_of
from formicarium.arena.matches import play as play_match
from formicarium.arena.results import replace as write_whole
from formicarium.arena.tournament import Tournament
from formicarium.bots.learned import load, own
from formicarium.bots.search import prepare
from formicarium.engine.game import Game, find
from formicarium.errors import TrainError
from formicarium.train.buffer import Buffer
from formicarium.train.report import report
from formicarium.train.selfplay import Task, play

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

Tell = Callable[[str, dict[str, Any]], None]
KEPT = 3  # generations that are learned from
QUERY = 16  # numbers of a query
OWN = "network-own.npz"  # what the game had before, if anything
FEWEST = 40  # matches, below which there is nothing to learn


@dataclass(frozen=True)
class Settings:
    """What a training is; a folder goes on only with the same."""

    seed: str = "0"
    generations: int = 4
    lessons: int = 400  # of a generation
    matches: int = 4  # of a lesson, each with a second half played anew
    iterations: int = 40
    deep: int = 240
    positions: int = 8
    gate_iterations: int = 200
    gate_matches: int = 400  # at most
    features: bool = False  # whether networks see the features, not only the written value and its hints
    priors: bool = False  # whether they also correct the priors


class Training:
    """One training in its folder."""

    def __init__(
        self, game: str | Game, folder: Path, settings: Settings, workers: int, ray: str | None = None
    ) -> None:
        self.game, self.folder, self.settings = find(game), folder, settings
        self.workers, self.ray = workers, ray
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = (folder / "lock").open("a")
        if fcntl is not None:
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._lock.close()
                raise TrainError("train/busy", f"another training is writing to {folder}; wait for its end") from None
        self.buffer = Buffer(folder / "lessons")
        try:
            self._check_run()
        except TrainError:
            self.close()
            raise

    def _check_run(self) -> None:
        """Refuse the folder of another training."""
        run = {"game": self.game.name, "rules": self.game.version, "code": code_of(self.game), **asdict(self.settings)}
        path = self.folder / "run.json"
        if path.exists():
            there = json.loads(path.read_text(encoding="utf-8"))
            if there != run:
                differing = sorted(name for name in {*there, *run} if there.get(name) != run.get(name))
                raise TrainError(
                    "train/other-run",
                    f"{self.folder} is of another training: {', '.join(differing)} differ; take another folder",
                )
        else:
            write_whole(path, json.dumps(run, indent=2) + "\n")

    def state(self) -> dict[str, Any]:
        """What is finished: the generations so far, each with its curve and its verdict, and the best network."""
        path = self.folder / "state.json"
        if path.exists():
            state: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return state
        known = own(self.game)
        if known:
            known.save(self.folder / OWN)
        return {"best": OWN if known else None, "generations": []}

    def run(self, seconds: float | None, tell: Tell, learning_seconds: float | None = None) -> None:
        """Play, learn and compare until all generations are done or the time is over.

        Of a time limit the last quarter is for learning and comparing; what it cuts short is not repeated by the seed.
        """
        began = time.monotonic()
        prepare(self.game)
        tell("ready", {"seconds": time.monotonic() - began})
        state = self.state()
        while len(state["generations"]) < self.settings.generations:
            number = len(state["generations"])
            spent = time.monotonic() - began
            if seconds is not None and spent > 0.7 * seconds:
                break
            candidate = f"network-{number:02}.npz"
            if not (self.folder / candidate).with_suffix(".json").exists():
                self.play_lessons(number, state["best"], None if seconds is None else 0.75 * seconds - spent, tell)
                self.learn(number, candidate, learning_seconds, tell)
            curve = json.loads((self.folder / candidate).with_suffix(".json").read_text(encoding="utf-8"))
            left = None if seconds is None else max(1.0, seconds - (time.monotonic() - began))
            contests = self.compare(number, candidate, state["best"], left, tell)
            accepted = verdict(contests)
            state["generations"].append(
                {
                    "lessons": len(self.buffer.numbers()),
                    "candidate": candidate,
                    "curve": curve,
                    "gate": [contest_line(contest) for contest in contests],
                    "accepted": accepted,
                }
            )
            if accepted:
                state["best"] = candidate
            write_whole(self.folder / "state.json", json.dumps(state, indent=1) + "\n")
            self.write_report()
            tell("generation", {"number": number, "accepted": accepted})

    def write_report(self) -> Path:
        """Write the page of what is finished."""
        path = self.folder / "report.html"
        run = json.loads((self.folder / "run.json").read_text(encoding="utf-8"))
        write_whole(path, report(run, self.state()))
        return path

    def play_lessons(self, generation: int, best: str | None, seconds: float | None, tell: Tell) -> None:
        """Play what is missing of the lessons of a generation."""
        settings, until = self.settings, None if seconds is None else time.monotonic() + seconds
        numbers = range(generation * settings.lessons, (generation + 1) * settings.lessons)
        missing = [number for number in numbers if number not in self.buffer]
        weights = str(self.folder / best) if best else None

        def tasks() -> Any:
            for number in missing:
                if until is not None and time.monotonic() > until:
                    return
                task = Task(
                    self.game.name,
                    number,
                    settings.seed,
                    settings.matches,
                    settings.iterations,
                    settings.deep,
                    settings.positions,
                    weights,
                )
                yield number, task

        done = len(numbers) - len(missing)
        with hire(play, self.workers, self.ray) as crew:
            for number, lessons in carry_out(crew, tasks()):
                self.buffer.add(number, lessons)
                done += 1
                tell("lesson", {"generation": generation, "done": done, "of": len(numbers)})

    def learn(self, generation: int, name: str, seconds: float | None, tell: Tell) -> None:
        """Learn a network from the lessons of the last generations, into a file of that name; then its curve."""
        from formicarium.train.dataset import make
        from formicarium.train.learning import Fit, learn

        first = max(0, generation + 1 - KEPT) * self.settings.lessons
        numbers = [number for number in self.buffer.numbers() if number >= first]
        if len(numbers) * self.settings.matches < FEWEST:
            raise TrainError("train/nothing", f"{len(numbers)} lessons are too few to learn from: give it more time")
        data = make(self.game, self.buffer.read(numbers))
        tell("data", {"positions": len(data), "lessons": len(numbers)})
        fit = Fit(seed=generation, features=self.settings.features, size=QUERY if self.settings.priors else 0)
        learned, curve = learn(self.game, data, fit, seconds, lambda line: tell("epoch", line))
        learned.save(self.folder / name)
        write_whole((self.folder / name).with_suffix(".json"), json.dumps(curve) + "\n")

    def compare(
        self, generation: int, candidate: str, best: str | None, seconds: float | None, tell: Tell
    ) -> list[Contest]:
        """Let a candidate meet the best network so far, at two seats in each mode and once at the most seats."""
        until = None if seconds is None else time.monotonic() + seconds
        level = f"champion:{self.settings.gate_iterations}"
        new = f"{level}@{self.folder / candidate}"
        old = f"{level}@{self.folder / best if best else 'written'}"
        variants = [(self.game.seats[0], mode) for mode in modes(self.game, {})]
        variants += (
            [(self.game.seats[-1], mode) for mode in modes(self.game, {})[:1]] if len(self.game.seats) > 1 else []
        )
        contests = [
            Contest(Meeting(self.game.name, new, old, seats, tuple(mode.items())), self.settings.gate_matches)
            for seats, mode in variants
        ]
        code = load(self.game, self.folder / candidate).code
        run = {"game": self.game.name, "code": code_of(self.game), "candidate": code, "seed": self.settings.seed}
        log_path = self.folder / f"gate-{generation:02}.jsonl"
        with Log(log_path, run) as log, hire(play_match, self.workers, self.ray) as crew:
            for contest in Tournament(contests, self.settings.seed, log).play(crew):
                tell("match", contest_line(contest))
                if until is not None and time.monotonic() > until:
                    break
        return contests

    def close(self) -> None:
        """Let go of the folder."""
        self._lock.close()


class Meeting(Pairing):
    """A pairing whose name and seeds do not depend on where the folder lies."""

    @property
    def key(self) -> str:
        """By the names of the files."""
        new, old = (Path(level.partition("@")[2]).name for level in self.levels)
        return f"{self.variant}: {new}, {old}"


def verdict(contests: list[Contest]) -> bool:
    """Whether a candidate passes: above the fair share in at least one contest, and below it in none."""
    verdicts = [contest.verdict for contest in contests]
    return "above" in verdicts and "below" not in verdicts


def contest_line(contest: Contest) -> dict[str, Any]:
    """A contest in a line of the record."""
    mean, low, high = contest.interval
    return {
        "variant": contest.pairing.variant,
        "matches": contest.played,
        "most": contest.most,
        "share": round(mean, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "fair": round(contest.pairing.fair, 4),
        "verdict": contest.verdict,
    }
