"""What games say: sentences that are wholly in their language, the key to the symbols, prompts, endings."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import cycle
from string import Formatter

import pytest
from babel.core import Locale

from formicarium.conformance import Variant, variants
from formicarium.core import random
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.game import Game, find, languages, names
from formicarium.engine.match import Match
from formicarium.engine.position import Position
from formicarium.scene import THEMES

GAMES = [find(name) for name in names()]
OTHERS = languages()[1:]  # than English
WORD = re.compile(r"[a-z]{3,}")
SAME = {  # texts that are the same in English and in another language
    *("Antics!", "Formica", "Sisimizi", "Colonies", "Violet", "Winter", "abdomen", "thorax", "consolation", "no"),
    *("point", "points", "prison", "transport", "+1 point", "+{count} points"),
}
SIGNS = re.compile(r" [:;!?»](?=\W|$)|« (?=\w)")  # in French beside a space that breaks


def notation(game: Game, language: str) -> set[str]:
    """The values of arguments that are words: English ones, which belong into no sentence of another language."""
    values = {value for verb in game.actions.verbs for domain in verb.domains for value in domain.values}
    own = {word for text in templates(game, language).values() for word in re.findall(r"\w+", text)}
    return {value for value in values if WORD.fullmatch(value)} - own


def templates(game: Game, language: str) -> dict[str, str]:
    """All texts by their keys, those for the kinds of plurals that have none of their own by the key of the others."""
    words = game.words(language)
    return {key: words.template(key) for key in sorted(words.keys())}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def paragraphs(rules: str) -> list[str]:
    return [text for text in re.split(r"\n\s*\n", rules) if not text.startswith(("|", "#"))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_text_is_there_in_every_language_and_none_was_left_in_english(game: Game) -> None:
    assert game.languages == languages()
    english = game.words("en")
    for language in OTHERS:
        words = game.words(language)
        assert words.keys() == english.keys() and not words.missing()
        for key, text in templates(game, "en").items():
            own = words.template(key)
            says = re.search(r"[^\W\d]{2}", re.sub(r"{.*?}", "", text))
            assert not says or text != own or text in SAME, f"{language}: {key} is left in English: {text}"
            if key != "and":
                assert placeholders(own) == placeholders(text), f"{language}: {key}: {own}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_refusals_are_there_in_every_language(game: Game) -> None:
    folder = game.folder / "texts"
    files = {code: tomllib.loads((folder / code / "refusals.toml").read_text("utf-8")) for code in OTHERS}
    for language, texts in files.items():
        assert texts.keys() == files["de"].keys(), language
        for english, own in texts.items():
            assert own != english and placeholders(own) <= placeholders(english), f"{language}: {own}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rules_are_the_same_in_every_language(game: Game) -> None:
    """The same sections, pictures, tables and figures; and no paragraph that was left in English."""
    english = game.words("en").rules
    for language in OTHERS:
        rules = game.words(language).rules
        for marks in (r"{#[\w-]+}", r"\]\([\w-]+\)", r"(?m)^\| `[^|]*", r"(?m)^(?:- |\d\. )"):
            assert re.findall(marks, rules) == re.findall(marks, english), f"{language}: {marks}"
        rows = [[re.findall(r"\b\d+\b", row) for row in re.findall(r"(?m)^\|.*", text)] for text in (rules, english)]
        assert rows[0] == rows[1], language
        left = set(paragraphs(rules)) & set(paragraphs(english))
        assert not left, f"{language}: {left}"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_plurals_are_those_of_the_language(game: Game, language: str) -> None:
    """The kinds of plurals that the files name are those that Babel knows, for all numbers that a game can count."""
    words, kind_of = game.words(language), Locale(language).plural_form
    counted = next(key for key in templates(game, language) if f"{key}-one" in words)
    for number in range(200):
        kind = kind_of(number)
        assert words.counted(counted, number) == (counted if kind == "other" else f"{counted}-{kind}")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_french_signs_stand_behind_a_space_that_does_not_break(game: Game) -> None:
    for text in (*templates(game, "fr").values(), game.words("fr").rules):
        assert not SIGNS.search(text), text
        assert "'" not in text, text
    for text in templates(game, "fr").values():
        assert not re.search(r"[^\u00a0][;!?»]", text.replace(game.words("fr")("name"), "")), text


def test_words_change_where_they_stand() -> None:
    french, italian, spanish = (find("formica").words(code) for code in ("fr", "it", "es"))
    assert [french.formed(name, "de") for name in ("Ada", "Ben", "Élise")] == ["d’Ada", "de Ben", "d’Élise"]
    assert french("prison.none", colour="vert").startswith("Prison, fourmis vertes")
    assert italian("prison.none", colour="rosso").startswith("Prigione, formiche rosse")
    assert [spanish.listed(["Ada", name]) for name in ("Inés", "Hiro", "Ben")] == [
        "Ada e Inés",
        "Ada e Hiro",
        "Ada y Ben",
    ]


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
    """No value of an argument that is a word of the notation is put into a sentence of another language."""
    for language in OTHERS:
        forbidden, words = notation(game, language), game.words(language)
        for action in game.actions:
            for text in (words.action(action), words.told(action, 0, game.seats[0])):
                assert not forbidden & set(re.findall(r"\w+", text)), f"{action.text}: {text}"
                assert "{" not in text
        assert words.told(None, 0, 2) != words.told(None, NATURE, 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_label_prompt_and_line_of_the_log_is_in_the_language(game: Game) -> None:
    forbidden = {language: notation(game, language) for language in OTHERS}
    for variant in some(game):
        match = played(variant)
        texts = {
            language: {match.ending(language)} | {text for lines in match.tally(language) for text, _ in lines}
            for language in OTHERS
        }
        for language, (seat, action) in zip(cycle(OTHERS), match.log(), strict=False):
            texts[language].add(game.words(language).told(action, seat, match.seats))
        for language, position in zip(cycle(OTHERS), sampled(match, 60), strict=False):
            for seat in (*(seat for seat in position.actors if seat != NATURE), SPECTATOR):
                scene = position.view(seat).scene(language)
                texts[language] |= {scene.prompt, *(node.label for node in scene.nodes), *(n.text for n in scene.nodes)}
        for language in OTHERS:
            for text in texts[language]:
                assert not forbidden[language] & set(re.findall(r"\w+", text)), f"{language}: {text}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", languages())
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
def test_at_the_end_the_winners_are_called_by_their_names(game: Game) -> None:
    called, rng = ["Ada", "Ben"], random.stream("called")
    for number in range(3):
        match = Match(game, 2, seed=number)
        while not match.over:
            (seat, *_) = match.actors
            match.play(match.position.sample(seat, rng), seat)
        assert match.view(SPECTATOR).scene("en", called).prompt == match.position.ending("en", called)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_can_be_done_has_labels_that_differ(game: Game) -> None:
    for variant in some(game):
        for language, position in zip(cycle(languages()), sampled(played(variant), 100), strict=False):
            for seat in position.actors:
                if seat != NATURE:
                    nodes = [node for node in position.view(seat).scene(language).nodes if node.actions]
                    labels = [node.label for node in nodes]
                    assert len(set(labels)) == len(labels), sorted(x for x in labels if labels.count(x) > 1)[:4]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_key_names_sprites_that_can_be_drawn_beside_the_board(game: Game) -> None:
    sheet = Match(game).view().scene().sheet
    english = game.key("en")
    for language in OTHERS:
        assert [symbol.sprite for symbol in game.key(language)] == [symbol.sprite for symbol in english]
    assert len(english) > 8
    for symbol in english:
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
