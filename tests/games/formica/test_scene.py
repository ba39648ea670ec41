"""Formica's picture."""

from __future__ import annotations

from typing import Any

import pytest

from formicarium.core import random
from formicarium.engine.match import Match
from formicarium.games.formica import GAME
from formicarium.games.formica.face.board import HEIGHT, WIDTH
from formicarium.games.formica.face.scene import SHEET
from formicarium.scene import THEMES, Node


def nodes(t: Any, seat: int = 0, language: str = "en") -> dict[str, Node]:
    scene = t.position.view(seat).scene(language)
    assert len({node.id for node in scene.nodes}) == len(scene.nodes)
    return {node.id: node for node in scene.nodes}


def played(seats: int, actions: int, **options: Any) -> Match:
    match, rng = Match(GAME, seats=seats, seed=5, **options), random.stream(5)
    while not match.over and len(match.history) < actions:
        match.play(match.position.sample(match.actors[0], rng))
    return match


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("actions", [0, 300, 900, 30000])
def test_every_node_can_be_painted(seats: int, actions: int) -> None:
    for node in nodes(played(seats, actions, memory_aid=True)).values():
        assert not node.sprite or node.sprite in SHEET.parts
        assert not node.tone or node.tone in THEMES["light"]
        assert not node.fill.startswith("@") or node.fill[1:] in SHEET.parts
        assert 0 <= node.x <= WIDTH
        assert 0 <= node.y <= HEIGHT


def test_every_stone_is_drawn_once_for_what_it_is() -> None:
    for actions in (0, 400, 900):
        drawn = nodes(played(4, actions))
        assert sum(key.startswith("stone:") for key in drawn) == 56


def test_a_tower_shows_height_top_and_inside(table: Any) -> None:
    t = table().tower("O20", "Y1 B2 B3").begin().roll(1, 2).play("sum")
    drawn = nodes(t)
    assert drawn["height:O20:number"].text == "3"
    assert drawn["stone:Y1"].sprite == "stone-0"
    assert drawn["stone:B2"].sprite == drawn["stone:B3"].sprite == "slab-1"
    assert drawn["stone:Y1"].y < drawn["stone:B2"].y < drawn["stone:B3"].y
    assert drawn["stone:Y1"].label == "O20: tower of 3, yellow on top (Y1); inside 1 yellow, 2 blue"
    assert drawn["stone:Y1"].actions == ("from O20",)


def test_clicks_go_on_what_they_mean(table: Any) -> None:
    t = table().begin().roll(2, 5)
    drawn = nodes(t)
    assert drawn["die:0"].actions == ("die 2",)
    assert drawn["die:1"].actions == ("die 5",)
    assert drawn["choice:sum"].actions == ("sum",)
    assert drawn["choice:difference"].actions == ("difference",)
    t.play("sum")
    assert nodes(t)["stone:Y7"].actions == ("from Y7",)
    t.play("from Y7")
    assert nodes(t)["field:O6"].actions == ("to O6",)
    t = table().tower("O5", "Y1").tower("O8", "B2").begin().roll(1, 2).play("sum", "from O5")
    assert nodes(t)["stone:B2"].actions == ("to O8",)
    t = table().tower("M6", "Y1").prison("B1").begin()
    assert nodes(t)["cell:blue"].actions == ("free blue",)
    t = table().begin().roll(2, 2)
    assert nodes(t)["field:O9"].actions == ("barrier 1 O9",)


def test_the_way_of_the_last_move_and_how_it_ended(table: Any) -> None:
    t = table().tower("O5", "Y1").tower("O8", "B2").begin().roll(1, 2).play("sum", "from O5", "to O8")
    drawn = nodes(t)
    assert drawn["way:0"].path.count("L") == 3
    assert drawn["met:0"].sprite == "repelled"
    t = table().tower("O5", "Y1").tower("O8", "B1").begin().roll(1, 2).play("sum", "from O5", "to O8")
    assert nodes(t)["met:0"].sprite == "caught"


def test_queens_fill_up(table: Any) -> None:
    drawn = nodes(table().queen("Y", "B1 B3").begin())
    assert drawn["queen:yellow:1"].label == "The yellow queen: head"
    assert "missing" in drawn["queen:yellow:3"].label
    assert drawn["stone:B1"].x == drawn["queen:yellow:1"].x
    assert drawn["panel:0:parts"].text == "2/7"


def test_the_memory_aid_is_off_at_first_and_shows_what_all_could_know(table: Any) -> None:
    t = table().tower("O5", "Y1").tower("O8", "B2").begin().roll(1, 2).play("sum", "from O5", "to O8")
    assert not any(key.startswith("aid:") for key in nodes(t))
    before = t.legal
    t.s.memory_aid = True
    drawn = nodes(t)
    assert drawn["aid:B2:text"].text == "A"
    assert "pole against A" in drawn["stone:B2"].label
    assert t.legal == before
    t = table().tower("O0", "Y1 B1 B2 B4").queen("Y", "G1").begin().roll(1, 2).play("difference", "from O0", "to ZYb")
    t.s.memory_aid = True
    assert nodes(t)["aid:B1:part:text"].text == "1"


@pytest.mark.parametrize("language", GAME.languages)
def test_the_prompt_says_what_to_do(table: Any, language: str) -> None:
    seen = set()
    for seats in GAME.seats:
        match, rng = Match(GAME, seats=seats, seed=seats), random.stream(2)
        while not match.over:
            seen.add(match.view(match.actors[0]).scene(language).prompt if len(match.history) % 9 == 0 else "")
            match.play(match.position.sample(match.actors[0], rng))
        words = GAME.words(language)
        won = words("won.one", seat=words.seat(int(match.position.record.winner), seats))
        assert match.view(0).scene(language).prompt == f"{words(f'reason.{match.outcome.reason}')} {won}"
    assert len(seen) > 10


def test_all_keys_name_sprites() -> None:
    keys = GAME.words("en").keys()
    assert {key.removeprefix("key.") for key in keys if key.startswith("key.")} <= set(SHEET.parts)


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_is_small(theme: str) -> None:
    assert len(played(4, 900).view(0).scene().svg(theme, targets=True)) < 120_000
