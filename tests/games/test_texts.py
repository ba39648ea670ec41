"""What games say: sentences that are wholly in their language, the key to the symbols, prompts, endings."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from formicarium.conformance import Variant, variants
from formicarium.core import random
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.game import Game, find, names
from formicarium.engine.match import Match
from formicarium.engine.position import Position
from formicarium.scene import THEMES

GAMES = [find(name) for name in names()]
WORD = re.compile(r"[a-z]{3,}")


def notation(game: Game) -> set[str]:
    """The values of arguments that are words: English ones, which belong into no German sentence."""
    values = {value for verb in game.actions.verbs for domain in verb.domains for value in domain.values}
    return {value for value in values if WORD.fullmatch(value)}


def some(game: Game) -> list[Variant]:
    """A variant for each number of seats, the modes taking turns."""
    all_of_it = variants(game)
    return [next(one for one in all_of_it[k:] if one.seats == seats) for k, seats in enumerate(game.seats)]


def played(variant: Variant) -> Match:
    match, rng = variant.match("texts"), random.stream("texts")
    while not match.over:
        seat = match.actors[random.below(rng, len(match.actors))]
        match.play(match.position.sample(seat, rng), seat)
    return match


def sampled(match: Match, count: int = 40) -> Iterator[Position]:
    every = max(1, len(match.history) // count)
    for number, (_, position) in enumerate(match.positions()):
        if number % every == 0 or not position.actors:
            yield position


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_action_is_said_in_words(game: Game) -> None:
    """No value of an argument that is a word of the notation is put into a German sentence."""
    forbidden, words = notation(game), game.words("de")
    for action in game.actions:
        for text in (words.action(action), words.told(action, 0, game.seats[0])):
            assert not forbidden & set(re.findall(r"\w+", text)), f"{action.text}: {text}"
            assert "{" not in text
    assert words.told(None, 0, 2) != words.told(None, NATURE, 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_label_prompt_and_line_of_the_log_is_in_german(game: Game) -> None:
    forbidden, words = notation(game), game.words("de")
    for variant in some(game):
        match = played(variant)
        for seat, action in match.log():
            text = words.told(action, seat, match.seats)
            assert not forbidden & set(re.findall(r"\w+", text)), text
        texts = {match.ending("de")} | {text for lines in match.tally("de") for text, _ in lines}
        for position in sampled(match):
            for seat in (*(seat for seat in position.actors if seat != NATURE), SPECTATOR):
                scene = position.view(seat).scene("de")
                texts |= {scene.prompt} | {node.label for node in scene.nodes} | {node.text for node in scene.nodes}
        for text in texts:
            assert not forbidden & set(re.findall(r"\w+", text)), text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_prompt_is_for_who_acts_and_names_them_to_the_others(game: Game, language: str) -> None:
    words = game.words(language)
    for variant in some(game):
        for position in sampled(played(variant)):
            prompts = {seat: position.view(seat).scene(language).prompt for seat in (*range(variant.seats), SPECTATOR)}
            assert all(re.search(r"[.]$", prompt) and prompt[0].isupper() for prompt in prompts.values()), prompts
            if position.actors and position.actors != (NATURE,):
                who = [words.seat(seat, variant.seats) for seat in position.actors]
                for seat, prompt in prompts.items():
                    if seat not in position.actors:
                        assert all(name in prompt for name in who), prompt


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_can_be_done_has_labels_that_differ(game: Game) -> None:
    for variant in some(game):
        for position in sampled(played(variant), 80):
            for seat in position.actors:
                if seat != NATURE:
                    nodes = [node for node in position.view(seat).scene("de").nodes if node.actions]
                    labels = [node.label for node in nodes]
                    assert len(set(labels)) == len(labels), sorted(x for x in labels if labels.count(x) > 1)[:4]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_key_names_sprites_that_can_be_drawn_beside_the_board(game: Game) -> None:
    sheet = Match(game).view().scene().sheet
    german = game.key("de")
    assert [symbol.sprite for symbol in german] == [symbol.sprite for symbol in game.key("en")]
    assert len(german) > 8
    for symbol in german:
        assert symbol.sprite in sheet.parts
        assert sheet.reach[symbol.sprite] > 0, f"{symbol.sprite} has no data-reach, so a legend cannot scale it"
        assert symbol.tone in THEMES["light"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_tones_and_marks_of_the_seats(game: Game) -> None:
    sheet = Match(game).view().scene().sheet
    assert len(set(game.tones)) == len(set(game.marks)) == 4
    assert all(tone in theme for theme in THEMES.values() for tone in game.tones)
    assert set(game.marks) <= set(sheet.parts)
    nodes = Match(game, seats=4, seed=1).view().scene().nodes
    for seat, (tone, mark) in enumerate(zip(game.tones, game.marks, strict=True)):
        drawn = {node.tone for node in nodes} | {node.stroke for node in nodes}
        assert tone in drawn, f"seat {seat} is not drawn in {tone}"
        assert any(f"#{mark}" in sheet.parts[node.sprite] for node in nodes if node.sprite), mark


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_has_a_home_has_one_in_the_picture(game: Game) -> None:
    for variant in some(game):
        for position in sampled(played(variant), 20):
            nodes = position.view(SPECTATOR).scene().nodes
            ids = {node.id for node in nodes}
            assert {node.home for node in nodes if node.home} <= ids
