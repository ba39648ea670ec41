"""Results: the files say what the contests say."""

import csv
import json

import pytest

from formicarium.arena import Contest, Pairing, results


@pytest.fixture
def contests(won):
    """b has won every match against a; c has won two of three against two of b."""
    first, second = Contest(Pairing("sisimizi", "b", "a", 2), 8), Contest(Pairing("sisimizi", "c", "b", 3), 9)
    for number in range(8):
        first.add(number, won(number % 2))
    for number in range(9):
        second.add(number, won(number % 3 if number < 6 else (number + 1) % 3, 3))
    return [first, second]


def test_the_files(tmp_path, contests):
    written = results.write(tmp_path, {"seed": "1"}, [*contests, Contest(Pairing("sisimizi", "d", "c", 2), 8)])
    assert sorted(path.name for path in written) == sorted(path.name for path in tmp_path.iterdir())
    whole = json.loads((tmp_path / "results.json").read_text())
    assert whole["run"] == {"seed": "1"}
    first, second = whole["contests"]
    assert (first["challenger"], first["share"], first["matches"], first["fair"]) == ("b", 1.0, 8, 0.5)
    assert (second["share"], second["seats"], second["verdict"]) == (0.6667, 3, "open")
    assert [row["level"] for row in whole["ratings"]] == ["c", "b", "a"]
    assert whole["ratings"][0]["seconds"] == pytest.approx(0.25 / 4, rel=0.01), "the mean of a decision"
    with (tmp_path / "matches.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 17 and rows[1]["levels"] == "a b" and rows[1]["shares"] == "0 1"
    with (tmp_path / "contests.csv").open() as file:
        assert [row["share"] for row in csv.DictReader(file)] == ["1.0", "0.6667"]
