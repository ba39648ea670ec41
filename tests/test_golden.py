"""Golden playthroughs: everything observable in one whole match of every game, compared line by line, and perft counts.

`make golden` writes the playthroughs anew after a change that was meant; read the difference before you commit it.
"""

import tomllib
from pathlib import Path

import pytest

import formicarium as fm
from formicarium import conformance
from formicarium.engine.position import perft

HERE = Path(__file__).parent
GOLDEN = sorted((HERE / "golden").glob("*.txt"))
PERFT = sorted((HERE / "perft").glob("*.toml"))


def variant_of(header: str) -> conformance.Variant:
    """The variant that the first line of a golden file names."""
    name, _, seats, *options = header.split()
    return conformance.Variant(fm.game(name), int(seats), dict(option.split("=") for option in options))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_playthrough(path):
    expected = path.read_text(encoding="utf-8").splitlines()
    for number, (ours, golden) in enumerate(
        zip(conformance.playthrough(variant_of(expected[0])).splitlines(), expected, strict=True), 1
    ):
        assert ours == golden, f"{path.name}, line {number}"


@pytest.mark.parametrize("path", PERFT, ids=lambda path: path.stem)
def test_perft(path):
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["perft"]:
        variant = conformance.Variant(fm.game(path.stem), row["seats"], row.get("options", {}))
        counts = [perft(variant.start(), depth) for depth in range(1, len(row["counts"]) + 1)]
        assert counts == row["counts"], str(variant)


@pytest.mark.parametrize("game", fm.game_names())
def test_every_game_has_golden_files(game):
    found = [variant_of(path.read_text(encoding="utf-8").splitlines()[0]) for path in GOLDEN]
    assert {variant.seats for variant in found if variant.game.name == game} == set(fm.game(game).seats)
    assert game in {path.stem for path in PERFT}
