"""Sisimizi: a connection game for two to four by Alex Randolph. Seven hills in seven regions, all joined by ants."""

from pathlib import Path

from formicarium.core.kernel import Kernel
from formicarium.engine.game import Game
from formicarium.games.sisimizi import evaluate, features, prior, rules
from formicarium.games.sisimizi.actions import ACTIONS, FIRST
from formicarium.games.sisimizi.components import MOVE, PLACE, ROUNDS
from formicarium.games.sisimizi.face.aids import aids
from formicarium.games.sisimizi.face.diagram import diagram
from formicarium.games.sisimizi.face.events import events, holdings, moment, sum_up
from formicarium.games.sisimizi.face.levels import LEVELS
from formicarium.games.sisimizi.face.reasons import reasons
from formicarium.games.sisimizi.face.scene import scene
from formicarium.games.sisimizi.face.tally import tally
from formicarium.games.sisimizi.face.why import why
from formicarium.games.sisimizi.state import STATE

GAME = Game(
    name="sisimizi",
    version="1",
    folder=Path(__file__).parent,
    seats=(2, 3, 4),
    kernel=Kernel.of(STATE, rules, evaluate, prior, features),
    actions=ACTIONS,
    choices=FIRST,
    secrets=False,
    luck=False,
    features=features.FEATURES,
    reasons=("joined", "passes", "rounds"),
    longest=ROUNDS * 4 * (PLACE + 2 * MOVE + 1),  # S11.2
    scene=scene,
    levels=LEVELS,
    diagram=diagram,
    why=why,
    tally=tally,
    events=events,
    holdings=holdings,
    moment=moment,
    sum_up=sum_up,
    because=reasons,
    aids=aids,
)
