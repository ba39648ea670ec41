"""Which piece of a new picture is which of the old one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from formicarium import Match
from formicarium.scene import Node, moved


def scene(*nodes: Node) -> tuple[Node, ...]:
    return nodes


def ant(key: str, x: float, tone: str = "seat-0") -> tuple[Node, Node]:
    return Node(key, "pieces", x, 0, sprite="disc", tone=tone), Node(f"{key}:figure", "pieces", x, 0, sprite="ant-0")


def test_a_piece_that_changed_its_id_is_found_with_its_parts() -> None:
    before, after = scene(*ant("ant:e5", 10), *ant("ant:a1", 0)), scene(*ant("ant:g7", 30), *ant("ant:a1", 0))
    assert moved(before, after) == {"ant:e5": "ant:g7", "ant:e5:figure": "ant:g7:figure"}
    assert moved(after, before) == {"ant:g7": "ant:e5", "ant:g7:figure": "ant:e5:figure"}


def test_the_nearest_belong_together() -> None:
    before, after = scene(*ant("a", 0), *ant("b", 50)), scene(*ant("c", 48), *ant("d", 9))
    assert moved(before, after) == {"a": "d", "a:figure": "d:figure", "b": "c", "b:figure": "c:figure"}


def test_what_looks_different_or_is_no_piece_is_not_the_same() -> None:
    assert moved(scene(*ant("a", 0)), scene(*ant("b", 0, "seat-1"))) == {}
    ring = Node("trace:a", "highlights", sprite="trace"), Node("trace:b", "highlights", sprite="trace")
    assert moved(scene(ring[0]), scene(ring[1])) == {}
    hexes = Node("a", "pieces", sprite="disc"), Node("a:1", "pieces", sprite="scout")
    other = Node("b", "pieces", sprite="disc"), Node("b:1", "pieces", sprite="build")
    assert moved(scene(*hexes), scene(*other)) == {}


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 9), st.booleans()), max_size=12))
def test_it_is_one_to_one_between_what_vanished_and_what_appeared(pieces: list[tuple[str, int, bool]]) -> None:
    sides: list[dict[str, tuple[Node, Node]]] = [{}, {}]
    for key, x, late in pieces:
        sides[late][key] = ant(key, x)
    before, after = (scene(*(node for piece in side.values() for node in piece)) for side in sides)
    same = moved(before, after)
    assert len(set(same.values())) == len(same)
    vanished = set(sides[0]) - set(sides[1])
    appeared = set(sides[1]) - set(sides[0])
    assert {key for key in same if ":" not in key} <= vanished
    assert len(same) == 2 * min(len(vanished), len(appeared))


def test_a_lifted_ant_goes_by_the_hand_to_its_new_place() -> None:
    match = next(match for seed in range(99) if (match := Match("sisimizi", seats=2, seed=seed)).actors == (0,))
    for action in ("ant e5", "done", "done"):
        match.play(action)
    scenes = [match.view(1).scene().nodes]
    for action in ("lift e5", "drop g7"):
        match.play(action)
        scenes.append(match.view(1).scene().nodes)
    assert moved(scenes[0], scenes[1])["ant:e5"] == "hand"
    assert moved(scenes[1], scenes[2])["hand"] == "ant:g7"
