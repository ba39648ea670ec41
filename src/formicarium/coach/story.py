"""Story: a review in words, in the reader's language, as plain values for pages, pictures and programs.

Percentages are shown with one decimal. Each is the difference of two rounded sums, so that what is shown adds up, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypedDict

import numpy as np

from formicarium.coach import reasons
from formicarium.coach.chances import Shares
from formicarium.coach.judging import Judgement
from formicarium.coach.review import NOTABLE, Review, TurningPoint
from formicarium.core.kernel import SPECTATOR
from formicarium.engine import texts
from formicarium.engine.events import wording
from formicarium.engine.match import Match
from formicarium.engine.position import Position, View
from formicarium.engine.telling import Telling
from formicarium.engine.texts import Words

TEXTS = Path(__file__).with_name("texts")
SLIGHT = 0.005  # of a victory: what costs less is not listed …
LISTED = 120  # … nor are more decisions than that, the dearest of them kept
EXPLAINED = 40  # of those, so many are told with the reasons for what was better
DIGITS = 4  # of chances: more are not seen


class SeatStory(TypedDict):
    """A seat in a review: how it is called and drawn, its chances by actions made before, how often it was right."""

    seat: int
    name: str
    tone: str
    mark: str
    curve: list[tuple[int, float]]
    decisions: int
    best: int


class SumLine(TypedDict):
    """One part of the sum that leads from equal chances to the result: what it gave each seat, in percent."""

    part: Literal["start", "chance", "unforeseen", "own", "gifts", "result"]
    title: str
    about: str
    percent: list[float]


class Judged(TypedDict):
    """A decision that cost something or is best left to chance, as its seat knew it before the action `ply + 1`."""

    ply: int
    seat: int
    chosen: str
    best: str
    loss: float
    against: list[str]  # what spoke against the chosen action …
    because: list[str]  # … and what speaks for the best
    nodes: list[str]
    mix: list[tuple[str, float]]


class Turning(TypedDict):
    """What changed much, and the position that shows it best: as seen by a seat, after so many actions."""

    ply: int
    step: int
    kind: Literal["decision", "chance", "news"]
    seat: int
    change: float
    sentence: str
    eyes: int


class Readable(TypedDict):
    """How readable the secret choices of a seat were."""

    seat: int
    choices: int
    guessed: int
    expected: float


class Story(TypedDict):
    """A review in words."""

    game: str
    title: str
    language: str
    iterations: int
    plies: int
    seats: list[SeatStory]
    sum: list[SumLine]
    turning: list[Turning]
    decisions: list[Judged]
    readable: list[Readable]


def words(language: str) -> Words:
    """What reviews say in a language."""
    return texts.words(TEXTS, language)


def narrate(found: Review, match: Match, language: str = "en", names: Sequence[str] | None = None) -> Story:
    """The story of a review. Everything is told, hidden or not: only a match that is over is reviewed."""
    its = match.game.words(language)
    called = names or [its.seat(seat, match.seats) for seat in range(match.seats)]
    return {
        "game": match.game.name,
        "title": its("name"),
        "language": language,
        "iterations": found.iterations,
        "plies": len(found.steps),
        "seats": [_seat(found, seat, called[seat]) for seat in range(match.seats)],
        "sum": _sum(found, words(language)),
        "turning": _turning(found, match, language, called),
        "decisions": _decisions(found, match, language, called),
        "readable": _readable(found),
    }


def _seat(found: Review, seat: int, name: str) -> SeatStory:
    own = [one for one in found.decisions if one.seat == seat]
    return {
        "seat": seat,
        "name": name,
        "tone": found.game.tones[seat],
        "mark": found.game.marks[seat],
        "curve": [(ply, round(chance, DIGITS)) for ply, chance in found.curve(seat)],
        "decisions": len(own),
        "best": sum(one.loss == 0.0 for one in own),
    }


def _sum(found: Review, say: Words) -> list[SumLine]:
    parts = ("start", "chance", "unforeseen", "own", "gifts")
    reached: Shares = np.zeros(found.seats)
    before = np.round(100 * reached, 1)
    lines: list[SumLine] = []
    for part in parts:
        reached = reached + getattr(found, part)
        now = np.round(100 * reached, 1)
        lines.append(_line(part, now - before, say))
        before = now
    return [*lines, _line("result", before, say)]


def _line(part: str, percent: Shares, say: Words) -> SumLine:
    shown = [round(float(one), 1) + 0.0 for one in percent]
    return {"part": part, "title": say(f"sum.{part}"), "about": say(f"about.{part}"), "percent": shown}  # type: ignore[typeddict-item]


def percent(say: Words, value: float) -> str:
    """A share of victory in words: `7.5%`."""
    return say("share", number(say, 100 * value))


def number(say: Words, value: float) -> str:
    """A number with one decimal, as a language writes it."""
    return f"{value:.1f}".replace(".", say("decimal"))


def _turning(found: Review, match: Match, language: str, names: Sequence[str]) -> list[Turning]:
    open_match = match.at(len(match.history))
    open_match.ledger.open = True  # what is reviewed may be read, be the match over or a record of its beginning
    telling = Telling(open_match.ledger, SPECTATOR, language, names)
    its = match.game.words(language, names)
    seen = open_match.ledger.position_at
    return [
        _turned(point, seen(point.step.ply), telling, its, words(language), names) for point in found.turning_points
    ]


def _turned(
    point: TurningPoint, before: Position, telling: Telling, its: Words, say: Words, names: Sequence[str]
) -> Turning:
    step = point.step
    one = step.judgement
    if point.kind == "decision" and one is not None:
        view = before.view(one.seat)
        chosen, best = (wording(view, action, its, names) for action in (one.action, one.best))
        sentence = say("turning.decision", who=names[one.seat], chosen=chosen, best=best, share=percent(say, one.loss))
        return _turn(point, step.ply, one.seat, -one.loss, sentence, one.seat)
    seat = int(np.argmax(point.change))
    said = max(reversed(telling.caption(step.ply + 1)), key=lambda told: told.size, default=None)
    gave = float(point.change[seat])
    sentence = say(f"turning.{point.kind}", said=said.text if said else "", who=names[seat], share=percent(say, gave))
    return _turn(point, step.ply + 1, seat, gave, sentence.strip(), SPECTATOR)


def _turn(point: TurningPoint, ply: int, seat: int, change: float, sentence: str, eyes: int) -> Turning:
    return {
        "ply": ply,
        "step": point.step.ply,
        "kind": point.kind,
        "seat": seat,
        "change": round(change, DIGITS),
        "sentence": sentence,
        "eyes": eyes,
    }


def _decisions(found: Review, match: Match, language: str, names: Sequence[str]) -> list[Judged]:
    """The decisions that are listed, in their order; reasons are told for the dearest of them."""
    listed = {
        step.ply: step.judgement
        for step in found.steps
        if step.judgement is not None and (step.judgement.loss >= SLIGHT or step.judgement.mix)
    }
    dearest = sorted(listed, key=lambda ply: -listed[ply].loss)[:LISTED]
    explained = {ply for ply in dearest[:EXPLAINED] if listed[ply].loss >= NOTABLE}
    told: list[Judged] = []
    for ply, (_, position) in enumerate(match.positions()):
        if ply in dearest:
            one = listed[ply]
            told.append(_judged(ply, one, position.view(one.seat), language, names, explained=ply in explained))
    return told


def _judged(ply: int, one: Judgement, view: View, language: str, names: Sequence[str], *, explained: bool) -> Judged:
    its = view.game.words(language, names)
    scene = view.scene(language, names) if explained else None
    return {
        "ply": ply,
        "seat": one.seat,
        "chosen": wording(view, one.action, its, names),
        "best": wording(view, one.best, its, names),
        "loss": round(one.loss, DIGITS),
        "against": list(reasons.warnings(view, one.action, language, names)) if explained else [],
        "because": list(reasons.merits(view, one.best, language, names)) if explained else [],
        "nodes": [node.id for node in scene.nodes if one.best.text in node.actions] if scene else [],
        "mix": [(wording(view, action, its, names), round(chance, DIGITS)) for action, chance in one.mix],
    }


def _readable(found: Review) -> list[Readable]:
    told: list[Readable] = []
    for seat in range(found.seats):
        how = found.readability(seat)
        if how.choices:
            expected = round(how.expected, 1)
            told.append({"seat": seat, "choices": how.choices, "guessed": how.guessed, "expected": expected})
    return told
