"""Pennies: the smallest game in which lots must be drawn, with a known equilibrium, after a choice in the open.

Seat 0 first takes the `left` or the `right` table. It hides `heads` or `tails`; seat 1 guesses which without seeing it.
On the left table a right guess gets seat 1 everything; hidden heads not found get seat 0 everything, tails half. So
seat 0 hides heads one time in three, seat 1 guesses heads two times in three, and seat 0 gets a third. The right table
gives seat 0 a fifth whatever happens, so it is the worse one.
"""

from pathlib import Path

from formicarium.core.actions import ActionSpace, Domain, Verb
from formicarium.core.kernel import Kernel
from formicarium.engine.game import Game
from formicarium.scene import Scene, Sheet
from pennies import rules

ACTIONS = ActionSpace(
    Verb("table", Domain("table", ("left", "right"))),
    Verb("hide", Domain("side", ("heads", "tails"))),
    Verb("guess", Domain("side", ("heads", "tails"))),
)

GAME = Game(
    name="pennies",
    version="1",
    folder=Path(__file__).parent,
    seats=(2,),
    kernel=Kernel.of(rules.STATE, rules),
    actions=ACTIONS,
    reasons=("shown",),
    longest=3,
    scene=lambda view, words: Scene(1, 1, "", "", Sheet("pennies", {}, {}), ()),
    diagram=lambda view: "",
    why=lambda view, seat, action: None,
)
