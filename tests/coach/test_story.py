"""Story: a review in words. What is shown adds up, tells of what there is, and says it in every language."""

import re
from functools import cache

import numpy as np
import pytest

import formicarium as fm
from formicarium.coach import story
from formicarium.core import random
from formicarium.engine import texts
from formicarium.engine.events import wording
from formicarium.engine.game import languages

ITERATIONS = 16
SAME = {"{0}%", ".", "Fig. {0}", "{actions} actions", "actions", "action"}  # in English and in another language


@cache
def reviewed(game: str) -> tuple[fm.Match, fm.Review]:
    match, rng = fm.Match(game, fm.game(game).seats[0], seed=21), random.stream(("story", game))
    while not match.over and len(match.history) < 400:  # by then each game has turned somewhere
        seat = match.actors[0]
        match.play(match.position.sample(seat, rng), seat)
    return match, fm.review(match, ITERATIONS)


@pytest.mark.parametrize("game", fm.game_names())
def test_what_is_shown_adds_up_to_the_result(game: str) -> None:
    match, found = reviewed(game)
    *parts, result = story.narrate(found, match)["sum"]
    shown = np.sum([line["percent"] for line in parts], axis=0)
    assert np.abs(shown - result["percent"]).max() < 1e-9
    assert np.abs(np.array(result["percent"]) - 100 * np.array(found.result)).max() < 0.051
    for line in parts:
        true = 100 * getattr(found, line["part"])
        assert np.abs(line["percent"] - true).max() < 0.11, line["part"]


@pytest.mark.parametrize("game", fm.game_names())
def test_decisions_are_told_as_they_were_made(game: str) -> None:
    match, found = reviewed(game)
    told = story.narrate(found, match, names=["Ada", "Ben", "Cy"][: match.seats])
    names, moves = ["Ada", "Ben", "Cy"][: match.seats], match.history
    words = match.game.words("en", names)
    assert told["decisions"] and told["turning"] and told["plies"] == len(moves)
    judged = {step.ply: step.judgement for step in found.steps if step.judgement}
    for one in told["decisions"]:
        move, judgement = moves[one["ply"]], judged[one["ply"]]
        view = match.at(one["ply"]).view(one["seat"])
        assert (move.seat, wording(view, move.action, words, names)) == (one["seat"], one["chosen"])
        assert one["best"] == wording(view, judgement.best, words, names)
        assert abs(one["loss"] - judgement.loss) < 1e-4
        nodes = {node.id: node.actions for node in view.scene().nodes}
        assert all(judgement.best.text in nodes[node] for node in one["nodes"])
    for point in told["turning"]:
        assert 0 <= point["ply"] <= len(moves) and point["sentence"].endswith((".", "%."))
    for seat in told["seats"]:
        mine = [one for one in judged.values() if one.seat == seat["seat"]]
        assert (seat["decisions"], seat["best"]) == (len(mine), sum(one.loss == 0 for one in mine))


def test_a_secret_choice_has_its_mix_beside_it() -> None:
    match, found = reviewed("grasshopper")
    mixed = [one for one in story.narrate(found, match)["decisions"] if one["mix"]]
    assert mixed
    for one in mixed:
        assert abs(sum(chance for _, chance in one["mix"]) - 1) < 0.01
        assert [chance for _, chance in one["mix"]] == sorted((chance for _, chance in one["mix"]), reverse=True)
    assert story.narrate(found, match)["readable"]


def test_all_languages_say_all_of_it() -> None:
    assert texts.languages(story.TEXTS) == languages()
    english = story.words("en")
    for language in languages():
        other = story.words(language)
        assert other.keys() == english.keys()
        for key in sorted(english.keys() - {"and"}):  # before some words it is another one
            holes = [sorted(set(re.findall(r"{(\w+)[:}]", words.template(key)))) for words in (english, other)]
            assert holes[0] == holes[1], (language, key)
            left = language != "en" and other.template(key) == english.template(key)
            assert not left or other.template(key) in SAME, (language, key)
    assert story.percent(story.words("de"), 0.1234) == "12,3 %"
