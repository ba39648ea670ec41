"""Every rule number that a game's page lists has a test that names it, and the game's sources cite no other numbers.

A test names a rule by its number in small letters with underscores: `test_s5_4_upper_ant_may_be_moved` tests S5.4.
"""

import ast
import re
from pathlib import Path

import pytest

import formicarium as fm

ROOT = Path(__file__).parent.parent
HEAD = re.compile(r"\|\s*rule\s*\|\s*in short\s*\|")
ROW = re.compile(r"\|\s*`?([A-Z]\d+(?:\.\w+)*)`?\s*\|(.*)\|")

for_every_game = pytest.mark.parametrize("game", fm.game_names())


def rules_of(page):
    """The rule numbers in the tables `| rule | in short |` of a page, with what they say, in order."""
    found, inside = [], False
    for line in page.splitlines():
        inside = bool(HEAD.fullmatch(line.strip())) or (inside and line.startswith("|"))
        row = ROW.fullmatch(line.strip())
        if inside and row:
            found.append((row[1], row[2].strip()))
    return found


def named_rules(test, rules):
    """The rules that the name of a test names: at each place the longest number that there is, so S5.4 and not S5."""
    words = test.split("_")
    by_words = {tuple(rule.lower().split(".")): rule for rule in rules}
    longest = max(map(len, by_words), default=0)
    found = set()
    for start in range(len(words)):
        for length in range(longest, 0, -1):
            rule = by_words.get(tuple(words[start : start + length]))
            if rule:
                found.add(rule)
                break
    return found


def names_of_tests(folder):
    """The names of all test functions under a folder."""
    return [
        node.name
        for path in sorted(folder.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def cited_rules(source, letters):
    """The rule numbers that a source cites, by the letters that begin a number."""
    return set(re.findall(rf"\b[{''.join(sorted(letters))}]\d+(?:\.\d+)*\b", source))


@pytest.fixture
def rules(game):
    page = ROOT / "docs" / "games" / f"{game}.md"
    assert page.exists(), f"{game} has no page {page.relative_to(ROOT)}"
    found = rules_of(page.read_text(encoding="utf-8"))
    assert found, f"{page.relative_to(ROOT)} has no table '| rule | in short |' with rules in it"
    return found


@for_every_game
def test_every_rule_of_the_page_is_said_once(game, rules):
    numbers = [number for number, _ in rules]
    assert sorted({number for number in numbers if numbers.count(number) > 1}) == []
    assert [number for number, text in rules if not text] == []


@for_every_game
def test_every_rule_number_has_a_test(game, rules):
    numbers = [number for number, _ in rules]
    named = {rule for test in names_of_tests(ROOT / "tests" / "games" / game) for rule in named_rules(test, numbers)}
    assert [number for number in numbers if number not in named] == [], f"rules of {game} that no test names"


@for_every_game
def test_every_cited_rule_number_is_on_the_page(game, rules):
    """A whole section may be cited too: G2.1 where the page has G2.1.1."""
    numbers = {number for number, _ in rules}
    numbers |= {number.rsplit(".", k)[0] for number in numbers for k in range(1, number.count(".") + 1)}
    letters = {number[0] for number in numbers}
    cited = {
        (path.name, rule)
        for path in sorted((ROOT / "src" / "formicarium" / "games" / game).glob("*.py"))
        for rule in cited_rules(path.read_text(encoding="utf-8"), letters)
    }
    assert sorted((name, rule) for name, rule in cited if rule not in numbers) == [], f"{game} cites unknown rules"


# The readers above


PAGE = """
| rule | in short |
| --- | --- |
| S5 | a turn |
| S5.4 | a bridge |
| `G4.2.3` | a shelf |

| other | table |
| --- | --- |
| S9 | not a rule |
"""


def test_a_table_of_rules_is_read():
    assert rules_of(PAGE) == [("S5", "a turn"), ("S5.4", "a bridge"), ("G4.2.3", "a shelf")]
    assert rules_of("| rule | what |\n| --- | --- |\n| S5 | a turn |\n") == []


@pytest.mark.parametrize(
    ("test", "named"),
    [
        ("test_s5_4_upper_ant", {"S5.4"}),
        ("test_s5_41_upper_ant", {"S5"}),
        ("test_s5_a_turn", {"S5"}),
        ("test_s5_4_s11_three_things", {"S5.4", "S11"}),
        ("test_ss5_4_nothing", set()),
        ("test_s4_5_4_nothing", set()),
        ("test_g4_2_3_shelf", {"G4.2.3"}),
        ("test_g4_2_nothing", set()),
        ("test_the_picture", set()),
    ],
)
def test_the_rules_in_a_name_are_read(test, named):
    assert named_rules(test, ["S5", "S5.4", "S11", "G4.2.3"]) == named


def test_citations_are_read():
    assert cited_rules("S5.4: the upper ant (S11). F12, S7x, AS9, S2.", {"S"}) == {"S5.4", "S11", "S2"}
