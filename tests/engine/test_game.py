"""A game: what it says about itself must go together, and its options reach the rules by their names."""

from dataclasses import replace

import pytest

from formicarium.engine.game import Game, Option, find, names
from formicarium.engine.match import Match
from formicarium.errors import OptionError, UnknownName


def test_the_order_of_the_options_does_not_matter(tiny):
    turned = replace(tiny, options=tiny.options[::-1])
    assert [option.name for option in turned.options] == ["shown", "fold"]
    for fold, last in (("yes", ["stand", "fold"]), ("no", ["stand"])):
        match = Match(turned, nature=False, fold=fold)
        for seat, action in ((None, "card 1"), (0, "say 1"), (1, "say 2")):
            match.play(action, seat)
        assert [action.text for action in match.legal(0)] == last


def test_options_are_read_by_name(tiny):
    encoded = tiny.encode_options({"shown": "yes", "fold": "no"})[0]
    assert (encoded.fold, encoded.shown) == (1, 1)
    assert Option("mode", ("autumn", "winter")).number("winter") == 1


def test_an_option_cannot_have_a_name_that_numpy_uses(tiny):
    with pytest.raises(ValueError, match="'size', which numpy uses itself"):
        _ = replace(tiny, options=(Option("size", ("small", "large")),)).option_record


def test_the_default_is_the_first_value(tiny):
    assert tiny.check_options({}, 2) == {"fold": "yes", "shown": "no"}
    assert tiny.check_options({"fold": False}, 2) == {"fold": "no", "shown": "no"}


def test_what_a_game_does_not_have_is_refused_with_what_it_has(tiny):
    with pytest.raises(OptionError, match="fold is yes or no, not 'perhaps'"):
        tiny.check_options({"fold": "perhaps"}, 2)
    with pytest.raises(OptionError, match="has no option 'colour'; it has fold, shown"):
        tiny.check_options({"colour": "red"}, 2)
    with pytest.raises(OptionError, match="has 2 seats, not 5"):
        tiny.check_seats(5)


def test_secrets_and_redact_go_together(tiny):
    with pytest.raises(ValueError, match="a `redact` and no secrets"):
        replace(tiny, secrets=False)
    sisimizi = find("sisimizi")
    with pytest.raises(ValueError, match="secrets and no `redact`"):
        replace(sisimizi, secrets=True)


def test_games_are_found_by_their_folders():
    assert names() == ("antics", "formica", "grasshopper", "sisimizi")
    assert isinstance(find("formica"), Game)
    with pytest.raises(UnknownName, match="chess"):
        find("chess")
