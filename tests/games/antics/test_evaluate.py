"""Antics!'s estimate: what helps a seat raises its share."""

import pytest

from formicarium.games.antics.state import OVER


def share(t, seat: int = 0) -> float:
    return t.position.evaluate()[seat]


def test_shares_add_up_and_seats_begin_alike(table):
    shares = table(4).position.evaluate()
    assert abs(sum(shares) - 1) < 1e-9 and max(shares[1:]) - min(shares[1:]) < 1e-9


def test_the_end_gives_the_outcome(table):
    t = table()
    t.me(1).delivered = 1
    t.s.phase, t.s.ending = OVER, 1
    assert t.position.evaluate() == (0, 1, 0)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (lambda t: t, lambda t: t.set_height(3, "1,0")),  # a stronger hatch
        (lambda t: t, lambda t: t.nest(0, "yellow", 2)),  # ants on the way
        (lambda t: t.nest(0, "yellow", 2), lambda t: t.worker(0, "p01", "p03")),  # ants in place
        (
            lambda t: t.worker(0, "p01", "p03"),
            lambda t: t.worker(0, "p01").worker(0, "p03", item="yellow"),
        ),  # prey picked up
        (
            lambda t: t.worker(0, "p01").worker(0, "p03", item="yellow"),
            lambda t: t.worker(0, "p03").worker(0, "p01", item="yellow"),  # nearer to the hill
        ),
        (lambda t: t, lambda t: t.supply("SH", "PT")),  # a tile more
    ],
)
def test_progress_raises_the_share(table, before, after):
    assert share(after(table())) > share(before(table())) + 1e-6


def test_delivered_prey_is_worth_more_than_carried(table):
    carried = table().worker(0, "p01", item="yellow")
    delivered = table().worker(0, "p01", item="yellow").start("transport").play("deliver p01")
    delivered.s.markers = carried.s.markers
    assert share(delivered) > share(carried)


def test_a_leaf_counts_with_fungus_only(table):
    def with_leaf(fungus: bool) -> float:
        t = table()
        if fungus:
            t.lay("FS", "0,0", "1,0")
        before = share(t)
        t.me().leaves[0] = 1
        return share(t) - before

    assert with_leaf(True) > 0.01 > abs(with_leaf(False))


def test_time_runs_out_for_what_is_far_away(table):
    t = table().worker(0, "p01", "p03")
    early = share(t)
    t.s.ending, t.s.turns_left, t.s.phase, t.s.mover = 1, 0, 4, 1
    assert share(t) < early
