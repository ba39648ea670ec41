"""Match: playing, refusing, taking back, looking, going back in time; on the tiny game, which has every trait."""

import pytest

import formicarium as fm
from formicarium.core import random
from formicarium.errors import ActionError, OptionError, UndoError, UnknownName


@pytest.fixture
def match(tiny):
    return fm.Match(tiny, seed=1)


def code_of(error, call, *arguments):
    with pytest.raises(error) as caught:
        call(*arguments)
    return caught.value.code


def test_nature_acts_by_herself_and_alike_for_equal_seeds(tiny):
    cards = [fm.Match(tiny, seed=seed).history[0].text for seed in range(60)]
    assert cards == [fm.Match(tiny, seed=seed).history[0].text for seed in range(60)]
    assert set(cards) == {"card 0", "card 1", "card 2"}


def test_nature_can_be_played_by_hand(tiny):
    match = fm.Match(tiny, nature=False)
    assert match.actors == (fm.NATURE,)
    assert [action.text for action in match.legal()] == ["card 0", "card 1", "card 2"]
    match.play("card 2")
    assert list(match.actors) == [0, 1]


def test_several_seats_act_in_any_order(tiny):
    for first, second in ((0, 1), (1, 0)):
        match = fm.Match(tiny, seed=1)
        match.play("say 1", first)
        assert match.actors == (second,)
        match.play("say 2", second)
        assert match.actors == (0,)


def test_with_several_actors_the_seat_must_be_said(match):
    assert code_of(ActionError, match.play, "say 1") == "action/seat"
    assert code_of(ActionError, match.legal) == "action/seat"


def test_actions_may_be_text_action_or_code(match):
    action = match.play("say 1", 0)
    assert match.play(int(action), 1) == action
    assert match.play(match.legal()[0]) == match.history[-1].action


@pytest.mark.parametrize(
    ("action", "seat", "code"),
    [
        ("sag 1", 0, "action/unreadable"),
        (99, 0, "action/unreadable"),
        (-1, 0, "action/unreadable"),
        ("stand", 0, "action/illegal"),
        ("card 1", 1, "action/illegal"),
        ("say 1", 3, "action/seat"),
    ],
)
def test_refused_actions_change_nothing(match, action, seat, code):
    before = match.position.tobytes(), match.history
    assert code_of(ActionError, match.play, action, seat) == code
    assert (match.position.tobytes(), match.history) == before


def test_a_refusal_says_what_is_possible(match):
    with pytest.raises(ActionError, match=r"seat 0 cannot play 'stand': stand is not possible now; possible now: say"):
        match.play("stand", 0)


def test_after_the_end_nothing_can_be_played(match):
    match.play("say 1", 0), match.play("say 1", 1), match.play("fold")
    assert match.over and match.actors == () and match.legal() == []
    assert code_of(ActionError, match.play, "fold") == "action/over"


def test_outcome_is_none_until_the_end(tiny):
    match = fm.Match(tiny, nature=False)
    for text, seat in (("card 2", fm.NATURE), ("say 0", 0), ("say 2", 1)):
        assert match.outcome is None
        match.play(text, seat)
    match.play("stand")
    assert match.outcome == fm.Outcome((0.0, 1.0), (2, 1), (1.0, 3.0), "called")


def test_a_secret_choice_can_be_taken_back_while_nobody_else_has_acted(match):
    before = match.position.tobytes()
    match.play("say 1", 0)
    assert match.can_undo(0) and not match.can_undo(1)
    assert match.undo() == "say 1" or match.position.tobytes() == before
    assert match.position.tobytes() == before


def test_an_action_that_reveals_cannot_be_taken_back(match):
    match.play("say 1", 0), match.play("say 2", 1)
    assert code_of(UndoError, match.undo, 0) == "undo/other-seat"
    assert code_of(UndoError, match.undo, 1) == "undo/learned"


def test_over_is_over(match):
    match.play("say 1", 0), match.play("say 2", 1), match.play("stand")
    assert code_of(UndoError, match.undo) == "undo/over"


@pytest.mark.parametrize("game", ["sisimizi", "antics"])
def test_over_is_over_where_nothing_was_hidden(game):
    match = fm.Match(game, seed=3)
    rng = random.stream(1)
    while not match.over:
        match.play(match.position.sample(match.actors[0], rng), match.actors[0])
    assert code_of(UndoError, match.undo) == "undo/over"


def test_nature_cannot_be_taken_back(tiny, match):
    assert code_of(UndoError, match.undo) == "undo/nothing"
    assert code_of(UndoError, fm.Match(tiny, nature=False).undo) == "undo/nothing"


def test_undo_after_a_chance_outcome_is_refused(match):
    match.play("say 1", 0)
    match.ledger.make(fm.Move(fm.NATURE, match.game.actions[0]))  # as if nature had answered
    assert code_of(UndoError, match.undo) == "undo/chance"


def test_views_hide_what_a_seat_may_not_know(tiny):
    match = fm.Match(tiny, nature=False)
    match.play("card 2"), match.play("say 1", 0)
    assert match.view(0).to_dict()["card"] == 3
    assert match.view(1).to_dict()["card"] == 0
    assert match.view(1).to_dict()["said"] == [0, 0]
    assert match.view(0).to_dict()["said"] == [2, 0]
    assert match.view().to_dict() == match.view(fm.SPECTATOR).to_dict() == match.view(1).to_dict()
    assert match.view(1).to_dict()["spoken"] == [1, 0]


def test_a_view_lists_the_actions_of_its_seat_only(match):
    match.play("say 1", 0)
    assert match.view(0).legal() == []
    assert match.view(fm.SPECTATOR).legal() == []
    assert match.view(1).legal_texts() == ["say 0", "say 1", "say 2"]


def test_at_goes_back_in_time_and_on_from_there(match):
    match.play("say 1", 0), match.play("say 2", 1)
    earlier = match.at(2)
    assert earlier.history == match.history[:2] and earlier.actors == (1,)
    earlier.play("say 0", 1)
    assert [move.text for move in match.history[1:]] == ["say 1", "say 2"]
    assert [position.actors for _, position in match.positions()] == [(fm.NATURE,), (0, 1), (1,), (0,)]
    with pytest.raises(IndexError, match="3 actions"):
        match.at(4)


@pytest.mark.parametrize(
    ("arguments", "options", "code"),
    [
        ({"seats": 3}, {}, "option/seats"),
        ({}, {"speed": 3}, "option/unknown"),
        ({}, {"fold": "perhaps"}, "option/value"),
        ({}, {"fold": False, "shown": True}, "option/value"),
    ],
)
def test_wrong_seats_and_options_are_refused(tiny, arguments, options, code):
    assert code_of(OptionError, lambda: fm.Match(tiny, **arguments, **options)) == code


def test_options_reach_the_rules(tiny):
    match = fm.Match(tiny, seed=1, fold=False)
    match.play("say 1", 0), match.play("say 2", 1)
    assert [action.text for action in match.legal()] == ["stand"]
    assert match.options == {"fold": "no", "shown": "no"}


def test_an_unknown_game_lists_those_that_exist():
    with pytest.raises(UnknownName, match="did you mean 'sisimizi'") as caught:
        fm.Match("sisimisi")
    assert caught.value.code == "unknown/game"
    assert isinstance(caught.value, LookupError)


def test_pictures_and_text_of_a_match(match):
    assert match._repr_svg_() == match.view().svg()
    assert str(match) == "card ?, said [0, 0]"
    assert repr(match) == "<Match tiny, 2 seats, 1 actions>"


def test_the_log_hides_what_a_seat_could_not_see(tiny):
    match = fm.Match(tiny, nature=False)
    match.play("card 2"), match.play("say 1", 0)
    assert [action and action.text for _, action in match.log(0)] == ["card 2", "say 1"]
    assert match.log(1) == match.log() == [(fm.NATURE, None), (0, None)]
    match.play("say 2", 1)
    assert [action and action.text for _, action in match.log(0)] == ["card 2", "say 1", "say 2"]
    match.play("stand")
    assert [action for _, action in match.log(1)] == [move.action for move in match.history]


def test_a_refused_undo_tells_no_secret(match):
    match.play("say 1", 0)
    with pytest.raises(UndoError) as caught:
        match.undo(1)
    assert "say" not in str(caught.value)
