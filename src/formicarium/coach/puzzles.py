"""Puzzles: positions from matches of champions in which one action is clearly best, made, written and read.

A set is a file of records, one after the other. A comment marks each puzzle where it stands in its match:

    {puzzle: seat 1; best ant e5; search 40000 0.124; search 40000 0.131; search 40000 0.118; missed 13 of 24}

Each search has a seed of its own; it says its iterations, and by how much of the victory the best action leads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from math import exp, gcd
from typing import Any

import numpy as np

from formicarium.bots.ladder import adviser, bot
from formicarium.bots.search import Candidate, SearchBot
from formicarium.core import random
from formicarium.core.actions import Action
from formicarium.engine.game import Game, find
from formicarium.engine.match import Match
from formicarium.engine.position import View
from formicarium.engine.record_file import read, records, replay
from formicarium.errors import UnknownName

DEPTH = 20  # times the iterations of the champion
GLANCE = 2  # times: searches that come first, since deep ones take long
SEARCHES = 3  # each with a seed of its own; all must agree
CLEAR = 0.05  # a share of victory: by so much the best action leads
FEWEST = 3  # choices: between two a guess is right too often
OPENING = 4  # decisions: the same beginnings come again and again
APART = 6  # decisions between two puzzles of one match, so that they are not one idea twice
MOST_OF_A_MATCH = 6
WEAKER = ("gentle", "easy", "steady", "strong")
TRIALS = 6  # of each weaker level
MISSED = 0.2  # how often they miss it at least: what everybody finds is no puzzle
STARS = 5

MARK = re.compile(r"puzzle: seat (\d); best ([^;]+);((?: search \d+ [\d.]+;)+) missed (\d+) of (\d+)")


@dataclass(frozen=True)
class Puzzle:
    """One puzzle: after which action of its match it stands, who is to act, and how the best action was confirmed."""

    ply: int
    seat: int
    best: str  # in notation
    searches: tuple[tuple[int, float], ...]  # of each: its iterations, and by how much the best action leads
    missed: int  # so many of the trials of weaker levels chose something else
    trials: int
    number: int = 0  # in its set, from 1 on
    record: str = field(default="", repr=False)  # the text of its match

    @property
    def stars(self) -> int:
        """How hard it is, from 1 to 5, by how often weaker levels miss it."""
        return min(STARS, 1 + STARS * self.missed // self.trials)

    @property
    def margin(self) -> float:
        """The smallest lead that a search has found."""
        return min(lead for _, lead in self.searches)

    def match(self) -> Match:
        """The match as it stood when the puzzle came up."""
        record = read(self.record)
        match = record.begin(seed=0)
        for line in record.lines[: self.ply]:
            replay(match, line)
        match.comments = {}
        return match

    def __str__(self) -> str:
        searches = "".join(f" search {iterations} {lead:.3f};" for iterations, lead in self.searches)
        return f"puzzle: seat {self.seat}; best {self.best};{searches} missed {self.missed} of {self.trials}"


# Reading


@cache
def shipped(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, none if it has no file of them."""
    path = game.folder / "puzzles.txt"
    return loads(path.read_text(encoding="utf-8")) if path.exists() else ()


def find_puzzle(game: Game, number: int) -> Puzzle:
    """The puzzle of a number that comes with a game."""
    known = shipped(game)
    if not 1 <= number <= len(known):
        raise UnknownName("puzzle", str(number), [f"1 to {len(known)}"] if known else ["none"])
    return known[number - 1]


def of_the_day(game: Game, day: date) -> int:
    """The number of the puzzle of a day: neighbours in a set are of one match, so it strides through the set."""
    count = len(shipped(game))
    stride = next(stride for stride in range(count * 2 // 5 + 1, count + 2) if gcd(stride, count) == 1)
    return 1 + day.toordinal() * stride % count


def seeds(text: str) -> set[str]:
    """The seeds of the matches of a set, by which a run that goes on knows what it has."""
    return {read(record).tags["Seed"] for record in records(text)}


def loads(text: str) -> tuple[Puzzle, ...]:
    """All puzzles of a set, numbered in their order."""
    found: list[Puzzle] = []
    for record in records(text):
        for ply, comment in read(record).comments.items():
            mark = MARK.fullmatch(comment)
            if mark:
                searches = tuple(
                    (int(iterations), float(lead)) for iterations, lead in re.findall(r"search (\d+) ([\d.]+)", mark[3])
                )
                missed, trials = int(mark[4]), int(mark[5])
                found.append(
                    Puzzle(ply, int(mark[1]), mark[2], searches, missed, trials, number=len(found) + 1, record=record)
                )
    return tuple(found)


# Making


@dataclass(frozen=True)
class Task:
    """A match in which puzzles are looked for; the same task gives the same puzzles, wherever it is done."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: str


def task(game: str | Game, seed: object, number: int) -> Task:
    """The task of a number: it goes round the numbers of seats, and round the modes of a game that has any."""
    known = find(game)
    modes = next((option.values for option in known.options if option.name == "mode"), ())
    options = (("mode", modes[number % len(modes)]),) if modes else ()
    seats = known.seats[number // max(1, len(modes)) % len(known.seats)]
    return Task(known.name, seats, options, f"{seed}-{number}")


def make(wanted: Task) -> str:
    """Let champions play a match and look for puzzles in it; its record with those that were found, or nothing."""
    options: dict[str, Any] = dict(wanted.options)
    match = Match(wanted.game, wanted.seats, seed=wanted.seed, **options)
    champions = [adviser(match.game, "champion", seed=(wanted.seed, seat)) for seat in range(match.seats)]
    rng = random.stream((wanted.seed, "lots"))
    found: list[Puzzle] = []
    decision, next_one = 0, OPENING
    while not match.over and len(found) < MOST_OF_A_MATCH:
        seat = match.actors[0]
        view, legal = match.view(seat), match.legal(seat)
        if len(legal) == 1:
            match.play(legal[0], seat)
            continue
        decision += 1
        candidates = champions[seat].analyse(view)
        if len(legal) >= FEWEST and decision >= next_one:
            puzzle = examine(view, len(match.history), candidates)
            if puzzle:
                found.append(puzzle)
                next_one = decision + APART
        match.play(_drawn(candidates, seat, champions[seat].level.temperature, rng), seat)
    if not found:
        return ""
    match = match.at(found[-1].ply + 1)  # what came after the last one is of no use
    match.comments = {puzzle.ply: str(puzzle) for puzzle in found}
    return match.text(Seed=wanted.seed)


def examine(view: View, ply: int, candidates: list[Candidate]) -> Puzzle | None:
    """A puzzle, if a first search leads clearly, weaker levels miss the best action, and deep searches confirm it."""
    best = candidates[0].action
    if lead(candidates, view.seat, best) < CLEAR:
        return None
    missed = trials = 0
    for level in WEAKER:
        for trial in range(TRIALS):
            missed += bot(view.game, level, seed=(level, trial)).choose(view) != best
            trials += 1
    if missed < MISSED * trials:
        return None
    searches = confirm(view, best, GLANCE) and confirm(view, best)  # most of what does not hold is found at a glance
    return Puzzle(ply, view.seat, best.text, searches, missed, trials) if searches else None


def confirm(view: View, best: Action, depth: int = DEPTH) -> tuple[tuple[int, float], ...]:
    """What deep searches say of the best action: iterations and lead of each; nothing if one of them disagrees.

    Each also explores twice as much as the next, the last as the champion does: a champion hardly looks at what seems
    worse at first, and where nothing is hidden its search would be the same whatever its seed.
    """
    champion = view.game.levels["champion"]
    searches: list[tuple[int, float]] = []
    for number in range(SEARCHES):
        exploration = champion.exploration * 2 ** (SEARCHES - 1 - number)
        level = replace(champion, iterations=depth * champion.iterations, exploration=exploration)
        searcher = SearchBot(("puzzle", number), level)
        leads = lead(searcher.analyse(view), view.seat, best)
        if leads < CLEAR:
            return ()
        searches.append((searcher.iterations, leads))
    return tuple(searches)


def lead(candidates: list[Candidate], seat: int, best: Action) -> float:
    """By how much of the victory an action leads all others, negative if it is not the first; a lot never leads."""
    first, *others = candidates
    if first.action != best or first.chance < 1 or not others:
        return -1.0
    return first.shares[seat] - max(other.shares[seat] for other in others)


def _drawn(candidates: list[Candidate], seat: int, mood: float, rng: random.Stream) -> Action:
    """What a champion does: a lot decides where that is best, and among equals if its level has a temperature."""
    chances = np.array([candidate.chance for candidate in candidates])
    if mood and candidates[0].chance == 1:
        best = max(candidate.shares[seat] for candidate in candidates)
        chances = np.array([one.visits * exp((one.shares[seat] - best) / mood) for one in candidates])
    drawn: int = random.drawn(rng, chances / chances.sum())
    return candidates[drawn].action
