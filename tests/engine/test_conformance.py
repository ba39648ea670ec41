"""The conformance checks themselves: the tiny game passes them all, and each fails when its promise is broken."""

import dataclasses

import numpy as np
import pytest

from formicarium import conformance
from formicarium.conformance import Variant
from formicarium.engine import random
from formicarium.engine.jit import compiled


def test_variants_leave_out_what_does_not_go_together(tiny):
    found = [variant.options for variant in conformance.variants(tiny)]
    assert found == [{"fold": "yes"}, {"fold": "no"}, {"fold": "yes", "shown": "yes"}]


@pytest.mark.parametrize(
    "check",
    [
        conformance.check_play,
        conformance.check_record,
        conformance.check_undo,
        conformance.check_secrecy,
        conformance.check_scene,
        conformance.check_sample,
        conformance.check_census,
    ],
)
def test_the_tiny_game_conforms(tiny, check, monkeypatch):
    monkeypatch.setattr(conformance, "loads", _loads_tiny(tiny))
    for variant in conformance.variants(tiny):
        check(variant)


def test_words_of_the_tiny_game(tiny):
    conformance.check_words(tiny)


def _loads_tiny(tiny):
    """Record files find games by name, and the tiny one is not among them: replay without looking it up."""

    def loads(text):
        import formicarium as fm
        from formicarium.engine import record_file

        header, lines = record_file.read(text)
        options = dict(part.strip().split("=") for part in header["Options"].split(";"))
        match = fm.Match(tiny, int(header["Seats"]), nature=False, **options)
        for line in lines:
            record_file.replay(match, line)
        return match

    return loads


@compiled
def descending(s, seat, out):
    out[0], out[1] = 4, 3
    return 2


@compiled
def wrong_world(s, seat, rng):
    s.card = 1


@compiled
def first_only(s, seat, rng):
    random.below(rng, 3)
    return np.int64(6 if s.spoken[0] and s.spoken[1] else 3)


@compiled
def growing_census(s, out):
    out[0] = 1 + s.dealt
    return 1


@pytest.mark.parametrize(
    ("field", "function", "check"),
    [
        ("legal", descending, conformance.check_play),
        ("determinize", wrong_world, conformance.check_secrecy),
        ("sample", first_only, conformance.check_sample),
        ("census", growing_census, conformance.check_census),
    ],
)
def test_a_broken_kernel_is_caught(tiny, field, function, check, monkeypatch):
    layout = np.dtype([(f"broken_{field}", np.uint8), *tiny.kernel.record.descr[1:]])
    broken = dataclasses.replace(tiny.kernel, record=np.dtype((np.record, layout)), **{field: function})
    game = dataclasses.replace(tiny, kernel=broken)
    with pytest.raises(AssertionError):
        check(Variant(game, 2))


def test_a_wrong_interpreted_run_is_caught(tiny, monkeypatch):
    monkeypatch.setattr(conformance, "trace", lambda variant, actions: iter(["something else"] * 400))
    import formicarium as fm

    with pytest.raises((AssertionError, ValueError)):
        conformance.check_parity(Variant(fm.game("sisimizi"), 2), actions=5)
