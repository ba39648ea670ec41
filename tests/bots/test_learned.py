"""Weights: they come back as they were saved, name themselves, and are refused when they are damaged or foreign."""

import io
import json
from dataclasses import replace

import numpy as np
import pytest

import formicarium as fm
from formicarium.bots import SearchBot, learned
from formicarium.bots.ladder import entrant
from formicarium.bots.learned import Learned, card_of, load, places_in_full, vocabulary
from formicarium.engine.game import Level, find
from formicarium.errors import LearnedError, UnknownName
from formicarium.search.network import HINTS, ROOM
from networks import weights

SEATS = 4


@pytest.fixture
def path(tmp_path):
    return tmp_path / "weights.npz"


def test_weights_come_back_as_they_were_saved(path):
    there = weights("formica")
    there.save(path)
    here = load(find("formica"), path)
    assert here.code == there.code
    assert here.card == there.card
    assert all((here.arrays[name] == array).all() for name, array in there.arrays.items())
    assert [one.name for one in path.parent.iterdir()] == ["weights.npz"], "no draft is left"


def test_other_weights_have_another_name():
    assert weights("formica").code == weights("formica").code
    assert len({weights("formica", seed).code for seed in range(5)}) == 5


@pytest.mark.parametrize("name", fm.game_names())
def test_what_a_game_has_learned_is_small_and_used_by_its_champion(name):
    game = find(name)
    known = learned.own(game)
    assert game.levels["champion"].learned == (known is not None)
    assert not any(level.learned for called, level in game.levels.items() if called != "champion")
    if known:
        assert (game.folder / learned.FILE).stat().st_size <= learned.MOST_BYTES
        assert known.card["trained"]["matches"] > 0


def stored(path, **changed):
    """The arrays of a good file with some of them changed or, with None, left out."""
    weights("formica").save(path)
    with np.load(path) as file:
        arrays = {**file, **changed}
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})


def array_file():
    """A file that NumPy reads, but which is not of several arrays."""
    file = io.BytesIO()
    np.save(file, np.ones(3))
    return file.getvalue()


ARRAY = array_file()


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 torn", b"not at all", b"\x93NUMPY", ARRAY])
def test_what_is_no_file_of_weights_is_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(LearnedError, match=r"weights\.npz") as caught:
        load(find("formica"), path)
    assert caught.value.code == "learned/unreadable"


def test_a_torn_or_missing_file_is_refused(path):
    with pytest.raises(LearnedError) as caught:
        load(find("formica"), path)
    assert caught.value.code == "learned/unreadable"
    weights("formica").save(path)
    whole = path.read_bytes()
    for part in (0.2, 0.6, 0.95):
        path.write_bytes(whole[: int(part * len(whole))])
        with pytest.raises(LearnedError) as caught:
            load(find("formica"), path)
        assert caught.value.code == "learned/unreadable"


def test_a_file_that_would_run_code_is_refused(path):
    stored(path, trust=np.array([{"a": 1}, None], dtype=object))
    with pytest.raises(LearnedError) as caught:
        load(find("formica"), path)
    assert caught.value.code == "learned/unreadable"


def test_too_large_a_file_is_refused(path):
    path.write_bytes(bytes(learned.MOST_BYTES + 1))
    with pytest.raises(LearnedError, match="more than 2,097,152 bytes"):
        load(find("formica"), path)


@pytest.mark.parametrize("name", ["first", "card", "words"])
def test_a_file_without_an_array_is_refused(path, name):
    stored(path, **{name: None})
    with pytest.raises(LearnedError) as caught:
        load(find("formica"), path)
    assert caught.value.code == "learned/unreadable"


def card(**changed):
    text = json.dumps({**card_of(find("formica"), True, True), **changed})
    return np.frombuffer(text.encode(), np.uint8)


@pytest.mark.parametrize("changed", [{"game": "antics"}, {"rules": "0"}, {"layout": "other"}, {"format": 99}])
def test_weights_of_something_else_are_refused(path, changed):
    stored(path, card=card(**changed))
    with pytest.raises(LearnedError, match="train it anew") as caught:
        load(find("formica"), path)
    assert caught.value.code == "learned/foreign"


def test_a_card_that_is_no_card_is_refused(path):
    for text, code in (("[]", "learned/foreign"), ("{", "learned/unreadable")):
        stored(path, card=np.frombuffer(text.encode(), np.uint8))
        with pytest.raises(LearnedError) as caught:
            load(find("formica"), path)
        assert caught.value.code == code


def test_weights_of_one_game_are_foreign_to_another(path):
    weights("grasshopper").save(path)
    with pytest.raises(LearnedError) as caught:
        load(find("formica"), path)
    assert caught.value.code == "learned/foreign"


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("first", lambda array: array[:-1]),  # then a row is missing for the last feature
        ("first", lambda array: array[:3]),
        ("first", lambda array: array.astype(np.float64)),
        ("second", lambda array: array[1:]),
        ("third", lambda array: array[:, 1:]),
        ("words", lambda array: array[1:]),
        ("trust", lambda array: array * np.nan),
        ("rows", lambda array: array[:-1]),
        ("rows", lambda array: np.where(array == array.max(), 10**6, array).astype(np.int32)),
        ("rows", lambda array: array - 2),
        ("scales", lambda array: array[None]),
    ],
)
def test_arrays_that_do_not_fit_are_refused(path, name, change):
    """Compiled code does not look where an array ends."""
    stored(path, **{name: change(weights("formica").arrays[name])})
    with pytest.raises(LearnedError) as caught:
        load(find("formica"), path)
    assert caught.value.code == "learned/shape"


@pytest.mark.parametrize("name", fm.game_names())
def test_every_feature_stands_where_it_stands_with_four_seats(name):
    game = find(name)
    for seats in game.seats:
        places = places_in_full(game, seats)
        assert len(places) == game.feature_count(seats) == len(set(places.tolist()))
    assert (places_in_full(game, 4) == np.arange(game.feature_count(4))).all()


@pytest.mark.parametrize("name", fm.game_names())
def test_every_action_has_words_of_its_own(name):
    game = find(name)
    table, count = vocabulary(game)
    assert len(table) == game.action_count
    assert set(table.ravel().tolist()) <= set(range(count + 1))
    assert len({tuple(row) for row in table.tolist()}) == len(table), "no two actions are the same to it"


def test_what_a_verb_names_is_shared_with_other_verbs():
    game = find("sisimizi")
    table, _ = vocabulary(game)
    ant, hill, other = (set(table[game.actions.parse(text)].tolist()) for text in ("ant e5", "lift e5", "lift e6"))
    assert len(ant & hill) > len(ant & other)


@pytest.mark.parametrize("name", fm.game_names())
def test_a_bot_with_a_network_plays_legally_repeats_itself_and_plays_its_own_way(name):
    game, differing = find(name), 0
    for seats in game.seats:
        match = fm.Match(name, seats, seed=("learned", seats))
        for _ in range(12):
            seat = match.actors[0]
            view = match.view(seat)
            given = [weights(name), weights(name), None]
            shares = [SearchBot(5, Level(40), network=one).analyse(view) for one in given]
            assert shares[0] == shares[1]
            differing += shares[0] != shares[2]
            assert sum(shares[0][0].shares) == pytest.approx(1)
            match.play(SearchBot(5, Level(40), network=given[0]).choose(view), seat)
    assert differing


def test_a_network_without_a_query_leaves_the_priors_alone(tmp_path):
    """It corrects values only; the file says so by its shapes."""
    weights("formica", size=0, scale=0.0).save(tmp_path / "nothing.npz")
    there = load(find("formica"), tmp_path / "nothing.npz")
    match = fm.Match("formica", seed=3)
    view = match.view(match.actors[0])
    with_it = SearchBot(5, Level(60), network=there).analyse(view)
    without = SearchBot(5, Level(60), network=None).analyse(view)
    assert [(one.action, one.visits) for one in with_it] == [(one.action, one.visits) for one in without]


@pytest.mark.parametrize(("features", "size"), [(False, 0), (False, 4), (True, 0)])
def test_weights_need_not_know_features_or_actions(features, size, path):
    """Then they do not depend on how these are numbered."""
    weights("formica", size=size, features=features).save(path)
    there = load(find("formica"), path)
    match = fm.Match("formica", 3, seed=3)
    view = match.view(match.actors[0])
    found = SearchBot(5, Level(60), network=there).analyse(view)
    assert sum(found[0].shares) == pytest.approx(1)
    assert found != SearchBot(5, Level(60), network=None).analyse(view)
    layouts = {learned.layout(find(name), features, size > 0) for name in ("formica", "antics")}
    assert (len(layouts) == 1) == (not features and not size)


def test_only_levels_that_say_so_use_what_a_game_has_learned(monkeypatch):
    monkeypatch.setattr(learned, "own", lambda game: weights("formica"))
    match = fm.Match("formica", seed=3)
    view = match.view(match.actors[0])
    plain, using = Level(60), replace(Level(60), learned=True)
    written = SearchBot(5, plain, network=None).analyse(view)
    assert SearchBot(5, plain).analyse(view) == written
    assert SearchBot(5, using, network=None).analyse(view) == written
    assert SearchBot(5, using).analyse(view) != written
    assert SearchBot(5, using).analyse(view) == SearchBot(5, plain, network=weights("formica")).analyse(view)


def test_the_arena_names_bots_by_their_iterations_and_weights(path):
    weights("formica").save(path)
    one = entrant("formica", f"champion:70@{path}", seed=1)
    assert isinstance(one, SearchBot) and one.level == replace(find("formica").levels["champion"], iterations=70)
    assert isinstance(one.network, Learned) and one.network.code == weights("formica").code
    plain, short = entrant("formica", "steady@written"), entrant("formica", "steady:9")
    assert isinstance(plain, SearchBot) and plain.network is None
    assert isinstance(short, SearchBot) and short.level.iterations == 9
    wide = entrant("formica", "strong:40,exploration=0.7,caution=0@written")
    assert isinstance(wide, SearchBot) and (wide.level.exploration, wide.level.caution) == (0.7, 0.0)
    calm = entrant("formica", "champion:40,forgiving")
    assert isinstance(calm, SearchBot) and calm.level.forgiving and not wide.level.forgiving
    for unknown in (
        "champion:9,mood=1",
        "champion:9,forgiving=1",
        "champion:9,caution=x",
        "genius",
        "genius@written",
        "champion:",
        "champion:-3",
        "greedy@written",
        "champion:many",
    ):
        with pytest.raises(UnknownName):
            entrant("formica", unknown)


def test_hints_are_told_only_to_those_who_have_room():
    """An evaluation says the same shares with and without its hints."""
    from formicarium.core import entry

    for name in fm.game_names():
        match = fm.Match(name, 3, seed=2)
        while match.actors[0] == fm.NATURE:
            match.let_nature_act()
        narrow, wide = np.zeros(SEATS), np.zeros(ROOM)
        entry.evaluate(match.position.records, 0, narrow)
        entry.evaluate(match.position.records, 0, wide)
        assert (narrow == wide[:SEATS]).all()
        told = wide[SEATS:].reshape(HINTS, SEATS)
        assert not told[:, 3].any(), "nobody sits there"
        assert told.any() == (name != "grasshopper")
        assert np.abs(told).max() <= 3
