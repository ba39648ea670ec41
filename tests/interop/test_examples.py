"""The examples run, each in a process of its own or in this one, and do what they say."""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

import formicarium as fm
from formicarium.games.formica.evaluate import DISTANCE

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name, *arguments, folder, **variables):
    command, environment = [sys.executable, str(EXAMPLES / name), *arguments], os.environ | variables
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=900, cwd=folder, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_random_agents(tmp_path):
    assert run("random_agents.py", folder=tmp_path).count("seat 0 got") == 4


def test_exploitability_falls_and_is_drawn(tmp_path):
    lines = run("exploitability.py", "curve.png", "8", folder=tmp_path).splitlines()
    worst = [float(line.split()[-1]) for line in lines]
    assert len(worst) == 4 and worst[-1] < 0.25
    assert (tmp_path / "curve.png").read_bytes()[:4] == b"\x89PNG"


def loaded(name):
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    example = sys.modules[name] = importlib.util.module_from_spec(spec)  # where its dataclasses look for it
    spec.loader.exec_module(example)
    return example


@pytest.mark.filterwarnings("ignore")  # of Stable-Baselines3
def test_maskable_ppo_trains_and_plays_legally():
    before, after = loaded("train_ppo").train(1024)
    assert before > 0.2 and after > 0.2  # an illegal action loses at once: without masks it wins nothing


@pytest.mark.filterwarnings("ignore")  # of the libraries
@pytest.mark.parametrize(("name", "steps"), [("train_cleanrl", 4096), ("train_torchrl", 1)])
def test_a_recipe_trains_and_plays_legally(name, steps):
    *_, reward = loaded(name).train(steps)
    assert -0.7 < reward < 0.7  # about even against random play; without masks it would be -1


def test_the_recipe_for_rllib_trains_and_plays_legally(tmp_path):
    """In a process of its own: it leaves connections open. It waits for no cluster of Ray that has gone."""
    with tempfile.TemporaryDirectory() as scratch:  # not below `tmp_path`: names of sockets must be short
        gone = Path(scratch, "ray", "ray_current_cluster")
        gone.parent.mkdir()
        gone.write_text("192.0.2.2:6379")  # nobody is there (RFC 5737)
        lines = run("train_rllib.py", "1", folder=tmp_path, RAY_TMPDIR=scratch).splitlines()
    (reward,) = (float(line.split()[-1]) for line in lines if line.startswith("iteration 0: mean reward"))
    assert -0.7 < reward < 0.7


@pytest.mark.parametrize("name", fm.game_names())
def test_the_agent_in_one_file_learns_a_little_of_every_game(name):
    """Some updates on a small batch: all parts fit together. That it gets good, the committed curves show."""
    learn, told = loaded("learn"), []
    settings = replace(learn.SETTINGS[name], matches=8, steps=16, minibatch=64, hidden=16)
    network = learn.learn(name, 1e-9, 1, settings, lambda *point: told.append(point), cores=1)
    assert [point[1] for point in told] == [8 * 16]
    batch = fm.vector(name, 8, 2, seed=1, learners=0)
    with learn.torch.inference_mode():
        chances, values = network(learn.torch.tensor(batch.observations), learn.torch.tensor(batch.masks))
    assert batch.masks[range(8), learn.choose(chances)].all() and values.isfinite().all()


@pytest.mark.parametrize(
    ("name", "count", "some"),
    [
        ("formica", 68, DISTANCE[:68, :68]),
        ("grasshopper", 16, {(0, 0): 0, (0, 1): 1, (3, 4): 4, (0, 15): 6}),
        ("sisimizi", 473, {(0, 1): 1, (0, 23): 1, (0, 24): 2, (22, 44): 1}),
    ],
)
def test_the_agent_knows_how_far_places_are_apart(name, count, some):
    ways = loaded("learn").distances(name, count).numpy()
    assert (ways == ways.T).all()
    if isinstance(some, dict):
        assert {pair: ways[pair] for pair in some} == some
    else:
        assert (np.minimum(ways, 13) == np.minimum(some, 13)).all()


@pytest.mark.parametrize("name", ["formica", "grasshopper", "sisimizi"])
def test_what_lies_at_a_place_and_around_it_speaks_for_the_actions_that_name_it(name):
    learn, game = loaded("learn"), fm.game(name)
    settings = learn.SETTINGS[name]
    network = learn.Network(game, 2, settings)
    places, batch = network.places, fm.vector(name, 4, 2, seed=1)
    for _ in range(60):
        batch.step(batch.sample())
    observations = learn.torch.tensor(batch.observations).float()
    channels = places.weights.out_features // len(places.starts)
    for around in (False, True):
        with learn.torch.inference_mode():
            places.weights.weight.zero_()
            places.weights.bias.zero_()
            places.weights.bias[channels // 2 * around] = 1  # the first verb, the first plane
            hidden = learn.torch.zeros(4, settings.hidden)
            logits = places(hidden, observations, learn.torch.zeros(4, game.action_count)).numpy()
        plane = batch.parts[settings.planes[0]][:, 0].astype(int)
        ways, far = learn.distances(name, places.count).numpy(), np.ones(4, int)
        if settings.far:
            far = batch.parts[settings.far][:, 0].astype(int)
        expected = np.stack([plane[k] @ (ways == far[k]) for k in range(4)]) if around else plane
        start = places.starts[0]
        assert expected.any() and (logits[:, start : start + places.count] == expected).all()
        assert not np.delete(logits, range(start, start + places.count), 1).any()
        names = [game.actions[start + k].arguments[0] for k in range(places.count)]
        assert len(set(names)) == places.count and {game.actions[start].verb} == {settings.verbs[0]}


@pytest.mark.filterwarnings("ignore")  # of Jupyter
@pytest.mark.parametrize(("name", "pictures"), [("match", 2), ("tour", 3)])
def test_a_notebook_runs_and_shows_pictures(name, pictures):
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("image/svg+xml" in output.get("data", {}) for output in shown) == pictures
    if name == "tour":
        assert sum("image/png" in output.get("data", {}) for output in shown) >= 1  # the curve
        said = "".join(output.get("text", "") for output in shown)
        assert "matches against random play" in said
        sums = re.findall(
            r"^\w+: ([\d.]+) at the start (\S+) by luck (\S+) by decisions = ([\d.]+)$", said, re.MULTILINE
        )
        assert sorted(result for *_, result in sums) == ["0.00", "1.00"]
        assert all(sum(map(float, parts)) == pytest.approx(float(result), abs=0.016) for *parts, result in sums)
        assert re.search(r"^The dearest decision: (.+); (?!\1)(.+) was better by \d", said, re.MULTILINE)
        assert all(fm.game("grasshopper").words(code)("name") in said for code in ("en", "de", "fr", "it", "es"))


def test_the_agent_of_sisimizi_is_paid_for_rounds_and_a_hill_that_must_move_costs_one():
    learn, match = loaded("learn"), fm.Match("sisimizi", 2, seed=7)
    bot, mine = fm.bot("sisimizi", "greedy", seed=1), match.actors[0]

    def left(position):
        return -float(learn.rounds(fm.vector("sisimizi", 1, 2, seed=7, start=position), np.array([mine]))[0])

    assert left(match.position) == learn.LONG
    while left(match.position) > 5:
        match.play(bot.choose(match.view(match.actors[0])))
    position = match.position.copy()
    position.record.players[mine].hills = 0  # as if all had been built, some of them in vain
    more = left(position) - left(match.position)
    assert more > 0 and more == pytest.approx(round(more))


def test_a_step_is_paid_for_what_it_changes_and_in_sisimizi_nothing_for_standing_still():
    learn, stand = loaded("learn"), np.array([-2.0, -2.0, -2.0, -2.0])
    now, got = np.array([-2.0, -1.0, -9.0, 5.0]), np.array([0.0, 0.0, 0.0, 1.0])
    for name, worth in (("sisimizi", 1.0), ("formica", 0.99)):
        settings = learn.SETTINGS[name]
        won = learn.MEASURES[settings.measure][1][0]
        expected = np.append(worth * now[:3], won) + 2  # who has won is not asked how it stands
        paid = learn.pay(settings, stand, now, got, np.array([False, False, False, True]))
        assert np.allclose(paid, settings.shaping * expected)
        assert (paid[0] == 0) == (name == "sisimizi")
