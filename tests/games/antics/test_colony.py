"""Antics!: turn, colony, scout, build and hatch (A3, A4, A5.1 to A5.3, A5.6)."""

import pytest

from formicarium.games.antics.components import CELL_NAMES, DATA, FUNGUS
from formicarium.games.antics.state import MARKER

BASE = ["0,0", "1,0", "2,0", "0,1", "1,1", "2,1"]  # S H B / B P T


def test_a3_a_marker_goes_on_a_free_visible_action_hex(table):
    t = table()
    # At the start nothing can be placed or transported.
    assert t.legal() == ["end", "super scout", "super build", "super hatch", "use 0,0", "use 1,0", "use 2,0", "use 0,1"]
    t.load(1, "1,0")  # prey
    assert "use 1,0" not in t.legal() and "prey lies" in t.why("use 1,0")
    t.play("use 2,0", "tile SH", "lay 0,0", "lay 0,1")
    assert "use 2,0" not in t.legal() and t.me().load[CELL_NAMES.index("2,0")] == MARKER
    assert "marker" in t.why("use 2,0")


def test_a3_one_marker_a_hex_but_the_same_kind_of_action_again(table):
    t = table().supply("SB", "PT", "BH")
    t.play("use 2,0", "tile PT", "lay 3,0", "lay 4,0")
    assert "use 0,1" in t.legal()  # the other build hex
    t.play("use 0,1", "tile SB", "lay 3,-1", "lay 4,-1")
    assert t.s.markers == 1


def test_a3_hexes_built_in_this_turn_are_usable_at_once(table):
    t = table().play("super build", "tile SH", "lay 0,1", "lay 1,1")
    assert "use 0,1" in t.legal() and t.height("0,1") == 2
    t.play("use 0,1")
    assert t.s.level == 2 and len(t.legal("take")) == 3


def test_a3_strength_is_the_level(table):
    t = table().play("super build", "tile SH", "lay 0,0", "lay 1,0", "use 1,0")
    assert t.s.level == t.s.steps == 2


def test_a3_only_actions_with_a_possible_step(table):
    t = table().supply()
    assert not {"use 2,0", "use 0,1", "super build"} & set(t.legal())
    t.me().ants = 0
    assert not {"use 1,0", "super hatch"} & set(t.legal())
    assert not {"use 1,1", "super place", "use 2,1", "super transport"} & set(t.legal())
    t.nest(0, "yellow", 1)
    assert {"use 1,1", "super place"} <= set(t.legal())
    t.worker(0, "p01", item="green-leaf")
    assert {"use 2,1", "super transport"} <= set(t.legal())


def test_a3_scout_needs_a_tile_within_its_level(table):
    t = table().slots("A . SB SB SB SB", ". A SB SB SB SB", ". . SB SB SB A")
    assert not {"use 0,0", "super scout"} & set(t.legal())
    t.set_height(3, "0,0")
    assert "use 0,0" in t.legal() and "super scout" not in t.legal()


def test_a3_the_magnificant_acts_once_a_turn_at_level_one_and_costs_a_marker(table):
    t = table().play("super hatch")
    assert t.s.level == 1 and t.s.markers == 2
    t.play("hatch red")
    assert not t.legal("super") and t.legal("use") and "once a turn" in t.why("super scout")
    t.end_turn()
    assert t.legal("super")


def test_a3_a_player_may_leave_markers_unused(table):
    t = table(3).end_turn()
    assert t.s.mover == 1 and t.s.markers == 3


def test_a3_clean_up_starts_by_itself(table):
    t = table().supply("SB").slots(*["A . . . . ."] * 3)
    t.s.arrived = 7
    t.me().ants = 0
    t.play("super build", "tile SB", "lay 3,0", "lay 4,0")  # nothing is left to do: no tile, no ant
    assert t.s.mover == 1 or t.legal("draw")


def test_a4_wide_building_touches_the_colony_with_one_half(table):
    t = table().start("build").play("tile SH")
    first = set(t.legal("lay"))
    assert {"lay 3,0", "lay 4,0", "lay -1,0"} <= first and "lay 5,0" not in first
    t.play("lay 4,0")  # does not touch the base itself
    assert t.legal() == ["lay 3,0", "lay 3,1"]
    t.play("lay 3,0")
    assert t.height("4,0") == t.height("3,0") == 1 and (t.shows("4,0"), t.shows("3,0")) == ("S", "H")


def test_a4_high_building_needs_equal_heights(table):
    t = table().lay("SB", "0,0", "1,0").start("build").play("tile SH", "lay 2,0")
    assert set(t.legal()) == {"lay 1,1", "lay 2,1"}  # 1,0 is higher
    assert "not as high" in t.why("lay 1,0")


def test_a4_not_on_one_single_tile(table):
    t = table().lay("SB", "3,0", "4,0").start("build").play("tile SH")
    assert "lay 4,0" not in t.legal()  # its only neighbour of that height is the other half
    assert "lay 3,0" in t.legal()  # together with the base
    t.play("lay 3,0")
    assert set(t.legal()) == {"lay 2,0", "lay 2,1"} and "single tile" in t.why("lay 4,0")


def test_a4_two_different_tiles_carry_a_third(table):
    t = table().lay("SB", "3,0", "4,0").lay("SB", "3,-1", "4,-1").start("build").play("tile SH", "lay 4,0")
    assert set(t.legal()) >= {"lay 4,-1"} and "lay 3,0" not in t.legal()
    t.play("lay 4,-1")
    assert t.height("4,0") == 2


def test_a4_the_base_is_exempt_from_the_single_tile_rule(table):
    t = table().start("build").play("tile SH", "lay 0,0", "lay 1,0")
    assert t.height("0,0") == t.height("1,0") == 2 and t.me().piece.max() == 1


def test_a4_mixed_support_of_base_and_tile(table):
    t = table().lay("SB", "3,0", "4,0").start("build").play("tile SH", "lay 2,0", "lay 3,0")
    assert t.height("2,0") == t.height("3,0") == 2


def test_a4_markers_and_prey_are_never_covered(table):
    t = table().start("build").load(MARKER, "0,0").load(1, "1,0").play("tile SH")
    assert not {"lay 0,0", "lay 1,0"} & set(t.legal()) and "never covered" in t.why("lay 0,0")
    t.play("lay 2,0")
    assert set(t.legal()) == {"lay 1,1", "lay 2,1"}


def test_a4_fungus_may_be_covered(table):
    t = table().lay("FS", "0,0", "1,0").lay("FT", "0,1", "1,1").start("build").play("tile SH", "lay 0,0", "lay 0,1")
    assert t.shows("0,0") == "S" and t.height("0,0") == 3
    assert sum(1 for cell in range(361) if t.me().height[cell] and t.me().symbol[cell] == FUNGUS) == 0


def test_a4_level_five_is_the_highest(table):
    t = table().set_height(5, *BASE).start("build").play("tile SH")
    assert not set(t.legal()) & {f"lay {cell}" for cell in BASE} and "highest" in t.why("lay 0,0")
    t = table().set_height(4, *BASE).start("build").play("tile SH", "lay 0,0", "lay 1,0")
    assert t.height("0,0") == 5


def test_a4_nothing_is_laid_outside_the_window(table):
    t = table()
    for k in range(2, 8, 2):  # a chain of tiles to the right edge
        t.lay("SB", f"{k + 1},0", f"{k + 2},0")
    t.lay("SB", "9,0", "10,0").start("build")
    t.me().supply[0] = 1
    t.play("tile SB")
    cells = {text.split()[1] for text in t.legal()}
    assert cells <= set(CELL_NAMES) and "10,-1" in cells


def test_a5_1_scout_takes_one_tile_from_each_field_in_order(table):
    t = table().slots("SB ST BH BP BT A", "SP A SH PT FS FB", "HP HT A SB SB SB").start("scout", 3)
    assert t.legal() == ["take 1a", "take 1b", "take 1c"]
    t.play("take 1b")
    assert t.legal() == ["take 2a", "take 2c"]  # anteaters are never taken
    t.play("take 2c", "take 3b")
    assert t.me().supply[DATA.kinds.index("SH")] == 2 and t.me().supply.sum() == 4
    assert not t.legal("take") and t.row(0) == "SB ST BH BP BT A"  # no refill before clean-up


def test_a5_1_a_field_without_tiles_yields_nothing(table):
    t = table().slots("SB . BH BP BT A", "SB . SH PT FS A", "HP A SB SB SB SB").start("scout", 3).play("take 1a")
    assert t.legal() == ["take 3a", "take 3b", "take 3c"]
    t = table().slots("SB . BH BP BT A", "SB . SH PT FS A", "HP A SB SB SB SB").start("scout", 2).play("take 1a")
    assert not t.legal("take") and t.me().supply.sum() == 2


def test_a5_1_a_second_scout_sees_the_gaps(table):
    t = table().play("use 0,0", "take 1a", "super scout")
    assert t.legal() == ["take 1b", "take 1c"]


def test_a5_1_scouting_is_compulsory(table):
    t = table().start("scout", 2)
    assert "stop" not in t.legal() and "end" not in t.legal()
    with pytest.raises(AssertionError):
        t.play("stop")


def test_a5_2_build_exactly_as_many_as_the_level_or_the_supply(table):
    t = table().supply("SB", "PT", "BH").start("build", 2)
    for kind, first, second in (("PT", "3,0", "4,0"), ("SB", "3,-1", "4,-1")):
        assert "stop" not in t.legal() and "end" not in t.legal()
        t.play(f"tile {kind}", f"lay {first}", f"lay {second}")
    assert t.legal("end") and t.me().supply.sum() == 1
    t = table().supply("SB").start("build", 4).play("tile SB", "lay 3,0", "lay 4,0")
    assert t.legal("end")


def test_a5_2_a_tile_may_lie_either_way_round(table):
    one = table().start("build").play("tile SH", "lay 0,0", "lay 1,0")
    other = table().start("build").play("tile SH", "lay 1,0", "lay 0,0")
    assert (one.shows("0,0"), one.shows("1,0")) == ("S", "H") and (other.shows("0,0"), other.shows("1,0")) == ("H", "S")


def test_a5_3_the_first_two_ants_enter_the_same_nest_the_rest_are_free(table):
    t = table().start("hatch", 4)
    assert t.legal() == ["stop", *(f"hatch {colour}" for colour in DATA.colours)]
    t.play("hatch blue")
    assert t.legal() == ["stop", "hatch blue"] and "nest of the first, blue" in t.why("hatch red")
    t.play("hatch blue", "hatch red")
    assert len(t.legal("hatch")) == 6
    t.play("hatch green")
    assert t.legal("end") and t.me().nests.tolist() == [0, 1, 2, 0, 0, 1] and t.me().ants == 7


def test_a5_3_hatching_is_limited_by_the_supply_and_may_stop(table):
    t = table().start("hatch", 3)
    t.me().ants = 1
    t.play("hatch red")
    assert t.legal("end") and t.me().ants == 0  # over by itself
    t = table().start("hatch", 3).play("stop")
    assert t.legal("end") and t.me().ants == 11


def test_a5_3_several_players_share_a_nest_without_limit(table):
    t = table().nest(1, "green", 9).start("hatch", 5).play(*["hatch green"] * 5)
    assert t.me().nests[1] == 5 and t.me(1).nests[1] == 9


def test_a5_6_fungus_has_no_action(table):
    t = table().lay("FS", "0,0", "1,0")
    assert "use 0,0" not in t.legal() and "use 1,0" in t.legal() and "fungus" in t.why("use 0,0")


def test_a5_2_the_level_of_the_used_hex_sets_the_number(table):
    t = table().supply("SB", "PT", "BH").set_height(2, "2,0").play("use 2,0", "tile PT", "lay 3,0", "lay 4,0")
    assert t.legal("tile") and not t.legal("end")
    t.play("tile SB", "lay 3,-1", "lay 4,-1")
    assert t.legal("end") and t.me().supply.sum() == 1
    t = table().supply("SB").set_height(2, "2,0").play("use 2,0", "tile SB", "lay 3,0", "lay 4,0")
    assert not t.legal("tile")  # the supply is empty
