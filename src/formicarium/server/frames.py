"""Frames: what a viewer is told about a table, as a whole or as the difference to what it knows already.

Everything in a frame comes from the view of one seat, from what the log lets that seat read, and from what all know.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from formicarium import NATURE, SPECTATOR, Position, View
from formicarium.scene import Node, Scene, moved
from formicarium.server.clock import NONE
from formicarium.server.tables import Person, Table, surviving

NODES_KEPT = 100_000  # of all tables: about 50 MB
STEPS_KEPT = 8  # differences that several sockets may want at the same time


class Viewer(NamedTuple):
    """Through whose eyes, in which language, and whether it wants a picture."""

    seat: int
    language: str
    draws: bool = True


@dataclass(frozen=True, slots=True)
class Picture:
    """A position as one viewer sees it."""

    view: bytes
    scene: Scene | None  # without its nodes; none for programs that do not draw
    nodes: dict[str, Node]
    layers: dict[str, list[str]]  # the ids in each layer, in their order
    choices: list[dict[str, Any]]
    prompt: str
    data: orjson.Fragment | None  # the view itself, for programs that do not draw


_shared: dict[Node, Node] = {}


def shared(node: Node) -> Node:
    """One object for equal nodes: most are the same in all pictures of a game, and quickly told apart so."""
    if len(_shared) > NODES_KEPT:
        _shared.clear()
    return _shared.setdefault(node, node)


@lru_cache(NODES_KEPT)
def encoded(node: Node) -> orjson.Fragment:
    """A node as JSON."""
    return orjson.Fragment(orjson.dumps(node.to_dict()))


def picture(position: Position, viewer: Viewer) -> Picture:
    """Draw a position for a viewer."""
    return _drawn(position.view(viewer.seat), viewer)


def _drawn(view: View, viewer: Viewer) -> Picture:
    if not viewer.draws:
        legal = [{"action": action.text} for action in view.legal()]
        return Picture(view.tobytes(), None, {}, {}, legal, "", orjson.Fragment(orjson.dumps(view.to_dict())))
    scene: Scene = view.scene(viewer.language)
    nodes = {node.id: shared(node) for node in scene.nodes}
    layers: dict[str, list[str]] = {}
    for key, node in nodes.items():
        layers.setdefault(node.layer, []).append(key)
    legal = choices(view, scene, viewer.language)
    return Picture(view.tobytes(), replace(scene, nodes=()), nodes, layers, legal, scene.prompt, None)


def choices(view: View, scene: Scene, language: str) -> list[dict[str, Any]]:
    """The legal actions of the viewing seat with their labels and the nodes that perform them."""
    legal = view.legal()
    if not legal:
        return []
    words = view.game.words(language)
    places: dict[str, list[str]] = {}
    for node in scene.nodes:
        for action in node.actions:
            places.setdefault(action, []).append(node.id)
    words = view.game.words(language)
    return [
        {"action": action.text, "label": words.action(action), "nodes": places.get(action.text, [])} for action in legal
    ]


@dataclass(slots=True)
class Facts:
    """What one person is told about a table besides the picture, as of one version."""

    version: int
    table: orjson.Fragment
    you: list[int]
    can_undo: bool


class Album:
    """What was drawn of one table lately: the last picture of each viewer, and the last differences."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._pictures: dict[Viewer, tuple[int, Picture]] = {}
        self._facts: dict[tuple[str, str], Facts] = {}
        self._logs: dict[tuple[Viewer, bool], tuple[list[int], list[dict[str, Any]]]] = {}
        self._steps: OrderedDict[tuple[Viewer, int], dict[str, Any]] = OrderedDict()

    def at(self, viewer: Viewer, number: int) -> Picture:
        """The picture of a viewer when the log had so many entries."""
        known = self._pictures.get(viewer)
        if known and known[0] == number:
            return known[1]
        view = self.table.position_at(number).view(viewer.seat)
        found = known[1] if known and known[1].view == view.tobytes() else _drawn(view, viewer)
        if not known or known[0] < number:
            self._pictures[viewer] = number, found
        return found

    def forget(self, viewer: Viewer) -> None:
        """Nobody looks through these eyes any more."""
        self._pictures.pop(viewer, None)

    def facts(self, language: str, person: Person | None, room: Any, version: int) -> Facts:
        """The facts for a person, made anew when something has changed or a clock runs."""
        key = language, person.id if person else ""
        known = self._facts.get(key)
        if known is None or known.version != version or self.table.clock.kind != NONE:
            mine = self.table.seats_of(person.id) if person else []
            table = orjson.Fragment(orjson.dumps(about(self.table, language, person, room, time.time())))
            known = self._facts[key] = Facts(version, table, mine, can_undo(self.table, mine))
        return known

    def step(self, viewer: Viewer, number: int) -> dict[str, Any]:
        """What changed for a viewer with the entry of that number."""
        key = viewer, number
        if key not in self._steps:
            before, after = self.at(viewer, number - 1), self.at(viewer, number)
            self._steps[key] = {
                "type": "step",
                "number": number,
                "from": number - 1,
                **difference(before, after),
                "log": self.log_step(viewer, number),
            }
            while len(self._steps) > STEPS_KEPT:
                self._steps.popitem(last=False)
        return self._steps[key]

    def log_step(self, viewer: Viewer, number: int) -> dict[str, Any]:
        """The lines of the log that an entry changed: keep the first so many, then these follow."""
        table = self.table
        if table.over and number == table.number:
            return {"keep": 0, "lines": self.log(viewer)}  # now everything may be read
        now = number == table.number
        ply = len(table.standing) if now else len(surviving(table.entries[:number]))
        if table.entries[number - 1].kind == "undo":
            return {"keep": ply, "lines": []}
        return {"keep": ply - 1, "lines": [self._line(ply, number, viewer)]}

    def log(self, viewer: Viewer) -> list[dict[str, Any]]:
        """The log in words, as the viewer may read it."""
        standing, key = self.table.standing, (viewer, self.table.revealed)
        numbers, lines = self._logs.setdefault(key, ([], []))
        kept = len(numbers)
        while kept and (kept > len(standing) or numbers[kept - 1] != standing[kept - 1]):
            kept -= 1  # what was taken back; before it, nothing can differ
        del numbers[kept:], lines[kept:]
        for number in standing[kept:]:
            numbers.append(number)
            lines.append(self._line(len(numbers), number, viewer))
        return lines

    def _sees_all(self, viewer: Viewer, number: int) -> bool:
        """Whether the viewer was just drawn a position of which nothing is hidden from it: then no action is secret."""
        known = self._pictures.get(viewer)
        return known is not None and known[0] == number and known[1].view == self.table.position_bytes(number)

    def _line(self, ply: int, number: int, viewer: Viewer) -> dict[str, Any]:
        table, entry = self.table, self.table.entries[number - 1]
        secret = not self._sees_all(viewer, number) and table.is_secret(number, viewer.seat)
        seat = None if entry.seat == NATURE else entry.seat
        if not viewer.draws:
            return {"ply": ply, "seat": seat, "action": None if secret else entry.action}
        game = table.match.game
        action = None if secret else game.actions.parse(entry.action)
        text = game.words(viewer.language).told(action, entry.seat, table.match.seats)
        return {"ply": ply, "seat": seat, "text": text, "secret": secret}


def difference(before: Picture, after: Picture) -> dict[str, Any]:
    """The nodes, choices and words that differ between two pictures."""
    found: dict[str, Any] = {}
    if after.scene and before.scene:
        found["nodes"] = _nodes(before, after)
        if (before.scene.width, before.scene.height) != (after.scene.width, after.scene.height):
            found["width"], found["height"] = after.scene.width, after.scene.height
    if after.data:
        found["view"] = after.data
    if before.choices != after.choices:
        found["choices"] = after.choices
        found["buttons"] = buttons(after)
    if before.prompt != after.prompt:
        found["prompt"] = after.prompt
    return found


def _nodes(before: Picture, after: Picture) -> dict[str, Any]:
    """The nodes that are new or differ, those that are gone or have a new id, and layers in a new order."""
    old, new = before.nodes, after.nodes
    if before is after:
        return {"set": [], "gone": []}
    same = moved(whole(before), whole(after))
    changed = [encoded(node) for key, node in new.items() if (known := old.get(key)) is not node and known != node]
    order = _order(before, after, same)
    return {
        "set": changed,
        "gone": [key for key in old if key not in new and key not in same],
        **({"moved": same} if same else {}),
        **({"order": order} if order else {}),
    }


def whole(seen: Picture) -> Scene:
    """The scene of a picture with its nodes."""
    assert seen.scene is not None
    return replace(seen.scene, nodes=tuple(seen.nodes.values()))


def _order(before: Picture, after: Picture, same: dict[str, str]) -> dict[str, list[str]]:
    """The ids of each layer whose order is not what a client gets that appends what has a new id, what is new last."""
    order = {}
    renamed = dict.fromkeys(same.values())
    for layer, keys in after.layers.items():
        old = before.layers.get(layer, [])
        if old != keys:
            now, known = set(keys), {*old, *renamed}
            stay = [key for key in old if key in now] + [key for key in renamed if key in now]
            if stay + [key for key in keys if key not in known] != keys:
                order[layer] = keys
    return order


def buttons(seen: Picture) -> list[str]:
    """The legal actions that are on no node."""
    return [choice["action"] for choice in seen.choices if not choice.get("nodes")] if seen.scene else []


def encode(frame: Any) -> bytes:
    """A frame as JSON."""
    return orjson.dumps(frame)


def full(album: Album, viewer: Viewer, person: Person | None, room: Any, now: float) -> dict[str, Any]:
    """Everything a viewer is told about a table as it stands."""
    table = album.table
    seen = album.at(viewer, table.number)
    mine = table.seats_of(person.id) if person else []
    return {
        "type": "full",
        "number": table.number,
        "table": about(table, viewer.language, person, room, now),
        "you": mine,
        "seat": None if viewer.seat == SPECTATOR else viewer.seat,
        "scene": scene_parts(seen),
        **({"view": seen.data} if seen.data else {}),
        "choices": seen.choices,
        "buttons": buttons(seen),
        "prompt": seen.prompt,
        "can_undo": can_undo(table, mine),
        "log": album.log(viewer),
        "chat": [chat_line(line) for line in table.chat],
        "outcome": outcome(table, viewer.language),
    }


def replay(album: Album, viewer: Viewer, ply: int, since: int) -> dict[str, Any]:
    """A past position as a viewer may look at it, with the pieces that moved since another one."""
    table = album.table
    before = picture(table.position_after(since), viewer)
    seen = picture(table.position_after(ply), viewer)
    assert seen.scene is not None
    nodes = [encoded(node._replace(actions=())) for node in seen.nodes.values()]
    return {
        "type": "replay",
        "ply": ply,
        "plies": len(table.standing),
        "number": table.number,
        "seat": None if viewer.seat == SPECTATOR else viewer.seat,
        "scene": seen.scene.to_dict() | {"nodes": nodes},
        "moved": moved(whole(before), whole(seen)),
        "prompt": seen.prompt,
    }


def scene_parts(seen: Picture) -> dict[str, Any] | None:
    """The scene of a picture as it is sent: its nodes are encoded already."""
    return seen.scene.to_dict() | {"nodes": [encoded(node) for node in seen.nodes.values()]} if seen.scene else None


def can_undo(table: Table, mine: list[int]) -> bool:
    """Whether a person may take back its last action."""
    entries = table.entries
    if not entries or entries[-1].seat not in mine or table.row.state == "record":
        return False
    seat = entries[-1].seat
    return table.plays(seat) == "person" and table.match.can_undo(seat)


def about(table: Table, language: str, person: Person | None, room: Any, now: float) -> dict[str, Any]:
    """The facts of a table that all know, and which seats are the viewer's."""
    row = table.row
    facts: dict[str, Any] = {
        "id": row.id,
        "game": row.game,
        "title": table.match.game.words(language)("name"),
        "options": row.options,
        "seats": seats(table, person, room, now),
        "clock": row.clock,
        "open": row.open,
        "state": "over" if table.over and row.state == "playing" else row.state,
        "over": table.over,
        "commitment": row.commitment,
        "first": row.first,
        "given": row.given,
        "rematch": row.rematch,
        "owner": person is not None and person.id == row.owner,
        "plies": len(table.standing),
    }
    if table.over and row.state != "record":
        facts["seed"] = row.seed
    if facts["owner"]:
        facts["invites"] = room.invites(table)
    return facts


def seats(table: Table, person: Person | None, room: Any, now: float) -> list[dict[str, Any]]:
    """Who sits where."""
    game, thinking, online = table.match.game, room.thinking(table.id), room.online(table.id)
    return [
        {
            "seat": seat.seat,
            "name": seat.name,
            "kind": seat.kind,
            "level": seat.level if seat.kind == "bot" or seat.away else None,
            "tone": game.tones[seat.seat],
            "mark": game.marks[seat.seat],
            "away": seat.away,
            "online": seat.owner in online,
            "thinking": seat.seat in thinking,
            "to_act": seat.seat in table.match.actors,
            "clock": table.clock.remaining(seat.seat, now),
            "running": table.clock.since[seat.seat] is not None,
            "mine": person is not None and seat.owner == person.id,
        }
        for seat in table.seats
    ]


def outcome(table: Table, language: str) -> dict[str, Any] | None:
    """How the match ended, `None` while it goes on."""
    found = table.match.outcome
    if found is None:
        return None
    return {
        "shares": found.shares,
        "places": found.places,
        "points": found.points,
        "reason": found.reason,
        "text": table.match.ending(language),
        "tally": table.match.tally(language),
    }


def chat_line(line: Any) -> dict[str, Any]:
    """A line of chat as data."""
    return {"number": line.number, "seat": line.seat, "name": line.name, "text": line.text, "time": line.time}
