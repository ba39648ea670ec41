"""A training: it goes on after a kill without losing or counting twice, repeats itself, and refuses other folders."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from formicarium.arena import Contest, Pairing
from formicarium.errors import TrainError
from formicarium.train.run import Settings, Training, contest_line, verdict

QUICK = Settings(
    seed="quick",
    generations=1,
    lessons=5,
    matches=8,
    iterations=2,
    deep=6,
    positions=3,
    gate_iterations=2,
    gate_matches=4,
)
COMMAND = [
    *(sys.executable, "-m", "formicarium.train", "grasshopper", "--workers", "2"),
    *(f"--{name.replace('_', '-')}={value}" for name, value in vars(QUICK).items() if not isinstance(value, bool)),
]


def train(folder, settings=QUICK, seconds=None):
    told = []
    training = Training("grasshopper", folder, settings, workers=1)
    try:
        training.run(seconds, lambda what, facts: told.append((what, facts)))
        return training.state(), told
    finally:
        training.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    return folder, *train(folder)


def test_a_training_plays_learns_and_compares(whole):
    folder, state, told = whole
    (generation,) = state["generations"]
    assert generation["lessons"] == 5
    assert generation["curve"][0]["epoch"] == 0
    assert [line["matches"] for line in generation["gate"]] == [4, 4, 4, 4], "three modes, and once four seats"
    assert (state["best"] is not None) == generation["accepted"]
    assert [facts["done"] for what, facts in told if what == "lesson"] == [1, 2, 3, 4, 5]
    assert "Generation 0" in (folder / "report.html").read_text(encoding="utf-8")


def test_what_is_finished_is_not_done_again(whole):
    folder, state, _ = whole
    again, told = train(folder)
    assert again == state
    assert [what for what, _ in told] == ["ready"]


def test_the_same_seed_gives_the_same_lessons_and_the_same_gate(whole, tmp_path):
    folder, state, _ = whole
    again, _ = train(tmp_path)
    for number in range(QUICK.lessons):
        name = f"lessons/{number:06}.npz"
        assert (folder / name).read_bytes() == (tmp_path / name).read_bytes()
    assert again["generations"][0]["curve"] == state["generations"][0]["curve"]
    assert again["generations"][0]["gate"] == state["generations"][0]["gate"]


def test_after_a_kill_it_goes_on_and_comes_to_the_same(whole, tmp_path):
    _, state, _ = whole
    folder = tmp_path / "killed"
    running = subprocess.Popen([*COMMAND, "--folder", str(folder)], stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 300
        while not list((folder / "lessons").glob("*.npz")):
            assert running.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()
    there = {path.name: path.stat().st_mtime_ns for path in (folder / "lessons").glob("*.npz")}
    again, _ = train(folder)
    for name, written in there.items():
        assert (folder / "lessons" / name).stat().st_mtime_ns == written, "it was not played twice"
    assert again["generations"][0]["gate"] == state["generations"][0]["gate"]
    assert sorted(path.name for path in (folder / "lessons").glob("*")) == [
        f"{number:06}.npz" for number in range(QUICK.lessons)
    ]


def test_a_kill_between_learning_and_the_gate_does_not_learn_again(whole, tmp_path):
    folder, state, _ = whole
    for name in ("run.json", "network-00.npz", "network-00.json"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    log = (folder / "gate-00.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "gate-00.jsonl").write_bytes(b"".join(log[:4]) + log[4][:9])
    again, told = train(tmp_path)
    assert "lesson" not in {what for what, _ in told} and "epoch" not in {what for what, _ in told}
    assert again["generations"][0]["gate"] == state["generations"][0]["gate"]


def test_another_training_is_refused(whole, tmp_path):
    folder, _, _ = whole
    with pytest.raises(TrainError, match="seed differ") as caught:
        Training("grasshopper", folder, replace(QUICK, seed="other"), 1)
    assert caught.value.code == "train/other-run"
    with pytest.raises(TrainError, match="code, game") as caught:
        Training("formica", folder, QUICK, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no lock of this kind")
def test_a_folder_that_another_training_writes_to_is_refused(whole):
    folder, _, _ = whole
    training = Training("grasshopper", folder, QUICK, 1)
    try:
        with pytest.raises(TrainError) as caught:
            Training("grasshopper", folder, QUICK, 1)
        assert caught.value.code == "train/busy"
    finally:
        training.close()


def test_too_few_matches_are_refused(tmp_path):
    with pytest.raises(TrainError) as caught:
        train(tmp_path, replace(QUICK, lessons=2))
    assert caught.value.code == "train/nothing"


class Decided(Contest):
    def __init__(self, how):
        super().__init__(Pairing("grasshopper", "a", "b", 2), 40)
        share = {"above": 1.0, "below": 0.0, "open": 0.5}[how]
        self.rounds = [share] * 20


@pytest.mark.parametrize(
    ("found", "passes"),
    [(["above"], True), (["open"], False), (["above", "open"], True), (["above", "below"], False), (["below"], False)],
)
def test_a_network_passes_that_is_better_somewhere_and_worse_nowhere(found, passes):
    assert verdict([Decided(how) for how in found]) == passes


def test_a_line_says_all_of_a_contest():
    line = contest_line(Decided("above"))
    assert line["share"] == 1 and line["low"] > 0.5 and line["verdict"] == "above"
    assert json.loads(json.dumps(line)) == line
