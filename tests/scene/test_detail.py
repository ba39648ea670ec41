"""A detail of a picture: what lies outside is gone, what lies inside has moved, nothing superfluous is left."""

import formicarium as fm
from formicarium.scene import cut, lighten


def test_what_is_cut_out_is_where_it_was_seen():
    scene = fm.Match("sisimizi", seed=1).view().scene()
    part = cut(scene, (100, 200, 300, 250))
    assert (part.width, part.height) == (300, 250)
    whole = {node.id: node for node in scene.nodes}
    sprites = [node for node in part.nodes if node.sprite]
    assert 0 < len(sprites) < len([node for node in scene.nodes if node.sprite])
    for node in part.nodes:
        assert (node.x + 100, node.y + 200) == (whole[node.id].x, whole[node.id].y)
    inside = [node for node in whole.values() if node.sprite and 100 < node.x < 400 and 200 < node.y < 450]
    assert {node.id for node in inside} <= {node.id for node in sprites}


def test_a_lightened_picture_draws_the_same_without_labels_and_needless_sprites():
    scene = fm.Match("antics", seed=1).view().scene()
    light = lighten(scene)
    assert not any(node.label for node in light.nodes)
    assert light.sheet.parts.keys() < scene.sheet.parts.keys()
    assert [node.sprite for node in light.nodes] == [node.sprite for node in scene.nodes]
    assert all(node.sprite in light.sheet.parts for node in light.nodes if node.sprite)
