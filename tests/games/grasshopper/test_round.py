"""What Autumn and Winter share (section 2), and the chains (G8.1)."""

from itertools import combinations, pairwise, permutations

import numpy as np
import pytest

from formicarium.engine.match import Match
from formicarium.engine.position import Position, perft
from formicarium.games.grasshopper import GAME
from formicarium.games.grasshopper.chains import STARTS, WALK_CELLS, WALKS, near
from formicarium.games.grasshopper.components import CELL_NAMES, CELLS, TYPE

SNAKE = "a1 b1 c1 d1 d2 d3"  # C-1 C-2 T-1 T-2 S-1 S-2


def connected(cells):
    seen, todo = set(), [min(cells)]
    while todo:
        cell = todo.pop()
        if cell not in seen:
            seen.add(cell)
            todo += [other for other in near(cell) if other in cells]
    return len(seen) == len(cells)


def test_g2_the_grid_is_dealt_first_in_reading_order():
    match = Match("grasshopper", nature=False, first_ant="1")
    for card in ("C-1", "C-2", "W-be"):
        match.play(f"card {card}")
    assert match.position.record.grid[:4].tolist() == [
        GAME.actions.parse(f"card {name}") - GAME.actions.start("card") for name in ("C-1", "C-2", "W-be")
    ] + [-1]
    assert len(match.legal()) == 45
    for _ in range(13):
        match.play(match.legal()[0])
    assert match.actors == (1,)
    assert match.position.record.grasshopper == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g2_the_first_ant_is_drawn_and_the_grasshopper_sits_to_its_left(seats):
    start = Position.start(GAME, seats, GAME.encode_options(GAME.check_options({}, seats)))
    assert [(action.text, weight) for action, weight in start.chance()] == [(f"first {k}", 1) for k in range(seats)]
    start.apply(4, GAME.actions.parse(f"first {seats - 1}"))
    assert (start.record.ant, start.record.grasshopper) == (seats - 1, 0)


def test_g2_1_1_the_number_of_chains_of_each_rule():
    sets = [frozenset(cells) for cells in combinations(range(CELLS), 6) if connected(cells)]
    assert len(sets) == 496
    path, induced = set(WALK_CELLS[: STARTS[1, 0]].tolist()), set(WALK_CELLS[STARTS[1, 0] :].tolist())
    assert (STARTS[0, CELLS], STARTS[1, CELLS] - STARTS[1, 0]) == (800, 296)
    assert (len(path), len(induced)) == (260, 148)
    masks = {sum(1 << cell for cell in cells) for cells in sets}
    assert induced < path < masks


def test_g8_1_walkable_sets_by_a_second_method():
    def walkable(cells):
        return any(all(b in near(a) for a, b in pairwise(order)) for order in permutations(cells))

    blocks = [cells for cells in combinations(range(CELLS), 6) if connected(cells)]
    some = blocks[::9]
    path = set(WALK_CELLS[: STARTS[1, 0]].tolist())
    for cells in some:
        assert walkable(cells) == (sum(1 << cell for cell in cells) in path)


@pytest.mark.parametrize(
    ("rule", "sets", "walks"), [("path", 260, 800), ("induced", 148, 296), ("connected", 496, None)]
)
def test_g2_1_1_chains_that_can_be_placed(table, rule, sets, walks):
    found, count = set(), 0
    todo = [table(chain_rule=rule)]
    seen = set()
    while todo:
        at = todo.pop()
        if at.s.placed == 6:
            found.add(int(at.s.chain))
            count += 1
            continue
        for action in at.legal():
            after = table(chain_rule=rule)
            after.position.records[:] = at.position.records
            after.play(action)
            key = (int(after.s.chain), int(after.s.placed)) if rule == "connected" else after.s.ants.tobytes()
            if key not in seen:
                seen.add(key)
                todo.append(after)
    assert len(found) == sets
    assert walks is None or count == walks


def test_g2_1_1_only_cells_from_which_a_chain_can_be_completed(table):
    dead_end = table().play("ant b1", "ant b2", "ant a2")
    assert dead_end.legal() == ["ant a3"]  # a1 would leave three ants without a place
    assert table().play("ant b2", "ant b1").legal() == ["ant a1", "ant c1"]
    assert table(chain_rule="induced").play("ant b2", "ant b1", "ant c1").legal() == ["ant d1"]  # c2 touches b2
    branch = table(chain_rule="connected").play("ant b2", "ant b1", "ant c2")
    assert set(branch.legal()) == {f"ant {cell}" for cell in ("a1", "c1", "a2", "d2", "b3", "c3")}


def test_g2_1_1_all_six_pawns_are_placed_one_on_a_card(table):
    at = table()
    for number, cell in enumerate(SNAKE.split()):
        assert at.s.placed == number
        at.play(f"ant {cell}")
        assert f"ant {cell}" not in at.legal()
    assert all(text.startswith("choose") for text in at.legal())


def test_g2_1_2_the_choice_is_a_type_under_the_chain(table):
    at = table().play(*(f"ant {cell}" for cell in SNAKE.split()))
    assert at.legal() == ["choose cloth", "choose tile", "choose stone"]  # no ant on wood


def test_g2_2_the_guess_is_any_card_with_an_ant(table):
    at = table().play(*(f"ant {cell}" for cell in SNAKE.split()), "choose tile")
    assert at.position.actors == (1,)
    assert at.legal() == [f"guess {name}" for name in CELL_NAMES if name in SNAKE.split()]


def test_g2_3_a_right_guess_gives_the_harvest_to_the_grasshopper(table):
    at = table(
        "winter",
        supply={0: "W-1", 1: "W-2"},
        grid="C-1 C-2 T-1 T-2 C-be S-be T-bb S-1 C-3 C-4 W-be S-2 C-bb S-bb W-fi T-3",
    )
    at.round(SNAKE, "tile", "d1")
    assert at.s.collector == 1
    assert at.cards(1) == {"W-2", "T-1", "T-2"}
    assert at.cards(0) == {"W-1"}
    assert at.holes() == "c1 d1"


def test_g2_3_a_wrong_guess_leaves_it_to_the_ant(table):
    at = table("winter", supply={0: "W-3", 1: "W-4"}).round(SNAKE, "tile", "a1")
    assert at.s.collector == 0
    assert at.cards(0) == {"W-3", "T-1", "T-2"}


def rotation(table, seats, roles, caught):
    at = table(seats=seats, roles=roles).round(SNAKE, "tile", "c1" if caught else "a1").settle()
    return int(at.s.ant), int(at.s.grasshopper)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g2_4_roles_rotate(table, seats):
    for ant in range(seats):
        for grasshopper in range(seats):
            if ant != grasshopper:
                for caught in (False, True):
                    new_ant = ant if caught else (ant + 1) % seats
                    new_grasshopper = (grasshopper + 1) % seats
                    if new_grasshopper == new_ant:
                        new_grasshopper = (new_ant + 1) % seats
                    assert rotation(table, seats, (ant, grasshopper), caught) == (new_ant, new_grasshopper)


def test_g2_4_with_two_players_roles_change_only_if_the_ant_collected(table):
    assert rotation(table, 2, (0, 1), False) == (1, 0)
    assert rotation(table, 2, (0, 1), True) == (0, 1)


def test_g7_5_six_pawns_on_one_type_cannot_be_missed(table):
    at = table(grid="C-1 C-2 C-3 C-4 C-5 C-6 T-1 T-2 T-3 T-4 T-5 T-6 S-1 S-2 S-3 S-4")
    at.play("ant d1", "ant c1", "ant b1", "ant a1", "ant a2", "ant b2")
    assert at.legal() == ["choose cloth"]  # asked even if there is only one
    at.play("choose cloth")
    for cell in at.legal():
        after = table()
        after.position.records[:] = at.position.records
        after.play(cell)
        assert after.s.before.collector == 1 or after.s.collector == 1


def test_g7_22_the_limits(table):
    assert GAME.longest == 12_000
    most = 0
    for mode in ("autumn", "winter", "beetle"):
        match = Match("grasshopper", seats=4, seed=2, mode=mode)
        rng = np.random.default_rng(1)
        while not match.over:
            seat = match.actors[-1]
            legal = match.legal(seat)
            most = max(most, len(legal))
            match.play(legal[rng.integers(len(legal))], seat)
        assert match.position.record.round_number <= (33 if mode == "autumn" else 200)
    assert most <= 48


def orders(cells, begun=()):
    """In how many orders a connected set can be placed, each ant next to any before."""
    if len(begun) == len(cells):
        return 1
    free = [cell for cell in cells if cell not in begun and (not begun or set(near(cell)) & set(begun))]
    return sum(orders(cells, (*begun, cell)) for cell in free)


def test_g8_1_perft_of_the_chains_and_what_follows(table):
    assert [perft(table().position, depth) for depth in (1, 2, 6)] == [16, 48, 800]
    assert perft(table(chain_rule="induced").position, 6) == 296
    sets = [cells for cells in combinations(range(CELLS), 6) if connected(cells)]
    assert perft(table(chain_rule="connected").position, 6) == sum(orders(cells) for cells in sets)
    types = [bin(types_under(table(), walk)).count("1") for walk in WALKS[: STARTS[1, 0]].tolist()]
    assert perft(table().position, 7) == sum(types)  # every walk, then every type under it
    assert perft(table().position, 8) == 6 * sum(types)  # then every ant's card
    # In Winter with three players the Red Ant's four names come before or after the choice.
    assert perft(table("winter", 3).position, 7) == sum(types) + 4 * 800
    assert perft(table("winter", 3).position, 8) == 2 * 4 * sum(types)


def types_under(at, walk):
    mask = 0
    for cell in walk:
        mask |= 1 << int(TYPE[at.s.grid[cell]])
    return mask
