"""A table in memory: whether somebody would miss it."""

from formicarium.server.room.held import Held
from server.tables import ADA, table


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
