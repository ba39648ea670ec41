"""Review: what a match was decided by. Luck apart from skill, and each decision judged by what its seat knew.

Every action changes what the seats can expect. Nature's are luck (`luck.py`). Of a decision, what it cost compared with
the best one is skill (`judging.py`); what else came of it could not be known, or was not foreseen. From equal shares at
the start these parts add up to the result, exactly: the decision 0036 has the definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from formicarium.coach.judging import FEWEST, Judgement, judge
from formicarium.coach.luck import Shares, estimate, given
from formicarium.core.kernel import NATURE
from formicarium.engine.game import Game, find
from formicarium.engine.ledger import Move
from formicarium.engine.match import Match
from formicarium.engine.position import Position

WORK = 40_000  # iterations that a first review has for all decisions together …
MOST = 400  # … and for one of them
TURNING_POINTS = 5  # at most
NOTABLE = 0.02  # of a victory: less turns nothing

Kind = Literal["decision", "chance", "news"]


@dataclass(frozen=True)
class Step:
    """One action and what it changed for each seat: by luck, by skill, and by what nobody could know or foresaw."""

    ply: int  # so many actions came before
    move: Move
    chance: Shares
    decision: Shares
    unforeseen: Shares
    judgement: Judgement | None = None  # of a decision that had an alternative


@dataclass(frozen=True)
class TurningPoint:
    """An action that changed much: a decision, a draw, or what came to light."""

    step: Step
    kind: Kind
    change: Shares

    @property
    def size(self) -> float:
        """By how much, for the seat that it touched most."""
        return float(np.abs(self.change).max())


@dataclass(frozen=True)
class Readability:
    """How well a seat's secret choices could be guessed by who knows its habits, and how well those of a perfect lot.

    The reader knows the mix that would be best, and how often the seat has taken its first, second … part so far; it
    guesses the part that was taken most.
    """

    choices: int
    guessed: int
    expected: float  # guesses that would be right if the lots were drawn by the mix


@dataclass(frozen=True)
class Review:
    """A match in the light of a search: what luck and what decisions gave each seat."""

    game: Game
    seats: int
    iterations: int  # that each decision was searched with
    result: tuple[float, ...]
    steps: tuple[Step, ...]

    @property
    def start(self) -> Shares:
        """What each seat has before anything happens: equal shares."""
        return np.full(self.seats, 1 / self.seats)

    @property
    def chance(self) -> Shares:
        """What dice, draws and deals gave each seat; 0 on average over many matches."""
        return self._sum(step.chance for step in self.steps)

    @property
    def unforeseen(self) -> Shares:
        """What else came to each seat: what could not be known when it was decided, and what the search overlooked."""
        return self._sum(step.unforeseen for step in self.steps)

    @property
    def luck(self) -> Shares:
        """All that came to each seat without a decision being better or worse."""
        return self.chance + self.unforeseen

    @property
    def own(self) -> Shares:
        """What each seat lost by its own decisions: 0 or less."""
        own = np.zeros(self.seats)
        for one in self.decisions:
            own[one.seat] -= one.loss
        return own

    @property
    def gifts(self) -> Shares:
        """What each seat got from the decisions of others."""
        return self.skill - self.own

    @property
    def skill(self) -> Shares:
        """What decisions gave each seat, its own and those of others."""
        return self._sum(step.decision for step in self.steps)

    @property
    def decisions(self) -> list[Judgement]:
        """All decisions that had an alternative, in their order."""
        return [step.judgement for step in self.steps if step.judgement is not None]

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """The chances of a seat as it could know them whenever it decided, and its result: by actions made before."""
        points = [
            (step.ply, step.judgement.chances[seat])
            for step in self.steps
            if step.judgement is not None and step.judgement.seat == seat
        ]
        return [(0, 1 / self.seats), *points, (len(self.steps), self.result[seat])]

    @property
    def mistakes(self) -> list[Step]:
        """The decisions that cost something, the dearest first."""
        costly = [step for step in self.steps if step.judgement is not None and step.judgement.loss > 0.0]
        return sorted(costly, key=lambda step: -step.judgement.loss if step.judgement else 0.0)

    @property
    def turning_points(self) -> list[TurningPoint]:
        """The actions that changed most, in their order."""
        parts: tuple[Kind, ...] = ("decision", "chance", "news") if self.game.secrets else ("decision", "chance")
        points = [TurningPoint(step, kind, _part(step, kind)) for step in self.steps for kind in parts]
        largest = sorted((one for one in points if one.size >= NOTABLE), key=lambda one: -one.size)
        return sorted(largest[:TURNING_POINTS], key=lambda one: one.step.ply)

    def readability(self, seat: int) -> Readability:
        """How well the secret choices of a seat could be guessed."""
        taken: list[int] = []  # how often the most likely part was chosen so far, the second, …
        guessed, expected, choices = 0, 0.0, 0
        for one in self.decisions:
            parts = sorted({round(chance, 9) for _, chance in one.mix}, reverse=True)
            if one.seat != seat or len(parts) < 2:
                continue
            chances = [sum(chance for _, chance in one.mix if round(chance, 9) == part) for part in parts]
            taken += [0] * (len(parts) - len(taken))
            guess = taken.index(max(taken[: len(parts)]))
            chosen = dict(one.mix).get(one.action)
            choices, expected = choices + 1, expected + chances[guess]
            if chosen is not None:
                part = parts.index(round(chosen, 9))
                guessed += part == guess
                taken[part] += 1
        return Readability(choices, guessed, expected)

    def to_dict(self) -> dict[str, Any]:
        """The review as plain values, for JSON."""
        return {
            "game": self.game.name,
            "seats": self.seats,
            "iterations": self.iterations,
            "result": list(self.result),
            "start": self.start.tolist(),
            "chance": self.chance.tolist(),
            "unforeseen": self.unforeseen.tolist(),
            "own": self.own.tolist(),
            "gifts": self.gifts.tolist(),
            "steps": [_step_to_dict(step) for step in self.steps],
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Review:
        """The review that `to_dict` has told of."""
        game = find(values["game"])
        steps = tuple(_step_from_dict(game, ply, step) for ply, step in enumerate(values["steps"]))
        return cls(game, values["seats"], values["iterations"], tuple(values["result"]), steps)

    def annotate(self, match: Match) -> None:
        """Write what decisions cost into the comments of a match, which its record file keeps."""
        for step in self.steps:
            one = step.judgement
            if one is not None and one.loss >= NOTABLE:
                said = f"review: {one.best.text} was better by {100 * one.loss:.1f} %"
                before = match.comments.get(step.ply + 1)
                kept = [line for line in (before or "").split(" | ") if line and not line.startswith("review: ")]
                match.comments[step.ply + 1] = " | ".join([*kept, said])

    def _sum(self, parts: Iterable[Shares]) -> Shares:
        total: Shares = np.sum([np.zeros(self.seats), *parts], axis=0)
        return total


def review(
    match: Match,
    iterations: int | None = None,
    *,
    result: tuple[float, ...] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Judge a match: luck and skill, and each decision by what its seat knew.

    Without a number of iterations for each decision it takes a few seconds at most, whatever the length of the match.
    `result` is for a match that was ended at the table; one that goes on is judged by its last estimate. `progress` is
    told how many actions of how many are done.
    """
    history = match.history
    iterations = first_iterations(match) if iterations is None else iterations
    positions = [position for _, position in match.positions()]
    before = np.full(match.seats, 1 / match.seats)
    steps: list[Step] = []
    for ply, move in enumerate(history):
        after = estimate(positions[ply + 1])
        if result is not None and ply == len(history) - 1:
            after = np.array(result)
        steps.append(_step(ply, move, positions[ply], positions[ply + 1], after - before, iterations))
        before = after
        if progress is not None:
            progress(ply + 1, len(history))
    return Review(match.game, match.seats, iterations, tuple(before.tolist()), tuple(steps))


def first_iterations(match: Match) -> int:
    """With how many iterations each decision can be searched in a first review."""
    decisions = sum(move.seat != NATURE for move in match.history)
    return min(MOST, max(FEWEST, WORK // max(1, decisions)))


def _step(ply: int, move: Move, position: Position, after: Position, change: Shares, iterations: int) -> Step:
    nothing = np.zeros(position.seats)
    if move.seat == NATURE:
        luck = given(position, after)
        return Step(ply, move, luck, nothing, change - luck)
    view = position.view(move.seat)
    if len(view.codes(move.seat)) == 1:
        return Step(ply, move, nothing, nothing, change)
    judged = judge(view, move.action, iterations)
    effect = np.array(judged.effect)
    return Step(ply, move, nothing, effect, change - effect, judged)


def _part(step: Step, kind: Kind) -> Shares:
    return step.unforeseen if kind == "news" else step.chance if kind == "chance" else step.decision


def _step_to_dict(step: Step) -> dict[str, Any]:
    values: dict[str, Any] = {
        "seat": step.move.seat,
        "action": step.move.text,
        "unforeseen": step.unforeseen.tolist(),
    }
    if step.move.seat == NATURE:
        values["chance"] = step.chance.tolist()
    one = step.judgement
    if one is not None:
        values |= {"best": one.best.text, "loss": one.loss, "chances": [*one.chances], "effect": [*one.effect]}
        if one.mix:
            values["mix"] = [[action.text, chance] for action, chance in one.mix]
    return values


def _step_from_dict(game: Game, ply: int, values: dict[str, Any]) -> Step:
    read = game.actions.parse
    move = Move(values["seat"], read(values["action"]))
    unforeseen = np.array(values["unforeseen"])
    nothing = np.zeros(len(unforeseen))
    if "best" not in values:
        return Step(ply, move, np.array(values.get("chance", nothing)), nothing, unforeseen)
    mix = tuple((read(text), chance) for text, chance in values.get("mix", ()))
    chances, effect = tuple(values["chances"]), tuple(values["effect"])
    judged = Judgement(move.seat, move.action, read(values["best"]), chances, effect, mix)
    return Step(ply, move, nothing, np.array(effect), unforeseen, judged)
