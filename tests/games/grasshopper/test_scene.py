"""The picture of The Grasshopper & the Ant."""

from pathlib import Path
from typing import Any

import matplotlib
import pytest
from PIL import ImageFont

from formicarium.core import random
from formicarium.core.kernel import SPECTATOR
from formicarium.engine.match import Match
from formicarium.games.grasshopper import GAME
from formicarium.games.grasshopper.face.layout import SHEET, WIDTH, height
from formicarium.scene import THEMES

SNAKE = "a1 b1 c1 d1 d2 d3"


def drawn(at, seat, language="en"):
    return {node.id: node for node in at.position.view(seat).scene(language).nodes}


def matches():
    for mode in ("autumn", "winter", "beetle"):
        for seats in (2, 3, 4):
            match, rng = Match("grasshopper", seats=seats, seed=7, mode=mode), random.stream((mode, seats))
            while not match.over:
                seat = match.actors[random.below(rng, len(match.actors))]
                match.play(match.position.sample(seat, rng), seat)
            yield match


def test_every_node_can_be_painted():
    for match in matches():
        for number, (_, position) in enumerate(match.positions()):
            if number % 23 == 0 or not position.actors:
                scene = position.view(number % match.seats).scene()
                assert len({node.id for node in scene.nodes}) == len(scene.nodes)
                for node in scene.nodes:
                    assert not node.sprite or node.sprite in SHEET.parts
                    assert not node.tone or node.tone in THEMES["light"]
                    assert 0 <= node.x <= WIDTH
                    assert 0 <= node.y <= height(match.seats)
                    assert node.label or not node.actions


def test_cards_are_clicked_to_place_ants_and_to_guess(table):
    at = table()
    assert drawn(at, 0)["card:C-1"].actions == ("ant a1",)
    assert drawn(at, 1)["card:C-1"].actions == ()
    at.play(*(f"ant {cell}" for cell in SNAKE.split()))
    assert drawn(at, 0)["own:tile"].actions == ("choose tile",)
    assert drawn(at, 0)["own:wood"].actions == ()
    at.play("choose tile")
    assert drawn(at, 1)["card:C-1"].actions == ("guess a1",)
    assert drawn(at, 1)["card:W-1"].actions == ()


def test_a_harvest_can_be_followed(table):
    """A card keeps its identity from the grid to the supply, and its old place is ringed."""
    at = table("winter", supply={0: "C-3"}).play(*(f"ant {cell}" for cell in SNAKE.split()), "choose tile")
    before = drawn(at, 0)["card:T-1"]
    at.play("guess a1")
    after = drawn(at, 0)["card:T-1"]
    assert before.sprite == after.sprite == "card-tile"
    assert after.scale < before.scale
    assert after.y > before.y
    assert "trace:c1" in drawn(at, 0)
    assert "hole:c1" in drawn(at, 0)
    at.settle()
    assert "trace-before:c1" in drawn(at, 0)
    assert drawn(at, 0)["news"].text == "Amber carried home tile, cards: 2"
    at.play("ant a1")
    assert "trace-before:c1" not in drawn(at, 0)


def test_tokens_lie_face_down_until_the_guess(table):
    at = table("winter", 3).play(*(f"ant {cell}" for cell in SNAKE.split()), "0: choose tile", "2: name wood")
    assert drawn(at, 1)["token:0"].sprite == drawn(at, 1)["token:2"].sprite == "token-back"
    assert drawn(at, 0)["token:0"].sprite == "token-tile"
    at.play("guess a1")
    assert drawn(at, 1)["token:0"].sprite == "token-tile"
    assert drawn(at, 1)["token:2"].sprite == "token-wood"


def test_the_seen_token_is_shown_to_the_grasshopper_alone(table):
    at = table("beetle", powers={"dragonfly": 1}).play(
        *(f"ant {cell}" for cell in SNAKE.split()), "choose tile", "peek", "token wood"
    )
    assert drawn(at, 1)["seen:text"].text == "not wood"
    assert "seen" not in drawn(at, 0)
    assert "seen" not in drawn(at, SPECTATOR)


def test_the_shop_is_clicked(table):
    what = {"supply": {0: "C-3 C-4 W-3 W-4 W-5"}, "owned": {0: "P4", 1: "P2"}, "row": "P1 P3 P3", "veil": "W-6"}
    at = table("beetle", 2, powers={"firefly": 0, "butterfly": 0}, **what).round(SNAKE, "stone", "a1")
    nodes = drawn(at, 0)
    assert nodes["row:0"].actions == ("buy P1", "exchange P4 P1")
    assert nodes["row:2"].actions == ()  # of two equal provisions the left one
    assert nodes["owned:1:1:0"].actions == ("exchange P4 P2 1",)
    assert nodes["card:W-6"].sprite == "card-wood"
    assert drawn(at, 1)["veil"].sprite == "card-back"
    at.play("buy P1")
    nodes = drawn(at, 0)
    assert "buying" in nodes
    assert "buying" not in drawn(at, 1)
    stacks = {action for node in nodes.values() for action in node.actions}
    assert "wild wood cloth" in stacks
    assert nodes["card:W-6"].actions == ("hidden",)


def test_swaps_and_powers_are_clicked(table):
    grid = "C-be C-1 T-1 T-2 S-be S-4 T-3 S-1 W-1 W-2 W-3 S-2 C-3 C-2 W-4 T-4"
    at = table("beetle", grid=grid, powers={"beetle": 1}).round(SNAKE, "cloth", "c1")
    assert drawn(at, 0)["card:S-be"].actions == ("swap a1 a2",)
    at.play("collect")
    assert drawn(at, 0)["power:beetle"].actions == ("power beetle",)


def test_four_clearly_different_grounds_and_six_insects():
    assert len({SHEET.parts[f"weave-{name}"] for name in ("cloth", "tile", "stone", "wood")}) == 4
    insects = ("beetle", "bee", "dragonfly", "ladybird", "butterfly", "firefly")
    assert len({SHEET.parts[f"insect-{name}"] for name in insects}) == 6


def test_cubes_stand_on_their_shelves(table):
    at = table(seats=4)
    for seat in range(4):
        at.s.players[seat].shelves[:] = [seat + 1, 0, 0, 0]
    cubes = [drawn(at, 0)[f"cube:{seat}:0"] for seat in range(4)]
    assert [cube.tone for cube in cubes] == [f"seat-{seat}" for seat in range(4)]
    assert cubes[0].x < cubes[1].x < cubes[2].x < cubes[3].x
    assert cubes[3].label == "Violet, cloth: 10 points"


def test_prompts(table):
    def prompt(at, seat):
        return at.position.view(seat).scene().prompt

    at = table("winter", 3)
    assert "trail of six ants" in prompt(at, 0)
    assert prompt(at, 1) == "Amber is the Ant and lays the trail. Ants left to place: 6."
    at.play("ant a1")
    assert "5" in prompt(at, 0)
    at.play(*(f"ant {cell}" for cell in SNAKE.split()[1:]))
    assert "in secret" in prompt(at, 0)
    assert "Red Ant" in prompt(at, 2)
    assert prompt(at, 1) == "Waiting for the secret choice of Amber and Red."
    at.play("0: choose tile", "2: name wood")
    assert "Grasshopper" in prompt(at, 1)


@pytest.mark.parametrize("language", GAME.languages)
def test_texts_fit(language):
    """Names and parts end before the cards; the captions above the grid do not meet the title."""
    font: Any = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSerif.ttf"

    def ends(node):
        return node.x + ImageFont.truetype(font, 200).getlength(node.text) * node.size / 200

    for match in matches():
        if match.seats == 4:
            middle = match.at(len(match.history) // 2)
            for seat in range(4):
                nodes = {node.id: node for node in middle.view(seat).scene(language).nodes}
                for other in range(4):
                    panel = 64 + other % 2 * 482
                    assert ends(nodes[f"panel:{other}:name"]) < panel + 204
                    assert ends(nodes[f"panel:{other}:part"]) < panel + 204
                title = nodes["title"]
                width = ends(title) - title.x
                assert ends(nodes["round"]) < title.x - width / 2
                assert ends(nodes["news"]) < 660


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_is_small(theme):
    for match in matches():
        assert len(match.view(0).scene().svg(theme, targets=True)) < 250_000


def test_all_words_are_there_in_every_language():
    keys = {language: GAME.words(language).keys() for language in GAME.languages}
    assert all(found == keys["en"] for found in keys.values())
    assert {key.removeprefix("key.") for key in keys["en"] if key.startswith("key.")} <= set(SHEET.parts)
