"""Pictures in pixels."""

import sys
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from formicarium.errors import MissingExtra
from formicarium.scene import THEMES, Scene, gif, raster


def test_a_png_is_as_wide_as_asked(scene: Scene) -> None:
    image = Image.open(BytesIO(scene.png("dark", width=300)))
    assert image.size == (300, 300)
    assert image.convert("RGB").getpixel((297, 297)) == tuple(bytes.fromhex(THEMES["dark"]["paper"][1:]))


def test_text_is_drawn_with_fonts_that_come_along(scene: Scene) -> None:
    blank = replace(scene, nodes=scene.nodes[1:])
    assert scene.png(width=100) != blank.png(width=100)


def test_the_same_scene_gives_the_same_bytes(scene: Scene) -> None:
    assert scene.png(width=100) == scene.png(width=100)


def test_a_gif_shows_every_scene_and_rests_on_the_last(scene: Scene) -> None:
    moved = replace(scene, nodes=tuple(node._replace(x=node.x + 20) for node in scene.nodes))
    image = Image.open(BytesIO(gif((scene, moved), width=120, seconds=0.5)))
    durations = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert (image.size, durations, image.info["loop"]) == ((120, 120), [500, 2000], 0)


def test_captions_stand_below_the_pictures_in_the_colours_of_the_theme(scene: Scene) -> None:
    moved = replace(scene, nodes=tuple(node._replace(x=node.x + 20) for node in scene.nodes))
    long = "Ada brought a tower of five stones home into her nest and added two parts to the queen."
    image = Image.open(BytesIO(gif((scene, moved), "dark", width=120, captions=["", long])))
    width, height = image.size
    assert width == 120 and height > 120 + 4 * 9  # room for all lines of the longest
    first, last = (frame.convert("RGB") for frame in ImageSequence.Iterator(image))
    panel, ink = (tuple(bytes.fromhex(THEMES["dark"][token][1:])) for token in ("panel", "ink"))

    def colours(frame: Image.Image) -> set[object]:
        return {frame.getpixel((x, y)) for x in range(width) for y in range(122, height)}

    (empty,) = colours(first)
    assert isinstance(empty, tuple) and max(abs(a - b) for a, b in zip(empty, panel, strict=True)) <= 8
    lightest = max(sum(found) for found in colours(last) if isinstance(found, tuple))
    assert lightest >= sum(ink) - 60


@pytest.mark.parametrize("package", ["resvg_py", "PIL", "matplotlib"])
def test_without_the_extra_the_error_names_it(scene: Scene, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raster.fonts.cache_clear()
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=r"formicarium\[draw\]"):
        gif([scene])
