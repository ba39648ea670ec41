"""Sheets of sprites: every sprite of a game, in the colours of the page, with how far it is touched."""

from xml.etree import ElementTree

import pytest

import formicarium as fm
from formicarium.server.web import sheets


@pytest.mark.parametrize("game", fm.game_names())
def test_a_sheet_has_every_sprite_of_a_scene(game):
    drawn, scene = ElementTree.fromstring(sheets.sheet(game)), fm.Match(game, seed=1).view().scene()
    names = {part.get("id") for part in drawn}
    used = {node.sprite for node in scene.nodes if node.sprite}
    assert used and used <= names
    assert {part.get("id") for part in drawn if part.get("data-reach")} == {
        name for name in scene.sheet.parts if scene.sheet.reach.get(name)
    }
