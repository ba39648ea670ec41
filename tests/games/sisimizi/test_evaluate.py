"""Sisimizi's evaluation (S12): distances to a winning network and the shares made of them."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from formicarium.engine import random
from formicarium.engine.match import Match
from formicarium.games.sisimizi.evaluate import HOPELESS, OVER, distance

NONE = 10_000
HILLS = "f5 i6 l9 r11 r17 n16 f11"
ANTS = "g5 h5 i5 j6 k7 k8 m9 n9 o9 p9 q9 q10 q12 q13 p14 q15 q16 q17 p17 o17 k9 j9 i9 h9 g9 f10"


def far(match, seat=0):
    """The evaluation's distance of a seat; if it asks what a step over an opposing ant costs, the figure of S12."""
    return int(distance(match.match.position.records[0], seat, OVER))


def shares(match):
    return match.match.position.evaluate()


def cheapest_completion(match, plan, seat):
    """S12's exact figure: the fewest pieces that make a winning network, five for a bridge while one is left.

    A tree that contains a field and, besides it, dots in a set of regions is either made of two such trees that meet in
    the field, or goes on from a tree at a neighbour. No tree uses two dots of a region.
    """
    names, regions = plan.names, "ABDFNWCES"
    number = {name: code for code, name in enumerate(names)}
    own_regions = {plan.region[dot] for dot in plan.dots if match.on(dot) == f"hill {seat}"}
    cost = np.full(len(names) + 1, NONE)
    for field in names:
        standing = match.on(field)
        if standing.startswith(f"ant {seat}") or standing.endswith(f" {seat}"):
            cost[number[field]] = 0
        elif not standing:
            blocked = field in plan.dots and plan.region[field] in own_regions
            cost[number[field]] = NONE if blocked else 1
        elif "hill" not in standing and "over" not in standing and match.left(seat)[2]:
            cost[number[field]] = 5
    bit = np.array([1 << regions.index(plan.region[name]) if name in plan.dots else 0 for name in names] + [0])
    near = np.full((len(names) + 1, 6), len(names))
    for name in names:
        near[number[name], : len(plan.near[name])] = [number[other] for other in plan.near[name]]
    plain = bit == 0
    goals = [sum(1 << regions.index(name) for name in seven) for seven in plan.sets[match.match.seats]]
    trees = np.full((512, len(names) + 1), NONE)  # by the regions of the other dots, and the field
    trees[0] = cost
    best = NONE
    for mask in range(512):
        tree = trees[mask]
        part = (mask - 1) & mask
        while part > mask ^ part:
            np.minimum(tree, trees[part] + trees[mask ^ part] - cost, out=tree)
            part = (part - 1) & mask
        ends = np.full(len(names) + 1, NONE)  # trees that end in a dot, whose region is one of the mask
        for dot in np.flatnonzero(bit & mask):
            ends[dot] = trees[mask ^ bit[dot], dot]
        tree[(bit & mask) > 0] = NONE
        while True:
            onward = np.minimum(np.where(plain, tree, ends)[near].min(axis=1) + cost, NONE)
            onward[(bit & mask) > 0] = NONE
            if not (onward < tree).any():
                break
            np.minimum(tree, onward, out=tree)
        for own in {0, *bit.tolist()}:
            if any((mask | own) & goal == goal for goal in goals):
                best = min(best, int(tree[bit == own].min()))
    return best


# Distances


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s12_s8_the_cheapest_network_on_an_empty_board_has_28_pieces(seats, table, plan):
    start = table(seats)
    assert cheapest_completion(start, plan, 0) == 28
    assert 28 <= far(start) <= 34


def test_s12_the_distance_is_what_is_missing(table):
    missing = ["k8", "f10", "q12"]
    ants = " ".join(field for field in ANTS.split() if field not in missing)
    assert far(table(ants={0: ants}, hills={0: HILLS})) == 3
    assert far(table(ants={0: f"{ants} k8 f10"}, hills={0: HILLS})) == 1


def test_s12_the_distance_counts_missing_hills(table):
    assert far(table(ants={0: ANTS}, hills={0: HILLS.replace("r17 ", "")})) == 1


def test_s12_over_an_opposing_ant_the_way_costs_a_bridge(table, plan):
    ants = ANTS.replace("q12 ", "")
    wall = "p12 q12 r12 s12 t12 u12 v12 o12 n12"  # so long that the way around costs more
    match = table(ants={0: ants, 1: wall}, hills={0: HILLS})
    assert far(match) == cheapest_completion(match, plan, 0) == 5
    match.match.position.record.players[0]["bridges"] = 0
    assert 5 < far(match) < HOPELESS


def test_s12_a_seat_walled_in_by_ants_is_hopeless_when_it_has_no_bridge(table, plan):
    """Seat 0 has its hill in the centre, which two players cannot do without."""
    match = table(ants={1: " ".join(plan.near["l9"])}, hills={0: "l9", 1: "c2"})
    assert far(match) < HOPELESS
    match.match.position.record.players[0]["bridges"] = 0
    assert far(match) == HOPELESS
    assert cheapest_completion(match, plan, 0) == NONE


def test_s12_a_seat_walled_in_by_stacks_is_hopeless(table, plan):
    match = table(3, ants={1: " ".join(plan.near["l9"])}, hills={0: "l9"})
    for field in plan.near["l9"]:  # more bridges than the rules allow, to keep it small
        match.match.position.record.above[plan.names.index(field)] = 3
    assert match.left(0)[2] == 1
    assert far(match) == HOPELESS
    assert shares(match)[0] < 0.2
    assert cheapest_completion(match, plan, 0) == NONE


def test_s12_with_four_players_a_walled_in_hill_can_be_done_without(table, plan):
    match = table(4, ants={1: " ".join(plan.near["c2"])}, hills={0: "c2"})
    match.match.position.record.players[0]["bridges"] = 0
    assert cheapest_completion(match, plan, 0) <= far(match) < HOPELESS


def test_s12_a_region_without_a_free_dot_is_out_of_reach(table, plan):
    """Two players cannot do without C; for four, any seven of the other eight will do."""
    dots = plan.dots_of("C")
    for seats, hopeless in ((2, True), (4, False)):
        match = table(seats, hills={0: "c2"})
        for dot in dots:  # more hills than rules allow, to keep it small
            match.match.position.record.ground[plan.names.index(dot)] = 2
        assert (far(match) == HOPELESS) == hopeless


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s12_the_distance_is_never_below_the_cheapest_completion(seats, table, plan):
    """Random hills and ants of seat 0, and lines of two ants of the last seat."""
    chance = Random(seats)
    for _ in range(4):
        regions = chance.sample("ABDFNWCES", chance.randrange(1, 6))
        hills = [chance.choice(plan.dots_of(region)) for region in regions]
        ants = set(chance.sample(plan.plain, 15))
        lines = {near for field in chance.sample(plan.plain, 35) for near in (field, chance.choice(plan.near[field]))}
        opposing = sorted(lines & set(plan.plain) - ants)[:60]
        match = table(seats, ants={0: " ".join(ants), seats - 1: " ".join(opposing)}, hills={0: " ".join(hills)})
        exact = cheapest_completion(match, plan, 0)
        assert exact <= far(match) <= exact + 15


# Shares


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s12_shares_add_up_to_one(seats):
    rng, match = random.stream(seats), Match("sisimizi", seats=seats, seed=seats)
    for _ in range(60):
        found = match.position.evaluate()
        assert len(found) == seats
        assert sum(found) == pytest.approx(1)
        assert all(0 < share < 1 for share in found)
        match.play(match.position.sample(match.actors[0], rng))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s12_at_the_start_all_shares_are_equal(seats, table):
    assert shares(table(seats)) == pytest.approx([1 / seats] * seats)


def test_s12_own_progress_raises_the_own_share(table, plan):
    """Three regions are joined; each further one brings the network nearer."""
    ways = "l9 k9 j9 i9 h9 g9 f10 f11 k8 k7 j6 i6, i5 h5 g5 f5, m9 n9 o9 p9 q9 q10 r11, q12 q13 p14 q15 q16 q17 r17"
    fields, found = [], []
    for way in ways.split(", "):
        fields += way.split()
        hills, ants = [f for f in fields if f in plan.dots], [f for f in fields if f in plan.plain]
        found.append(shares(table(hills={0: " ".join(hills), 1: "j11"}, ants={0: " ".join(ants)}))[0])
    assert all(before < after for before, after in pairwise(found))
    assert found[-1] > 0.9


def test_s12_a_piece_in_the_gap_is_worth_more_than_one_elsewhere(table):
    position = {"ants": {0: ANTS.replace("k8 ", "").replace("q12 ", "")}, "hills": {0: HILLS}}
    near, astray = table(**position).play("ant k8"), table(**position).play("ant a21")
    assert shares(near)[0] > shares(astray)[0]


def test_s12_a_piece_in_hand_counts_for_its_owner(table):
    match = table(ants={0: "a21 k11"}, hills={0: "l9"})
    assert shares(match.play("lift a21"))[0] > shares(table(ants={0: "a21 k11"}, hills={0: "l9"}))[0]


def test_s12_a_finished_network_gives_everything_to_its_owner(table):
    match = table(3, mover=1, ants={1: ANTS.replace("k8 ", "")}, hills={1: HILLS, 0: "c2"}).play("ant k8")
    assert shares(match) == (0.0, 1.0, 0.0)


def test_s12_a_draw_is_shared(table):
    assert shares(table(4).play("done; done; done; done")) == (0.25,) * 4
