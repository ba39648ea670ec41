"""Match: one play of a game, from the first action to the outcome."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from formicarium.core import random
from formicarium.core.actions import Action
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.game import Game, Tally, find
from formicarium.engine.ledger import Entry, Ledger, Move, has_learned, shows_all
from formicarium.engine.position import Outcome, Position, View
from formicarium.engine.telling import Line, Telling
from formicarium.errors import ActionError, UndoError

STARTS = 64  # positions in which matches begin


class Variation(NamedTuple):
    """What could have come after so many moves, instead of what did: moves with remarks and variations of their own."""

    ply: int
    moves: tuple[Move, ...]
    comments: Mapping[int, str] = {}  # by ply: what is remarked after so many of its moves
    variations: tuple[Variation, ...] = ()


class Match:
    """A match of a game: legal actions, play, undo, views, history, record files.

    Nature acts by herself, drawing from `seed`; with `nature=False` her outcomes are played like any other action,
    as when real dice are rolled.

    >>> match = Match("sisimizi", seats=2, seed=7)
    >>> match.play("ant e5")
    Action('ant e5')
    >>> match.undo()
    Action('ant e5')
    """

    def __init__(
        self, game: str | Game, seats: int | None = None, *, seed: object = None, nature: bool = True, **options: object
    ) -> None:
        self.game = find(game)
        self.seats = self.game.check_seats(seats)
        self.options = self.game.check_options(options, self.seats)
        self.seed = secrets.token_hex(16) if seed is None else seed
        self.nature = nature
        self.tags: dict[str, str] = {}  # what a record file says about the match: `Event`, `Date` and others
        self.comments: dict[int, str] = {}  # by ply: what a record file remarks on a position
        self.variations: list[Variation] = []  # what a record file tells of that could have happened
        self.ledger = Ledger(_start(self.game, self.seats, tuple(self.options.items())))
        self._key = random.nature_key(self.seed)
        self.let_nature_act()

    # What can be done now

    @property
    def position(self) -> Position:
        """The position as it is, secrets and all."""
        return self.ledger.position

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; empty when the match is over."""
        return self.position.actors

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.position.actors

    @property
    def outcome(self) -> Outcome | None:
        """`None` until the end, then shares of victory, places, points and the reason."""
        return self.position.outcome

    def ending(self, language: str = "en") -> str:
        """How the match ended and who won, in words; empty while it goes on."""
        return self.position.ending(language)

    def tally(self, language: str = "en") -> list[Tally]:
        """What the points of each seat are made of, in words and figures; empty while the match goes on."""
        return self.position.tally(language) if self.over else []

    def legal(self, seat: int | None = None) -> list[Action]:
        """The legal actions of a seat, by default of the one that is to act; empty when it is not."""
        actors = self.actors
        if seat is None:
            if not actors:
                return []
            seat = self._only_actor(actors)
        if seat == NATURE and actors == (NATURE,):
            return [action for action, _ in self.position.chance()]
        return [self.game.actions[code] for code in self.position.codes(seat)] if seat in actors else []

    # Playing

    def play(self, action: str | int, seat: int | None = None) -> Action:
        """Make an action, given as notation, `Action` or code, for a seat, by default the one that is to act.

        Nature then acts as long as it is her turn. An action that cannot be played raises `ActionError`, and nothing
        changes.
        """
        chosen = self._read(action)
        actors = self.actors
        if not actors:
            raise ActionError("action/over", f"cannot play {chosen.text!r}: the match is over ({self._reason()})")
        who = self._only_actor(actors) if seat is None else seat
        if who not in actors or not self.position.allows(who, chosen):
            raise self._refusal(chosen, who, actors)
        self.ledger.make(Move(who, chosen))
        self.let_nature_act()
        return chosen

    def draw(self) -> Action:
        """Nature's next outcome, as the seed gives it; she must be to act, and the outcome is not made."""
        rng = np.zeros(1, np.uint64)
        random.nature(self._key, self.ledger.draws, rng)
        return self.position.draw(rng)

    def undo(self, seat: int | None = None) -> Action:
        """Take back the last action, if nobody has acted or learned anything since; `UndoError` says why not.

        With a seat, only an action of that seat.
        """
        problem = self._undo_problem(seat)
        if problem:
            raise UndoError(*problem)
        return self.ledger.take_back().action

    def let_nature_act(self) -> None:
        """Let nature act as long as it is her turn, unless she is played by hand."""
        while self.nature and self.ledger.actors == (NATURE,):
            self.ledger.make(Move(NATURE, self.draw()))

    def can_undo(self, seat: int | None = None) -> bool:
        """Whether `undo` would be allowed."""
        return self._undo_problem(seat) is None

    # Looking

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat can see now, by default a spectator: a redacted position."""
        return self.position.view(seat)

    @property
    def history(self) -> tuple[Move, ...]:
        """All actions so far, nature's included."""
        return tuple(self.ledger.moves)

    def since(self, ply: int) -> list[Move]:
        """The actions from a ply on; unlike `history`, it costs no more than they are."""
        return self.ledger.since(ply)

    def log(self, seat: int = SPECTATOR, start: int = 0) -> list[tuple[int, Action | None]]:
        """The history from a ply on as a seat may read it: who acted and what, `None` for what was done in secret.

        What the seat did not notice is left out, and not counted. When the match is over, everything may be read.
        """
        ledger = self.ledger
        numbers = ledger.known(seat).standing[start:]
        return [(ledger.entries[number - 1].move.seat, ledger.read(number, seat)) for number in numbers]

    def told(
        self, seat: int = SPECTATOR, language: str = "en", start: int = 0, names: Sequence[str] | None = None
    ) -> list[Line]:
        """What a seat saw happen from a ply on, in sentences: a line an action, which prints as them.

        `names` are those of the people in the seats; without them, the seats are called by their colours. What the seat
        did not notice is left out, and not counted. When the match is over, everything is told.

        >>> match = Match("sisimizi", seats=2, seed=7)
        >>> chosen = match.play("ant e5"), match.play("done")
        >>> print(*match.told(names=["Ada", "Ben"]), sep="\\n")
        Ben begins, drawn by lot.
        Ben placed an ant on e5 (meadow).
        """
        most = max(0, len(self.ledger.known(seat).standing) - start)
        return Telling(self.ledger, seat, language, names, most).lines()

    def at(self, ply: int) -> Match:
        """A new match that stands where this one stood after its first `ply` actions."""
        moves = self.ledger.moves
        if not 0 <= ply <= len(moves):
            raise IndexError(f"the match has {len(moves)} actions, there is no position after {ply}")
        match = Match(self.game, self.seats, seed=self.seed, nature=False, **self.options)
        match.ledger.take_over(map(Entry, moves[:ply]))
        match.nature = self.nature
        return match

    def positions(self) -> Iterator[tuple[Move | None, Position]]:
        """Every position from the start on, each with the move that led to it."""
        yield from self.ledger.positions()

    def _repr_svg_(self) -> str:
        return self.view().svg()

    def __str__(self) -> str:
        return str(self.view())

    def __repr__(self) -> str:
        actions, over = len(self.ledger.standing), ", over" if self.over else ""
        return f"<Match {self.game.name}, {self.seats} seats, {actions} actions{over}>"

    # Record files

    def text(self, **tags: str) -> str:
        """The match as a record file: its tags and further ones, then the moves with their comments and variations."""
        from formicarium.engine import record_file  # it knows matches; a match knows that it can be written

        return record_file.write(self, tags)

    def save(self, path: str | Path, **tags: str) -> None:
        """Write the record file; `fm.load` reads it again."""
        Path(path).write_text(self.text(**{"Date": date.today().isoformat(), **self.tags, **tags}), encoding="utf-8")

    # Copies and pickles: each goes its own way

    def __getstate__(self) -> dict[str, object]:
        entries = [(entry.move.seat, int(entry.move.action), entry.undone) for entry in self.ledger.entries]
        return {**vars(self), "ledger": entries}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.ledger = Ledger(_start(self.game, self.seats, tuple(self.options.items())))
        actions = self.game.actions
        self.ledger.take_over(Entry(Move(seat, actions[code]), undone) for seat, code, undone in state["ledger"])

    # Within

    def _only_actor(self, actors: tuple[int, ...]) -> int:
        if len(actors) > 1:
            raise ActionError("action/seat", f"seats {', '.join(map(str, actors))} may act now: say which one")
        return actors[0]

    def _read(self, action: str | int) -> Action:
        if isinstance(action, str):
            return self.game.actions.parse(action)
        if not 0 <= action < len(self.game.actions):
            raise ActionError(
                "action/unreadable",
                f"there is no action {action}: {self.game.name} has 0 to {len(self.game.actions) - 1}",
            )
        chosen: Action = self.game.actions[action]
        return chosen

    def _refusal(self, action: Action, seat: int, actors: tuple[int, ...]) -> ActionError:
        """Why an action is not legal, and what is."""
        if seat not in actors:
            if actors == (NATURE,):
                return ActionError("action/nature", f"seat {seat} cannot play {action.text!r}: nature is to act")
            to_act = f"seat{'s' * (len(actors) > 1)} {' and '.join(map(str, actors))}"
            return ActionError("action/seat", f"seat {seat} cannot play {action.text!r}: {to_act} to act")
        legal = self.legal(seat)
        alike = [other.text for other in legal if other.verb == action.verb]
        if seat == NATURE:
            why: str | None = "that cannot happen now"
        else:
            why = self.game.why(self.view(seat), seat, action)
        if alike:
            why = why or "not with that"
            possible = f"{action.verb} is possible with {_some([' '.join(text.split()[1:]) for text in alike])}"
        else:
            why = why or f"{action.verb} is not possible now"
            possible = f"possible now: {_some(sorted({other.verb for other in legal}))}"
        return ActionError("action/illegal", f"seat {seat} cannot play {action.text!r}: {why}; {possible}")

    def _reason(self) -> str:
        outcome = self.outcome
        return outcome.reason if outcome else ""

    def _undo_problem(self, seat: int | None) -> tuple[str, str] | None:
        """Why the last action cannot be taken back; a seat is told no more than it noticed."""
        ledger = self.ledger
        standing = ledger.known(seat).standing if seat is not None else ledger.standing
        moves = (ledger.entries[number - 1].move for number in reversed(standing))
        last = next((move for move in moves if move.seat != NATURE), None)
        if last is None:
            return "undo/nothing", "there is nothing to take back"
        if self.over:
            return "undo/over", f"cannot take back {last.text!r}: the match is over, and everything is shown"
        if seat is not None and seat != last.seat:
            return "undo/other-seat", f"seat {seat} cannot take back: seat {last.seat} has acted since"
        number = standing[-1]
        if ledger.entries[number - 1].move.seat == NATURE:
            return "undo/chance", f"cannot take back {last.text!r}: nature has acted since"
        before, after = ledger.position_at(number - 1), ledger.position_at(number)
        if not (shows_all(before) and shows_all(after)):
            for witness in (*range(self.seats), SPECTATOR) if self.game.private else (0,):  # else all see the same
                if has_learned(before, after, last, witness):
                    who = "everybody" if witness == SPECTATOR else f"seat {witness}"
                    return "undo/learned", f"cannot take back {last.text!r}: {who} has learned something from it"
        if number != ledger.standing[-1]:
            return "undo/other-seat", f"seat {seat} cannot take back: others have acted since"
        return None


@lru_cache(STARTS)
def _start(game: Game, seats: int, options: tuple[tuple[str, str], ...]) -> Position:
    """Where matches begin: one position for all that begin alike, which is not to be changed."""
    return Position.start(game, seats, game.encode_options(dict(options)))


def _some(values: list[str], most: int = 10) -> str:
    values = [value for value in values if value]
    return ", ".join(values[:most]) + (f" and {len(values) - most} more" if len(values) > most else "")
