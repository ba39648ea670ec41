"""Page: a review as a file that needs nothing else, its parts for a page that steps through it, and its picture."""

import re
from xml.etree import ElementTree

import pytest
from tests.coach.test_story import reviewed

import formicarium as fm
from formicarium.coach import page, story
from formicarium.scene.raster import drawn

HOSTILE = ["<script>alert(1)</script>", '"><b>&amp;']


@pytest.mark.parametrize(
    ("game", "language"), [(game, "de" if game == "formica" else "en") for game in fm.game_names()]
)
def test_a_file_needs_nothing_else(game: str, language: str) -> None:
    match, found = reviewed(game)
    html = page.page(found, match, language)
    assert html.startswith("<!doctype html>") and f'lang="{language}"' in html
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", html)
    assert html.count('src="data:image/svg+xml;base64,') == 2 * len(found.turning_points)
    assert story.words(language)("sum.title") in html and "None" not in re.sub(r'src="[^"]*"', "", html)


def test_names_of_people_are_only_text() -> None:
    match, found = reviewed("sisimizi")
    html = page.page(found, match, "en", HOSTILE)
    assert "<script>" not in html and "<b>&amp;" not in html
    parts = page.parts(story.narrate(found, match, "en", HOSTILE), pictures(found, match))
    assert all("<script>" not in part and "<b>&amp;" not in part for part in parts.values())
    ElementTree.fromstring(page.card(story.narrate(found, match, "en", HOSTILE), match.view().svg()))


def pictures(found: fm.Review, match: fm.Match) -> page.Pictures:
    turning = story.narrate(found, match)["turning"]
    return {(one["ply"], one["eyes"]): {"light": "/light", "dark": "/dark"} for one in turning}


def test_parts_lead_to_the_positions_that_they_tell_of() -> None:
    match, found = reviewed("grasshopper")
    told = story.narrate(found, match)
    parts = page.parts(told, pictures(found, match))
    assert re.findall(r'data-ply="(\d+)"', parts["decisions"]) == [str(one["ply"]) for one in told["decisions"]]
    assert re.findall(r'data-ply="(\d+)"', parts["turning"]) == [str(one["ply"]) for one in told["turning"]]
    assert parts["sum"].count("<tr") == 1 + len(told["sum"]) and "<svg" in parts["curve"]
    assert not any("style=" in part for part in parts.values()), "a page of the server takes no styles in its text"


def test_the_table_beside_the_curve_has_every_point_of_it() -> None:
    match, found = reviewed("grasshopper")
    told = story.narrate(found, match)
    rows = re.findall(r"<tr><td>(\d+)</td>(.*?)</tr>", page.parts(told, pictures(found, match))["data"])
    for seat in told["seats"]:
        cells = {int(ply): re.findall("<td>(.*?)</td>", row)[seat["seat"]] for ply, row in rows}
        for ply, chance in seat["curve"]:
            assert cells[ply] == story.percent(story.words("en"), chance)


def test_a_picture_to_share_is_drawn() -> None:
    match, found = reviewed("sisimizi")
    told = story.narrate(found, match)
    turned = page.biggest(told)
    assert turned is not None
    number, point = turned
    assert told["turning"][number - 1] == point
    assert abs(point["change"]) == max(abs(one["change"]) for one in told["turning"])
    png = drawn(page.card(told, match.at(point["ply"]).view(point["eyes"]).svg()), 600)
    assert png.startswith(b"\x89PNG")
