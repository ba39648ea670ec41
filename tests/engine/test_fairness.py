"""Fair dice in the library: a record that keeps its promise is believed, another one is not."""

import pytest

import formicarium as fm
from formicarium.core import random
from formicarium.engine.fairness import commitment, new_seed, outcome, tags, verify
from formicarium.errors import FairnessError


@pytest.fixture(scope="module")
def match():
    played, rng = fm.Match("grasshopper", seed="a promise"), random.stream(1)
    while not played.over:
        seat = played.actors[0]
        played.play(played.position.sample(seat, rng), seat)
    return played


def test_every_outcome_of_nature_is_checked(match):
    rolled = sum(move.seat == fm.NATURE for move in match.history)
    assert rolled and verify(match.text(**tags("a promise", 0, None))) == rolled


def test_another_seed_is_not_believed(match):
    with pytest.raises(FairnessError) as refused:
        verify(match.text(**tags("another", 0, None)))
    assert refused.value.code == "fair/outcome"
    with pytest.raises(FairnessError) as refused:
        verify(match.text(**{**tags("a promise", 0, None), "Commitment": commitment("another")}))
    assert refused.value.code == "fair/commitment"
    with pytest.raises(FairnessError) as refused:
        verify(match.text())
    assert refused.value.code == "fair/seed"


def test_who_was_chosen_begins_and_else_the_seed_says():
    begun = fm.Match("sisimizi", seats=2, seed="x", nature=False)
    assert {outcome(begun, first).text for first in range(2)} == {"first 0", "first 1"}
    assert outcome(begun, None) == begun.draw()


def test_no_two_seeds_are_alike():
    assert new_seed() != new_seed() and len(new_seed()) == 64
