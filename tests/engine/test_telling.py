"""Telling in the library: what a witness is told of a match, in one go and step by step."""

from dataclasses import replace

import pytest

import formicarium as fm
from formicarium.core import random
from formicarium.engine.events import BIG, STEP, no_events
from formicarium.engine.telling import Telling, captions, recap


def played(name, plies, seed=1, **how):
    match, rng = fm.Match(name, seed=seed, **how), random.stream(seed)
    while not match.over and len(match.ledger.standing) < plies:
        seat = match.actors[random.below(rng, len(match.actors))]
        match.play(match.position.sample(seat, rng), seat)
    return match


@pytest.fixture
def begun():
    match = fm.Match("sisimizi", seats=2, nature=False)
    for action in ("first 0", "ant e5", "hill c2", "done", "ant k11"):
        match.play(action)
    return match


def test_a_match_is_told_in_either_language_from_any_ply(begun):
    assert list(map(str, begun.told(names=["Ada", "Ben"]))) == [
        "Ada begins, drawn by lot.",
        "Ada placed an ant on e5 (meadow).",
        "Ada built a hill on c2 (meadow).",
        "Ben placed an ant on k11 (sand).",
    ]
    (last,) = begun.told(language="de", start=4)
    assert str(last) == "Blau hat eine Ameise auf k11 (Sand) gesetzt."
    assert (last.ply, last.seat, last.moment.round, last.told[0].size) == (5, 1, 1, STEP)
    assert begun.told(start=9) == []


def test_what_is_told_step_by_step_is_what_is_told_at_once():
    match = fm.Match("grasshopper", seats=3, seed=4, mode="winter")
    tellings = {witness: Telling(match.ledger, witness) for witness in (0, 1, 2, fm.SPECTATOR)}
    rng, lot = random.stream(4), random.stream("undo")
    while not match.over:
        seat = match.actors[random.below(rng, len(match.actors))]
        match.play(match.position.sample(seat, rng), seat)
        if match.can_undo() and random.below(lot, 3) == 0:
            match.undo()
        for telling in tellings.values():
            telling.lines()
    for witness, telling in tellings.items():
        assert telling.lines() == match.told(witness)  # the end has revealed everything


@pytest.mark.parametrize("game", ["grasshopper", "sisimizi"])
def test_a_line_is_told_from_where_its_turn_began_as_among_all_lines(game):
    """Whatever was taken back meanwhile, and though the ledger was at rest."""
    match, rng, lot = fm.Match(game, seats=2, seed=7), random.stream(7), random.stream("rests")
    whole, since, short = Telling(match.ledger, 0), None, 0
    while not match.over and len(match.ledger.standing) < 120:
        seat = match.actors[random.below(rng, len(match.actors))]
        match.play(match.position.sample(seat, rng), seat)
        while match.can_undo() and random.below(lot, 3) == 0:
            match.undo()
        whole.lines()
        if random.below(lot, 2):
            match.ledger.rest()
            resting = Telling(match.ledger, 0, since=since)
            assert resting.line(resting.ply) == whole.line(whole.ply)
            short += len(resting._lines) < len(whole._lines)
            since = resting.last_turn
            assert since == whole.last_turn
            assert random.below(lot, 4) or resting.lines() == whole.lines()
    assert short > 10


@pytest.mark.parametrize("game", fm.game_names())
def test_what_is_taken_back_is_told_as_if_it_had_not_been(game):
    """In the middle of a turn too, of which the rest is summed up as before."""
    match, rng = fm.Match(game, seed=6), random.stream(6)
    tellings = [(witness, Telling(match.ledger, witness)) for witness in (0, fm.SPECTATOR)]
    undone = 0
    for number in range(120):
        if match.over:
            break
        seat = match.actors[random.below(rng, len(match.actors))]
        match.play(match.position.sample(seat, rng), seat)
        for _ in range(random.below(rng, 4)):
            if match.can_undo():
                match.undo()
                undone += 1
        for witness, telling in tellings:
            lines = telling.lines()
            if number % 5 == 0:
                assert lines == Telling(match.ledger, witness).lines()
    assert undone > 5


def test_it_goes_on_after_much_was_taken_back():
    match = played("sisimizi", 130, seats=2)
    telling = Telling(match.ledger, fm.SPECTATOR)
    telling.lines()
    for _ in range(70):
        match.undo()
    assert telling.lines() == match.told()


def test_a_game_without_events_is_told_by_its_actions(tiny):
    match = fm.Match(tiny, nature=False)
    for seat, action in ((fm.NATURE, "card 2"), (0, "say 1"), (1, "say 0")):
        match.play(action, seat)
    assert list(map(str, match.told())) == [
        "A card was dealt face down",
        "Amber named a number in secret",
        "Blue named the 0",  # after which both are shown
    ]
    assert str(match.told(0)[0]) == "The card 2 was dealt" and str(match.told(0)[1]) == "Amber named the 1"
    match.play("stand", 0)
    assert list(map(str, match.told())) == [
        "The card 2 was dealt",
        "Amber named the 1",
        "Blue named the 0",
        "Amber stood",
    ]
    assert {(one.kind, one.size) for line in match.told() for one in line.told} == {("action", STEP)}


def test_of_a_game_without_events_too_what_nobody_noticed_is_left_out():
    game = replace(fm.game("grasshopper"), events=no_events)
    match, rng = fm.Match(game, seats=2, seed=1, mode="winter"), random.stream(1)
    while match.ledger.last.action.verb != "buy":
        seat = match.actors[random.below(rng, len(match.actors))]
        match.play(match.position.sample(seat, rng), seat)
    buyer, ply = match.ledger.last.seat, len(match.ledger.standing)
    assert match.told(buyer)[-1].ply == ply
    assert match.told(1 - buyer)[-1].ply == Telling(match.ledger, 1 - buyer).ply == ply - 1


def test_a_recap_sums_up_the_turns_of_others(begun):
    begun.play("ant k12")
    begun.play("done")
    lines = begun.told()
    assert [one.text for _, one in recap(lines, 0)] == [
        "Amber begins, drawn by lot.",
        "Amber placed an ant on e5 (meadow).",
        "Amber built a hill on c2 (meadow).",
        "Blue placed 2 ants.",
    ]
    assert [one.text for _, one in recap(lines, 0, 3)] == ["Blue placed 2 ants."]
    half_heard = [one.text for _, one in recap(lines, 0, 5)]
    assert half_heard == ["Blue placed an ant on k12 (sand)."]  # the first one is not told again


def test_a_caption_is_the_biggest_of_what_happened_since_the_last_picture():
    match = played("formica", 300, seats=4)
    lines = match.told()
    plies = range(0, 300, 25)
    found = captions(lines, plies)
    assert len(found) == len(plies) and found[0] == ""
    for first, last, said in zip(plies, plies[1:], found[1:], strict=False):
        since = [one for line in lines if first < line.ply <= last for one in line.told]
        assert said == (max(reversed(since), key=lambda one: one.size).text if since else "")
    assert any(one.size == BIG and one.text in found for line in lines for one in line.told)
