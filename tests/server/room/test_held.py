"""A table in memory: whether somebody would miss it."""

import gc
import tracemalloc
from copy import deepcopy
from itertools import chain

import pytest

import formicarium as fm
from formicarium import SPECTATOR
from formicarium.core import random
from formicarium.server.room.held import Held
from formicarium.server.room.presence import Presence
from formicarium.server.table.ears import Ears
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person, Table
from formicarium.server.wire.frames import Around
from formicarium.server.wire.looks import Viewer
from formicarium.server.wire.messages import encode
from server.tables import ADA, BEN, play_on, table


def test_a_table_is_idle_while_nobody_is_there():
    held = Held(table())
    assert held.idle
    held.presence.arrive(ADA)
    assert not held.idle
    held.presence.depart(ADA)
    assert held.idle


def test_a_table_that_is_read_again_has_a_new_album():
    held = Held(table())
    before = held.album
    held.sound = False
    held.put(table())
    assert held.sound and held.album is not before and held.album.table is held.table


def at_a_table(game):
    """A table with two browsers after twenty actions."""
    held, viewers = Held(table(game)), [(Viewer(seat, "en"), who) for seat, who in enumerate((ADA, BEN))]
    for viewer, who in viewers:
        held.album.full(viewer, who, Around(), 0.0, Ears())
    for plies in range(1, 21):
        number = held.table.number
        play_on(held.table, plies)
        for viewer, who in viewers:
            list(held.album.steps(viewer, who, number, Around(version=plies), 0.0))
    return held


@pytest.mark.parametrize("game", fm.game_names())
def test_a_table_at_rest_is_small(game):
    """What all tables share, as nodes that were drawn and sentences that were told, is not counted."""
    at_a_table(game).rest()  # what is made once
    tracemalloc.start()
    try:
        tables = [at_a_table(game) for _ in range(4)]
        sizes = []
        for rest in (False, True, None):
            for held in tables if rest else ():
                held.rest()
            if rest is None:
                tables.clear()
                del held
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0] / 4)
    finally:
        tracemalloc.stop()
    used, rested, gone = sizes
    assert rested - gone <= 5 * 1024
    assert used - gone <= 300 * 1024


@pytest.mark.parametrize("game", fm.game_names())
def test_after_a_rest_it_tells_what_it_would_have_told(game):
    seats = [SeatRow(seat, "human", who.name, who.id, "random") for seat, who in enumerate((ADA, BEN))]
    stored = new_table(game, seats, {}, 0.0, owner=ADA.id)
    rested, awake = (Held(Table(deepcopy(stored))) for _ in range(2))
    viewers = [(Viewer(seat, "en"), who) for seat, who in enumerate((ADA, BEN))]
    rng = random.stream("rest")

    def steps(held, number):
        return [list(held.album.steps(viewer, who, number, Around(version=number), 0.0)) for viewer, who in viewers]

    for held in (rested, awake):
        for viewer, who in viewers:
            held.album.full(viewer, who, Around(), 0.0, Ears())
    for _ in range(8):
        number = awake.table.number
        seat = awake.table.actors[0]
        action = awake.table.match.position.sample(seat, rng).text
        rested.rest()
        for held in (rested, awake):
            held.table.act(seat, action, 0.0)
        told, expected = (steps(held, number) for held in (rested, awake))
        assert [*map(encode, chain(*told))] == [*map(encode, chain(*expected))]
        assert told[0]


def entries(thing):
    """How much is kept in something: the entries of all that it holds, as deep as there are any."""
    if isinstance(thing, dict):
        return len(thing) + sum(map(entries, thing.values()))
    if isinstance(thing, list | set | tuple):
        return len(thing) + sum(map(entries, thing))
    return 0


def test_who_looked_once_is_forgotten():
    """A table that a thousand people watch for a moment keeps no more than one that a hundred have watched."""
    held, kept = Held(table(first=0)), []
    held.table.act(0, "ant a1", 0.0)
    for who in (ADA, BEN):
        held.presence.arrive(who)
        held.album.settled.now(who)
    for number in range(1000):
        visitor = Person(f"visitor-{number}", "Eve")
        held.presence.arrive(visitor)
        held.album.settled.now(visitor)
        held.album.full(Viewer(SPECTATOR, "en"), visitor, Around(), 0.0, Ears())
        held.presence.depart(visitor, sits=False)
        if number in (99, 999):
            kept.append(
                entries([getattr(held.presence, name) for name in Presence.__slots__]) + entries(vars(held.album))
            )
    assert kept[0] == kept[1]
    held.presence.depart(BEN)
    people, left = held.presence.report()
    assert people == ["ada"] and list(left) == ["ben"], "and other processes hear of those who sit here"
    assert held.album.settled.known.keys() == {"ada"}, "of who has acted it is kept"
    held.rest()
    assert not held.album.settled.known
