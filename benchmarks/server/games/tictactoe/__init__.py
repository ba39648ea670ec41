"""Tic-tac-toe without an end, the game of the load benchmark: the board is cleared when it is full."""

from pathlib import Path

from formicarium.core.kernel import Kernel
from formicarium.engine.game import Game

from . import rules
from .scene import ACTIONS, diagram, scene

GAME = Game(
    name="tictactoe",
    version="1",
    folder=Path(__file__).parent,
    seats=(2,),
    kernel=Kernel.of(rules.STATE, rules),
    actions=ACTIONS,
    secrets=False,
    reasons=("never",),
    longest=10**9,
    scene=scene,
    diagram=diagram,
    why=lambda view, seat, action: "that cell is taken",
)
