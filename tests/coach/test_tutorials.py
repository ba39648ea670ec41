"""Tutorials: each is played in the engine as its record says; its sentences are all there, and enough to play by."""

from __future__ import annotations

import re
from functools import cache
from statistics import median

import pytest

import formicarium as fm
from formicarium import Match
from formicarium.bots import bot, levels
from formicarium.coach.tutorials import SEAT, Tutorial, find_tutorial, shipped, verbs
from formicarium.core import random
from formicarium.core.kernel import NATURE
from formicarium.engine.events import wording
from formicarium.engine.ledger import Entry
from formicarium.engine.record_file import records
from formicarium.errors import ActionError, TableError, UnknownName
from formicarium.server.web.language import CODES

ALL = [tutorial for game in fm.game_names() for tutorial in shipped(fm.game(game))]
NAMES = ("Ada", "Lasius")
STEPS = range(10, 21)
WORDS = 40  # of a step at most, and less at most steps

SAYS: dict[
    str, dict[str, tuple[str, ...]]
] = {  # beginnings of words that sentences have for a verb, where its label has another
    "to": {
        "en": ("send", "brin"),
        "de": ("schi", "brin"),
        "es": ("mand", "mánd", "llev"),
        "fr": ("envo", "rame"),
        "it": ("mand", "port"),
    },
    "drop": {"de": ("setz",), "es": ("ponl",), "fr": ("pose",), "it": ("mett",)},
    "roll": {"fr": ("rela",)},
}

each = pytest.mark.parametrize("tutorial", ALL, ids=lambda one: f"{one.game.name}-{one.name}")


def begun(tutorial: Tutorial, seed: object = "a table") -> Match:
    """A match as a table has it at the first step."""
    match = Match(tutorial.game, tutorial.seats, seed=seed, nature=False, **tutorial.options)
    match.ledger.take_over(map(Entry, tutorial.opening))
    match.nature = True
    return match


def followed(tutorial: Tutorial, seed: object = "a table") -> Match:
    """The same after its last step: only what is asked for was done."""
    match = begun(tutorial, seed)
    while (place := tutorial.place(match.ledger.moves)) and place.action is not None:
        tutorial.play(match, place.action.text, SEAT)
    return match


def test_every_game_has_one_for_each_of_its_modes() -> None:
    for name in fm.game_names():
        modes = next((option.values for option in fm.game(name).options if option.name == "mode"), ("",))
        assert [one.options.get("mode", "") for one in shipped(fm.game(name))] == list(modes)
        assert {one.seats for one in shipped(fm.game(name))} == {fm.game(name).seats[0]}, "as with play now"
    with pytest.raises(UnknownName, match="first"):
        find_tutorial(fm.game("sisimizi"), "last")


@each
def test_its_record_can_be_played_as_it_is_written(tutorial: Tutorial) -> None:
    texts = records((tutorial.game.folder / "tutorials.txt").read_text(encoding="utf-8"))
    text = next(one for one in texts if f'[Tutorial "{tutorial.name}"]' in one)
    match = fm.loads(text, nature=False)
    assert (match.history, match.seats, match.options) == (tutorial.moves, tutorial.seats, tutorial.options)


def test_a_game_may_have_none(tiny: fm.Game) -> None:
    assert shipped(tiny) == ()


@each
def test_each_step_is_one_thing_to_do_that_the_rules_allow(tutorial: Tutorial) -> None:
    match, seen = begun(tutorial), list[int]()
    assert len(tutorial.steps) in STEPS
    assert len({step.name for step in tutorial.steps}) == len(tutorial.steps)
    while (place := tutorial.place(match.ledger.moves)) and place.action is not None:
        seen.append(place.step)
        assert match.actors == (SEAT,) and place.action in match.legal(SEAT)
        tutorial.play(match, place.action.text, SEAT)
    assert sorted(set(seen)) == list(range(len(tutorial.steps))) and seen == sorted(seen)
    assert tuple(match.ledger.moves[: len(tutorial.moves)]) == tutorial.moves
    assert match.actors == (SEAT,) and not match.over, "it goes on where it stands"


@each
def test_the_place_of_each_step_can_be_seen_or_is_a_button(tutorial: Tutorial) -> None:
    match = begun(tutorial)
    while (place := tutorial.place(match.ledger.moves)) and place.action is not None:
        scene = match.view(SEAT).scene("en", NAMES)
        lit = [node for node in scene.nodes if place.action.text in node.actions]
        verb = place.action.verb
        loose = [one for one in match.legal(SEAT) if not any(one.text in node.actions for node in scene.nodes)]
        assert lit or verb in scene.buttons or (place.action in loose and len(loose) <= 8)
        tutorial.play(match, place.action.text, SEAT)


@each
@pytest.mark.parametrize("language", CODES)
def test_each_sentence_says_what_is_to_be_done(tutorial: Tutorial, language: str) -> None:
    """It has a word of the action, of what is lit, or of what people say for the verb; and one kind of thing is lit."""
    match, told = begun(tutorial), tutorial.sentences(language)
    words = tutorial.game.words(language)
    while (place := tutorial.place(match.ledger.moves)) and place.action is not None:
        view, action = match.view(SEAT), place.action
        lit = [node for node in view.scene(language, NAMES).nodes if action.text in node.actions]
        labels = [*(node.label for node in lit), words.action(action), wording(view, action, words, NAMES)]
        wanted = {*SAYS.get(action.verb, {}).get(language, ())}.union(*map(stems, labels))
        name = tutorial.steps[place.step].name
        assert stems(told.steps[name]) & wanted, (name, action.text)
        assert len({node.id.partition(":")[0] for node in lit}) <= 1, name
        tutorial.play(match, action.text, SEAT)


def stems(text: str) -> set[str]:
    """The beginnings of its words: enough to know a word in another form."""
    return {word[:4].lower().rstrip("s") for word in re.findall(r"[^\W\d_]{3,}", text)}


@each
def test_its_sentences_are_there_in_all_languages_and_short(tutorial: Tutorial) -> None:
    for language in CODES:
        told = tutorial.sentences(language)
        assert list(told.steps) == [step.name for step in tutorial.steps], language
        lengths = [len(text.format(*NAMES).split()) for text in told.steps.values()]
        assert median(lengths) < WORDS and max(lengths) <= WORDS, language
        assert told.title and told.elsewhere and len(told.farewell.split()) <= WORDS + 5


@each
def test_no_sentence_was_left_in_english(tutorial: Tutorial) -> None:
    english = tutorial.sentences("en")
    for language in CODES:
        told = tutorial.sentences(language)
        if language != "en":
            assert told.title != english.title or english.title == "Winter"  # German calls it so too
            assert told.elsewhere != english.elsewhere and told.farewell != english.farewell
            assert not [name for name, text in told.steps.items() if text == english.steps[name]], language


def test_what_is_not_a_tutorial_has_no_sentences() -> None:
    for game in fm.game_names():
        for language in CODES:
            folder = fm.game(game).folder / "texts" / language
            lines = (folder / "tutorials.toml").read_text(encoding="utf-8").splitlines()
            named = {line for line in lines if line.startswith("[")}
            expected = {f"[{one.name}{part}]" for one in shipped(fm.game(game)) for part in ("", ".steps")}
            assert named == expected


@each
def test_anything_else_is_refused_and_changes_nothing(tutorial: Tutorial) -> None:
    match = begun(tutorial)
    while (place := tutorial.place(match.ledger.moves)) and place.action is not None:
        before = match.position.copy()
        other = next((one for one in match.legal(SEAT) if one != place.action), None)
        if other:
            with pytest.raises(TableError, match="waits for") as error:
                tutorial.play(match, other.text, SEAT)
            assert error.value.code == "tutorial/elsewhere"
        impossible = next(one for one in tutorial.game.actions if not match.position.allows(SEAT, one))
        with pytest.raises(ActionError):
            tutorial.play(match, impossible.text, SEAT)
        assert match.position == before
        tutorial.play(match, place.action.text, SEAT)


@each
def test_the_farewell_stays_until_the_newcomer_acts(tutorial: Tutorial) -> None:
    match = followed(tutorial)
    place = tutorial.place(match.ledger.moves)
    assert place == (len(tutorial.steps) - 1, None)
    tutorial.play(match, match.legal(SEAT)[0].text, SEAT)  # from here on anything goes
    assert tutorial.place(match.ledger.moves) is None and not tutorial.ahead(match.ledger.moves)


def test_what_was_taken_back_is_asked_for_again() -> None:
    tutorial = find_tutorial(fm.game("sisimizi"), "first")
    match = begun(tutorial)
    tutorial.play(match, tutorial.moves[tutorial.steps[0].ply].action.text, SEAT)
    assert tutorial.place(match.ledger.moves) == (1, tutorial.moves[tutorial.steps[1].ply].action)
    match.undo(SEAT)
    assert tutorial.place(match.ledger.moves) == (0, tutorial.moves[tutorial.steps[0].ply].action)


def test_who_has_left_the_path_is_free() -> None:
    tutorial = find_tutorial(fm.game("sisimizi"), "first")
    match = begun(tutorial)
    match.play("done", SEAT)
    assert tutorial.place(match.ledger.moves) is None
    tutorial.play(match, "done", match.actors[0])


def test_nature_is_prepared_on_the_path_and_draws_by_the_seed_after_it() -> None:
    tutorial = find_tutorial(fm.game("formica"), "first")
    ones, others = followed(tutorial, "one"), followed(tutorial, "other")
    count = len(tutorial.moves)
    assert ones.ledger.moves[:count] == others.ledger.moves[:count]
    assert ones.ledger.moves[count:] and all(move.seat == NATURE for move in ones.ledger.moves[count:])


@cache
def opponent(game: str) -> str:
    return levels(fm.game(game))[0]


@each
@pytest.mark.parametrize("seed", range(2))
def test_what_a_newcomer_has_met_is_enough_to_play_a_match_to_its_end(tutorial: Tutorial, seed: int) -> None:
    """Against the gentle bot, with the verbs of the tutorial alone; what is the only thing to do needs no knowledge."""
    match, rng, met = followed(tutorial, seed), random.stream(("newcomer", seed)), verbs(tutorial)
    gentle = bot(tutorial.game, opponent(tutorial.game.name), seed=seed)
    while not match.over:
        seat = match.actors[0]
        if seat != SEAT:
            match.play(gentle.choose(match.view(seat)), seat)
            continue
        legal = match.legal(SEAT)
        known = [action for action in legal if action.verb in met] if len(legal) > 1 else legal
        assert known, f"{sorted({action.verb for action in legal})} were not met"
        match.play(known[random.below(rng, len(known))], SEAT)
    assert match.outcome is not None
