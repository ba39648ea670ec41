"""Antics!'s picture."""

import pytest

from formicarium.bots.greedy import GreedyBot
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.match import Match
from formicarium.games.antics import GAME
from formicarium.games.antics.components import CELL_NAMES, DATA
from formicarium.games.antics.face.marks import HEIGHT, LEVEL_FILLS, SHEET, WIDTH
from formicarium.scene import THEMES


def nodes(t, seat=0, language="en"):
    scene = t.position.view(seat).scene(language)
    assert len({node.id for node in scene.nodes}) == len(scene.nodes)
    return {node.id: node for node in scene.nodes}


def offered(t, seat=0):
    return sorted(action for node in nodes(t, seat).values() for action in node.actions)


@pytest.fixture(scope="module")
def played():
    """A whole match of greedy bots."""
    match = Match("antics", seats=4, seed=2)
    bots = [GreedyBot(seat) for seat in range(4)]
    while not match.over:
        seat = match.actors[0]
        match.play(bots[seat].choose(match.view(seat)), seat)
    return match


def test_every_node_can_be_painted(played):
    for number, (_, position) in enumerate(played.positions()):
        if number % 40 == 0 or not position.actors:
            for node in position.view(SPECTATOR).scene().nodes:
                assert not node.sprite or node.sprite in SHEET.parts, node.sprite
                assert not node.tone or node.tone in THEMES["light"]
                assert not node.fill.startswith("@") or node.fill[1:] in SHEET.parts
                assert 0 <= node.x <= WIDTH and 0 <= node.y <= HEIGHT, node.id


def test_every_action_but_end_and_stop_is_one_click(played):
    for number, (_, position) in enumerate(played.positions()):
        if number % 7 == 0 and position.actors and position.actors != (NATURE,):
            view = position.view(position.actors[0])
            clicks = sorted(action for node in view.scene().nodes for action in node.actions)
            assert clicks == sorted(set(view.legal_texts()) - {"end", "stop"})


@pytest.mark.parametrize("deed", ["scout", "build", "hatch", "place", "transport"])
def test_actions_of_every_kind_are_on_nodes(table, deed):
    t = table().worker(0, "p01", "p03", "p04").worker(0, "p07", guard=True).worker(1, "p01", item="blue")
    t.nest(0, "red", 3).nest(0, "green", 1).worker(0, "p13", item="red").start(deed, 3)
    assert offered(t) == sorted(set(t.legal()) - {"stop"})
    assert not offered(t, 1)


def test_a_click_on_a_node_means_what_it_shows(table):
    t = table().worker(0, "p01", "p03").nest(0, "red", 3).nest(0, "yellow", 1).start("place", 3)
    drawn = nodes(t)
    assert drawn["go:p02"].actions == ("advance p02",) and drawn["ant:0:p03"].actions == ("return p03",)
    assert drawn["add:p01"].actions == ("guard p01",) and drawn["go:p32"].actions == ("bridge",)
    t = table().worker(1, "p07", item="green").worker(0, "p07").nest(0, "red", 1)
    assert nodes(t)["ant:1:p07"].actions == ("steal p07 blue",)


def test_colonies_show_levels_by_shade_outline_and_figure(table):
    t = table().lay("FT", "0,0", "1,0").lay("SB", "0,1", "1,1").lay("PT", "0,0", "0,1")
    drawn = nodes(t)
    assert (
        drawn["hex:0:0,0:level"].text == "3"
        and drawn["hex:0:1,0:level"].text == "2"
        and drawn["hex:0:2,0:level"].text == "1"
    )
    assert [drawn[f"hex:0:{cell}"].fill for cell in ("2,0", "1,0", "0,0")] == list(LEVEL_FILLS[:3])
    assert drawn["hex:0:2,0"].width < drawn["hex:0:1,0"].width < drawn["hex:0:0,0"].width
    assert drawn["hex:0:0,0"].label == "0,0, level 3: place ants – make up to 3 ant moves"
    assert "with a leaf" not in drawn["hex:0:2,0"].label and "hex:1:0,0:level" in drawn


def test_the_own_colony_is_large_and_a_spectator_sees_the_mover(table):
    t = table(4)
    for seat, main in ((0, 0), (2, 2), (SPECTATOR, 0)):
        sizes = {other: nodes(t, seat)[f"hex:{other}:0,0"].scale for other in range(4)}
        assert max(sizes, key=sizes.get) == main


def test_building_places_are_shown_for_both_halves(table):
    t = table().start("build").play("tile SH")
    drawn = nodes(t)
    assert {f"lay:{text.split()[1]}" for text in t.legal()} <= set(drawn)
    assert drawn["lay:0,0"].label == "0,0: lay scout here, on level 2" and drawn["lay:3,0"].label.endswith("level 1")
    t.play("lay 0,0")
    drawn = nodes(t)
    assert drawn["lay:first"].label == "0,0: scout will lie here"
    assert {key for key in drawn if key.startswith("lay:") and drawn[key].actions} == {"lay:1,0", "lay:0,1"}
    assert drawn["lay:1,0:symbol"].sprite == "hatch"


def test_traces_of_this_turn_and_the_one_before(table):
    t = table().play("use 1,0", "hatch red", "super build", "tile SH", "lay 3,0", "lay 4,0")
    assert sum(key.startswith("trace:") for key in nodes(t)) == 3
    t.end_turn()
    drawn = nodes(t, 1)
    assert sum(key.startswith("trace-before:") for key in drawn) == 3 and not any(
        key.startswith("trace:") for key in drawn
    )


def test_board_says_what_lies_where(table):
    t = table().worker(0, "p03", item="green-leaf").worker(1, "p32")
    drawn = nodes(t)
    assert drawn["site:P2"].label == "P2: wasp, 3 left" and drawn["site:P2:count"].text == "3"
    assert drawn["ant:0:p03"].label == "p03, pebbles: ant of Amber with a green leaf"
    assert drawn["ant:1:p32"].label == "p32, chasm: ant of Blue"
    assert drawn["load:0:p03"].sprite == "leaf-green"
    t.s.lying[DATA.nodes.index("P2")] = 0
    assert nodes(t)["exhausted:P2"].sprite == "token"
    assert nodes(t, language="de")["site:P2"].label == "P2: erschöpft"


def test_prompts_say_what_to_do(table):
    def prompt(t, seat=0):
        return t.position.view(seat).scene().prompt

    assert "markers left: 3" in prompt(table())
    assert prompt(table(), 1) == "Amber is choosing an action, markers left: 3."
    assert prompt(table(ready=False)) == "The match is being set up."
    assert "field 1" in prompt(table().start("scout", 2))
    assert "Still to build: 1" in prompt(table().start("build", 2))
    assert "first half of the tile, scout" in prompt(table().start("build").play("tile SH"))
    assert "second half, hatch" in prompt(table().start("build").play("tile SH", "lay 0,0"))
    assert "nest" in prompt(table().start("hatch", 3)) and "blue nest" in prompt(
        table().start("hatch", 3).play("hatch blue")
    )
    assert "Moves left: 2" in prompt(table().nest(0, "yellow", 1).start("place", 2))
    assert "Steps left: 2" in prompt(table().worker(0, "p01", item="red").start("transport", 2))
    assert "ladybird" in prompt(table().worker(0, "p01", item="red").start("transport").play("deliver p01", "end"))
    assert "three tiles" in prompt(table().supply("SB", "SB", "PT", "FT").play("end"))


def test_the_end_names_the_winner(played):
    winner = played.outcome.places.index(1)
    scene = played.view(0).scene()
    assert f"panel:{winner}:laurel" in {node.id for node in scene.nodes}
    assert str(int(played.outcome.points[winner])) in scene.prompt


def test_all_words_are_there_in_every_language():
    keys = {language: GAME.words(language).keys() for language in GAME.languages}
    assert all(found == keys["en"] for found in keys.values())
    assert {key.removeprefix("key.") for key in keys["en"] if key.startswith("key.")} <= set(SHEET.parts)


def test_text_diagram_shows_everything(table):
    t = table().lay("FT", "0,0", "1,0").worker(0, "p01", item="red", guard=True).nest(0, "blue", 2)
    text = str(t.position.view(0))
    assert "F2 " in text and "p01*(red)" in text and "blue 2" in text and CELL_NAMES[0] not in text


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_is_small(played, theme):
    assert len(played.view(0).scene().svg(theme, targets=True)) < 400_000
