"""The ledger: the one keeper of a match's history. What was done and taken back, what stands, and who may read it.

It only grows: an action that is taken back stays in it, followed by an entry that says so. A number counts its entries,
a ply the actions that stand. That somebody acts may tell a secret, as when a purchase is begun that only a hidden card
can pay: so a witness counts nothing but what it noticed.
"""

from __future__ import annotations

from array import array
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
READ, SECRET = 1, 2  # what was found out about an entry, 0 before
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

    __slots__ = (  # of those at rest there are many
        *("_changed", "_entries", "_hides", "_noticed", "_packed", "_position", "_recent", "_secrets"),
        *("_seen", "_standing", "_start", "actors", "draws", "number", "open"),
    )

    def __init__(self, start: Position) -> None:
        self._start = start
        self._position: Position | None = start.copy()  # none at rest
        self.actors = start.actors  # who may act now: asked a dozen times an action, found out once
        self._hides = start.game.secrets
        self._entries: list[Entry] = []
        self._standing: list[int] = []  # the numbers of those that were not taken back
        self._packed: array[int] | None = None  # at rest the entries are numbers here, which take less memory
        self.number = 0  # how many there are
        self.draws = 0  # how many of nature's outcomes stand
        self.open = False  # whether everything may be read even before the end, as in a record
        self._recent: dict[int, bytes] = {}  # the last positions, by number
        self._seen: dict[int, dict[int, bytes]] = {}  # by number and eyes: what those saw, the last ones
        self._changed: dict[int, bytearray] = {}  # by eyes, of every entry: whether they saw anything change
        self._noticed: dict[tuple[int, ...], Noticed] = {}  # by witnesses
        self._secrets: dict[int, bytearray] = {}  # by eyes, of every number: whether those may read it, as found out

    @property
    def position(self) -> Position:
        """The position now."""
        if self._position is None:
            self._position = self._played(self.moves)
        return self._position

    @property
    def entries(self) -> list[Entry]:
        """Everything that was done and taken back."""
        if self._packed is not None:
            self._wake(self._packed)
        return self._entries

    @property
    def standing(self) -> list[int]:
        """The numbers of the entries that were not taken back."""
        if self._packed is not None:
            self._wake(self._packed)
        return self._standing

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
        self._position, self.actors = before, before.actors
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
        self._position = self._played(moves)
        self.actors = self._position.actors

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
        """Forget positions, what was seen of them and who counts what: all can be played again, in compiled code.

        What was found out in a tenth of a second an entry stays.
        """
        if self._packed is None:
            self._packed = array("i", [one.move.action << 4 | one.move.seat << 1 | one.undone for one in self._entries])
            self._entries, self._standing = [], []
        self._position = None
        for kept in (self._recent, self._seen, self._noticed):
            kept.clear()

    def _wake(self, packed: array[int]) -> None:
        actions, self._packed = self._start.game.actions, None
        self._entries = [Entry(Move(one >> 1 & 7, actions[one >> 4]), bool(one & 1)) for one in packed]
        for number, entry in enumerate(self._entries, 1):
            if entry.undone:
                self._standing.pop()
            else:
                self._standing.append(number)

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

    def _changes(self, eyes: int) -> bytearray:
        """Of every entry, whether it changed what some eyes see."""
        changes = self._changed.setdefault(eyes, bytearray())
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
        found = self._found_out(self._eyes(witness))
        if not found[number]:
            found[number] = SECRET if is_secret(self.position_at(number - 1), move, witness) else READ
        return found[number] == SECRET

    def _found_out(self, eyes: int) -> bytearray:
        """By number, what was found out for some eyes."""
        found = self._secrets.setdefault(eyes, bytearray())
        found.extend(bytes(max(0, self.number + 1 - len(found))))
        return found

    def _eyes(self, witness: int) -> int:
        """Whose eyes see what a witness sees: in some games nothing is hidden, or what is hidden is hidden from all."""
        return witness if self._hides and self._start.game.private else SPECTATOR

    def find_out(self, witness: int) -> Iterator[None]:
        """Find out what a witness may read of all that stands, step by step: of a long match that takes seconds.

        After each step something else may be done, as long as nothing is written meanwhile.
        """
        if self.revealed or not self._hides:
            return
        found, standing = self._found_out(self._eyes(witness)), self.noticed(witness).standing
        others = (number for number in standing if self.entries[number - 1].move.seat != witness)
        missing = [number for number in others if not found[number]]
        if not missing:
            return
        wanted, first = set(missing), missing[0]
        position = self.position_at(first - 1).copy()
        for number in self.standing[bisect_right(self.standing, first - 1) :]:
            move = self.entries[number - 1].move
            if number in wanted:
                found[number] = SECRET if is_secret(position, move, witness) else READ
                yield
            position.apply(move.seat, move.action)

    def remember_secrets(self, other: Ledger) -> None:
        """Take over what another ledger of the same match has found out, as far as the two agree."""
        pairs = enumerate(zip(self.entries, other.entries, strict=False))
        same = next((number for number, (mine, old) in pairs if mine != old), min(self.number, other.number))
        self._secrets = {eyes: found[: same + 1] for eyes, found in other._secrets.items()}


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
