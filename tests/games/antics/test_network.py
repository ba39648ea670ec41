"""Antics!: ants on the board, transport, soldiers, prey and leaves (A5.4, A5.5, A6, A7)."""

from typing import Any

from formicarium.games.antics.components import DATA


def test_a5_4_advance_needs_an_ant_of_the_terrain_and_a_link(table):
    t = table().nest(0, "yellow", 2).nest(0, "blue", 1).start("place", 3)
    assert t.legal() == ["stop", "advance p01"]
    assert "not next to" in t.why("advance p03") and "nest has no own ant" in t.why("advance p07")
    t.play("advance p01")
    assert t.legal() == ["stop", "advance p02", "advance p03", "return p01"]
    t.play("advance p03")
    assert t.workers() == {"p01", "p03"} and t.me().nests[0] == 0 and t.me().ants == 8
    assert "already" in t.why("advance p03")


def test_a5_4_water_is_reached_over_land(table):
    t = table().worker(0, "p01", "p03", "p06").nest(0, "blue", 1).start("place")
    assert t.legal("advance") == ["advance p25", "advance p28"]


def test_a5_4_the_hill_joins_nothing(table):
    t = table().worker(0, "p01").nest(0, "green", 1).start("place")
    assert t.legal("advance") == ["advance p07"]
    assert "pass p01 p07" not in table().worker(0, "p01", item="red").worker(0, "p07").start("transport").legal()


def test_a5_4_one_own_worker_a_path_others_do_not_block(table):
    t = table().worker(1, "p01").worker(2, "p01").nest(0, "yellow", 2).start("place", 2).play("advance p01")
    assert "advance p01" not in t.legal()


def test_a5_4_return_goes_to_the_supply_and_keeps_the_rest_linked(table):
    t = table().worker(0, "p01", "p03", "p04").start("place", 2)
    assert t.legal("return") == ["return p04"] and "linked" in t.why("return p01")
    before = int(t.me().ants)
    t.play("return p04")
    assert t.me().ants == before + 1 and t.legal("return") == ["return p03"] and not t.me().nests.any()


def test_a5_4_a_ring_keeps_its_links(table):
    t = table().worker(0, "p01", "p03", "p05", "p12", "p09", "p07").start("place")
    assert len(t.legal("return")) == 6


def test_a5_4_laden_or_guarded_ants_do_not_return(table):
    t = table().worker(0, "p01", item="red").worker(0, "p07", guard=True).start("place")
    assert not t.legal("return")
    assert "carries" in t.why("return p01") and "guard" in t.why("return p07")


def test_a5_4_moves_are_mixed_and_may_stop(table):
    t = table().worker(0, "p01").nest(0, "green", 1).start("place", 3).play("return p01", "advance p07", "stop")
    assert t.workers() == {"p07"} and t.legal("end")


def test_a5_4_soldiers_never_advance_and_the_chasm_cannot_be_entered(table):
    t = table().nest(0, "red", 2).start("place")
    assert not t.legal("advance") and "bridge" in (t.why("advance p32") or "bridge")
    t = table().nest(0, "red", 2).nest(0, "blue", 1).start("place", 3)
    assert "advance p32" not in t.legal()


def test_a5_5_pick_pass_deliver_costs_one_step_each(table):
    t = table().worker(0, "p01", "p03").start("transport", 4)
    assert t.legal() == ["stop", "pick p03 P2"]
    t.play("pick p03 P2")
    assert t.carries("p03") == "yellow" and t.lying("P2") == 2 and t.s.steps == 3
    assert t.legal() == ["stop", "pass p03 p01"]
    t.play("pass p03 p01")
    assert t.carries("p01") == "yellow" and not t.carries("p03")
    assert set(t.legal()) == {"stop", "pass p01 p03", "deliver p01"}
    t.play("deliver p01")
    assert not t.carries("p01") and t.me().delivered == 1 << DATA.colours.index("yellow")
    assert t.s.steps == 1 and t.legal("end")  # no further step: the action is over by itself


def test_a5_5_an_ant_carries_one_thing(table):
    t = table().worker(0, "p01", "p03", item="red").start("transport", 2)
    assert not t.legal("pick") and not t.legal("pass") and t.legal("deliver") == ["deliver p01"]
    assert "already" in t.why("pick p03 P2")


def test_a5_5_a_path_between_two_sites_picks_from_either(table):
    t = table().worker(0, "p01", "p03", "p04").start("transport", 2)
    assert t.legal("pick") == ["pick p03 P2", "pick p04 P2", "pick p04 PG"]


def test_a5_5_only_paths_at_the_hill_deliver(table):
    t = table().worker(0, "p01", "p03").worker(0, "p07", item="brown-leaf").start("transport")
    assert t.legal("deliver") == ["deliver p07"]
    t.play("deliver p07")
    assert t.me().leaves.tolist() == [0, 1]


def test_a5_5_steps_are_spread_freely(table):
    t = table().worker(0, "p01", "p02", "p07", "p08").start("transport", 2).play("pick p02 PB", "pick p08 GB")
    assert t.carries("p02") == t.carries("p08") == "brown-leaf" and t.legal("end")


def test_a6_1_a_guard_stands_beside_an_own_worker_one_a_path(table):
    t = table().worker(0, "p01", "p07").worker(1, "p07", guard=True).nest(0, "red", 2).start("place", 2)
    assert t.legal("guard") == ["guard p01"] and "has a guard" in t.why("guard p07")
    t.play("guard p01")
    assert t.me().nests[5] == 1 and t.me().guards == 1 and not t.legal("guard")
    assert t.legal("unguard") == ["unguard p01"] and "return p01" not in t.legal()
    ants = int(t.me().ants)
    t.play("unguard p01")
    assert t.me().guards == 0 and t.me().ants == ants + 1


def test_a6_1_a_guard_protects_its_owner_only(table):
    def legal(guard_of: int) -> list[str]:
        t = table().worker(1, "p01", item="blue").worker(2, "p01", item="red").worker(0, "p01").nest(0, "red", 1)
        t.me(guard_of).guards |= 1
        return t.legal("steal")

    assert legal(1) == ["steal p01 red"] and legal(2) == ["steal p01 blue"]
    assert legal(0) == ["steal p01 blue", "steal p01 red"]


def test_a6_1_a_guard_does_not_link(table):
    t = table().worker(0, "p01", guard=True).nest(0, "yellow", 1).start("place")
    t.me().workers = 0  # only the guard is left on the path
    assert t.legal("advance") == ["advance p01"]


def test_a6_2_a_bridge_takes_three_soldiers_and_three_moves(table):
    t = table().nest(0, "red", 3).worker(0, "p01").start("place", 2)
    assert not t.legal("bridge") and "three moves" in t.why("bridge")
    t = table().nest(0, "red", 2).worker(0, "p01").start("place", 3)
    assert not t.legal("bridge") and "red nest" in t.why("bridge")
    t = table().nest(0, "red", 3).nest(0, "yellow", 1).start("place", 4)
    ants = int(t.me().ants)
    t.play("bridge")
    assert t.workers() == {"p32"} and t.me().ants == ants + 2 and t.me().nests[5] == 0 and t.s.steps == 1
    t.play("advance p01")
    assert t.legal("end")
    t = table().nest(0, "red", 3).start("place", 3)
    assert t.legal() == ["stop", "bridge"]  # legal for the sake of the bridge alone
    t = table().nest(0, "red", 4).worker(0, "p01").start("place", 3).play("guard p01")
    assert not t.legal("bridge")  # only two moves left


def test_a6_2_only_one_own_bridge_which_is_an_ordinary_worker(table):
    t = table().worker(0, "p32").nest(0, "red", 3).nest(0, "blue", 1).start("place", 3)
    assert not t.legal("bridge") and "already" in t.why("bridge")
    assert {"advance p25", "advance p26", "advance p27", "guard p32", "return p32"} <= set(t.legal())
    t = table().worker(0, "p32").start("transport", 2).play("pick p32 W0", "deliver p32")
    assert t.me().leaves.tolist() == [0, 1]


def test_a6_2_three_steps_bring_the_blue_prey_over_the_bridge(table):
    t = table().worker(0, "p32", "p27").start("transport", 3).play("pick p27 W3", "pass p27 p32", "deliver p32")
    assert t.me().delivered == 1 << DATA.colours.index("blue")


def test_a6_2_everybody_needs_an_own_bridge(table):
    t = table().worker(1, "p32").nest(0, "blue", 1).nest(0, "red", 3).start("place", 3)
    assert not t.legal("advance") and t.legal("bridge")


def test_a6_3_stealing_moves_the_item_and_costs_a_soldier(table):
    t = table().worker(1, "p07", item="green").worker(0, "p07").nest(0, "red", 1)
    ants, markers = int(t.me().ants), int(t.s.markers)
    assert t.legal("steal") == ["steal p07 blue"]
    t.play("steal p07 blue")
    assert t.carries("p07") == "green" and not t.carries("p07", 1) and t.me(1).laden == 0 and t.me(1).carried == 0
    assert t.me().nests[5] == 0 and t.me().ants == ants + 1 and t.s.markers == markers


def test_a6_3_conditions_of_stealing(table):
    def legal(own: str = "p07", soldiers: int = 1, **load: str) -> list[str]:
        return table().worker(1, "p07", item="green").worker(0, own, **load).nest(0, "red", soldiers).legal("steal")

    assert legal()
    assert not legal(own="p01")  # another path
    assert not legal(item="brown-leaf")  # the own worker has its hands full
    assert not legal(soldiers=0)
    t = table().worker(1, "p07", item="green", guard=True).worker(0, "p07").nest(0, "red", 1)
    assert not t.legal("steal") and "guard" in t.why("steal p07 blue")
    t = table().worker(1, "p07").worker(0, "p07").nest(0, "red", 1)
    assert not t.legal("steal") and "carries anything" in t.why("steal p07 blue")


def test_a6_3_stealing_is_offered_at_every_decision_but_lay(table):
    def thief() -> Any:
        return table().worker(1, "p01", item="green").worker(0, "p01").nest(0, "red", 1).nest(0, "yellow", 1)

    for deed in ("scout", "build", "hatch", "place", "transport"):
        assert thief().start(deed).legal("steal") == ["steal p01 blue"], deed
    t = thief().start("build").play("tile SH")
    assert not t.legal("steal")
    t.play("lay 0,0")
    assert not t.legal("steal")


def test_a7_only_one_prey_a_type(table):
    t = table().worker(0, "p01", "p03").start("transport", 2)
    t.me().delivered = 1 << DATA.colours.index("yellow")
    assert not t.legal("pick") and "only one" in t.why("pick p03 P2")
    t = table().worker(0, "p01", item="yellow").worker(0, "p03").start("transport", 2)
    assert not t.legal("pick")
    t = table().worker(1, "p01", item="yellow").worker(0, "p01").nest(0, "red", 1)
    t.me().delivered = 1 << DATA.colours.index("yellow")
    assert not t.legal("steal") and "only one" in t.why("steal p01 blue")


def test_a7_any_number_of_leaves(table):
    t = table().worker(0, "p01", item="brown-leaf").worker(0, "p02").start("transport", 3)
    assert "pick p02 PB" in t.legal()


def test_a7_the_last_prey_of_a_site_leaves_a_token(table):
    t = table().worker(0, "p01", "p03").start("transport", 2)
    t.s.lying[DATA.nodes.index("P2")] = 1
    t.play("pick p03 P2")
    assert t.lying("P2") == 0 and t.s.tokens == 5 and t.s.ending == 0
    t = table().worker(0, "p01", "p02").start("transport", 2).play("pick p02 PB")
    assert t.s.tokens == 6  # leaves have no tokens


def test_a7_delivered_leaves_stay_beside_the_colony(table):
    t = table().worker(0, "p01", item="green-leaf").start("transport").play("deliver p01", "end")
    assert not t.legal("store") and t.me().leaves.tolist() == [1, 0]
