"""Hex, 11 by 11: the yardstick that tells how fast the kernel is, since the peers have Hex too."""

from pathlib import Path

from benchmarks.hex import rules
from benchmarks.hex.actions import ACTIONS, why
from benchmarks.hex.board import CELLS
from benchmarks.hex.diagram import diagram
from benchmarks.hex.scene import draw
from benchmarks.hex.state import STATE
from formicarium.engine.game import Feature, Game
from formicarium.engine.kernel import Kernel

GAME = Game(
    name="hex",
    version="1",
    folder=Path(__file__).parent,
    seats=(2,),
    kernel=Kernel(
        record=STATE,
        setup=rules.setup,
        actors=rules.actors,
        legal=rules.legal,
        chance=rules.chance,
        apply=rules.apply,
        outcome=rules.outcome,
        redact=rules.redact,
        determinize=rules.determinize,
        evaluate=rules.evaluate,
        census=rules.census,
        sample=rules.sample,
        mask=rules.mask,
        observe=rules.observe,
    ),
    actions=ACTIONS,
    choices=len(ACTIONS),
    secrets=False,
    reasons=("joined",),
    longest=CELLS,
    draw=draw,
    diagram=diagram,
    why=why,
    features=(Feature("own cells, the other's", (2, CELLS)),),
)
