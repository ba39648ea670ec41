"""A small sheet and a small scene that use everything a node can do."""

from pathlib import Path

import pytest

from formicarium.scene import Node, Scene, Sheet

SPRITES = """<svg xmlns="http://www.w3.org/2000/svg">
  <symbol id="stone" data-reach="12" overflow="visible">
    <circle r="10" fill="currentColor" stroke="var(--piece-ink)"/> <use href="#mark-2"/>
  </symbol>
  <pattern id="dots" width="8" height="8" patternUnits="userSpaceOnUse"><circle r="2" fill="var(--ink)"/></pattern>
</svg>"""


@pytest.fixture(scope="session")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Sheet:
    path: Path = tmp_path_factory.mktemp("sheet") / "sprites.svg"
    path.write_text(SPRITES)
    return Sheet.load("pond", path)


@pytest.fixture
def scene(sheet: Sheet) -> Scene:
    nodes = (
        Node("name", "captions", 50, 20, text="<Frog> & co", face="italic", label="The name"),
        Node("stone:1", "pieces", 30, 60, 90, 0.5, sprite="stone", tone="seat-1", label="A stone", actions=("take 1",)),
        Node("shore", "ground", path="M0 0h100v100h-100Z", fill="@dots", label="The shore"),
        Node("way", "tracks", path="M0 0L9 9", stroke="accent", width=3, opacity=0.5, actions=("go",)),
    )
    return Scene(100, 100, "Pond", "Take a stone.", sheet, nodes)
