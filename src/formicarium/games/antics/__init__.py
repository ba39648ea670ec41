"""Antics!: a building game for two to four by Gordon and Fraser Lamont. Raise a colony, send out ants, catch prey."""

from pathlib import Path

from formicarium.engine.game import Game, Option
from formicarium.engine.kernel import Kernel
from formicarium.games.antics import evaluate, features, knowledge, prior, rules, scoring
from formicarium.games.antics.actions import ACTIONS, DRAW
from formicarium.games.antics.components import ROUNDS
from formicarium.games.antics.diagram import diagram
from formicarium.games.antics.levels import LEVELS
from formicarium.games.antics.refusal import why
from formicarium.games.antics.scene import draw
from formicarium.games.antics.state import STATE
from formicarium.games.antics.tally import tally

GAME = Game(
    name="antics",
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
        outcome=scoring.outcome,
        redact=knowledge.redact,
        determinize=knowledge.determinize,
        evaluate=evaluate.evaluate,
        census=scoring.census,
        sample=rules.sample,
        prior=prior.prior,
        observe=features.observe,
    ),
    actions=ACTIONS,
    choices=DRAW,
    secrets=False,
    features=features.FEATURES,
    reasons=("tiles", "prey", "rounds"),
    longest=ROUNDS * 4 * 70,  # A17
    draw=draw,
    levels=LEVELS,
    diagram=diagram,
    why=why,
    tally=tally,
    options=(Option("prey", ("standard", "2", "3")),),  # A14.1: of each type; standard is 3, with two seats 2
)
