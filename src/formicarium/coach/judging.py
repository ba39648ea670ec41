"""Judging: what a decision cost, by what its seat could know. The judge sees a view, and draws its lots from it alone.

A search looks for the best action. If another was chosen, both are tried in the same imagined worlds, equally often,
and the loss is what the chosen one brought less; but none where that is within the doubt of so few worlds: else the
noise of many decisions that are as good would add up to a mistake that nobody made. Where a choice is best made by lot,
what the mix contains costs nothing: against an equilibrium all of it is worth the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from formicarium.bots.search import SearchBot
from formicarium.coach.chances import Shares, believed, estimate
from formicarium.core import random
from formicarium.core.actions import Action
from formicarium.core.kernel import NATURE
from formicarium.engine.position import View
from formicarium.search import tree

MEMORY = 8 << 20  # bytes of the tree that a decision is judged with
WORLDS = 8  # imagined for a comparison
FEWEST = 16  # iterations of a search
DOUBT = 2.0  # standard errors of what differs between the worlds: less is no loss


@dataclass(frozen=True)
class Judgement:
    """One decision, judged by what its seat knew."""

    seat: int
    action: Action
    best: Action  # what the reviewer would have done: the chosen one, if that is as good
    chances: tuple[float, ...]  # what each seat could expect before, as the mover knew it
    effect: tuple[float, ...]  # what the choice changed for each seat, compared with the best one
    mix: tuple[tuple[Action, float], ...] = ()  # where a secret choice is best made by lot: with what chances

    @property
    def loss(self) -> float:
        """What the choice cost its seat, never below 0."""
        return 0.0 - self.effect[self.seat] if self.effect[self.seat] < 0.0 else 0.0


def judge(view: View, action: Action, iterations: int) -> Judgement:
    """What an action of the viewing seat cost it; with the same view and action, always the same."""
    judged = _Judge(view, iterations)
    candidates = judged.bot.analyse(view)
    weights = np.array([one.chance for one in candidates])  # the search may not have met all of a mix
    chances = believed(weights @ np.array([one.shares for one in candidates]) / weights.sum(), view)
    mix = _mix(view)
    best, effect = candidates[0].action, np.zeros(view.seats)
    if action == best or action in dict(mix):
        best = action
    else:
        differences = judged.compare(action, best)
        lost = -differences[:, view.seat]
        if lost.mean() > DOUBT * lost.std(ddof=1) / sqrt(WORLDS):
            effect = differences.mean(axis=0)
        else:
            best = action
    by_lot = mix if len(mix) > 1 else ()
    return Judgement(view.seat, action, best, tuple(chances.tolist()), tuple(effect.tolist()), by_lot)


def _mix(view: View) -> tuple[tuple[Action, float], ...]:
    """With what chances an action is best chosen here, the likeliest first; nothing where no lot is needed."""
    codes = np.array(view.codes(view.seat))
    chances = np.ones(len(codes))
    if not tree.policy(view.records, view.seat, codes, chances):
        return ()
    actions = view.game.actions
    mix = [(actions[code], float(chance)) for code, chance in zip(codes, chances, strict=True) if chance > 0.0]
    return tuple(sorted(mix, key=lambda one: -one[1]))


def best(view: View, iterations: int) -> Action:
    """What the judge would do: an action that it never finds a loss in."""
    chosen: Action = _Judge(view, iterations).bot.analyse(view)[0].action
    return chosen


class _Judge:
    """A search of its own for each view: what others knew in earlier searches must not help here."""

    def __init__(self, view: View, iterations: int) -> None:
        self.view, self.iterations = view, max(FEWEST, iterations)
        self.seed = view.seat, view.tobytes()
        self.level = replace(view.game.levels["champion"], iterations=self.iterations, temperature=0.0, haste=0.0)
        self.bot = SearchBot(self.seed, self.level, memory=MEMORY)

    def compare(self, action: Action, other: Action) -> Shares:
        """What each seat gets more after an action than after another: a row for each world, in which luck is alike."""
        self.bot.level = replace(self.level, iterations=max(2, self.iterations // WORLDS))
        rows = [
            self._after(action, random.stream((self.seed, number)))
            - self._after(other, random.stream((self.seed, number)))
            for number in range(WORLDS)
        ]
        return np.array(rows)

    def _after(self, action: Action, rng: random.Stream) -> Shares:
        """What the seats can expect after an action in an imagined world."""
        world = self.view.world(rng)
        world.apply(self.view.seat, action)
        while world.actors == (NATURE,):
            world.apply(NATURE, world.draw(rng))
        if not world.actors:
            return estimate(world)
        seen = View(world.game, world.seats, world.records, world.actors[0])  # nothing hidden: the world goes on
        candidates = self.bot.analyse(seen)
        visits = np.array([one.visits for one in candidates])
        return believed(visits @ np.array([one.shares for one in candidates]) / visits.sum(), world)
