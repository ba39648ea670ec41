"""Late watchers: until the end, whoever only watches a table with a delay sees all of it some turns later."""

import pytest

from formicarium.server.room.late import Late, before_turns
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Table

LOOKS = ("", "?scene=no", "/svg", "/replay?at={plies}", "/svg?at={plies}")


def table_of(game, delay, seats=2):
    rows = [SeatRow(seat, "human", f"P{seat}", f"p{seat}", "random") for seat in range(seats)]
    return Table(new_table(game, rows, {}, 1.0, owner="p0", first=0, delay=delay))


def play(table, actions):
    for now in range(actions):
        if table.over:
            return
        seat = table.actors[0]
        table.act(seat, str(table.match.legal(seat)[-1]), float(now))  # the first may be to pass: that ends matches


@pytest.mark.parametrize("game", ["sisimizi", "grasshopper", "formica", "antics"])
@pytest.mark.parametrize("turns", [1, 3])
def test_a_late_table_is_the_table_as_it_was(game, turns):
    table = table_of(game, turns, 3 if game == "antics" else 2)
    late = Late(table)
    seen = late.follow(table).table
    start = seen.number
    for _ in range(40):
        play(table, 1)
        number = late.follow(table).table.number
        assert number < table.number or table.over
        assert seen.match.position.tobytes() == table.ledger.position_at(number).tobytes()
        moves = [entry.move.seat for entry in table.ledger.entries[number:] if entry.move.seat < 4]
        changes = [seat for at, seat in enumerate(moves) if at == 0 or seat != moves[at - 1]]
        assert len(changes) == turns or number == start
    assert seen.number > start and seen.chat == []
    table.end("agreed", 99.0)
    assert late.follow(table).table.number == table.number


def test_what_was_seen_is_not_taken_back():
    table = table_of("sisimizi", 1)
    late = Late(table)
    play(table, 6)
    before = late.follow(table).table.number
    table.take_back_to(2, 9.0)
    assert before_turns(table, 1) != before and late.follow(table).table.number >= before


def test_who_watches_learns_nothing_earlier_by_any_way(site, ada, ben):
    made = ada.table("me", "friend", game="sisimizi", delay=1, first=0)
    table = made["id"]
    invite = made["invites"][0]["invite"]
    ben.post(f"/api/tables/{table}/seats/1", {"do": "join", "invite": invite, "name": "Ben"})
    watcher = site.guest("Eve")

    def all_that(guest):
        plies = guest.frame(table, scene="no")["number"]
        answers = [guest.http.get(f"/api/tables/{table}{look.format(plies=plies)}") for look in LOOKS]
        assert {answer.status_code for answer in answers} == {200}
        return plies, [answer.content for answer in answers]

    def act(guest):
        frame = guest.frame(table, scene="no")
        while guest.frame(table, scene="no")["choices"] and (frame := guest.frame(table, scene="no"))["choices"]:
            guest.act(table, frame["number"], frame["choices"][-1])

    act(ada)
    start = all_that(watcher)[0]
    assert start < ada.frame(table)["number"]
    assert watcher.get(f"/api/tables/{table}/replay", 404, at=start + 1)["code"] == "ply/unknown"
    with watcher.live(table, scene="no") as live, ada.live(table, scene="no") as seated:
        assert live.get("full")["number"] == start
        now = seated.get("full")["number"]
        ada.post(f"/api/tables/{table}/chat", {"text": "I did it"})
        act(ben)
        assert seated.get("step")["number"] > now
        step = live.get("step", "chat")
        assert step["type"] == "step" and step["from"] == start, "and nothing of what was said"
        assert all_that(watcher)[0] == now
        ada.post(f"/api/tables/{table}/seats/0", {"do": "resign"})
        while not (message := live.get("step", "full", "seats")).get("outcome"):
            pass
        assert message["number"] == ada.frame(table)["number"]
    assert watcher.frame(table)["chat"][0]["text"] == "I did it"
