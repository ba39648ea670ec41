"""Formica: towers and hidden magnets for two to four by M. Lorrigan and S. Ray. Build a queen out of captured ants."""

from pathlib import Path

from formicarium.core.kernel import Kernel
from formicarium.engine.game import Game
from formicarium.games.formica import evaluate, features, knowledge, rules
from formicarium.games.formica.actions import ACTIONS, ROLLED
from formicarium.games.formica.face.aids import aids
from formicarium.games.formica.face.diagram import diagram
from formicarium.games.formica.face.events import events, holdings, moment, sum_up
from formicarium.games.formica.face.levels import LEVELS
from formicarium.games.formica.face.reasons import reasons
from formicarium.games.formica.face.scene import scene
from formicarium.games.formica.face.tally import tally
from formicarium.games.formica.face.why import why
from formicarium.games.formica.options import OPTIONS
from formicarium.games.formica.state import STATE

GAME = Game(
    name="formica",
    version="2",
    folder=Path(__file__).parent,
    seats=(2, 3, 4),
    kernel=Kernel.of(STATE, rules, knowledge, evaluate, features),
    actions=ACTIONS,
    choices=ROLLED,
    private=False,  # F14: what is hidden is hidden from all
    features=features.FEATURES,
    reasons=("queen", "last", "rolls"),
    longest=24000,  # F13
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
    tones=("seat-0", "seat-1", "seat-green", "seat-2"),  # yellow, blue, green, red
    marks=("mark-0", "mark-1", "mark-3", "mark-2"),
    options=OPTIONS,
)
