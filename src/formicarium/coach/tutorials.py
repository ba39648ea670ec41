"""Tutorials: guided first matches. A record is the path that one follows, its marks are the steps, the texts say them.

A set, `tutorials.txt` in the folder of a game, is a file of records, one after the other. The tag `Tutorial` names one;
a comment marks where a step begins, with the name of its sentence in `texts/<language>/tutorials.toml`:

    [Tutorial "first"]

    nature: first 0
    {step: hill}
    0: hill c2
    {step: bridge}
    0: bridge e5

The newcomer has seat 0. All other moves of the path are prepared: those of the bots, and nature's too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from formicarium.core.actions import Action
from formicarium.engine.game import Game
from formicarium.engine.ledger import Move
from formicarium.engine.match import Match
from formicarium.engine.record_file import read, records
from formicarium.errors import TableError, UnknownName

SEAT = 0  # of the newcomer
NAME = "Tutorial"  # the tag
TEXTS = "tutorials.toml"  # of one language
MARK = re.compile(r"step: (\S+)")


class Step(NamedTuple):
    """One idea: the name of its sentence, and after how many moves of the path it begins."""

    name: str
    ply: int


class Place(NamedTuple):
    """Where a newcomer stands: at which step, from 0 on, and what is to be done now; nothing after the last step."""

    step: int
    action: Action | None


@dataclass(frozen=True)
class Sentences:
    """What a tutorial says in one language."""

    title: str
    elsewhere: str  # when something else is tried
    farewell: str  # after the last step
    steps: dict[str, str]


@dataclass(frozen=True)
class Tutorial:
    """A guided match: a path through the first turns, and its steps."""

    game: Game
    name: str
    seats: int
    options: dict[str, str]
    moves: tuple[Move, ...]
    steps: tuple[Step, ...]

    @property
    def opening(self) -> tuple[Move, ...]:
        """What happens before the first step."""
        return self.moves[: self.steps[0].ply]

    def sentences(self, language: str) -> Sentences:
        """What it says in a language."""
        return Sentences(**_texts(self.game, language)[self.name])

    def ahead(self, played: Sequence[Move]) -> tuple[Move, ...]:
        """What is left of the path; nothing at its end, and for a match that has left it."""
        done = len(played)
        return self.moves[done:] if self.moves[:done] == tuple(played) else ()

    def place(self, played: Sequence[Move]) -> Place | None:
        """Where somebody stands; `None` for who has left the path, or has acted after its end."""
        ahead = self.ahead(played)
        if ahead:
            return Place(sum(step.ply <= len(played) for step in self.steps) - 1, ahead[0].action)
        end = len(self.moves)
        if self.moves != tuple(played[:end]) or any(move.seat == SEAT for move in played[end:]):
            return None
        return Place(len(self.steps) - 1, None)

    def play(self, match: Match, action: str, seat: int) -> None:
        """Make an action, and all that is prepared up to the newcomer's next one; anything else is refused."""
        ahead = self.ahead(match.ledger.moves)
        chosen = match.game.actions.parse(action)
        if not ahead or not match.position.allows(seat, chosen):  # the rules say why not
            match.play(action, seat)
            return
        if ahead[0] != Move(seat, chosen):
            wanted = ahead[0].action.text
            raise TableError("tutorial/elsewhere", f"the tutorial waits for {wanted!r}: skip it to play as you like")
        for number, move in enumerate(ahead):
            if number and move.seat == SEAT:
                return
            match.ledger.make(move)
        match.let_nature_act()


@cache
def shipped(game: Game) -> tuple[Tutorial, ...]:
    """The tutorials that come with a game, none if it has no file of them."""
    path = game.folder / "tutorials.txt"
    return tuple(loads(game, one) for one in records(path.read_text(encoding="utf-8"))) if path.exists() else ()


def find_tutorial(game: Game, name: str) -> Tutorial:
    """The tutorial of a name that comes with a game."""
    known = {tutorial.name: tutorial for tutorial in shipped(game)}
    if name not in known:
        raise UnknownName("tutorial", name, [*known] or ["none"])
    return known[name]


def loads(game: Game, text: str) -> Tutorial:
    """A tutorial of a game from its record, which is read and not played: that would compile the game first."""
    record = read(text)
    moves = tuple(Move(line.seat, game.actions.parse(line.text)) for line in record.lines)
    marks = [(MARK.fullmatch(comment), ply) for ply, comment in sorted(record.comments.items())]
    steps = tuple(Step(mark[1], ply) for mark, ply in marks if mark)
    return Tutorial(game, record.tags[NAME], *record.chosen(game), moves, steps)


@cache
def _texts(game: Game, language: str) -> dict[str, dict[str, Any]]:  # Any: sentences, and a table of them
    return tomllib.loads((game.words(language).folder / TEXTS).read_text(encoding="utf-8"))


def verbs(tutorial: Tutorial) -> set[str]:
    """The verbs of the actions that a newcomer has met."""
    return {move.action.verb for move in tutorial.moves if move.seat == SEAT}
