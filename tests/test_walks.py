"""The six walks of docs/architecture.md are walked: what stands there is called, in that order, and calls go down."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[1] / "docs"))
architecture: Any = importlib.import_module("architecture")

# Whom a layer calls that stands above it, without knowing: games are found by being there, and who listens has said so.
CALLED_BACK = {
    ("core", "games"),
    ("engine", "games"),
    ("server.room", "server.people"),
    ("server.wire", "server.web"),
}


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What was called on each walk, and which module called which, interpreted."""
    path = tmp_path_factory.mktemp("walks") / "found.json"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, str(Path(__file__).with_name("walks.py")), str(path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(path.read_text(encoding="utf-8"))


def depth(module: str) -> int:
    return int(architecture.LAYERS.index(architecture.layer(module)))


@pytest.mark.parametrize("title", architecture.WALKS)
def test_what_a_walk_names_is_called_in_that_order(walked: Any, title: str) -> None:
    called = iter(walked["walks"][title])
    steps = [step for passage in architecture.WALKS[title][1].values() for step in passage]
    missed = next((step for step in steps if step not in called), None)  # `in` goes on where it was
    assert missed is None, f"it is not called at all, or not after what stands before it: {missed}"


@pytest.mark.parametrize("title", architecture.WALKS)
def test_a_passage_goes_down_through_the_layers_once_and_up_again_once(title: str) -> None:
    for steps in architecture.WALKS[title][1].values():
        depths = [depth(step.partition(":")[0]) for step in steps]
        bottom = depths.index(max(depths))
        assert depths[: bottom + 1] == sorted(depths[: bottom + 1])
        assert depths[bottom:] == sorted(depths[bottom:], reverse=True)


def test_on_no_walk_a_layer_calls_one_above_it_unless_that_was_plugged_in(walked: Any) -> None:
    up = {
        (architecture.layer(caller), architecture.layer(module))
        for caller, module in walked["calls"]
        if depth(module) < depth(caller)
    }
    assert up == CALLED_BACK
