"""Sisimizi's picture."""

from pathlib import Path
from typing import Any

import matplotlib
import pytest
from PIL import ImageFont

from formicarium.core.kernel import SPECTATOR
from formicarium.engine.match import Match
from formicarium.engine.position import Position
from formicarium.games.sisimizi import GAME
from formicarium.games.sisimizi.components import NAMES, REGIONS
from formicarium.games.sisimizi.face.scene import HEIGHT, PLACES, SHEET, WIDTH
from formicarium.scene import THEMES, Node, Scene

# S6: hills in the five middle regions and in A and F, and the ants that join them.
HILLS = "f5 i6 l9 r11 r17 n16 f11"
ANTS = "g5 h5 i5 j6 k7 k8 m9 n9 o9 p9 q9 q10 q12 q13 p14 q15 q16 q17 p17 o17 k9 j9 i9 h9 g9 f10"


def start(seats: int = 2) -> Match:
    """A match that seat 0 begins."""
    return next(match for seed in range(99) if (match := Match("sisimizi", seats=seats, seed=seed)).actors == (0,))


def nodes(match: Match, seat: int = 0, language: str = "en") -> dict[str, Node]:
    scene: Scene = match.view(seat).scene(language)
    assert len({node.id for node in scene.nodes}) == len(scene.nodes)
    return {node.id: node for node in scene.nodes}


def play(match: Match, *actions: str) -> Match:
    for action in actions:
        match.play(action)
    return match


@pytest.fixture(scope="module")
def bridged() -> Match:
    """Blue's ant stands above one of Amber's."""
    return play(start(), "ant e5", "done", "done", "ant d5", "done", "bridge e5")


@pytest.fixture(scope="module")
def won() -> Match:
    """Amber builds undisturbed."""
    match = start()
    wanted = [f"hill {name}" for name in HILLS.split()] + [f"ant {name}" for name in ANTS.split()]
    while not match.over:
        legal = match.view(0).legal_texts()
        match.play(next((action for action in wanted if action in legal), "done"))
    return match


def test_every_node_can_be_painted(bridged: Match, won: Match) -> None:
    for match in (start(), bridged, won, play(start(4), "ant e5")):
        for node in nodes(match).values():
            assert not node.sprite or node.sprite in SHEET.parts
            assert not node.tone or node.tone in THEMES["light"]
            assert not node.fill.startswith("@") or node.fill[1:] in SHEET.parts
            assert 0 <= node.x <= WIDTH
            assert 0 <= node.y <= HEIGHT


def test_s11_6_a_click_says_all(bridged: Match) -> None:
    lifted = play(start(), "hill c2", "done", "done", "lift c2")
    for match in (start(), play(start(), "ant e5", "hill c2"), bridged, lifted):
        for seat in range(2):
            legal = match.view(seat).legal_texts()
            offered = [action for node in nodes(match, seat).values() for action in node.actions]
            assert sorted(offered) == sorted(set(legal) - {"done"})


def test_what_can_be_clicked_has_a_label() -> None:
    for node in nodes(play(start(), "ant e5", "hill c2", "done")).values():
        assert node.label or not node.actions


def test_fields_say_where_they_are_and_what_stands_there() -> None:
    drawn = nodes(play(start(), "ant e5", "hill c2"))
    assert drawn["field:a1"].label == "a1, meadow: free"
    assert drawn["field:f2"].label == "f2, meadow: a free dot"
    assert drawn["ant:e5"].label == "e5, meadow: ant of Amber"
    assert drawn["hill:c2"].label == "c2, meadow: hill of Amber"
    assert nodes(start(), language="de")["field:a1"].label == "a1, Wiese: frei"


def test_a_bridge_shows_both_ants(bridged: Match) -> None:
    drawn = nodes(bridged)
    assert (drawn["ant:e5"].tone, drawn["bridge:e5"].tone) == ("seat-0", "seat-1")
    assert drawn["bridge:e5"].label == "e5, meadow: ant of Blue on a bridge over an ant of Amber"
    assert drawn["panel:1:bridge:count"].text == "0"


def test_a_lifted_piece_is_in_hand() -> None:
    match = play(start(), "hill c2", "done", "done", "lift c2")
    drawn = nodes(match)
    assert drawn["hand"].sprite == "hill-0"
    assert drawn["hand"].label == "In hand: the hill of Amber from c2"
    assert (drawn["origin"].x, drawn["origin"].y) == PLACES[NAMES.index("c2")]
    assert drawn["field:f2"].actions == ("drop f2",)
    assert "hill:c2" not in drawn


def test_ants_walk_towards_their_hill() -> None:
    drawn = nodes(play(start(), "hill c2", "ant d2", "ant d3"))
    assert (drawn["ant:d2:figure"].turn, drawn["ant:d3:figure"].turn) == (-90, -30)


def test_rings_show_this_turn_and_the_one_before() -> None:
    drawn = nodes(play(start(), "ant e5", "done", "ant g7"))
    assert {"trace-before:e5", "trace:g7"} == {key for key in drawn if key.startswith("trace")}


def test_lamps_tell_hills_from_joined_hills(won: Match) -> None:
    one = nodes(play(start(), "hill c2"))
    assert [one[f"panel:0:lamp:{name}"].sprite for name in "AB"] == ["lamp-hill", "lamp-off"]
    two = nodes(play(start(), "hill f5", "ant g5", "ant h5", "done", "done", "hill i6", "ant i5"))
    assert [two[f"panel:0:lamp:{name}"].sprite for name in "ANB"] == ["lamp-joined", "lamp-joined", "lamp-off"]
    all_seven = nodes(won)
    lit = {name for name in REGIONS if all_seven[f"panel:0:lamp:{name}"].sprite == "lamp-joined"}
    assert lit == set("NWCESAF")
    assert "trail:won" in all_seven
    assert "panel:0:laurel" in all_seven


def test_lamps_lie_like_the_regions() -> None:
    drawn = nodes(start())
    lamps = sorted((drawn[f"panel:0:lamp:{name}"].y, drawn[f"panel:0:lamp:{name}"].x, name) for name in REGIONS)
    assert "".join(name for _, _, name in lamps) == "ANBWCEDSF"


def test_each_region_is_one_closed_outline_around_its_fields() -> None:
    drawn = nodes(start())
    for name in REGIONS:
        path = drawn[f"border:{name}"].path
        assert (path.count("M"), path.count("Z")) == (1, 1)
        assert drawn[f"pattern:{name}"].fill != ""
    assert len({drawn[f"pattern:{name}"].fill for name in REGIONS}) == len(REGIONS)


def test_the_prompt_says_what_to_do(bridged: Match, won: Match) -> None:
    def prompt(match: Match, seat: int = 0) -> str:
        text: str = match.view(seat).scene().prompt
        return text

    before = Position.start(GAME, 2, GAME.encode_options({})).view(SPECTATOR).scene()
    assert before.prompt == "Who begins is drawn by lot."
    first = start()
    assert "first turn: 3." in prompt(first)
    assert prompt(first, 1) == "Amber is placing the first pieces, left: 3."
    assert "first turn: 2." in prompt(play(first, "ant e5"))
    assert "first turn: 4." in prompt(play(first, "done"), 1)
    assert "hill" not in prompt(play(start(), "hill c2"))
    assert "bridge" in prompt(play(start(), "done", "ant e5", "done"))
    assert "free dot" in prompt(play(start(), "hill c2", "done", "done", "lift c2"))
    assert "without a dot" in prompt(play(start(), "ant e5", "done", "done", "lift e5"))
    assert "moves left: 2" in prompt(play(start(), "ant e5", "ant d5", "done", "done", "lift e5", "drop g5"))
    assert "end the turn" in prompt(bridged, 1)
    assert prompt(won) == "Hills in seven regions are joined. Amber wins."


def test_all_words_are_there_in_every_language() -> None:
    keys = {language: GAME.words(language).keys() for language in GAME.languages}
    assert all(found == keys["en"] for found in keys.values())
    for verb in GAME.actions.verbs:
        assert {f"actions.{verb.word}", f"log.{verb.word}"} <= keys["en"]
    assert {f"reason.{reason}" for reason in GAME.reasons} <= keys["en"]
    assert {key.removeprefix("key.") for key in keys["en"] if key.startswith("key.")} <= set(SHEET.parts)


@pytest.mark.parametrize("language", GAME.languages)
def test_names_fit_in_their_panels(language: str) -> None:
    drawn = nodes(start(4), language=language)
    font: Any = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSerif.ttf"
    for seat in range(4):
        name, lamp = drawn[f"panel:{seat}:name"], drawn[f"panel:{seat}:lamp:A"]
        assert name.x + ImageFont.truetype(font, 200).getlength(name.text) * name.size / 200 < lamp.x - 11


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_is_small(won: Match, theme: str) -> None:
    assert len(start().view(0).scene().svg(theme, targets=True)) < 250_000
    assert len(won.view(0).scene().svg(theme)) < 250_000
