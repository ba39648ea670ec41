"""Search: it repeats itself, stays within its memory, stops when told, finds equilibria, and knows only its view."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

import formicarium as fm
from formicarium.bots import SearchBot, levels, search
from formicarium.bots.search import SLICE, Tree
from formicarium.conformance import variants
from formicarium.core import random
from formicarium.engine.game import Level, find
from formicarium.errors import SearchError
from formicarium.search import tree
from pennies import GAME as PENNIES


def positions(name, count):
    """Positions from the middle of random matches in which a seat is to act, of every seat count and mode."""
    found = []
    chosen = variants(find(name))
    rng = random.stream((name, "middle"))
    for number in range(count):
        variant = chosen[number % len(chosen)]
        match = fm.Match(name, variant.seats, seed=("middle", number), **variant.options)
        for _ in range(20 + 15 * number):
            if match.over:
                match = match.at(len(match.history) // 2)
                break
            seat = match.actors[0]
            match.play(match.view(seat).sample(seat, rng), seat)
        found.append(match)
    return [match for match in found if match.actors and match.actors[0] != fm.NATURE]


@pytest.mark.parametrize("name", fm.game_names())
def test_every_level_plays_legally_and_repeats_itself(name):
    for level in levels(name):
        for match in positions(name, 3):
            seat = match.actors[0]
            first, second = (fm.bot(name, level, seed=9).choose(match.view(seat)) for _ in range(2))
            assert first == second
            assert first in match.legal(seat)


@pytest.mark.parametrize("name", fm.game_names())
def test_a_choice_does_not_depend_on_what_is_hidden(name):
    """Any world that fits the view, in the place of the true one, gives the same view and the same choices."""
    rng = random.stream("hidden")
    differing = 0
    for match in positions(name, 6):
        seat = match.actors[0]
        view = match.view(seat)
        world = view.world(rng)
        differing += world.tobytes() != match.position.tobytes()
        other = world.view(seat)
        for seed in range(3):
            bots = [SearchBot(seed, Level(40, temperature=0.05)) for _ in range(2)]
            assert bots[0].choose(view) == bots[1].choose(other)
    if name in ("formica", "grasshopper"):
        assert differing


def test_lots_come_out_as_the_game_advises(tiny):
    match = fm.Match(tiny, seed=1)
    bot = SearchBot("lots", Level(10))
    said = Counter(bot.choose(match.view(1)).text for _ in range(600))
    assert all(150 < said[f"say {number}"] < 250 for number in range(3))


def test_regret_matching_finds_the_equilibrium():
    match = fm.Match(PENNIES)
    bot = SearchBot("pennies", Level(60_000))
    candidates = bot.analyse(match.view(0))
    (grown,) = bot._trees
    assert candidates[0].action.text == "table left"
    assert candidates[0].shares[0] == pytest.approx(1 / 3, abs=0.03)
    chances = {}
    for node in grown.nodes[grown.nodes["mixed"] == 1]:
        edges = grown.edges[node["first"] : node["first"] + node["edges"]]
        if edges["visits"].sum() > 20_000:
            chances[PENNIES.actions[int(edges["action"][0])].text] = edges["visits"][0] / edges["visits"].sum()
    assert chances["hide heads"] == pytest.approx(1 / 3, abs=0.03)
    assert chances["guess heads"] == pytest.approx(2 / 3, abs=0.03)


def test_the_tree_stays_within_its_memory():
    match = fm.Match("antics", seats=3, seed=5)
    view = match.view(match.actors[0])
    for memory, workers in ((1 << 17, 1), (1 << 20, 1), (1 << 20, 8), (5_000_000, 2)):
        bot = SearchBot(1, Level(3000), memory=memory, workers=workers)
        candidates = bot.analyse(view)
        assert len(bot._trees) == workers
        arrays = [array for grown in bot._trees for array in vars(grown).values()]
        assert 0.5 * memory < sum(array.nbytes for array in arrays) <= memory
        assert all(grown.used[1] <= len(grown.edges) for grown in bot._trees)
        assert sum(one.visits for one in candidates) > 0


def test_too_little_memory_is_refused_with_what_is_needed():
    match = fm.Match("antics", seats=3, seed=5)
    view = match.view(match.actors[0])
    with pytest.raises(SearchError, match=r"a tree needs at least [0-9,]+ bytes, not 1,000") as caught:
        SearchBot(1, memory=1000).choose(view)
    assert caught.value.code == "search/memory"
    least = int(str(caught.value).split()[5].replace(",", ""))
    assert SearchBot(1, Level(50), memory=least).choose(view) in match.legal()
    with pytest.raises(SearchError):
        SearchBot(1, Level(50), memory=2 * least - 2, workers=2).choose(view)


def test_a_tree_that_has_filled_up_begins_anew_at_the_next_choice():
    match = fm.Match("antics", seats=3, seed=5)
    bot = SearchBot(1, Level(3000), memory=1 << 17)
    bot.analyse(match.view(match.actors[0]))
    (grown,) = bot._trees
    assert 2 * grown.used[0] > len(grown.nodes) or 2 * grown.used[1] > len(grown.edges)
    grown.prepare()
    assert not grown.used.any()
    assert not grown.nodes["key"].any()


def test_the_tree_is_used_again_at_the_next_choice():
    match = fm.Match("antics", seats=3, seed=5)
    bot = SearchBot(1, Level(500))
    seat = match.actors[0]
    match.play(bot.choose(match.view(seat)), seat)
    assert match.actors == (seat,)
    (grown,) = bot._trees
    view = match.view(seat)
    grown.worlds[:1] = view.records
    place, key = tree.find(grown.worlds, grown.nodes, seat)
    before = int(grown.nodes[place]["visits"])
    assert grown.nodes[place]["key"] == key
    assert before > 0
    bot.analyse(view)
    assert grown.nodes[place]["visits"] == before + 500


def test_workers_add_their_findings():
    match = fm.Match("antics", seats=3, seed=5)
    view = match.view(match.actors[0])
    candidates = SearchBot(1, Level(200), workers=2).analyse(view)
    assert candidates == SearchBot(1, Level(200), workers=2).analyse(view)
    assert 200 < sum(one.visits for one in candidates) <= 400


def test_a_search_stops_when_it_is_told_to():
    match = fm.Match("antics", seats=3, seed=5)
    view = match.view(match.actors[0])
    bot = SearchBot(1)
    bot.analyse(view, seconds=0.01)  # compiles
    bot._trees[0].totals[:] = 0
    done = []
    thread = threading.Thread(target=lambda: done.append(bot.choose(view, seconds=600)), daemon=True)
    thread.start()
    while not bot._trees[0].totals.any():
        time.sleep(0.001)
    bot.stop()
    thread.join(30)
    assert done


@pytest.mark.parametrize("temperature", [0.0, 0.1])
def test_a_search_that_is_stopped_before_it_has_begun_still_chooses(monkeypatch, temperature):
    match = fm.Match("antics", seats=3, seed=5)
    view = match.view(match.actors[0])
    bot = SearchBot(1, Level(400, temperature=temperature), workers=2)
    monkeypatch.setattr(Tree, "prepare", lambda _: bot.stop())
    assert bot.choose(view) in match.legal()
    assert bot.iterations == 2
    assert bot.analyse(view)


def test_a_stop_between_two_searches_does_nothing():
    match = fm.Match("antics", seats=3, seed=5)
    view = match.view(match.actors[0])
    bot = SearchBot(1, Level(100))
    bot.stop()
    assert sum(one.visits for one in bot.analyse(view)) == 100


def test_seconds_take_the_place_of_the_iterations():
    match = fm.Match("antics", seats=3, seed=5)
    view = match.view(match.actors[0])
    few, many = (sum(one.visits for one in SearchBot(1, Level(1)).analyse(view, seconds)) for seconds in (0, 0.3))
    assert few == SLICE  # the clock is looked at after every slice
    assert many > few


def test_in_a_hurry_several_workers_choose_as_they_would_without():
    level, searched = Level(256, exploration=0.05), 0
    for match in positions("formica", 8):
        view = match.view(match.actors[0])
        if len(match.legal()) > 1:
            bot = SearchBot(1, level, workers=3)
            assert bot.choose(view) == SearchBot(1, level, workers=3).analyse(view)[0].action
            assert bot.iterations == 3 * level.iterations  # one tree that is sure does not outvote the others
            searched += 1
    assert searched


def test_analysis_names_the_best_first_with_the_chances_of_each_seat():
    match = fm.Match("antics", seats=3, seed=5)
    candidates = SearchBot(1, Level(400)).analyse(match.view(match.actors[0]))
    assert [one.visits for one in candidates] == sorted((one.visits for one in candidates), reverse=True)
    for one in candidates:
        assert len(one.shares) == 3
        assert sum(one.shares) == pytest.approx(1)
    assert [one.chance for one in candidates] == [1.0] + [0.0] * (len(candidates) - 1)


def test_analysis_of_a_secret_choice_tells_its_lots(tiny):
    candidates = SearchBot(1, Level(100)).analyse(fm.Match(tiny, seed=1).view(1))
    assert [one.chance for one in candidates] == pytest.approx([1 / 3] * 3)


def test_temperature_mixes_what_looks_alike():
    match = fm.Match("antics", seats=3, seed=5)
    view = match.view(match.actors[0])
    cold = {SearchBot(seed, Level(64)).choose(view) for seed in range(12)}
    warm = {SearchBot(seed, Level(64, temperature=1.0)).choose(view) for seed in range(12)}
    assert len(warm) > len(cold)


PARITY = """
import json, sys
sys.path.insert(0, sys.argv[1])
from pennies import GAME as PENNIES
from tiny import GAME as TINY
import formicarium as fm
from formicarium.bots import SearchBot
from formicarium.engine.game import Level
out = []
for game in (PENNIES, TINY):
    match = fm.Match(game, seed=3)
    while not match.over:
        seat = match.actors[0]
        bot = SearchBot("parity", Level(150))
        candidates = bot.analyse(match.view(seat))
        out.append([(one.action.text, one.visits, [round(share, 9) for share in one.shares]) for one in candidates])
        match.play(bot.choose(match.view(seat)), seat)
print(json.dumps(out))
"""


def test_compiled_and_interpreted_search_agree():
    found = []
    for disabled in ("0", "1"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": disabled}
        folder = str(Path(__file__).parents[1])
        done = subprocess.run(
            [sys.executable, "-c", PARITY, folder], env=environment, capture_output=True, text=True, check=True
        )
        found.append(json.loads(done.stdout))
    assert found[0] == found[1]
    assert len(found[0]) >= 5


def test_compiling_a_search_is_told_once(tiny, capfd, monkeypatch, tmp_path):
    match = fm.Match(tiny, seed=0)
    monkeypatch.setattr(search, "_mark", lambda game: tmp_path / game.name)
    monkeypatch.setattr(search, "_prepared", set())
    assert not search.is_compiled(tiny)
    capfd.readouterr()
    SearchBot(0, Level(2)).choose(match.view(match.actors[0]), seconds=0.01)
    assert "compiling the bots of tiny, once" in capfd.readouterr().err
    assert search.is_compiled(tiny)
    search.prepare(tiny)
    assert not capfd.readouterr().err
