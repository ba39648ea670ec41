"""Autumn (section 3), and where the two rule books differ about it (section 6)."""

import pytest

from formicarium.core.kernel import NATURE
from formicarium.games.grasshopper.state import OUT

SNAKE = "a1 b1 c1 d1 d2 d3"  # C-1 C-2 T-1 T-2 S-1 S-2


def shelves(at, seat):
    return at.s.players[seat].shelves.tolist()


def test_g3_1_at_the_start_no_cube_is_on_the_board_and_the_others_only_watch(table):
    at = table(seats=4)
    assert all(shelves(at, seat) == [0, 0, 0, 0] for seat in range(4))
    at.play(*(f"ant {cell}" for cell in SNAKE.split()))
    assert at.position.actors == (0,)  # no Red Ants name a type
    at.play("choose tile")
    assert at.position.actors == (1,)


def test_g3_2_the_cube_moves_a_space_for_every_card(table):
    at = table().round(SNAKE, "tile", "a1")
    assert shelves(at, 0) == [0, 2, 0, 0]
    assert shelves(at, 1) == [0, 0, 0, 0]
    assert table().round(SNAKE, "tile", "c1").s.players[1].shelves.tolist() == [0, 2, 0, 0]


def test_g3_2_a_cube_stops_at_the_fourth_space(table):
    at = table()
    at.s.players[0].shelves[:] = [0, 3, 0, 0]
    assert shelves(at.round(SNAKE, "tile", "a1"), 0) == [0, 4, 0, 0]


def test_g3_2_from_the_guess_to_the_refill_nobody_decides(table):
    at = table().round(SNAKE, "stone", "a1")
    assert at.position.actors == (NATURE,)
    at.draw(2)
    assert at.position.actors == (1,)
    assert at.legal()[0] == "ant a1"


def test_g3_3_insects_are_kept_and_the_rest_leaves_the_game(table):
    at = table(grid="C-1 C-be C-2 T-2 T-be S-be T-bb S-1 W-1 W-2 W-be S-2 C-bb S-bb W-fi T-3")
    at.round("a1 b1 c1 d1 d2 d3", "cloth", "d1")
    assert at.cards(0) == {"C-be"}
    assert at.pile(OUT) == {"C-1", "C-2"}
    assert at.s.players[0].insects.tolist() == [1, 0, 0, 0, 0, 0]


def test_g3_3_insects_are_kept_even_if_the_shelf_was_full(table):
    at = table(grid="C-1 C-be C-2 T-2 T-be S-be T-bb S-1 W-1 W-2 W-be S-2 C-bb S-bb W-fi T-3")
    at.s.players[0].shelves[:] = [4, 0, 0, 0]
    at.round("a1 b1 c1 d1 d2 d3", "cloth", "d1")
    assert shelves(at, 0) == [4, 0, 0, 0]
    assert at.cards(0) == {"C-be"}


def test_g3_4_two_full_shelves_end_the_match_before_the_refill(table):
    at = table()
    at.s.players[0].shelves[:] = [4, 2, 0, 0]
    at.round(SNAKE, "tile", "a1")
    assert at.over == "shelves"
    assert at.holes() == "c1 d1"


def test_g3_4_full_shelves_of_the_other_do_not_count(table):
    at = table()
    at.s.players[0].shelves[:] = [4, 2, 0, 0]
    at.s.players[1].shelves[:] = [0, 0, 0, 3]
    assert at.round(SNAKE, "tile", "c1").over is None  # the Grasshopper collects: its shelves are 0 2 0 3


def test_g3_4_a_deck_that_cannot_fill_the_holes_ends_the_match(table):
    at = table(deck="W-4").round(SNAKE, "tile", "a1")
    assert at.over == "exhausted"
    assert at.s.deck == 1  # no partial refill


def test_g3_5_a_deck_that_just_suffices_is_used_up(table):
    at = table(deck="W-4 W-5").round(SNAKE, "tile", "a1")
    assert at.over is None
    assert at.legal() == ["card W-4", "card W-5"]
    at.play("card W-5", "card W-4")
    assert at.s.deck == 0
    assert at.position.actors == (1,)


def test_g3_5_holes_are_filled_in_reading_order(table):
    at = table().round(SNAKE, "tile", "a1")
    assert at.holes() == "c1 d1"
    at.play("card S-6")
    assert at.holes() == "d1"
    at.play("card S-5")
    assert at.holes() == ""
    assert [int(card) for card in at.s.grid[2:4]] == [
        int(at.position.game.actions.parse(f"card {name}")) - at.position.game.actions.start("card")
        for name in ("S-6", "S-5")
    ]


def end(table, seats=2, shelves=None, insects=None):
    """A match that just ended, with these shelves and insects."""
    at = table(seats=seats, supply=insects or {}, deck="")
    for seat, spaces in (shelves or {}).items():
        at.s.players[seat].shelves[:] = spaces
    at.s.ending = 2
    return at.position.outcome


def test_g3_6_the_worked_example_gives_24_points(table):
    outcome = end(table, shelves={0: [4, 0, 1, 4]}, insects={0: "C-la T-la"})
    assert outcome.points == (24, 0)
    assert outcome.places == (1, 2)
    assert outcome.shares == (1, 0)


@pytest.mark.parametrize(
    ("insects", "points"),
    [("", 0), ("C-la", 1), ("C-la T-la", 3), ("C-la T-la S-la", 6), ("C-la T-la S-la W-la", 10), ("C-la T-dr", 2)],
)
def test_g3_6_insects_score_by_kind(table, insects, points):
    assert end(table, insects={0: insects}).points[0] == points


def test_g3_6_more_insect_cards_break_a_tie(table):
    outcome = end(table, shelves={0: [2, 0, 0, 0]}, insects={1: "C-dr T-la S-fi"})
    assert outcome.points == (3, 3)
    assert outcome.places == (2, 1)


def test_g3_6_still_tied_players_share(table):
    outcome = end(table, seats=3, shelves={0: [4, 0, 0, 0], 1: [0, 4, 0, 0], 2: [1, 0, 0, 0]})
    assert outcome.shares == (0.5, 0.5, 0)
    assert outcome.places == (1, 1, 3)


def test_g3_6_insects_of_the_last_harvest_count(table):
    at = table(grid="C-1 C-be C-2 T-2 T-be S-be T-bb S-1 W-1 W-2 W-be S-2 C-bb S-bb W-fi T-3", deck="")
    outcome = at.round("a1 b1 c1 d1 d2 d3", "cloth", "d1").position.outcome
    assert outcome.points == (6 + 1, 0)


def test_g6_1_the_german_chain_is_the_default(table):
    branching = "ant b2", "ant b1", "ant c2"
    assert "ant c2" not in table().play("ant b2", "ant b1").legal()
    assert table(chain_rule="connected").play(*branching).s.placed == 3


def test_g6_2_an_empty_shelf_is_worth_nothing(table):
    for space, points in enumerate((0, 1, 3, 6, 10)):
        assert end(table, shelves={0: [space, 0, 0, 0]}).points[0] == points


def test_g6_3_the_full_shelves_are_of_different_types(table):
    at = table()
    at.s.players[0].shelves[:] = [0, 4, 0, 0]
    assert at.round(SNAKE, "tile", "a1").over is None  # one full shelf stays one


def test_g6_4_cards_for_a_full_shelf_do_nothing(table):
    at = table()
    at.s.players[0].shelves[:] = [0, 4, 0, 0]
    assert shelves(at.round(SNAKE, "tile", "a1"), 0) == [0, 4, 0, 0]


def test_g6_5_all_players_are_placed_by_the_same_key(table):
    outcome = end(table, seats=4, shelves={0: [1, 0, 0, 0], 1: [2, 0, 0, 0], 2: [3, 0, 0, 0]}, insects={3: "C-dr"})
    assert outcome.places == (4, 2, 1, 3)  # seat 3 beats seat 0 by its insect card


def test_g6_13_open_insects_change_nothing_but_the_drawing(table):
    closed, shown = table(supply={1: "T-la"}), table(supply={1: "T-la"}, open_insects="yes")
    for at in (closed, shown):
        at.round(SNAKE, "stone", "a1")
    assert closed.legal() == shown.legal()
    sprites = [{node.id: node.sprite for node in at.position.view(0).scene().nodes} for at in (closed, shown)]
    assert [drawn["card:T-la"] for drawn in sprites] == ["card-back", "card-tile"]
    changed = shown.s.open_insects
    shown.s.open_insects = False
    assert changed
    assert shown.position == closed.position
