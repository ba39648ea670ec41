"""Guided matches at a site: begun, followed step by step, resumed, skipped, finished; and what others see of them."""

import pytest

import formicarium as fm
from formicarium.coach.tutorials import shipped
from formicarium.engine.fairness import verify

ALL = [(game, one.name) for game in fm.game_names() for one in shipped(fm.game(game))]


def begun(person, game="sisimizi", name="first"):
    return person.post(f"/api/tutorials/{game}/{name}", {}, 201)["id"]


def lesson_of(person, table, **how):
    return person.frame(table, **how)["table"]["tutorial"]


def follow(person, table):
    """Do what is asked for to the end; the last frame."""
    while action := (frame := person.frame(table))["table"]["tutorial"]["action"]:
        person.act(table, frame["number"], action)
    return frame


def test_all_are_listed_in_the_language_of_who_asks(ada):
    listed = ada.get("/api/tutorials", lang="de")
    assert [(one["game"], one["name"]) for one in listed] == ALL
    assert {one["title"] for one in listed} >= {"Herbst", "Winter", "Winter mit Kräften", "Eine erste Partie"}
    assert ada.post("/api/tutorials/sisimizi/last", {}, 404)["code"] == "unknown/tutorial"
    assert ada.post("/api/tutorials/chess/first", {}, 404)["code"] == "unknown/game"


@pytest.mark.parametrize(("game", "name"), ALL)
def test_each_is_followed_to_its_end_and_goes_over_into_free_play(ada, game, name):
    table = begun(ada, game, name)
    frame = ada.frame(table)
    seats = frame["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["human"] + ["bot"] * (len(seats) - 1) and seats[1]["level"] == "gentle"
    assert frame["table"]["given"] == len(next(one for one in shipped(fm.game(game)) if one.name == name).moves)
    assert frame["table"]["tutorial"]["step"] == 1
    frame = follow(ada, table)
    farewell = frame["table"]["tutorial"]
    assert farewell["step"] == farewell["steps"] and farewell["nodes"] == []
    ada.act(table, frame["number"], frame["choices"][0])
    assert lesson_of(ada, table) is None


def test_the_step_comes_with_what_happened(ada):
    table = begun(ada, "grasshopper", "autumn")
    with ada.live(table, seat=0) as live:
        full = live.get("full")
        assert set(full["table"]["tutorial"]["nodes"]) <= {node["id"] for node in full["scene"]["nodes"]}
        live.put(type="act", number=full["number"], action="ant a1")
        step = live.get("step")
        lesson = step["table"]["tutorial"]
        assert (lesson["step"], lesson["action"]) == (2, "ant a2") and "Lasius" not in lesson["text"]
        assert set(lesson["nodes"]) <= {node["id"] for node in full["scene"]["nodes"]}


def test_anything_else_is_refused_until_it_is_skipped(ada, ben):
    table = begun(ada)
    frame = ada.frame(table)
    refused = ada.act(table, frame["number"], "ant e5", 409)
    assert refused["code"] == "tutorial/elsewhere" and refused["number"] == frame["number"]
    assert ada.act(table, frame["number"], "ant a99", 409)["code"].startswith("action/")
    assert ben.post(f"/api/tables/{table}/skip", {}, 403)["code"] == "seat/none"
    ada.post(f"/api/tables/{table}/skip", {})
    assert lesson_of(ada, table) is None
    ada.act(table, frame["number"], "ant e5")


def test_only_its_newcomer_is_taught(ada, ben):
    table = begun(ada)
    assert lesson_of(ada, table)["step"] == 1 and lesson_of(ben, table) is None
    other = ada.table("me", "bot")["id"]
    assert lesson_of(ada, other) is None


def test_it_is_offered_until_one_is_finished_and_resumed_until_then(ada):
    def play():
        return ada.http.post("/play/sisimizi", follow_redirects=False).headers["location"]

    def learn():
        return ada.http.post("/learn/sisimizi/first", follow_redirects=False).headers["location"]

    assert play() == "/learn/sisimizi"
    link = learn()
    assert link.startswith("/table/") and learn() == link and play() == "/learn/sisimizi"
    assert "begun: goes on where you were" in ada.http.get("/learn/sisimizi?lang=en").text
    page = ada.http.get(f"{link}?lang=en").text
    assert "Welcome! You win by joining seven hills" in page and "lesson.css" in page
    follow(ada, link.removeprefix("/table/"))
    assert learn() != link
    assert "finished" in ada.http.get("/learn?lang=en").text
    assert play().startswith("/table/")


def test_an_ordinary_table_carries_nothing_of_it(ada):
    table = ada.table("me", "bot")["id"]
    page = ada.http.get(f"/table/{table}").text
    assert "lesson.css" not in page and 'class="lesson"' not in page
    assert ada.http.get("/learn/chess").status_code == 404 and ada.http.post("/learn/sisimizi/last").status_code == 404


def test_its_record_says_that_nature_was_prepared(ada):
    table = begun(ada, "formica", "first")
    follow(ada, table)
    ada.post(f"/api/tables/{table}/seats/0", {"do": "resign"})
    record = ada.http.get(f"/api/tables/{table}/record").text
    count = len(shipped(fm.game("formica"))[0].moves)
    assert f'[Given "{count}"]' in record
    verify(record)
