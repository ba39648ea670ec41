"""Many matches at once: reproducible one by one, with random opponents, threads, and no secrets told."""

import os
import subprocess
import sys

import numpy as np
import pytest

import formicarium as fm
from formicarium.engine import random
from interop.variants import VARIANTS, for_every_variant


@for_every_variant
def test_every_match_follows_from_its_seed_also_the_ones_that_come_after(variant):
    batch = fm.vector(variant.game, 4, variant.seats, seed="batch", **variant.options)
    matches = [fm.Match(variant.game, variant.seats, seed=seed, **variant.options) for seed in batch.seeds]
    for _ in range(250):
        for mover, mask, match in zip(batch.movers, batch.masks, matches, strict=True):
            assert match.actors[0] == mover
            assert np.flatnonzero(mask).tolist() == match.legal(int(mover))
        actions = batch.sample().copy()
        movers = batch.movers.copy()
        batch.step(actions)
        for i, match in enumerate(matches):
            match.play(int(actions[i]), int(movers[i]))
            assert match.over == batch.ended[i]
            if match.over:
                matches[i] = fm.Match(variant.game, variant.seats, seed=batch.seeds[i], **variant.options)


@pytest.mark.parametrize("name", fm.game_names())
def test_threads_change_nothing(name):
    one, two = fm.vector(name, 7, seed=1), fm.vector(name, 7, seed=1, threads=3)
    for _ in range(150):
        assert np.array_equal(one.observations, two.observations)
        assert np.array_equal(one.masks, two.masks)
        one.step(one.sample())
        two.step(two.sample())
        assert np.array_equal(one.rewards, two.rewards)
        assert np.array_equal(one.ended, two.ended)


@pytest.mark.parametrize("name", fm.game_names())
def test_with_learners_the_others_play_by_themselves(name):
    batch = fm.vector(name, 6, seed=2, learners=[0, 1, 0, 1, 0, 1])
    for _ in range(100):
        assert batch.movers.tolist() == [0, 1, 0, 1, 0, 1]
        batch.step(batch.sample())


def test_matches_that_are_over_stay_so_unless_they_begin_again():
    batch = fm.vector("grasshopper", 2, seed=3, again=False)
    while not (batch.movers < 0).all():
        batch.step(batch.sample())
    assert not batch.masks.any() and not batch.observations.any()
    batch.step([0, 0])
    assert not batch.ended.any() and not batch.rewards.any()


def test_an_illegal_action_changes_nothing():
    batch = fm.vector("sisimizi", 3, seed=3)
    before = batch.observations.copy()
    actions = batch.sample().copy()
    actions[1] = batch.game.actions.parse("lift a1")
    with pytest.raises(fm.FormicariumError, match="cannot play 'lift a1' in match 1"):
        batch.step(actions)
    actions[1] = 10**6
    with pytest.raises(fm.FormicariumError, match="there is no action 1000000"):
        batch.step(actions)
    with pytest.raises(fm.FormicariumError, match="a step is 3 actions"):
        batch.step([0])
    assert np.array_equal(batch.observations, before)


def test_the_arrays_stay_and_cannot_be_written():
    batch = fm.vector("formica", 2, seed=1)
    masks = batch.masks
    with pytest.raises(ValueError, match="read-only"):
        masks[0, 0] = True
    batch.step(batch.sample())
    assert batch.masks is masks


@for_every_variant
def test_no_observation_tells_a_secret(variant):
    """In every world that fits a seat's view, all interfaces show it the same."""
    batch = fm.vector(variant.game, 1, variant.seats, seed="secret", again=False, **variant.options)
    table = fm.interop.pettingzoo(variant.game, variant.seats, **variant.options)
    rng, hidden = random.stream("secrets"), 0
    for _ in range(60):
        if batch.movers[0] < 0:
            break
        record = batch.position(0).tobytes()
        for seat in range(variant.seats):
            seen, text = batch.observation(0, seat), str(batch.view(0, seat))
            world = batch.view(0, seat).world(rng)
            hidden += world.tobytes() != record
            put(table.batch, world)
            assert np.array_equal(table.observe(f"seat_{seat}")["observation"], seen)
            assert table.text(f"seat_{seat}") == text
        batch.step(batch.sample())
    assert bool(hidden) == variant.game.secrets


def put(batch, position):
    """Let a batch of one go on from another position."""
    batch._positions[:1].view(np.uint8)[:] = position.records.view(np.uint8)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_seats_and_nature_have_codes_of_their_own(variant):
    match, rng = variant.match("codes"), random.stream("codes")
    while not match.over:
        seat = match.actors[0]
        match.play(match.position.sample(seat, rng), seat)
    for move in match.history:
        assert (move.seat == fm.NATURE) == (move.action >= variant.game.action_count)


@pytest.mark.parametrize("name", fm.game_names())
def test_the_features_are_as_many_as_the_game_says(name):
    game = fm.game(name)
    for seats in game.seats:
        batch = fm.vector(game, 1, seats, seed=1)
        out = np.zeros(game.feature_count, np.int8)
        assert batch._calls.observe_as(0, 0, out) == game.feature_count


TRACE = """
import hashlib, sys
import formicarium as fm
for seats in fm.game(sys.argv[1]).seats:
    batch, seen = fm.vector(sys.argv[1], 2, seats, seed=4), hashlib.sha256()
    for _ in range(20):
        seen.update(batch.observations.tobytes() + batch.masks.tobytes() + batch.movers.tobytes())
        batch.step(batch.sample())
    print(seats, seen.hexdigest())
"""


@pytest.mark.parametrize("name", fm.game_names())
def test_compiled_and_interpreted_batches_agree(name):
    traces = []
    for more in ({}, {"NUMBA_DISABLE_JIT": "1"}):
        command = [sys.executable, "-c", TRACE, name]
        done = subprocess.run(command, env={**os.environ, **more}, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr[-2000:]
        traces.append(done.stdout)
    assert traces[0] == traces[1] and traces[0]
