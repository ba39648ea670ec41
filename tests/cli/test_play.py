"""The commands games, rules, show, run as a user would: real commands, real files."""

import re
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageSequence

import formicarium as fm
from formicarium.engine.game import languages
from formicarium.engine.telling import captions


@pytest.fixture
def record(tmp_path):
    match = fm.Match("sisimizi", seats=2, seed=7)
    for text in ("ant e5", "hill c2", "done", "ant k11"):
        match.play(text)
    match.save(tmp_path / "game.ants")
    return tmp_path / "game.ants"


def test_games_lists_every_game(cli):
    output = cli("games")
    assert all(name in output for name in fm.game_names())
    assert "Sisimizi" in cli("games", "--language", "de")


@pytest.mark.parametrize("language", languages())
def test_rules_of_every_game_can_be_read(cli, language):
    for name in fm.game_names():
        assert len(cli("rules", name, "--language", language)) > 500


def test_show_prints_the_board(cli, record):
    output = cli("show", record)
    assert "seat 0" in output and "ant k11" in output
    assert "ant k11" not in cli("show", record, "--ply", 2)


def test_show_writes_pictures(cli, record, tmp_path):
    svg, png, gif = (tmp_path / f"game.{kind}" for kind in ("svg", "png", "gif"))
    cli("show", record, "--svg", svg, "--png", png, "--gif", gif, "--width", 200, "--theme", "dark")
    assert svg.read_text().startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert gif.read_bytes().startswith(b"GIF89a")


def test_review_writes_a_page_that_needs_nothing_else(cli, record, tmp_path):
    said = cli("review", record, "--iterations", "16", "--language", "de")
    path = tmp_path / "game-review.html"
    assert str(path) in said.replace("\n", "")
    html = path.read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>") and "Glück und Können" in html
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", html), "it would be fetched from elsewhere"


def test_review_says_it_in_the_terminal_and_writes_what_decisions_cost(cli, record, tmp_path):
    path = tmp_path / "reviewed.ants"
    said = cli("review", record, "--iterations", "16", "--text", "--annotated", path)
    assert "own decisions" in said and "result" in said
    assert not (tmp_path / "game-review.html").exists()
    assert fm.load(path, seed=1).history == fm.load(record, seed=1).history


def test_show_names_the_line_of_a_broken_record(record, program):
    record.write_text(record.read_text().replace("hill c2", "hill e5"))
    done = program("show", record)
    assert done.returncode == 2 and "line 8" in done.stderr


def test_a_gif_tells_what_happened_by_the_names_in_the_record(cli, record, tmp_path):
    plain, named = tmp_path / "plain.gif", tmp_path / "named.gif"
    cli("show", record, "--gif", plain, "--width", 200)
    record.write_text('[Seat0 "Ada"]\n[Seat1 "Bartholomew"]\n' + record.read_text())
    cli("show", record, "--gif", named, "--width", 200)
    assert plain.read_bytes() != named.read_bytes()
    image = Image.open(BytesIO(named.read_bytes()))
    frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]
    match = fm.load(record, seed="shown")
    scene = match.view(fm.SPECTATOR).scene()
    height = frames[0].height - round(200 * scene.height / scene.width)
    assert height > 20
    strips = [frame.crop((0, frame.height - height + 4, 200, frame.height)) for frame in frames]
    said = captions(match.told(names=["Ada", "Bartholomew"]), range(len(match.history) + 1))
    assert len(strips) == len(said)
    for (one, text), (other, next_text) in pairwise(zip(strips, said, strict=True)):
        assert (one.tobytes() != other.tobytes()) == (text != next_text), (text, next_text)
