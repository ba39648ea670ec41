"""The bot that looks one action ahead and takes what `evaluate` likes best."""

from __future__ import annotations

import secrets

import numpy as np

from formicarium.core import random
from formicarium.core.actions import Action
from formicarium.engine.position import View
from formicarium.search.greedy import rate

WORLDS = 8  # what is hidden is imagined in so many ways


class GreedyBot:
    """Rates the position after each legal action, what is hidden filled in at random; ties are broken by lot."""

    def __init__(self, seed: object = None) -> None:
        self._rng = random.stream(secrets.token_hex(8) if seed is None else seed)

    def choose(self, view: View, seconds: float | None = None) -> Action:
        """The action after which this seat stands best."""
        codes = np.asarray(view.codes(view.seat))
        values = np.zeros(len(codes))
        trial = view.copy()
        for _ in range(WORLDS):
            world = view.world(self._rng)
            rate(world.records, trial.records, view.seat, codes, values)
            if world.records.tobytes() == view.records.tobytes():
                break  # nothing is hidden: all worlds are this one
        best = np.flatnonzero(values >= values.max() - 1e-12)
        action: Action = view.game.actions[codes[best[random.below(self._rng, len(best))]]]
        return action
