"""Antics!: a building game for two to four by Gordon and Fraser Lamont. Raise a colony, send out ants, catch prey."""

from pathlib import Path

from formicarium.core.kernel import Kernel
from formicarium.engine.game import Game
from formicarium.games.antics import evaluate, features, prior, rules, scoring
from formicarium.games.antics.actions import ACTIONS, DRAW
from formicarium.games.antics.components import ROUNDS
from formicarium.games.antics.face.aids import aids
from formicarium.games.antics.face.diagram import diagram
from formicarium.games.antics.face.events import events, holdings, moment, sum_up
from formicarium.games.antics.face.levels import LEVELS
from formicarium.games.antics.face.reasons import reasons
from formicarium.games.antics.face.scene import scene
from formicarium.games.antics.face.tally import tally
from formicarium.games.antics.face.why import why
from formicarium.games.antics.face.wording import wording
from formicarium.games.antics.options import OPTIONS
from formicarium.games.antics.state import STATE

GAME = Game(
    name="antics",
    version="1",
    folder=Path(__file__).parent,
    seats=(2, 3, 4),
    kernel=Kernel.of(STATE, rules, scoring, evaluate, prior, features),
    actions=ACTIONS,
    choices=DRAW,
    secrets=False,
    luck=False,
    features=features.FEATURES,
    reasons=("tiles", "prey", "rounds"),
    longest=ROUNDS * 4 * 70,  # A17
    scene=scene,
    levels=LEVELS,
    diagram=diagram,
    why=why,
    tally=tally,
    events=events,
    holdings=holdings,
    moment=moment,
    sum_up=sum_up,
    wording=wording,
    because=reasons,
    aids=aids,
    options=OPTIONS,
)
