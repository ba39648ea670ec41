"""The page about strength seats both searches, gives the sides in turn, and tells the champion's share."""

import pytest
from benchmarks.strength import Duel, duel, section

from formicarium.engine.game import find


@pytest.mark.parametrize(("name", "options"), [("sisimizi", {}), ("grasshopper", {"mode": "autumn"})])
def test_a_duel_is_played_to_its_end(name, options):
    found = duel("short", find(name), options, 2, 0.001)
    assert len(found.shares) == 2
    assert all(share in (0, 0.5, 1) for share in found.shares)
    assert found.iterations > found.simulations > 0


def test_a_share_is_told_with_its_interval():
    text = section(find("formica"), [Duel("two seats", [1.0] * 38 + [0.0] * 2, 90_000, 1)], 0.05)
    assert "Against IS-MCTS, 0.05 s a decision." in text
    assert "| two seats | 95% | 76% – 99% | 40 | 90,000 | 1 |" in text
