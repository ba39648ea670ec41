"""What those at a table settle among themselves: resigning, draws, taking back, pauses; hints; names."""

import pytest


def sit_down(guest, made, seat=1):
    invite = next(invite["invite"] for invite in made["invites"] if invite["seat"] == seat)
    guest.post(f"/api/tables/{made['id']}/seats/{seat}", {"do": "join", "invite": invite, "name": guest.name})
    return made["id"]


@pytest.fixture
def table(ada, ben):
    """Ada, who begins, and Ben."""
    return sit_down(ben, ada.table("me", "friend", first=0))


def facts(guest, table):
    return guest.frame(table)["table"]


def ask(guest, table, what, status=200):
    return guest.post(f"/api/tables/{table}/ask", {"what": what}, status)


def answer(guest, table, yes, status=200):
    return guest.post(f"/api/tables/{table}/answer", {"yes": yes}, status)


def resign(guest, table, seat, status=200):
    return guest.post(f"/api/tables/{table}/seats/{seat}", {"do": "resign"}, status)


def test_who_resigns_against_one_has_lost_and_everybody_is_told(ada, ben, table):
    with ben.live(table) as live:
        live.get("full")
        resign(ada, table, 0)
        told = live.get("full")
    outcome = told["outcome"]
    assert outcome["shares"] == [0, 1] and outcome["places"] == [2, 1] and outcome["reason"] == "resigned"
    assert outcome["text"] == "Ben wins." and told["choices"] == []
    assert told["table"]["state"] == "over" and told["table"]["seats"][0]["resigned"] and told["table"]["seed"]
    assert ben.act(table, 1, "ant e5", 409)["code"] == "table/over"
    assert resign(ben, table, 1, 409)["code"] == "table/over"
    assert ada.post(f"/api/tables/{table}/rematch")["id"]


def test_of_three_a_bot_goes_on_and_comes_last(ada, ben):
    carl = ada.site.guest("Carl")
    made = ada.table("me", "friend", "friend", first=1)
    table = sit_down(ben, made)
    sit_down(carl, made, 2)
    resign(ada, table, 0)
    seat = facts(ben, table)["seats"][0]
    assert seat["resigned"] and seat["away"] and facts(ben, table)["state"] == "playing"
    assert ada.post(f"/api/tables/{table}/seats/0", {"do": "return"}, 409)["code"] == "seat/resigned"
    assert resign(ada, table, 0, 409)["code"] == "seat/resigned"
    resign(ben, table, 1)
    outcome = carl.frame(table)["outcome"]
    assert outcome["places"] == [2, 2, 1] and outcome["shares"] == [0, 0, 1]


def test_the_last_person_ends_the_match_for_the_bots(ada):
    table = ada.table("me", "bot", "bot")["id"]
    resign(ada, table, 0)
    outcome = ada.frame(table)["outcome"]
    assert outcome["places"] == [3, 1, 1] and outcome["shares"] == [0, 0.5, 0.5]


def test_nobody_resigns_for_others_or_before_all_sit(ada, ben, table):
    assert resign(ada, table, 1, 403)["code"] == "seat/other"
    waiting = ada.table("me", "friend")["id"]
    assert resign(ada, waiting, 0, 409)["code"] == "table/waiting"


def test_a_draw_is_offered_and_agreed_on(ada, ben, table):
    assert facts(ada, table)["deeds"] == ["resign", "draw"]
    ask(ada, table, "draw")
    assert facts(ada, table)["asked"] == {"what": "draw", "seat": 0, "yours": False}
    assert facts(ben, table)["asked"] == {"what": "draw", "seat": 0, "yours": True}
    assert ask(ben, table, "draw", 409)["code"] == "ask/busy"
    answer(ben, table, yes=False)
    assert facts(ada, table)["asked"] is None and facts(ada, table)["state"] == "playing"
    ask(ben, table, "draw")
    answer(ada, table, yes=True)
    outcome = ada.frame(table)["outcome"]
    assert outcome["shares"] == [0.5, 0.5] and outcome["places"] == [1, 1] and outcome["reason"] == "agreed"
    assert outcome["text"] == "The match is drawn by agreement."
    assert answer(ada, table, False, 409)["code"] == "table/over"


def test_nobody_agrees_on_a_draw_with_bots_or_where_none_can_be(ada, ben):
    alone = ada.table("me", "bot")["id"]
    assert "draw" not in facts(ada, alone)["deeds"]
    assert ask(ada, alone, "draw", 409)["code"] == "ask/impossible"
    scored = sit_down(ben, ada.table("me", "friend", game="antics"))
    assert ask(ada, scored, "draw", 409)["code"] == "ask/impossible"
    assert answer(ada, scored, True, 409)["code"] == "ask/nothing"


def test_taking_back_what_others_have_acted_on_needs_their_leave(ada, ben, table):
    for action in ("ant a1", "done"):
        number = ada.act(table, facts_number(ada, table), action)["number"]
    ben.act(table, number, "ant e5")
    assert ada.post(f"/api/tables/{table}/undo", {"number": number + 1}, 409)["code"] == "undo/other-seat"
    ask(ada, table, "undo")
    with ben.live(table) as live:
        live.get("full")
        answer(ben, table, yes=True)
        steps = [live.get("step") for _ in range(2)]
    assert steps[-1]["table"]["asked"] is None
    frame = ada.frame(table)
    assert len(ada.frame(table, scene="no")["log"]) == 2 and frame["seat"] == 0 and "done" in frame["choices"]
    assert ask(ben, table, "undo", 409)["code"] == "undo/nothing"


def facts_number(guest, table):
    return guest.frame(table, scene="no")["number"]


def test_bots_let_one_take_back(ada):
    table = ada.table("me", "bot", first=0)["id"]
    number = ada.act(table, facts_number(ada, table), "ant a1")["number"]
    ask(ada, table, "undo")
    frame = ada.frame(table, scene="no")
    assert len(frame["log"]) == 1 and frame["number"] > number


def test_a_pause_stops_the_clocks_until_somebody_goes_on(ada, ben):
    clock = {"kind": "live", "seconds": 600, "increment": 5}
    table = sit_down(ben, ada.table("me", "friend", first=0, clock=clock))
    assert [seat["running"] for seat in facts(ada, table)["seats"]] == [True, False]
    ask(ben, table, "pause")
    answer(ada, table, yes=True)
    paused = facts(ada, table)
    assert paused["paused"] and paused["deeds"] == ["resume"]
    assert [seat["running"] for seat in paused["seats"]] == [False, False]
    assert paused["seats"][0]["clock"] <= 600  # nobody is given more time by it
    assert ada.act(table, facts_number(ada, table), "ant a1", 409)["code"] == "table/paused"
    ask(ada, table, "resume")
    assert [seat["running"] for seat in facts(ada, table)["seats"]] == [True, False]
    assert ask(ada, ada.table("me", "bot")["id"], "pause", 409)["code"] == "ask/impossible"


def test_what_was_settled_is_stored(ada, ben, table):
    """Every process reads the same; on one process, the table is rebuilt from what is stored."""
    ask(ada, table, "draw")
    for process in ada.site.processes:
        for app in process.apps:
            app.state.server.room._held.pop(table, None)
    assert facts(ben, table)["asked"]["what"] == "draw"
    answer(ben, table, yes=True)
    for process in ada.site.processes:
        for app in process.apps:
            app.state.server.room._held.pop(table, None)
    frame = ada.frame(table)
    assert frame["outcome"]["reason"] == "agreed" and frame["table"]["state"] == "over"
    listed = next(one for one in ada.get("/api/tables")["mine"] if one["id"] == table)
    assert listed["result"]["places"] == [1, 1] and listed["acted"] >= listed["created"] and not listed["your_turn"]


def test_strangers_have_no_say(ada, ben, table):
    carl = ada.site.guest("Carl")
    carl.table("me", "bot")
    assert ask(carl, table, "draw", 403)["code"] == "seat/none"
    ask(ada, table, "draw")
    assert answer(carl, table, True, 403)["code"] == "seat/none"
    assert facts(carl, table)["deeds"] == [] and not facts(carl, table)["asked"]["yours"]


def test_hints_are_off_against_people_and_all_see_it(ada, ben, table):
    assert not facts(ben, table)["hints"]
    assert ada.post(f"/api/tables/{table}/hint", {}, 403)["code"] == "hint/off"
    allowed = sit_down(ben, ada.table("me", "friend", first=0, hints=True))
    assert facts(ben, allowed)["hints"]
    hint = ada.post(f"/api/tables/{allowed}/hint", {})
    assert hint["lines"][0]["chance"] == 1  # nothing is chosen in secret
    assert facts(ada, ada.table("me", "bot")["id"])["hints"]


def test_names_stand_on_the_board_in_sentences_and_in_the_end(ada, ben):
    made = ada.table("me", "friend", first=1)
    with ada.live(made["id"]) as live:
        waiting = live.get("full")
        assert "Blue" in waiting["prompt"] + str(waiting["scene"]["nodes"])
        table = sit_down(ben, made)
        told = live.get("full")  # the board calls him by his name now
    assert told["prompt"].startswith("Ben") and '"text":"Ben"' in str(told["scene"]["nodes"]).replace(
        "': '", '":"'
    ).replace("'", '"')
    ben.post(f"/api/tables/{table}/seats/1", {"do": "name", "name": "Benedict the Third"})
    seats = facts(ada, table)["seats"]
    assert seats[1]["name"] == "Benedict the Third"
    assert any(node.get("text") == "Benedict…" for node in ada.frame(table)["scene"]["nodes"])


def test_bots_at_one_table_have_names_of_their_own(ada):
    seats = ada.frame(ada.table("me", "bot", "bot", "bot")["id"])["table"]["seats"]
    assert [seat["name"] for seat in seats[1:]] == ["Paratrechina", "Nylanderia", "Anoplolepis"]
    called = ada.post(
        "/api/tables",
        {"game": "sisimizi", "seats": [{"kind": "me", "name": "Lasius"}, {"kind": "bot", "level": "gentle"}]},
        201,
    )
    assert ada.frame(called["id"])["table"]["seats"][1]["name"] == "Tapinoma"
