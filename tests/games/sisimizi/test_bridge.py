"""Sisimizi's bridges (S5.4)."""

import pytest


@pytest.fixture
def crossing(table):
    """The second round of a match for two: seat 0 has ants on d5 and e5 and a hill on c2; seat 1 is to act."""
    return table().play("ant e5; hill c2; done; ant k11; done; ant d5; done")


def test_s5_4_an_ant_is_put_on_an_opposing_one(crossing):
    crossing.play("bridge e5")
    assert crossing.on("e5") == "ant 1 over ant 0"


def test_s5_4_a_bridge_is_the_whole_turn(crossing):
    assert crossing.play("bridge e5").legal() == {"done"}
    assert crossing.play("done").seat == 0


@pytest.mark.parametrize("before", ["ant a1", "hill j2", "lift k11; drop k12"])
def test_s5_4_no_bridge_after_anything_else_in_the_turn(before, crossing):
    assert crossing.offers("bridge") == {"e5", "d5"}
    assert crossing.play(before).offers("bridge") == set()


def test_s5_4_a_bridge_takes_one_from_the_allowance_and_an_ant_from_the_supply(crossing):
    assert crossing.left(1) == (59, 7, 1)
    assert crossing.play("bridge e5").left(1) == (58, 7, 0)
    assert crossing.left(0) == (58, 6, 1)


def test_s4_4_s5_4_no_bridge_without_allowance(crossing):
    crossing.play("bridge e5; done; done")
    assert crossing.seat == 1
    assert crossing.offers("bridge") == set()


def test_s4_4_s5_4_with_four_players_a_second_bridge_but_no_third(table):
    match = table(4, ants={1: "e5 g5 h5"})
    match.play("bridge e5; done; done; done; done; bridge g5; done; done; done; done")
    assert (match.seat, match.left(0)) == (0, (58, 7, 0))
    assert match.offers("bridge") == set()


def test_s5_4_s9_7_only_over_an_opposing_ant_that_is_alone(table):
    match = table(3, ants={0: "e5 e6", 1: "g7 h7"}, hills={1: "c2", 2: "f2"}, over={2: "h7"})
    assert match.offers("bridge") == {"g7"}  # no own ant, no hill, no stack


def test_s5_4_s9_7_not_over_an_own_ant_that_is_covered(table):
    match = table(3, ants={0: "e5"}, over={1: "e5"})
    assert match.offers("bridge") == set()


def test_s5_4_s9_7_not_over_a_stack_that_the_seat_built_itself(table):
    match = table(4, ants={1: "e5 g7"}, over={0: "e5"})
    assert match.offers("bridge") == {"g7"}


def test_s5_4_s9_5_the_lower_ant_stays_and_is_pinned(crossing):
    crossing.play("bridge e5; done")
    assert crossing.seat == 0
    assert crossing.offers("lift") == {"d5", "c2"}


def test_s5_4_s9_5_the_lower_ant_is_free_again_when_the_upper_one_has_gone(crossing):
    crossing.play("bridge e5; done; done; lift e5; drop e10; done")
    assert crossing.seat == 0
    assert "e5" in crossing.offers("lift")


def test_s5_4_s9_6_the_upper_ant_may_be_moved_later_without_refund(crossing):
    crossing.play("bridge e5; done; done")
    assert crossing.offers("lift") == {"e5", "k11"}
    crossing.play("lift e5; drop e10; done")
    assert (crossing.on("e5"), crossing.on("e10")) == ("ant 0", "ant 1")
    assert crossing.left(1) == (58, 7, 0)


def test_s5_4_the_upper_ant_is_not_moved_in_the_turn_of_the_bridge(crossing):
    assert crossing.play("bridge e5").offers("lift") == set()


def test_s5_4_a_moved_ant_does_not_go_onto_an_opposing_one(crossing):
    crossing.play("lift k11")
    assert "e5" not in crossing.offers("drop")
    assert crossing.offers("bridge") == set()


def test_s5_4_the_field_of_a_bridge_takes_no_other_piece(crossing):
    crossing.play("bridge e5; done; lift d5")
    assert "e5" not in crossing.offers("drop")


def test_s5_4_after_the_upper_ant_has_gone_the_ant_can_be_bridged_again(table):
    match = table(4, ants={1: "e5"}, over={0: "e5"}).play("lift e5; drop a1; done; done; done; done")
    assert match.offers("bridge") == {"e5"}


def test_s5_4_a_bridge_need_not_join_anything(table):
    match = table(ants={1: "k11"})
    assert match.play("bridge k11; done").on("k11") == "ant 0 over ant 1"


# With an empty supply


@pytest.fixture
def spent(table):
    """Four seats; seat 0 has no ant in the supply, two bridges, a hill on c2, ants on e5 and many other fields."""
    return table(4, ants={0: "e5", 1: "g7 h7"}, hills={0: "c2", 1: "f2"}, spent=[0])


def test_s5_4_s7_with_an_empty_supply_an_own_ant_is_lifted_for_a_bridge(spent):
    assert spent.left(0) == (0, 6, 2)
    assert spent.offers("bridge") == set()
    spent.play("lift e5")
    assert spent.offers("bridge") == {"g7", "h7"}
    spent.play("bridge g7")
    assert (spent.on("e5"), spent.on("g7")) == ("", "ant 0 over ant 1")
    assert spent.left(0) == (0, 6, 1)
    assert spent.legal() == {"done"}


def test_s5_4_s11_4_the_lifted_ant_may_be_dropped_instead(spent):
    spent.play("lift e5")
    assert "a1" in spent.offers("drop")
    assert not {"g7", "h7", "e5"} & spent.offers("drop")
    assert "lift" in spent.play("drop a1").verbs()  # a normal turn goes on


def test_s5_4_s11_4_not_with_an_ant_in_the_supply(table):
    match = table(4, ants={0: "e5", 1: "g7"}).play("lift e5")
    assert match.verbs() == {"drop"}


def test_s5_4_s11_4_not_with_a_lifted_hill(spent):
    assert spent.play("lift c2").verbs() == {"drop"}


@pytest.mark.parametrize("before", ["hill j2", "lift w21; drop a1"])
def test_s5_4_s11_4_only_if_the_lift_is_the_first_action(before, spent):
    assert spent.play(before).play("lift e5").verbs() == {"drop"}


def test_s4_4_s11_4_not_without_allowance(table):
    match = table(ants={0: "e5", 1: "g7 h7"}, over={0: "h7"}, spent=[0]).play("lift e5")
    assert match.verbs() == {"drop"}


def test_s5_4_s5_1_not_in_the_first_round(table):
    match = table(ants={0: "e5", 1: "g7"}, spent=[0], round_number=1)
    assert match.verbs() == {"hill", "done"}


def test_s5_4_an_own_upper_ant_is_free_too_but_does_not_go_back(table):
    match = table(4, ants={0: "e5", 1: "g7 h7"}, over={0: "g7"}, spent=[0])
    assert "g7" in match.offers("lift")
    match.play("lift g7")
    assert match.offers("bridge") == {"h7"}
    assert "g7" not in match.offers("drop")
    match.play("bridge h7")
    assert (match.on("g7"), match.on("h7"), match.left(0)) == ("ant 1", "ant 0 over ant 1", (0, 7, 0))


def test_s5_4_a_covered_ant_is_not_free(table):
    match = table(4, ants={0: "e5", 1: "g7"}, over={1: "e5"}, spent=[0])
    assert "e5" not in match.offers("lift")
    assert "w21" in match.offers("lift")
