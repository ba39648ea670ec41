"""Antics!: clean-up, anteaters, end and scoring (A8 to A10)."""

import pytest

from formicarium.core.kernel import NATURE
from formicarium.games.antics.components import CELL_NAMES, DATA, FUNGUS, SIDES
from formicarium.games.antics.state import MARKER, OVER, RIM

FULL = ("SB SB SB SB SB A", "SB SB SB SB SB A", "SB SB SB SB SB A")


def colour(name: str) -> int:
    return DATA.colours.index(name)


def anteater(t, row: int) -> str:
    """The colour that an anteater shows."""
    return DATA.colours[SIDES[t.s.anteater[row], t.s.side[row]]]


def show(t, *colours: str) -> None:
    """Let the anteaters show these colours in the rows from the top."""
    for row, name in enumerate(colours):
        t.s.anteater[row], t.s.side[row] = next(
            (k, side) for k in range(3) for side in range(2) if SIDES[k, side] == colour(name)
        )


def test_a8_1_markers_come_back(table):
    t = table().play("use 1,0", "stop", "super scout", "take 1a")
    assert MARKER in t.me().load
    t.end_turn()
    assert MARKER not in t.me().load and not t.s.super_used


def test_a8_2_new_prey_is_stored_in_the_order_of_the_colours(table):
    t = table().worker(0, "p01", item="red").worker(0, "p07", item="blue").worker(0, "p13", item="yellow")
    t.start("transport", 3).play("deliver p01", "deliver p13", "deliver p07", "end")
    assert {text.split()[1] for text in t.legal()} == {"blue"}
    t.play("store blue 0,0")
    assert {text.split()[1] for text in t.legal()} == {"yellow"}
    t.play("store yellow 1,0", "store red 2,0")
    assert [t.me().load[CELL_NAMES.index(cell)] - 1 for cell in ("0,0", "1,0", "2,0")] == [2, 0, 5]
    assert not t.me().fresh


def test_a8_2_prey_lies_on_an_action_hex_without_prey_and_blocks_it(table):
    t = table().lay("FS", "0,0", "1,0").worker(0, "p01", item="red").start("transport").play("deliver p01", "end")
    assert [text.split()[2] for text in t.legal()] == ["1,0", "2,0", "0,1", "1,1", "2,1"]  # fungus is no action hex
    assert "fungus" in t.why("store red 0,0")
    t.play("store red 2,1").refill()
    for _ in range(2):
        t.end_turn()
    assert t.s.mover == 0 and "use 2,1" not in t.legal()
    t.play("super build", "tile SH")
    assert "lay 2,1" not in t.legal()


def test_a8_2_fungus_takes_prey_only_if_nothing_else_is_free(table):
    t = table().worker(0, "p01", item="red").start("transport").play("deliver p01")
    for k, cell in enumerate(("0,0", "1,0", "2,0", "0,1", "1,1")):
        t.me().load[CELL_NAMES.index(cell)] = 1 + (k if k < 5 else 0)
    t.me().delivered |= 31
    t.me().symbol[CELL_NAMES.index("2,1")] = FUNGUS
    t.play("end")
    assert t.legal() == ["store red 2,1"]


def test_a8_3_at_most_three_tiles_are_kept(table):
    t = table().supply("SB", "SB", "PT", "FS", "FT")
    bag = int(t.s.bag.sum())
    t.play("end")
    assert t.legal() == ["drop SB", "drop PT", "drop FS", "drop FT"]
    t.play("drop SB", "drop FS")
    assert t.me().supply.sum() == 3 and int(t.s.bag.sum()) == bag + 2
    t = table().supply("SB", "SB", "PT").play("end")
    assert t.s.mover == 1  # three may stay, and no slot is free


def test_a8_4_rows_slide_left_and_are_refilled_field_by_field(table):
    t = table().slots("SB . PT . BH A", ". A HT HP BT FS", "FT FB . . A SP").bag(ST=9).play("end")
    assert (t.row(0), t.row(1), t.row(2)) == ("SB PT BH A . .", "A HT HP BT FS .", "FT FB A SP . .")
    t.play("draw ST")
    assert t.row(0) == "SB PT BH A ST ." and t.row(2) == "FT FB A SP . ."
    t.play("draw ST")
    assert t.row(2) == "FT FB A SP ST ."
    t.play("draw ST", "draw ST", "draw ST")
    assert t.row(0) == "SB PT BH A ST ST" and t.row(1) == "A HT HP BT FS ST" and t.s.mover == 1


def test_a8_4_the_draw_is_weighted_by_the_bag(table):
    t = table().slots(". SB SB SB SB A", *FULL[1:]).bag(ST=2, FT=5).play("end")
    assert t.weights() == {"draw ST": 2, "draw FT": 5}


def test_a8_4_an_empty_bag_with_a_free_slot_triggers_the_end(table):
    t = table().slots(". SB SB SB SB A", *FULL[1:]).bag(ST=1).play("end").play("draw ST")
    assert t.s.ending == 0 and int(t.s.bag.sum()) == 0  # no slot was left
    t = table().slots(". . SB SB SB A", *FULL[1:]).bag(ST=1).play("end").play("draw ST")
    assert t.s.ending == 1 and t.row(0) == "SB SB SB A ST ."


def test_a8_5_only_new_arrivals_attack_top_row_first(table):
    t = table().slots(". A SB SB SB SB", "A SB SB SB SB SB", ". A SB SB SB SB").bag(ST=9)
    show(t, "blue", "grey", "green")
    t.s.arrived, t.s.arrivals = 2, 1
    t.nest(1, "blue", 2).nest(2, "grey", 1).nest(2, "green", 3)
    t.play("end").refill()
    assert t.s.attacks.tolist() == [1 + colour("blue"), 1 + colour("green"), 0]
    assert t.me(1).nests[colour("blue")] == 0  # the second of the cycle eats ants
    assert t.me(2).nests[colour("green")] == 0 and t.lying("GX") == 2  # the third both
    assert t.me(2).nests[colour("grey")] == 1  # that one had arrived before


def test_a9_the_first_arrival_eats_prey(table):
    t = table().slots(". A SB SB SB SB", *FULL[1:]).bag(ST=9).nest(1, "blue", 2)
    show(t, "blue", "grey", "green")
    t.play("end").refill()
    assert t.lying("W3") == 2 and t.s.eaten[colour("blue")] == 1 and t.me(1).nests[colour("blue")] == 2
    assert t.s.arrivals == 1 and t.s.arrived == 1


def test_a9_the_second_arrival_eats_all_ants_of_the_nest(table):
    t = table().slots(". A SB SB SB SB", *FULL[1:]).bag(ST=9).nest(0, "blue", 1).nest(1, "blue", 2)
    show(t, "blue", "grey", "green")
    t.s.arrivals, t.s.arrived = 1, 4
    t.play("end").refill()
    assert t.lying("W3") == 3 and t.me(0).ants == t.me(1).ants == 11 and not t.me(1).nests.any()


def test_a9_an_empty_nest_passes_the_hunger_to_the_left_and_round(table):
    t = table().slots(". A SB SB SB SB", *FULL[1:]).bag(ST=9).nest(0, "red", 2).nest(1, "purple", 2)
    show(t, "green", "grey", "blue")
    t.s.arrivals, t.s.arrived = 1, 4
    t.play("end").refill()
    assert t.me(0).nests[colour("red")] == 0  # green, yellow, and on from the right end
    assert t.me(1).nests[colour("purple")] == 2
    t = table().slots(". A SB SB SB SB", *FULL[1:]).bag(ST=9)
    show(t, "green", "grey", "blue")
    t.s.arrivals, t.s.arrived = 1, 4
    t.play("end").refill()  # all nests are empty: nothing happens
    assert t.s.arrivals == 2


def test_a9_the_third_arrival_turns_all_over_and_begins_a_new_cycle(table):
    t = table().slots("A SB ST BH BT FS", ". A HT HP SB SB", "A PT PT SP SP SP").bag(ST=9)
    show(t, "blue", "grey", "green")
    t.s.arrivals, t.s.arrived = 2, 5
    t.play("end").refill()
    assert t.s.arrivals == t.s.arrived == 0
    assert [anteater(t, row) for row in range(3)] == ["yellow", "purple", "red"]
    assert t.row(0) == "SB ST BH BT FS A" and t.row(1) == "HT HP SB SB ST A" and t.row(2) == "PT PT SP SP SP A"
    assert t.lying("RX") == 2  # it attacked before


def test_a9_an_anteater_in_field_one_stays_and_blocks(table):
    t = table().slots("A SB SB SB SB SB", *FULL[1:]).bag(ST=9)
    t.s.arrivals, t.s.arrived = 1, 1
    before = [t.lying(DATA.nodes[node]) for node in DATA.prey_site]
    t.play("super scout", "take 1b").end_turn()
    assert t.row(0) == "A SB SB SB SB SB" and t.s.arrivals == 1
    assert [t.lying(DATA.nodes[node]) for node in DATA.prey_site] == before


def test_a9_eaten_prey_may_leave_a_token_and_an_empty_site_feeds_nobody(table):
    t = table().slots(". A SB SB SB SB", *FULL[1:]).bag(ST=9)
    show(t, "blue", "grey", "green")
    t.s.lying[DATA.nodes.index("W3")] = 1
    t.play("end").refill()
    assert t.lying("W3") == 0 and t.s.tokens == 5
    t = table().slots(". A SB SB SB SB", *FULL[1:]).bag(ST=9)
    show(t, "blue", "grey", "green")
    t.s.lying[DATA.nodes.index("W3")], t.s.tokens = 0, 5
    t.play("end").refill()
    assert t.s.tokens == 5 and t.s.eaten.sum() == 0


def last_prey(table, seats: int = 3):
    """A position in which the next pick exhausts the fifth site."""
    t = table(seats).worker(0, "p01", "p03")
    for node in DATA.prey_site[1:5]:
        t.s.lying[node] = 0
    t.s.lying[DATA.prey_site[0]], t.s.tokens = 1, 2
    return t


def test_a10_five_exhausted_sites_end_the_match_after_one_more_turn_of_everybody(table):
    t = last_prey(table).start("transport", 2).play("pick p03 P2")
    assert t.s.tokens == 1 and t.s.ending == 2
    t.play("stop", "end").refill()
    movers = []
    while t.s.phase != OVER:
        movers.append(int(t.s.mover))
        assert t.s.markers == 3
        t.end_turn()
    assert movers == [1, 2, 0] and t.position.outcome.reason == "prey"


def test_a10_in_the_last_turn_clean_up_is_left_out_and_prey_counts(table):
    t = last_prey(table, 2).start("transport", 2).play("pick p03 P2", "stop", "end").refill()
    t.end_turn()
    t.me().leaves[0] = 1
    t.start("transport", 2).play("pass p03 p01", "deliver p01", "end")
    assert t.s.phase == OVER and t.me().fresh and t.points() == (1.0, 0.0)


def test_a10_score_is_prey_squared(table):
    for prey in range(7):
        t = table()
        t.me().delivered = (1 << prey) - 1
        t.s.phase, t.s.ending = OVER, 1
        assert t.points()[0] == prey * prey


def fungi(t, *levels: int) -> None:
    """Show exactly these fungi on the base."""
    for level, cell in zip(levels, ("0,0", "1,0", "2,0", "0,1", "1,1", "2,1"), strict=False):
        t.set_height(level, cell)
        t.me().symbol[CELL_NAMES.index(cell)] = FUNGUS


@pytest.mark.parametrize(
    ("levels", "green", "brown", "points"),
    [
        ((), 2, 2, 0),
        ((3,), 0, 0, 0),
        ((3,), 0, 1, 3),
        ((3,), 1, 0, 5),
        ((3, 1), 1, 0, 5),
        ((1, 2, 5), 1, 1, 9),
        ((2, 2), 3, 3, 8),
        ((4, 1), 1, 1, 7),
    ],
)
def test_a10_leaves_lie_on_visible_fungus_as_well_as_possible(table, levels, green, brown, points):
    t = table()
    fungi(t, *levels)
    t.me().leaves[0], t.me().leaves[1] = green, brown
    t.s.phase, t.s.ending = OVER, 1
    assert t.points()[0] == points


def test_a10_a_fungus_under_prey_still_scores(table):
    t = table()
    fungi(t, 2)
    t.load(1, "0,0")
    t.me().leaves[1] = 1
    t.s.phase, t.s.ending = OVER, 1
    assert t.points()[0] == 2


def test_a10_items_on_ants_score_nothing(table):
    t = table().worker(0, "p01", item="red").worker(0, "p07", item="green-leaf")
    fungi(t, 3)
    t.s.phase, t.s.ending = OVER, 1
    assert t.points()[0] == 0


def test_a10_a_tie_is_broken_by_tiles_on_the_highest_levels(table):
    t = table()
    t.s.phase, t.s.ending = OVER, 1
    assert t.position.outcome.shares == (1 / 3, 1 / 3, 1 / 3) and t.position.outcome.places == (1, 1, 1)
    t.me(0).on_level[3], t.me(1).on_level[4], t.me(2).on_level[3] = 7, 1, 7
    t.me(2).on_level[0] = 1
    assert t.position.outcome.places == (3, 1, 2) and t.position.outcome.shares == (0, 1, 0)
    t.me(0).delivered = 1
    assert t.position.outcome.places == (1, 2, 3)


def test_a10_tiles_are_counted_not_hexes_and_covered_ones_too(table):
    t = table().lay("SB", "0,0", "1,0").lay("SB", "0,1", "1,1").lay("SB", "0,0", "0,1").lay("PT", "3,0", "4,0")
    assert t.me().on_level.tolist() == [1, 2, 1, 0, 0]  # the base never counts


def test_a17_the_cap_scores_the_match_as_it_stands(table):
    t = table()
    t.s.round_number = 100
    t.s.first = 0
    t.end_turn()
    t.end_turn()
    assert t.s.mover == 2 and t.s.phase != OVER
    t.me(1).delivered = 3
    t.play("end")
    assert t.s.phase == OVER and t.position.outcome.reason == "rounds" and t.points() == (0, 4, 0)


def test_a17_a_draw_with_one_kind_is_still_an_action(table):
    t = table().slots(". SB SB SB SB A", *FULL[1:]).bag(ST=2).play("end")
    assert t.position.actors == (NATURE,) and t.legal() == ["draw ST"]


def test_a17_stop_is_offered_at_every_step(table):
    t = table().worker(0, "p01", "p03").nest(0, "yellow", 3)
    for deed in ("hatch", "place", "transport"):
        assert "stop" in table().worker(0, "p01", "p03").nest(0, "yellow", 3).start(deed, 3).legal()
    t.start("place", 3).play("advance p02")
    assert "stop" in t.legal()


def test_a17_an_action_ends_when_neither_step_nor_theft_is_possible(table):
    t = table().worker(0, "p01").nest(0, "red", 1).worker(1, "p01", item="blue").start("hatch", 3)
    t.me().ants = 1
    t.play("hatch yellow")
    assert set(t.legal()) == {"stop", "steal p01 blue"}  # nothing to hatch, but something to steal
    t.play("steal p01 blue")
    assert "hatch yellow" in t.legal()  # the soldier came back to the supply


def test_a17_end_is_offered_with_a_theft_alone(table):
    t = table().worker(0, "p01").nest(0, "red", 1).worker(1, "p01", item="blue")
    t.start("hatch").play("stop")
    t.s.markers = 0
    assert t.legal() == ["end", "steal p01 blue"]
    t.play("steal p01 blue")
    assert t.s.mover == 1  # nothing is left: clean-up follows by itself


def test_rim_is_marked_around_the_colony_only(table):
    t = table()
    rim = {CELL_NAMES[cell] for cell in range(361) if t.me().load[cell] == RIM}
    assert {"3,0", "-1,0", "0,-1", "3,-1", "0,2", "-1,2"} <= rim and "4,0" not in rim and not rim & {"0,0", "1,1"}


def test_a9_1_the_refill_comes_before_the_attacks(table):
    t = table().slots(". A SB SB SB SB", *FULL[1:]).bag()
    show(t, "blue", "grey", "green")
    t.s.lying[DATA.nodes.index("W3")], t.s.tokens = 1, 2
    t.play("end").refill()
    assert t.s.tokens == 1 and t.s.ending == 1  # the empty bag was first
