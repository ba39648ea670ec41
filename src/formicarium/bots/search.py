"""The bot that searches: it imagines worlds that fit its view and plays them on in a tree, as long as it may."""

from __future__ import annotations

import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from formicarium.bots import tree
from formicarium.engine import random
from formicarium.engine.actions import Action
from formicarium.engine.game import LEVELS, Level
from formicarium.engine.kernel import MOST_ACTIONS, SEATS
from formicarium.engine.position import View

SLICE = 64  # iterations between two looks at the clock, while nothing is known of their speed
SLICE_SECONDS = 0.02  # and afterwards the time that a slice should take
MEMORY = 64 << 20  # bytes of one tree, unless the caller says otherwise
EDGES_A_NODE = 32  # the arrays of a tree fill up together if its nodes have so many edges


@dataclass(frozen=True)
class Line:
    """One action in the light of a search."""

    action: Action
    shares: tuple[float, ...]  # the estimated share of victory of each seat after it
    visits: int  # how often the search tried it: the more, the better it looked


class Tree:
    """The arrays of one search tree, at most `memory` bytes, and the stream that its iterations draw from."""

    def __init__(self, view: View, memory: int, seed: object) -> None:
        share = memory / (tree.NODE.itemsize + EDGES_A_NODE * tree.EDGE.itemsize * 3 // 4)
        size = 1 << max(4, int(np.log2(max(share, 1.0))))
        self.nodes = np.zeros(size, tree.NODE)
        self.edges = np.zeros(max(MOST_ACTIONS, (memory - self.nodes.nbytes) // tree.EDGE.itemsize), tree.EDGE)
        self.used = np.zeros(2, np.int64)
        self.totals = np.zeros((MOST_ACTIONS, SEATS + 2))
        self.worlds = np.zeros(2, view.records.dtype)
        self.rng = random.stream(seed)

    def prepare(self) -> None:
        """Before a new root: what is known stays, unless it fills more than half of the arrays."""
        self.totals[:] = 0.0
        if 2 * self.used[1] > len(self.edges) or 2 * self.used[0] > len(self.nodes):
            self.nodes["key"] = 0
            self.used[:] = 0


class SearchBot:
    """Information-set Monte Carlo tree search; where a choice is best made by lot, it draws it as the game advises.

    It thinks for as many iterations as its level has, or for as many seconds as `choose` is given. Without seconds, the
    same seed gives the same choices. With several `workers`, each grows a tree of its own in a thread, and their
    findings are added.
    """

    def __init__(
        self,
        seed: object = None,
        level: Level = LEVELS["champion"],
        *,
        memory: int = MEMORY,
        workers: int = 1,
    ) -> None:
        self.seed = secrets.token_hex(8) if seed is None else seed
        self.level = level
        self.memory = memory
        self.workers = workers
        self._rng = random.stream(self.seed)
        self._stop = np.zeros(1, np.int64)
        self._trees: list[Tree] = []

    def choose(self, view: View, seconds: float | None = None) -> Action:
        """The action that looks best; a secret choice by lot."""
        codes = view.codes(view.seat).copy()
        chances = np.ones(len(codes))
        if len(codes) == 1 or tree.policy(view.records, view.seat, codes, chances):
            action: Action = view.game.actions[codes[random.drawn(self._rng, chances / chances.sum())]]
            return action
        lines = self.analyse(view, seconds)
        if not self.level.temperature:
            return lines[0].action
        best = max(line.shares[view.seat] for line in lines)
        weights = np.array(
            [line.visits * np.exp((line.shares[view.seat] - best) / self.level.temperature) for line in lines]
        )
        return lines[random.drawn(self._rng, weights / weights.sum())].action

    def analyse(self, view: View, seconds: float | None = None) -> list[Line]:
        """The actions that were tried, the most visited first, with what each seat can expect."""
        totals = self._think(view, len(view.codes(view.seat)), seconds)
        order = np.lexsort((-totals[:, view.seat] / np.maximum(totals[:, SEATS], 1), -totals[:, SEATS]))
        return [
            Line(
                view.game.actions[int(totals[k, SEATS + 1])],
                tuple((totals[k, : view.seats] / totals[k, SEATS]).tolist()),
                int(totals[k, SEATS]),
            )
            for k in order
            if totals[k, SEATS]
        ]

    def stop(self) -> None:
        """Ask a search that runs in another thread to come to its choice at once."""
        self._stop[0] = 1

    def _think(self, view: View, count: int, seconds: float | None) -> NDArray[np.float64]:
        if not self._trees or self._trees[0].worlds.dtype != view.records.dtype:
            self._trees = [Tree(view, self.memory // self.workers, (self.seed, k)) for k in range(self.workers)]
        self._stop[0] = 0
        for one in self._trees:
            one.prepare()
        if self.workers == 1:
            self._grow(self._trees[0], view, count, seconds)
        else:
            with ThreadPoolExecutor(self.workers) as pool:
                list(pool.map(lambda one: self._grow(one, view, count, seconds), self._trees))
        totals: NDArray[np.float64] = np.sum([one.totals[:count] for one in self._trees], axis=0)
        totals[:, SEATS + 1] = np.max([one.totals[:count, SEATS + 1] for one in self._trees], axis=0)
        return totals

    def _grow(self, one: Tree, view: View, count: int, seconds: float | None) -> None:
        """Run slices of iterations until the budget is spent, somebody says stop, or the choice cannot change."""
        level, done, size = self.level, 0, SLICE
        start = time.perf_counter()
        while not self._stop[0]:
            if seconds is None:
                size = min(SLICE, self.level.iterations - done)
                if size <= 0 or self._decided(one, count, self.level.iterations - done):
                    return
            elif done:
                spent = time.perf_counter() - start
                if spent >= seconds:
                    return
                size = max(1, int(done / spent * min(SLICE_SECONDS, seconds - spent)))
            done += tree.search(
                view.records, one.worlds, one.nodes, one.edges, one.used, view.seat, size,
                level.exploration, level.caution, level.playout, one.rng, self._stop, one.totals,
            )  # fmt: skip

    def _decided(self, one: Tree, count: int, left: int) -> bool:
        """Whether the most visited action stays so whatever the iterations that are left bring."""
        visits = np.sort(one.totals[:count, SEATS])
        return bool(visits[-1] - visits[-2] > left)
