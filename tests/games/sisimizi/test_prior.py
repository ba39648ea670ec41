"""What Sisimizi's bots look at (S12), and that they do what must be done."""

import numpy as np
import pytest

import formicarium as fm
from formicarium.core import entry

HILLS = "f5 i6 l9 r11 r17 n16 f11"
ANTS = "g5 h5 i5 j6 k7 k8 m9 n9 o9 p9 q9 q10 q12 q13 p14 q15 q16 q17 p17 o17 k9 j9 i9 h9 g9 f10"


def weights(match):
    """The prior of each legal action, by its text."""
    view = match.match.view(match.seat)
    codes = np.array(view.codes(match.seat))
    out = np.zeros(len(codes))
    entry.prior(view.records, 0, match.seat, codes, len(codes), out)
    assert (out >= 0).all()
    assert out.sum() > 0
    return {view.game.actions[code].text: weight for code, weight in zip(codes, out, strict=True)}


def without(*fields):
    return " ".join(field for field in ANTS.split() if field not in fields)


def test_s12_the_gaps_of_the_own_network_are_looked_at_and_little_else(table):
    found = weights(table(ants={0: without("k8", "f10", "q12")}, hills={0: HILLS, 1: "c2"}))
    assert min(found[f"ant {field}"] for field in ("k8", "f10", "q12")) >= 1
    assert found["ant a21"] == 0
    assert found["lift k9"] == 0
    assert 0 < found["done"] < 0.01
    assert sum(weight > 0 for weight in found.values()) < 60 < len(found)


def test_s12_a_field_in_the_way_of_one_who_is_near_the_end_is_looked_at(table):
    near = {"ants": {0: "a20 a21", 1: without("k8", "q12")}, "hills": {0: "j11", 1: HILLS}}
    found = weights(table(**near))
    assert min(found["ant k8"], found["ant q12"]) >= max(
        weight for text, weight in found.items() if text[:3] == "ant" and text[4:] not in ("k8", "q12")
    )
    late = weights(table(**near, round_number=50))
    assert late["ant k8"] < found["ant k8"]


def test_s12_a_bridge_on_the_own_way_is_looked_at_and_no_other(table):
    wall = "p12 q12 r12 s12 t12 u12 v12 o12 n12"
    found = weights(table(ants={0: without("q12"), 1: f"{wall} a21"}, hills={0: HILLS, 1: "c2"}))
    assert found["bridge q12"] > 0
    assert found["bridge a21"] == found["bridge v12"] == 0


def test_s12_a_piece_is_lifted_only_if_there_is_a_place_for_it(table):
    match = table(ants={0: f"{without('k8')} a1 b1 c1"}, hills={0: HILLS, 1: "c2"}).play("ant a20; ant a19; ant a18")
    found = weights(match)
    assert found["lift a1"] > 0
    assert found["lift j6"] == found["lift l9"] == 0
    assert weights(match.play("lift a1"))["drop k8"] > 0


def test_s12_a_piece_in_hand_always_has_a_way_out(table):
    """The gap in the network is where the ant came from: it has to go somewhere."""
    match = table(ants={0: without("k8")}, hills={0: HILLS, 1: "c2"}, round_number=50)
    match.play("ant a20; ant a19; ant a18; lift j6")
    assert max(weights(match).values()) > 0


@pytest.mark.parametrize("level", ["gentle", "steady"])
def test_s12_a_bot_finishes_its_network(table, level):
    match = table(ants={0: without("k8", "q12", "f10"), 1: "a20 a21"}, hills={0: HILLS, 1: "c2"})
    bot = fm.bot("sisimizi", level, seed=1)
    while match.seat == 0:
        match.match.play(bot.choose(match.match.view(0)))
    assert match.match.outcome.shares == (1.0, 0.0)


def test_s12_a_bot_stops_who_would_finish(table):
    """The wall of seat 0 has one gap, and seat 1 has no bridge left."""
    wall = "n12 o12 p12 r12 s12 t12 u12 v12"
    match = table(ants={0: wall, 1: without("q12")}, hills={0: "j11", 1: HILLS})
    match.match.position.record.players[1]["bridges"] = 0
    bot = fm.bot("sisimizi", "steady", seed=1)
    while match.seat == 0:
        match.match.play(bot.choose(match.match.view(0)))
    assert match.on("q12") == "ant 0"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s12_matches_of_bots_end_with_a_winner(seats):
    match = fm.Match("sisimizi", seats=seats, seed=seats)
    bots = [fm.bot("sisimizi", "easy", seed=seat) for seat in range(seats)]
    while not match.over:
        seat = match.actors[0]
        match.play(bots[seat].choose(match.view(seat)))
    assert match.outcome.reason == "joined"
