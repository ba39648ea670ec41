"""Antics!: components and set-up (A1, A2, A11 to A13) and the limits of A17."""

import tomllib
from itertools import combinations

import numpy as np
import pytest

from formicarium.core.kernel import MOST_COUNTS, NATURE
from formicarium.engine.position import Position
from formicarium.errors import ActionError
from formicarium.games.antics import GAME
from formicarium.games.antics.components import (
    ANTEATER,
    BASE,
    CELL_NAMES,
    CELLS,
    DATA,
    EXITS,
    GREEN,
    HAS_FUNGUS,
    ITEM_AT,
    NEAR,
    PATH,
    TILES,
)
from formicarium.games.antics.state import STATE


def test_a1_all_components_are_there(table):
    s = table(4, ready=False).s
    assert int(s.bag.sum()) == 56 and len(DATA.kinds) == 15 and int(TILES.sum()) + 4 == 60
    assert sorted(int(s.bag[kind]) for kind in range(15) if not HAS_FUNGUS[kind]) == [4] * 10
    assert sum(int(s.bag[kind]) for kind in range(15) if HAS_FUNGUS[kind]) == 16
    assert all(np.flatnonzero(s.players[seat].height).tolist() == sorted(BASE.tolist()) for seat in range(4))
    assert all(int(s.players[seat].height.max()) == 1 for seat in range(4))


def test_a1_the_spec_data_are_the_components():
    symbols = "".join(kind * count for kind, count in zip(DATA.kinds, DATA.tiles, strict=True))
    assert {letter: symbols.count(letter) for letter in "SBHPTF"} == {
        "S": 19,
        "B": 19,
        "H": 19,
        "P": 19,
        "T": 20,
        "F": 16,
    }
    assert sorted(map(sorted, DATA.kinds)) == sorted(sorted(pair) for pair in combinations("SBHPTF", 2))
    assert DATA.colours == ["yellow", "green", "blue", "purple", "grey", "red"]


def test_a2_1_each_player_has_base_starter_and_twelve_ants_one_on_the_hill(table):
    for seats in (2, 3, 4):
        s = table(seats, ready=False).s
        for seat in range(seats):
            me = s.players[seat]
            assert me.ants == 11 and not me.workers and not me.nests.any()
            assert [DATA.kinds[kind] for kind in np.flatnonzero(me.supply)] == ["SH"] and me.supply.sum() == 1
        assert all(not s.players[seat].height.any() for seat in range(seats, 4))


def test_a2_2_three_prey_of_each_type(table):
    for seats, prey, expected in ((4, "standard", 3), (3, "standard", 3), (2, "standard", 2), (3, "2", 2), (2, "3", 3)):
        t = table(seats, prey, ready=False)
        assert [t.lying(DATA.nodes[node]) for node in DATA.prey_site] == [expected] * 6


def test_a2_3_one_leaf_on_each_of_ten_sites(table):
    s = table(ready=False).s
    leaves = [int(s.lying[node]) for node in range(len(ITEM_AT)) if ITEM_AT[node] >= GREEN]
    assert leaves == [1] * 10 and [len(sites) for sites in DATA.leaf_sites] == [5, 5]


def test_a2_4_six_tokens(table):
    assert table(ready=False).s.tokens == 6


def test_a2_5_anteaters_lie_on_field_six_in_random_rows_and_sides(table):
    t = table(ready=False)
    assert set(t.weights()) == {f"anteater A1 {colour} {row}" for colour in ("blue", "yellow") for row in "abc"}
    assert set(t.weights().values()) == {1}
    t.play("anteater A1 yellow b")
    assert set(t.weights()) == {f"anteater A2 {colour} {row}" for colour in ("grey", "purple") for row in "ac"}
    t.play("anteater A2 grey c")
    assert t.legal() == ["anteater A3 green a", "anteater A3 red a"]
    t.play("anteater A3 red a")
    assert t.s.anteater.tolist() == [2, 0, 1] and t.s.side.tolist() == [1, 1, 0]
    assert all(t.s.slots[row].tolist() == [0] * 5 + [ANTEATER] for row in range(3))


def test_a2_6_fungus_goes_to_the_highest_field_all_else_to_the_lowest(table):
    t = table(ready=False).play("anteater A1 blue a", "anteater A2 grey b", "anteater A3 green c")
    assert t.weights() == dict(zip([f"draw {kind}" for kind in DATA.kinds], DATA.tiles, strict=True))
    t.play("draw SB", "draw FT", "draw PT", "draw FS")
    assert t.row(0) == "SB . . . FT A" and t.row(1) == "PT . . . FS A" and t.row(2) == ". . . . . A"
    t.play("draw FS", "draw FB", "draw ST", "draw BH")
    assert t.row(0) == "SB BH . FB FT A" and t.row(2) == "ST . . . FS A"
    t.play("draw FT", "draw FT", "draw FB", "draw HP", "draw HP", "draw HT")
    assert t.row(0) == "SB BH FB FB FT A" and t.row(1) == "PT HP HT FT FS A"
    t.play("draw FT")  # the last free slot, in the middle
    assert t.row(2) == "ST HP FT FT FS A" and int(t.s.bag.sum()) == 41


def test_a2_7_the_first_player_is_drawn_and_play_goes_round(table):
    t = table(3, ready=False)
    while len(t.legal("first")) == 0:
        t.play(t.legal()[0])
    assert t.weights() == {"first 0": 1, "first 1": 1, "first 2": 1}
    t.play("first 2")
    order = []
    for _ in range(4):
        order.append(int(t.s.mover))
        t.end_turn()
    assert order == [2, 0, 1, 2] and t.s.round_number == 2


def test_a2_8_one_action_then_two_then_three(table):
    t = table(4, ready=False)
    while not t.legal("first"):
        t.play(t.legal()[0])
    t.play("first 1")
    markers = []
    for _ in range(6):
        markers.append(int(t.s.markers))
        t.end_turn()
    assert markers == [1, 2, 3, 3, 3, 3]


def test_a11_the_network_has_the_sourced_shape():
    steps = {"H": 0}
    for _ in DATA.nodes:
        for (a, b), name in zip(DATA.ends, DATA.paths, strict=True):
            if name != "p32":
                for x, y in ((a, b), (b, a)):
                    if DATA.nodes[x] in steps:
                        found = steps[DATA.nodes[x]] + 1
                        steps[DATA.nodes[y]] = min(steps.get(DATA.nodes[y], 99), found)
    assert {site: steps[site] for site in ("P2", "GX", "RX", "FX", "S", "W3", "PB", "W0", "PG", "E")} == {
        "P2": 2, "GX": 3, "RX": 3, "FX": 3, "S": 3, "W3": 4, "PB": 2, "W0": 4, "PG": 3, "E": 3,
    }  # fmt: skip
    assert len(DATA.nodes) == 26 and len(DATA.paths) == 32
    assert [DATA.paths[path] for path in range(32) if EXITS >> path & 1] == ["p01", "p07", "p13", "p19", "p32"]
    assert not NEAR[DATA.paths.index("p01")] >> DATA.paths.index("p07") & 1  # the hill joins nothing


def test_a12_the_file_says_what_is_sourced_and_what_is_ours():
    text = PATH.read_text(encoding="utf-8")
    tomllib.loads(text)
    assert text.count("[X]") > 10 and text.count("[Q]") > 8 and text.count("[B]") > 5


def test_a13_two_seats_play_without_fourteen_tiles_for_all_to_see(table):
    t = table(2, ready=False)
    assert t.weights() == dict(zip([f"remove {kind}" for kind in DATA.kinds], DATA.tiles, strict=True))
    for _ in range(4):
        t.play("remove FT")
    assert "remove FT" not in t.legal() and t.weights()["remove SB"] == 4
    for _ in range(10):
        t.play(t.legal("remove")[0])
    assert int(t.s.removed.sum()) == 14 and int(t.s.bag.sum()) == 42 and t.legal("anteater")
    for seats in (3, 4):
        assert not table(seats, ready=False).legal("remove")


def test_a17_the_window_is_nineteen_cells_square_around_the_base():
    assert len(CELL_NAMES) == CELLS == 361
    assert CELL_NAMES[0] == "-8,-9" and CELL_NAMES[-1] == "10,9"
    assert GAME.actions.parse("lay 10,9") and GAME.actions.parse("use -8,-9")
    with pytest.raises(ActionError):
        GAME.actions.parse("lay 11,0")


def test_a17_a_position_is_small_and_the_census_fits():
    assert STATE.itemsize <= 8192
    position = Position.start(GAME, 4, GAME.encode_options(GAME.check_options({}, 4)))
    assert position.actors == (NATURE,) and MOST_COUNTS >= 15 + 8 + 1 + 3 + 16
