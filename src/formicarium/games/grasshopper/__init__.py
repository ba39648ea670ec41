"""The Grasshopper & the Ant: a game of bluff for two to four by Yoann Levet: Autumn, Winter and the beetle's powers."""

from __future__ import annotations

from pathlib import Path

from formicarium.core.kernel import Kernel
from formicarium.engine.game import Game
from formicarium.games.grasshopper import ending, evaluate, features, knowledge, play, policy, rules
from formicarium.games.grasshopper.actions import ACTIONS, FIRST
from formicarium.games.grasshopper.face.beginner import beginner
from formicarium.games.grasshopper.face.diagram import diagram
from formicarium.games.grasshopper.face.events import events, holdings, moment, sum_up
from formicarium.games.grasshopper.face.levels import LEVELS
from formicarium.games.grasshopper.face.objection import objection
from formicarium.games.grasshopper.face.reasons import reasons
from formicarium.games.grasshopper.face.scene import scene
from formicarium.games.grasshopper.face.tally import tally
from formicarium.games.grasshopper.face.why import why
from formicarium.games.grasshopper.options import OPTIONS
from formicarium.games.grasshopper.state import STATE

GAME = Game(
    name="grasshopper",
    version="1",
    folder=Path(__file__).parent,
    seats=(2, 3, 4),
    kernel=Kernel.of(STATE, rules, play, ending, knowledge, evaluate, policy, features),
    actions=ACTIONS,
    choices=FIRST,
    features=features.FEATURES,
    reasons=("shelves", "exhausted", "provisions", "chain", "rounds"),
    longest=12_000,  # G7.22
    scene=scene,
    levels=LEVELS,
    beginner=beginner,
    diagram=diagram,
    why=why,
    tally=tally,
    events=events,
    holdings=holdings,
    moment=moment,
    sum_up=sum_up,
    because=reasons,
    options=OPTIONS,
    objection=objection,
)
