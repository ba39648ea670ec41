"""Many matches at once: reproducible one by one, with random opponents, threads, and no secrets told."""

import copy
import gc
import os
import subprocess
import sys
import threading
from multiprocessing import shared_memory

import numpy as np
import pytest
import torch
from torch.utils.dlpack import from_dlpack

import formicarium as fm
from formicarium.core import entry, random
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
@pytest.mark.parametrize(("count", "threads"), [(7, 3), (100, 2)])
def test_threads_change_nothing(name, count, threads):
    one, two = fm.vector(name, count, seed=1), fm.vector(name, count, seed=1, threads=threads)
    for _ in range(150):
        assert np.array_equal(one.observations, two.observations)
        assert np.array_equal(one.masks, two.masks)
        assert np.array_equal(one.sample(), two.sample())
        one.step(one.sample())
        two.step(two.sample())
        assert np.array_equal(one.rewards, two.rewards)
        assert np.array_equal(one.ended, two.ended)
    assert one.seeds == two.seeds and one._positions[:count].tobytes() == two._positions[:count].tobytes()


def test_threads_end_when_a_batch_is_forgotten():
    before = set(threading.enumerate())
    batch = fm.vector("grasshopper", 8, threads=3)
    batch.step(batch.sample())
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 2
    del batch
    gc.collect()
    for helper in helpers:
        helper.join(10)
        assert not helper.is_alive()


@for_every_variant
def test_every_form_holds_the_same_numbers(variant):
    plain, floats, bits = (
        fm.vector(variant.game, 5, variant.seats, seed="forms", form=form, **variant.options)
        for form in ("int8", "float32", "bits")
    )
    assert [batch.observations.dtype.name for batch in (plain, floats, bits)] == ["int8", "float32", "uint8"]
    assert bits.observations.nbytes < plain.observations.nbytes
    for _ in range(150):
        assert np.array_equal(floats.observations, plain.observations)
        assert np.array_equal(bits.unpack(bits.observations), plain.observations)
        assert np.array_equal(bits.unpack(bits.observation(3, 1)), plain.observation(3, 1))
        actions = variant.game.action_count
        assert np.array_equal(np.unpackbits(bits.masks, axis=1, count=actions, bitorder="little"), plain.masks)
        assert np.array_equal(floats.masks, plain.masks)
        chosen = plain.sample()
        for batch in (floats, bits, plain):
            batch.step(chosen)


def test_a_form_must_be_one_that_there_is():
    with pytest.raises(fm.FormicariumError, match="a form is int8, float32 or bits, not 'float16'"):
        fm.vector("grasshopper", 2, form="float16")
    with pytest.raises(fm.FormicariumError, match="are int8, and not packed"):
        fm.vector("grasshopper", 2).unpack(np.zeros((2, 3), np.uint8))


def own(batch, make):
    """Arrays for everything that a step tells."""
    return {name: make(getattr(batch, name)) for name in ("movers", "masks", "rewards", "ended", "observations")}


@pytest.mark.parametrize("form", ["int8", "float32", "bits"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_step_writes_into_arrays_of_the_caller(form, threads):
    """Steps into rows of buffers, as a learner keeps them, are the steps of a batch that is only read."""
    batch, read = (fm.vector("grasshopper", 40, seed=5, form=form, threads=n) for n in (threads, 1))
    length = 80
    buffers = own(batch, lambda like: np.zeros((length, *like.shape), like.dtype))
    batch.reset(5, out={name: buffer[0] for name, buffer in buffers.items()})
    for t in range(length):
        for name, buffer in buffers.items():
            assert np.array_equal(buffer[t], getattr(read, name)), name
        if t + 1 < length:
            actions = read.sample()
            batch.step(actions, out={name: buffer[t + 1] for name, buffer in buffers.items()})
            read.step(actions)
    assert buffers["ended"].any() and np.array_equal(batch.observations, read.observations)


def test_a_step_writes_into_tensors_and_shared_memory():
    batch = fm.vector("grasshopper", 6, seed=5, form="float32")
    tensors = own(batch, lambda like: torch.zeros(like.shape, dtype=torch.from_numpy(like[:0].copy()).dtype))
    memory = shared_memory.SharedMemory(create=True, size=batch.observations.nbytes)
    try:
        shared = np.ndarray(batch.observations.shape, np.float32, memory.buf)
        for _ in range(30):
            batch.step(batch.sample(), out={**tensors, "observations": shared})
            assert np.array_equal(shared, batch.observations)
            assert np.array_equal(tensors["masks"].numpy(), batch.masks)
        batch.step(batch.sample(), out=tensors)
        assert torch.equal(tensors["observations"], torch.from_numpy(batch.observations.copy()))
        del shared
    finally:
        memory.close()
        memory.unlink()


@pytest.mark.parametrize(
    ("out", "why"),
    [
        ({"observations": np.zeros((3, 527), np.float32)}, "not float32 in the shape"),
        ({"rewards": np.zeros((2, 3), np.float32)}, r"not float32 in the shape \(2, 3\)"),
        ({"masks": np.zeros((579, 3), np.bool_).T}, "must be a contiguous array of bool"),
        ({"ended": [False, False, False]}, "not a list"),
        ({"movers": np.broadcast_to(np.int8(0), 3)}, "that can be written"),
        ({"winners": np.zeros(3)}, "and no 'winners'"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_and_nothing_happens(out, why):
    batch = fm.vector("grasshopper", 3, seed=5)
    before = batch.position(0)
    with pytest.raises(fm.FormicariumError, match=why):
        batch.step(batch.sample(), out=out)
    assert batch.position(0) == before


@pytest.mark.parametrize("name", fm.game_names())
def test_with_learners_the_others_play_by_themselves(name):
    batch = fm.vector(name, 6, seed=2, learners=[0, 1, 0, 1, 0, 1])
    for _ in range(100):
        assert batch.movers.tolist() == [0, 1, 0, 1, 0, 1]
        batch.step(batch.sample())


@pytest.mark.parametrize("learners", [7, 2, -2, [0, 7, 0]])
def test_learners_that_have_no_seat_are_refused(learners):
    with pytest.raises(fm.FormicariumError, match="learners are seats 0 to 1, -1 for all") as refused:
        fm.vector("sisimizi", 3, 2, learners=learners)
    assert refused.value.code == "option/seats"


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


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", fm.game_names())
def test_a_batch_estimates_as_its_positions_do(name, threads):
    batch = fm.vector(name, 5, 3, seed=7, threads=threads)
    for _ in range(30):
        batch.step(batch.sample())
    assert batch.evaluate().tolist() == [list(batch.position(match).evaluate()) for match in range(5)]


@pytest.mark.parametrize("form", ["int8", "float32", "bits"])
def test_other_libraries_read_the_arrays_without_a_copy(form):
    batch = copy.deepcopy(fm.vector("grasshopper", 5, seed=7, form=form))
    for name in ("movers", "masks", "rewards", "ended", "observations"):
        own, torchs = batch.shared(name), from_dlpack(getattr(batch, name))
        assert torchs.data_ptr() == own.ctypes.data
        assert own.dtype == getattr(batch, name).dtype and np.array_equal(own, getattr(batch, name))
    seen = from_dlpack(batch.observations)
    batch.step(batch.sample())
    assert np.array_equal(batch.observations, seen)  # the same memory, after the step too
    with pytest.raises(fm.FormicariumError, match=r"a batch has movers, .* and no 'seeds'"):
        batch.shared("seeds")


JAX = """
import copy, jax, formicarium as fm
for form in ("int8", "float32", "bits"):
    batch = copy.deepcopy(fm.vector("grasshopper", 5, seed=7, form=form))  # copies too lie where JAX takes them
    for name in ("movers", "masks", "rewards", "ended", "observations"):
        own = batch.shared(name)
        assert jax.dlpack.from_dlpack(own, copy=False).unsafe_buffer_pointer() == own.ctypes.data, (form, name)
print("the same memory")
"""


def test_jax_reads_the_arrays_without_a_copy():
    # A process of its own: JAX has threads, after which no other test could start processes in peace.
    done = subprocess.run([sys.executable, "-c", JAX], capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout == "the same memory\n", done.stderr


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
    table = fm.interop.pettingzoo(variant.game, variant.seats, options=variant.options)
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
        view, out = fm.Match(game, seats, seed=1).view(0), np.zeros(game.feature_count(seats), np.int8)
        assert entry.observe(view.records, 0, 0, out) == game.feature_count(seats)


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
