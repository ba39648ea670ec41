"""Ears: what somebody hears of what is said at a table."""

from formicarium.server.table.ears import Ears, author
from formicarium.server.table.rows import ChatLine, SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Table


def test_who_is_shunned_is_not_heard_and_who_does_not_chat_hears_nothing():
    rows = [SeatRow(0, "human", "Ben", "ben", "random"), SeatRow(1, "bot", "Atta", None, "random")]
    table = Table(new_table("sisimizi", rows, {}, 1.0, owner="ada"))
    table.chat += [ChatLine(1, 0, "Ben", "hello", 1.0), ChatLine(2, None, "Ada", "welcome", 2.0)]
    assert [author(table, line) for line in table.chat] == ["ben", "ada"]
    assert Ears().hear(table) == table.chat
    assert Ears(shunned=frozenset({"ben"})).hear(table) == table.chat[1:]
    assert Ears(shunned=frozenset({"ada"})).hear(table) == table.chat[:1]
    assert Ears("off").hear(table) == Ears("never").hear(table) == []
