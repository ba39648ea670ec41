"""The tree: what a node and the nodes above it are told of a trial."""

import numpy as np
import pytest

from formicarium.core.kernel import SEATS
from formicarium.search import tree

MOVER = 1


def told(forgiving, trials):
    """What a node of two actions is worth after trials, each an action and what its mover got, and what goes up."""
    nodes, edges = np.zeros(1, tree.NODE), np.zeros(2, tree.EDGE)
    nodes["edges"] = nodes["tried"] = 2
    for action, share in trials:
        shares = np.zeros(SEATS)
        shares[: MOVER + 2] = 0.75 * (1.0 - share), share, 0.25 * (1.0 - share)
        tree.learn(nodes[0], edges, action, MOVER, shares, forgiving)
    return float(nodes["worth"][0]), shares[: MOVER + 2].tolist()


def test_a_trial_counts_like_any_other():
    worth, shares = told(False, [(0, 0.6), (0, 0.6), (1, 0.2)])
    assert worth == pytest.approx((0.6 + 0.6 + 0.2) / 3)
    assert shares == pytest.approx([0.6, 0.2, 0.2])


def test_who_is_forgiving_counts_what_the_best_action_brings_in_the_place_of_a_trial_that_failed():
    worth, shares = told(True, [(0, 0.6), (0, 0.6), (1, 0.2)])
    assert worth == pytest.approx(0.6)
    assert shares == pytest.approx([0.3, 0.6, 0.1]), "the others share the rest as the trial had it"


def test_a_trial_that_went_well_counts_as_it_is_and_so_does_bad_luck_with_the_best_action():
    assert told(True, [(0, 0.6), (0, 0.6), (1, 0.9)])[0] == pytest.approx((0.6 + 0.6 + 0.9) / 3)
    assert told(True, [(0, 0.6), (0, 0.6), (0, 0.3)])[0] == pytest.approx(0.5)


def test_the_best_action_is_the_one_taken_most_often_and_among_these_the_one_that_brings_more():
    worth, shares = told(True, [(0, 0.2), (1, 0.6), (0, 0.4)])
    assert worth == pytest.approx((0.2 + 0.6 + 0.4) / 3), "taken twice, the first is the best now"
    worth, shares = told(True, [(0, 0.2), (1, 0.6), (1, 0.6), (0, 0.2)])
    assert shares[MOVER] == pytest.approx(0.6)
