"""The pages: what they say about games, tables and limits, without a browser."""

import json
import re

import pytest

import formicarium as fm
from formicarium.coach.puzzles import shipped
from formicarium.coach.reasons import sentences
from formicarium.scene import THEMES
from formicarium.server.settings import Settings
from formicarium.server.web.api import lists
from formicarium.server.web.pages import matches
from formicarium.server.web.pages.seats import name_of

from ..conftest import QUICK, running


def data_of(page):
    """What a page hands to its scripts."""
    return json.loads(re.search(r'id="page-data">(.*?)</script>', page, re.DOTALL)[1])


def test_the_home_page_shows_every_game_with_its_length_and_its_picture(ada):
    page = ada.http.get("/?lang=de").text
    for name in fm.game_names():
        words = fm.game(name).words("de")
        assert f"2 bis 4 Spieler · {words('length')} " in page
        light, dark = re.findall(rf'"(/showcase/{name}-(?:light|dark)\.svg\?v=\w+)"', page)[::-1]
        assert ada.http.get(light).text.startswith("<svg") and ada.http.get(dark).text.startswith("<svg")
    assert ada.http.get("/showcase/chess-light.svg").status_code == 404
    assert ada.http.get("/showcase/sisimizi-pink.svg").status_code == 404


def test_one_click_makes_a_table_that_is_then_listed_with_who_sits_there(ada):
    answer = ada.http.post("/play/antics?just=yes", follow_redirects=False)
    assert answer.status_code == 303
    page = ada.http.get("/?lang=en").text
    line = page[page.index(answer.headers["location"]) :]
    assert "Lasius" in line[: line.index("</a>")]  # a gentle bot


def test_set_up_says_all_options_in_words_and_how_long_a_name_may_be(ada):
    page = ada.http.get("/new?game=formica&with=local&lang=de").text
    data = data_of(page)
    assert 'value="local" checked' in page and data["games"].keys() == set(fm.game_names())
    assert data["games"]["formica"]["options"][0]["title"] == "Gedächtnisstütze"
    assert data["name_length"] == 24 and 'maxlength="24"' in page
    assert data["games"]["formica"]["bots"][0]["title"] == "Lasius · sanft"


def test_set_up_asks_once_who_begins_and_knows_which_options_go_together(ada):
    facts = data_of(ada.http.get("/new").text)["games"]["grasshopper"]
    assert "first_ant" not in [option["name"] for option in facts["options"]]
    assert ["open_insects", "yes", "mode", "winter"] in facts["clashes"]
    assert not any("insect_copies" in clash for clash in facts["clashes"])


def test_the_rules_show_plates_that_can_be_tried(ada):
    page = ada.http.get("/rules/formica?lang=de").text
    light, dark = re.findall(r'"(/plates/formica/attack-de-(?:light|dark)\.svg\?v=\w+)"', page)[::-1]
    for address in (light, dark):
        picture = ada.http.get(address)
        assert picture.text.startswith("<svg") and "immutable" in picture.headers["cache-control"]
    assert 'href="#attack"' in page and 'id="attack"' in page and 'href="/rules/formica/attack"' in page
    assert 'href="/rules/formica/material"' not in page, "nobody is to act there whose view it is"
    live = ada.http.get("/rules/formica/attack?lang=de").text
    frame = data_of(live)["plate"]
    assert frame["left"] == 3 and "to O29" in frame["choices"] and "Gleiche Pole" in live
    for missing in (
        "/rules/formica/tunnel",
        "/plates/formica/tunnel-de-light.svg",
        "/plates/formica/attack-de-pink.svg",
    ):
        assert ada.http.get(missing).status_code == 404
    assert ada.http.get("/plates/formica/attack-xx-light.svg").status_code == 422


def test_rules_and_what_is_not_there(ada):
    assert "<h1>Formica</h1>" in ada.http.get("/rules/formica").text
    missing = ada.http.get("/rules/chess?lang=en")
    assert missing.status_code == 404 and "Antics!, Formica, The Grasshopper" in missing.text
    for address in ("/table/nowhere", "/table/nowhere/replay"):
        missing = ada.http.get(address)
        assert missing.status_code == 404 and "There is no such table" in missing.text


def test_an_invitation_asks_for_a_name(ada, ben):
    invite = ada.table("me", "friend")["invites"][0]
    page = ben.http.get(invite["link"]).text
    assert "Ada invites you to Sisimizi" in page and "Blue" in page and 'maxlength="24"' in page
    assert "about 45 minutes" in page and fm.game("sisimizi").words()("goal") in page
    unnamed = ada.site.guest("").table("me", "friend", clock={"kind": "live", "seconds": 600, "increment": 5})
    page = ben.http.get(unnamed["invites"][0]["link"]).text
    assert "You are invited to Sisimizi" in page and "10 min each, 5 s more a turn" in page


def test_a_used_invitation_says_so_and_offers_to_watch(ada, ben):
    made = ada.table("me", "friend")
    invite = made["invites"][0]
    ben.post(f"/api/tables/{made['id']}/seats/1", {"do": "join", "invite": invite["invite"]})
    carl = ada.site.guest("Carl")
    page = carl.http.get(invite["link"]).text
    assert "This invitation has been used" in page and f'href="{made["link"]}"' in page
    assert 'id="board"' in carl.http.get(made["link"]).text
    assert 'id="board"' in ben.http.get(invite["link"]).text  # it is his own


def test_one_click_invites_and_the_link_is_a_code_too(ada, ben):
    answer = ada.http.post("/invite/sisimizi", follow_redirects=False)
    table = answer.headers["location"].removeprefix("/table/")
    invites = ada.frame(table)["table"]["invites"]
    assert [invite["seat"] for invite in invites] == [1]
    code = ada.http.get(f"/api/tables/{table}/seats/1/qr")
    assert code.headers["content-type"] == "image/svg+xml" and code.text.startswith("<svg")
    assert ben.get(f"/api/tables/{table}/seats/1/qr", 403)["code"] == "seat/invite"
    assert ada.get(f"/api/tables/{table}/seats/0/qr", 403)["code"] == "seat/invite"


def test_who_has_won_meets_a_stronger_bot(ada):
    def opponent():
        table = (
            ada.http.post("/play/sisimizi?just=yes", follow_redirects=False).headers["location"].removeprefix("/table/")
        )
        return table, ada.frame(table)["table"]["seats"][1]["level"]

    table, level = opponent()
    assert level == "gentle"
    ada.post(f"/api/tables/{table}/seats/0", {"do": "resign"})
    assert opponent()[1] == "gentle"  # to lose is not to win
    won = ada.table("me", "friend", first=0)
    ben = ada.site.guest("Ben")
    ben.post(f"/api/tables/{won['id']}/seats/1", {"do": "join", "invite": won["invites"][0]["invite"]})
    ben.post(f"/api/tables/{won['id']}/seats/1", {"do": "resign"})
    assert opponent()[1] == "steady"


def test_my_matches_lists_what_is_played_and_how_matches_ended(ada, ben):
    assert "Nothing here yet" in ben.http.get("/matches?lang=en").text
    made = ben.table("me", "bot", game="antics")
    page = ben.http.get("/matches").text
    assert "Being played" in page and made["link"] in page and "/replay" not in page
    ben.post(f"/api/tables/{made['id']}/seats/0", {"do": "resign"})
    page = ben.http.get("/matches").text
    assert "Being played" not in page and "Lost" in page and f"{made['link']}/replay" in page
    assert "Paratrechina" in page and "actions: " in page
    picture = re.search(r'src="(/api/tables/[^"]+)"', page)[1].replace("&amp;", "&")
    assert ben.http.get(picture).text.startswith("<svg")


def test_my_matches_lists_those_first_in_which_it_is_my_turn(ada):
    waits, mine = (ada.table("me", "local", game="sisimizi", first=seat)["link"] for seat in (0, 0))
    theirs = [ada.table("me", "friend", game="sisimizi", first=0)["link"] for _ in range(2)]  # not begun yet
    page = ada.http.get("/matches").text
    assert max(page.index(link) for link in (waits, mine)) < min(page.index(link) for link in theirs)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([1, 2, 2], ["Won", "Gewonnen", "Gagné", "Vittoria", "Victoria"]),
        ([2, 1, 1], ["Lost", "Verloren", "Perdu", "Sconfitta", "Derrota"]),
        (
            [1, 1, 3],
            ["Victory shared", "Sieg geteilt", "Victoire partagée", "Vittoria condivisa", "Victoria compartida"],
        ),
        ([1, 1, 1], ["Drawn", "Unentschieden", "Nulle", "Parità", "Tablas"]),
    ],
)
def test_my_matches_tell_a_shared_victory_from_a_draw(ada, monkeypatch, places, said):
    made = ada.table("me", "bot", "bot", game="antics")
    ada.post(f"/api/tables/{made['id']}/seats/0", {"do": "resign"})

    async def tables_of(*asked):
        return [
            table | {"result": table["result"] and table["result"] | {"places": places}}
            for table in await lists.tables_of(*asked)
        ]

    monkeypatch.setattr(matches, "tables_of", tables_of)
    for language, outcome in zip(("en", "de", "fr", "it", "es"), said, strict=True):
        shown = ada.http.get(f"/matches?lang={language}").text
        assert re.search(rf">\s*{outcome}\s*<", shown), language


@pytest.mark.parametrize("address", ["/nowhere", "/table/x/y", "/table/nowhere", "/rules/chess", "/table/x?seat=a"])
def test_problems_are_pages_in_the_language_of_the_reader(ada, address):
    sign = "&" if "?" in address else "?"
    answer = ada.http.get(f"{address}{sign}lang=de")
    assert answer.status_code in (404, 422) and '<html lang="de"' in answer.text and "Zu den Spielen" in answer.text
    assert ada.http.post("/play/chess", headers={"Accept-Language": "de"}).text.count("<h1>Dieses Spiel gibt es nicht")


def test_programs_get_problems_as_json(ada):
    assert ada.get("/api/nowhere", 404)["code"] == "http/404"
    assert ada.get("/api/tables/nowhere", 404)["code"] == "table/unknown"


def test_the_site_can_be_installed(ada):
    manifest = ada.http.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        assert ada.http.get(icon["src"]).headers["content-type"] == icon["type"]
    worker = ada.http.get("/worker.js")
    assert (
        worker.headers["content-type"].startswith("text/javascript") and worker.headers["cache-control"] == "no-cache"
    )
    offline = ada.http.get("/offline?lang=en").text
    assert all(f'href="/rules/{name}"' in offline for name in fm.game_names())


def test_a_link_to_a_table_shows_what_a_spectator_sees(ada):
    page = ada.http.get(ada.table("me", "bot", game="grasshopper")["link"]).text
    picture = re.search(r'property="og:image" content="([^"]+)"', page)[1].replace("&amp;", "&")
    assert picture.startswith(f"{ada.site.base}/api/tables/") and f"seat={fm.SPECTATOR}" in picture
    stranger = ada.site.guest("")
    answer = stranger.http.get(picture.removeprefix(ada.site.base))
    assert answer.headers["content-type"] == "image/png"


@pytest.mark.parametrize(("game", "curtain"), [("sisimizi", False), ("formica", False), ("grasshopper", True)])
def test_a_curtain_hangs_where_seats_at_one_screen_see_different_things(ada, game, curtain):
    """Formica's secrets are secrets to all."""
    data = data_of(ada.http.get(f"/table/{ada.table('me', 'local', game=game)['id']}").text)
    assert data["secrets"] == curtain
    assert (data["frame"]["seat"] is None) == curtain
    assert data_of(ada.http.get(f"/table/{ada.table('me', 'bot', game=game)['id']}").text)["secrets"] is False


def test_a_replay_has_the_log_and_draws_nothing(ada, monkeypatch):
    table = ada.table("me", "local", first=0)["id"]
    ada.act(table, 1, "ant a1", seat=0)
    monkeypatch.setattr(fm.View, "scene", lambda *_: pytest.fail("a picture was drawn"))
    page = ada.http.get(f"/table/{table}/replay?at=1").text
    frame = data_of(page)["frame"]
    assert [line["ply"] for line in frame["log"]] == [1, 2] and frame["seat"] == 0
    assert [seat["tone"] for seat in frame["table"]["seats"]] == ["seat-0", "seat-1"]
    assert re.search(r'id="at" min="0" max="2" value="1"', page)
    assert re.search(r'id="at" min="0" max="2" value="2"', ada.http.get(f"/table/{table}/replay?at=99").text)


def test_what_a_seat_is_called():
    colours = ["Amber", "Blue"]
    seats = [
        ({"seat": 0, "kind": "human", "name": "Ada", "level": None}, "Ada"),
        ({"seat": 1, "kind": "local", "name": "", "level": None}, "Blue"),
        ({"seat": 1, "kind": "bot", "name": "Messor", "level": "steady"}, "Messor"),
    ]
    for seat, name in seats:
        assert name_of(seat, colours) == name


def test_the_colours_of_the_themes(ada):
    css = ada.http.get("/style/tokens.css").text
    assert all(f"--paper:{theme['paper']};" in css for theme in THEMES.values())


def test_limits_are_those_of_the_settings(tmp_path):
    chosen = Settings(
        database_url=f"sqlite:///{tmp_path / 'tables.db'}", name_length=7, chat_length=99, record_bytes=300, **QUICK
    )
    with running(chosen) as site:
        ada = site.guest()
        assert 'maxlength="7"' in ada.http.get("/new").text
        assert 'maxlength="99"' in ada.http.get(f"/table/{ada.table('me', 'local')['id']}").text
        record = fm.Match("sisimizi", seed=1).text()
        assert ada.post("/api/records", {"text": record}, 201)
        assert ada.post("/api/records", {"text": record + "\n" * 300}, 413)["code"] == "limit/size"


def test_puzzles_are_listed_and_shown_without_their_solution(ada):
    assert all(f'href="/puzzles/{name}"' in ada.http.get("/puzzles?lang=en").text for name in fm.game_names())
    puzzle = shipped(fm.game("sisimizi"))[4]
    page = ada.http.get("/puzzles/sisimizi/5?lang=de").text
    data = data_of(page)
    assert "Rätsel 5" in page and data["puzzle"]["number"] == 5 and puzzle.best in data["puzzle"]["choices"]
    assert data["puzzle"].keys().isdisjoint({"best", "action", "searches", "record"})
    assert page.count(puzzle.best) <= page.count(data["puzzle"]["choices"][0]) + 1, "one choice among others"
    today = data_of(ada.http.get("/puzzles/sisimizi").text)
    assert today["puzzle"]["number"] == today["daily"]
    assert ada.http.get("/puzzles/sisimizi/100000").status_code == 404
    assert ada.http.get("/puzzles/chess").status_code == 404


@pytest.mark.parametrize("game", fm.game_names())
def test_a_puzzle_is_answered(ada, game):
    puzzle = shipped(fm.game(game))[0]
    shown = ada.http.get(f"/api/puzzles/{game}/1").json()
    assert shown["stars"] == puzzle.stars and shown["seat"] == puzzle.seat and shown["scene"]["nodes"]
    right = ada.http.post(f"/api/puzzles/{game}/1/answer", json={"action": puzzle.best}).json()
    assert right["right"] and right["action"] == puzzle.best and right["margin"] == puzzle.margin
    assert right["scene"]["nodes"] != shown["scene"]["nodes"], "the picture after it"
    other = next(choice for choice in shown["choices"] if choice != puzzle.best)
    wrong = ada.http.post(f"/api/puzzles/{game}/1/answer?lang=de", json={"action": other}).json()
    assert not wrong["right"] and wrong["action"] == puzzle.best and wrong["chosen"]
    view = puzzle.match().view(puzzle.seat)
    assert wrong["because"] == list(sentences(view, puzzle.best, "de"))
    impossible = next(action.text for action in fm.game(game).actions if action.text not in shown["choices"])
    refused = ada.http.post(f"/api/puzzles/{game}/1/answer", json={"action": impossible})
    assert refused.status_code == 409 and refused.json()["code"] == "action/illegal"
    assert ada.http.get(f"/api/puzzles/{game}/100000").json()["code"] == "unknown/puzzle"
