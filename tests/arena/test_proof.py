"""The proof of the ladder: every requirement is asked for, judged rightly, and written into the page."""

import json

import pytest

import formicarium as fm
from formicarium.arena import Contest, Pairing, proof
from formicarium.bots import levels


@pytest.mark.parametrize("name", fm.game_names())
def test_every_step_is_asked_for_in_every_mode_and_at_every_number_of_seats(name):
    game = fm.game(name)
    contests = proof.contests(game, 100)
    modes = 3 if name == "grasshopper" else 1
    assert len(contests) == len(game.seats) * modes * len(levels(game))
    for contest in contests:
        pairing = contest.pairing
        if pairing.seats > 2:
            assert contest.target == pairing.fair == 1 / pairing.seats
        elif pairing.other != "greedy":
            assert contest.target == 0.6
        else:
            assert contest.target == (0.9 if name in ("sisimizi", "antics") else 0.5), "where there is little luck"
    steps = {(contest.pairing.challenger, contest.pairing.other) for contest in contests}
    assert ("champion", "greedy") in steps and (levels(game)[1], levels(game)[0]) in steps


@pytest.fixture
def contest(won):
    """A contest in which the challenger has won so many of so many matches."""

    def fed(wins, matches, target, other="a"):
        found = Contest(Pairing("sisimizi", "b", other, 2), matches, target)
        for number in range(matches):
            found.add(
                number, won(number % 2 if number * wins // matches < (number + 1) * wins // matches else 1 - number % 2)
            )
        return found

    return fed


@pytest.mark.parametrize(
    ("wins", "matches", "target", "kept"),
    [
        (400, 400, 0.6, True),
        (248, 400, 0.6, True),  # 62 %, though the interval holds 60 %
        (232, 400, 0.6, False),  # 58 % is above the fair share, but not enough
        (7, 10, 0.6, False),  # 70 %, but by chance perhaps
        (248, 400, 0.5, True),
        (0, 400, 0.6, False),
        (0, 0, 0.6, False),
    ],
)
def test_what_is_kept(contest, wins, matches, target, kept):
    assert proof.is_kept(contest(wins, matches, target)) is kept


def test_the_page_gets_the_game_and_keeps_the_rest(tmp_path, contest):
    page = tmp_path / "arena.md"
    page.write_text(f"before\n{proof.BEGIN}\nold\n{proof.END}\nafter\n")
    sisimizi, antics = fm.game("sisimizi"), fm.game("antics")
    proof.write(page, proof.table_of(sisimizi, "s", [contest(40, 40, 0.6)]))
    proof.write(page, proof.table_of(antics, "s", [contest(20, 40, 0.6), contest(39, 40, 0.9, "greedy")]))
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "old" not in text
    assert text.index("### Antics!") < text.index("### Sisimizi")
    assert "| 2 |  | b | a | 50.0% |" in text and "at least 60% | 40 | **no** |" in text
    assert "at least 90% |" in text and "[Antics!](#antics)" in text
    data = json.loads((tmp_path / "arena.json").read_text())
    assert list(data) == ["antics", "sisimizi"] and data["sisimizi"]["contests"][0]["kept"] is True
    proof.write(page, proof.table_of(antics, "s", [contest(40, 40, 0.6)]))
    assert "**no**" not in page.read_text() and page.read_text().count("### Antics!") == 1


def test_the_committed_page_has_a_place_for_it():
    from pathlib import Path

    text = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
    assert text.count(proof.BEGIN) == text.count(proof.END) == 1
