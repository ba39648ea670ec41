"""Tiny: the smallest game that has every trait: chance, a hidden card, secret choices at the same time, options.

Nature deals a card 0…2 that only seat 0 sees. Then both seats say a number in secret, in any order; both are shown when
both are in. Seat 1 wins by naming the card, seat 0 otherwise; but seat 0 may first `fold`, which shares the victory.
"""

from pathlib import Path

import numpy as np

from formicarium.core.actions import ActionSpace, Domain, Verb
from formicarium.core.jit import record
from formicarium.core.kernel import Kernel
from formicarium.engine.game import Game

from . import rules
from .face.objection import objection
from .face.scene import diagram, scene
from .face.why import why

NUMBER = Domain("number", ("0", "1", "2"))
ACTIONS = ActionSpace(Verb("card", NUMBER), Verb("say", NUMBER), Verb("stand"), Verb("fold"))

STATE = record(
    "tiny",
    __file__,
    [
        ("card", np.int8),  # 1 + the number, 0 before the deal or when hidden
        ("dealt", np.bool_),
        ("said", np.int8, (2,)),  # 1 + the number, 0 when not said or hidden
        ("spoken", np.int8, (2,)),  # whether a seat has
        ("end", np.int8),  # 0 while it goes on, 1 called, 2 folded
        ("foldable", np.bool_),
    ],
)


GAME = Game(
    name="tiny",
    version="1",
    folder=Path(__file__).parent,
    seats=(2,),
    kernel=Kernel.of(STATE, rules),
    actions=ACTIONS,
    reasons=("called", "folded"),
    longest=4,
    scene=scene,
    diagram=diagram,
    why=why,
    tally=lambda view, words: [[(words("tally.said"), points)] for points in view.points],
    options=rules.OPTIONS,
    objection=objection,
)
