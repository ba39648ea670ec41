"""OpenSpiel's own Python tree searches, sitting at our games: its code, handed states that answer as its own would."""

from __future__ import annotations

from time import perf_counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from formicarium.core import random
from formicarium.core.actions import Action
from formicarium.core.kernel import NATURE
from formicarium.engine.position import Position, View

EXPLORATION = 1.4  # for returns from -1 to 1: about the square root of 2, as its examples have it
FEWEST = 2  # simulations of a search


class State:
    """A position of ours with the methods that OpenSpiel's searches call."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def get_game(self) -> State:
        """Itself: the searches only ask what kind of game it is."""
        return self

    def get_type(self) -> SimpleNamespace:
        """The kind of game."""
        return SimpleNamespace(
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        )

    def max_utility(self) -> float:
        """What a lone winner gets."""
        return 1.0

    def num_players(self) -> int:
        """The number of seats."""
        return self.position.seats

    def clone(self) -> State:
        """An independent copy."""
        return State(self.position.copy())

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return not self.position.actors

    def is_chance_node(self) -> bool:
        """Whether nature is to act."""
        return self.position.actors == (NATURE,)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Nature's actions and their chances."""
        outcomes = self.position.chance()
        total = sum(weight for _, weight in outcomes)
        return [(int(action), weight / total) for action, weight in outcomes]

    def current_player(self) -> int:
        """Who acts; of several, the first."""
        actors = self.position.actors
        return actors[0] if actors and actors != (NATURE,) else -1

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The codes of the legal actions."""
        if self.is_chance_node():
            return [action for action, _ in self.chance_outcomes()]
        return [int(code) for code in self.position.codes(self.current_player())]

    def apply_action(self, action: int) -> None:
        """Make an action."""
        self.position.apply(self.position.actors[0], int(action))

    def returns(self) -> list[float]:
        """From -1 to 1, the sum 0 for two seats."""
        outcome = self.position.outcome
        assert outcome is not None
        return [2 * share - 1 for share in outcome.shares]

    def information_state_string(self) -> bytes:
        """What the acting seat can see."""
        return self.position.view(self.current_player()).tobytes()


class OpenSpielBot:
    """Plays by OpenSpiel's search; as many simulations as fit into the seconds, by what the last ones took."""

    def __init__(self, view: View, seed: int, hidden: bool) -> None:
        chance = np.random.RandomState(seed)
        rollout = mcts.RandomRolloutEvaluator(1, chance)
        self.bot: Any
        if hidden:
            self.bot = ismcts.ISMCTSBot(State(view), rollout, EXPLORATION, FEWEST, random_state=chance)
            self.bot.set_resampler(self._world)
        else:
            self.bot = mcts.MCTSBot(State(view), EXPLORATION, FEWEST, rollout, random_state=chance)
        self.rng = random.stream(seed)
        self.hidden, self.rate = hidden, 0.0
        self.simulations, self.spent = 0, 0.0  # in all

    def _world(self, state: State, player: int) -> State:
        """Another position that the player cannot tell from this one."""
        return State(state.position.view(player).world(self.rng))

    def choose(self, view: View, seconds: float) -> Action:
        """Search for about so many seconds; the only action that there is needs no search."""
        codes = view.codes(view.seat)
        code = int(codes[0])
        if len(codes) > 1:
            state = State(view.world(self.rng))  # a state of its own: any world that the seat can imagine
            if not self.rate:
                began = perf_counter()
                self.rate = self._search(state, FEWEST)[1] / (perf_counter() - began)
            began = perf_counter()
            code, simulations = self._search(state, max(FEWEST, int(self.rate * seconds)))
            spent = perf_counter() - began
            self.rate = simulations / spent
            self.simulations += simulations
            self.spent += spent
        action: Action = view.game.actions[code]
        return action

    def _search(self, state: State, most: int) -> tuple[int, int]:
        """The action, and after how many simulations: MCTS ends before its time when it has solved the game."""
        if self.hidden:
            self.bot._max_simulations = most
            return int(self.bot.step(state)), most
        self.bot.max_simulations = most
        root = self.bot.mcts_search(state)
        return int(root.best_child().action), int(root.explore_count)
