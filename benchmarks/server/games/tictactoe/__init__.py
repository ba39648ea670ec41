"""Tic-tac-toe without an end, the game of the load benchmark: the board is cleared when it is full."""

from pathlib import Path

from formicarium.engine.game import Game
from formicarium.engine.kernel import Kernel

from . import rules
from .scene import ACTIONS, diagram, draw

GAME = Game(
    name="tictactoe",
    version="1",
    folder=Path(__file__).parent,
    seats=(2,),
    kernel=Kernel(
        record=rules.STATE,
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
    ),
    actions=ACTIONS,
    reasons=("never",),
    longest=10**9,
    draw=draw,
    diagram=diagram,
    why=lambda view, seat, action: "that cell is taken",
)
