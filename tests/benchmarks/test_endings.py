"""The page about how matches end tells a cap from other endings, and keeps what it said of other games."""

from benchmarks.endings import Part, fixtures, section
from benchmarks.page import write_by_game

from formicarium.arena import Fixture, play
from formicarium.engine.game import find


def result(reason, actions=100):
    found = play(Fixture("grasshopper", ("random", "random"), "1"))
    return type(found)(**{**vars(found), "reason": reason, "actions": actions})


def test_matches_are_spread_over_all_seats_and_modes():
    found = [fixture for _, fixture in fixtures(find("grasshopper"), "gentle", 18)]
    assert len({(fixture.levels, fixture.options) for fixture in found}) == 9
    assert len({fixture.seed for fixture in found}) == 18


def test_a_cap_is_counted():
    text = section(find("sisimizi"), [Part("gentle", [result("joined"), result("rounds", 300)])])
    assert "| gentle | 2 | 200 | 300 | joined 1, rounds 1 | 1 |" in text
    assert "| all | 2 | 200 | 300 | joined 1, rounds 1 | 1 |" in text


def test_what_is_written_of_other_games_stays(tmp_path):
    page = tmp_path / "endings.md"
    write_by_game(page, "# Endings\n", {"Sisimizi": "## Sisimizi\n\nold\n"})
    write_by_game(page, "# Endings\n", {"Formica": "## Formica\n\nfirst\n"})
    write_by_game(page, "# Endings\n", {"Sisimizi": "## Sisimizi\n\nnew\n"})
    assert page.read_text(encoding="utf-8").endswith("\n## Formica\n\nfirst\n\n## Sisimizi\n\nnew\n")
