"""Twins: two matches of a game, played side by side, that a witness cannot tell apart at any time."""

import formicarium as fm
from formicarium.core import random


class Twins:
    """Whatever the witness cannot tell apart may differ between the two: what nature deals, what others choose.

    What the witness does not notice may happen in one of them alone, as when a purchase is begun and taken back.
    """

    def __init__(self, game, seats, options, witness, begin=(), other=None):
        """Both begin with the same moves, or one of them with others that the witness cannot tell from them."""
        self.left, self.right = (fm.Match(game, seats, nature=False, **options) for _ in range(2))
        for match, moves in ((self.left, begin), (self.right, begin if other is None else other)):
            for move in moves:
                match.play(move.action, move.seat)
        self.witness = witness
        self.different = 0  # so many of their actions
        self.hidden = False  # whether any could be
        self.alone = 0  # so many entries are in one of them only

    def play(self, plies, lot, alone=0.2):
        """Play both, and wait after each entry of their ledgers, or of one."""
        left, right = self.left, self.right
        while left.ledger.number < plies and left.actors:
            if lot.random() < alone and self._detour(lot.choice((left, right)), lot):
                yield
                continue
            last = left.ledger.last
            if last and last.seat != fm.NATURE and lot.random() < 0.1 and self._noticed(left) == self._noticed(right):
                if left.can_undo(last.seat) and right.can_undo(last.seat):
                    left.undo(last.seat)
                    right.undo(last.seat)
                    yield
                    continue
            seat = lot.choice(left.actors)
            pair = self._fitting(seat, lot)
            if pair is None:
                if not any(self._take_back_unnoticed(match) for match in (left, right)):
                    return
                yield
                continue
            self.different += pair[0] != pair[1]
            for match, action in zip((left, right), pair, strict=True):
                match.play(action, seat)
            self.hidden |= left.view(self.witness).tobytes() != left.position.tobytes()
            yield

    def _detour(self, match, lot):
        """Let one of them alone do something, or take it back, that the witness does not notice."""
        if self._take_back_unnoticed(match, lot.random() < 0.5):
            return True
        seat, seen = lot.choice(match.actors), match.view(self.witness)
        if seat in (self.witness, fm.NATURE):
            return False
        unnoticed = [action for action in match.legal(seat) if after(match, seat, action).view(self.witness) == seen]
        if unnoticed:
            match.play(lot.choice(unnoticed), seat)
            self.alone += 1
        return bool(unnoticed)

    def _take_back_unnoticed(self, match, wanted=True):
        last = match.ledger.last
        if not wanted or self._noticed(match) or last.seat in (self.witness, fm.NATURE):
            return False
        match.undo(last.seat)
        self.alone += 1
        return True

    def _noticed(self, match):
        """Whether the witness noticed the last action that stands."""
        before = match.ledger.position_after(max(0, len(match.ledger.standing) - 1))
        return match.ledger.last is None or before.view(self.witness) != match.view(self.witness)

    def _fitting(self, seat, lot):
        """An action for each match after which the witness sees the same; different ones where that can be."""
        left, right, witness = self.left, self.right, self.witness
        mine, others = left.legal(seat), right.legal(seat)
        for action in lot.sample(mine, min(8, len(mine))):
            seen = after(left, seat, action).view(witness)
            if seat == witness:
                return (action, action) if after(right, seat, action).view(witness) == seen else None
            for other in [*lot.sample(others, min(40, len(others))), action]:
                if other in others and after(right, seat, other).view(witness) == seen:
                    return action, other
        return None


def before_a_purchase(seats, mode, lot):
    """Moves of the Grasshopper after which a seat can begin to buy; and another seat."""
    match = fm.Match("grasshopper", seats, seed=lot.random(), mode=mode)
    while not any(action.verb == "buy" for action in match.legal(match.actors[0])):
        seat = lot.choice(match.actors)
        match.play(lot.choice(match.legal(seat)), seat)
    return match.history, (match.actors[0] + 1) % seats


def late_in_formica(seats, witness, lot):
    """Moves of a match in which parts have been shown, and the same after another deal, which fits all of that."""
    match = fm.Match("formica", seats, seed=lot.random())
    while not (match.position.record.seen.any() and match.actors[0] != fm.NATURE):
        seat = match.actors[0]
        legal = match.legal(seat)
        home = [action for action in legal if action.arguments[-1:] and action.arguments[-1].startswith("Z")]
        match.play(lot.choice(home or legal), seat)
    s, other = match.view(witness).world(random.stream("deal")).record, []
    for stone, move in enumerate(match.history):
        if move.action.verb == "deal":
            fits = f"deal {move.action.arguments[0]} {s.part[stone]}{'+-'[s.pole[stone] - 1]}"
            move = move._replace(action=match.game.actions[match.game.actions.parse(fits)])
        other.append(move)
    return match.history, other


def after(match, seat, action):
    position = match.position.copy()
    position.apply(seat, action)
    return position


def first_difference(left, right):
    """Where two answers part, for the message of a failure."""
    left, right = str(left), str(right)
    at = next(
        (place for place, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right))
    )
    return f"\n{left[max(0, at - 300) : at + 100]}\n{right[max(0, at - 300) : at + 100]}"
