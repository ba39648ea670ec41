"""The networks in PyTorch: they say what the search's own says, and what is missing is named."""

import numpy as np
import pytest
import torch

import formicarium as fm
from formicarium.engine.game import find
from formicarium.errors import LearnedError
from formicarium.search.network import ROOM, rate
from networks import weights


@pytest.mark.parametrize("name", ["sisimizi", "antics"])
def test_an_open_position_is_rated_as_the_search_rates_it(name, tmp_path):
    there = weights(name)
    there.save(tmp_path / "weights.npz")
    network = fm.interop.torch(name, tmp_path / "weights.npz")
    match = fm.Match(name, 3, seed=5)
    for _ in range(6):
        seat = match.actors[0]
        view = match.view(seat)
        with torch.no_grad():
            opinion = network.rate(view)
        shares = np.zeros(ROOM)
        worlds = np.concatenate([match.position.records, view.records])
        rate(worlds, seat, shares, there.network, there.desk(3))
        assert opinion.shares.numpy() == pytest.approx(shares[:3], abs=1e-4)
        assert opinion.actions.tolist() == list(view.legal())
        assert float(opinion.chances.sum()) == pytest.approx(1, abs=1e-4)
        match.play(view.legal()[-1], seat)


def test_weights_go_there_and_back(tmp_path):
    there = weights("formica")
    there.save(tmp_path / "weights.npz")
    assert fm.interop.torch("formica", tmp_path / "weights.npz").export({}).code == there.code


def test_a_game_that_has_learned_nothing_says_so(tiny):
    with pytest.raises(LearnedError, match="has learned nothing") as caught:
        fm.interop.torch(tiny)
    assert caught.value.code == "learned/nothing"
    assert find(tiny) is tiny
