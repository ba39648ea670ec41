"""Actions in words: a place is called as the board shows it, and not by its notation, in every language."""

import re
from random import Random

import pytest

import formicarium as fm
from formicarium.engine.events import wording
from formicarium.games.antics import GAME
from formicarium.games.antics.face.wording import ON_PATHS

NOTATION = re.compile(r"-?\d,-?\d|\bp\d+\b")
TOLD = {"use", "pass", *ON_PATHS}


@pytest.mark.parametrize("language", GAME.languages)
def test_places_that_have_a_name_are_called_by_it(language: str) -> None:
    lots, met = Random(3), set[str]()
    match = fm.Match(GAME, seats=3, seed=5)
    words, names = GAME.words(language), ["Ada", "Ben", "Cy"]
    while match.actors:
        view = match.view(match.actors[0])
        for action in match.legal():
            said = wording(view, action, words, names)
            if action.verb in TOLD:
                met.add(action.verb)
                assert not NOTATION.search(said), said
                assert said != words.action(action)
            else:
                assert said == words.action(action)
        match.play(lots.choice(match.legal()))
    assert {"use", "advance", "return", "guard", "unguard"} <= met


def test_a_hex_is_called_by_what_it_does_and_its_level() -> None:
    match = fm.Match(GAME, seats=2, seed=5)
    view = match.view(match.actors[0])
    said = {wording(view, action, GAME.words("en"), ["Ada", "Ben"]) for action in match.legal() if action.verb == "use"}
    assert "Put a marker on hatch (level 1)" in said
