"""The guessing game of a round, for readers: how both sides play it and what they can expect."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from formicarium.engine.position import View
from formicarium.games.grasshopper.components import PEEK, TYPE_NAMES, TYPES
from formicarium.games.grasshopper.policy import TABLE, policy_at, solve_at
from formicarium.games.grasshopper.state import HELD


@dataclass(frozen=True)
class Equilibrium:
    """The guessing game of a round as a view shows it, in shares of victory, and how both sides play."""

    through: dict[str, float]  # the Ant's share if a type gets through, -1 for those not under the chain
    stake: dict[str, float]  # what the Ant loses of it, if it is caught
    prize: dict[str, float]  # what the Grasshopper gains by catching it
    chosen: dict[str, float]  # the chance with which the Ant chooses each type
    caught: dict[str, float]  # the chance with which each type, if chosen, is caught
    share: float  # what the Ant can expect


def chances(view: View) -> dict[str, float]:
    """The policy of the viewing seat: the chance of each of its legal actions, in notation."""
    codes = np.array(view.codes(view.seat))
    out = np.zeros(len(codes))
    policy_at(view.records, view.seat, codes, out)
    return {view.game.actions[code].text: float(chance) for code, chance in zip(codes, out, strict=True)}


def equilibrium(view: View) -> Equilibrium:
    """The guessing game over the chain that stands on the grid."""
    s = view.record
    table = np.zeros((5, TYPES))
    share = solve_at(view.records, bool(s.powers[PEEK] == HELD + s.grasshopper), np.zeros(TABLE), table)
    through, stake, prize, chosen, caught = (dict(zip(TYPE_NAMES, row.tolist(), strict=True)) for row in table)
    return Equilibrium(through, stake, prize, chosen, caught, float(share))
