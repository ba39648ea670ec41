"""Antics!: the rulings on open questions (A14)."""

from formicarium.core.kernel import SPECTATOR
from formicarium.core.random import stream
from formicarium.games.antics import GAME
from formicarium.games.antics.components import BASE_SYMBOL, BUILD, DATA, SIDES
from formicarium.games.antics.state import OVER

FULL = ("SB SB SB SB SB A", "SB SB SB SB SB A", "SB SB SB SB SB A")


def test_a14_1_three_prey_with_three_players_two_as_an_option(table):
    assert table(3).s.prey_per_type == 3 and table(3, "2").s.prey_per_type == 2 and table(4, "3").s.prey_per_type == 3


def test_a14_2_the_first_tile_may_lie_wholly_on_the_base(table):
    t = table().play("use 2,0", "tile SH", "lay 0,0", "lay 1,0", "use 0,0", "take 1a", "take 2a")
    assert t.s.level == 2 and t.me().supply.sum() == 2  # build one, take two …
    t.play("use 1,0", "hatch red", "hatch red")  # … hatch two
    assert t.me().nests[5] == 2


def test_a14_3_a_soldier_of_the_nest_pays_and_a_guard_cannot(table):
    t = table().worker(1, "p01", item="blue").worker(0, "p01", guard=True)
    assert not t.legal("steal")
    assert t.nest(0, "red", 1).play("steal p01 blue").me().guards == 1


def test_a14_4_a_guard_of_somebody_else_protects_nobody(table):
    t = table().worker(1, "p01", item="blue").worker(2, "p01", guard=True).worker(0, "p01").nest(0, "red", 1)
    assert t.legal("steal") == ["steal p01 blue"]


def test_a14_5_several_thefts_in_a_turn(table):
    t = table().worker(1, "p01", item="blue").worker(1, "p07", item="red").worker(0, "p01", "p07").nest(0, "red", 2)
    t.play("steal p01 blue", "steal p07 blue")
    assert t.carries("p01") == "blue" and t.carries("p07") == "red"


def test_a14_6_no_theft_of_a_prey_type_that_one_has(table):
    t = table().worker(1, "p01", item="blue").worker(0, "p07", item="blue").worker(0, "p01").nest(0, "red", 1)
    assert not t.legal("steal")


def test_a14_7_laden_ants_do_not_return(table):
    assert not table().worker(0, "p01", item="green-leaf").start("place").legal("return")


def test_a14_8_scout_and_build_are_compulsory_the_rest_is_not(table):
    for deed, free in (("scout", False), ("build", False), ("hatch", True), ("place", True), ("transport", True)):
        t = table().worker(0, "p01", "p03").nest(0, "yellow", 2).start(deed, 2)
        assert ("stop" in t.legal()) == free, deed


def test_a14_9_rows_slide_each_by_itself(table):
    t = table().slots(". . SB SB SB A", "PT PT PT PT PT A", "A SB SB SB SB SB").bag(ST=9).play("end")
    assert t.row(0) == "SB SB SB A . ." and t.row(1) == "PT PT PT PT PT A"


def test_a14_10_two_arrivals_take_two_entries_of_the_guide(table):
    t = table().slots(". A SB SB SB SB", *FULL[1:2], ". A SB SB SB SB").bag(ST=9)
    for row, name in enumerate(("blue", "grey", "green")):
        colour = DATA.colours.index(name)
        t.s.anteater[row], t.s.side[row] = next(
            (k, side) for k in range(3) for side in range(2) if SIDES[k, side] == colour
        )
    t.nest(1, "green", 1).nest(1, "blue", 1).play("end").refill()
    assert t.lying("W3") == 2 and t.lying("GX") == 3  # the upper one eats prey, the lower one ants
    assert t.me(1).nests[1] == 0 and t.me(1).nests[2] == 1 and t.s.arrivals == 2


def test_a14_11_anteaters_attack_on_arrival_only(table):
    t = table().slots("A SB SB SB SB SB", *FULL[1:]).bag(ST=9)
    t.s.arrivals, t.s.arrived = 1, 1
    t.nest(1, "blue", 1).play("end").refill()
    assert t.s.attacks.tolist() == [0, 0, 0] and t.s.arrivals == 1


def test_a14_12_a_second_trigger_changes_nothing_and_gaps_stay(table):
    t = table().slots(". . SB SB SB A", *FULL[1:]).bag().play("end")
    assert t.s.ending == 1 and t.s.turns_left == 2 and t.row(0) == "SB SB SB A . ."
    t.s.tokens = 2
    t.worker(1, "p01", "p03")
    for node in DATA.prey_site:
        t.s.lying[node] = 1
    t.start("transport").play("pick p03 P2")
    assert t.s.tokens == 1 and t.s.ending == 1 and t.s.turns_left == 2


def test_a14_13_eating_the_last_prey_triggers_the_end_too(table):
    t = table().slots(". A SB SB SB SB", *FULL[1:]).bag(ST=9)
    t.s.tokens = 2
    node = DATA.prey_site[SIDES[t.s.anteater[0], t.s.side[0]]]
    t.s.lying[node] = 1
    t.play("end").refill()
    assert t.s.ending == 2 and t.s.mover == 1 and t.s.turns_left == 2


def test_a14_14_an_empty_site_is_a_junction(table):
    t = table().worker(0, "p01", "p03", "p06", item="").worker(0, "p04", item="green-leaf").start("transport")
    t.s.lying[DATA.nodes.index("P2")] = 0
    assert {"pass p04 p03", "pass p04 p06"} <= set(t.legal())


def test_a14_15_a_hex_used_in_this_turn_takes_prey(table):
    t = table().worker(0, "p01", item="red").play("use 2,1", "deliver p01", "end")
    assert "store red 2,1" in t.legal()


def test_a14_16_dropped_tiles_can_be_drawn_at_once(table):
    t = table().slots(". SB SB SB SB A", *FULL[1:]).bag().supply("PT", "PT", "PT", "FT").play("end", "drop FT")
    assert t.weights() == {"draw FT": 1}


def test_a14_17_nothing_passes_through_the_hill(table):
    t = table().worker(0, "p01", item="red").worker(0, "p07", "p13", "p19").start("transport", 2)
    assert t.legal() == ["stop", "deliver p01"] and "only the hill" in t.why("pass p01 p07")


def test_a14_18_leaf_and_fungus_need_each_other(table):
    t = table()
    t.me(0).leaves[0] = 3
    t.s.phase, t.s.ending = OVER, 1
    assert t.points() == (0, 0, 0)


def test_a14_19_the_last_hand_over_costs_a_step(table):
    t = table().worker(0, "p01", item="red").start("transport", 2).play("deliver p01")
    assert t.s.steps == 1


def test_a14_20_passing_outwards_is_allowed(table):
    assert "pass p01 p03" in table().worker(0, "p01", item="red").worker(0, "p03").start("transport").legal()


def test_a14_21_the_base_has_two_build_hexes():
    assert BASE_SYMBOL.tolist().count(BUILD) == 2


def test_a14_22_no_marker_for_an_action_that_can_do_nothing(table):
    t = table()
    assert "use 2,1" not in t.legal() and "no step of transport" in t.why("use 2,1")


def test_a14_23_the_chain_holds_after_every_single_move(table):
    t = table().worker(0, "p01", "p03").nest(0, "yellow", 1).start("place", 3)
    assert "return p01" not in t.legal()


def test_a14_24_a_dropped_starter_is_an_ordinary_tile(table):
    t = table().bag(SH=4).supply("SH", "PT", "PT", "FT").play("end", "drop SH")
    assert t.s.bag[DATA.kinds.index("SH")] == 5


def test_a14_25_stealing_with_the_last_marker_spent(table):
    t = table().worker(0, "p01").nest(0, "red", 1).worker(1, "p01", item="blue")
    t.s.markers = 1
    t.play("super scout", "take 1a")
    assert t.legal() == ["end", "steal p01 blue"]


def test_a14_26_a_third_arrival_with_an_empty_bag(table):
    t = table().slots("A SB . . . .", "A PT PT . . .", ". A SP . . .").bag()
    t.s.arrivals, t.s.arrived = 2, 3
    t.play("end").refill()
    assert (t.row(0), t.row(1), t.row(2)) == ("SB . . . . A", "PT PT . . . A", "SP . . . . A")
    assert t.s.arrivals == 0
    t.play("super scout", "take 1a", "end").refill()
    assert t.row(0) == "A . . . . ." and t.s.arrivals == 1  # over all gaps in one go, into field 1


def test_a14_27_nothing_is_hidden(table):
    t = table(4)
    for seat in (0, 3, SPECTATOR):
        view = t.position.view(seat)
        assert view.tobytes() == t.position.tobytes() == view.world(stream(1)).tobytes()


def test_a17_no_refusal_is_left_without_words(table):
    """Whatever a player tries, there is an answer."""
    t = table().worker(0, "p01", "p03", item="").worker(1, "p01", item="blue").nest(0, "red", 1)
    for deed in ("", "scout", "build", "hatch", "place", "transport"):
        if deed:
            t = table().worker(0, "p01", "p03").worker(1, "p01", item="blue").nest(0, "red", 1).start(deed, 2)
        legal = set(t.legal())
        for action in GAME.actions:
            if action.text not in legal and action.verb not in ("store", "pass", "use", "lay"):
                assert t.why(action.text), action.text
