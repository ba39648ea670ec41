"""Compiling: old code never runs after an edit, memory on the stack, copies, and names that numpy would shadow."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import formicarium
from formicarium.core import jit
from formicarium.core.jit import clone, compiled, copy, record, scratch

SOURCE = Path(formicarium.__file__).parent
TINY = Path(__file__).parents[1] / "tiny"
PLAY = """
import formicarium as fm
from tiny import GAME
from formicarium.core import entry, random
from formicarium.engine.position import Position
match = fm.Match(GAME, nature=False)
match.play("card 2"); match.play("say 2", 0); match.play("say 2", 1); match.play("stand")
playouts = entry.playout(fm.Match(GAME, nature=False).position.records, 0, random.stream(1), 9)  # generic code
print(match.outcome.shares, match.outcome.points, playouts)
other = fm.Match(GAME, nature=False, fold="no")
other.play("card 2"); other.play("say 2", 0); other.play("say 2", 1)
for text in ("fold", "shout"):
    try:
        other.play(text)
    except fm.ActionError as error:
        print(error)
"""


@pytest.fixture
def copied(tmp_path):
    """A copy of the package and of the tiny game, with a cache of its own, and a way to run it."""
    shutil.copytree(SOURCE, tmp_path / "formicarium", ignore=shutil.ignore_patterns("__pycache__", "sisimizi"))
    shutil.copytree(TINY, tmp_path / "tiny", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "tiny" / "components.toml").write_text("unused = 1\n")
    environment = {**os.environ, "FORMICARIUM_CACHE_DIR": str(tmp_path / "cache")}

    def run(place=tmp_path):
        environment["PYTHONPATH"] = str(place)
        done = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=True)
        found, *refusals = done.stdout.splitlines()
        (tmp_path / "refusals.txt").write_text("\n".join(refusals))
        return found, "compiling" in done.stderr

    return tmp_path, run


def test_an_edit_never_leaves_old_code_running(copied):
    folder, run = copied
    assert run() == ("(0.0, 1.0) (3.0, 3.0) 4", True)
    assert run() == ("(0.0, 1.0) (3.0, 3.0) 4", False), "the second start loads what the first compiled"
    rules = folder / "tiny" / "rules.py"
    before = rules.stat()
    rules.write_text(rules.read_text().replace("out[2, seat] = s.said[seat]", "out[2, seat] = s.said[seat] * 7"))
    os.utime(rules, ns=(before.st_atime_ns, before.st_mtime_ns))  # not even a file date may deceive
    assert run() == ("(0.0, 1.0) (21.0, 21.0) 4", True), "an edit of the rules"
    core = folder / "formicarium" / "core" / "entry.py"
    core.write_text(core.read_text().replace("            return count\n", "            return count + 100\n", 1))
    assert run() == ("(0.0, 1.0) (21.0, 21.0) 104", True), "an edit of the core"
    (folder / "tiny" / "components.toml").write_text("unused = 2\n")
    assert run() == ("(0.0, 1.0) (21.0, 21.0) 104", True), "an edit of the data"
    refused = folder / "refusals.txt"
    assert "nobody folds at this table" in refused.read_text() and "there is no verb 'shout'" in refused.read_text()
    why, errors = folder / "tiny" / "face" / "why.py", folder / "formicarium" / "errors.py"
    why.write_text(why.read_text().replace("nobody folds at this table", "folding is no custom here"))
    errors.write_text(errors.read_text().replace("there is no verb", "nobody knows the verb"))
    assert run() == ("(0.0, 1.0) (21.0, 21.0) 104", False), "a reworded refusal compiles nothing"
    assert "folding is no custom here" in refused.read_text()
    assert "nobody knows the verb 'shout'" in refused.read_text()


def test_the_same_sources_in_another_place_compile_nothing(copied):
    folder, run = copied
    assert run() == ("(0.0, 1.0) (3.0, 3.0) 4", True)
    compiled = {path: path.stat().st_mtime_ns for path in (folder / "cache").rglob("*.nb?")}
    (folder / "elsewhere").mkdir()
    for name in ("formicarium", "tiny"):
        (folder / name).rename(folder / "elsewhere" / name)
    assert run(folder / "elsewhere") == ("(0.0, 1.0) (3.0, 3.0) 4", False)
    assert compiled == {path: path.stat().st_mtime_ns for path in (folder / "cache").rglob("*.nb?")}


def test_what_is_loaded_keeps_no_intermediate_code():
    """It was a third of the memory of every process."""
    formicarium.Match("sisimizi")  # it is on disk
    load = "import formicarium as fm; from formicarium.core import entry; fm.Match('sisimizi'); "
    load += "print([result.library._shared_module for result in entry.apply.overloads.values()])"
    done = subprocess.run([sys.executable, "-c", load], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[None]"


def test_the_cache_falls_back_to_a_temporary_folder(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("FORMICARIUM_CACHE_DIR", str(blocked / "cache"))
    jit.cache_root.cache_clear()
    try:
        assert jit.cache_root().is_dir()
        assert not jit.cache_root().is_relative_to(tmp_path)
    finally:
        jit.cache_root.cache_clear()


def test_forgotten_cache_folders_are_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("FORMICARIUM_CACHE_DIR", str(tmp_path))
    jit.cache_root.cache_clear()
    old, young = tmp_path / "tiny-0123456789ab", tmp_path / "tiny-ba9876543210"
    old.mkdir(), young.mkdir()
    long_ago = 1_000_000_000
    os.utime(old, (long_ago, long_ago))
    try:
        path = jit.cache_folder.__wrapped__(TINY)
        assert path.is_dir() and young.is_dir() and not old.exists()
    finally:
        jit.cache_root.cache_clear()


@compiled
def sum_of_squares(n):
    values = scratch(8, np.int64)
    for k in range(n):
        values[k] = k * k
    return values.sum()


def test_scratch_is_zeroed_each_time():
    assert sum_of_squares(4) == 14
    assert sum_of_squares(2) == 1


PAIR = np.dtype([("a", np.int8), ("b", np.int64)], align=True)


@compiled
def copy_first(records):
    copy(records[1], records[0])


def test_copy_and_clone_copy_every_byte():
    records = np.frombuffer(bytes(range(32)), PAIR).copy().view(PAIR)
    records.view(np.uint8)[:] = range(32)
    twin = clone(records)
    copy_first(records)
    assert twin.tobytes() == bytes(range(32))
    assert records.tobytes() == bytes(range(16)) * 2


def test_a_record_names_its_game_and_its_sources():
    layout = record("tiny", str(TINY / "state.py"), [("a", np.int8)])
    assert layout.names == (f"tiny_{jit.digest(TINY)}", "a")


@pytest.mark.parametrize("name", ["round", "size", "copy"])
def test_names_that_numpy_uses_are_refused(name):
    with pytest.raises(ValueError, match=name):
        record("tiny", __file__, [("inner", np.dtype([(name, np.int8)]), (2,))])


def test_arrays_of_bool_are_refused():
    with pytest.raises(ValueError, match="int8"):
        record("tiny", __file__, [("marks", np.bool_, (2,))])


def test_records_are_whole_words():
    for name in formicarium.game_names():
        assert formicarium.game(name).kernel.record.itemsize % 8 == 0
