"""The page of the benchmarks: parts that are measured by themselves say what was found and whether it is enough."""

from benchmarks.claims import of_actions, of_the_first_minute
from benchmarks.page import claimed, keep, put
from benchmarks.server.actions import GAMES, section

OLD = {"rate": 500.0, "ms": 5.0, "step": 30_000.0, "full": 90_000.0, "packed": 12_000.0, "table": 600.0}
NEW = {"rate": 2_600.0, "ms": 1.2, "step": 2_500.0, "full": 90_000.0, "packed": 12_000.0, "table": 100.0}


def test_what_an_action_costs_is_written_with_its_bounds():
    older, ours = dict.fromkeys(GAMES, OLD), dict.fromkeys(GAMES, NEW) | {"formica": NEW | {"rate": 1_900.0}}
    made = {claim.subject: claim.kept for claim in of_actions(ours, older)}
    assert [*made.values()] == [False, True, True, True, True]  # Formica is 3.8 times as fast
    run = {"version": "abc", "day": "2026-01-01", "processor": "any", "tables": 50, "rounds": 3, "seconds": 5}
    text = section({"abc": older, "this version": ours}, **run)
    assert "| Sisimizi | 500 | 2,600 | 5.00 | 1.20 | 30,000 | 2,500 | 12,000 | 12,000 | 600 | 100 |" in text
    assert "| 3.8 times | at least 4 times | **no** |" in text and "| 2.44 KB | at most 4 KB | yes |" in text


def test_parts_stay_when_the_page_is_written_anew():
    first = claimed(of_the_first_minute({"page": 1.5, "sisimizi": 21, "all": 60}))
    page = put(put("# Old\n", "first", f"{first}\n"), "actions", "acts\n")
    again = keep(page, "# New\n")
    assert again.startswith("# New\n") and "acts" in again and "Old" not in again
    assert "| … to a table of Sisimizi that is played against a bot | 21 s | at most 20 s | **no** |" in again
