"""Reasons in words: few, the weightiest first, the same for all positions that a seat cannot tell apart."""

import dataclasses
import random
from typing import Any

import pytest

import formicarium as fm
from formicarium.coach import reasons
from formicarium.core.random import stream
from formicarium.engine.game import Game, names


def moments(game, count):
    """Views of seats that are to act in matches of greedy bots."""
    lot, made = random.Random(game), 0
    while made < count:
        options: dict[str, Any] = {
            option.name: lot.choice(option.values) for option in fm.game(game).options if option.name == "mode"
        }
        match = fm.Match(game, seed=lot.random(), **options)
        bot = fm.bot(game, "greedy", seed=lot.random())
        while not match.over and made < count:
            seat = match.actors[0]
            if lot.random() < 0.2:
                yield match.view(seat)
                made += 1
            match.play(bot.choose(match.view(seat)), seat)


@pytest.mark.parametrize("game", names())
def test_reasons_are_few_and_the_weightiest_come_first(game):
    told = 0
    for view in moments(game, 60):
        for action in view.legal()[:40]:
            events = reasons.explain(view, action)
            all_of_them = view.game.because(view, action)
            assert len(events) <= reasons.MOST
            heaviest = sorted((abs(reason.weight) for reason in all_of_them), reverse=True)
            shown = [next(abs(reason.weight) for reason in all_of_them if reason.event == event) for event in events]
            assert shown == heaviest[: len(shown)]
            told += len(events)
    assert told


@pytest.mark.parametrize("game", names())
def test_everything_can_be_said_in_every_language(game):
    for view in moments(game, 40):
        shown = {node.id for node in view.scene().nodes}
        for language in view.game.languages:
            for action in view.legal()[:20]:
                for sentence in reasons.sentences(view, action, language):
                    assert sentence.endswith((".", "!")) and "{" not in sentence
            for note in reasons.notes(view, language):
                assert note.text.endswith(".")
                assert set(note.nodes) <= shown, note


@pytest.mark.parametrize("game", names())
def test_who_cannot_tell_two_positions_apart_gets_the_same_reasons(game):
    different = 0
    for number, view in enumerate(moments(game, 40)):
        world = view.world(stream(number))
        twin = world.view(view.seat)
        different += world.tobytes() != view.tobytes()
        for action in view.legal()[:20]:
            assert reasons.explain(twin, action) == reasons.explain(view, action)
        assert view.game.aids(twin) == view.game.aids(view)
    assert bool(different) == fm.game(game).secrets


def test_a_game_without_reasons_has_none_to_tell():
    fields: dict[str, Any] = {field.name: field.default for field in dataclasses.fields(Game)}
    view = fm.Match("sisimizi", seed=1).view(0)
    view.game = dataclasses.replace(view.game, because=fields["because"], aids=fields["aids"])
    assert reasons.sentences(view, view.game.actions.parse("done")) == ()
    assert reasons.notes(view) == ()


def test_names_of_people_are_used():
    for view in moments("sisimizi", 60):
        for action in view.legal()[:60]:
            said = " ".join(reasons.sentences(view, action, names=["Ada", "Ben"]))
            assert "Amber" not in said and "Blue" not in said
            if "way of" in said:
                assert ("Ben" if view.seat == 0 else "Ada") in said
                return
    raise AssertionError("nobody was in the way")
