"""Nodes and scenes as plain data."""

import json
from dataclasses import replace

from formicarium.scene import LAYERS, Figure, Node, Panel, Scene


def test_a_node_is_given_without_its_defaults() -> None:
    node = Node("stone:1", "pieces", 3, 4, sprite="stone", actions=("take 1",))
    assert node.to_dict() == {
        "id": "stone:1",
        "layer": "pieces",
        "x": 3,
        "y": 4,
        "sprite": "stone",
        "actions": ("take 1",),
    }


def test_a_scene_survives_json(scene: Scene) -> None:
    data = json.loads(json.dumps(scene.to_dict()))
    assert (data["width"], data["title"], data["prompt"], data["sheet"]) == (100, "Pond", "Take a stone.", "pond")
    again = [Node(**node | {"actions": tuple(node.get("actions", ()))}) for node in data["nodes"]]
    assert tuple(again) == scene.nodes


def test_layers_lie_from_the_ground_up(scene: Scene) -> None:
    layers = scene.layers()
    assert tuple(layers) == LAYERS
    assert [node.id for nodes in layers.values() for node in nodes] == ["shore", "way", "stone:1", "name"]


def test_figures_and_ghosts_go_with_the_layout(scene: Scene) -> None:
    panel = Panel("panel:0", ((Figure(("ant",), "ants"), Figure((), "points", "word", sprite="laurel")),))
    layout = replace(scene, panels=(panel,), ghosts={"take": (Node("ghost", "pieces", sprite="stone"),)}).layout()
    rows = [[{"signs": ("ant",), "text": "ants"}, {"text": "points", "caption": "word", "sprite": "laurel"}]]
    assert layout["panels"] == [{"node": "panel:0", "rows": rows, "aside": []}]
    assert layout["ghosts"] == {"take": [{"id": "ghost", "layer": "pieces", "sprite": "stone"}]}
    assert json.loads(json.dumps(layout))["panels"][0]["rows"][0][0]["signs"] == ["ant"]
