"""Formica's rules F3 to F9, each by a position, an action and what comes of it."""

import pytest

from formicarium.engine.position import Outcome
from formicarium.games.formica.components import ROLLS
from formicarium.games.formica.state import QUEEN

# F3: towers and magnets


def test_f3_equal_poles_attract_and_the_standing_tower_is_caught(table):
    t = table().tower("O5", "Y1 B2").tower("O8", "R3 G1").begin()
    t.roll(1, 2).play("sum", "from O5", "to O8")
    assert t.stack("O8") == "Y1 B2 R3 G1"
    assert t.stack("O5") == ""


def test_f3_f11_10_opposite_poles_repel_and_the_arriving_tower_is_turned_over(table):
    t = table().tower("O5", "Y1 B2 B3").tower("O8", "R4 G1").begin()
    t.roll(1, 2).play("sum", "from O5", "to O8")
    assert t.stack("O8") == "R4 G1 B3 B2 Y1"
    assert t.stack("O5") == ""


def test_f3_only_the_top_stones_count(table):
    t = table().tower("O5", "Y1 B2 B4").tower("O8", "R3 G2 G4").begin()
    t.roll(1, 2).play("sum", "from O5", "to O8")
    assert t.stack("O8") == "Y1 B2 B4 R3 G2 G4"


def test_f3_the_top_stone_says_who_moves_the_whole_tower(table):
    t = table().tower("O5", "B1 Y1").begin()
    t.roll(1, 2).play("sum")
    assert "O5" not in t.offers("from")
    t = table().tower("O5", "Y1 B1").begin().roll(1, 2).play("sum", "from O5", "to O2")
    assert t.stack("O2") == "Y1 B1"


def test_f3_parts_seen_stay_known_wherever_the_stone_goes(table):
    t = table().tower("O0", "Y1 B1 B3").begin()
    t.roll(2, 3).play("difference", "from O0", "to ZYb")
    view = t.position.view(0).record
    assert (view.part[14], view.part[16], view.part[15]) == (1, 2, 0)


# F4: set-up


@pytest.mark.parametrize(("seats", "colours"), [(4, "YBGR"), (3, "YBG"), (2, "YBGR")])
def test_f4_1_f11_21_colours_in_play(table, seats, colours):
    t = table(seats)
    for letter in "YBGR":
        full = letter in colours
        assert t.nest(letter).count("-") == (0 if full else 14)
    t.begin(seats - 1)
    t.roll(3, 5).play("sum")
    own = {4: "R", 3: "G", 2: "BR"}[seats]
    assert {place[0] for place in t.offers("from")} == set(own)


def test_f4_2_the_stones_of_a_colour_are_dealt_each_once(table):
    from formicarium.core.kernel import NATURE
    from formicarium.engine.position import Position
    from formicarium.games.formica import GAME

    position = Position.start(GAME, 2, GAME.encode_options({"memory_aid": "no"}))
    for left in (*range(14, 0, -1), 14):
        outcomes = position.chance()
        assert len(outcomes) == left
        assert {weight for _, weight in outcomes} == {1}
        position.apply(NATURE, outcomes[0][0])


def test_f4_3_barriers_wait_on_the_prison_which_is_empty(table):
    t = table()
    assert t.s.barriers.tolist() == [-1, -1]
    assert t.prisoners == t.where(QUEEN) == ""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_f4_4_every_player_starts_with_equal_chance_then_clockwise(table, seats):
    t = table(seats)
    assert [(action.text, weight) for action, weight in t.position.chance()] == [
        (f"first {k}", 1) for k in range(seats)
    ]
    t.begin(seats - 1)
    assert t.mover == seats - 1
    t.roll(3, 5).play("sum", f"from {'YBGR'[seats - 1]}1")
    t.play(f"to {sorted(t.offers('to'))[0]}")
    assert t.mover == 0


# F5.1: before the roll


def test_f5_1_f7_f11_11_a_tower_that_stands_on_an_ant_field_may_free_before_the_roll(table):
    t = table().tower("M6", "Y1").tower("M12", "Y2").prison("B1 B2 G4").begin()
    assert t.legal == ["free blue", "free green", "roll"]
    t.play("free green")
    assert t.legal == ["free blue", "roll"]
    assert t.stack("M12") == "Y2 G4"
    t.play("free blue")
    assert t.stack("M6") == "Y1 B1 B2"
    assert t.rolling


def test_f5_1_nothing_to_free_no_question(table):
    assert table().tower("M6", "Y1").prison("G1").begin().rolling
    assert table().tower("M6", "B2").prison("B1").begin(0).rolling


# F5.2: the use of the dice


def test_f5_2_two_ants_sum_or_difference(table):
    t = table().begin().roll(2, 5)
    assert t.legal == ["die 2", "die 5", "sum", "difference"]


@pytest.mark.parametrize(("choice", "steps"), [("sum", 7), ("difference", 3), ("die 2", 2), ("die 5", 5)])
def test_f5_2_each_choice_moves_exactly_its_number(table, choice, steps):
    t = table().tower("O20", "Y1").begin().roll(2, 5).play(choice, "from O20")
    both = {f"O{20 - steps}", f"O{20 + steps}"}
    assert both <= t.offers("to") | {"O27"}
    assert f"O{20 + steps + 1}" not in t.offers("to")


def test_f5_2_a_double_has_no_difference_and_one_die(table):
    t = table().begin().roll(4, 4)
    assert [text for text in t.legal if not text.startswith("barrier")] == ["die 4", "sum"]


def test_f5_2_the_first_move_is_resolved_before_the_second(table):
    t = table().tower("O5", "Y1").tower("O7", "B1").begin().roll(2, 4).play("die 2", "from O5", "to O7")
    assert t.stack("O7") == "Y1 B1"
    assert t.mover == 0
    assert "O7" not in t.offers("from")
    t.play("from Y2", "to O3")
    assert t.mover == 1


def test_f5_2_f11_4_the_first_ant_does_not_move_again(table):
    t = table().tower("O5", "Y1").tower("O20", "Y2").begin().roll(2, 4).play("die 2", "from O5", "to O7")
    assert "O7" not in t.offers("from")
    assert "O20" in t.offers("from")


def test_f5_2_f11_17_back_in_the_nest_the_first_ant_stays_but_others_may_go_out(table):
    t = table().tower("O1", "Y1 B1 Y2").begin().roll(2, 4).play("die 2", "from O1", "to ZYb")
    assert t.nest("Y").startswith("Y1 Y2 Y3")
    assert {"Y2", "Y3"} <= t.offers("from")
    assert "Y1" not in t.offers("from")


def test_f5_2_f11_14_one_ant_alone_has_no_choice_of_two(table):
    t = table().tower("O5", "Y1").rest("Y", "L0")
    t.s.top[64] = 0  # the others are gone
    t.s.place[1:14] = 81
    t.s.below[1:14] = 0
    t.begin().roll(2, 4)
    assert t.legal == ["sum", "difference"]


def test_f5_2_the_other_ant_is_looked_at_with_the_first_lifted_off(table):
    # Y1 on L0 can only go on to where Y2 stands, and the other way is barred: it needs Y2 to go first.
    t = table().tower("L0", "Y1").tower("M3", "Y2").rest("Y", "M9").barrier(1, "O3")
    t.s.top[49] = 0
    t.s.place[2:14] = 81
    t.s.below[2:14] = 0
    t.begin().roll(1, 5)
    assert "die 5" in t.legal  # Y2 goes 5 away, then Y1 can follow onto M3
    t.play("die 5")
    assert t.offers("from") >= {"M3"}
    t.play("from M3", "to M8")
    assert t.offers("from") == {"L0"}
    t.play("from L0")
    assert t.offers("to") == {"M3"}


def test_f5_2_f11_7_a_move_is_compulsory(table):
    t = table().begin().roll(1, 3)
    assert set(t.legal) == {"die 1", "die 3", "sum", "difference"}


def test_f5_2_the_second_die_is_forfeited_when_the_first_ant_stands_in_the_way(table):
    # From the nest both go 1: START b is barred, so the second finds START a taken by the first.
    t = table().barrier(1, "O0").begin().roll(1, 1).play("die 1", "from Y1", "to O36")
    assert t.offers("from") == set()
    assert "end" in t.legal


REST = " ".join(f"Y{number}" for number in range(3, 15))


def pair(t):
    """Yellow has two ants: Y1 can only go on to M3, where blue stands, and Y2 stands two fields behind."""
    return t.tower("L0", "Y1").tower("M5", "Y2").tower("M3", "B2").prison(REST).barrier(1, "O3")


def test_f5_2_f11_14_no_catch_that_makes_the_second_move_impossible(table):
    t = pair(table()).begin().roll(1, 2).play("die 2", "from M5")
    assert t.offers("to") == {"M7"}  # on M3 it would take the only field of the other ant
    t.play("to M7", "from L0", "to M3")
    assert t.stack("M3") == "B2 Y1"


def test_f5_2_a_catch_is_free_where_the_second_move_stays_possible(table):
    t = pair(table()).begin().roll(1, 2).play("die 1", "from L0", "to M3")
    assert t.offers("from") == {"M5"}
    t.play("from M5", "to M7")


def test_f5_2_a_first_move_that_catches_nothing_may_stand_in_the_way(table):
    t = pair(table())
    t.s.top[43] = 0  # nobody stands on M3
    t.s.place[15] = 81
    t.begin().roll(1, 2).play("die 2", "from M5")
    assert t.offers("to") == {"M3", "M7"}


def test_f5_2_f11_14_two_ants_are_no_choice_if_the_first_could_only_catch_and_spoil(table):
    t = table().barrier(1, "O0").tower("O36", "B1").begin().roll(1, 1)
    assert [text for text in t.legal if not text.startswith("barrier")] == ["sum"]
    t = table().barrier(1, "O0").begin().roll(1, 1)
    assert "die 1" in t.legal  # nothing to catch


def test_f5_2_a_catch_may_spoil_the_second_move_when_nothing_else_is_open(table):
    # Two ants between two barriers, blue in the middle: each can only go there, and the sum leads onto the other.
    t = table().tower("O16", "Y1").tower("O20", "Y2").tower("O18", "B1").prison(REST)
    t.barrier(1, "O15").barrier(2, "O21").begin().roll(2, 2)
    assert [text for text in t.legal if not text.startswith("barrier")] == ["die 2"]
    t.play("die 2")
    assert t.offers("from") == {"O16", "O20"}
    t.play("from O16", "to O18")
    assert t.stack("O18") == "Y1 B1"
    assert "end" in t.legal


def test_f5_2_no_choice_open_and_the_move_lapses(table):
    t = stuck(table()).begin().roll(2, 4)
    assert (t.mover, t.rolling) == (1, True)


def stuck(t):
    """Yellow has one ant, between two barriers."""
    t.tower("O5", "Y1").rest("Y", "L0").barrier(1, "O4").barrier(2, "O6")
    t.s.top[64] = 0
    t.s.place[1:14] = 81
    t.s.below[1:14] = 0
    return t


def test_f5_2_f5_5_on_a_double_a_lapsed_move_still_gives_the_barrier_and_a_roll(table):
    t = stuck(table()).begin().roll(2, 2)
    assert {"roll", "end"} <= set(t.legal)
    t.play("barrier 1 O20")
    assert t.legal == ["roll", "end"]  # shifting it does not bring the move back


# F5.3: moving


def test_f5_3_f11_6_any_direction_any_branch_no_turning_back(table):
    t = table().tower("O12", "Y1").begin().roll(1, 2).play("sum", "from O12")
    assert t.offers("to") == {"O9", "O15", "M9"}
    t = table().tower("O3", "Y1").begin().roll(1, 2).play("difference", "from O3")
    assert t.offers("to") == {"O2", "O4", "L0"}


def test_f5_3_towers_are_jumped_and_their_fields_count(table):
    t = table().tower("O20", "Y1").tower("O21", "Y2").tower("O19", "B1").begin().roll(1, 1).play("sum", "from O20")
    assert t.offers("to") == {"O22", "O18"}


def test_f5_3_barriers_are_neither_entered_nor_jumped(table):
    t = table().tower("O12", "Y1").barrier(1, "O11").barrier(2, "O14").begin().roll(1, 2)
    t.play("sum", "from O12")
    assert t.offers("to") == {"M9"}
    t = table().tower("O12", "Y1").barrier(1, "O11").begin().roll(1, 2).play("difference", "from O12")
    assert t.offers("to") == {"O13"}


def test_f5_3_from_the_nest_any_ant_and_start_counts_one(table):
    t = table().begin().roll(1, 2).play("difference")
    assert t.offers("from") == {f"Y{number}" for number in range(1, 15)}
    t.play("from Y9")
    assert t.offers("to") == {"O0", "O36"}
    assert table().begin().roll(1, 1).play("sum", "from Y1").offers("to") == {"O39", "O1", "O35", "O37"}


def test_f5_3_a_start_with_a_barrier_is_no_way_out(table):
    t = table().barrier(1, "O0").begin().roll(1, 2).play("difference", "from Y1")
    assert t.offers("to") == {"O36"}


def test_f5_3_from_the_nest_no_move_ends_in_a_goal(table):
    t = table().begin().roll(1, 1).play("sum", "from Y1")
    assert not {"ZYa", "ZYb"} & t.offers("to")
    t = table().begin().roll(1, 5).play("sum", "from Y1")
    assert not {"ZYa", "ZYb"} & t.offers("to")


def test_f5_3_f11_5_own_towers_are_no_place_to_end(table):
    t = table().tower("O20", "Y1").tower("O23", "Y2").begin().roll(1, 2).play("sum", "from O20")
    assert t.offers("to") == {"O17"}
    t = table(2).tower("O20", "Y1").tower("O23", "G2").begin().roll(1, 2).play("sum", "from O20")
    assert t.offers("to") == {"O17"}  # the second colour too


def test_f5_3_the_own_goal_only_by_exact_count_others_never(table):
    t = table().tower("O38", "Y1").begin()
    t.roll(1, 2).play("sum", "from O38")
    assert t.offers("to") == {"O35", "O1", "ZYa", "ZYb"}
    t = table().tower("O38", "Y1").begin().roll(1, 3).play("sum", "from O38")
    assert not {"ZYa", "ZYb"} & t.offers("to")
    t = table().tower("O5", "Y1").begin().roll(1, 1).play("sum", "from O5")
    assert t.offers("to") == {"O3", "O7"}  # not ZBa behind O6


def test_f5_3_a_foreign_start_is_track_and_nests_are_safe(table):
    t = table().tower("O5", "Y1").tower("O6", "B1").begin().roll(1, 2).play("difference", "from O5", "to O6")
    assert t.stack("O6") == "Y1 B1"
    assert t.nest("B").count("B") == 13


def test_f5_3_attack_is_automatic(table):
    t = table().tower("O5", "Y1").tower("O8", "B2").begin().roll(1, 2).play("sum", "from O5", "to O8")
    assert t.mover == 1  # nothing was asked


# F5.4: doubles


def test_f5_4_f11_16_one_barrier_for_a_double_before_or_after(table):
    t = table().begin().roll(2, 2)
    assert "O5" in {text.split()[-1] for text in t.legal}
    t.play("barrier 1 O5")
    assert t.legal == ["die 2", "sum"]
    t.play("sum", "from Y1", "to O3")
    assert t.legal == ["roll", "end"]
    t = table().begin().roll(2, 2).play("sum", "from Y1", "to O3", "barrier 1 O5")
    assert t.legal == ["roll", "end"]


def test_f5_4_no_barrier_between_the_two_moves_nor_without_a_double(table):
    t = table().begin().roll(2, 2).play("die 2", "from Y1", "to O1")
    assert {text.split()[0] for text in t.legal} == {"from"}
    assert not table().begin().roll(2, 3).offers("barrier")


def test_f5_4_f11_15_f11_3_further_rolls_may_be_declined(table):
    t = table().begin().roll(2, 2).play("sum", "from Y1", "to O3")
    t.play("roll")
    assert (t.mover, t.rolling) == (0, True)
    t.roll(3, 3)
    assert t.offers("barrier")  # a new double, a new barrier
    t.play("sum", "from Y2", "to O5", "end")
    assert t.mover == 1


def test_f5_4_f11_8_barriers_stand_on_empty_track_fields(table):
    t = table().tower("O20", "Y1").tower("M4", "B1").begin().roll(2, 2)
    offered = {text.split()[-1] for text in t.legal if text.startswith("barrier")}
    assert len(offered) == 66
    assert not offered & {"O20", "M4"}
    assert {"O0", "M0", "L2"} <= offered  # START, ant field and link too


def test_f5_4_a_barrier_is_shifted_and_never_goes_back(table):
    t = table().barrier(1, "O20").begin().roll(2, 2).play("barrier 1 O21")
    assert t.s.barriers.tolist() == [21, -1]


def test_f5_4_both_starts_of_a_nest_are_never_blocked(table):
    t = table().barrier(1, "O0").begin().roll(2, 2)
    assert "barrier 2 O36" not in t.legal
    assert "barrier 1 O36" in t.legal
    assert "barrier 2 O6" in t.legal


def test_f5_4_every_nest_in_play_reaches_an_ant_field(table):
    # O35 and O1 would cut off the outer course with both STARTs of yellow.
    t = table().barrier(1, "O35").begin().roll(2, 2)
    assert "barrier 2 O1" not in t.legal
    assert "barrier 2 O37" in t.legal
    # Red is not in play with three: its STARTs O26 and O30 may be blocked.
    assert "barrier 2 O30" not in table(4).barrier(1, "O26").begin().roll(2, 2).legal
    assert "barrier 2 O30" in table(3).barrier(1, "O26").begin().roll(2, 2).legal


# F5.5: the order of a turn


def test_f5_5_freeing_comes_only_at_the_start_not_before_a_further_roll(table):
    t = table().tower("M6", "Y1").prison("B1").begin().play("roll").roll(2, 2).play("sum", "from Y2", "to O3")
    assert not t.offers("free")
    t.play("roll")
    assert t.rolling


def test_f5_5_f11_22_with_nothing_left_the_second_die_lapses_and_there_is_no_further_roll(table):
    t = table().tower("O5", "Y1").tower("O20", "Y3").rest("Y", "L0").tower("O7", "B2").tower("O9", "B4")
    t.s.top[64] = 0
    t.s.place[[1, *range(3, 14)]] = 81
    t.s.below[[1, *range(3, 14)]] = 0
    t.s.top[20], t.s.place[2] = 0, 81  # only Y1 is left
    t.begin().roll(2, 2).play("sum", "from O5", "to O9")  # repelled
    assert t.stack("O9") == "B4 Y1"
    assert "roll" not in t.legal
    assert "end" in t.legal
    assert t.offers("barrier")
    t.play("end")
    assert t.mover == 1


# F6: coming home


def test_f6_a_tower_is_split_from_the_top_down(table):
    t = table().tower("O0", "Y9 B1 Y10 G3 R1").prison("Y1 Y2").begin()
    t.roll(1, 2).play("difference", "from O0", "to ZYb")
    assert t.nest("Y").split()[:3] == ["Y9", "Y10", "Y3"]  # the lowest free fields
    assert t.parts("Y") == "B1 G3 - - - - -"
    assert t.prisoners == "Y1 Y2 R1"  # the part of R1 is there already
    assert t.stack("O0") == ""


def test_f6_f11_20_of_equal_parts_the_one_nearer_the_top_is_used(table):
    t = table().tower("O0", "Y1 G1 B2").begin().roll(1, 2).play("difference", "from O0", "to ZYb")
    assert t.parts("Y").startswith("G1")
    assert t.prisoners == "B2"


def test_f6_a_part_that_is_built_in_stays(table):
    t = table().queen("Y", "B1").tower("O0", "Y1 G1").begin().roll(1, 2).play("difference", "from O0", "to ZYb")
    assert t.parts("Y").startswith("B1")
    assert t.prisoners == "G1"


def test_f6_own_stones_are_not_shown_captured_ones_are(table):
    t = table().tower("O0", "Y1 Y2 B1 G1").begin().roll(1, 2).play("difference", "from O0", "to ZYb")
    assert (t.s.seen[0], t.s.seen[1], t.s.seen[14], t.s.seen[28]) == (0, 0, 1, 1)


def test_f6_a_single_ant_may_come_home(table):
    t = table().tower("O0", "Y5").begin().roll(1, 2).play("difference", "from O0", "to ZYb")
    assert "Y5" in t.nest("Y").split()


def test_f6_f9_two_players_build_the_queen_of_the_nest_entered(table):
    t = table(2).tower("O0", "Y1 G1 B1 R1").begin().roll(1, 2).play("difference", "from O0", "to ZYb")
    assert t.parts("Y").startswith("B1")
    assert t.parts("G") == "- - - - - - -"
    assert t.prisoners == "G1 R1"
    assert t.s.seen[28] == 0  # the second colour is not looked at


# F7: prison


def test_f7_landing_offers_all_or_none(table):
    t = table().tower("M4", "Y1").prison("B5 B2 G1").begin().roll(1, 1).play("sum", "from M4", "to M6")
    assert t.legal == ["free blue", "leave"]
    t.play("free blue")
    assert t.stack("M6") == "Y1 B2 B5"  # lowest number first
    assert t.prisoners == "G1"


def test_f7_leaving_them_is_allowed(table):
    t = table().tower("M4", "Y1").prison("B5").begin().roll(1, 1).play("sum", "from M4", "to M6", "leave")
    assert t.stack("M6") == "Y1"
    assert t.prisoners == "B5"


def test_f7_the_own_colour_may_be_freed(table):
    t = table().tower("M2", "Y1").prison("Y7").begin().roll(1, 1).play("sum", "from M2", "to M0", "free yellow")
    assert t.stack("M0") == "Y1 Y7"


def test_f7_the_offer_comes_before_the_second_die(table):
    t = table().tower("M4", "Y1").prison("B5").begin().roll(2, 3).play("die 2", "from M4", "to M6")
    assert t.legal == ["free blue", "leave"]
    t.play("free blue")
    assert t.offers("from")


def test_f7_after_a_catch_it_is_offered_after_a_repelled_attack_not(table):
    t = table().tower("M4", "Y1").tower("M6", "G1").prison("B5").begin().roll(1, 1).play("sum", "from M4", "to M6")
    assert "free blue" in t.legal
    t = table().tower("M4", "Y1").tower("M6", "G2").prison("B5").begin(0).roll(1, 1).play("sum", "from M4", "to M6")
    assert not t.offers("free")
    t.play("end")
    t.roll(1, 2).play("sum", "from B1").play(f"to {sorted(t.offers('to'))[0]}")
    assert t.legal == ["free blue", "roll"]  # the defender, in his own turn


def test_f7_nothing_in_prison_nothing_offered(table):
    t = table().tower("M4", "Y1").prison("G5").begin().roll(1, 1).play("sum", "from M4", "to M6")
    assert "end" in t.legal


def test_f7_f11_19_poles_do_not_matter_and_nothing_is_learned(table):
    t = table().tower("M4", "Y1").prison("B1 B2").begin().roll(1, 1).play("sum", "from M4", "to M6", "free blue")
    assert t.stack("M6") == "Y1 B1 B2"
    assert t.s.family.tolist() == list(range(56))
    assert not t.s.seen.any()


# F8: no stones left


def test_f8_prisoners_come_home_instead_of_a_roll(table):
    t = table().prison("Y5 Y3").rest("Y", "L0")
    turn_over(t, "L0", "B1")
    t.begin()
    assert t.legal == ["rescue"]
    t.play("rescue")
    assert t.nest("Y").split()[:3] == ["Y3", "Y5", "-"]
    assert t.mover == 1


def turn_over(t, field, name):
    """Put a foreign stone on top of a tower."""
    from formicarium.games.formica.components import FIELD_NAMES
    from formicarium.games.formica.state import COVERED

    stone, at = t._lift(name), FIELD_NAMES.index(field)
    top = int(t.s.top[at])
    t.s.below[stone] = top
    t.s.place[top - 1] = COVERED
    t.s.top[at] = stone + 1
    t.s.place[stone] = at


def test_f8_f11_12_nothing_in_prison_means_out_and_the_parts_go_to_prison(table):
    t = table().queen("Y", "G1 G3").rest("Y", "L0")
    turn_over(t, "L0", "B1")
    t.begin()
    assert t.s.out.tolist() == [1, 0, 0, 0]
    assert (t.mover, t.rolling) == (1, True)
    assert t.prisoners == "G1 G3"
    assert t.parts("Y") == "- - - - - - -"


def test_f8_who_is_out_is_skipped_for_ever(table):
    t = table().rest("Y", "L0")
    turn_over(t, "L0", "B1")
    t.begin()
    t.s.place[13] = 81  # a yellow stone reaches the prison later
    for letter in "BGR":
        t.roll(1, 2).play("sum", f"from {letter}2")
        t.play(f"to {sorted(t.offers('to'))[0]}")
    assert t.mover == 1


def test_f8_the_last_one_left_wins(table):
    t = table(2).rest("YG", "L0")
    turn_over(t, "L0", "B1")
    t.begin(0)
    outcome = t.position.outcome
    assert (outcome.shares, outcome.places, outcome.reason) == ((0.0, 1.0), (2, 1), "last")


def test_f8_it_is_checked_only_at_the_start_of_the_own_turn(table):
    t = table().rest("Y", "L0")
    turn_over(t, "L0", "B1")
    t.begin(1)
    assert t.s.out.tolist() == [0, 0, 0, 0]


def test_f8_two_players_rescue_both_colours(table):
    t = table(2).prison("Y5 G3").rest("YG", "L0")
    turn_over(t, "L0", "B1")
    t.begin().play("rescue")
    assert (t.nest("Y").split()[0], t.nest("G").split()[0]) == ("Y5", "G3")


# F9: the end


def test_f9_seven_parts_win_at_once(table):
    t = table().queen("Y", "B1 B3 B5 B7 B9 B11").tower("O0", "Y1 G13 R2").begin()
    t.roll(1, 2).play("difference", "from O0", "to ZYb")
    outcome = t.position.outcome
    assert (outcome.shares, outcome.places, outcome.reason) == ((1, 0, 0, 0), (1, 2, 2, 2), "queen")
    assert outcome.points == (7, 0, 0, 0)
    assert "R2" in t.prisoners  # F6: the split is finished first


def test_f9_two_players_need_both_queens(table):
    t = table(2).queen("Y", "B1 B3 B5 B7 B9 B11").tower("O0", "Y1 R13").begin()
    t.roll(1, 2).play("difference", "from O0", "to ZYb")
    assert t.position.outcome is None
    t = table(2).queen("Y", "B1 B3 B5 B7 B9 B11").queen("G", "B2 B4 B6 B8 B10 B12 B14").tower("O0", "Y1 R13").begin()
    t.roll(1, 2).play("difference", "from O0", "to ZYb")
    assert t.position.outcome.shares == (1, 0)
    assert t.position.outcome.points == (14, 0)


def test_f9_two_players_go_home_by_the_top_colour_only(table):
    t = table(2).tower("O16", "Y1 B1").begin().roll(1, 2).play("difference", "from O16")
    assert t.offers("to") == {"O15", "O17"}  # not ZGa


def test_f9_two_players_may_rescue_one_colour_and_end_the_turn(table):
    t = table(2).prison("G5 G2").rest("G", "L0")
    turn_over(t, "L0", "B1")
    t.begin()
    assert t.legal == ["rescue green", "roll"]
    t.play("rescue green")
    assert t.nest("G").split()[:2] == ["G2", "G5"]
    assert t.mover == 1
    four = table(4).prison("G5").begin()
    assert four.rolling


def test_f9_the_stall_guard_draws_when_one_more_roll_is_due(table):
    t = table()
    t.s.rolls = ROLLS - 1
    t.s.out[3] = 1
    t.begin().roll(1, 2)
    assert t.position.outcome is None
    t.play("sum", "from Y1", "to O2")
    outcome: Outcome = t.position.outcome
    assert outcome.reason == "rolls"
    assert outcome.shares == (1 / 3, 1 / 3, 1 / 3, 0.0)
    assert outcome.places == (1, 1, 1, 2)
