"""Game: what a folder under `games/` says about itself, and how games are found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from formicarium.engine.actions import Action, ActionSpace
from formicarium.engine.errors import OptionError, UnknownName
from formicarium.engine.kernel import Kernel
from formicarium.engine.texts import Words, words

if TYPE_CHECKING:
    from formicarium.engine.position import View
    from formicarium.engine.random import Stream

GAMES = "formicarium.games"


@dataclass(frozen=True)
class Option:
    """A choice that is made before the match; the first value is the default."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Level:
    """How strong a bot is: how long it thinks, and how freely it chooses among what looks good."""

    iterations: int  # of its search
    temperature: float = 0.0  # an action that looks so much worse, in shares, is chosen 1/e times as often
    exploration: float = 1.0  # how much an action counts that looks promising and was tried little
    caution: float = 0.1  # an untried action is taken to be so much worse than the position
    playout: int = 0  # random actions before a position is rated
    haste: float = 0.0  # how often it does what a beginner would do, where the game says what that is


LEVELS = {
    "gentle": Level(8, temperature=0.1),
    "easy": Level(30, temperature=0.03),
    "steady": Level(120),
    "strong": Level(500),
    "champion": Level(2000),
}


class Symbol(NamedTuple):
    """An entry of the key to the symbols of a game: a sprite of its sheet, its tone, and what it means."""

    sprite: str
    tone: str
    label: str


class Feature(NamedTuple):
    """A part of what `observe` writes: what it says, and the shape of its numbers."""

    meaning: str
    shape: tuple[int, ...]


Tally = Sequence[tuple[str, float]]  # what the points of a seat are made of: in words, and how many


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of one game: its kernel, its actions, and how it is drawn and explained."""

    name: str
    version: str  # of the rules: a record file of another version is refused
    folder: Path
    seats: tuple[int, ...]
    kernel: Kernel
    actions: ActionSpace
    reasons: tuple[str, ...]  # why a match ends, in the order of the numbers that `outcome` returns
    longest: int  # no match has more actions, nature's included
    draw: Callable[[View, Words], Any]  # a view as a scene
    diagram: Callable[[View], str]  # a view as text
    why: Callable[[View, int, Action], str | None]  # the reason in words why a seat may not do this now
    tally: Callable[[View, Words], Sequence[Tally]] = lambda view, words: ()  # what the points of each seat are made of
    # The colour of each seat, a token of the themes, and its mark, a sprite of the house: boards and pages use both
    tones: tuple[str, ...] = ("seat-0", "seat-1", "seat-2", "seat-3")
    marks: tuple[str, ...] = ("mark-0", "mark-1", "mark-2", "mark-3")
    levels: Mapping[str, Level] = field(default_factory=lambda: LEVELS)  # of its bots, the weakest first
    beginner: Callable[[View, Stream], Action | None] = lambda view, rng: None  # what one would do now, if known
    options: tuple[Option, ...] = ()
    secrets: bool = True  # whether a view can hide anything
    choices: int | None = None  # codes from here on are nature's alone; None where they are mixed with those of seats
    features: tuple[Feature, ...] | None = None  # what `observe` writes; None for the bytes of the record
    objection: Callable[[int, dict[str, str]], str | None] = lambda seats, options: (
        None
    )  # to options that do not go together

    def words(self, language: str = "en") -> Words:
        """The labels and the rules of the game in a language."""
        return _words(self, language)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which the game has words."""
        return tuple(sorted(path.stem for path in (self.folder / "texts").glob("*.toml")))

    def key(self, language: str = "en") -> tuple[Symbol, ...]:
        """The key to the symbols, as it stands beside the board."""
        texts = self.words(language)
        return tuple(Symbol(sprite, self.tones[0], texts(f"key.{sprite}")) for sprite in texts.table("key"))

    @property
    def action_count(self) -> int:
        """How many action codes a seat can ever have."""
        return len(self.actions) if self.choices is None else self.choices

    @property
    def feature_count(self) -> int:
        """How many numbers `observe` writes."""
        if self.features is None:
            return self.kernel.record.itemsize - 8
        return sum(prod(feature.shape) for feature in self.features)

    def check_seats(self, seats: int | None) -> int:
        """The number of seats if the game can be played so, its smallest number for `None`."""
        if seats is None:
            return self.seats[0]
        if seats not in self.seats:
            raise OptionError("option/seats", f"{self.name} has {_or(self.seats)} seats, not {seats}")
        return seats

    def check_options(self, chosen: Mapping[str, object], seats: int) -> dict[str, str]:
        """All options with their values, the defaults filled in; what the game does not have is refused."""
        known = {option.name: option.values for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                names = f"it has {', '.join(known)}" if known else "it has none"
                raise OptionError("option/unknown", f"{self.name} has no option {name!r}; {names}")
            if _text(value) not in known[name]:
                raise OptionError("option/value", f"{name} is {_or(known[name])}, not {_text(value)!r}")
        options = {name: _text(chosen.get(name, values[0])) for name, values in known.items()}
        objection = self.objection(seats, options)
        if objection:
            raise OptionError("option/value", objection)
        return options

    def encode_options(self, chosen: Mapping[str, str]) -> NDArray[np.int64]:
        """The options as the kernel reads them: the number of each chosen value."""
        return np.array([option.values.index(chosen[option.name]) for option in self.options] or [0], np.int64)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


@cache
def _words(game: Game, language: str) -> Words:
    return words(game.folder / "texts", language)


def names() -> tuple[str, ...]:
    """The names of all games: the folders beside each other in `formicarium.games`."""
    package = importlib.import_module(GAMES)
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg))


def find(game: str | Game) -> Game:
    """The game of that name."""
    if isinstance(game, Game):
        return game
    if game not in names():
        raise UnknownName("game", game, names())
    found: Game = importlib.import_module(f"{GAMES}.{game}").GAME
    return found


def _text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _or(values: tuple[object, ...]) -> str:
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last
