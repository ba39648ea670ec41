"""Looks: a position as one viewer sees it, and what differs between two of them.

Most of a picture stays as it is from look to look. So equal nodes are one object here, and what changed is found by
comparing objects, not what they say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import compress, count, filterfalse
from operator import attrgetter, is_not, not_
from typing import Any, NamedTuple, TypedDict

import orjson

from formicarium import SPECTATOR, Game, Position, View
from formicarium.scene import Kept, Node, Scene, moved
from formicarium.server.wire.messages import FieldsJson, Label, LabelsJson, NodeChange, NodeJson, ViewJson
from formicarium.server.wire.messages import Scene as SceneMessage
from formicarium.server.wire.records import record_json

NODES_KEPT = 40_000  # of all tables: about 20 MB
LABELS_KEPT = 256  # of games, languages and those who sit together
VIEWS_KEPT = 64  # that several seats may ask for: where nothing is hidden, all see the same
ALIKE = 60  # places at which two pictures differ that are compared place by place
_ID, _ACTIONS = attrgetter("id"), attrgetter("actions")
_DEFAULTS = tuple(Node._field_defaults.get(name) for name in Node._fields)
DIGITS = {"x": 2, "y": 2, "scale": 4, "size": 2}  # of what games compute: more are not seen


Names = tuple[str, ...]  # what the seats of a table are called


class Viewer(NamedTuple):
    """Through whose eyes, in which language, and whether it wants a picture."""

    seat: int
    language: str
    draws: bool = True


@dataclass(frozen=True, slots=True)
class Look:
    """A position as one viewer sees it."""

    view: bytes
    scene: Scene | None  # none for programs that do not draw
    nodes: tuple[Node, ...]  # its nodes without their actions, which are in `choices` and `places`
    choices: list[str]
    places: dict[str, list[str]]  # the nodes that perform an action, as `Full` has them
    prompt: str
    data: ViewJson | None  # the view itself, for programs that do not draw
    kept: Kept | None = None  # the parts of the picture, for the viewer's next one

    def scene_message(self) -> SceneMessage | None:
        """The scene as it is sent, its nodes encoded already."""
        if self.scene is None:
            return None
        return {
            "width": self.scene.width,
            "height": self.scene.height,
            "title": self.scene.title,
            "prompt": self.scene.prompt,
            "sheet": self.scene.sheet.name,
            "nodes": [encoded(node) for node in self.nodes],
            "layout": orjson.Fragment(orjson.dumps(self.scene.layout())),
        }


class Difference(TypedDict, total=False):
    """The part of a `Step` that comes from the picture."""

    nodes: NodeChange
    width: float
    height: float
    view: ViewJson
    choices: list[str]
    places: dict[str, list[str]]
    loses: Mapping[str, str]
    prompt: str


class Drawn(NamedTuple):
    """A node that a game drew, and what was found out about it."""

    node: Node
    bare: Node  # what is sent of it: one object for equal ones
    placed: tuple[tuple[tuple[str, str], str], ...]  # its actions, each with how it is placed


_drawn: dict[int, Drawn] = {}  # by the identity of the node: games draw most nodes once
_bare: dict[int, Node] = {}  # of the same, what is sent
_sent: dict[Node, Node] = {}


def drawn(node: Node) -> Drawn:
    """What was found out about a node."""
    known = _drawn.get(id(node))
    if known is None:
        if len(_drawn) >= NODES_KEPT:
            for kept in (_drawn, _bare, _sent):
                kept.clear()
        bare = node._replace(actions=()) if node.actions else node
        placed = tuple([(_placed(node.id, action), action) for action in node.actions])
        known = _drawn[id(node)] = Drawn(node, _sent.setdefault(bare, bare), placed)
        _bare[id(node)] = known.bare
    return known


def without_actions(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """What is sent of the nodes of a picture; most of them were drawn before."""
    bare = [*map(_bare.get, map(id, nodes))]
    for place in compress(count(), map(not_, bare)):
        bare[place] = drawn(nodes[place]).bare
    return tuple(bare)  # type: ignore[arg-type]  # there is none that is missing any more


@lru_cache(NODES_KEPT)
def encoded(node: Node) -> NodeJson:
    """A node as JSON."""
    return orjson.Fragment(orjson.dumps(_rounded(node)))


def _rounded(node: Node) -> dict[str, Any]:  # Any: a field is a text or a number
    fields = node.to_dict()
    for name in fields.keys() & DIGITS.keys():
        fields[name] = _round(name, fields[name])
    return fields


def changed_fields(before: Node, after: Node) -> FieldsJson:
    """The fields of a node that differ, null for what has its default again."""
    fields: dict[str, Any] = {"id": after.id}  # Any: as above
    for name, default, was, now in zip(Node._fields, _DEFAULTS, before, after, strict=True):
        if was is not now and was != now:
            old, new = (None if value == default else _round(name, value) for value in (was, now))
            if old != new:
                fields[name] = new
    return orjson.Fragment(orjson.dumps(fields))


def _round(name: str, value: Any) -> Any:  # Any: a field is a text or a number
    return round(value, DIGITS[name]) if name in DIGITS else value


@cache
def _texts(game: Game) -> list[str]:
    """All actions of a game in notation, by their codes."""
    return [action.text for action in game.actions]


def legal(view: View) -> list[str]:
    """The legal actions of the viewing seat in notation."""
    if view.seat == SPECTATOR or view.seat not in view.actors:
        return []
    texts = _texts(view.game)
    return [texts[code] for code in view.codes(view.seat).tolist()]


@lru_cache(VIEWS_KEPT)
def view_json(game: Game, view: bytes) -> ViewJson:
    """The fields of a view as JSON."""
    return orjson.Fragment(record_json(game, view))


@lru_cache(LABELS_KEPT)
def labels(game: Game, language: str, names: Names) -> LabelsJson:
    """What controls say that perform an action, by the form of its verb."""
    words, labelled = game.words(language, names), dict[str, Label]()
    for verb in game.actions.verbs:
        text = words.about("actions", verb.word, [f"{{{number}}}" for number in range(len(verb.domains))])
        said = [
            {value: told for value in domain.values if (told := words.argument(domain, value)) != value}
            for domain in verb.domains
        ]
        labelled[f"{verb.word}-{len(said)}"] = {"text": text, "said": said} if any(said) else {"text": text}
    return orjson.Fragment(orjson.dumps(labelled))


@lru_cache(NODES_KEPT)
def _placed(node: str, action: str) -> tuple[str, str]:
    """The form of an action, and the name of a node that performs it with a number for each argument of the action."""
    arguments = action.split()[1:]
    parts = (f"{{{arguments.index(part)}}}" if part in arguments else part for part in node.split(":"))
    return _form(action), ":".join(parts)


def _form(action: str) -> str:
    verb, *arguments = action.split()
    return f"{verb}-{len(arguments)}"


def places(choices: list[str], nodes: tuple[Node, ...]) -> dict[str, list[str]]:
    """The nodes that perform each action: by the form of its verb where most are named alike, else by the action."""
    alike: dict[tuple[str, str], list[str]] = {}
    acting = [*filter(_ACTIONS, nodes)]
    for known, node in zip(map(_drawn.get, map(id, acting)), acting, strict=True):
        for placed, action in (known or drawn(node)).placed:
            if placed in alike:
                alike[placed].append(action)
            else:
                alike[placed] = [action]
    rules: dict[str, tuple[int, str]] = {}
    for (form, template), actions in alike.items():
        rules[form] = max(rules.get(form, (0, "")), (len(actions), template))
    found = {form: [template] for form, (_, template) in rules.items()}
    if len(rules) < len(alike):  # there are others: those are named one by one, with all nodes that they have
        other = {action for (form, name), actions in alike.items() if name != rules[form][1] for action in actions}
        for node in acting:
            for action in other.intersection(node.actions):
                found.setdefault(action, []).append(node.id)
    on_a_node = set[str]().union(*alike.values())
    if len(on_a_node) < len(choices):
        found |= {action: [] for action in choices if action not in on_a_node and _form(action) in found}
    return found


def look(position: Position, viewer: Viewer, names: Names) -> Look:
    """A position as a viewer sees it."""
    view = position.view(viewer.seat)
    return look_at(view, view.tobytes(), viewer, names)


def look_at(view: View, seen: bytes, viewer: Viewer, names: Names, before: Look | None = None) -> Look:
    """The same of a view and its bytes; only what has changed since the viewer's last look is drawn."""
    choices = legal(view)
    if not viewer.draws:
        return Look(seen, None, (), choices, {}, "", view_json(view.game, seen))
    kept = before.kept if before else None
    scene: Scene = view.scene(viewer.language, names, kept)
    at = places(choices, scene.nodes) if choices else {}
    return Look(seen, scene, without_actions(scene.nodes), choices, at, scene.prompt, None, view.kept)


def without_choices(game: Game, seen: bytes) -> Look:
    """A view as a program gets it, of a seat that is not to act."""
    return Look(seen, None, (), [], {}, "", view_json(game, seen))


def difference(before: Look, after: Look) -> Difference:
    """The nodes, choices and words that differ between two looks."""
    differs: Difference = {}
    if after.scene and before.scene:
        differs["nodes"] = node_change(before.nodes, after.nodes)
        if (before.scene.width, before.scene.height) != (after.scene.width, after.scene.height):
            differs["width"], differs["height"] = after.scene.width, after.scene.height
        if before.scene.loses != after.scene.loses:
            differs["loses"] = after.scene.loses
    if after.data:
        differs["view"] = after.data
    if before.choices != after.choices:
        differs["choices"] = after.choices
    if before.places != after.places:
        differs["places"] = after.places
    if before.prompt != after.prompt:
        differs["prompt"] = after.prompt
    return differs


def node_change(before: tuple[Node, ...], after: tuple[Node, ...]) -> NodeChange:
    """The nodes that are new or differ, those that are gone or have a new id, and where what came later stands."""
    if before is after:
        return {"set": [], "gone": []}
    places = list(compress(count(), map(is_not, before, after)))
    aligned = len(places) <= ALIKE  # most stand where they stood
    differing = _at(places, before, after) if aligned else _not_in_both(before, after)
    old, new = ({node.id: node for node in nodes} for nodes in differing)
    gone, come = [old[key] for key in old if key not in new], [new[key] for key in new if key not in old]
    same = moved(gone, come)
    was = old | {now: old[key]._replace(id=now) for key, now in same.items()}
    stay = {key: node for key, node in new.items() if key in was and was[key].layer == node.layer}
    change: NodeChange = {
        "set": [encoded(node) for key, node in new.items() if key not in stay],
        "gone": [node.id for node in gone if node.id not in same],
    }
    changed = [changed_fields(was[key], node) for key, node in stay.items() if was[key] != node]
    if changed:
        change["changed"] = changed
    if same:
        change["moved"] = same
    layers = {node.layer for node in come}
    layers |= {node.layer for key, node in new.items() if key in old and old[key].layer != node.layer}
    if not aligned or list(old) != list(new):
        went, came = {node.id for node in gone}, {node.id for node in come}
        stood = list(filterfalse(went.__contains__, map(_ID, before)))
        stands = list(filterfalse(came.__contains__, map(_ID, after)))
        if stood != stands:
            layers = {node.layer for node in after}
    had_keys, has_keys = _by_layer(layers, before), _by_layer(layers, after)
    runs = [run for layer in layers for run in _runs(had_keys[layer], has_keys[layer], same)]
    if runs:
        change["order"] = runs
    return change


Nodes = Iterable[Node]


def _at(places: list[int], before: tuple[Node, ...], after: tuple[Node, ...]) -> tuple[Nodes, Nodes]:
    """The nodes of two pictures at some places, and those that only one of them has room for."""
    both = min(len(before), len(after))
    return [*map(before.__getitem__, places), *before[both:]], [*map(after.__getitem__, places), *after[both:]]


def _not_in_both(before: tuple[Node, ...], after: tuple[Node, ...]) -> tuple[Nodes, Nodes]:
    """The nodes of two pictures that are not in the other one, wherever they stand."""
    had, has = dict(zip(map(id, before), before, strict=True)), dict(zip(map(id, after), after, strict=True))
    gone, come = filterfalse(has.__contains__, had), filterfalse(had.__contains__, has)
    return map(had.__getitem__, gone), map(has.__getitem__, come)


def _by_layer(layers: set[str], nodes: tuple[Node, ...]) -> dict[str, list[str]]:
    """The ids of the nodes in some layers, in one walk."""
    ids: dict[str, list[str]] = {layer: [] for layer in layers}
    if ids:
        for node in nodes:
            if node.layer in ids:
                ids[node.layer].append(node.id)
    return ids


def _runs(had: list[str], keys: list[str], same: dict[str, str]) -> Iterator[list[str]]:
    """Runs of nodes in a layer that stand before another one, which comes first in each; the last run first.

    A client has those that stay in their old order, behind them what has a new id, and what is new last.
    """
    now = set(keys)
    stay = [key for key in had if key in now]
    late = dict.fromkeys(key for key in same.values() if key in now)
    known = {*stay, *late}
    late |= dict.fromkeys(key for key in keys if key not in known)
    if [*stay, *late] == keys:
        return
    if [key for key in keys if key not in late] != stay:
        yield [keys[-1], *keys[:-1]]
        return
    run: list[str] = []
    anchor = ""
    for key in [*reversed(keys), ""]:
        if key in late and anchor:
            run.insert(1, key)
        elif key in late:
            run, anchor = [key], key
        else:
            if len(run) > 1:
                yield run
            run, anchor = [key], key
