"""One trajectory everywhere: the same seed and the same actions give the same rewards, ends and observations."""

import numpy as np
import pytest

import formicarium as fm
import formicarium.interop.gymnasium_env
from formicarium.core import entry
from formicarium.core.kernel import NATURE
from interop.variants import for_every_variant

SEED = 5
LEARNER = 1
ACTIONS_BY_HTTP = 100  # a random match may last thousands


def features(view):
    """What a view says to a learning program, without any of the interfaces."""
    out = np.zeros(view.game.feature_count(view.seats), np.int8)
    entry.observe(view.records, 0, view.seat, out)
    return out


def rewards(match):
    return [(match.seats * share - 1) / (match.seats - 1) for share in match.outcome.shares]


def played(variant):
    """A whole match: the learner takes the middle one of its actions, the others choose as the bots of Gymnasium do."""
    match = variant.match(SEED)
    bots = {seat: fm.bot(variant.game, "random", seed=("opponent", SEED, seat)) for seat in range(match.seats)}
    steps = []
    while not match.over:
        seat = match.actors[0]
        view, legal = match.view(seat), match.legal(seat)
        action = legal[len(legal) // 2] if seat == LEARNER else bots[seat].choose(view)
        steps.append((seat, features(view), list(map(int, legal)), action))
        match.play(action, seat)
    return match, steps


@for_every_variant
def test_all_interfaces_agree_with_the_match(variant):
    match, steps = played(variant)
    end = [features(match.view(seat)) for seat in range(match.seats)]
    batch = fm.vector(variant.game, 3, variant.seats, seed="others", again=False, **variant.options)
    batch.reset(seeds=["one", SEED, "other"])
    table = fm.interop.pettingzoo(variant.game, variant.seats, options=variant.options)
    table.reset(seed=SEED)
    alone = fm.interop.gymnasium(variant.game, variant.seats, seat=LEARNER, options=variant.options)
    seen, info = alone.reset(seed=SEED)
    spiel = fm.interop.openspiel(variant.game.name, variant.seats, **variant.options).new_initial_state()
    nature = iter([move.action for move in match.history if move.seat == NATURE])
    for seat, observation, legal, action in steps:
        while spiel.is_chance_node():
            spiel.apply_action(next(nature))
        assert (batch.movers[1], table.agent_selection, spiel.current_player()) == (seat, f"seat_{seat}", seat)
        sees = table.observe(f"seat_{seat}")
        assert np.array_equal(batch.observations[1], observation)
        assert np.array_equal(sees["observation"], observation)
        assert spiel.observation_tensor() == observation.tolist()
        assert np.flatnonzero(batch.masks[1]).tolist() == np.flatnonzero(sees["action_mask"]).tolist() == legal
        assert spiel.legal_actions() == legal
        assert not batch.ended[1] and not table.terminations[f"seat_{seat}"] and not spiel.is_terminal()
        actions = batch.sample().copy()
        actions[1] = action
        batch.step(actions)
        table.step(action)
        spiel.apply_action(action)
        if seat == LEARNER:
            assert np.array_equal(seen, observation)
            assert np.flatnonzero(info["action_mask"]).tolist() == legal
            seen, reward, over, _, info = alone.step(action)
    expected = pytest.approx(rewards(match))
    assert batch.ended[1] and batch.movers[1] == -1 and batch.rewards[1].tolist() == expected
    assert list(table.rewards.values()) == expected and all(table.terminations.values())
    assert spiel.is_terminal() and spiel.returns() == expected
    assert over and [reward] == pytest.approx([rewards(match)[LEARNER]])
    assert np.array_equal(seen, end[LEARNER])
    for seat in range(match.seats):
        assert np.array_equal(table.observe(f"seat_{seat}")["observation"], end[seat])
        assert np.array_equal(batch.observation(1, seat), end[seat])


@pytest.fixture(scope="module")
def guest(tmp_path_factory):
    """Somebody at a server, who plays by HTTP."""
    from formicarium.server.settings import Settings
    from server.conftest import QUICK, running

    database = tmp_path_factory.mktemp("site") / "tables.db"
    with running(Settings(database_url=f"sqlite:///{database}", **QUICK)) as site:
        yield site.guest()


@for_every_variant
def test_the_http_interface_agrees_with_the_match(variant, guest):
    """With the seed that a table keeps to itself, the match of the same actions is the same."""
    table = guest.table(*["local"] * variant.seats, game=variant.game.name, options=variant.options)["id"]
    match = variant.match(guest.site.table(table).row.seed)
    frame = guest.frame(table, scene="no")
    while not frame["outcome"] and frame["number"] < ACTIONS_BY_HTTP:
        seat = next(one["seat"] for one in frame["table"]["seats"] if one["to_act"])
        frame = guest.frame(table, scene="no", seat=seat)
        choices = frame["choices"]
        assert match.actors[0] == seat
        assert match.view(seat).to_dict() == frame["view"]
        assert [other.text for other in match.legal(seat)] == choices
        action = choices[len(choices) // 2]
        guest.act(table, frame["number"], action, seat=seat)
        match.play(action, seat)
        frame = guest.frame(table, scene="no")
    assert match.over == bool(frame["outcome"])
    if match.over:
        assert frame["outcome"]["shares"] == list(match.outcome.shares)
