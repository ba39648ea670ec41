"""Game: what a folder under `games/` says about itself, and how games are found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from formicarium.core.actions import Action, ActionSpace
from formicarium.core.features import Feature
from formicarium.core.jit import record
from formicarium.core.kernel import Kernel
from formicarium.engine import texts
from formicarium.engine.events import Event, Moment, Reason, no_events
from formicarium.engine.texts import Words, named
from formicarium.errors import OptionError, UnknownName

if TYPE_CHECKING:
    from formicarium.core.random import Stream
    from formicarium.engine.position import View
    from formicarium.scene import Scene

GAMES = "formicarium.games"


@dataclass(frozen=True)
class Option:
    """A choice that is made before the match; the first value is the default."""

    name: str
    values: tuple[str, ...]

    def number(self, value: str) -> int:
        """The number by which compiled code knows a value."""
        return self.values.index(value)


@dataclass(frozen=True)
class Level:
    """How strong a bot is: how long it thinks, and how freely it chooses among what looks good."""

    iterations: int  # of its search
    temperature: float = 0.0  # an action that looks so much worse, in shares, is chosen 1/e times as often
    exploration: float = 1.0  # how much an action counts that looks promising and was tried little
    caution: float = 0.1  # an untried action is taken to be so much worse than the position
    forgiving: bool = False  # whether a position is worth what its best action brings, not less for others being tried
    playout: int = 0  # random actions before a position is rated
    haste: float = 0.0  # how often it does what a beginner would do, where the game says what that is
    learned: bool = False  # whether it also uses what was learned from matches, where the game has that


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
    scene: Callable[[View, Words], Scene]  # a view as a picture
    diagram: Callable[[View], str]  # a view as text
    why: Callable[[View, int, Action], str | None]  # the reason in words why a seat may not do this now
    tally: Callable[[View, Words], Sequence[Tally]] = lambda view, words: ()  # what the points of each seat are made of
    # What a witness saw happen between two of its views, and what a turn comes to; `engine.events` says more
    events: Callable[[View, View], Sequence[Event]] = no_events
    holdings: Callable[[View], Mapping[str, int]] = lambda view: {}  # what everybody owns, as counts by name
    moment: Callable[[View], Moment] = lambda view: Moment()  # which round it is, and whose turn
    sum_up: Callable[[View, View, Sequence[Event]], Event | None] = lambda before, after, events: None
    # An action as a sentence that names places as they are seen, under `choices`; else as its label says, in notation
    wording: Callable[[View, Action], Event | None] = lambda view, action: None
    # What speaks for an action, and what can be worked out from a view: for those who learn the game
    because: Callable[[View, Action], Sequence[Reason]] = lambda view, action: ()
    aids: Callable[[View], Sequence[Event]] = lambda view: ()
    # The colour of each seat, a token of the themes, and its mark, a sprite of the house: boards and pages use both
    tones: tuple[str, ...] = ("seat-0", "seat-1", "seat-2", "seat-3")
    marks: tuple[str, ...] = ("mark-0", "mark-1", "mark-2", "mark-3")
    levels: Mapping[str, Level] = field(default_factory=lambda: LEVELS)  # of its bots, the weakest first
    beginner: Callable[[View, Stream], Action | None] = lambda view, rng: None  # what one would do now, if known
    options: tuple[Option, ...] = ()
    secrets: bool = True  # whether a view can hide anything: then the kernel redacts …
    private: bool = True  # … and whether one seat can see what another cannot; nothing without secrets
    luck: bool = True  # whether chance decides much; where it does not, the champion must win nearly all from greedy
    choices: int | None = None  # codes from here on are nature's alone; None where they are mixed with those of seats
    features: tuple[Feature, ...] | None = None  # what `observe` writes; None for the bytes of the record
    objection: Callable[[int, dict[str, str]], str | None] = lambda seats, options: (
        None
    )  # to options that do not go together

    def __post_init__(self) -> None:
        if self.secrets and not self.kernel.hides:
            raise ValueError(f"{self.name} has secrets and no `redact`: give its kernel one, or say secrets=False")
        if self.kernel.hides and not self.secrets:
            raise ValueError(f"{self.name} has a `redact` and no secrets: leave one of the two out")

    @property
    def tells(self) -> bool:
        """Whether the game knows events."""
        return self.events is not no_events

    def words(self, language: str = "en", names: Sequence[str] | None = None) -> Words:
        """The labels and the rules of the game in a language; with names, those of the people in the seats."""
        return named(_words(self, language), tuple(names)) if names else _words(self, language)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which the game has words."""
        return texts.languages(self.folder / "texts")

    @property
    def showcase(self) -> str | None:
        """A record whose last position shows the game at its best, if it has one."""
        path = self.folder / "showcase.txt"
        return path.read_text(encoding="utf-8") if path.exists() else None

    def key(self, language: str = "en") -> tuple[Symbol, ...]:
        """The key to the symbols, as it stands beside the board."""
        texts = self.words(language)
        return tuple(Symbol(sprite, self.tones[0], texts(f"key.{sprite}")) for sprite in texts.table("key"))

    @property
    def action_count(self) -> int:
        """How many action codes a seat can ever have."""
        return len(self.actions) if self.choices is None else self.choices

    def seen(self, seats: int) -> tuple[Feature, ...]:
        """The parts of what `observe` writes in a match of so many, in their order."""
        if self.features is None:
            size = self.kernel.record.itemsize - 8
            return (Feature("record", "the bytes of the record", (size,), most=127, least=-128),)
        return tuple(feature.of(seats) for feature in self.features)

    def feature_count(self, seats: int) -> int:
        """How many numbers `observe` writes in a match of so many."""
        return sum(prod(feature.shape) for feature in self.seen(seats))

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

    def allows(self, chosen: Mapping[str, object], seats: int) -> bool:
        """Whether it can be played with these options at so many seats."""
        try:
            self.check_options(chosen, seats)
        except OptionError:
            return False
        return True

    @cached_property
    def option_record(self) -> np.dtype[np.void]:
        """The record type of its options, with a field for each: compiled code reads them by name."""
        fields = [(option.name, np.int64) for option in self.options]
        return record(f"options_of_{self.name}", str(self.folder / "__init__.py"), fields)

    def encode_options(self, chosen: Mapping[str, str]) -> NDArray[np.void]:
        """The options as the kernel reads them: an array of one record with the number of each chosen value."""
        encoded = np.zeros(1, self.option_record)
        for option in self.options:
            encoded[option.name] = option.number(chosen[option.name])
        return encoded

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return find, (self.name,)  # pickled by its name: there is one of each

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


@cache
def _words(game: Game, language: str) -> Words:
    """In that language; in English, where only other games have it."""
    if language not in game.languages and language in languages():
        language = texts.SOURCE
    return texts.words(game.folder / "texts", language)


def names() -> tuple[str, ...]:
    """The names of all games: the folders beside each other in `formicarium.games`."""
    package = importlib.import_module(GAMES)
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg))


def languages() -> tuple[str, ...]:
    """The languages in which games have words, English first."""
    package = importlib.import_module(GAMES)
    folders = [found for folder in package.__path__ for found in Path(folder).glob("*/texts")]
    codes = {code for folder in folders for code in texts.languages(folder)}
    return tuple(sorted(codes, key=lambda code: (code != texts.SOURCE, code)))


def find(game: str | Game) -> Game:
    """The game of that name."""
    if isinstance(game, Game):
        return game
    if game not in names():
        raise UnknownName("game", game, names())
    loaded: Game = importlib.import_module(f"{GAMES}.{game}").GAME
    return loaded


def _text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _or(values: tuple[object, ...]) -> str:
    *most, last = map(str, values)
    return f"{', '.join(most)} or {last}" if most else last
