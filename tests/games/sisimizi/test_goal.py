"""How a match of Sisimizi ends (S6): the winning network, the two draws, the outcome."""

from itertools import combinations
from random import Random

import pytest

from formicarium.errors import ActionError

# Two players, regions N W C E S with A and F: seven hills and the ants that join them.
HILLS = "f5 i6 l9 r11 r17 n16 f11"
ANTS = "g5 h5 i5 j6 k7 k8 m9 n9 o9 p9 q9 q10 q12 q13 p14 q15 q16 q17 p17 o17 k9 j9 i9 h9 g9 f10"


def but(fields, *left_out):
    """The fields without some of them."""
    assert set(left_out) <= set(fields.split())
    return " ".join(field for field in fields.split() if field not in left_out)


def test_the_network_of_these_tests_wins_and_needs_every_piece(plan):
    network = f"{HILLS} {ANTS}".split()
    assert plan.wins(network, 2)
    assert not any(plan.wins(set(network) - {field}, 2) for field in network)


# The moment of winning


@pytest.mark.parametrize("last", ANTS.split())
def test_s6_every_ant_of_the_network_is_needed(last, table):
    match = table(ants={0: but(ANTS, last)}, hills={0: HILLS})
    match.play("ant a21")
    assert match.seat == 0
    match.play(f"ant {last}")
    assert match.match.outcome.reason == "joined"


@pytest.mark.parametrize("last", HILLS.split())
def test_s6_every_hill_of_the_network_is_needed(last, table):
    match = table(ants={0: ANTS}, hills={0: but(HILLS, last)})
    match.play("ant a21")
    assert match.seat == 0
    match.play(f"hill {last}")
    assert match.match.outcome.reason == "joined"


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        ({"ants": {0: but(ANTS, "k8")}, "hills": {0: HILLS}}, "ant k8"),
        ({"ants": {0: ANTS}, "hills": {0: but(HILLS, "l9")}}, "hill l9"),
        ({"ants": {0: but(ANTS, "k8") + " a1"}, "hills": {0: HILLS}}, "lift a1; drop k8"),
        ({"ants": {0: ANTS}, "hills": {0: but(HILLS, "l9") + " c17"}}, "lift c17; drop l9"),
        ({"ants": {0: but(ANTS, "k8"), 1: "k8"}, "hills": {0: HILLS}}, "bridge k8"),
        ({"ants": {0: but(ANTS, "k8") + " a1", 1: "k8"}, "hills": {0: HILLS}, "spent": [0]}, "lift a1; bridge k8"),
    ],
    ids=["ant", "hill", "moved ant", "moved hill", "bridge", "bridge with a lifted ant"],
)
def test_s6_s11_1_the_match_ends_at_once_without_done(position, turn, table):
    match = table(**position).play(turn)
    assert match.match.over
    assert match.match.outcome.shares == (1.0, 0.0)
    with pytest.raises(ActionError, match="the match is over"):
        match.play("done")


def test_s6_s11_1_a_win_in_the_middle_of_a_turn_leaves_the_rest_undone(table):
    match = table(ants={0: but(ANTS, "k8")}, hills={0: HILLS}).play("ant k8")
    assert match.match.actors == ()
    assert match.match.legal() == []


def test_s6_a_win_in_the_first_actions_of_a_later_seat(table):
    match = table(4, mover=2, ants={2: but(ANTS, "k8")}, hills={2: HILLS}).play("ant k8")
    assert match.match.outcome.shares == (0.0, 0.0, 1.0, 0.0)


def test_s6_lifting_a_piece_of_no_use_wins_nothing_and_dropping_it_in_the_gap_does(table):
    match = table(ants={0: but(ANTS, "k8") + " a1"}, hills={0: HILLS})
    assert not match.play("lift a1").match.over
    assert match.play("drop k8").match.over


def test_s6_only_one_connected_network_counts(table):
    """All seven hills stand, but one hangs on a chain that is not joined with the others."""
    match = table(ants={0: but(ANTS, "f10", "k8")}, hills={0: HILLS}).play("ant f10")
    assert not match.match.over


def test_s6_six_joined_hills_are_not_enough(table):
    match = table(ants={0: but(ANTS, "k8")}, hills={0: but(HILLS, "r17")}).play("ant k8")
    assert not match.match.over


def test_s6_s9_10_hills_conduct(table, plan):
    """The hill on l9 is the only link between m9 and k9, so the chain runs through it."""
    assert not plan.wins(set(f"{HILLS} {ANTS}".split()) - {"l9"}, 2)
    match = table(ants={0: but(ANTS, "f10")}, hills={0: HILLS}).play("ant f10")
    assert match.match.over


def test_s5_4_s6_the_chain_runs_over_a_bridge(table):
    match = table(ants={0: but(ANTS, "k8", "o9"), 1: "k8"}, hills={0: HILLS}, over={0: "k8"}).play("ant o9")
    assert match.match.outcome.shares == (1.0, 0.0)


def test_s5_4_s6_s9_5_the_chain_runs_under_a_bridge(table):
    match = table(ants={0: but(ANTS, "o9")}, hills={0: HILLS}, over={1: "k8"}).play("ant o9")
    assert match.match.outcome.shares == (1.0, 0.0)


def test_s5_4_s6_lifting_the_upper_ant_breaks_its_chain(table):
    match = table(ants={0: but(ANTS, "k8", "o9"), 1: "k8"}, hills={0: HILLS}, over={0: "k8"})
    match.play("lift k8; drop o9")
    assert not match.match.over


def test_s6_an_opposing_ant_in_the_chain_does_not_conduct(table):
    match = table(ants={0: but(ANTS, "k8", "o9"), 1: "k8"}, hills={0: HILLS}).play("ant o9")
    assert not match.match.over


def test_s6_an_opposing_hill_does_not_conduct(table):
    match = table(ants={0: but(ANTS, "o9")}, hills={0: but(HILLS, "l9"), 1: "l9"}).play("ant o9; hill j11")
    assert not match.match.over


# The permitted sets


@pytest.mark.parametrize(("seats", "number"), [(2, 2), (3, 6), (4, 36)])
def test_s6_which_seven_regions_win(seats, number, table, plan):
    won = set()
    for regions in combinations("ABDFNWCES", 7):
        hills = [plan.dots_of(region)[0] for region in regions]
        ants = plan.join(hills)
        match = table(seats, ants={0: " ".join(ants[1:])}, hills={0: " ".join(hills)}).play(f"ant {ants[0]}")
        if match.match.over:
            won.add(frozenset(regions))
    assert won == set(plan.sets[seats])
    assert len(won) == number


def test_s6_s9_8_a_hill_in_a_useless_region_does_not_help_until_it_is_moved(table, plan):
    """Two players: the middle, A and B are joined, and the line goes on to a dot of F."""
    hills = [plan.dots_of(region)[0] for region in "NWCESA"]
    ants = plan.join([*hills, "r17", "q2"])
    match = table(ants={0: " ".join(ants[1:])}, hills={0: " ".join([*hills, "q2"])}).play(f"ant {ants[0]}")
    assert not match.match.over
    assert match.play("lift q2; drop r17").match.over


def test_s6_s9_9_both_players_may_win_with_the_same_corners(table):
    """Seat 1 holds hills in A and F too, and seat 0 wins with them."""
    match = table(ants={0: but(ANTS, "k8")}, hills={0: HILLS, 1: "c2 u17"}).play("ant k8")
    assert match.match.over


# The win test against brute force


def random_position(chance, plan, seats):
    """Pieces of seat 0 that nearly or just make a network, bridges over and under it, and the pieces of others.

    Gives the keywords of `table`, the fields of seat 0 and the action, with its field, that may win.
    """
    regions = sorted(chance.choice(plan.sets[seats])) if chance.random() < 0.75 else chance.sample("ABDFNWCES", 7)
    chance.shuffle(regions)
    hills = [chance.choice(plan.dots_of(region)) for region in regions]
    ants = plan.join(hills, chance)
    chance.shuffle(ants)
    gaps = ants[: chance.choice([0, 0, 0, 1, 2])]
    ants = ants[len(gaps) :]
    last = chance.choice([*hills, *ants, *ants])
    verb = "hill" if last in hills else chance.choice(["ant", "drop", "bridge"])
    ants, hills = [f for f in ants if f != last], [f for f in hills if f != last]
    free = [field for field in plan.plain if field not in ants and field not in gaps and field != last]
    chance.shuffle(free)
    ants += [free.pop() for _ in range(chance.randrange(3))]
    allowance = {2: 1, 3: 1, 4: 2}[seats]
    crossed = chance.sample(ants, allowance - (verb == "bridge"))  # own ants on top of those of seat 1
    rest = [field for field in ants if field not in crossed]
    covered = chance.sample(rest, allowance)  # own ants below those of the last seat
    others = [*crossed, *[free.pop() for _ in range(20)], *gaps[:1], *([last] if verb == "bridge" else [])]
    others = list(dict.fromkeys(others))
    spare = next(field for field in free if field not in others)
    position = {
        "seats": seats,
        "ants": {0: " ".join([*rest, *([spare] if verb == "drop" else [])]), 1: " ".join(others)},
        "hills": {0: " ".join(hills)},
        "over": {0: " ".join(crossed), seats - 1: " ".join(covered)},
    }
    action = f"lift {spare}; drop {last}" if verb == "drop" else f"{verb} {last}"
    return position, {*ants, *hills}, last, action


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s6_s12_the_win_test_agrees_with_brute_force(seats, table, plan):
    chance, won, not_won = Random(seats), 0, 0
    while won + not_won < 250:
        position, before, last, action = random_position(chance, plan, seats)
        if plan.wins(before, seats):  # the match would be over
            continue
        match = table(**position).play(action)
        assert match.match.over == plan.wins({*before, last}, seats), (position, action)
        won, not_won = won + match.match.over, not_won + (not match.match.over)
        record = match.match.position.record
        if not record.ending:  # end it here, to see the points
            record.ending = 3
        assert match.match.outcome.points[0] == plan.most_hills({*before, last}), (position, action)
    assert min(won, not_won) > 50  # the positions are worth testing


# Draws


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_s6_s11_2_a_draw_when_all_pass_in_the_first_round(seats, first, table):
    match = table(seats, first)
    for _ in range(seats):
        assert not match.match.over
        match.play("done")
    assert match.match.outcome.reason == "passes"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s6_the_passes_may_begin_with_any_seat(seats, table):
    match = table(seats).play("done; ant a1; done" + "; done" * (seats - 1))
    assert not match.match.over
    assert match.play("done").match.outcome.reason == "passes"


@pytest.mark.parametrize("turn", ["ant a1", "hill f5", "lift e5; drop e6", "bridge k11"])
def test_s6_whoever_does_anything_has_not_passed(turn, table):
    match = table(ants={0: "e5", 1: "k11"}, mover=1).play(f"done; {turn}; done; done")
    assert not match.match.over
    assert match.play("done").match.outcome.reason == "passes"


@pytest.mark.parametrize(("seats", "first"), [(2, 0), (2, 1), (3, 2), (4, 1)])
def test_s6_s11_2_a_draw_when_round_60_is_over(seats, first, table, plan):
    match = table(seats, first)
    fields = iter(plan.plain)
    for number in range(1, 61):
        assert match.round == number
        match.play(f"ant {next(fields)}; done" + "; done" * (seats - 1))
    assert match.match.outcome.reason == "rounds"
    assert len(match.match.history) == 1 + 60 * (seats + 1)


def test_s6_round_60_is_played_to_its_end(table):
    match = table(3, first=1, mover=1, round_number=60, ants={0: "e5"})
    match.play("ant a1; done; ant b1; done")
    assert match.seat == 0
    assert match.play("ant c1; done").match.outcome.reason == "rounds"


def test_s6_a_win_in_the_last_turn_is_a_win(table):
    match = table(first=1, round_number=60, ants={0: but(ANTS, "k8")}, hills={0: HILLS}).play("ant k8")
    assert match.match.outcome.reason == "joined"


# The outcome


def test_s6_the_winner_is_first_and_the_others_share_second_place(table):
    outcome = table(4, ants={0: but(ANTS, "k8")}, hills={0: HILLS, 2: "c2"}).play("ant k8").match.outcome
    assert outcome.shares == (1.0, 0.0, 0.0, 0.0)
    assert outcome.places == (1, 2, 2, 2)
    assert outcome.points == (7.0, 0.0, 1.0, 0.0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s6_in_a_draw_all_share_first_place(seats, table):
    outcome = table(seats).play("done" + "; done" * (seats - 1)).match.outcome
    assert outcome.shares == (1 / seats,) * seats
    assert outcome.places == (1,) * seats


def test_s6_points_are_the_most_hills_in_one_network(table):
    """The chain of seat 0 is cut on both sides of l9; of seat 1, two hills stand alone."""
    position = {"ants": {0: but(ANTS, "k8", "o9")}, "hills": {0: HILLS, 1: "c2 m2"}}
    match = table(**position, mover=1, round_number=60).play("done")
    assert match.match.outcome.points == (3.0, 1.0)
