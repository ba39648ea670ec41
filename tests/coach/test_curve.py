"""Curve: every seat has its line and its mark, what is written does not overlap, and a click finds its action."""

import re
from xml.etree import ElementTree

import pytest

from formicarium.coach import curve
from formicarium.coach.story import Story
from formicarium.scene import THEMES


def story(chances: list[list[float]], plies: int = 100) -> Story:
    """Seats whose chances go so, in equal steps."""
    return {
        "game": "sisimizi",
        "title": "Sisimizi",
        "language": "en",
        "iterations": 16,
        "plies": plies,
        "seats": [
            {
                "seat": seat,
                "name": f"<Seat & {seat}>",
                "tone": f"seat-{seat}",
                "mark": f"mark-{seat}",
                "curve": [(round(at * plies / (len(line) - 1)), chance) for at, chance in enumerate(line)],
                "decisions": 1,
                "best": 1,
            }
            for seat, line in enumerate(chances)
        ],
        "sum": [],
        "turning": [
            {"ply": 50, "step": step, "kind": "chance", "seat": 0, "change": 0.1, "sentence": "So.", "eyes": 0}
            for step in (50, 51)
        ],
        "decisions": [],
        "readable": [],
    }


def test_a_line_a_seat_and_a_mark_at_its_end() -> None:
    svg = curve.picture(story([[0.5, 0.2, 1.0], [0.5, 0.8, 0.0]]))
    root = ElementTree.fromstring(svg)
    assert root.attrib["data-plies"] == "100"
    assert "&lt;Seat &amp; 0&gt;" in root.attrib["aria-label"].replace("<", "&lt;").replace(">", "&gt;").replace(
        "& ", "&amp; "
    )
    for seat in (0, 1):
        assert svg.count(f'stroke="var(--seat-{seat})" stroke-width="2.4"') == 1
    left, right = float(root.attrib["data-left"]), float(root.attrib["data-right"])
    path = re.findall(r'd="(M[^"]+)" fill="none" stroke="var\(--seat-0\)"', svg)[0]
    points = [tuple(map(float, point.split())) for point in path[1:].split("L")]
    assert points[0][0] == left and points[-1][0] == right
    assert points[1][0] == pytest.approx((left + right) / 2) and points[1][1] > points[0][1] > points[2][1]


def test_names_at_the_ends_have_room_even_where_all_end_alike() -> None:
    svg = curve.picture(story([[0.25, 0.0]] * 4), 900, 150)
    places = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)" fill="var\(--ink\)">', svg)]
    assert len(places) == 4
    assert min(after - before for before, after in zip(sorted(places), sorted(places)[1:], strict=False)) >= 16
    assert max(places) <= 150 and min(places) >= 0


def test_many_points_become_few_and_keep_their_extremes() -> None:
    line = [0.5 + 0.4 * (-1) ** at for at in range(5000)]
    svg = curve.picture(story([line, line], 5000))
    path = re.findall(r'd="(M[^"]+)" fill="none" stroke="var\(--seat-0\)"', svg)[0]
    points = [tuple(map(float, point.split())) for point in path[1:].split("L")]
    assert len(points) < 2500
    assert {y for _, y in points} >= {max(y for _, y in points), min(y for _, y in points)}


def test_a_picture_of_its_own_has_colours_of_its_own() -> None:
    svg = curve.picture(story([[0.5, 1.0], [0.5, 0.0]]), paint=lambda token: THEMES["dark"][token], alone=False)
    assert "var(" not in svg and THEMES["dark"]["seat-0"] in svg and "aria-hidden" in svg


@pytest.mark.parametrize("plies", [0, 1, 7, 99, 2005])
def test_a_match_of_any_length_is_drawn(plies: int) -> None:
    picture = ElementTree.fromstring(curve.picture(story([[0.5, 1.0], [0.5, 0.0]], plies)))
    assert picture.tag.endswith("svg") and len(picture)
