"""Sisimizi: a connection game for two to four by Alex Randolph. Seven hills in seven regions, all joined by ants."""

from pathlib import Path

from formicarium.engine.game import Game
from formicarium.engine.kernel import Kernel
from formicarium.games.sisimizi import evaluate, features, knowledge, prior, rules
from formicarium.games.sisimizi.actions import ACTIONS, FIRST, why
from formicarium.games.sisimizi.components import MOVE, PLACE, ROUNDS
from formicarium.games.sisimizi.diagram import diagram
from formicarium.games.sisimizi.levels import LEVELS
from formicarium.games.sisimizi.scene import draw
from formicarium.games.sisimizi.state import STATE
from formicarium.games.sisimizi.tally import tally

GAME = Game(
    name="sisimizi",
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
        sample=rules.sample,
        prior=prior.prior,
        observe=features.observe,
    ),
    actions=ACTIONS,
    choices=FIRST,
    secrets=False,
    features=features.FEATURES,
    reasons=("joined", "passes", "rounds"),
    longest=ROUNDS * 4 * (PLACE + 2 * MOVE + 1),  # S11.2
    draw=draw,
    levels=LEVELS,
    diagram=diagram,
    why=why,
    tally=tally,
)
