"""Why an action is refused in Formica, in words and with the number of the rule."""

import pytest

from formicarium.core import random
from formicarium.engine.match import Match
from formicarium.games.formica import GAME
from formicarium.games.formica.state import PRISON


def reason(t, text, seat=0):
    action = GAME.actions.parse(text)
    assert action.text not in t.legal
    return GAME.why(t.position.view(seat), seat, action)


def test_each_choice_of_the_dice(table):
    t = table().begin().roll(2, 5)
    assert "no die shows 3" in reason(t, "die 3")
    assert "F5.4" in reason(t, "barrier 1 O5")
    assert "F5.2" in reason(t, "from Y1")
    assert "no difference" in reason(table().begin().roll(2, 2), "difference")
    assert "chance" in reason(t, "dice 1 1")


def test_ants_and_fields(table):
    t = table().tower("O5", "Y1").tower("O7", "Y2").tower("O30", "B1").begin().roll(1, 1).play("die 1")
    assert reason(t, "from O30") == "there is no ant of yours"
    t.play("from O5", "to O4")
    assert "two different ants" in reason(t, "from O4")
    t = table().tower("O5", "Y1").tower("O7", "Y2").barrier(1, "O1").begin().roll(1, 1).play("sum", "from O5")
    assert "own tower" in reason(t, "to O7")
    assert "barrier" in reason(t, "to O1")
    assert "exactly 2" in reason(t, "to O20")
    assert "another colour" in reason(t, "to ZBa")
    assert "exactly" in reason(t, "to ZYa")
    t = table().begin().roll(1, 1).play("sum", "from Y1")
    assert "nest" in reason(t, "to ZYa")


def test_barriers(table):
    t = table().tower("O5", "Y1").begin().roll(2, 2)
    assert "not empty" in reason(t, "barrier 1 O5")
    assert "only the first" in reason(t, "barrier 2 O6")
    t.play("barrier 1 O0")
    assert "has set" in reason(t, "barrier 2 O6")
    t = table().barrier(1, "O0").begin().roll(2, 2)
    assert "would close a nest" in reason(t, "barrier 2 O36")
    assert "already" in reason(t, "barrier 1 O0")


def test_a_second_from(table):
    t = table().begin().roll(1, 2).play("sum", "from Y1")
    assert reason(t, "from Y2") == "the ant for these 3 is chosen; say where it goes (F13)"
    moved = "an ant is chosen after the use of the dice, and then goes at once (F5.2, F13)"
    assert reason(table().begin().roll(1, 1).play("sum", "from Y1", "to O1"), "from Y2") == moved
    t = table().tower("O5", "Y1").tower("O30", "B1").begin().roll(1, 2).play("die 2", "from O5", "to O7")
    assert reason(t, "from O7") == "two different ants move with the two dice (F5.2)"


def test_rescues(table):
    alone = table().rest("Y", "O20")
    alone.s.top[20] = 0
    alone.s.place[:14] = PRISON
    alone.s.below[:14] = 0
    alone.begin()
    assert alone.legal == ["rescue"]
    for text in ("rescue yellow", "rescue blue", "roll", "free yellow", "end"):
        assert "all prisoners come home now" in reason(alone, text)
    two = table(2).rest("G", "O20")
    two.s.top[20] = 0
    two.s.place[28:42] = PRISON
    two.s.below[28:42] = 0
    two.begin()
    assert two.legal == ["rescue green", "roll"]
    assert "say which" in reason(two, "rescue")
    assert "yellow still controls" in reason(two, "rescue yellow")


def test_f5_2_a_catch_that_spoils_the_second_move(table):
    rest = " ".join(f"Y{number}" for number in range(3, 15))
    t = table().tower("L0", "Y1").tower("M5", "Y2").tower("M3", "B2").prison(rest).barrier(1, "O3").begin().roll(1, 2)
    t.play("die 2", "from M5")
    assert "lapse" in reason(t, "to M3")
    assert "exactly 2" in reason(t, "to M4")


@pytest.mark.parametrize("seats", [2, 4])
def test_every_refusal_has_a_reason(seats):
    match, rng = Match(GAME, seats=seats, seed=3), random.stream(3)
    while not match.over and len(match.history) < 400:
        (seat,) = match.actors
        view = match.view(seat)
        legal = set(view.legal())
        if len(match.history) % 7 == 0:
            for action in GAME.actions:
                if action not in legal and action.verb != "deal":
                    assert GAME.why(view, seat, action)
        match.play(match.position.sample(seat, rng), seat)
