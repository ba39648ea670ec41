"""Formica's decisions and notation (F13), and matches as a whole (F10)."""

import itertools

import numpy as np
import pytest

from formicarium.bots.greedy import GreedyBot
from formicarium.core import entry, random
from formicarium.core.kernel import MOST_COUNTS, NATURE
from formicarium.engine.match import Match
from formicarium.engine.position import Position, perft
from formicarium.games.formica import GAME
from formicarium.games.formica.components import NEST_NAMES, ROLLS
from formicarium.games.formica.evaluate import LATE


def test_f13_every_form_of_the_notation_is_read():
    for text in (
        "deal Y5 3+", "deal R14 7-", "first 1", "rescue", "free yellow", "rescue green", "roll", "dice 3 5", "die 3",
        "sum", "difference", "barrier 1 O5", "barrier 2 L3", "from O12", "from Y5", "to O18", "to ZYa", "to ZRb",
        "leave", "end",
    ):  # fmt: skip
        assert GAME.actions.parse(text).text == text


def test_f13_dice_come_smaller_first_doubles_half_as_often(table):
    outcomes = {action.text: weight for action, weight in table().begin().position.chance()}
    assert len(outcomes) == 21
    assert sum(outcomes.values()) == 36
    assert (outcomes["dice 3 3"], outcomes["dice 3 5"]) == (1, 2)
    assert "dice 5 3" not in outcomes


def test_f13_only_barrier_one_while_both_wait_and_never_the_field_it_stands_on(table):
    t = table().begin().roll(2, 2)
    assert not any(text.startswith("barrier 2") for text in t.legal)
    t = table().barrier(1, "O20").begin().roll(2, 2)
    assert "barrier 1 O20" not in t.legal
    assert "barrier 2 O20" not in t.legal
    assert "barrier 2 O21" in t.legal


def test_f13_only_ants_with_a_move_are_offered(table):
    t = table().tower("O5", "Y1").barrier(1, "O4").barrier(2, "O6").begin().roll(1, 2).play("sum")
    assert "O5" not in t.offers("from")


def test_f13_several_routes_to_one_field_are_one_action(table):
    # O13 is ten steps away along the outer course, and ten through the links and the middle one.
    t = table().tower("O3", "Y1").begin().roll(4, 6).play("sum", "from O3")
    assert t.legal.count("to O13") == 1


def test_f13_f11_13_a_nest_field_names_the_ant_that_lies_there_now(table):
    t = table().tower("O0", "Y14 Y9").prison("Y1 Y2").begin().roll(1, 2).play("difference", "from O0", "to ZYb")
    assert t.nest("Y").split()[:3] == ["Y14", "Y9", "Y3"]  # in the order of their return, never shuffled
    for letter in "BGR":
        t.roll(1, 2).play("sum", f"from {letter}1")
        t.play(f"to {sorted(t.offers('to'))[0]}")
    t.roll(1, 3).play("difference", "from Y1")
    t.play(f"to {sorted(t.offers('to'))[0]}")
    assert "Y14" in {t.stack(f"O{k}") for k in range(40)}


def test_f13_what_is_no_decision_happens_by_itself(table):
    t = table().begin()
    assert t.rolling  # the first roll
    t.roll(1, 2).play("sum", "from Y1", "to O2")
    assert t.rolling and t.mover == 1  # the end of a turn without a double


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_f10_f13_stones_are_conserved_and_random_matches_end(seats):
    options, rng = GAME.encode_options({"memory_aid": "no"}), random.stream(("random", seats))
    start = Position.start(GAME, seats, options)
    expected = np.zeros(MOST_COUNTS, np.int32)
    assert entry.census(start.records, 0, expected) == 58
    assert expected[:58].tolist() == [1] * 56 + [2, 0]
    longest, rolls, counted = 0, [], np.zeros(MOST_COUNTS, np.int32)
    for number in range(10_000):
        position = Position.start(GAME, seats, options)
        if number < 2_000:  # counted after every action
            made = entry.audit(position.records, 0, rng, GAME.longest + 1, expected)
        else:  # what was lost or made on the way is missed, or found, at the end
            made = entry.playout(position.records, 0, rng, GAME.longest + 1)
            entry.census(position.records, 0, counted)
            assert (counted == expected).all()
        assert 0 < made <= GAME.longest
        longest = max(longest, made)
        rolls.append(int(position.record.rolls))
    assert longest < 12000
    assert max(rolls) <= ROLLS
    assert 150 < np.mean(rolls) < 600  # the specification's players: 259, 245 and 274 turns


@pytest.mark.parametrize(("seats", "turns"), [(4, 62), (3, 48), (2, 92)])
def test_f10_greedy_matches_are_as_long_as_in_the_specification(seats, turns):
    lengths = []
    for seed in range(6):
        match, bot = Match(GAME, seats=seats, seed=seed), GreedyBot(seed)
        while not match.over:
            match.play(bot.choose(match.view(match.actors[0])), match.actors[0])
        history = [move for move in match.history if move.seat != NATURE]
        lengths.append(1 + sum(one.seat != other.seat for one, other in itertools.pairwise(history)))
        assert match.outcome.reason != "rolls"
    assert turns / 2 < np.mean(lengths) < 2 * turns


def test_f13_at_most_136_actions_are_legal():
    rng, most = random.stream("most"), 0
    for seed in range(3):
        match = Match(GAME, seats=2, seed=seed)
        while not match.over:
            most = max(most, len(match.legal()))
            match.play(match.position.sample(match.actors[0], rng))
    assert 60 < most <= 136


def test_a_position_is_small():
    assert GAME.kernel.record.itemsize <= 1024


def test_f14_undo_until_something_is_learned():
    match = next(m for seed in range(99) if (m := Match(GAME, seats=4, seed=seed)).actors == (0,))
    while "sum" not in match.view(0).legal_texts():
        match = Match(GAME, seats=4, seed=str(match.seed) + "x")
    match.play("sum")
    match.play("from Y1")
    assert match.can_undo()
    match.undo()
    match.undo()
    assert "sum" in match.view(0).legal_texts()


def test_f14_priors_like_going_home_with_loot(table):
    t = table().tower("O38", "Y1 B1 B3 G5").begin().roll(1, 2).play("sum", "from O38")
    codes = np.asarray(t.position.codes(0))
    out = np.zeros(len(codes))
    entry.prior(t.position.records, 0, 0, codes, len(codes), out)
    assert (out > 0).all()
    best = GAME.actions[codes[int(out.argmax())]].text
    assert best in ("to ZYa", "to ZYb")


def test_f14_evaluation_knows_who_is_ahead(table):
    level = table().begin().position.evaluate()
    assert max(level) - min(level) < 0.1
    ahead = table().queen("G", "Y1 Y3 Y5").begin().position.evaluate()
    assert ahead[2] > 0.6
    loaded = table().tower("O17", "G1 B1 B3 Y5").begin(1).position.evaluate()
    assert loaded[2] == max(loaded)


BLUE = [name for name in NEST_NAMES if name[0] == "B"]


def test_f9_f14_late_nobody_holds_for_ever_what_the_other_seat_needs(table):
    """The queen of yellow is complete; its tower has all ants of blue, who could be freed once they are in prison."""

    def odds(field, rolls):
        t = table(2).queen("Y", "R1 R3 R5 R7 R9 R11 R13").tower("O36", " ".join(["Y1", "G1", "G3", *BLUE])).begin()
        t.s.rolls = rolls
        mine, other = t.roll(1, 2).play("die 1", "from O36", f"to {field}").position.evaluate()
        return mine / other

    early, late = (odds("ZYa", rolls) / odds("O35", rolls) for rolls in (1, LATE))
    assert late > 10 * early


def test_f9_f14_a_colour_is_worth_more_with_ants_in_prison_than_with_none_at_all(table):
    def share(imprisoned):
        held = [name for name in BLUE if name not in imprisoned.split()]
        return table(2).prison(imprisoned).tower("O20", " ".join(["Y1", *held])).begin().position.evaluate()[1]

    assert share("B1 B2") > 2 * share("")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_f13_perft_from_the_end_of_the_deal(table, seats):
    """By hand: the lot; 21 rolls; 15 with four choices, 6 doubles with two and 68 fields to bar; then the ants."""
    position = table(seats).position
    ants = 28 if seats == 2 else 14  # two nests with two seats
    rolls = seats * 21
    choices = seats * (15 * 4 + 6 * (2 + 68))
    sources = seats * (15 * 4 * ants + 6 * (2 * ants + 68 * 2))
    assert [perft(position, depth) for depth in (1, 2, 3, 4)] == [seats, rolls, choices, sources]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_f9_f14_at_the_end_the_evaluation_is_the_outcome(seats):
    match, rng = Match(GAME, seats=seats, seed=4), random.stream(4)
    while not match.over:
        match.play(match.position.sample(match.actors[0], rng))
    assert match.position.evaluate() == match.outcome.shares
    match.position.record.winner = -1  # as after too many rolls
    match.position.record.ending = 3
    assert match.position.evaluate() == match.outcome.shares


def test_f14_a_barrier_in_front_of_loot_is_liked(table):
    t = table().tower("O8", "B1 Y1 Y3 G5").begin().roll(6, 6)
    codes = np.array(t.position.codes(0))
    out = np.zeros(len(codes))
    entry.prior(t.position.records, 0, 0, codes, len(codes), out)
    by_text = {GAME.actions[code].text: value for code, value in zip(codes, out, strict=True)}
    assert by_text["barrier 1 O6"] > by_text["barrier 1 O20"]
