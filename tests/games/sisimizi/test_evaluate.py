"""Sisimizi's networks and evaluation (S12): the cheapest network of a seat, and the shares made of them."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from formicarium.core import random
from formicarium.engine.match import Match
from formicarium.games.sisimizi.components import NAMES, NODES
from formicarium.games.sisimizi.evaluate import STARTS
from formicarium.games.sisimizi.network import BRIDGES_USED, COUNTS, FAR, MOVED_HILL, OVER, WALL
from formicarium.games.sisimizi.network import plan as network_of

NONE = 10_000
HILLS = "f5 i6 l9 r11 r17 n16 f11"
ANTS = "g5 h5 i5 j6 k7 k8 m9 n9 o9 p9 q9 q10 q12 q13 p14 q15 q16 q17 p17 o17 k9 j9 i9 h9 g9 f10"


def network(match, seat=0):
    """The price of a seat's network, its fields, and what it counts."""
    fields, counts = np.zeros(NODES, np.uint8), np.zeros(COUNTS, np.int64)
    price = network_of(match.match.position.records[0], seat, STARTS, fields, counts)
    return int(price), {NAMES[field] for field in np.flatnonzero(fields)}, counts


def far(match, seat=0):
    return network(match, seat)[0]


def shares(match):
    return match.match.position.evaluate()


def cheapest_completion(match, plan, seat):
    """S12's exact figure: the fewest pieces that make a winning network, at the prices of `network.py`.

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
            cost[number[field]] = MOVED_HILL if blocked else 1
        elif "hill" not in standing and "over" not in standing and match.left(seat)[2]:
            cost[number[field]] = OVER
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
    price, _, counts = network(match)
    assert price == cheapest_completion(match, plan, 0) == OVER
    assert counts[BRIDGES_USED] == 1
    match.match.position.record.players[0]["bridges"] = 0
    price, _, counts = network(match)
    assert price > OVER
    assert counts[BRIDGES_USED] == 0


def test_s12_a_hill_that_is_walled_in_moves_to_another_dot(table, plan):
    """Seat 0 has its hill in the centre, which two players cannot do without."""
    match = table(ants={1: " ".join(plan.near["l9"])}, hills={0: "l9", 1: "c2"})
    match.match.position.record.players[0]["bridges"] = 0
    price, fields, counts = network(match)
    assert "l9" not in fields
    assert counts[BRIDGES_USED] == 0
    assert cheapest_completion(match, plan, 0) <= price < FAR


def test_s12_a_hill_that_moves_leaves_its_dot(table, plan):
    """The gap is shut by a dot of the region where the own hill stands: no network has both dots."""
    match = table(ants={0: "m13 m12 o11 p11 q11 k14", 1: "l10 l12 m11 n12 o12 p12 k12"}, hills={0: "l13 r11 f5"})
    _, fields, _ = network(match)
    assert not {"l13", "n11"} <= fields


def test_s12_no_network_runs_through_a_hill_that_it_cannot_use(table, plan):
    """The west hangs on the south by a hill in D; with F, that corner does not count, and its hill has to go to A."""
    ants = {*plan.join(["i6", "l9", "r11", "r17", "n16", "f17"]), *plan.join(["f17", "f11", "c5"])}
    match = table(ants={0: " ".join(sorted(ants))}, hills={0: "i6 l9 r11 r17 n16 f17 f11"})
    price, fields, _ = network(match)
    assert price < FAR
    assert len(fields & set(plan.dots)) == 7
    assert not {"f17", "r17"} <= fields


def test_s12_a_wall_without_a_bridge_costs_more_than_any_bridge(table, plan):
    """All dots of the centre are shut in, so there is no network until an ant moves away."""
    wall = {near for dot in plan.dots_of("C") for near in plan.near[dot]}
    match = table(ants={1: " ".join(wall)}, hills={0: "f5"})
    match.match.position.record.players[0]["bridges"] = 0
    price, _, counts = network(match)
    assert counts[BRIDGES_USED] == 1
    assert price > 20 + WALL
    assert cheapest_completion(match, plan, 0) == NONE


def test_s12_a_region_without_a_free_dot_is_out_of_reach(table, plan):
    """Two players cannot do without C; for four, any seven of the other eight will do."""
    dots = plan.dots_of("C")
    for seats, hopeless in ((2, True), (4, False)):
        match = table(seats, hills={0: "c2"})
        for dot in dots:  # more hills than rules allow, to keep it small
            match.match.position.record.ground[plan.names.index(dot)] = 2
        assert (far(match) == FAR) == hopeless
        assert (shares(match)[0] < 0.01) == hopeless


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


def test_s12_at_the_start_the_order_of_play_counts(table):
    """Who comes later starts with more pieces, but has to wait."""
    first, second = shares(table(2))
    assert first > second > 0.3


def test_s12_who_can_finish_in_this_turn_is_all_but_the_winner(table):
    near = {"ants": {0: ANTS.replace("k8 ", ""), 1: "a20 a21"}, "hills": {0: HILLS}}
    assert shares(table(**near))[0] > 0.99
    assert shares(table(**near, mover=1))[0] < shares(table(**near))[0]


def test_s12_a_bridge_not_needed_yet_is_worth_something(table):
    match = table(ants={0: "k9"}, hills={0: "l9", 1: "c2"})
    before = shares(match)[0]
    match.match.position.record.players[0]["bridges"] = 0
    assert shares(match)[0] < before


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


def test_s12_a_piece_in_hand_is_as_good_as_before(table):
    match = table(ants={0: "a21 k11"}, hills={0: "l9", 1: "c2"}).play("ant m9; ant n9; ant o9")
    before = shares(match)[0]
    assert shares(match.play("lift a21"))[0] == pytest.approx(before)


def test_s12_a_finished_network_gives_everything_to_its_owner(table):
    match = table(3, mover=1, ants={1: ANTS.replace("k8 ", "")}, hills={1: HILLS, 0: "c2"}).play("ant k8")
    assert shares(match) == (0.0, 1.0, 0.0)


def test_s12_a_draw_is_shared(table):
    assert shares(table(4).play("done; done; done; done")) == (0.25,) * 4
