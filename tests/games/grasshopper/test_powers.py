"""The beetle's powers (section 5) and their edge cases (section 7)."""

import pytest

from formicarium.core.kernel import NATURE
from formicarium.engine.match import Match
from formicarium.games.grasshopper.components import CARD_NAMES, INSECT_NAMES, SWAP
from formicarium.games.grasshopper.state import BOX, HELD, MIDDLE, SUPPLY

SNAKE = "a1 b1 c1 d1 d2 d3"


def grid_with(*insects):
    """The first cells of the top row show these insects on cloth."""
    top = [f"C-{name}" for name in insects] + ["C-3", "C-4"][len(insects) :]
    return " ".join(top) + " T-1 T-2 S-3 S-4 T-3 S-1 W-1 W-2 W-3 S-2 C-1 C-2 W-4 T-4"


def holder(at, name):
    return int(at.s.powers[INSECT_NAMES.index(name)])


def harvest(table, *insects, caught=False, **what):
    """The Ant (or the Grasshopper) has harvested cloth with these insects."""
    at = table("beetle", grid=grid_with(*insects), **what)
    names = dict.fromkeys(range(2, at.seats), "wood")
    return at.round(SNAKE, "cloth", "a1" if caught else "c1", names)


# Taking powers


def test_g5_four_of_six_powers_chosen_at_random():
    match = Match("grasshopper", nature=False, mode="beetle", first_ant="0")
    for _ in range(16 + 2 + 3):
        match.play(match.legal()[0])
    assert [action.text for action in match.legal()] == [f"set-aside {name}" for name in INSECT_NAMES]
    match.play("set-aside bee")
    assert "set-aside bee" not in [action.text for action in match.legal()]
    match.play("set-aside firefly")
    powers = match.position.record.powers.tolist()
    assert (powers.count(MIDDLE), powers.count(BOX)) == (4, 2)
    assert match.actors == (0,)


def test_g5_the_ant_spends_an_insect_of_this_harvest_for_its_power(table):
    at = harvest(table, "be", "bb", powers={"beetle": "middle", "bee": "middle"})
    assert at.legal() == ["power beetle", "power bee", "no-power"]
    at.play("power bee")
    assert holder(at, "bee") == HELD
    assert at.pile() == {"C-bb"}
    assert at.cards(0) == {"C-be"}
    assert not any(text.startswith("power") for text in at.legal())  # once a round


def test_g5_only_the_ant_and_only_when_it_collects(table):
    at = harvest(table, "be", "bb", caught=True, powers={"beetle": "middle", "bee": "middle"})
    assert at.position.actors == (NATURE,)
    assert at.cards(1) == {"C-be", "C-bb"}


def test_g5_not_from_the_box_and_not_her_own(table):
    assert harvest(table, "be", "bb", powers={"bee": 0}).position.actors == (NATURE,)
    assert harvest(table, "be", "bb", powers={"bee": 1}).legal() == ["power bee", "no-power"]


def test_g5_a_power_can_be_stolen_and_there_is_no_limit(table):
    at = harvest(table, "be", powers={"beetle": 1, "bee": 0, "dragonfly": 0, "ladybird": 0}).play("power beetle")
    assert holder(at, "beetle") == HELD
    assert sum(place == HELD for place in at.s.powers) == 4


def test_g5_the_discarded_card_still_counts_as_collected(table):
    at = table(
        "beetle",
        grid="C-fi T-3 T-1 T-2 S-3 S-4 T-4 S-1 W-1 W-2 W-3 S-2 C-1 C-2 W-4 T-5",
        powers={"firefly": "middle"},
        owned={0: "P4"},
    )
    at.round(SNAKE, "cloth", "c1").play("power firefly")
    assert at.cards(0) == set()
    assert "exchange P4 P1" in at.legal()  # SWAP works in the round of acquisition
    at.play("pass").settle()
    assert at.s.ant == 1  # the Ant collected: the roles moved


def test_g6_9_only_cards_of_this_harvest_buy_a_power(table):
    at = harvest(table, "be", supply={0: "S-bb"}, powers={"beetle": "middle", "bee": "middle"})
    assert at.legal() == ["power beetle", "no-power"]


def test_g7_2_a_card_taken_by_a_swap_can_be_spent(table):
    at = table(
        "beetle", grid="C-be C-3 T-1 T-2 S-be S-4 T-3 S-1 W-1 W-2 W-3 S-2 C-1 C-2 W-4 T-4", powers={"beetle": "middle"}
    )
    at.round(SNAKE, "cloth", "c1").play("swap a1 a2", "collect", "power beetle")
    assert at.pile() == {"S-be"}


def test_g7_8_emptying_the_supply_for_a_power_is_no_exact_change(table):
    at = table(
        "beetle", grid="C-be T-3 T-1 T-2 S-3 S-4 T-4 S-1 W-1 W-2 W-3 S-2 C-1 C-2 W-4 T-5", powers={"beetle": "middle"}
    )
    at.round(SNAKE, "cloth", "c1").play("power beetle")
    assert at.pile() == {"C-be"}
    at.draw()
    assert at.cards(0) == set()  # the card went into the grid


@pytest.mark.parametrize("order", [("S-be", "C-be"), ("C-be", "S-be")])
def test_g7_19_of_two_cards_with_the_insect_the_first_is_spent(table, order):
    at = harvest(table, "be", powers={"beetle": "middle"})
    at._put("S-be", SUPPLY)
    at.s.players[0].have[2] += 1
    at.s.taken[:3] = [CARD_NAMES.index(name) for name in (*order, "C-4")]
    at.s.takes = 3
    at.play("power beetle")
    assert at.pile() == {"C-be"}


# Each power


def test_g5_wild2_makes_every_set_two_cards(table):
    at = harvest(table, "be", supply={0: "W-5 W-6 S-5 S-6"}, row="P1", powers={"bee": 0})
    assert at.cards(0) == {"C-be", "C-4", "W-5", "W-6", "S-5", "S-6"}
    at.play("buy P1")
    assert "wild wood cloth" in at.legal()
    at.play("wild wood cloth", "pay")
    assert at.cards(0) == {"C-be"}
    without = harvest(table, "be", supply={0: "W-5 W-6 S-5 S-6"}, row="P1").play("buy P1")
    assert without.legal() == ["pay"]


def test_g5_wild2_has_no_sets_of_three_and_works_at_once(table):
    at = harvest(table, "bb", supply={0: "W-3 W-5 W-6 S-5 S-6"}, row="P1", powers={"bee": "middle"}).play(
        "power bee", "buy P1", "wild wood cloth", "pay"
    )
    assert at.cards(0) == {"W-6"}  # two of the three wood and one cloth were paid


def test_g5_vp1_is_a_point_while_held_and_wins_before_the_purchase(table):
    at = harvest(table, "be", owned={0: "P2 P3 P4"}, powers={"beetle": "middle"}).play("power beetle")
    assert at.over == "provisions"
    assert at.position.outcome.points == (4, 0)


def test_g5_vp1_stolen_moves_the_point(table):
    at = harvest(table, "be", owned={0: "P4", 1: "P2 P3"}, powers={"beetle": 1})
    at.s.round_number = 200
    outcome = at.play("power beetle").settle().position.outcome
    assert outcome.points == (2, 2)


def test_g7_11_vp1_makes_only_the_ant_win(table):
    at = harvest(table, "be", owned={0: "P4", 1: "P1 P2 P3"}, powers={"beetle": "middle"}).play("power beetle")
    assert at.over is None  # seat 1 has three points, seat 0 now two


def test_g5_peek_shows_one_of_three_unused_tokens(table):
    at = table("beetle", powers={"dragonfly": 1})
    at.play(*(f"ant {cell}" for cell in SNAKE.split()), "choose tile")
    assert at.position.actors == (1,)
    assert at.legal() == ["peek", "no-peek"]
    at.play("peek")
    assert at.legal() == ["token cloth", "token stone", "token wood"]
    assert all(weight == 1 for _, weight in at.position.chance())
    at.play("token wood")
    assert at.legal()[0] == "guess a1"
    assert at.position.view(1).record.peeked == 4


def test_g6_10_peek_is_only_for_the_grasshopper_that_holds_it(table):
    for place in (0, "middle"):
        at = table("beetle", powers={"dragonfly": place})
        at.play(*(f"ant {cell}" for cell in SNAKE.split()), "choose tile")
        assert at.legal()[0] == "guess a1"


def test_g7_15_peek_power_and_console_can_be_declined(table):
    at = table("beetle", powers={"dragonfly": 1, "ladybird": 1})
    at.play(*(f"ant {cell}" for cell in SNAKE.split()), "choose tile", "no-peek", "guess a1")
    assert at.legal() == ["console", "no-console"]
    at.play("no-console").settle()
    assert at.cards(1) == set()
    at = harvest(table, "be", powers={"beetle": "middle"}).play("no-power")
    assert holder(at, "beetle") == MIDDLE


@pytest.mark.parametrize(
    ("owner", "caught", "asked"),
    [(1, False, True), (0, True, True), (0, False, False), (1, True, False), (2, False, False)],
)
def test_g5_console_is_for_the_ant_or_grasshopper_without_a_harvest(table, owner, caught, asked):
    at = table("beetle", 3, powers={"ladybird": owner}).round(SNAKE, "tile", "c1" if caught else "a1", {2: "wood"})
    assert (at.position.actors == (owner,)) == asked
    if asked:
        assert at.legal() == ["console", "no-console"]
        at.play("console")
        before = at.holes()
        at.play("card W-5")
        assert at.cards(owner) == {"W-5"}
        assert at.holes() == before  # before the refill


def test_g6_11_console_is_asked_after_the_purchase(table):
    at = table("beetle", supply={0: "C-3 C-4"}, powers={"ladybird": 1}).round(SNAKE, "stone", "a1")
    assert at.legal() == ["buy P1", "pass"]
    at.play("pass")
    assert at.position.actors == (1,)
    assert at.legal() == ["console", "no-console"]


def test_g5_console_is_not_asked_if_no_card_can_be_drawn(table):
    at = table("beetle", deck="", powers={"ladybird": 1}).round(SNAKE, "tile", "a1")
    assert at.position.actors == (1,)
    assert at.legal()[0].startswith("ant")
    at = table("beetle", deck="", discard="W-5", powers={"ladybird": 1}).round(SNAKE, "tile", "a1")
    assert at.legal() == ["console", "no-console"]


# HIDDEN


def test_g5_hidden_draws_a_card_face_down(table):
    at = harvest(table, "bu", powers={"butterfly": "middle"}).play("power butterfly")
    assert at.position.actors == (NATURE,)
    at.play("card W-5")
    assert at.s.veil
    assert at.cards(0) == {"C-4"}
    assert at.position.view(0).record.veil_card >= 0
    assert at.position.view(1).record.veil_card < 0
    assert at.legal() == ["pass"]  # asked: a hidden card must not be betrayed


def test_g5_a_spent_hidden_card_is_replaced_at_once(table):
    at = harvest(table, supply={0: "C-5 S-5"}, row="P1", veil="S-6", powers={"butterfly": 0})
    at.play("buy P1")
    assert at.legal() == ["hidden"]
    at.play("hidden", "pay")
    assert at.pile() >= {"S-6", "S-5"}
    assert at.position.actors == (NATURE,)
    at.play("card W-5")
    assert at.s.veil
    assert at.pile() == {"C-3", "C-4", "S-5", "S-6"}
    assert at.cards(0) == {"C-5"}


def test_g5_hidden_can_be_part_of_a_set(table):
    at = harvest(table, supply={0: "W-5 W-6 S-5"}, row="P1", veil="W-fi", powers={"butterfly": 0})
    assert at.legal() == ["buy P1", "pass"]
    at.play("buy P1", "wild wood stone")
    assert at.legal() == ["hidden"]
    at.play("hidden", "pay")
    assert at.pile() == {"C-3", "C-4", "S-5", "W-5", "W-6", "W-fi"}


def test_g5_hidden_is_ignored_by_exact_change(table):
    at = harvest(table, supply={0: "S-5 S-6"}, row="P1", veil="W-5", powers={"butterfly": 0}).play("buy P1", "pay")
    assert at.cards(0) == set()
    at.play("card W-6")
    assert at.cards(0) == {"W-6"}
    assert at.s.veil_card >= 0


def test_g5_a_stolen_hidden_power_discards_the_victims_card(table):
    at = harvest(table, "bu", veil="W-5", powers={"butterfly": 1}).play("power butterfly")
    assert at.pile() == {"C-bu", "W-5"}
    assert not at.s.veil
    at.play("card W-6")
    assert at.s.veil
    assert holder(at, "butterfly") == HELD


def test_g5_hidden_can_draw_the_cards_just_spent(table):
    at = harvest(table, supply={0: "S-5"}, deck="", row="P1", veil="S-6", powers={"butterfly": 0}).play(
        "buy P1", "hidden", "pay"
    )
    assert at.legal()[0].startswith("card")  # the paid cards are the new deck
    assert at.pile() == set()
    at = harvest(table, "bu", deck="", discard="", powers={"butterfly": "middle"})
    at.play("power butterfly")
    assert at.legal() == ["card C-bu"]  # the card just spent


def test_g7_7_win_before_the_hidden_card_is_replaced(table):
    at = harvest(table, supply={0: "S-5"}, row="P1", owned={0: "P2 P3 P4"}, veil="S-6", powers={"butterfly": 0})
    at.play("buy P1", "hidden", "pay")
    assert at.over == "provisions"
    assert not at.s.veil


def test_g7_9_power_then_hidden_draw_then_red_ants(table):
    at = table("beetle", 3, grid=grid_with("bu"), powers={"butterfly": "middle"})
    at.round(SNAKE, "cloth", "c1", {2: "cloth"}).play("power butterfly")
    at.play("card W-5")
    assert at.s.veil
    at.play("card W-6")
    assert at.cards(2) == {"W-6"}


def test_g7_17_a_hidden_card_keeps_the_owner_asked(table):
    for veil in ("S-6", "W-5"):  # one that helps and one that does not
        at = harvest(table, supply={0: "S-5"}, row="P1", veil=veil, powers={"butterfly": 0})
        assert at.position.actors == (0,)
    empty = harvest(table, supply={0: "S-5"}, row="-", veil="S-6", powers={"butterfly": 0})
    assert empty.position.actors == (NATURE,)
    bought = harvest(table, supply={0: "S-5 S-6"}, row="P1 P2", veil="W-5", powers={"butterfly": 0})
    assert bought.play("buy P1", "pay").settle().position.actors == (1,)


# SWAP


def test_g5_swap_exchanges_with_the_row_or_an_opponent(table):
    at = harvest(table, owned={0: "P4", 1: "P2"}, row="P1 P3 P4", powers={"firefly": 0})
    assert at.legal() == ["exchange P4 P1", "exchange P4 P3", "exchange P4 P2 1", "pass"]
    with_row = harvest(table, owned={0: "P4"}, row="P1 P3 P2", powers={"firefly": 0}).play("exchange P4 P3")
    assert with_row.owned(0) == ["P3"]
    assert with_row.row() == ["P1", "P4", "P2"]  # the given card takes the vacated place
    assert with_row.s.powers[SWAP] == MIDDLE
    at.play("exchange P4 P2 1")
    assert (at.owned(0), at.owned(1)) == (["P2"], ["P4"])
    assert at.position.actors == (NATURE,)


def test_g5_swap_for_the_grasshopper_that_collected(table):
    at = harvest(table, caught=True, owned={1: "P4"}, row="P1", powers={"firefly": 1})
    assert at.legal() == ["exchange P4 P1", "pass"]
    assert harvest(table, owned={1: "P4"}, row="P1", powers={"firefly": 1}).position.actors == (NATURE,)


def test_g5_swap_needs_an_own_provision_and_another_kind(table):
    assert harvest(table, owned={1: "P2"}, row="P1", powers={"firefly": 0}).position.actors == (NATURE,)
    assert harvest(table, owned={0: "P1"}, row="P1", powers={"firefly": 0}).position.actors == (NATURE,)


def test_g5_swap_before_or_after_the_purchase_but_not_within(table):
    what = {"supply": {0: "S-5 S-6"}, "owned": {0: "P4"}, "row": "P1 P2 P3", "powers": {"firefly": 0}}
    at = harvest(table, **what).play("buy P1")
    assert not any(text.startswith("exchange") for text in at.legal())
    at.play("pay", "card W-5", "exchange P1 P3")  # the card is exact change
    assert at.owned(0) == ["P3", "P4"]
    before = harvest(table, **what).play("exchange P4 P3", "buy P1", "pay")
    assert before.owned(0) == ["P1", "P3"]


def test_g5_after_a_purchase_the_row_is_shorter(table):
    at = harvest(table, supply={0: "S-5 S-6 W-5"}, owned={0: "P4"}, row="P1 P2 P3", powers={"firefly": 0})
    at.play("buy P1", "pay")
    assert at.row() == ["-", "P2", "P3"]
    assert "exchange P4 P1" not in at.legal()


def test_g7_17_at_most_one_purchase_also_when_an_exchange_is_still_possible(table):
    supply = {0: "C-5 C-6 S-3 S-4 S-5 S-6"}
    grid = "C-3 C-4 T-1 T-2 T-5 T-6 T-3 S-1 W-1 W-2 W-3 S-2 C-1 C-2 W-4 T-4"
    at = table("beetle", grid=grid, supply=supply, owned={0: "P4"}, row="P1 P3 P1", powers={"firefly": 0})
    at.round(SNAKE, "cloth", "c1").play("buy P1", "pay")
    assert at.cards(0) >= {"C-5", "C-6", "S-5", "S-6"}  # enough for the other P1
    assert at.legal() == ["exchange P1 P3", "exchange P4 P1", "exchange P4 P3", "pass"]


def test_g7_10_an_exchange_may_make_the_other_win(table):
    at = harvest(table, "be", owned={0: "P4", 1: "P1 P2 P4"}, row="P3", powers={"firefly": 0})
    at.play("exchange P4 P2 1")  # seat 1 has P1 and the pair P4: 4 points
    assert at.over == "provisions"
    assert at.position.outcome.places == (2, 1)


def test_g7_10_if_both_reach_the_goal_the_active_player_wins(table):
    more = {1: "W-5 W-6 S-5 S-6"}  # more cards do not help the other
    at = harvest(table, "be", supply=more, owned={0: "P2 P3 P4", 1: "P1 P2 P4"}, row="P3", powers={"firefly": 0})
    at.play("exchange P4 P2 1")
    assert at.position.outcome.points == (4, 4)
    assert at.position.outcome.places == (1, 2)


def test_g6_8_the_powers_are_drawn_with_equal_weights():
    match = Match("grasshopper", nature=False, mode="beetle", first_ant="0")
    for _ in range(21):
        match.play(match.legal()[0])
    assert {weight for _, weight in match.position.chance()} == {1}


def test_g6_12_the_owner_may_look_at_the_hidden_card_at_any_time(table):
    at = harvest(table, veil="W-5", powers={"butterfly": 1})
    assert at.position.view(1).record.veil_card >= 0
    assert at.position.view(0).record.veil_card < 0
