"""The network inside the search: what it says is a share of victory for each seat, whatever it is told."""

import numpy as np
import pytest

import formicarium as fm
from formicarium.search.network import LEAST_SHARE, ROOM, SAID, correct, lean, rate, written
from networks import weights


@pytest.mark.parametrize("name", fm.game_names())
def test_shares_are_shares_with_every_number_of_seats(name):
    network = weights(name)
    for seats in network.game.seats:
        match = fm.Match(name, seats, seed=1)
        for _ in range(15):
            seat = match.actors[0]
            shares, desk = np.zeros(ROOM), network.desk(seats)
            worlds = np.concatenate([match.position.records, match.view(seat).records])
            rate(worlds, seat, shares, network.network, desk)
            assert shares[:seats].sum() == pytest.approx(1)
            assert (shares[:seats] > 0).all()
            assert not shares[seats:4].any()
            again = np.zeros(ROOM)
            rate(worlds, seat, again, network.network, desk)
            assert (again == shares).all(), "nothing is left on the desk"
            match.play(match.view(seat).sample(seat, np.ones(1, np.uint64)), seat)


def test_a_correction_is_for_seats_from_the_viewer_on():
    network = weights("formica")
    desk = network.desk(3)
    desk[1][SAID][:4] = [1.0, 0.0, 0.0, 0.0]
    shares = np.zeros(ROOM)
    shares[:3] = 1 / 3
    correct(2, shares, network.network, desk)
    assert shares[:3] == pytest.approx(np.array([1, 1, np.e]) / (2 + np.e))


def test_a_written_share_of_nothing_is_finite():
    assert written(0.0) == pytest.approx(np.log(2 * LEAST_SHARE))
    assert written(0.5) == pytest.approx(0)


def test_actions_of_like_query_gain():
    network = weights("formica")
    codes = np.arange(10, dtype=np.int32)
    query = network.network[5][3, : network.size]
    before, after = np.ones(10), np.ones(10)
    lean(0 * query, codes, 10, before, network.network)
    lean(4 * query, codes, 10, after, network.network)
    assert before.sum() == pytest.approx(1) and after.sum() == pytest.approx(1)
    likeness = 4 * network.network[5][codes, : network.size] @ query
    gained = np.log(after / before)
    assert gained - gained[3] == pytest.approx(likeness - likeness[3], abs=1e-4)
