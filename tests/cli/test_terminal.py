"""A match in the terminal: what is typed, what is answered, what is told."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

import formicarium as fm
from formicarium.cli.terminal import TEXTS, Terminal
from formicarium.engine import texts
from formicarium.engine.game import languages
from formicarium.engine.refusals import refusal

HILL = fm.game("sisimizi").actions.parse("hill c3")


def test_play_in_the_terminal(tmp_path, program):
    moves = "help\nlegal\nnonsense\nant c2\nhill c2\nundo\nhill c2\nlog\nboard\nhint\nsave\nquit\n"
    done = program("play", "sisimizi", "--seed", "3", "--level", "random", given=moves, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "there is no verb 'nonsense'" in done.stdout
    assert "c2 has a dot" in done.stdout
    assert "took back hill c2" in done.stdout
    assert "perhaps" in done.stdout
    saved = sorted(Path(tmp_path).glob("sisimizi-*.ants"))
    assert saved and "hill c2" in saved[-1].read_text()
    again = program("play", "--resume", saved[-1], "--level", "random", given="log\n", folder=tmp_path)
    assert again.returncode == 0 and "c2" in again.stdout


def test_the_terminal_tells_what_happened(tmp_path, program):
    """One's own events one by one, the turn of a bot in one sentence, a heading a round; undo and log go with it."""
    given = "ant c3\nhill c2\nundo\nhill c2\ndone\nlog\n"
    how = ("--seed", "3", "--seats", "3", "--level", "random")
    shown = program("play", "sisimizi", *how, given=given, folder=tmp_path).stdout
    told = [line.removeprefix("> ").strip() for line in shown.splitlines()]
    told = [line for line in told if line.startswith(("Red", "Amber", "Blue", "took", "──"))]
    for number, line in enumerate(told):
        if line.startswith("──"):
            told[number] = line.strip("─ ")
    turns = ["Blue placed 4 ants and built a hill.", "round 2", "Red placed 3 ants and moved 3 pieces."]
    mine = ["Amber placed an ant on c3 (meadow).", "Amber built a hill on c2 (meadow)."]
    begun = ["Red begins, drawn by lot.", "round 1", "Red placed 2 ants and built a hill."]
    assert told == [*begun, *mine, "took back hill c2", mine[1], *turns, *begun, *mine, *turns]


def test_the_terminal_tells_no_secret(tmp_path, program):
    shown = program("play", "formica", "--seed", "4", "--level", "random", given="log\n", folder=tmp_path).stdout
    assert shown.count("The stones lie face down in the nests") == 2 and "deal " not in shown


def test_a_whole_match_in_the_terminal(tmp_path, program):
    """The person only ever ends the turn; against a bot that builds, that is soon over."""
    done = program("play", "sisimizi", "--seed", "1", "--level", "greedy", given="done\n" * 100, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "(you)" in done.stdout and "100% of the victory" in done.stdout


def test_every_language_says_all_of_it():
    english = texts.words(TEXTS, "en")
    assert texts.languages(TEXTS) == languages()
    for language in languages():
        words = texts.words(TEXTS, language)
        assert words.keys() == english.keys() and not words.missing()
        for key in sorted(english.keys()):
            holes = [sorted(set(re.findall(r"{(\w+)", one.template(key)))) for one in (english, words)]
            assert holes[0] == holes[1], (language, key)
            assert language == "en" or words.template(key) != english.template(key) or key in SAME, (language, key)


SAME = {"share", "round"}  # 50% and a round are the same in Italian


@pytest.mark.parametrize("language", [code for code in languages() if code != "en"])
def test_the_terminal_speaks_one_language(language, monkeypatch, tmp_path):
    """Help, advice, an undo, a refusal, headings and the result: no line of it is English."""
    monkeypatch.chdir(tmp_path)
    out = io.StringIO()
    match, refused = fm.Match("sisimizi", 2, seed=1), []
    terminal = Terminal(match, 0, "random", Console(file=out, width=200), language)

    def typed():
        yield from ("help", "hint", "ant c3", "undo")
        refused.append(refusal(match.view(0), HILL, language))
        yield from ("hill c3", "save", *["done"] * 200)

    given = typed()
    terminal.ask = lambda: next(given)
    terminal.run()
    said, words, english = out.getvalue(), texts.words(TEXTS, language), texts.words(TEXTS, "en")
    for key in ("help.quit", "hint.first"):
        assert words(key) in said
    assert words("took-back", action="ant c3") in said
    assert words("round", 2) in said
    assert refused[0] and refused[0] in said
    assert words("you", name=match.game.words(language).seat(0, 2)) in said
    for key in english.keys() - {"share", "round", "hint.next"}:
        longest = max(re.split(r"{\w*}", english.template(key)), key=len).strip(" ,:;()")
        assert longest not in said or longest in str(words.template(key)), key
