"""Nodes and scenes as plain data."""

import json

from formicarium.scene import LAYERS, Node, Scene


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
