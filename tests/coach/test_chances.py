"""Chances: an estimate is believed as far as matches have shown, keeps its order, and a result stays a result."""

import numpy as np
import pytest

import formicarium as fm
from formicarium.coach.chances import Trust, believed, estimate, trust
from formicarium.core import random

games = pytest.mark.parametrize("game", fm.game_names())


@games
def test_every_number_of_seats_has_its_trust(game: str) -> None:
    for seats in fm.game(game).seats:
        first, rounds = trust(fm.game(game), seats)
        assert 0.0 < first <= 1.0
        assert rounds >= 1


def test_trust_grows_evenly_and_is_never_more_than_whole() -> None:
    known = Trust(0.2, 10)
    assert [known.after(rounds) for rounds in (0, 5, 10, 99)] == pytest.approx([0.2, 0.6, 1.0, 1.0])


@games
def test_chances_are_shares_in_the_order_of_the_estimate_and_less_sure_at_first(game: str) -> None:
    match, rng = fm.Match(game, seed=3), random.stream(3)
    surer = 0
    while not match.over and len(match.history) < 150:
        seat = match.actors[0]
        match.play(match.position.sample(seat, rng), seat)
        raw, said = np.array(match.position.evaluate()), estimate(match.position)
        if match.over:
            assert match.outcome is not None
            assert said.tolist() == list(match.outcome.shares)
            return
        assert abs(said.sum() - 1.0) < 1e-9
        assert (np.argsort(said, kind="stable") == np.argsort(raw, kind="stable")).all()
        assert said.max() <= raw.max() + 1e-9
        surer += raw.max() > said.max() + 0.01
    assert surer


def test_estimates_of_a_game_without_measurements_are_believed_as_they_are(tiny: fm.Game) -> None:
    position = fm.Match(tiny, seed=1).position
    shares = np.array([0.9, 0.1])
    assert trust(tiny, 2) == Trust()
    assert believed(shares, position).tolist() == shares.tolist()


@pytest.mark.parametrize("game", ["antics", "formica", "sisimizi"])
def test_matches_surprise_less_than_by_the_estimates_themselves(game: str) -> None:
    """With two seats; `python -m benchmarks.chances` asks hundreds of matches."""
    raw = said = 0.0
    for number in range(12):
        match, seen = fm.Match(game, 2, seed=("chances", number)), list[fm.Position]()
        bots = [fm.bot(game, "gentle", seed=(number, seat)) for seat in range(2)]
        while not match.over:
            seat = match.actors[0]
            if len(match.history) % 9 == 0:
                seen.append(match.position.copy())
            match.play(bots[seat].choose(match.view(seat)), seat)
        assert match.outcome is not None
        result = np.array(match.outcome.shares)
        for position in seen:
            raw -= float(result @ np.log(np.maximum(position.evaluate(), 1e-4))) / len(seen)
            said -= float(result @ np.log(np.maximum(estimate(position), 1e-4))) / len(seen)
    assert said < raw
