"""Sisimizi's rules for set-up, turns and places; bridges and the goal have files of their own."""

import pytest

from formicarium.core import random
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.match import Match
from formicarium.errors import ActionError, OptionError


@pytest.fixture
def later(table):
    """The second round of a match for two: seat 0 has ants on e5 and f6 and a hill on c2, seat 1 an ant on k11."""
    return table().play("ant e5; ant f6; hill c2; done; ant k11; done")


# S4: set-up


@pytest.mark.parametrize(("seats", "bridges"), [(2, 1), (3, 1), (4, 2)])
def test_s4_1_s4_4_each_seat_starts_with_its_pieces_and_bridges(seats, bridges, table):
    assert [table(seats).left(seat) for seat in range(seats)] == [(60, 7, bridges)] * seats


def test_s4_1_the_board_starts_empty(table, plan):
    start = table()
    assert all(start.on(field) == "" for field in plan.names)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s4_2_every_seat_is_equally_likely_to_start(seats):
    match = Match("sisimizi", seats=seats, nature=False)
    assert match.actors == (NATURE,)
    assert [(action.text, weight) for action, weight in match.position.chance()] == [
        (f"first {seat}", 1) for seat in range(seats)
    ]


def test_s4_2_turns_go_by_seat_number_and_from_the_last_seat_to_the_first(table):
    match = table(4, first=2)
    order = []
    for _ in range(6):
        order.append(match.seat)
        match.play("ant " + min(match.offers("ant")) + "; done")
    assert order == [2, 3, 0, 1, 2, 3]


def test_s4_2_a_round_begins_with_the_starting_player(table):
    match = table(3, first=1)
    rounds = []
    for field in ("a1", "b1", "c1", "d1", "e1", "f1", "g1"):
        rounds.append((match.round, match.seat))
        match.play(f"ant {field}; done")
    assert rounds == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0), (3, 1)]


@pytest.mark.parametrize("seats", [1, 5])
def test_s4_3_two_to_four_players(seats):
    with pytest.raises(OptionError, match="2, 3 or 4 seats"):
        Match("sisimizi", seats=seats)


# S5.1: the first round


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_s5_1_in_order_three_four_five_and_six_pieces_in_the_first_round(seats, first, table, plan):
    match, free = table(seats, first), iter(plan.plain)
    for number in (3, 4, 5, 6)[:seats]:
        for _ in range(number):
            assert "ant" in match.verbs()
            match.play(f"ant {next(free)}")
        assert match.legal() == {"done"}
        match.play("done")
    assert match.round == 2


def test_s5_1_the_number_does_not_depend_on_what_the_player_before_placed(table):
    match = table(3).play("done; ant a1; done; ant b1; ant c1; ant d1; ant e1; ant f1")
    assert match.legal() == {"done"}


def test_s5_1_s9_3_at_most_one_hill_in_the_first_round_too(table):
    match = table().play("hill c2")
    assert match.offers("hill") == set()
    match.play("ant a1; ant b1; done; ant c1; hill f2")
    assert match.offers("hill") == set()
    assert "d1" in match.offers("ant")


def test_s5_1_s9_4_nothing_is_moved_in_the_first_round(table):
    """By moves, all own pieces of a first round are new and stay for that; so here are older ones."""
    assert "lift" not in table().play("ant e5; hill c2").verbs()
    assert "lift" not in table(ants={0: "e5"}, hills={0: "c2"}, round_number=1).verbs()
    assert table(ants={0: "e5"}, hills={0: "c2"}, round_number=2).offers("lift") == {"e5", "c2"}


def test_s5_1_s9_4_no_bridge_in_the_first_round(table):
    match = table().play("ant e5; done")
    assert match.seat == 1
    assert "bridge" not in match.verbs()
    match.play("done; ant e6; done")
    assert match.offers("bridge") == {"e5", "e6"}  # but in the second


# S5.2: later turns


def test_s5_2_up_to_three_pieces_are_placed(later):
    assert "ant" in later.play("ant a1").verbs()
    assert "ant" in later.play("ant b1").verbs()
    assert not later.play("ant c1").verbs() & {"ant", "hill"}


def test_s5_2_a_placed_hill_counts_as_one_of_the_three(later):
    assert not later.play("hill j2; ant b1; ant c1").verbs() & {"ant", "hill"}


def test_s5_2_one_hill_is_placed_in_a_turn(later):
    assert later.offers("hill")
    later.play("hill j2")
    assert later.offers("hill") == set()
    assert "a1" in later.offers("ant")
    assert later.play("done; done").offers("hill")


def test_s5_2_up_to_three_pieces_are_moved(later):
    later.play("ant g7; done; done")
    later.play("lift e5; drop e10; lift f6; drop f10")
    assert later.offers("lift") == {"g7", "c2"}
    later.play("lift c2; drop f2")
    assert later.legal() == {"done"}
    assert [later.on(field) for field in ("e5", "e10", "f6", "f10", "c2", "f2")] == [
        "",
        "ant 0",
        "",
        "ant 0",
        "",
        "hill 0",
    ]


def test_s5_2_one_hill_is_moved_in_a_turn(later):
    later.play("hill j2; done; done; lift c2; drop f2")
    assert later.offers("lift") == {"e5", "f6"}
    later.play("lift e5; drop e6")
    assert later.offers("lift") == {"f6"}


def test_s5_2_one_hill_is_placed_and_another_moved_in_the_same_turn(later):
    later.play("hill j2; lift c2; drop f2; done")
    assert (later.on("j2"), later.on("f2"), later.on("c2")) == ("hill 0", "hill 0", "")
    assert later.left(0) == (58, 5, 1)


def test_s5_2_a_piece_placed_in_this_turn_is_not_moved(later):
    later.play("ant g7; hill j2")
    assert later.offers("lift") == {"e5", "f6", "c2"}
    later.play("done; done")
    assert later.offers("lift") == {"e5", "f6", "c2", "g7", "j2"}


def test_s5_2_a_piece_is_moved_once_in_a_turn(later):
    later.play("lift e5; drop e10")
    assert later.offers("lift") == {"f6", "c2"}


def test_s5_2_s9_2_the_first_move_ends_placing(later):
    later.play("ant a1; lift e5; drop e10")
    assert later.verbs() == {"lift", "done"}


def test_s5_2_moving_needs_no_placing(later):
    assert later.play("lift e5; drop e10; done").seat == 1


def test_s5_2_a_vacated_field_can_be_taken_in_the_same_turn(later):
    later.play("lift e5; drop e10; lift f6")
    assert "e5" in later.offers("drop")
    later.play("drop e5; lift c2; drop f2")
    assert (later.on("e5"), later.on("f6")) == ("ant 0", "")


def test_s5_2_a_piece_goes_any_distance_over_anything(later):
    later.play("lift e5")
    assert {"a1", "w21", "w1", "a21", "d5"} <= later.offers("drop")


def test_s5_2_no_piece_goes_back_to_the_supply(later):
    before = later.left(0)
    later.play("lift e5")
    assert later.left(0) == before
    assert later.verbs() == {"drop"}
    later.play("drop e10; lift c2; drop f2")
    assert later.left(0) == before


def test_s5_2_pieces_need_not_touch_and_lines_may_be_broken(table):
    match = table(ants={0: "a1 b1 c1"})
    match.play("ant w21; lift b1; drop k11; done")
    assert [match.on(field) for field in ("a1", "b1", "c1", "k11", "w21")] == ["ant 0", "", "ant 0", "ant 0", "ant 0"]


# S5.3: where pieces may stand


def test_s5_3_an_ant_stands_on_any_empty_field_without_a_dot(table, plan):
    match = table()
    assert match.offers("ant") == set(plan.plain)
    match.play("ant e5")
    assert match.offers("ant") == set(plan.plain) - {"e5"}


def test_s5_3_a_hill_stands_on_any_empty_dot(table, plan):
    match = table()
    assert match.offers("hill") == set(plan.dots)
    match.play("hill c2; done")
    assert match.offers("hill") == set(plan.dots) - {"c2"}


def test_s5_3_one_hill_of_a_colour_in_a_region(later, plan):
    assert later.offers("hill") == set(plan.dots) - set(plan.dots_of("A"))
    later.play("done")
    assert later.offers("hill") == set(plan.dots) - {"c2"}  # for the other seat, region A is open


def test_s5_3_a_hill_may_move_within_its_region(later, plan):
    later.play("lift c2")
    assert later.offers("drop") == set(plan.dots) - {"c2"}


def test_s5_3_a_moved_hill_keeps_out_of_regions_with_another(later, plan):
    later.play("hill j2; done; done; lift c2")
    assert later.offers("drop") == set(plan.dots) - {"c2"} - set(plan.dots_of("N"))


def test_s5_3_a_moved_hill_opens_its_old_region_and_closes_the_new_one(later, plan):
    later.play("lift c2; drop l9; done; done")
    assert later.offers("hill") == set(plan.dots) - set(plan.dots_of("C"))


def test_s5_3_one_piece_on_a_field(later):
    later.play("done")
    taken = {"e5", "f6", "c2", "k11"}
    assert not taken & (later.offers("ant") | later.offers("hill"))
    later.play("lift k11")
    assert not taken & later.offers("drop")


def test_s5_3_a_moved_ant_stands_where_a_placed_one_may(later, plan):
    later.play("lift e5")
    assert later.offers("drop") == set(plan.plain) - {"e5", "f6", "k11"}


# S7: limits


def test_s7_after_sixty_ants_only_hills_are_placed(table, plan):
    match = table(ants={0: ""}, spent=[0])
    assert match.left(0) == (0, 7, 1)
    assert match.verbs() == {"hill", "lift", "done"}
    assert match.offers("hill") == set(plan.dots)


def test_s7_after_seven_hills_only_ants_are_placed(table):
    match = table(hills={0: "c2 j2 q2 d9 l9 t9 i16"})
    assert match.left(0) == (60, 0, 1)
    assert match.verbs() == {"ant", "lift", "done"}


def test_s7_the_last_ant_is_placed_and_then_no_more(table, plan):
    match = table(ants={0: " ".join(plan.plain[:59])})
    assert match.left(0)[0] == 1
    assert match.play("ant w21").left(0)[0] == 0
    assert match.verbs() == {"hill", "lift", "done"}


def test_s7_with_nothing_left_pieces_are_still_moved(table):
    match = table(ants={0: "e5"}, hills={0: "c2 j2 q2 d9 l9 t9 i16"}, spent=[0])
    assert match.left(0) == (0, 0, 1)
    assert match.verbs() == {"lift", "done"}
    assert match.play("lift e5; drop e6; done").on("e6") == "ant 0"


# S9: rulings


@pytest.mark.parametrize("placed", [0, 1, 2, 3])
def test_s9_1_none_to_three_pieces_are_placed(placed, later):
    for field in ("a1", "b1", "c1")[:placed]:
        later.play(f"ant {field}")
    assert "done" in later.legal()
    assert later.play("done").seat == 1


def test_s9_8_hills_may_stand_in_regions_that_will_not_count(table):
    match = table().play("hill c2; done; hill f2; done; hill q2; done; done; lift q2; drop r17")
    assert (match.on("c2"), match.on("q2"), match.on("r17")) == ("hill 0", "", "hill 0")


def test_s9_9_two_players_may_want_the_same_corners(table):
    match = table(hills={0: "c2 r17", 1: "f2"}, mover=1)
    assert "u17" in match.offers("hill")


@pytest.mark.parametrize("round_number", [1, 2])
def test_s9_11_passing_is_allowed_in_every_round(round_number, table):
    match = table()
    if round_number == 2:
        match.play("ant e5; done; ant e6; done")
    seat = match.seat
    assert match.play("done").seat == 1 - seat


def test_s9_12_a_player_sealed_off_plays_on(table, plan):
    ring = " ".join(plan.near["c2"])
    match = table(3, ants={1: ring}, hills={0: "c2"}, over={2: plan.near["c2"][0]})
    match.match.position.record.players[0]["bridges"] = 0
    assert match.verbs() == {"ant", "hill", "lift", "done"}
    assert [match.play("ant a21; done").seat, match.play("done").seat, match.play("done").seat] == [1, 2, 0]


# S11: decisions


def test_s11_a_lifted_piece_does_not_go_back(later):
    assert "e5" not in later.play("lift e5").offers("drop")
    assert "c2" not in later.play("drop e6; lift c2").offers("drop")


def test_s11_a_turn_ends_with_done_only(later):
    later.play("ant a1; ant b1; ant c1; lift e5; drop e6; lift f6; drop f7; lift c2; drop f2")
    assert later.seat == 0
    assert later.play("done").seat == 1


def test_s11_what_was_done_in_a_turn_can_be_taken_back(table):
    match = table().play("ant e5; done; done")
    before = match.match.position.tobytes()
    match.play("hill c2; lift e5; drop e6")
    for action in ("drop e6", "lift e5", "hill c2"):
        assert match.match.undo(0).text == action
    assert match.match.position.tobytes() == before


def test_s11_2_the_longest_turn_has_ten_actions(later):
    turn = "ant a1; ant b1; ant c1; lift e5; drop e6; lift f6; drop f7; lift c2; drop f2; done"
    assert len(turn.split(";")) == 10
    assert later.play(turn).seat == 1
    assert later.match.game.longest == 60 * 4 * 10


def test_s11_3_done_is_always_possible_with_empty_hands(later):
    for action in ("ant a1", "hill j2", "lift e5; drop e6", "lift f6; drop f7"):
        assert "done" in later.legal()
        later.play(action)
    assert "done" in later.legal()


def test_s11_4_with_a_piece_in_hand_it_must_be_dropped(later):
    assert later.play("lift e5").verbs() == {"drop"}
    with pytest.raises(ActionError, match="in hand"):
        later.play("done")


def test_s11_4_a_lifted_piece_is_in_no_other_place(later):
    later.play("lift e5")
    assert later.on("e5") == ""
    assert later.play("drop e6").on("e6") == "ant 0"


def test_s11_5_every_piece_that_can_be_lifted_has_somewhere_to_go(table, plan):
    """All pieces of four seats are on the board, and in each region without a hill of seat 0 three dots are taken."""
    hills = {
        0: "c2 j2 q2 d9 l9 t9 i16",
        1: "f2 m2 t2 b11 c17 r17 j20",
        2: "c5 i6 r5 f11 f17 u17 m20",
        3: "f5 n6 u5 d13 c20 q20 j11",
    }
    match = table(4, ants=dict.fromkeys(range(4), ""), hills=hills, spent=range(4))
    assert [match.left(seat)[:2] for seat in range(4)] == [(0, 0)] * 4
    for field in sorted(match.offers("lift")):
        match.play(f"lift {field}")
        assert match.offers("drop"), field
        match = table(4, ants=dict.fromkeys(range(4), ""), hills=hills, spent=range(4))


def test_s11_6_at_most_474_actions(table, plan):
    start = table()
    assert len(start.match.legal()) == 474
    assert start.legal() == {f"ant {field}" for field in plan.plain} | {f"hill {field}" for field in plan.dots} | {
        "done"
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s11_7_nothing_is_hidden(seats, table):
    match = table(seats).play("ant e5; hill c2; done; ant e6; done")
    for seat in (*range(seats), SPECTATOR):
        view = match.match.view(seat)
        assert view.tobytes() == match.match.position.tobytes()
        assert view.world(random.stream(1)).tobytes() == match.match.position.tobytes()
