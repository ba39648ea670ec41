"""Two renderers, one picture: what Python writes as SVG and what the browser draws are the same, node by node."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import formicarium as fm
from formicarium.scene import Scene
from formicarium.scene.nodes import LAYERS

SEAT = 0  # whose eyes: it sees what others do not
NEAR = 0.02  # Python writes two decimals

# What is painted by the elements of each group, as the browser computed it; ids of the sheet lose their prefix.
PAINTED = """([groups, prefix]) => groups.map((group) => [...group.children].map((element) => {
  const style = getComputedStyle(element);
  const [isUse, isText] = [element.localName === 'use', element.localName === 'text'];
  const { a, b, c, d, e, f } = new DOMMatrix(style.transform);
  const { fill, fillOpacity, stroke, strokeWidth, strokeOpacity, strokeLinecap, strokeLinejoin } = style;
  const sizes = [fillOpacity, strokeOpacity, stroke === 'none' ? 0 : strokeWidth, isText ? style.fontSize : 0];
  const words = [...element.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE);
  return {
    tag: element.localName,
    numbers: [a, b, c, d, e, f, ...sizes.map(parseFloat)],
    sprite: element.getAttribute('href')?.replace('#' + prefix, ''),
    path: element.getAttribute('d'),
    text: words.map((word) => word.data).join(''),
    tone: isUse && element.hasAttribute('color') ? style.color : null,
    fill: isUse ? null : fill.replace(prefix, ''),
    stroke: isUse || stroke === 'none' ? null : [stroke, strokeLinecap, strokeLinejoin],
    letters: isText ? [style.fontWeight, style.fontStyle, style.textAnchor] : null,
    face: isText ? style.fontFamily.split(',')[0].replaceAll('"', '') : null,
    label: element.querySelector('title')?.textContent ?? element.getAttribute('aria-label'),
  };
}))"""
LAYERS_DRAWN = "[...document.querySelectorAll('#board > .layer:not(.flight, .lights, .ghosts, .targets)')]"

Painted = list[list[dict[str, Any]]]


def drawn(page: Page) -> Painted:
    """What the page has drawn, once everything has arrived."""
    expect(page.locator("#board .leaving, #board .flight > *")).to_have_count(0)
    painted: Painted = page.evaluate(f"({PAINTED})([{LAYERS_DRAWN}, 'sprite-'])")
    return painted


def written(page: Page, scene: Scene) -> Painted:
    """What Python writes, read by a browser in a page of its own."""
    page.set_content(scene.svg("light"))
    prefix = scene.sheet.prefix("light")
    painted: Painted = page.evaluate(f"({PAINTED})([[...document.querySelectorAll('svg > g')], {prefix!r}])")
    return painted


def compare(scene: Scene, browser: Painted, python: Painted) -> None:
    """Every node of every layer is painted alike, apart from where the areas lie and how large they are."""
    places: dict[str, tuple[float, float, float]] = {}
    least = {area.name: area.text for area in scene.areas}
    for nodes, drawings, writings in zip(scene.layers().values(), browser, python, strict=True):
        for node, drawing, writing in zip(nodes, drawings, writings, strict=True):
            drawn, written = drawing.pop("numbers"), writing.pop("numbers")
            assert drawing == writing, node
            if not node.area:
                continue  # on the poster alone
            scale = hypot(drawn[0], drawn[1]) / node.scale
            grown = drawn[9] - written[9]  # text that would be too small, around its middle
            assert grown <= NEAR or drawn[9] * drawn[0] == pytest.approx(least[node.area], abs=NEAR), node
            x, y = drawn[4] - scale * node.x, drawn[5] - scale * node.y - grown * drawn[0] * 0.35
            place = scale, x, y
            assert place == pytest.approx(places.setdefault(node.area, place), abs=5 * NEAR), node
            assert [value / scale for value in drawn[:4]] == pytest.approx(written[:4], abs=NEAR), node
            assert drawn[6:9] == pytest.approx(written[6:9], abs=NEAR), node
    assert set(places) <= {area.name for area in scene.areas}


@pytest.mark.parametrize("game", fm.game_names())
def test_both_draw_the_same(game: str, visit: Callable[..., Page]) -> None:
    page = visit(color_scheme="light")
    paper = page.context.new_page()
    text = (fm.game(game).folder / "showcase.txt").read_text(encoding="utf-8")
    match = fm.loads(text, nature=False)
    scene = match.view(SEAT).scene("en")
    kinds = {kind for node in scene.nodes for kind in ("sprite", "path", "text") if getattr(node, kind)}
    assert kinds == {"sprite", "path", "text"}
    page.goto("/import")
    page.get_by_label("Text").fill(text)
    page.get_by_role("button", name="Open the record").click()
    expect(page.locator("#board .node")).not_to_have_count(0)
    layers = page.evaluate(f"{LAYERS_DRAWN}.map((layer) => layer.classList.item(1))")
    assert tuple(layers) == LAYERS
    page.get_by_label("Seen by").select_option(str(SEAT))

    last = len(match.history)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(f"#stage[data-ply='{last}']")).to_have_count(1)
    ids = page.evaluate(f"{LAYERS_DRAWN}.map((layer) => [...layer.children].map((node) => node.dataset.id))")
    assert ids == [[node.id for node in nodes] for nodes in scene.layers().values()]
    compare(scene, drawn(page), written(paper, scene))

    page.get_by_role("button", name="One step back").click()  # from there pieces move: the picture is changed, not made
    expect(page.locator(f"#stage[data-ply='{last - 1}']")).to_have_count(1)
    earlier = match.at(last - 1).view(SEAT).scene("en")
    compare(earlier, drawn(page), written(paper, earlier))
