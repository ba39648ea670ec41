"""What a seat knows (G7.14), and the worlds that fit it (G7.20)."""

from collections import Counter
from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from formicarium.core import entry, random
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.match import Match
from formicarium.engine.position import Position
from formicarium.games.grasshopper import GAME
from formicarium.games.grasshopper.components import CARD_NAMES
from formicarium.games.grasshopper.state import BLANK, DECK, VEILED

SNAKE = "a1 b1 c1 d1 d2 d3"  # cloth, tile and stone
TYPES = {"cloth": 1, "tile": 2, "stone": 3, "wood": 4}


def secrets(position):
    """Everything secret in a record: the tokens, the token seen, the hidden card, the purchase."""
    s = position.record
    tokens = tuple(int(player.token) for player in s.players)
    return (
        tokens,
        int(s.peeked),
        int(s.veil_card),
        int(s.buying),
        tuple(s.sets_from),
        tuple(s.sets_for),
        bool(s.veil_pays),
    )


def sampled(position, seat, count=600):
    """How often each world comes up."""
    view, rng = position.view(seat), random.stream("worlds")
    worlds = Counter()
    for _ in range(count):
        world = view.world(rng)
        assert world.view(seat) == view
        worlds[secrets(world)] += 1
    return worlds


def check_uniform(worlds, expected):
    """Exactly these worlds, none far more often than another."""
    assert set(worlds) == set(expected)
    each = sum(worlds.values()) / len(worlds)
    assert sum((count - each) ** 2 / each for count in worlds.values()) < len(worlds) + 6 * (2 * len(worlds)) ** 0.5 + 6


def committed(table, **what):
    at = table("beetle", 4, **what).play(*(f"ant {cell}" for cell in SNAKE.split()))
    return at.play("0: choose tile", "2: name wood", "3: name cloth")


NOTHING = (-1, 0, (0,) * 4, (0,) * 4, False)


def test_g7_14_tokens_are_secret_until_the_guess(table):
    at = committed(table)
    for seat, tokens in {
        0: (2, 0, 5, 5),
        1: (5, 0, 5, 5),
        2: (5, 0, 4, 5),
        3: (5, 0, 5, 1),
        SPECTATOR: (5, 0, 5, 5),
    }.items():
        assert tuple(int(player.token) for player in at.position.view(seat).record.players) == tokens
    assert BLANK == 5
    at.play("guess a1")
    for seat in (0, 1, 2, 3, SPECTATOR):
        assert [int(player.token) for player in at.position.view(seat).record.players] == [2, 0, 4, 1]


def test_g7_14_that_a_token_lies_there_is_public(table):
    at = table("winter", 4).play(*(f"ant {cell}" for cell in SNAKE.split()), "2: name wood")
    assert [int(player.token) for player in at.position.view(SPECTATOR).record.players] == [0, 0, 5, 0]
    assert at.position.view(1).actors == (0, 3)


def test_g7_14_a_token_is_secret_while_others_still_choose(table):
    one = table("winter", 4).play(*(f"ant {cell}" for cell in SNAKE.split()), "0: choose tile")
    two = table("winter", 4).play(*(f"ant {cell}" for cell in SNAKE.split()), "0: choose stone")
    for seat in (1, 2, 3, SPECTATOR):
        assert one.position.view(seat) == two.position.view(seat)
    assert one.position.view(0) != two.position.view(0)


def test_g7_14_the_peeked_token_is_known_to_the_grasshopper_until_the_guess(table):
    at = committed(table, powers={"dragonfly": 1}).play("peek", "token wood")
    assert at.position.view(1).record.peeked == 4
    assert {int(at.position.view(seat).record.peeked) for seat in (0, 2, 3, SPECTATOR)} == {BLANK}
    at.play("guess a1")
    assert at.s.peeked == 0


def test_g7_14_the_hidden_card_is_known_to_its_owner(table):
    at = table("beetle", 3, veil="W-5", powers={"butterfly": 2})
    for seat in (0, 1, SPECTATOR):
        view = at.position.view(seat).record
        assert view.veil
        assert view.veil_card == -1
        assert view.where[CARD_NAMES.index("W-5")] == DECK
        assert view.deck == at.s.deck
    assert at.position.view(2).record.veil_card == CARD_NAMES.index("W-5")


def test_g7_14_the_others_see_the_position_before_buy_until_pay(table):
    at = table("beetle", 2, supply={0: "C-3 C-4 W-3 W-4 W-5 S-5"}, row="P1 P2 P3", veil="S-6", powers={"butterfly": 0})
    at.round(SNAKE, "tile", "a1")
    before = [at.position.view(seat) for seat in (1, SPECTATOR)]
    for action in ("buy P1", "wild wood stone", "hidden"):
        at.play(action)
        assert [at.position.view(seat) for seat in (1, SPECTATOR)] == before
    assert at.position.view(0).record.buying == 1
    at.play("pay")
    assert [at.position.view(seat) for seat in (1, SPECTATOR)] != before
    assert "S-6" in at.pile()


def test_g7_14_autumns_insects_are_public_but_drawn_face_down(table):
    at = table(supply={1: "T-la"})
    assert at.position.view(0) == at.position.view(SPECTATOR)
    drawn = {
        seat: {node.id: node.sprite for node in at.position.view(seat).scene().nodes} for seat in (0, 1, SPECTATOR)
    }
    assert [drawn[seat]["card:T-la"] for seat in (0, 1, SPECTATOR)] == ["card-back", "card-tile", "card-back"]


def test_g7_14_everything_else_is_public(table):
    at = table(
        "beetle", 3, supply={0: "W-5", 1: "W-6"}, discard="S-5", owned={2: "P1"}, powers={"bee": 1, "beetle": "middle"}
    )
    for seat in (0, 1, 2, SPECTATOR):
        assert at.position.view(seat).tobytes() == at.position.tobytes()


# Worlds


def test_g7_20_tokens_of_the_ant_and_the_red_ants(table):
    at = committed(table)
    for seat in (0, 1, 2, 3, SPECTATOR):
        ants = [2] if seat == 0 else [1, 2, 3]  # types under the chain
        seconds = [4] if seat == 2 else [1, 2, 3, 4]
        thirds = [1] if seat == 3 else [1, 2, 3, 4]
        expected = [((a, 0, b, c), 0, *NOTHING) for a, b, c in product(ants, seconds, thirds)]
        check_uniform(sampled(at.position, seat), expected)


def test_g7_20_the_one_who_peeked_knows_what_the_token_is_not(table):
    at = table("beetle", powers={"dragonfly": 1}).play(*(f"ant {cell}" for cell in SNAKE.split()))
    at.play("choose tile", "peek", "token stone")
    check_uniform(sampled(at.position, 1), [((a, 0, 0, 0), 3, *NOTHING) for a in (1, 2)])
    check_uniform(sampled(at.position, 0), [((2, 0, 0, 0), seen, *NOTHING) for seen in (1, 3, 4)])
    pairs = [((a, 0, 0, 0), seen, *NOTHING) for a in (1, 2, 3) for seen in (1, 2, 3, 4) if a != seen]
    check_uniform(sampled(at.position, SPECTATOR), pairs)


def test_g7_20_the_hidden_card_is_any_card_of_the_deck_or_itself(table):
    at = table("beetle", deck="W-5 W-6 T-6 C-6", veil="S-6", powers={"butterfly": 1})
    for seat in (0, SPECTATOR):
        cards = [CARD_NAMES.index(name) for name in ("W-5", "W-6", "T-6", "C-6", "S-6")]
        check_uniform(sampled(at.position, seat), [((0,) * 4, 0, card, *NOTHING[1:]) for card in cards])
        for _ in range(20):
            world = at.position.view(seat).world(random.stream(seat))
            assert (world.record.where == VEILED).sum() == 1
            assert (world.record.where == DECK).sum() == world.record.deck == 4
    assert len(sampled(at.position, 1)) == 1


def test_g7_20_a_reshuffle_tells_the_hidden_card(table):
    at = table("beetle", deck="W-5", discard="C-5 C-6", veil="S-6", powers={"butterfly": 1}).round(SNAKE, "tile", "a1")
    assert at.position.view(0).record.veil_card == -1
    at.play("card W-5")  # the deck is empty, and the refill needs another card
    for seat in (0, 1, SPECTATOR):
        assert at.position.view(seat).record.veil_card == CARD_NAMES.index("S-6")
        assert len(sampled(at.position, seat, 20)) == 1


def test_g7_20_a_hidden_card_drawn_after_a_reshuffle_is_secret_again(table):
    grid = "C-bu C-4 T-1 T-2 S-3 S-4 T-3 S-1 W-1 W-2 W-3 S-2 C-1 C-2 W-4 T-4"
    at = table("beetle", grid=grid, deck="", discard="W-5 W-6", veil="S-6", powers={"butterfly": 1})
    at.round(SNAKE, "cloth", "c1").play("power butterfly", "card W-6")
    assert at.position.view(1).record.veil_card == -1
    cards = [CARD_NAMES.index(name) for name in ("C-bu", "S-6", "W-5", "W-6")]
    check_uniform(sampled(at.position, 1), [((1, 0, 0, 0), 0, card, *NOTHING[1:]) for card in cards])


def test_g7_20_worlds_during_a_purchase_are_before_it(table):
    at = table(
        "beetle", 2, supply={0: "C-3 C-4 S-5"}, row="P1 P2 P3", deck="W-5 T-5", veil="S-6", powers={"butterfly": 0}
    )
    at.round(SNAKE, "tile", "a1").play("buy P1", "hidden")
    cards = [CARD_NAMES.index(name) for name in ("W-5", "T-5", "S-6")]
    check_uniform(sampled(at.position, 1), [((2, 0, 0, 0), 0, card, *NOTHING[1:]) for card in cards])


# Any two positions that agree on what a seat knows


def pictures(position, seat):
    view = position.view(seat)
    legal = view.legal_texts()
    return view.tobytes(), legal, str(view), [node.to_dict() for node in view.scene().nodes], view.scene().prompt


@settings(max_examples=40)
@given(st.integers(2, 4), st.sampled_from(["autumn", "winter", "beetle"]), st.integers(0, 10**6), st.integers(0, 400))
def test_g7_14_equal_knowledge_gives_equal_views_scenes_actions_and_notation(seats, mode, seed, steps):
    rng = random.stream((seats, mode, seed))
    options = GAME.encode_options(GAME.check_options({"mode": mode}, seats))
    position = Position.start(GAME, seats, options)
    entry.playout(position.records, 0, rng, steps)
    for seat in (*range(seats), SPECTATOR):
        expected = pictures(position, seat)
        for _ in range(3):
            assert pictures(position.view(seat).world(rng), seat) == expected


def test_g7_14_a_purchase_can_be_taken_back_and_a_guess_cannot():
    match = Match("grasshopper", seed=5, mode="beetle")
    rng = np.random.default_rng(3)
    undone = {}
    while not match.over and len(match.history) < 2000:
        seat = match.actors[-1]
        legal = match.legal(seat)
        action = legal[rng.integers(len(legal))]
        match.play(action, seat)
        if match.history[-1].seat != NATURE and match.history[-1].action == action:
            undone.setdefault(action.verb, []).append(match.can_undo(seat))
    assert all(undone["ant"])
    assert all(undone["buy"])
    assert not any(undone.get("guess", [False]))


def test_g7_14_a_begun_purchase_is_in_nobody_elses_log():
    """Not even as something secret: that something is bought would tell that the hidden card can pay it."""
    match, rng = Match("grasshopper", seed=5, mode="beetle"), np.random.default_rng(3)
    begun = 0
    while not match.over and len(match.history) < 2000:
        seat = match.actors[-1]
        lines = {witness: match.log(witness) for witness in (*range(match.seats), SPECTATOR)}
        legal = match.legal(seat)
        action = legal[rng.integers(len(legal))]
        match.play(action, seat)
        if action.verb in ("buy", "wild", "hidden"):
            begun += 1
            for witness, before in lines.items():
                assert match.log(witness)[len(before) :] == ([(seat, action)] if witness == seat else [])
    assert begun
    assert [action for _, action in match.log()] == [move.action for move in match.history]


def test_g7_14_the_text_diagram_keeps_autumns_insects_face_down(table):
    at = table(supply={1: "T-la T-fi"})
    assert [str(at.position.view(seat)).count("la1 fi1") for seat in (0, 1, SPECTATOR)] == [0, 1, 0]
    assert "insects 2 face down" in str(at.position.view(0))
    assert "la1 fi1" in str(table(supply={1: "T-la T-fi"}, open_insects="yes").position.view(0))
