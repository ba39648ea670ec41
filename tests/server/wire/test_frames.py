"""Frames: what an entry of the ledger changes in the log of a viewer, and what a replay shows."""

import zlib

import orjson
import pytest

import formicarium as fm
from formicarium import SPECTATOR
from formicarium.server.table.ears import Ears
from formicarium.server.web.sockets import FAST
from formicarium.server.wire.frames import Album, Around, replay
from formicarium.server.wire.looks import Viewer
from formicarium.server.wire.messages import encode
from server.tables import ADA, BEN, play, play_on, sentences, table

WATCHING = Viewer(SPECTATOR, "en")


def followed(album, viewer):
    """The log of a client that begins with a full frame and applies every step after a number."""
    person = (ADA, BEN)[viewer.seat] if viewer.seat < 2 else None
    full = album.full(viewer, person, Around(), 0.0, Ears())
    log, number, told = list(full["log"]), full["number"], album.table.number

    def catch_up():
        nonlocal number, told
        for step in album.steps(viewer, person, told, Around(), 0.0):
            assert step["from"] == number
            change = step["log"]
            log[:] = [line for line in log if line["ply"] <= change["keep"]] + change["lines"]
            number = step["number"]
        told = album.table.number
        assert number == album.table.number_for(person)
        return log

    return catch_up


def test_a_client_that_applies_steps_has_the_log_of_one_that_comes_late():
    at = table("grasshopper", seed="a log", mode="winter")
    catch_ups = {
        viewer: followed(Album(at), viewer)
        for viewer in (Viewer(0, "en"), Viewer(1, "de"), WATCHING, Viewer(1, "en", False))
    }
    for plies in range(len(at.ledger.standing), 400, 3):
        play_on(at, plies, seed=plies)
        last = at.ledger.last
        if at.match.can_undo() and plies % 2:
            at.undo(last.seat, 0.0)
        for viewer, catch_up in catch_ups.items():
            assert catch_up() == Album(at).full(viewer, None, Around(), 0.0, Ears())["log"]
    assert at.over


def test_the_end_tells_the_whole_log_again():
    at = table("grasshopper")
    album = Album(at)
    play_on(at, 20)
    assert not at.over
    assert album.log_change(WATCHING, at.number)["keep"] == len(at.ledger.standing) - 1
    play_on(at, 10**6)
    change = album.log_change(WATCHING, at.number)
    assert change["keep"] == 0 and change["lines"] == album.log(WATCHING)


def test_a_purchase_that_is_begun_is_no_step_for_others():
    at = table("grasshopper", seed="a log", mode="winter")
    play_on(at, 10**6, until=lambda at: any(action.verb == "buy" for action in at.match.legal(at.match.actors[0])))
    buyer = at.match.actors[0]
    before, told = at.number, {person: at.number_for(person) for person in (ADA, BEN, None)}
    buy = next(action.text for action in at.match.legal(buyer) if action.verb == "buy")
    for undone in (False, True):
        at.undo(buyer, 0.0) if undone else at.act(buyer, buy, 0.0)
        for seat, person in ((0, ADA), (1, BEN), (SPECTATOR, None)):
            steps = list(Album(at).steps(Viewer(seat, "en"), person, before, Around(), 0.0))
            assert len(steps) == (1 + undone) * (seat == buyer) == at.number_for(person) - told[person]


def test_what_is_taken_back_only_shortens_the_log():
    at = table(first=0)
    album = Album(at)
    play(at, "ant e5", "ant e6")
    at.undo(0, 0.0)
    assert album.log_change(WATCHING, at.number) == {"keep": 2, "lines": []}
    assert album.full(WATCHING, ADA, Around(), 0.0, Ears())["can_undo"]
    full = Around(version=1, full=True)
    assert not album.full(WATCHING, ADA, full, 0.0, Ears())["can_undo"], "nothing more is taken back"


def test_a_replay_tells_what_led_to_the_position():
    at = table(first=0)
    play(at, "ant e5", "hill c2")
    assert sentences([replay(at, WATCHING, None, 3, 2)]) == ["Ada built a hill on c2 (meadow)."]
    assert replay(at, WATCHING, None, 0, 0)["told"] == []
    shown = orjson.loads(orjson.dumps(replay(at, Viewer(0, "en"), None, 3, 2)["scene"]))
    assert shown["nodes"] and not any(node.get("actions") for node in shown["nodes"])  # nobody can click there


@pytest.mark.parametrize("game", fm.game_names())
def test_a_step_is_short_and_so_is_the_first_frame(game):
    """What two browsers are sent: at most 4 KB an action, in the mean of some matches, and 40 KB at first."""
    told, actions = 0, 0
    for seed in range(4):
        at = table(game, first=0, seed=f"size {seed}")
        album, viewers = Album(at), [(Viewer(seat, "en"), who) for seat, who in enumerate((ADA, BEN))]
        for viewer, who in viewers:
            first = encode(album.full(viewer, who, Around(), 0.0, Ears()))
            pack = zlib.compressobj(FAST["level"], wbits=-15)
            assert len(pack.compress(first) + pack.flush()) <= 40 * 1024
        while not at.over and len(at.ledger.standing) < 120:
            number, plies = at.number, len(at.ledger.standing)
            play_on(at, plies + 1, seed=plies)
            actions += 1
            for viewer, who in viewers:
                told += sum(len(encode(step)) for step in album.steps(viewer, who, number, Around(), 0.0))
    assert actions > 100
    assert told / 2 / actions <= 4 * 1024
