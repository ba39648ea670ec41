"""The API: setting up, joining, playing, refusing, looking back, downloading."""

import xml.etree.ElementTree as ET

import pytest

import formicarium as fm

from ..conftest import wait_for


def test_games_are_listed_with_rules_and_key(ada):
    games = ada.get("/api/games", lang="de")
    assert [game["name"] for game in games] == list(fm.game_names())
    page = ada.get("/api/games/grasshopper", lang="de")
    assert "<h2" in page["rules"] and page["key"] and page["levels"]
    assert {option["name"] for option in page["options"]} >= {"mode", "chain_rule"}
    assert ada.get("/api/games/chess", status=404)["code"] == "unknown/game"


@pytest.mark.parametrize("game", fm.game_names())
def test_a_match_against_bots_to_its_end(ada, game):
    seats = fm.game(game).seats[0]
    table = ada.table("me", *["bot"] * (seats - 1), game=game)["id"]
    frame = ada.play_out(table)
    assert frame["outcome"]["text"] and frame["table"]["seed"]
    record = ada.http.get(f"/api/tables/{table}/record").text
    assert fm.loads(record).outcome.reason == frame["outcome"]["reason"]


def test_a_frame_has_what_a_page_needs(ada):
    made = ada.table("me", "local")
    frame = ada.frame(made["id"], lang="de")
    assert frame["number"] == made["number"] == 1 and frame["you"] == [0, 1]
    assert frame["scene"]["nodes"] and frame["prompt"] and frame["table"]["commitment"] == made["commitment"]
    assert "seed" not in frame["table"]
    assert frame["places"]["ant-1"] == ["field:{0}"] and frame["labels"]["ant-1"]["text"]
    assert {f"field:{action.split()[1]}" for action in frame["choices"] if action != "done"} <= {
        node["id"] for node in frame["scene"]["nodes"]
    }


def test_who_is_chosen_begins(ada):
    for first in (0, 1):
        frame = ada.frame(ada.table("me", "local", first=first)["id"])
        assert frame["seat"] == first and frame["table"]["first"] == first


def test_stale_repeated_and_future_numbers_change_nothing(ada):
    table = ada.table("me", "local", first=0)["id"]
    assert ada.act(table, 1, "ant a1", seat=0) == {"number": 2}
    for number, code in ((1, "number/stale"), (0, "number/stale"), (3, "number/unknown")):
        for action in ("ant a1", "ant b1"):
            refused = ada.act(table, number, action, 409, seat=0)
            assert (refused["code"], refused["number"]) == (code, 2)
    assert ada.frame(table)["number"] == 2


def test_what_cannot_be_played_is_refused_in_words(ada):
    table = ada.table("me", "local", first=0)["id"]
    refused = ada.act(table, 1, "ant f5", 409, seat=0)
    assert refused["code"] == "action/illegal" and "dot" in refused["message"] and refused["number"] == 1
    assert ada.act(table, 1, "hop f5", 409, seat=0)["code"] == "action/unreadable"
    assert ada.act(table, 1, "ant a1", 409, seat=1)["code"] == "action/seat"


def test_only_who_holds_a_seat_acts_and_looks(ada, ben):
    table = ada.table("me", "local", first=0)["id"]
    assert ben.act(table, 1, "ant a1", 403)["code"] == "seat/none"
    assert ben.frame(table)["seat"] is None and ben.frame(table)["choices"] == []
    assert ben.get(f"/api/tables/{table}", status=403, seat=0)["code"] == "seat/secret"


def test_a_choice_of_others_at_the_same_time_does_not_make_mine_stale(ada):
    table = ada.table("me", "local", "local", game="grasshopper", options={"mode": "winter"})["id"]
    while True:
        frame = ada.frame(table)
        to_act = [seat["seat"] for seat in frame["table"]["seats"] if seat["to_act"]]
        if len(to_act) == 2:
            break
        ada.act(table, frame["number"], frame["choices"][0], seat=to_act[0])
    number = frame["number"]
    first, second = (ada.frame(table, seat=seat)["choices"][0] for seat in to_act)
    assert ada.act(table, number, first, seat=to_act[0]) == {"number": number + 1}
    assert ada.act(table, number, first, 409, seat=to_act[0])["code"] == "number/stale"
    assert ada.act(table, number, second, seat=to_act[1])["number"] > number + 1


def test_a_friend_joins_by_the_link_only(ada, ben, site):
    made = ada.table("me", "friend")
    table, invite = made["id"], made["invites"][0]
    assert ada.act(table, 1, "done", 409)["code"] == "table/waiting"
    path = f"/api/tables/{table}/seats/1"
    assert ben.post(path, {"do": "join", "invite": "guess"}, 403)["code"] == "seat/invite"
    assert ben.post(path, {"do": "join", "invite": invite["invite"], "name": "Ben"})["you"] == [1]
    assert site.guest().post(path, {"do": "join", "invite": invite["invite"]}, 409)["code"] == "seat/taken"
    assert [seat["name"] for seat in ada.frame(table)["table"]["seats"]] == ["Ada", "Ben"]


def test_open_tables_are_listed_and_joined_without_an_invitation(ada, ben):
    table = ada.table("me", "friend", open=True)["id"]
    assert table in [found["id"] for found in ben.get("/api/tables")["open"]]
    ben.post(f"/api/tables/{table}/seats/1", {"do": "join", "name": "Ben"})
    assert table in [found["id"] for found in ben.get("/api/tables")["mine"]]
    private = ada.table("me", "friend")["id"]
    assert private not in [found["id"] for found in ben.get("/api/tables")["open"]]


def test_leaving_hands_the_seat_to_a_bot_and_coming_back_takes_it(ada):
    table = ada.post(
        "/api/tables",
        {"game": "sisimizi", "seats": [{"kind": "me", "level": "random"}, {"kind": "local"}], "first": 0},
        201,
    )["id"]
    assert ada.post(f"/api/tables/{table}/seats/0", {"do": "leave"})["seats"][0]["away"]
    wait_for(lambda: ada.frame(table)["table"]["seats"][1]["to_act"])
    assert ada.frame(table)["table"]["seats"][0]["away"]
    assert ada.act(table, ada.frame(table)["number"], "done", 409, seat=0)["code"] == "seat/away"
    assert not ada.post(f"/api/tables/{table}/seats/0", {"do": "return"})["seats"][0]["away"]


def test_an_open_seat_can_be_given_to_a_bot_but_not_one_with_somebody(ada):
    made = ada.table("me", "friend")
    path = f"/api/tables/{made['id']}/seats"
    given = ada.post(f"{path}/1", {"do": "bot", "level": "random"})
    assert given["seats"][1]["kind"] == "bot"
    assert ada.post(f"{path}/1", {"do": "bot"}, 409)["code"] == "seat/present"


def test_undo_by_the_rule_of_the_engine(ada):
    table = ada.table("me", "local", first=0)["id"]
    assert ada.post(f"/api/tables/{table}/undo", {"number": 1}, 409)["code"].startswith("undo/")
    ada.act(table, 1, "ant a1", seat=0)
    assert ada.frame(table)["can_undo"]
    assert ada.post(f"/api/tables/{table}/undo", {"number": 2}) == {"number": 3}
    frame = ada.frame(table)
    assert frame["number"] == 3 and len(frame["log"]) == 1 and not frame["can_undo"]
    ada.act(table, 3, "ant b1", seat=0)
    assert [line["ply"] for line in ada.frame(table)["log"]] == [1, 2]


def test_chat_is_cleaned_kept_and_shown(ada, ben):
    table = ada.table("me", "bot")["id"]
    said = ada.post(f"/api/tables/{table}/chat", {"text": " <b>hi</b>\u0007\n there "})
    assert (said["text"], said["seat"], said["name"]) == ("<b>hi</b> there", 0, "Ada")
    assert ada.frame(table)["chat"][0]["text"] == "<b>hi</b> there"
    assert ada.post(f"/api/tables/{table}/chat", {"text": " \n "}, 409)["code"] == "chat/empty"
    ben.table("me", "bot")
    assert ben.post(f"/api/tables/{table}/chat", {"text": "hello"}, 403)["code"] == "seat/none"


def test_a_hint_is_a_legal_action_with_its_label(ada):
    table = ada.table("me", "local", game="grasshopper", hints=True)["id"]
    frame = ada.frame(table)
    hint = ada.post(f"/api/tables/{table}/hint", {"seat": frame["seat"]})
    words = fm.game("grasshopper").words("en")
    labels = {action: words.action(fm.game("grasshopper").actions.parse(action)) for action in frame["choices"]}
    assert hint["lines"][0].items() >= {"action": hint["action"], "label": hint["label"]}.items()
    for line in hint["lines"]:
        assert labels[line["action"]] == line["label"] and line["visits"] and len(line["shares"]) == 2


@pytest.fixture(scope="module")
def finished(site):
    ada = site.guest("Ada")
    table = ada.table("me", "bot", game="grasshopper")["id"]
    ada.play_out(table)
    return ada, table


def test_replay_and_pictures_of_a_finished_match(finished, ben):
    ada, table = finished
    last = ada.frame(table)["log"][-1]["ply"]
    for at in (0, 7, last):
        for seat in (0, 1, fm.SPECTATOR):
            frame = ben.get(f"/api/tables/{table}/replay", at=at, seat=seat)
            assert frame["ply"] == at and frame["scene"]["nodes"]
    assert ada.get(f"/api/tables/{table}/replay", at=last + 1, status=404)["code"] == "ply/unknown"
    svg = ada.http.get(f"/api/tables/{table}/svg", params={"at": 5, "theme": "dark"})
    assert ET.fromstring(svg.text).tag.endswith("svg") and svg.headers["content-type"] == "image/svg+xml"
    assert ada.http.get(f"/api/tables/{table}/png", params={"width": 200}).content[:4] == b"\x89PNG"


def test_a_gif_of_a_match(ada):
    table = ada.table("me", "local", game="grasshopper")["id"]
    assert ada.http.get(f"/api/tables/{table}/gif", params={"width": 100}).content[:3] == b"GIF"


def test_a_record_is_imported_replayed_and_continued(finished, ben):
    _, table = finished
    text = ben.http.get(f"/api/tables/{table}/record").text
    shown = ben.post("/api/records", {"text": text}, 201)["id"]
    frame = ben.frame(shown, seat=1)
    assert frame["table"]["state"] == "record" and frame["outcome"]
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    again = ben.post(f"/api/tables/{shown}/continue", {"at": 10, "seats": seats}, 201)
    assert ben.frame(again["id"])["table"]["given"] == 10
    ben.play_out(again["id"])
    assert ben.post("/api/records", {"text": "[Game"}, 409)["code"] == "record/syntax"


def test_an_imported_record_keeps_all_that_it_says(ada):
    """Tags, comments and variations, also in the hands of somebody else and imported once more."""
    match = fm.Match("sisimizi", seats=2, seed=1, nature=False)
    for action in ("first 0", "ant a1", "done", "ant k11"):
        match.play(action)
    match.tags = {"Event": 'The "Ant" cup', "Date": "2019-05-01", "Seat0": "Ada", "Annotator": "蟻"}
    match.comments = {0: "before", 2: "a corner\nof the meadow"}
    deeper = fm.Variation(1, (fm.Move(1, match.game.actions.parse("done")),), {1: "waits"})
    match.variations = [fm.Variation(3, (fm.Move(1, match.game.actions.parse("ant b2")),), {1: "or so"}, (deeper,))]
    text = match.text()
    shown = ada.post("/api/records", {"text": text}, 201)["id"]
    kept = ada.http.get(f"/api/tables/{shown}/record").text
    assert kept == text
    again = fm.loads(kept, nature=False)
    assert again.tags == match.tags and again.comments == match.comments
    assert again.variations[0].comments == {1: "or so"} and again.variations[0].variations[0].comments == {1: "waits"}


def test_nothing_of_a_running_match_can_be_had_that_is_secret(ada, ben):
    table = ada.table("me", "local", game="formica")["id"]
    assert ada.get(f"/api/tables/{table}/record", status=409)["code"] == "table/not-over"
    seats = [{"kind": "me"}, {"kind": "bot"}]
    assert ada.post(f"/api/tables/{table}/continue", {"at": 0, "seats": seats}, 409)["code"] == "table/not-over"
    for what in ("svg", "png", "gif", "replay"):
        assert ben.get(f"/api/tables/{table}/{what}", status=403, seat=0)["code"] == "seat/secret"


def test_a_rematch_moves_the_seats_on_and_is_one_table(finished):
    ada, table = finished
    again = ada.post(f"/api/tables/{table}/rematch")
    assert ada.post(f"/api/tables/{table}/rematch")["id"] == again["id"] != table
    assert again["you"] == [1]
    assert ada.frame(table)["table"]["rematch"] == again["id"]


def test_a_token_acts_for_its_owner(ada, site):
    table = ada.table("me", "local", first=0)["id"]
    token = ada.post("/api/tokens", {"name": "my bot"}, 201)["token"]
    robot = site.guest()
    robot.http.headers = {"Authorization": f"Bearer {token}"}
    assert robot.act(table, 1, "ant a1", seat=0) == {"number": 2}
    robot.http.headers = {"Authorization": "Bearer fm_wrong"}
    assert robot.get(f"/api/tables/{table}", status=401)["code"] == "token/unknown"


def test_a_revoked_token_is_worth_nothing(ada, ben, site):
    token = ada.post("/api/tokens", {"name": "my bot"}, 201)["token"]
    (known,) = ada.get("/api/tokens")
    assert known["name"] == "my bot" and token not in str(known) and ben.get("/api/tokens") == []
    assert ben.http.delete(f"/api/tokens/{known['id']}").status_code == 404
    robot = site.guest()
    robot.http.headers = {"Authorization": f"Bearer {token}"}
    assert robot.get("/api/tokens") == [known]
    assert ada.http.delete(f"/api/tokens/{known['id']}").status_code == 204
    assert robot.get("/api/tokens", status=401)["code"] == "token/unknown"


def test_unknown_tables_options_seats_and_levels(ada):
    assert ada.get("/api/tables/aaaaaaaaaaaaaaaa", status=404)["code"] == "table/unknown"
    for more, code in (
        ({"options": {"speed": "3"}}, "option/unknown"),
        ({"seats": [{"kind": "me"}]}, "option/seats"),
        ({"first": 3}, "seat/unknown"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "god"}]}, "unknown/bot"),
        ({"clock": {"kind": "live", "seconds": 1}}, "request/invalid"),
    ):
        wish = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "bot"}]} | more
        answer = ada.http.post("/api/tables", json=wish)
        assert answer.status_code in (404, 409, 422) and answer.json()["code"] == code
