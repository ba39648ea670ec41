"""Tiny: a game for tests with chance, a hidden card, secret choices at the same time, an option and a last decision.

Nature deals a card 0…2 that only seat 0 sees. Then both seats say a number in secret, in any order; both are shown when
both are in. Seat 1 wins by naming the card, seat 0 otherwise; but seat 0 may first `fold`, which shares the victory.
"""

from pathlib import Path

import numpy as np

from formicarium.engine.actions import ActionSpace, Domain, Verb
from formicarium.engine.game import Game, Option
from formicarium.engine.jit import record
from formicarium.engine.kernel import Kernel
from formicarium.scene import Node, Scene, Sheet
from tiny import rules

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


def diagram(view):
    s = view.record
    return f"card {s.card - 1 if s.card else '?'}, said {list(map(int, s.said))}"


def draw(view, words):
    nodes = [Node(id="table", text=diagram(view), x=50, y=50, layer="captions", label=words("table"))]
    return Scene(100, 100, words("name"), words("table"), Sheet("tiny", {}, {}), tuple(nodes))


GAME = Game(
    name="tiny",
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
    ),
    actions=ACTIONS,
    reasons=("called", "folded"),
    longest=4,
    draw=draw,
    diagram=diagram,
    why=lambda view, seat, action: None,
    tally=lambda view, words: [[(words("table"), points)] for points in view.points],
    options=(Option("fold", ("yes", "no")), Option("shown", ("no", "yes"))),
    objection=lambda seats, options: "shown=yes needs fold=yes" if options == {"fold": "no", "shown": "yes"} else None,
)
