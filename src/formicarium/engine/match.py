"""Match: one play of a game, from the first action to the outcome."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

import numpy as np

from formicarium.engine import random, record_file
from formicarium.engine.actions import Action
from formicarium.engine.errors import ActionError, UndoError
from formicarium.engine.game import Game, Tally, find
from formicarium.engine.kernel import NATURE, SPECTATOR
from formicarium.engine.position import Outcome, Position, View

WORLDS = 32  # so many random worlds must agree before an action counts as having taught a seat nothing


class Move(NamedTuple):
    """An action in a history, with the seat that made it; `NATURE` for chance outcomes."""

    seat: int
    action: Action

    @property
    def text(self) -> str:
        """The action in notation."""
        return self.action.text


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
        self._key = random.nature_key(self.seed)
        self._moves: list[Move] = []
        self._before: bytes | None = None  # the position before the last action, unless one was taken back
        self.position = self._start()
        self._let_nature_act()

    # What can be done now

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
        if chosen not in self.legal(who):
            raise self._refusal(chosen, who, actors)
        self._make(who, chosen)
        self._let_nature_act()
        return chosen

    def draw(self) -> Action:
        """Nature's next outcome, as the seed gives it; she must be to act, and the outcome is not made."""
        rng = np.zeros(1, np.uint64)
        random.nature(self._key, sum(move.seat == NATURE for move in self._moves), rng)
        return self.position.draw(rng)

    def undo(self, seat: int | None = None) -> Action:
        """Take back the last action, if nobody has acted or learned anything since; `UndoError` says why not.

        With a seat, only an action of that seat.
        """
        problem = self._undo_problem(seat)
        if problem:
            raise UndoError(*problem)
        self.position = self._position_before()
        self._before = None
        return self._moves.pop().action

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
        return tuple(self._moves)

    def since(self, ply: int) -> list[Move]:
        """The actions from a ply on; unlike `history`, it costs no more than they are."""
        return self._moves[ply:]

    def log(self, seat: int = SPECTATOR, start: int = 0) -> list[tuple[int, Action | None]]:
        """The history from a ply on as a seat may read it: who acted and what, `None` for what was done in secret.

        When the match is over, everything may be read.
        """
        told: list[tuple[int, Action | None]] = []
        position = self._replayed(start)
        for move in self._moves[start:]:
            secret = not self.over and move.seat != seat and is_secret(position, move, seat)
            told.append((move.seat, None if secret else move.action))
            position.apply(move.seat, move.action)
        return told

    def at(self, ply: int) -> Match:
        """A new match that stands where this one stood after its first `ply` actions."""
        if not 0 <= ply <= len(self._moves):
            raise IndexError(f"the match has {len(self._moves)} actions, there is no position after {ply}")
        match = Match(self.game, self.seats, seed=self.seed, nature=False, **self.options)
        match._moves = self._moves[:ply]
        match.position = match._replayed(ply)
        match.nature = self.nature
        return match

    def positions(self) -> Iterator[tuple[Move | None, Position]]:
        """Every position from the start on, each with the move that led to it."""
        position = self._start()
        yield None, position.copy()
        for move in self._moves:
            position.apply(move.seat, move.action)
            yield move, position.copy()

    def _repr_svg_(self) -> str:
        return self.view().svg()

    def __str__(self) -> str:
        return str(self.view())

    def __repr__(self) -> str:
        return (
            f"<Match {self.game.name}, {self.seats} seats, {len(self._moves)} actions{', over' if self.over else ''}>"
        )

    # Record files

    def text(self, **tags: str) -> str:
        """The match as a record file: header tags, then the moves in notation; further tags may be added."""
        return record_file.write(self, tags)

    def save(self, path: str | Path, **tags: str) -> None:
        """Write the record file; `fm.load` reads it again."""
        Path(path).write_text(self.text(**{"Date": date.today().isoformat(), **tags}), encoding="utf-8")

    # Within

    def _start(self) -> Position:
        return Position.start(self.game, self.seats, self.game.encode_options(self.options))

    def _replayed(self, ply: int) -> Position:
        position = self._start()
        moves = self._moves[:ply]
        position.replay([move.seat for move in moves], [move.action for move in moves])
        return position

    def _position_before(self) -> Position:
        """The position before the last action."""
        if self._before is None:
            return self._replayed(len(self._moves) - 1)
        return Position(self.game, self.seats, np.frombuffer(bytearray(self._before), self.game.kernel.record))

    def _make(self, seat: int, action: Action) -> None:
        self._before = self.position.tobytes()
        self.position.apply(seat, action)
        self._moves.append(Move(seat, action))

    def _let_nature_act(self) -> None:
        while self.nature and self.position.actors == (NATURE,):
            self._make(NATURE, self.draw())

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
        found: Action = self.game.actions[action]
        return found

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
        if not self._moves:
            return "undo/nothing", "there is nothing to take back"
        last = self._moves[-1]
        if last.seat == NATURE:
            if all(move.seat == NATURE for move in self._moves):
                return "undo/nothing", "there is nothing to take back"
            return "undo/chance", f"cannot take back {self._last_of_a_seat()}: nature has acted since"
        if seat is not None and seat != last.seat:
            return "undo/other-seat", f"seat {seat} cannot take back: seat {last.seat} has acted since"
        before = self._position_before()
        if _shows_all(before) and _shows_all(self.position):
            return None
        for witness in (*range(self.seats), SPECTATOR):
            if _has_learned(before, self.position, last, witness):
                who = "everybody" if witness == SPECTATOR else f"seat {witness}"
                return "undo/learned", f"cannot take back {last.text!r}: {who} has learned something from it"
        return None

    def _last_of_a_seat(self) -> str:
        return next(repr(move.text) for move in reversed(self._moves) if move.seat != NATURE)


def is_secret(before: Position, move: Move, witness: int) -> bool:
    """Whether a witness cannot tell an action from another one.

    So it is if, in a world that fits its view, another action leads to the same new view.
    """
    after = before.copy()
    after.apply(move.seat, move.action)
    seen = after.view(witness)
    if seen.tobytes() == after.tobytes():
        return False  # nothing at all is hidden
    known, rng = before.view(witness), random.stream(("log", seen.tobytes()))
    trial, wanted = Trial(before), seen.tobytes()
    for world in (before, *(known.world(rng) for _ in range(WORLDS))):
        for action in _possible(world, move.seat):
            if action != move.action and trial.view_after(world, move.seat, action, witness) == wanted:
                return True
    return False


class Trial:
    """A position in which actions are tried out: one memory for many trials."""

    def __init__(self, like: Position) -> None:
        self._position = like.copy()
        self._memory = self._position.records.view(np.uint8)

    def view_after(self, world: Position, seat: int, action: Action, witness: int) -> bytes:
        """The bytes of what a witness would see if a seat acted so in a world."""
        self._memory[:] = np.frombuffer(world.records, np.uint8)
        self._position.apply(seat, action)
        self._position.redact(witness)
        return self._position.tobytes()


def _possible(world: Position, seat: int) -> list[Action]:
    if seat == NATURE:
        return [action for action, _ in world.chance()]
    return [world.game.actions[code] for code in world.codes(seat)] if seat in world.actors else []


def _shows_all(position: Position) -> bool:
    """Whether nothing is hidden from anybody: the spectator, who knows least, sees it as it is."""
    return position.view(SPECTATOR).tobytes() == position.tobytes()


def _has_learned(before: Position, after: Position, move: Move, witness: int) -> bool:
    """Whether an action told a witness something that its view before, and the action itself, did not tell.

    It did not if in every world that fits the old view the same action leads to the same new view.
    """
    old, new = before.view(witness), after.view(witness)
    nothing_hidden = old.tobytes() == before.tobytes() and new.tobytes() == after.tobytes()
    if nothing_hidden or old == new:
        return False
    rng = random.stream(("undo", old.tobytes()))
    for _ in range(WORLDS):
        world = old.world(rng)
        if move.seat not in world.actors or move.action not in world.codes(move.seat):
            return True
        world.apply(move.seat, move.action)
        if world.view(witness) != new:
            return True
    return False


def _some(values: list[str], most: int = 10) -> str:
    values = [value for value in values if value]
    return ", ".join(values[:most]) + (f" and {len(values) - most} more" if len(values) > most else "")


def load(path: str | Path, *, seed: object = None) -> Match:
    """Read a record file and replay it, checking every move; nature goes on from `seed`."""
    return loads(Path(path).read_text(encoding="utf-8"), seed=seed)


def loads(text: str, *, seed: object = None, nature: bool = True) -> Match:
    """Read a record from its text; with `nature=False` nature does not go on after its last move."""
    header, moves = record_file.read(text)
    match = record_file.begin(Match, header, seed)
    for move in moves:
        record_file.replay(match, move)
    match.nature = nature
    match._let_nature_act()
    record_file.check_result(match, header)
    return match
