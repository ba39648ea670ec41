"""The examples run, each in a process of its own or in this one, and do what they say."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name, *arguments, folder):
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_random_agents(tmp_path):
    assert run("random_agents.py", folder=tmp_path).count("seat 0 got") == 4


def test_exploitability_falls_and_is_drawn(tmp_path):
    lines = run("exploitability.py", "curve.png", "8", folder=tmp_path).splitlines()
    worst = [float(line.split()[-1]) for line in lines]
    assert len(worst) == 4 and worst[-1] < 0.25
    assert (tmp_path / "curve.png").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.filterwarnings("ignore")  # of Stable-Baselines3
def test_maskable_ppo_trains_and_plays_legally():
    spec = importlib.util.spec_from_file_location("train_ppo", EXAMPLES / "train_ppo.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    before, after = example.train(1024)
    assert before > 0.2 and after > 0.2  # an illegal action loses at once: without masks it wins nothing


@pytest.mark.filterwarnings("ignore")  # of Jupyter
def test_the_notebook_shows_a_match():
    notebook = nbformat.read(EXAMPLES / "match.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output for output in shown if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) == 2
