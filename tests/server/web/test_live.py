"""The live connection: steps that add up to the full frame, resuming, refusing, foreign pages, noise."""

import json
import random
import secrets

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import formicarium as fm
from formicarium.server.settings import Settings

from ..conftest import QUICK, running


def applied(frame, step):
    """What a client knows after a step."""
    nodes = {node["id"]: node for node in frame["scene"]["nodes"]}
    for old, new in step["nodes"].get("moved", {}).items():
        nodes[new] = {**nodes.pop(old), "id": new}
    for key in step["nodes"]["gone"]:
        del nodes[key]
    for node in step["nodes"]["set"]:
        if node["id"] in nodes and nodes[node["id"]]["layer"] != node["layer"]:
            del nodes[node["id"]]
        nodes[node["id"]] = node
    for fields in step["nodes"].get("changed", []):
        known = {**nodes[fields["id"]], **fields}
        nodes[fields["id"]] = {name: value for name, value in known.items() if value is not None}
    keys = list(nodes)
    for anchor, *others in step["nodes"].get("order", []):
        keys = [key for key in keys if key not in others]
        keys[keys.index(anchor) : keys.index(anchor)] = others
    nodes = {key: nodes[key] for key in keys}
    names = ("choices", "places", "loses", "prompt", "table", "can_undo", "outcome")
    changed = {name: step[name] for name in names if name in step}
    if "to_act" in step and "table" not in step:
        seats = [{**seat, "to_act": seat["seat"] in step["to_act"]} for seat in frame["table"]["seats"]]
        changed["table"] = {**frame["table"], "seats": seats}
    scene = {**frame["scene"], "nodes": list(nodes.values()), "prompt": step.get("prompt", frame["prompt"])}
    log = [line for line in frame["log"] if line["ply"] <= step["log"]["keep"]] + step["log"]["lines"]
    return {**frame, **changed, "number": step["number"], "scene": scene, "log": log, "type": "full"}


def by_layer(frame):
    layers = {}
    for node in frame["scene"]["nodes"]:
        layers.setdefault(node["layer"], []).append(node)
    return {**frame, "scene": {**frame["scene"], "nodes": layers}}


@pytest.mark.parametrize("game", fm.game_names())
def test_steps_add_up_to_the_full_frame(ada, game):
    lot = random.Random(game)
    kinds = ["me"] + ["bot"] * (fm.game(game).seats[0] - 1)
    table = ada.table(*kinds, game=game)["id"]
    with ada.live(table) as live:
        frame = live.get("full")
        for turn in range(30):
            while not frame["choices"] and not frame["outcome"]:
                frame = applied(frame, live.get("step"))
            if frame["outcome"]:
                break
            live.put(type="act", id=turn, number=frame["number"], action=lot.choice(frame["choices"]))
            made = live.get("ack", "error")
            assert made["type"] == "ack"
            while frame["number"] < made["number"]:
                frame = applied(frame, live.get("step"))
        while not frame["choices"] and not frame["outcome"]:
            frame = applied(frame, live.get("step"))
        live.put(type="look", seat=0)
        full = live.get("full")
    for known in (frame, full):
        for seat in known["table"]["seats"]:
            seat.pop("thinking")
    assert by_layer(frame) == by_layer(full)


def test_an_action_is_acknowledged_told_and_told_to_others(ada, ben):
    table = ada.table("me", "local", first=0)["id"]
    with ada.live(table) as mine, ben.live(table) as his:
        mine.get("full"), his.get("full")
        mine.put(type="act", id="a", number=1, action="ant a1", seat=0)
        assert mine.get("ack") == {"type": "ack", "id": "a", "number": 2}
        for live in (mine, his):
            step = live.get("step")
            assert (step["from"], step["number"]) == (1, 2)
            (told,) = step["log"]["lines"][0]["told"]
            assert "".join(part["text"] for part in told["parts"]) == "Ada placed an ant on a1 (meadow)."
            assert [part["nodes"] for part in told["parts"] if "nodes" in part]


def test_a_client_resumes_from_the_number_it_saw(ada):
    table = ada.table("me", "local", first=0)["id"]
    for number, field in enumerate(("a1", "b1", "c1"), 1):
        ada.act(table, number, f"ant {field}", seat=0)
    with ada.live(table, after=2, seat=0) as live:
        assert [live.get("step")["number"] for _ in range(2)] == [3, 4]
    with ada.live(table, after=4) as live:
        assert live.get()["type"] == "seats"
    for after in (99, -5):
        with ada.live(table, after=after) as live:
            assert live.get()["type"] == "full"


def test_one_who_is_too_far_behind_gets_a_full_frame(ada, site):
    table = ada.table("me", "local", first=0)["id"]
    behind = site.app.state.server.settings.steps_behind + 1
    number = 1
    while number <= behind:
        frame = ada.frame(table, scene="no")
        number = ada.act(table, number, frame["choices"][-1], seat=frame["seat"])["number"]
    with ada.live(table, after=number - behind) as live:
        assert live.get()["type"] == "full"
    with ada.live(table, after=number - behind + 1) as live:
        assert live.get()["type"] == "step"


def test_refusals_over_the_socket_keep_it_open(ada):
    table = ada.table("me", "local", first=0)["id"]
    with ada.live(table) as live:
        live.get("full")
        for message, code in (
            ({"type": "act", "number": 0, "action": "ant a1", "seat": 0}, "number/stale"),
            ({"type": "act", "number": 1, "action": "ant f5", "seat": 0}, "action/illegal"),
            ({"type": "act", "number": "1", "action": "ant a1"}, "message/field"),
            ({"type": "act", "number": 1, "action": 7}, "message/field"),
            ({"type": "act", "number": True, "action": "ant a1"}, "message/field"),
            ({"type": "undo", "number": 1, "seat": 0}, "undo/nothing"),
            ({"type": "dance"}, "message/type"),
            ({"type": "look", "seat": 9}, "seat/unknown"),
            ({"type": "chat", "text": " "}, "chat/empty"),
        ):
            live.put(id=1, **message)
            refused = live.get("error", "ack")
            assert (refused["type"], refused.get("code"), refused["number"]) == ("error", code, 1)
        live.put(type="ping", id=2)
        assert live.get("ack") == {"type": "ack", "id": 2, "number": 1}


def test_undo_look_and_chat_over_the_socket(ada):
    table = ada.table("me", "local", first=0)["id"]
    with ada.live(table, seat=0) as live:
        live.get("full")
        live.put(type="act", number=1, action="ant a1", seat=0)
        assert live.get("step")["can_undo"]
        live.put(type="undo", number=2)
        step = live.get("step")
        assert step["number"] == 3 and step["log"] == {"keep": 1, "lines": []}
        live.put(type="look", seat=1)
        assert live.get("full")["seat"] == 1
        live.put(type="chat", text="well played")
        assert live.get("chat")["text"] == "well played"


def test_watching_needs_no_cookie_and_cannot_act(ada, site):
    table = ada.table("me", "local", first=0)["id"]
    with site.guest().live(table) as live:
        assert live.get("full")["seat"] is None
        live.put(type="act", number=1, action="ant a1")
        assert live.get("error")["code"] == "seat/none"


def test_a_page_of_another_site_cannot_connect(ada, site, monkeypatch):
    table = ada.table("me", "bot")["id"]
    monkeypatch.setattr(site, "base", "https://evil.example")
    with pytest.raises(InvalidStatus), ada.live(table):
        pass


@pytest.mark.parametrize("noise", ["binary", "text", "not an object", "long", "deep"])
def test_noise_closes_that_socket_and_nothing_else(ada, noise):
    table = ada.table("me", "local", first=0)["id"]
    with ada.live(table) as steady:
        steady.get("full")
        for _ in range(10):
            with ada.live(table) as live:
                live.get("full")
                message = {
                    "binary": secrets.token_bytes(random.randrange(1, 500)),
                    "text": secrets.token_bytes(200).decode("latin-1"),
                    "not an object": random.choice(["[]", "3", "null", '"act"']),
                    "long": "x" * 10_000,
                    "deep": "[" * 4000,
                }[noise]
                live.socket.send(message)
                with pytest.raises(ConnectionClosed):
                    while True:
                        live.get()
        steady.put(type="act", number=1, action="ant a1", seat=0)
        assert steady.get("ack")["number"] == 2


def test_random_bytes_instead_of_frames_close_that_socket_only(ada, site):
    table = ada.table("me", "local", first=0)["id"]
    with ada.live(table) as steady:
        steady.get("full")
        for _ in range(20):
            with ada.live(table) as live:
                live.get("full")
                live.socket.socket.sendall(secrets.token_bytes(random.randrange(20, 400)))
                with pytest.raises((ConnectionClosed, TimeoutError)):
                    while True:
                        json.loads(live.socket.recv(timeout=0.3))
        steady.put(type="ping", id=1)
        assert steady.get("ack")["id"] == 1


def test_too_many_messages_close_the_socket(ada, site):
    table = ada.table("me", "bot")["id"]
    with ada.live(table) as live, pytest.raises(ConnectionClosed):
        for _ in range(2 * site.app.state.server.settings.messages_burst):
            live.put(type="ping")
        while True:
            live.get()


def test_who_only_watches_is_read_slowly(tmp_path):
    """And is not closed for it: to connect again costs more than to wait."""
    settings = Settings(
        database_url=f"sqlite:///{tmp_path / 'tables.db'}", **QUICK | {"watching_a_second": 0.001, "watching_burst": 3}
    )
    with running(settings) as site:
        ada, ben = site.guest("Ada"), site.guest("Ben")
        table = ada.table("me", "local", first=0)["id"]
        with ada.live(table) as sits, ben.live(table) as watches:
            for live in (sits, watches):
                for _ in range(10):
                    live.put(type="ping")
            for _ in range(10):
                sits.get("ack")
            for _ in range(3):
                watches.get("ack")
            ada.act(table, 1, "ant a1", seat=0)
            assert watches.get("step", "ack")["type"] == "step"  # it is told everything at once
            with pytest.raises(TimeoutError):
                watches.socket.recv(timeout=0.3)


def test_who_only_watches_asks_for_little_at_a_time(tmp_path):
    """To be told a whole table counts as several messages."""
    watching = {"watching_a_second": 0.001, "watching_burst": 6, "watching_look": 5.0}
    with running(Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", **QUICK | watching)) as site:
        ada, ben = site.guest("Ada"), site.guest("Ben")
        table = ada.table("me", "local", first=0)["id"]
        with ada.live(table) as sits, ben.live(table) as watches:
            for live in (sits, watches):
                for number in range(4):
                    live.put(type="look" if number == 0 else "ping", id=number)
            assert [sits.get("ack")["id"] for _ in range(4)] == [0, 1, 2, 3]
            assert [watches.get("ack")["id"] for _ in range(2)] == [0, 1]
            ada.act(table, 1, "ant a1", seat=0)
            assert watches.get("step", "ack")["type"] == "step"  # what it asked besides is not answered yet


def test_messages_are_paid_for(tmp_path):
    settings = Settings(
        database_url=f"sqlite:///{tmp_path / 'tables.db'}", **QUICK | {"budget": 300, "budget_a_second": 0.1}
    )
    with running(settings) as site:
        ada = site.guest("Ada")
        table = ada.table("me", "local", first=0)["id"]
        with ada.live(table) as live, pytest.raises(ConnectionClosed) as closed:
            for _ in range(400):
                live.put(type="ping")
            while True:
                live.get()
        assert closed.value.rcvd.code == 1008
