"""A second reading of Sisimizi's spec, slow and plain, that the game must agree with after every action.

It keeps stacks of pieces and the actions of the turn so far, and derives everything else from these.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

# How often a verb is drawn. Bridges are mostly saved up for the end of the supply, when an ant is lifted for them.
WEIGHTS = {"ant": 30, "hill": 6, "lift": 12, "drop": 4, "bridge": 0.4, "done": 3}


class Reading:
    """A match as S4 to S11 tell it."""

    def __init__(self, plan, seats):
        self.plan, self.seats = plan, seats
        self.stacks = {field: [] for field in plan.names}  # seats from below
        self.supply = {"ant": [60] * seats, "hill": [7] * seats}
        self.bridges = [{2: 1, 3: 1, 4: 2}[seats]] * seats
        self.first = self.mover = None
        self.round, self.turn, self.passes, self.ending = 1, [], 0, None

    # S11.3, S11.4

    def legal(self):
        if self.first is None:
            return {f"first {seat}" for seat in range(self.seats)}
        done = [verb for verb, _ in self.turn]
        if "bridge" in done:
            return {"done"}
        if done and done[-1] == "lift":
            origin = self.turn[-1][1]
            found = {f"drop {field}" for field in self.places(self.kind(origin)) if field != origin}
            if len(done) == 1 and self.kind(origin) == "ant" and not self.supply["ant"][self.mover]:
                found |= self.targets() - {f"bridge {origin}"}
            return found
        found = {"done"}
        number = 3 if self.round > 1 else 3 + (self.mover - self.first) % self.seats
        if "lift" not in done and len(done) < number:
            for kind in ("ant", "hill"):
                if self.supply[kind][self.mover] and not (kind == "hill" and "hill" in done):
                    found |= {f"{kind} {field}" for field in self.places(kind)}
        if self.round > 1 and done.count("lift") < 3:
            found |= {f"lift {field}" for field in self.plan.names if self.can_be_lifted(field)}
        if self.round > 1 and not done and self.supply["ant"][self.mover]:
            found |= self.targets()
        return found

    def kind(self, field):
        return "hill" if field in self.plan.dots else "ant"

    def places(self, kind):
        free = [field for field in self.plan.names if not self.stacks[field] and self.kind(field) == kind]
        if kind == "ant":
            return free
        taken = {self.plan.region[dot] for dot in self.plan.dots if self.mover in self.stacks[dot]}
        return [field for field in free if self.plan.region[field] not in taken]

    def can_be_lifted(self, field):
        if self.stacks[field][-1:] != [self.mover]:
            return False
        if any(verb != "lift" and put == field for verb, put in self.turn):
            return False
        hills = [put for verb, put in self.turn if verb == "lift" and self.kind(put) == "hill"]
        return self.kind(field) == "ant" or not hills

    def targets(self):
        if not self.bridges[self.mover]:
            return set()
        ants = [field for field in self.plan.plain if len(self.stacks[field]) == 1]
        return {f"bridge {field}" for field in ants if self.stacks[field] != [self.mover]}

    def play(self, text):
        verb, _, field = text.partition(" ")
        if verb == "first":
            self.first = self.mover = int(field)
        elif verb == "done":
            self.end_turn()
        elif verb == "lift":
            assert self.stacks[field].pop() == self.mover
        else:
            if verb in ("ant", "hill"):
                self.supply[verb][self.mover] -= 1
            if verb == "bridge":
                self.bridges[self.mover] -= 1
                self.supply["ant"][self.mover] -= not self.turn
            self.stacks[field].append(self.mover)
            if self.plan.wins([place for place, stack in self.stacks.items() if self.mover in stack], self.seats):
                self.ending = "joined"
        if verb not in ("first", "done"):
            self.turn.append((verb, field))

    def end_turn(self):
        self.passes = 0 if self.turn else self.passes + 1
        self.turn = []
        self.mover = (self.mover + 1) % self.seats
        self.round += self.mover == self.first
        if self.passes == self.seats:
            self.ending = "passes"
        elif self.round > 60:
            self.ending = "rounds"


def compare(match, reading):
    """The match and the reading agree in everything that can be seen."""
    if reading.ending:
        assert match.match.over
        assert match.match.outcome.reason == reading.ending
        return
    legal = [action.text for action in match.match.legal()]
    assert set(legal) == reading.legal()
    assert len(legal) == len(set(legal)) <= 474
    fields = [text.split()[1] for text in legal if " " in text]
    assert len(fields) == len(set(fields))  # S11.6
    if reading.first is None:
        return
    assert match.match.actors == (reading.mover,)
    assert match.round == reading.round
    record = match.match.position.record
    layers = zip(record.ground.tolist(), record.above.tolist(), strict=True)
    assert [[seat - 1 for seat in pieces if seat] for pieces in layers] == [*reading.stacks.values(), []]
    for seat in range(reading.seats):
        assert match.left(seat) == (reading.supply["ant"][seat], reading.supply["hill"][seat], reading.bridges[seat])


def some_action(match, chance):
    """A legal action, the verb drawn first so that rare verbs occur."""
    by_verb = {}
    for action in match.match.legal():
        by_verb.setdefault(action.verb, []).append(action.text)
    verb = chance.choices(list(by_verb), [WEIGHTS[verb] for verb in by_verb])[0]
    return chance.choice(by_verb[verb])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s11_3_s11_4_s11_6_legal_actions_agree_with_the_spec_through_whole_matches(seats, table, plan):
    chance, seen = Random(f"whole {seats}"), set()
    for _ in range(20):
        match, reading = table(seats), Reading(plan, seats)
        reading.play("first 0")
        while not match.match.over:
            compare(match, reading)
            text = some_action(match, chance)
            if "bridge" in text:
                seen.add("with a lifted ant" if reading.turn else "from the supply")
            match.play(text)
            reading.play(text)
        compare(match, reading)
        if len(seen) == 2:
            break
    assert seen == {"with a lifted ant", "from the supply"}  # the matches were worth comparing


@settings(max_examples=25, deadline=None)
@given(seats=st.sampled_from([2, 3, 4]), chance=st.randoms(use_true_random=False), actions=st.integers(1, 60))
def test_s11_3_s11_4_s11_6_legal_actions_agree_with_the_spec_in_short_matches(seats, chance, actions, table, plan):
    first = chance.randrange(seats)
    match, reading = table(seats, first), Reading(plan, seats)
    reading.play(f"first {first}")
    for _ in range(actions):
        compare(match, reading)
        if reading.ending:
            return
        text = some_action(match, chance)
        match.play(text)
        reading.play(text)
    compare(match, reading)
