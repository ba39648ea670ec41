"""Refusals: whatever cannot be clicked says why, in every language; and what is offered does something."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import formicarium as fm
from formicarium import View
from formicarium.core.random import stream
from formicarium.engine.refusals import RULES, refusal, why_not

CLICKS = 200


def views(game: str, count: int) -> Iterator[tuple[View, random.Random]]:
    """Views of seats that are to act, of matches that are played at random, with lots to draw."""
    lots = random.Random(f"refusals {game}")
    for round_number in range(count):
        match = fm.Match(game, 2 + round_number % 3, seed=f"refusals {round_number}")
        for _ in range(120):
            if match.over:
                break
            seat = match.actors[0]
            view = match.view(seat)
            yield view, lots
            match.play(lots.choice(view.legal()), seat)


@pytest.mark.parametrize("game", fm.game_names())
def test_every_forbidden_click_finds_a_sentence(game: str) -> None:
    clicks = 0
    for view, lots in views(game, 6):
        things = [node for node in view.scene().nodes if node.area and node.label and not node.actions]
        if not things:  # an empty board on which everything can be clicked
            continue
        thing = lots.choice(things).id
        for language in view.game.languages:
            assert re.fullmatch(r"\S.*[.!?]", why_not(view, [thing], language)), thing
        clicks += 1
        if clicks == CLICKS:
            return
    raise AssertionError(f"only {clicks} clicks")


@pytest.mark.parametrize("game", fm.game_names())
def test_every_reason_is_known_in_every_language(game: str) -> None:
    for view, lots in views(game, 3):
        legal = set(view.legal())
        for action in lots.sample(list(view.game.actions), 6):
            if action not in legal:
                english, *others = (refusal(view, action, language) for language in view.game.languages)
                assert english not in others, action.text
                assert english is None or not RULES.search(english)


def test_the_reason_is_that_of_what_could_be_meant() -> None:
    match = fm.Match("sisimizi", 2, seed="x")
    seat = match.actors[0]
    match.play("ant a1")
    view = match.view(seat)
    assert why_not(view, ["field:a1"], "en").startswith("A1 is taken.")
    assert why_not(view, ["field:a1"], "de").startswith("A1 ist besetzt.")
    assert why_not(view, ["nowhere"], "de") == view.scene("de").prompt


@pytest.mark.parametrize("game", fm.game_names())
def test_no_choice_is_offered_that_does_nothing(game: str) -> None:
    for view, lots in views(game, 1):
        world, action = view.world(stream("world")), lots.choice(view.legal())
        after = world.copy()
        after.apply(view.seat, action)
        assert after != world, action.text
