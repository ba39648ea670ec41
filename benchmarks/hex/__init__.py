"""Hex, 11 by 11: the yardstick that tells how fast the kernel is, since the peers have Hex too."""

from pathlib import Path

from benchmarks.hex import rules
from benchmarks.hex.actions import ACTIONS, why
from benchmarks.hex.board import CELLS
from benchmarks.hex.diagram import diagram
from benchmarks.hex.scene import scene
from benchmarks.hex.state import STATE
from formicarium.core.features import Feature
from formicarium.core.kernel import Kernel
from formicarium.engine.game import Game

GAME = Game(
    name="hex",
    version="1",
    folder=Path(__file__).parent,
    seats=(2,),
    kernel=Kernel.of(STATE, rules),
    actions=ACTIONS,
    choices=len(ACTIONS),
    secrets=False,
    reasons=("joined",),
    longest=CELLS,
    scene=scene,
    diagram=diagram,
    why=why,
    features=(Feature("board", "own cells, the other's", (2, CELLS)),),
)
