"""One trajectory everywhere: the same seed and the same actions give the same rewards, ends and observations."""

import numpy as np
import pytest

import formicarium as fm
import formicarium.interop.gymnasium_env
from formicarium.engine import entry
from formicarium.engine.kernel import NATURE
from interop.variants import for_every_variant

SEED = 5
LEARNER = 1


def features(view):
    """What a view says to a learning program, without any of the interfaces."""
    out = np.zeros(view.game.feature_count, np.int8)
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
    table = fm.interop.pettingzoo(variant.game, variant.seats, **variant.options)
    table.reset(seed=SEED)
    alone = fm.interop.gymnasium(variant.game, variant.seats, seat=LEARNER, **variant.options)
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


@pytest.mark.parametrize(("name", "seats"), [("grasshopper", 3), ("sisimizi", 2)])
def test_the_http_interface_agrees_with_the_match(name, seats, tmp_path):
    """A table keeps its seed until the end; then the match with that seed and those actions is the same."""
    from formicarium.server.settings import Settings
    from server.conftest import QUICK, running

    with running(Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", **QUICK)) as site:
        guest = site.guest()
        table = guest.table(*["local"] * seats, game=name)["id"]
        told = []
        frame = guest.frame(table, scene="no")
        while not frame["outcome"]:
            seat = next(one["seat"] for one in frame["table"]["seats"] if one["to_act"])
            frame = guest.frame(table, scene="no", seat=seat)
            choices = [choice["action"] for choice in frame["choices"]]
            action = "done" if "done" in choices else choices[len(choices) // 2]  # a match of Sisimizi is long
            told.append((seat, frame["view"], choices, action))
            guest.act(table, frame["number"], action, seat=seat)
            frame = guest.frame(table, scene="no")
    match = fm.Match(name, seats, seed=frame["table"]["seed"], **frame["table"]["options"])
    for seat, view, choices, action in told:
        assert match.actors[0] == seat
        assert match.view(seat).to_dict() == view
        assert [other.text for other in match.legal(seat)] == choices
        match.play(action, seat)
    assert match.over and frame["outcome"]["shares"] == list(match.outcome.shares)
