"""Review: what a match was decided by. Luck apart from skill, and each decision judged by what its seat knew.

Every action changes what the seats can expect. Nature's are luck (`luck.py`). Of a decision, what it cost compared with
the best one is skill (`judging.py`); what else came of it could not be known, or was not foreseen. From equal shares at
the start these parts add up to the result, exactly: the decision 0036 has the definitions.

A match is judged in passages, each of which can be judged by another process: what comes of them is the same.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from formicarium.coach.chances import Shares, estimate
from formicarium.coach.judging import FEWEST, Judgement, judge
from formicarium.coach.luck import given
from formicarium.core.kernel import NATURE
from formicarium.engine.game import Game, find
from formicarium.engine.ledger import Move
from formicarium.engine.match import Match
from formicarium.engine.position import Position

WORK = 24_000  # iterations that a first review has for all decisions together …
MOST = 400  # … and for one of them
FINER = 8  # times as many, once the first review is there
PASSAGE = 2_000  # iterations after which a passage is long enough: about a quarter of a second
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
        """The actions that changed most, in their order, each for the largest of its parts."""
        points = [
            max((_point(step, kind) for kind in self._parts(step)), key=lambda one: one.size) for step in self.steps
        ]
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
            "steps": [step_to_dict(step) for step in self.steps],
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

    def _parts(self, step: Step) -> tuple[Kind, ...]:
        """What a step may have turned a match by: no news where nothing is hidden, or where a mistake was made."""
        mistaken = step.judgement is not None and step.judgement.loss >= NOTABLE
        return ("decision", "chance", "news") if self.game.secrets and not mistaken else ("decision", "chance")

    def _sum(self, parts: Iterable[Shares]) -> Shares:
        total: Shares = np.sum([np.zeros(self.seats), *parts], axis=0)
        return total


class Passage(NamedTuple):
    """Some actions of a match in a row, as plain values that another process can be sent."""

    game: str
    seats: int
    ply: int  # so many actions came before
    position: bytes  # before the first of them
    moves: tuple[tuple[int, int], ...]  # seats and codes
    iterations: int
    result: tuple[float, ...] | None  # of the match, if it ended with them and its result is not that of the position


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
    iterations = first_iterations(match) if iterations is None else iterations
    steps: list[Step] = []
    for passage in passages(match, iterations, result):
        steps += examine(passage)
        if progress is not None:
            progress(len(steps), len(match.history))
    return Review(match.game, match.seats, iterations, final(match, result), tuple(steps))


def first_iterations(match: Match) -> int:
    """With how many iterations each decision can be searched in a first review."""
    decisions = sum(move.seat != NATURE for move in match.history)
    return min(MOST, max(FEWEST, WORK // max(1, decisions)))


def final(match: Match, result: tuple[float, ...] | None = None) -> tuple[float, ...]:
    """What each seat has at the end, or has reached so far."""
    if result is None:
        result = tuple(estimate(match.position).tolist()) if match.history else (1 / match.seats,) * match.seats
    return tuple(result)


def passages(match: Match, iterations: int, result: tuple[float, ...] | None = None) -> list[Passage]:
    """A match in passages that take about equally long to judge."""
    found: list[Passage] = []
    moves: list[tuple[int, int]] = []
    began, work, before = 0, 0, b""
    for ply, (move, position) in enumerate(match.positions()):
        if move is not None:
            moves.append((move.seat, int(move.action)))
            work += FEWEST if move.seat == NATURE else iterations
        if moves and (work >= PASSAGE or ply == len(match.history)):
            last = result if ply == len(match.history) else None
            found.append(Passage(match.game.name, match.seats, began, before, tuple(moves), iterations, last))
            moves, work = [], 0
        if not moves:
            began, before = ply, position.tobytes()
    return found


def examine(passage: Passage) -> list[Step]:
    """Judge the actions of a passage."""
    game, seats = find(passage.game), passage.seats
    position = Position(game, seats, np.frombuffer(bytearray(passage.position), game.kernel.record))
    before = estimate(position) if passage.ply else np.full(seats, 1 / seats)
    steps: list[Step] = []
    for ply, (seat, code) in enumerate(passage.moves, passage.ply):
        move = Move(seat, game.actions[code])
        after = position.copy()
        after.apply(seat, code)
        ended = passage.result is not None and len(steps) == len(passage.moves) - 1
        worth = np.array(passage.result) if ended else estimate(after)
        steps.append(_step(ply, move, position, after, worth - before, passage.iterations))
        position, before = after, worth
    return steps


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


def pack(game: str, seats: int, iterations: int, result: Sequence[float], steps: list[dict[str, Any]]) -> str:
    """A review whose steps were judged elsewhere as a short text, to be kept; it begins with its iterations."""
    values = {"game": game, "seats": seats, "iterations": iterations, "result": list(result), "steps": steps}
    return f"{iterations}:{b64encode(zlib.compress(json.dumps(values).encode())).decode()}"


def searched(packed: str) -> int:
    """With how many iterations a packed review searched each decision."""
    return int(packed.partition(":")[0])


def unpack(packed: str) -> Review:
    """The review that was packed."""
    return Review.from_dict(json.loads(zlib.decompress(b64decode(packed.partition(":")[2]))))


def _point(step: Step, kind: Kind) -> TurningPoint:
    changes = {"decision": step.decision, "chance": step.chance, "news": step.unforeseen}
    return TurningPoint(step, kind, changes[kind])


def step_to_dict(step: Step) -> dict[str, Any]:
    """A step as plain values: a list of them is what `Review.from_dict` wants."""
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
