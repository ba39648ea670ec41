"""Winter (section 4) and its edge cases (section 7)."""

import pytest

from formicarium.core.kernel import NATURE
from formicarium.engine.match import Match
from formicarium.games.grasshopper.components import CARD_NAMES, CELL_NAMES

SNAKE = "a1 b1 c1 d1 d2 d3"  # C-1 C-2 T-1 T-2 S-1 S-2
BEETLES = """
  C-1  C-be T-1  T-2
  C-2  S-be T-bb S-1
  W-1  W-2  W-be S-2
  C-bb S-bb W-fi T-3
"""


def grid(at):
    return {name: CARD_NAMES[card] for name, card in zip(CELL_NAMES, at.s.grid.tolist(), strict=True) if card >= 0}


# Set-up


def setup(seats, mode="winter", **options):
    return Match("grasshopper", seats=seats, nature=False, mode=mode, first_ant="1", **options)


@pytest.mark.parametrize(("seats", "kinds"), [(2, 4), (3, 6), (4, 7)])
def test_g4_1_provisions_by_the_number_of_players(seats, kinds):
    s = setup(seats).position.record
    assert s.stock.tolist() == [2] * kinds + [0] * (7 - kinds)
    assert s.unused.tolist() == [0] * kinds + [2] * (7 - kinds)


def test_g4_1_everybody_draws_a_card_and_three_provisions_are_shown():
    match = setup(3)
    for _ in range(16 + 3 + 3):
        match.play(match.legal()[-1])
    s = match.position.record
    assert [int(player.have.sum()) for player in s.players] == [1, 1, 1, 0]
    assert (s.row >= 0).all()
    assert match.actors == (1,)


def test_g7_16_the_order_of_the_set_up():
    match = Match("grasshopper", seats=3, nature=False, mode="beetle")
    verbs = []
    while match.actors == (NATURE,):
        verbs.append(match.legal()[0].verb)
        before = [int(player.have.sum()) for player in match.position.record.players]
        if len(verbs) == 1:
            match.play("first 1")
        else:
            match.play(match.legal()[0])
        after = [int(player.have.sum()) for player in match.position.record.players]
        if verbs.count("card") > 16 and verbs[-1] == "card":
            seat = (1 + verbs.count("card") - 17) % 3  # clockwise from the Ant
            assert [after[k] - before[k] for k in range(3)] == [int(k == seat) for k in range(3)]
    assert verbs == ["first"] + ["card"] * 19 + ["provision"] * 3 + ["set-aside"] * 2


def test_g7_16_provisions_are_drawn_by_the_copies_left():
    match = setup(2)
    for _ in range(18):
        match.play(match.legal()[0])
    assert dict(match.position.chance()) == dict.fromkeys(match.legal(), 2)
    match.play("provision P2")
    weights = {action.text: weight for action, weight in match.position.chance()}
    assert weights == {"provision P1": 2, "provision P2": 1, "provision P3": 2, "provision P4": 2}
    assert match.position.record.row.tolist() == [1, -1, -1]


# A round


def test_g4_2_1_the_ant_and_all_red_ants_commit_in_any_order(table):
    at = table("winter", 4).play(*(f"ant {cell}" for cell in SNAKE.split()))
    assert at.position.actors == (0, 2, 3)
    at.play("3: name wood")
    assert at.position.actors == (0, 2)
    at.play("0: choose cloth", "2: name stone")
    assert at.position.actors == (1,)
    other = table("winter", 4).play(*(f"ant {cell}" for cell in SNAKE.split()))
    other.play("2: name stone", "0: choose cloth", "3: name wood")
    assert other.position == at.position


def test_g4_2_1_red_ants_may_name_any_type_but_the_ant_only_one_of_the_chain(table):
    at = table("winter", 3).play(*(f"ant {cell}" for cell in SNAKE.split()))
    assert at.legal(2) == ["name cloth", "name tile", "name stone", "name wood"]
    assert at.legal(0) == ["choose cloth", "choose tile", "choose stone"]


def test_g4_2_2_the_grasshopper_waits_for_all_tokens(table):
    at = table("winter", 3).play(*(f"ant {cell}" for cell in SNAKE.split()), "0: choose tile")
    assert at.position.actors == (2,)
    assert at.play("2: name tile").position.actors == (1,)


def test_g4_2_3_the_ant_may_take_another_card_with_the_same_insect(table):
    at = table("winter", grid=BEETLES).round("a1 b1 c1 d1 d2 d3", "cloth", "c1")
    assert at.legal() == ["swap b1 b2", "swap b1 c3", "collect"]
    at.play("swap b1 c3")
    assert at.legal() == ["collect"]  # asked until it collects
    at.play("collect")
    assert at.cards(0) == {"C-1", "W-be"}
    assert grid(at)["b1"] == "C-be"  # a card not taken stays


def test_g4_2_3_the_grasshopper_never_swaps(table):
    at = table("winter", grid=BEETLES).round("a1 b1 c1 d1 d2 d3", "cloth", "a1")
    assert at.cards(1) == {"C-1", "C-be"}
    assert at.position.actors != (0,)


def test_g4_2_3_red_ants_that_named_the_type_draw_a_card(table):
    at = table("winter", 4, roles=(2, 0)).round(SNAKE, "tile", "a1", {1: "tile", 3: "tile"})
    drawn = []
    while at.position.actors == (NATURE,) and len(at.holes()) > 2 and len(drawn) < 2:
        before = {seat: len(at.cards(seat)) for seat in range(4)}
        at.draw()
        drawn += [seat for seat in range(4) if len(at.cards(seat)) > before[seat]]
    assert drawn == [3, 1]  # clockwise from the Ant
    at = table("winter", 4).round(SNAKE, "tile", "a1", {2: "tile", 3: "wood"}).settle()
    assert [len(at.cards(seat)) for seat in range(4)] == [2, 0, 1, 0]


def test_g4_2_3_red_ants_get_nothing_if_the_grasshopper_collected(table):
    at = table("winter", 4).round(SNAKE, "tile", "c1", {2: "tile", 3: "tile"}).settle()
    assert [len(at.cards(seat)) for seat in range(4)] == [0, 2, 0, 0]


def test_g7_6_an_impossible_name_is_legal_and_fails(table):
    at = table("winter", 3).round(SNAKE, "tile", "a1", {2: "wood"}).settle()
    assert len(at.cards(2)) == 0


def test_g4_2_4_only_the_collector_is_asked_and_may_buy_one_provision(table):
    at = table("winter", supply={0: "C-3 C-4 S-3 S-4 W-3 W-4", 1: "C-5 C-6 S-5 S-6"})
    at.round(SNAKE, "stone", "a1")
    assert at.position.actors == (0,)
    assert at.legal() == ["buy P1", "buy P2", "pass"]
    at.play("buy P1", "pay")
    assert at.owned(0) == ["P1"]
    assert at.position.actors == (NATURE,)  # nothing more to ask: the grid is filled
    assert at.row() == ["-", "P2", "P3"]


def test_g4_2_4_just_collected_cards_pay(table):
    at = table("winter", supply={0: "C-3 C-4"}).round(SNAKE, "stone", "a1")
    at.play("buy P1", "pay")
    assert at.pile() == {"C-3", "C-4", "S-1", "S-2"}


def test_g4_2_4_three_cards_stand_for_one_of_another_type(table):
    at = table("winter", supply={0: "W-3 W-4 W-5 C-3 S-3"}).round(SNAKE, "tile", "a1")
    assert at.legal() == ["buy P3", "pass"]  # for P1 one cloth and one stone are missing, but there is one set only
    at.play("buy P3")
    assert at.legal() == ["wild wood stone"]
    at.play("wild wood stone")
    assert at.legal() == ["pay"]
    at.play("pay")
    assert at.cards(0) == {"C-3"}


def test_g4_2_4_exact_change(table):
    at = table("winter", supply={0: "C-3 C-4"}).round(SNAKE, "stone", "a1").play("buy P1", "pay")
    assert at.cards(0) == set()
    assert at.position.actors == (NATURE,)
    at.play("card W-6")
    assert at.cards(0) == {"W-6"}
    more = table("winter", supply={0: "C-3 C-4 W-3"}).round(SNAKE, "stone", "a1").play("buy P1", "pay").settle()
    assert more.cards(0) == {"W-3"}


def test_g4_2_5_the_grid_is_filled_then_the_row_then_roles_rotate(table):
    at = table("winter", 3, supply={0: "C-3 C-4 W-3"}).round(SNAKE, "stone", "a1", {2: "wood"}).play("buy P1", "pay")
    assert at.legal()[0].startswith("card")
    at.draw(2)
    assert at.holes() == ""
    assert at.legal()[0].startswith("provision")
    at.play("provision P4")
    assert at.row() == ["P4", "P2", "P3"]
    assert (at.s.ant, at.s.grasshopper, at.s.round_number) == (1, 2, 2)
    at.play(*(f"ant {cell}" for cell in SNAKE.split()))
    assert at.position.actors == (0, 1)  # seat 0 is a Red Ant now


# The end


def test_g4_3_four_points_win_at_once(table):
    at = table("winter", supply={0: "C-3 C-4"}, owned={0: "P2 P3 P4"}).round(SNAKE, "stone", "a1")
    at.play("buy P1", "pay")
    assert at.over == "provisions"
    assert at.position.outcome.points == (4, 0)
    assert at.cards(0) == set()  # before exact change is drawn


def test_g4_3_a_pair_is_worth_three(table):
    at = table("winter", supply={0: "C-3 C-4"}, owned={0: "P1 P4"}).round(SNAKE, "stone", "a1").play("buy P1", "pay")
    assert at.position.outcome.points == (4, 0)
    two = table("winter", supply={0: "C-3 C-4"}, owned={0: "P1"}).round(SNAKE, "stone", "a1").play("buy P1", "pay")
    assert two.over is None


def test_g4_3_a_fifth_point_is_possible(table):
    at = table("winter", supply={0: "C-3 C-4"}, owned={0: "P1 P3 P4"}).round(SNAKE, "stone", "a1").play("buy P1", "pay")
    assert at.position.outcome.points == (5, 0)


def test_g4_3_the_others_are_placed_by_points_and_cards(table):
    at = table("winter", 4, supply={0: "C-3 C-4", 1: "W-3", 2: "W-4 W-5"}, owned={0: "P2 P3 P4", 3: "P5"})
    outcome = at.round(SNAKE, "stone", "a1", {2: "wood", 3: "wood"}).play("buy P1", "pay").position.outcome
    assert outcome.places == (1, 4, 3, 2)
    assert outcome.shares == (1, 0, 0, 0)


def test_g7_12_without_a_legal_chain_points_then_cards_decide(table):
    holes = "C-1 C-2 T-1 T-2 . . . S-1 . . . S-2 W-3 . . ."  # after the harvest of tile no chain is left
    at = table("winter", 3, grid=holes, deck="", owned={2: "P1"}, supply={0: "W-1"})
    at.round("a1 b1 c1 d1 d2 d3", "tile", "a1", {2: "wood"})
    assert at.over == "chain"
    assert at.position.outcome.places == (2, 3, 1)
    tie = table("winter", 3, grid=holes, deck="", supply={1: "W-1 W-2"})
    outcome = tie.round("a1 b1 c1 d1 d2 d3", "tile", "a1", {2: "wood"}).position.outcome
    assert outcome.shares == (0.5, 0.5, 0)  # two cards each
    assert outcome.places == (1, 1, 3)


def test_g7_12_pawns_cannot_stand_on_holes(table):
    at = table("winter", grid="C-1 C-2 T-1 T-2 . . . S-1 . . . S-2 W-3 . . .", deck="")
    assert at.legal() == ["ant a1", "ant d3"]
    assert at.play("ant a1").legal() == ["ant b1"]
    connected = table("winter", grid="C-1 C-2 T-1 T-2 . . . S-1 . . . S-2 W-3 . . .", deck="", chain_rule="connected")
    assert set(connected.legal()) == {f"ant {cell}" for cell in SNAKE.split()}


def test_g7_13_after_round_200_points_decide(table):
    at = table("winter", owned={1: "P1"})
    at.s.round_number = 200
    at.round(SNAKE, "tile", "a1").settle()
    assert at.over == "rounds"
    assert at.position.outcome.places == (2, 1)
    at = table("winter", owned={1: "P1"})
    at.s.round_number = 199
    assert at.round(SNAKE, "tile", "a1").settle().over is None


def test_g7_23_points_and_shares(table):
    at = table("winter", 3, owned={1: "P1", 2: "P2"})
    at.s.round_number = 200
    outcome = at.round(SNAKE, "tile", "a1", {2: "wood"}).settle().position.outcome
    assert outcome.points == (0, 1, 1)
    assert outcome.shares == (0, 0.5, 0.5)


# Drawing


def test_g4_4_an_empty_deck_is_made_from_the_discard_pile_when_a_card_is_needed(table):
    at = table("winter", deck="W-5", discard="C-5 C-6").round(SNAKE, "tile", "a1")
    assert at.legal() == ["card W-5"]
    assert at.pile() == {"C-5", "C-6"}
    at.play("card W-5")  # in the middle of the refill
    assert at.pile() == set()
    assert at.legal() == ["card C-5", "card C-6"]


def test_g4_4_with_both_piles_empty_nothing_is_drawn(table):
    at = table("winter", deck="").round(SNAKE, "tile", "a1")
    assert at.position.actors == (1,)
    assert at.holes() == "c1 d1"
    at.s.deck = 1
    at._put("W-5", 0)
    at.round("a1 a2 b2 b3 c3 c4", "cloth", "b2").play("collect")
    assert at.holes().startswith("a1 c1 d1")
    at.play("card W-5")
    assert "a1" not in at.holes()  # holes left from earlier rounds fill in reading order too


def test_g4_4_an_empty_provisions_deck_leaves_the_row_shorter(table):
    at = table("winter", supply={0: "C-3 C-4 W-3"}).round(SNAKE, "stone", "a1")
    at.s.stock[:] = 0
    at.play("buy P1", "pay").settle()
    assert at.row() == ["-", "P2", "P3"]
    assert at.position.actors == (1,)


# Edge cases


def test_g7_1_targets_are_in_the_grid_and_not_part_of_the_harvest(table):
    at = table("winter", grid="C-be C-bb T-1 T-2 S-be S-bb W-bb S-1 W-1 W-2 W-be S-2 C-1 C-2 W-fi T-3")
    at.round("a1 b1 c1 d1 d2 d3", "cloth", "c1")
    assert at.legal() == ["swap a1 a2", "swap a1 c3", "swap b1 b2", "swap b1 c2", "collect"]
    at.play("swap b1 c2")  # in any order
    assert at.legal() == ["swap a1 a2", "swap a1 c3", "collect"]
    at.play("swap a1 a2", "collect")
    assert at.cards(0) == {"S-be", "W-bb"}


def test_g7_1_a_harvested_card_is_no_target_with_other_data(table):
    at = table("winter", grid="C-be C-1 T-1 T-2 S-1 W-1 W-2 W-3 S-2 S-3 S-4 S-5 C-2 C-3 W-4 T-3")
    at.s.harvest = 1 | 2
    at.s.grid[1] = CARD_NAMES.index("T-be")  # as if two harvested cards showed one insect
    at.s.phase, at.s.collector, at.s.chosen = 11, 0, 0
    assert at.legal(0) == ["collect"]


def test_g7_2_a_taken_card_counts_as_collected_whatever_its_type(table):
    at = table("winter", grid=BEETLES, supply={0: "W-3 C-3"}, row="P2").round(SNAKE, "cloth", "c1")
    at.play("swap b1 c3", "collect")
    assert at.legal() == ["buy P2", "pass"]  # C-1, C-3 and W-3, W-be


def test_g7_3_holes_are_where_cards_were_really_taken(table):
    at = table("winter", grid=BEETLES).round(SNAKE, "cloth", "c1").play("swap b1 c3", "collect")
    assert at.holes() == "a1 c3"


def test_g7_4_only_cards_of_the_harvest_are_collected(table):
    at = table("winter", 3).round(SNAKE, "tile", "a1", {2: "tile"})
    assert [CARD_NAMES[card] for card in at.s.taken[: at.s.takes]] == ["T-1", "T-2"]
    at.draw()
    assert at.s.takes == 2


def test_g7_7_the_order_of_a_purchase(table):
    """Paid cards are discarded before anything is drawn: they may come back as exact change."""
    at = table("winter", supply={0: "C-3 C-4"}, deck="").round(SNAKE, "stone", "a1").play("buy P1", "pay")
    assert at.legal() == ["card C-3", "card C-4", "card S-1", "card S-2"]


def test_g7_15_declining_is_always_allowed(table):
    at = table("winter", supply={0: "C-3 C-4"}).round(SNAKE, "stone", "a1").play("pass")
    assert at.owned(0) == []
    assert at.row() == ["P1", "P2", "P3"]
    assert table("winter", grid=BEETLES).round(SNAKE, "cloth", "c1").play("collect").cards(0) == {"C-1", "C-be"}


def test_g7_17_who_cannot_buy_is_not_asked(table):
    at = table("winter").round(SNAKE, "tile", "a1")
    assert at.position.actors == (NATURE,)
    assert at.legal()[0].startswith("card")


def test_g7_17_no_pass_between_buy_and_pay(table):
    at = table("winter", supply={0: "C-3 C-4 W-3 W-4 W-5"}).round(SNAKE, "stone", "a1").play("buy P1")
    assert "pass" not in at.legal()
    assert not any(text.startswith("buy") for text in at.legal())


def test_g7_19_plain_cards_are_paid_first_then_insects_in_order(table):
    at = table("winter", supply={0: "C-fi C-6 C-be C-3 S-dr"}).round(SNAKE, "stone", "a1").play("buy P1", "pay")
    assert at.pile() == {"C-3", "C-6", "S-1", "S-2"}
    at = table("winter", supply={0: "C-fi C-be C-3 S-dr"}).round(SNAKE, "stone", "a1").play("buy P1", "pay")
    assert at.pile() == {"C-3", "C-be", "S-1", "S-2"}


def test_g7_19_of_two_equal_provisions_the_left_one_is_taken_and_replaced(table):
    at = table("winter", supply={0: "C-3 C-4 W-3"}, row="P2 P1 P1").round(SNAKE, "stone", "a1").play("buy P1", "pay")
    assert at.row() == ["P2", "-", "P1"]
    at.draw(2).play("provision P4")
    assert at.row() == ["P2", "P4", "P1"]


def test_g6_6_red_ants_do_not_buy(table):
    at = table("winter", 3, supply={2: "C-3 C-4 S-3 S-4"}).round(SNAKE, "tile", "a1", {2: "tile"}).settle()
    assert at.position.actors == (1,)
    assert at.legal()[0].startswith("ant")


def test_g6_7_a_set_stands_for_another_type_unless_the_option_says_else(table):
    supply = {0: "C-3 C-4 C-5 C-6 W-3"}
    plain = table("winter", supply=supply).round(SNAKE, "stone", "a1").play("buy P1")
    assert "wild cloth cloth" not in plain.legal()
    same = table("winter", supply=supply, wild_same_type="yes").round(SNAKE, "stone", "a1").play("buy P1")
    assert "wild cloth cloth" in same.legal()
    same.play("wild cloth cloth", "pay")  # 1 + 3 cloth and 2 stone
    assert same.cards(0) == {"W-3"}


def test_g6_14_red_ants_are_rewarded_only_if_the_ant_gets_through(table):
    for guess, cards in (("a1", 1), ("c1", 0)):
        at = table("winter", 3).round(SNAKE, "tile", guess, {2: "tile"}).settle()
        assert len(at.cards(2)) == cards


def test_g6_16_the_phases_follow_the_german_book(table):
    """Red Ants draw before the purchase, and the purchase comes before the refill."""
    at = table("winter", 3, supply={0: "C-3 C-4"}).round(SNAKE, "stone", "a1", {2: "stone"})
    assert at.position.actors == (NATURE,)
    at.draw()
    assert len(at.cards(2)) == 1
    assert at.legal() == ["buy P1", "pass"]
    assert at.holes() == "d2 d3"
