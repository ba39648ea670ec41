"""Plates: what can be tried, what is told of it, and what is refused."""

import formicarium as fm
from formicarium.engine import guide
from formicarium.server.web.api import plates


def attempt(person, game, plate, *actions):
    return person.http.post(f"/api/rules/{game}/{plate}?lang=en", json={"actions": list(actions)})


def test_a_plate_is_tried_and_what_happens_is_told(ada):
    begun = attempt(ada, "sisimizi", "goal").json()
    assert begun["left"] == plates.TRIES and begun["told"] == [] and "ant m4" in begun["choices"]
    won = attempt(ada, "sisimizi", "goal", "ant m4").json()
    assert won["left"] == 0 and won["choices"] == [] and won["places"] == {}
    assert "won" in " ".join(won["told"])


def test_the_others_answer_the_same_whenever_it_is_tried(ada):
    first, again = (attempt(ada, "grasshopper", "choice", "choose cloth").json() for _ in range(2))
    assert first["told"] == again["told"] and "jumped onto" in " ".join(first["told"])
    assert first["left"] == plates.TRIES - 1


def test_no_more_than_three_actions_and_only_legal_ones(ada):
    moves = ["ant a1", "ant b1", "ant d1"]
    assert attempt(ada, "sisimizi", "material", *moves).json()["left"] == 0
    assert attempt(ada, "sisimizi", "material", *moves, "ant e1").status_code == 422
    refused = attempt(ada, "sisimizi", "material", "ant c2")
    assert refused.status_code == 409 or refused.status_code == 400
    assert attempt(ada, "sisimizi", "tunnel").status_code == 404


def test_only_what_the_viewer_saw_is_told():
    game = fm.game("grasshopper")
    plate = guide.find_plate(game, "red-ants")
    told = " ".join(plates.frame(game, plate, ["name stone"], "en")["told"])
    assert "named stone" in told or "stone" in told
    match = plate.match()
    before = plates.frame(game, plate, [], "en")
    assert before["seat"] == plate.viewer and match.history and before["told"] == []
