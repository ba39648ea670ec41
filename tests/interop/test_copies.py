"""Copies and pickles of environments, batches, matches and views: the same, and each goes its own way."""

import copy
import pickle

import numpy as np
import pytest

import formicarium as fm
import formicarium.interop.gymnasium_env
from formicarium.interop.gymnasium_env import SeatVectorEnv

WAYS = pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
GAMES = pytest.mark.parametrize("name", fm.game_names())


@WAYS
@GAMES
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch(name, copied, threads):
    batch = fm.vector(name, 4, seed=3, threads=threads)
    batch.step(batch.sample())
    other = copied(batch)
    before = batch.observations.copy()
    assert other.seeds == batch.seeds and np.array_equal(other.observations, before)
    for _ in range(5):
        other.step(other.sample())
    assert np.array_equal(batch.observations, before) and not np.array_equal(other.observations, before)
    for _ in range(5):
        batch.step(batch.sample())  # the same stream, so the same way
    assert np.array_equal(batch.observations, other.observations) and np.array_equal(batch.masks, other.masks)


@WAYS
@GAMES
def test_matches_positions_and_views(name, copied):
    match = fm.Match(name, seed=3)
    for _ in range(6):
        legal = match.legal(match.actors[0])
        match.play(legal[len(legal) // 2], match.actors[0])  # the first one may be to pass
    other, view, position = copied(match), copied(match.view(1)), copied(match.position)
    assert other.text() == match.text() and other.position == match.position == position
    assert view == match.view(1) and view.seat == 1 and view.legal() == match.view(1).legal()
    seat = other.actors[0]
    other.play(other.legal(seat)[-1], seat)
    assert len(other.history) > len(match.history)
    seat = match.actors[0]
    match.play(match.legal(seat)[-1], seat)
    assert other.text() == match.text()  # nature draws on alike


@WAYS
def test_what_was_taken_back_is_copied_too(copied):
    match = fm.Match("sisimizi", seed=7)
    match.play("ant e5")
    match.undo()
    other = copied(match)
    assert other.ledger.entries == match.ledger.entries and other.position == match.position


@WAYS
def test_environments(copied):
    alone = fm.interop.gymnasium("sisimizi")
    many = SeatVectorEnv("sisimizi", 3)
    table, all_at_once = fm.interop.pettingzoo("sisimizi"), fm.interop.pettingzoo("sisimizi", parallel=True)
    for environment in (alone, many, table, all_at_once):
        environment.reset(seed=1)
        other = copied(environment)
        before = environment.batch.position(0)
        assert other.batch.position(0) == before
        action = int(np.flatnonzero(other.batch.masks[0])[-1])
        if environment is many:
            other.step(np.full(3, action))
        elif environment is all_at_once:
            other.step(dict.fromkeys(other.agents, action))
        else:
            other.step(action)
        assert environment.batch.position(0) == before != other.batch.position(0)
