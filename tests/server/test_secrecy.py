"""Secrecy at the wire: two matches that agree in all that a seat has seen are told to that seat in equal bytes.

The matches are played side by side: whatever the witness cannot tell apart may differ, in what nature deals, in what
others choose. Both stand under the same name on two servers, and everything that the witness can ask for is compared:
somebody in a seat with a cookie, a program with its token, or a stranger who has nothing.
"""

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import formicarium as fm
from formicarium.server.settings import Settings
from histories import SECRET, VARIANTS, compare
from twins import Twins, before_a_purchase

from .conftest import QUICK, running


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def twins(request, tmp_path_factory):
    if request.param == "sqlite":
        urls = [f"sqlite:///{tmp_path_factory.mktemp(name) / 'tables.db'}" for name in ("left", "right")]
    else:
        urls = [request.getfixturevalue("postgres").new_database() for _ in range(2)]
    how = [
        Settings(
            database_url=url,
            secret=SECRET,
            steps_behind=10**6,
            **QUICK,
        )
        for url in urls
    ]
    with running(how[0]) as left, running(how[1]) as right:
        yield left, right


@pytest.mark.parametrize(("game", "seats", "options", "pairs", "plies"), VARIANTS)
def test_what_a_witness_is_told_depends_only_on_what_it_has_seen(twins, game, seats, options, pairs, plies):
    differences, anything_hidden = 0, False

    @settings(
        max_examples=pairs,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(st.integers(0, 2**32), st.sampled_from([*range(seats), fm.SPECTATOR]))
    def check(seed, witness):
        nonlocal differences, anything_hidden
        lot = random.Random(seed)
        pair = Twins(game, seats, options, witness)
        for _ in pair.play(plies, lot):
            pass
        differences, anything_hidden = differences + pair.different, anything_hidden or pair.hidden
        compare(twins, pair, game, seats, options, seed)

    check()
    assert bool(differences) == anything_hidden


def test_a_purchase_that_is_begun_is_nowhere_counted(twins):
    """By no number, ply or message: taken back, it would tell that something could be paid."""
    lot, options = random.Random(1), {"mode": "beetle"}
    begin, witness = before_a_purchase(3, "beetle", lot)
    pair = Twins("grasshopper", 3, options, witness, begin)
    alone = set()
    for _ in pair.play(len(begin) + 80, lot, alone=0.9):
        apart = pair.left.ledger.number - pair.right.ledger.number
        if apart not in alone:
            compare(twins, pair, "grasshopper", 3, options, len(alone))
        alone.add(apart)
    assert len(alone) > 2
