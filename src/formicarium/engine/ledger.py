"""The ledger: the one keeper of a match's history. What was done and taken back, what stands, and who may read it.

It only grows: an action that is taken back stays in it, followed by an entry that says so. A number counts its entries,
a ply the actions that stand. That somebody acts may tell a secret, as when a purchase is begun that only a hidden card
can pay: so a witness counts nothing but what it noticed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np

from formicarium.core import random
from formicarium.core.actions import Action
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.calls import prepare
from formicarium.engine.position import Position, View

WORLDS = 32  # so many random worlds must agree before an action counts as having taught a seat nothing
RECENT = 16  # positions that are kept; older ones are played again
SEEN = 4  # numbers of which it is kept what witnesses saw: before and after what was done last, nature's part in it


class Move(NamedTuple):
    """An action with the seat that made it; `NATURE` for chance outcomes."""

    seat: int
    action: Action

    @property
    def text(self) -> str:
        """The action in notation."""
        return self.action.text


class Entry(NamedTuple):
    """One entry of a ledger: a move that was made, or that the last one was taken back."""

    move: Move
    undone: bool = False  # taken back with this entry, by the seat that had made it


class Noticed:
    """The entries that some witnesses noticed, counted as if there were no others."""

    def __init__(self) -> None:
        self.known = 0  # so many entries of the ledger were looked at
        self.numbers: list[int] = []  # of the entries that were noticed
        self.standing: list[int] = []  # of those, the ones that were not taken back
        self._plies: list[int] = []  # how many stood after each that was noticed
        self._all: list[bool] = []  # of every action that stands: whether it was noticed

    def add(self, *, undone: bool = False, noticed: bool = True) -> None:
        """Look at the next entry; taking back is noticed as the action was."""
        self.known += 1
        if undone:
            noticed = self._all.pop()
        else:
            self._all.append(noticed)
        if not noticed:
            return
        if undone:
            self.standing.pop()
        else:
            self.standing.append(self.known)
        self.numbers.append(self.known)
        self._plies.append(len(self.standing))

    def count(self, number: int) -> int:
        """How many of the first entries of the ledger were noticed."""
        return bisect_right(self.numbers, number)

    def number(self, count: int) -> int:
        """The number of the ledger up to which so many were noticed."""
        return self.numbers[count] - 1 if count < len(self.numbers) else self.known

    def entry(self, ply: int) -> int:
        """The number of the ledger right after so many actions that stand."""
        return self.standing[ply - 1] if ply else 0

    def ply_at(self, number: int) -> int:
        """How many actions stood when the ledger had so many entries."""
        count = self.count(number)
        return self._plies[count - 1] if count else 0


class Ledger:
    """The history of one match and its position now."""

    def __init__(self, start: Position) -> None:
        self._start = start
        self.position = start.copy()
        self.actors = start.actors  # who may act now: asked a dozen times an action, found out once
        self._hides = start.game.secrets
        self.entries: list[Entry] = []
        self.number = 0  # how many there are
        self.standing: list[int] = []  # the numbers of the entries that were not taken back
        self.draws = 0  # how many of nature's outcomes stand
        self.open = False  # whether everything may be read even before the end, as in a record
        self._recent: dict[int, bytes] = {}  # the last positions, by number
        self._seen: dict[int, dict[int, bytes]] = {}  # by number and eyes: what those saw, the last ones
        self._changed: dict[int, list[bool]] = {}  # by eyes, of every entry: whether they saw anything change
        self._noticed: dict[tuple[int, ...], Noticed] = {}  # by witnesses
        self._secrets: dict[tuple[int, int], bool] = {}  # by number and witness: whether it saw no more than that

    @property
    def moves(self) -> list[Move]:
        """The moves that stand."""
        return [self.entries[number - 1].move for number in self.standing]

    def since(self, ply: int) -> list[Move]:
        """The moves that stand from a ply on."""
        return [self.entries[number - 1].move for number in self.standing[ply:]]

    @property
    def last(self) -> Move | None:
        """The last move that stands."""
        return self.entries[self.standing[-1] - 1].move if self.standing else None

    # Writing

    def make(self, move: Move) -> None:
        """Make a move, which must be legal, and write it down."""
        self._remember()
        self.position.apply(move.seat, move.action)
        self.actors = self.position.actors
        self._write(Entry(move))
        self.standing.append(self.number)
        self.draws += move.seat == NATURE

    def take_back(self) -> Move:
        """Take back the last move that stands, and write that down."""
        before = self.position_after(len(self.standing) - 1)
        self._remember()
        self.position, self.actors = before, before.actors
        move = self.entries[self.standing.pop() - 1].move
        self._write(Entry(move, undone=True))
        self.draws -= move.seat == NATURE
        return move

    def take_over(self, entries: Iterable[Entry]) -> None:
        """Write down what happened elsewhere, at once: all of it was legal there."""
        for entry in entries:
            self._write(entry)
            if entry.undone:
                self.standing.pop()
            else:
                self.standing.append(self.number)
        moves = self.moves
        self.draws = sum(move.seat == NATURE for move in moves)
        self.position = self._played(moves)
        self.actors = self.position.actors

    def _write(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.number += 1

    def _remember(self) -> None:
        recent = self._recent[self.number] = self.position.tobytes()
        if len(self._recent) > max(3, min(RECENT, 512 * RECENT // len(recent))):  # of large ones fewer
            del self._recent[next(iter(self._recent))]

    # Looking back

    def position_at(self, number: int) -> Position:
        """The position when there were so many entries."""
        if number == self.number:
            return self.position
        if number in self._recent:
            records = np.frombuffer(bytearray(self._recent[number]), self._start.records.dtype)
            return Position(self._start.game, self._start.seats, records)
        return self._played(surviving(self.entries[:number]))

    def view_at(self, number: int, witness: int) -> View:
        """What a witness saw when there were so many entries."""
        records = np.frombuffer(bytearray(self.seen_at(number, witness)), self._start.records.dtype)
        return View(self._start.game, self._start.seats, records, witness)

    def seen_at(self, number: int, witness: int) -> bytes:
        """The bytes of that view, found out once for all who see the same."""
        known = self._seen.get(number)
        if known is None:
            known = self._seen[number] = {}
            if len(self._seen) > SEEN:
                del self._seen[min(self._seen)]
        eyes = self._eyes(witness)
        seen = known.get(eyes)
        if seen is None:
            seen = known[eyes] = self.position_at(number).view(eyes).tobytes()
        return seen

    def position_after(self, ply: int) -> Position:
        """The position after so many moves that stand."""
        return self.position_at(self.standing[ply - 1]) if ply else self._start.copy()

    def rest(self) -> None:
        """Forget the last positions: they can be played again."""
        self._recent.clear()

    def positions(self) -> Iterator[tuple[Move | None, Position]]:
        """Every position from the start on, each with the move that led to it."""
        position = self._start.copy()
        yield None, position.copy()
        for move in self.moves:
            position.apply(move.seat, move.action)
            yield move, position.copy()

    def _played(self, moves: list[Move]) -> Position:
        position = self._start.copy()
        position.replay([move.seat for move in moves], [move.action for move in moves])
        return position

    # Who may read what

    @property
    def revealed(self) -> bool:
        """Whether everything may be read: when the match is over, or the ledger is open."""
        return self.open or not self.actors

    def known(self, *witnesses: int) -> Noticed:
        """The entries that any of some witnesses may know of: those that it noticed; when all is revealed, all."""
        return self.noticed() if not self._hides or self.revealed else self.noticed(*witnesses)

    def noticed(self, *witnesses: int) -> Noticed:
        """The entries that any of some witnesses noticed when they were made; every one if no witness is named."""
        if not self._hides:
            witnesses = ()
        notes = self._noticed.get(witnesses)
        if notes is None:
            notes = self._noticed[witnesses] = Noticed()
        if notes.known == self.number:
            return notes
        if not witnesses:
            for entry in self.entries[notes.known :]:
                notes.add(undone=entry.undone)
            return notes
        changed = [self._changes(eyes) for eyes in {self._eyes(witness) for witness in witnesses}]
        for number in range(notes.known, self.number):
            entry = self.entries[number]
            noticed = entry.move.seat in witnesses or any(saw[number] for saw in changed)
            notes.add(undone=entry.undone, noticed=noticed)
        return notes

    def _changes(self, eyes: int) -> list[bool]:
        """Of every entry, whether it changed what some eyes see."""
        changes = self._changed.setdefault(eyes, [])
        if self.number - len(changes) < SEEN:
            for number in range(len(changes), self.number):
                changes.append(self.seen_at(number, eyes) != self.seen_at(number + 1, eyes))
            return changes
        position = self.position_at(len(changes)).copy()
        seen = position.view(eyes).tobytes()
        past: list[Position] = []
        for number, entry in enumerate(self.entries[len(changes) :], len(changes) + 1):
            if entry.undone:
                position = past.pop() if past else self.position_at(number).copy()
            else:
                past.append(position.copy())
                position.apply(entry.move.seat, entry.move.action)
            before_it, seen = seen, position.view(eyes).tobytes()
            changes.append(seen != before_it)
        return changes

    def read(self, number: int, witness: int) -> Action | None:
        """The action of an entry that a witness noticed as it may read it, `None` for what was done in secret.

        When the match is over, everything may be read.
        """
        move = self.entries[number - 1].move
        return None if self._is_secret(number, move, witness) else move.action

    def _is_secret(self, number: int, move: Move, witness: int) -> bool:
        if move.seat == witness or not self._hides or self.revealed:
            return False
        key = number, self._eyes(witness)
        if key not in self._secrets:
            self._secrets[key] = is_secret(self.position_at(number - 1), move, witness)
        return self._secrets[key]

    def _eyes(self, witness: int) -> int:
        """Whose eyes see what a witness sees: in some games nothing is hidden, or what is hidden is hidden from all."""
        return witness if self._hides and self._start.game.private else SPECTATOR

    def find_out(self, witness: int) -> Iterator[None]:
        """Find out what a witness may read of all that stands, step by step: of a long match that takes seconds.

        After each step something else may be done, as long as nothing is written meanwhile.
        """
        if self.revealed or not self._hides:
            return
        eyes, standing = self._eyes(witness), self.noticed(witness).standing
        others = (number for number in standing if self.entries[number - 1].move.seat != witness)
        missing = [number for number in others if (number, eyes) not in self._secrets]
        if not missing:
            return
        wanted, first = set(missing), missing[0]
        position = self.position_at(first - 1).copy()
        for number in self.standing[bisect_right(self.standing, first - 1) :]:
            move = self.entries[number - 1].move
            if number in wanted:
                self._secrets[number, eyes] = is_secret(position, move, witness)
                yield
            position.apply(move.seat, move.action)

    def remember_secrets(self, other: Ledger) -> None:
        """Take over what another ledger of the same match has found out, as far as the two agree."""
        pairs = enumerate(zip(self.entries, other.entries, strict=False))
        same = next((number for number, (mine, old) in pairs if mine != old), min(self.number, other.number))
        self._secrets = {key: secret for key, secret in other._secrets.items() if key[0] <= same}


def surviving(entries: Iterable[Entry]) -> list[Move]:
    """The moves that were not taken back."""
    kept: list[Move] = []
    for entry in entries:
        if entry.undone:
            kept.pop()
        else:
            kept.append(entry.move)
    return kept


def is_secret(before: Position, move: Move, witness: int) -> bool:
    """Whether a witness cannot tell an action from another one.

    So it is if, in a world that fits its view, another action leads to the same new view.
    """
    after = before.copy()
    after.apply(move.seat, move.action)
    seen = after.view(witness)
    if seen.tobytes() == after.tobytes():
        return False  # nothing at all is hidden
    trial, wanted, rng = Trial(before), seen.tobytes(), random.stream(("log", seen.tobytes()))
    tried: set[bytes] = set()  # where little is hidden, the same world comes again and again
    for world in chain((before,), trial.worlds(before.view(witness), rng)):
        content = world.tobytes()
        if content not in tried and trial.leads_to(wanted, world, move.seat, witness, but=move.action):
            return True
        tried.add(content)
    return False


def has_learned(before: Position, after: Position, move: Move, witness: int) -> bool:
    """Whether an action told a witness something that its view before, and the action itself, did not tell.

    It did not if in every world that fits the old view the same action leads to the same new view.
    """
    old, new = before.view(witness), after.view(witness)
    nothing_hidden = old.tobytes() == before.tobytes() and new.tobytes() == after.tobytes()
    if nothing_hidden or old == new:
        return False
    trial, wanted, rng = Trial(before), new.tobytes(), random.stream(("undo", old.tobytes()))
    for world in trial.worlds(old, rng):
        if move.seat not in world.actors or not world.allows(move.seat, move.action):
            return True
        if trial.view_after(world, move.seat, move.action, witness) != wanted:
            return True
    return False


def shows_all(position: Position) -> bool:
    """Whether nothing is hidden from anybody: the spectator, who knows least, sees it as it is."""
    return not position.game.secrets or position.view(SPECTATOR).tobytes() == position.tobytes()


class Trial:
    """Two positions in which worlds are drawn and actions tried out: one memory for many trials."""

    def __init__(self, like: Position) -> None:
        self._calls = prepare(like.game)
        self._world, self._position = like.copy(), like.copy()
        self._memory = self._position.records.view(np.uint8)
        self._side = self._position.records[:0]  # room for as many positions as there are actions to try
        self._words, self._place = self._side.view(np.uint64), 0

    def worlds(self, view: View, rng: random.Stream) -> Iterator[Position]:
        """Random positions that fit a view, one after the other in the same memory."""
        memory, known = self._world.records.view(np.uint8), view.records.view(np.uint8)
        for _ in range(WORLDS):
            memory[:] = known
            self._calls.determinize(self._world.records, 0, view.seat, rng)
            yield self._world

    def view_after(self, world: Position, seat: int, action: int, witness: int) -> bytes:
        """The bytes of what a witness would see if a seat acted so in a world."""
        self._memory[:] = world.records.view(np.uint8)
        self._position.apply(seat, action)
        self._position.redact(witness)
        return self._position.tobytes()

    def leads_to(self, wanted: bytes, world: Position, seat: int, witness: int, but: int) -> bool:
        """Whether another action in a world leads to the same view: all are tried, and then compared at once."""
        others = [action for action in _possible(world, seat) if action != but]
        if not others:
            return False
        if len(others) > len(self._side):
            self._make_room(len(others))
        apply, redact, side = self._calls.apply, self._calls.redact, self._side
        tried = self._words[: len(others)]
        tried[:] = world.records.view(np.uint64)
        kind, place, size = world.game.kernel.record, self._place, side.itemsize
        for at, action in enumerate(others):
            apply(kind, place + at * size, seat, action)
            redact(side, at, witness)
        return bool((tried == np.frombuffer(wanted, np.uint64)).all(axis=1).any())

    def _make_room(self, count: int) -> None:
        self._side = np.zeros(count, self._position.records.dtype)
        self._words = self._side.view(np.uint64).reshape(count, -1)  # every record is a whole number of them
        self._place = self._calls.place(self._side)


def _possible(world: Position, seat: int) -> list[int]:
    if seat == NATURE:
        return [int(action) for action, _ in world.chance()]
    codes: list[int] = world.codes(seat).tolist() if seat in world.actors else []
    return codes
