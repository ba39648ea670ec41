"""A scene as SVG."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from formicarium.errors import UnknownName
from formicarium.scene import THEMES, Scene
from formicarium.scene.svg import MANY

SVG = "{http://www.w3.org/2000/svg}"


def read(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_the_picture_says_what_it_shows(scene: Scene) -> None:
    picture = read(scene.svg())
    assert picture.get("role") == "img"
    assert picture.findtext(f"{SVG}title") == "Pond"
    assert picture.findtext(f"{SVG}desc") == "Take a stone."
    titles = [title.text for title in picture.iter(f"{SVG}title")]
    assert titles == ["Pond", "The shore", "A stone", "The name"]


def test_text_is_escaped(scene: Scene) -> None:
    assert "&lt;Frog&gt; &amp; co" in scene.svg()


def test_a_node_stands_where_it_should(scene: Scene) -> None:
    stone = next(use for use in read(scene.svg()).iter(f"{SVG}use") if use.get("href") == "#pond-light-stone")
    assert stone.get("transform") == "translate(30 60)rotate(90)scale(0.5)"
    assert stone.get("color") == THEMES["light"]["seat-1"]


def test_paths_are_painted_with_tokens_and_patterns(scene: Scene) -> None:
    shore, way = read(scene.svg("dark")).iterfind(f"{SVG}g/{SVG}path")
    assert (shore.get("fill"), shore.get("stroke")) == ("url(#pond-dark-dots)", None)
    assert (way.get("fill"), way.get("stroke")) == ("none", THEMES["dark"]["accent"])
    assert (way.get("stroke-width"), way.get("stroke-opacity")) == ("3", "0.5")


def test_targets_glow_only_when_asked(scene: Scene) -> None:
    glow = THEMES["light"]["glow"]
    assert glow not in scene.svg()
    rings = [group for group in read(scene.svg(targets=True)).iter(f"{SVG}g") if group.get("stroke") == glow]
    assert [[shape.tag.removeprefix(SVG) for shape in ring] for ring in rings] == [["circle", "path"]] * 2
    assert rings[0][0].get("r") == "6"  # the reach of the sprite in its scale


def test_many_targets_glow_faintly(scene: Scene) -> None:
    crowd = tuple(scene.nodes[1]._replace(id=f"stone:{k}") for k in range(MANY + 1))
    assert 'stroke-opacity="0.5"' in replace(scene, nodes=crowd).svg(targets=True)


def test_the_same_scene_gives_the_same_text(scene: Scene) -> None:
    assert scene.svg() == replace(scene).svg() == scene._repr_svg_()


def test_an_unknown_theme_is_refused(scene: Scene) -> None:
    with pytest.raises(UnknownName, match="light-safe") as caught:
        scene.svg("sepia")
    assert caught.value.code == "unknown/theme"
