"""Shapes that games share."""

import re

from formicarium.scene.shapes import ant, box, frame, ornaments, title


def ends(path: str) -> tuple[list[float], list[float]]:
    """The corners of a box on both axes, from walking along its path."""
    (x, y), across, down = (0.0, 0.0), [], []
    for letter, numbers in re.findall(r"([Mhva])([^MhvaZ]*)", path):
        values = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", numbers)]
        if letter == "M":
            x, y = values
        elif letter == "a":
            x, y = x + values[-2], y + values[-1]
        else:
            x, y = (x + values[0], y) if letter == "h" else (x, y + values[0])
        across.append(x)
        down.append(y)
    return across, down


def test_a_box_goes_around_its_rectangle_and_comes_back():
    path = box(10, 20, 100, 60, 8)
    across, down = ends(path)
    assert (min(across), max(across), min(down), max(down)) == (10, 110, 20, 80)
    assert (across[-1], down[-1]) == (across[0], down[0])
    assert path.endswith("Z")


def test_heights_are_given_to_a_tenth():
    assert box(0.25, 1 / 3, 10, 20 / 3, 1).startswith("M1.25 0.3h8a1 1 0 0 1 1 1v4.7a")


def test_a_frame_keeps_its_distances():
    outer, inner = frame(200, 100, 10, 16)
    assert (min(ends(outer.path)[0]), max(ends(outer.path)[0])) == (10, 190)
    assert (min(ends(inner.path)[1]), max(ends(inner.path)[1])) == (16, 84)


def test_the_title_stands_between_ants_that_look_at_it():
    name, (left, right) = title("Pond", "A game of frogs", 100, 60, 40), ornaments(100, 50, 80)
    assert (name.text, name.label, name.x) == ("Pond", "A game of frogs", 100)
    assert (left.x, left.turn, right.x, right.turn) == (20, 90, 180, -90)


def test_the_disc_of_an_ant_stays_while_the_ant_turns():
    disc, figure = ant("ant:1", 2, 30, 40, turn=60, label="An ant", actions=("lift e5",))
    assert (disc.sprite, disc.tone, disc.turn, disc.label, disc.actions) == (
        "disc",
        "seat-2",
        0,
        "An ant",
        ("lift e5",),
    )
    assert (figure.id, figure.sprite, figure.turn, figure.label) == ("ant:1:figure", "ant-2", 60, "")
