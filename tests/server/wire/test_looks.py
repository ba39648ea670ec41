"""Looks: a client that applies the differences between two looks has what a new look shows."""

import random

import orjson
import pytest

import formicarium as fm
from formicarium import SPECTATOR
from formicarium.scene import Node
from formicarium.server.wire import looks
from formicarium.server.wire.looks import Look, Viewer, difference, encoded, labels, look, node_change, places
from formicarium.server.wire.telling import names_of
from server.tables import play, play_on, table


def seen(at, viewer):
    return look(at.match.position.copy(), viewer, names_of(at, viewer.language))


def sent(value):
    """What a client gets of it."""
    return orjson.loads(orjson.dumps(value))


def drawn(one):
    """The nodes of a look as a client has them, layer by layer in their order."""
    layers = {}
    for node in one.nodes:
        layers.setdefault(node.layer, []).append(sent(encoded(node)))
    return layers


def applied(before, change):
    """The same after a difference, as a client applies it."""
    nodes = {node.id: sent(encoded(node)) for node in before.nodes}
    for old, new in change.get("moved", {}).items():
        nodes[new] = {**nodes.pop(old), "id": new}
    for key in change["gone"]:
        del nodes[key]
    for node in sent(change["set"]):
        if node["id"] in nodes and nodes[node["id"]]["layer"] != node["layer"]:
            del nodes[node["id"]]  # it comes last in its new layer
        nodes[node["id"]] = node
    for fields in sent(change.get("changed", [])):
        known = {**nodes[fields["id"]], **fields}
        nodes[fields["id"]] = {name: value for name, value in known.items() if value is not None}
    keys = list(nodes)
    for anchor, *others in change.get("order", []):
        keys = [key for key in keys if key not in others]
        keys[keys.index(anchor) : keys.index(anchor)] = others
    layers = {}
    for key in keys:
        layers.setdefault(nodes[key]["layer"], []).append(nodes[key])
    return layers


def offered(one, game, language):
    """The choices of a look as a page makes them: the label and the nodes of each action."""
    rules, found = sent(labels(fm.game(game), language, ())), {}
    for action in one.choices:
        verb, *words = action.split()
        form = f"{verb}-{len(words)}"
        said = [told.get(word, word) for told, word in zip(rules[form].get("said", [{}] * 9), words, strict=False)]
        nodes = one.places.get(action, [node.format(*words) for node in one.places.get(form, [])])
        found[action] = rules[form]["text"].format(*said), nodes
    return found


@pytest.mark.parametrize("game", fm.game_names())
def test_what_has_changed_is_all_that_has_changed(game):
    for viewer in (Viewer(0, "en"), Viewer(SPECTATOR, "de")):
        at = table(game)
        before = seen(at, viewer)
        for plies in range(len(at.ledger.standing) + 1, len(at.ledger.standing) + 60):
            play_on(at, plies, seed=plies)
            after = seen(at, viewer)
            differs = difference(before, after)
            assert applied(before, differs["nodes"]) == drawn(after)
            for name in ("choices", "places"):
                assert (name in differs) == (getattr(before, name) != getattr(after, name))
            assert ("prompt" in differs) == (before.prompt != after.prompt)
            before = after


def test_the_same_look_differs_in_nothing():
    at = table(first=0)
    one = seen(at, Viewer(0, "en"))
    assert difference(one, one) == {"nodes": {"set": [], "gone": []}}


def test_choices_are_sent_as_notation_and_a_few_rules():
    at = table(first=0)
    one = seen(at, Viewer(0, "en"))
    assert offered(one, "sisimizi", "en")["ant e5"] == ("Place an ant on e5", ["field:e5"])
    assert one.places == {"ant-1": ["field:{0}"], "hill-1": ["field:{0}"]} and len(one.choices) > 100
    assert seen(at, Viewer(1, "en")).choices == []


@pytest.mark.parametrize("game", fm.game_names())
def test_labels_and_nodes_are_those_of_the_game_and_its_scene(game):
    at, language = table(game), "de"
    words = fm.game(game).words(language)
    for plies in range(len(at.ledger.standing), len(at.ledger.standing) + 60):
        play_on(at, plies, seed=plies)
        for seat in at.match.actors:
            view = at.match.view(seat)
            nodes = {action.text: [] for action in view.legal()}
            for node in view.scene(language).nodes:
                for action in node.actions:
                    nodes[action].append(node.id)
            expected = {action.text: (words.action(action), nodes[action.text]) for action in view.legal()}
            assert offered(seen(at, Viewer(seat, language)), game, language) == expected


def test_an_action_that_no_node_performs_is_told_from_others_of_its_verb():
    nodes = Node("card:a", "pieces", actions=("take a",)), Node("card:b", "pieces", actions=("take b",))
    assert places(["take a", "take b", "take c"], nodes) == {"take-1": ["card:{0}"], "take c": []}
    more = *nodes, Node("pile", "pieces", actions=("take b",))
    assert places(["take a", "take b"], more) == {"take-1": ["card:{0}"], "take b": ["card:b", "pile"]}


@pytest.mark.parametrize("alike", (looks.ALIKE, -1))
def test_any_order_becomes_any_other(alike, monkeypatch):
    monkeypatch.setattr(looks, "ALIKE", alike)  # place by place, or else all nodes with all
    lot, once = random.Random(1), {key: Node(key, "ground", sprite=key) for key in "abcdefgh"}
    for _ in range(300):
        orders = lot.sample("abcdef", lot.randrange(1, 7)), lot.sample("bcdefgh", lot.randrange(1, 8))
        before, after = (tuple(once[key] for key in keys) for keys in orders)
        one, other = (Look(b"", None, nodes, [], {}, "", None) for nodes in (before, after))
        assert applied(one, node_change(before, after)) == drawn(other)


def test_a_program_gets_the_view_itself():
    at = table(first=0)
    play(at, "ant e5")
    one = seen(at, Viewer(1, "en", draws=False))
    assert one.scene_message() is None and not one.nodes
    assert sent(one.data) == at.match.view(1).to_dict()
