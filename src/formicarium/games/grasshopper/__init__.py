"""The Grasshopper & the Ant: a game of bluff for two to four by Yoann Levet: Autumn, Winter and the beetle's powers."""

from __future__ import annotations

from pathlib import Path

from formicarium.engine.game import Game, Option
from formicarium.engine.kernel import Kernel
from formicarium.games.grasshopper import ending, evaluate, features, knowledge, play, policy, rules
from formicarium.games.grasshopper.actions import ACTIONS, FIRST
from formicarium.games.grasshopper.beginner import beginner
from formicarium.games.grasshopper.components import COPIES
from formicarium.games.grasshopper.diagram import diagram
from formicarium.games.grasshopper.levels import LEVELS
from formicarium.games.grasshopper.scene import draw
from formicarium.games.grasshopper.state import STATE
from formicarium.games.grasshopper.tally import tally
from formicarium.games.grasshopper.why import why


def objection(seats: int, options: dict[str, str]) -> str | None:
    """G7.21: an option that means nothing in the mode keeps its default, and the first Ant must have a seat."""
    if options["mode"] != "autumn" and options["open_insects"] != "no":
        return "open_insects belongs to the mode autumn: in the others all cards lie open anyway"
    if options["mode"] == "autumn" and options["wild_same_type"] != "no":
        return "wild_same_type belongs to the modes winter and beetle: autumn has no purchases"
    if options["first_ant"] != "random" and int(options["first_ant"]) >= seats:
        return f"first_ant is random or a seat from 0 to {seats - 1}, not {options['first_ant']}"
    return None


GAME = Game(
    name="grasshopper",
    version="1",
    folder=Path(__file__).parent,
    seats=(2, 3, 4),
    kernel=Kernel(
        record=STATE,
        setup=rules.setup,
        actors=rules.actors,
        legal=rules.legal,
        chance=rules.chance,
        apply=play.apply,
        outcome=ending.outcome,
        redact=knowledge.redact,
        determinize=knowledge.determinize,
        evaluate=evaluate.evaluate,
        census=ending.census,
        sample=rules.sample,
        prior=policy.prior,
        policy=policy.policy,
        observe=features.observe,
    ),
    actions=ACTIONS,
    choices=FIRST,
    features=features.FEATURES,
    reasons=("shelves", "exhausted", "provisions", "chain", "rounds"),
    longest=12_000,  # G7.22
    draw=draw,
    levels=LEVELS,
    beginner=beginner,
    diagram=diagram,
    why=why,
    tally=tally,
    options=(
        Option("mode", ("autumn", "winter", "beetle")),
        Option("chain_rule", ("path", "induced", "connected")),
        Option("first_ant", ("random", "0", "1", "2", "3")),
        Option("insect_copies", COPIES),
        Option("open_insects", ("no", "yes")),
        Option("wild_same_type", ("no", "yes")),
    ),
    objection=objection,
)
