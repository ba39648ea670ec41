"""The bot that searches: it imagines worlds that fit its view and plays them on in a tree, as long as it may."""

from __future__ import annotations

import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from formicarium.bots import learned
from formicarium.bots.learned import Learned
from formicarium.core import jit, random
from formicarium.core.actions import Action
from formicarium.core.kernel import MOST_ACTIONS, SEATS
from formicarium.engine import calls
from formicarium.engine.game import LEVELS, Game, Level
from formicarium.engine.match import Match
from formicarium.engine.position import View
from formicarium.errors import SearchError
from formicarium.search import tree

SLICE = 64  # iterations between two looks at the clock, while nothing is known of their speed
SLICE_SECONDS = 0.02  # and afterwards the time that a slice should take
MEMORY = 64 << 20  # bytes of one tree, unless the caller says otherwise
FEWEST_NODES = 16
EDGES_A_NODE = 32  # the arrays of a tree fill up together if its nodes have so many edges

_prepared: set[Game] = set()


@dataclass(frozen=True)
class Candidate:
    """One action in the light of a search."""

    action: Action
    shares: tuple[float, ...]  # the estimated share of victory of each seat after it
    visits: int  # how often the search tried it: the more, the better it looked
    chance: float  # with which the bot would choose it: one of several where a choice is best made by lot


class Tree:
    """The arrays of one search tree, at most `memory` bytes, and the stream that its iterations draw from.

    With a network they include the room that it works in, and what it said of each node.
    """

    def __init__(self, view: View, memory: int, seed: object, network: Learned | None = None) -> None:
        self.features, self.numbers, _ = network.desk(view.seats) if network else learned.NO_DESK
        size = network.size if network else 0
        self.totals = np.zeros((MOST_ACTIONS, SEATS + 1))
        self.worlds = np.zeros(2, view.records.dtype)
        self.used = np.zeros(2, np.int64)
        self.rng = random.stream(seed)
        fixed = sum(array.nbytes for array in vars(self).values())
        node = tree.NODE.itemsize + size * 4
        least = fixed + FEWEST_NODES * node + MOST_ACTIONS * tree.EDGE.itemsize
        if memory < least:
            raise SearchError("search/memory", f"a tree needs at least {least:,} bytes, not {memory:,}")
        nodes = (memory - fixed) / (node + EDGES_A_NODE * tree.EDGE.itemsize * 3 // 4)
        self.nodes = np.zeros(1 << int(np.log2(max(nodes, FEWEST_NODES))), tree.NODE)
        self.queries = np.zeros((len(self.nodes), size), np.float32)
        left = memory - fixed - self.nodes.nbytes - self.queries.nbytes
        self.edges = np.zeros(left // tree.EDGE.itemsize, tree.EDGE)

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
    findings are added. Its `network` is the game's own where its level uses that, unless another or None is given.
    """

    def __init__(
        self,
        seed: object = None,
        level: Level = LEVELS["champion"],
        *,
        memory: int = MEMORY,
        workers: int = 1,
        network: Learned | Literal["own"] | None = "own",
    ) -> None:
        self.seed = secrets.token_hex(8) if seed is None else seed
        self.level = level
        self.memory = memory
        self.workers = workers
        self.network = network
        self.iterations = 0  # that the last search ran
        self._rng = random.stream(self.seed)
        self._stop = np.zeros(1, np.int64)
        self._trees: list[Tree] = []

    def choose(self, view: View, seconds: float | None = None) -> Action:
        """The action that looks best, a secret choice by lot; in haste what a beginner would do."""
        self._stop[0] = 0
        prepare(view.game)
        codes = np.array(view.codes(view.seat))
        chances = np.ones(len(codes))
        self.iterations = 0
        if self.level.haste and random.unit(self._rng) < self.level.haste:
            hasty = view.game.beginner(view, self._rng)
            if hasty is not None:
                return hasty
        if len(codes) == 1 or tree.policy(view.records, view.seat, codes, chances):
            action: Action = view.game.actions[codes[random.drawn(self._rng, chances / chances.sum())]]
            return action
        mood = self.level.temperature
        candidates = self._candidates(view, seconds, hurry=self.workers == 1 and not mood, mood=mood)
        drawn: int = random.drawn(self._rng, np.array([candidate.chance for candidate in candidates]))
        return candidates[drawn].action

    def analyse(self, view: View, seconds: float | None = None) -> list[Candidate]:
        """The actions that were tried, the best first, with what each seat can expect; a lot only decides in secret."""
        self._stop[0] = 0
        prepare(view.game)
        return self._candidates(view, seconds, hurry=False, mood=0.0)

    def _candidates(self, view: View, seconds: float | None, hurry: bool, mood: float) -> list[Candidate]:
        """Think, in a hurry only until the choice cannot change any more, and say what came out."""
        codes = np.array(view.codes(view.seat))
        chances = np.ones(len(codes))
        by_lot = tree.policy(view.records, view.seat, codes, chances)
        totals = self._think(view, len(codes), seconds, hurry)
        visits = totals[:, SEATS]
        shares = totals[:, : view.seats] / np.maximum(visits, 1)[:, None]
        if not by_lot:
            chances = self._preferences(visits, shares[:, view.seat], mood)
        order = np.lexsort((-shares[:, view.seat], -visits, -chances))
        return [
            Candidate(view.game.actions[codes[k]], tuple(shares[k].tolist()), int(visits[k]), float(chances[k]))
            for k in order
            if visits[k]
        ]

    def _preferences(self, visits: NDArray[np.float64], worth: NDArray[np.float64], mood: float) -> NDArray[np.float64]:
        """The chance of each action by the temperature of a level; without one, the most visited is taken."""
        tried = visits > 0
        if mood:
            spread = visits * np.exp((worth - worth[tried].max()) / mood)
        else:
            best = np.lexsort((-worth, -visits))[0]
            spread = np.where(np.arange(len(visits)) == best, 1.0, 0.0)
        preferences: NDArray[np.float64] = spread / spread.sum()
        return preferences

    def stop(self) -> None:
        """Ask a search that runs in another thread to come to its choice at once; if none runs, nothing happens."""
        self._stop[0] = 1

    def _think(self, view: View, count: int, seconds: float | None, hurry: bool) -> NDArray[np.float64]:
        network = self._network(view.game)
        if not self._trees or self._trees[0].worlds.dtype != view.records.dtype:
            memory = self.memory // self.workers
            self._trees = [Tree(view, memory, (self.seed, k), network) for k in range(self.workers)]
        for one in self._trees:
            one.prepare()
        if self.workers == 1:
            self._grow(self._trees[0], view, count, seconds, hurry)
        else:
            with ThreadPoolExecutor(self.workers) as pool:
                list(pool.map(lambda one: self._grow(one, view, count, seconds, hurry), self._trees))
        totals: NDArray[np.float64] = np.sum([one.totals[:count] for one in self._trees], axis=0)
        self.iterations = int(totals[:, SEATS].sum())
        return totals

    def _grow(self, one: Tree, view: View, count: int, seconds: float | None, hurry: bool) -> None:
        """Run slices of iterations until the budget is spent or somebody says stop."""
        level, done, size = self.level, 0, SLICE
        network = self._network(view.game)
        arrays = network.network if network else learned.NOTHING
        desk = one.features, one.numbers, view.seats
        start = time.perf_counter()
        while not done or not self._stop[0]:
            if seconds is None:
                size = min(SLICE, self.level.iterations - done)
                if size <= 0 or (hurry and self._decided(one, count, self.level.iterations - done)):
                    return
            elif done:
                spent = time.perf_counter() - start
                if spent >= seconds:
                    return
                size = max(1, int(done / spent * min(SLICE_SECONDS, seconds - spent)))
            done += tree.search(
                view.records, one.worlds, one.nodes, one.edges, one.used, view.seat, size,
                level.exploration, level.caution, level.forgiving, level.playout, one.rng, self._stop, one.totals,
                arrays, desk, one.queries,
            )  # fmt: skip

    def _network(self, game: Game) -> Learned | None:
        if self.network == "own":
            return learned.own(game) if self.level.learned else None
        return self.network

    def _decided(self, one: Tree, count: int, left: int) -> bool:
        """Whether the most visited action stays so whatever the iterations that are left bring."""
        visits = np.sort(one.totals[:count, SEATS])
        return bool(visits[-1] - visits[-2] > left)


def is_compiled(game: Game) -> bool:
    """Whether the disk cache holds the compiled rules and the compiled search of a game."""
    return calls.is_compiled(game) and _mark(game).exists()


def prepare(game: Game) -> None:
    """Compile the search of a game, or load it from the disk cache; compiling says so on stderr."""
    if game in _prepared:
        return
    match = Match(game, seed=0)
    _prepared.add(game)
    known = is_compiled(game) or not jit.enabled()
    if not known:
        calls.report(f"the bots of {game.name}", 0, 1)
    SearchBot(0, Level(2)).choose(match.view(match.actors[0]))
    if not known:
        _mark(game).touch()
        calls.report(f"the bots of {game.name}", 1, 1)


def _mark(game: Game) -> Path:
    return jit.cache_folder(Path(tree.__file__).parent) / f"{game.name}-{jit.digest(game.folder)}"
