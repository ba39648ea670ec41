"""The bare library: numpy and numba are enough to import it, play and draw SVG; what is missing is named."""

import subprocess
import sys

BARE = """
import sys
for name in (
    "typer", "rich", "prompt_toolkit", "PIL", "resvg_py", "matplotlib",
    "gymnasium", "pettingzoo", "pyspiel", "mcp", "torch",
):
    sys.modules[name] = None
import formicarium as fm
for name in fm.game_names():
    match = fm.Match(name, seed=1)
    seat = match.actors[0]
    match.play(fm.bot(name, "greedy", seed=1).choose(match.view(seat)), seat)
    assert match.view(seat).svg().startswith("<svg")
batch = fm.vector("sisimizi", 2, seed=1)
batch.step(batch.sample())
for form in (fm.interop.gymnasium, fm.interop.pettingzoo, fm.interop.openspiel):
    try:
        form("sisimizi")
    except ImportError as error:
        print(error)
try:
    match.view().scene().png()
except ImportError as error:
    print(error)
"""


def test_numpy_and_numba_are_enough():
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    for extra in ("draw", "gymnasium", "pettingzoo", "openspiel"):
        assert f"pip install 'formicarium[{extra}]'" in done.stdout


def test_the_design_document_s_example_runs():
    example = """
import formicarium as fm, tempfile, os
match = fm.Match("sisimizi", seats=2, seed=7)
assert match.legal()
match.play("ant e5")
match.undo()
match.view(seat=0).to_dict(), match.view(seat=0).svg()
os.chdir(tempfile.mkdtemp())
match.save("game.ants")
assert fm.load("game.ants").position == match.position
assert match.actors and match.outcome is None
bot = fm.bot("sisimizi", level="champion"); assert bot.choose(match.view(1), seconds=1.0) in match.legal()
"""
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
