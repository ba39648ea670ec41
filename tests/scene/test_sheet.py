"""Sprite sheets."""

import re

from formicarium.scene import THEMES, Sheet
from formicarium.scene.sheet import definitions


def test_the_marks_of_the_house_come_with_every_sheet(sheet: Sheet) -> None:
    assert {"mark-0", "mark-1", "mark-2", "mark-3", "stone", "dots"} == set(sheet.parts)
    assert sheet.reach["stone"] == 12


def test_a_theme_fills_in_all_colours(sheet: Sheet) -> None:
    for theme in THEMES:
        assert "var(" not in definitions(sheet, theme)
    assert THEMES["dark"]["ink"] in definitions(sheet, "dark")


def test_ids_and_references_are_prefixed_alike(sheet: Sheet) -> None:
    markup = definitions(sheet, "light")
    ids = set(re.findall(r'id="([^"]*)"', markup))
    assert "pond-light-stone" in ids
    assert set(re.findall(r'href="#([^"]*)"', markup)) == {"pond-light-mark-2"} <= ids
