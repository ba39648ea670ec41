"""Formica: towers and hidden magnets for two to four by M. Lorrigan and S. Ray. Build a queen out of captured ants."""

from pathlib import Path

from formicarium.engine.game import Game, Option
from formicarium.engine.kernel import Kernel
from formicarium.games.formica import evaluate, features, knowledge, rules
from formicarium.games.formica.actions import ACTIONS, ROLLED, why
from formicarium.games.formica.diagram import diagram
from formicarium.games.formica.levels import LEVELS
from formicarium.games.formica.scene import draw
from formicarium.games.formica.state import STATE
from formicarium.games.formica.tally import tally

GAME = Game(
    name="formica",
    version="1",
    folder=Path(__file__).parent,
    seats=(2, 3, 4),
    kernel=Kernel(
        record=STATE,
        setup=rules.setup,
        actors=rules.actors,
        legal=rules.legal,
        chance=rules.chance,
        apply=rules.apply,
        outcome=rules.outcome,
        redact=knowledge.redact,
        determinize=knowledge.determinize,
        evaluate=evaluate.evaluate,
        census=rules.census,
        prior=evaluate.prior,
        observe=features.observe,
    ),
    actions=ACTIONS,
    choices=ROLLED,
    features=features.FEATURES,
    reasons=("queen", "last", "rolls"),
    longest=24000,  # F13
    draw=draw,
    levels=LEVELS,
    diagram=diagram,
    why=why,
    tally=tally,
    tones=("seat-0", "seat-1", "seat-green", "seat-2"),  # yellow, blue, green, red
    marks=("mark-0", "mark-1", "mark-3", "mark-2"),
    options=(Option("memory_aid", ("no", "yes")),),
)
