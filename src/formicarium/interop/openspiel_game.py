"""Our games as games of OpenSpiel. Importing this module registers them: `formicarium_sisimizi` and so on.

>>> import pyspiel
>>> import formicarium.interop.openspiel_game
>>> game = pyspiel.load_game("formicarium_grasshopper(players=3,mode=winter)")
>>> game.num_players(), game.get_type().information
(3, <Information.IMPERFECT_INFORMATION: 2>)

Chance is explicit. Where several seats choose in secret, they act one after the other. What a seat has seen in the
whole match, its information state, is told apart by a hash of all its views and actions; the tensors are the features
of its view now.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from formicarium.core import entry, random
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.game import Game, find, names
from formicarium.engine.position import Position
from formicarium.errors import UnknownName
from formicarium.interop import small

PREFIX = "formicarium_"
WORD = "v"  # before an option that is a number: OpenSpiel takes parameters in digits for integers


def load(game: str, seats: int | None = None, **options: Any) -> Any:
    """A game by its name, seats and options; also one of the small games, which have neither."""
    if game in small.GAMES:
        return pyspiel.load_game(PREFIX + game)
    if game not in names():
        raise UnknownName("game", game, (*names(), *small.GAMES))
    rules = find(game)
    count = rules.check_seats(seats)
    chosen = rules.check_options(options, count)
    return pyspiel.load_game(
        PREFIX + game, {"players": count, **{name: _written(value) for name, value in chosen.items()}}
    )


def _written(value: str) -> str:
    return WORD + value if value.isdigit() else value


def _read(value: str) -> str:
    return value.removeprefix(WORD) if value.removeprefix(WORD).isdigit() else value


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our games with its number of seats and its options."""

    def __init__(self, kind: Any, start: Position, parameters: Mapping[str, Any]) -> None:
        self.start = start
        game = start.game
        information = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=len(game.actions),
            num_players=start.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.longest,
        )
        super().__init__(kind, information, parameters)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, *_: Any) -> SpielState:
        """The start of a match."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What writes observations."""
        return SpielObserver(self.start, iig_obs_type, params)


class Standing:
    """A position and what each seat and at last a spectator has seen so far, in a form that can be copied and sent."""

    __slots__ = ("position", "seen")

    def __init__(self, position: Position, seen: tuple[bytes, ...]) -> None:
        self.position, self.seen = position, seen

    def __deepcopy__(self, memo: Any) -> Standing:
        return Standing(self.position.copy(), self.seen)

    def __reduce__(self) -> tuple[Any, ...]:
        return _standing, (self.position.game.name, self.position.seats, self.position.tobytes(), self.seen)

    def apply(self, seat: int, action: int) -> None:
        """Make an action; everybody looks at what has changed, and the seat knows what it did."""
        self.position.apply(seat, action)
        self.seen = tuple(
            _hash(past + self.position.view(who).tobytes() + (b"%d" % action if who == seat else b""))
            for who, past in zip((*range(self.position.seats), SPECTATOR), self.seen, strict=True)
        )


def _standing(game: str, seats: int, record: bytes, seen: tuple[bytes, ...]) -> Standing:
    rules = find(game)
    return Standing(Position(rules, seats, np.frombuffer(bytearray(record), rules.kernel.record)), seen)


def _hash(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=12).digest()


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position in OpenSpiel's form."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.standing = Standing(game.start.copy(), (b"",) * (game.start.seats + 1))

    @property
    def position(self) -> Position:
        """The position, with all its secrets."""
        return self.standing.position

    def current_player(self) -> int:
        """Who acts; of several, the first."""
        actors = self.position.actors
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actors[0] == NATURE else actors[0]

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return not self.position.actors

    def _legal_actions(self, player: int) -> list[int]:
        actors = self.position.actors
        codes: list[int] = self.position.codes(player).tolist() if actors and actors[0] == player else []
        return codes

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Nature's actions and their chances."""
        outcomes = self.position.chance()
        total = sum(weight for _, weight in outcomes)
        return [(int(action), weight / total) for action, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        self.standing.apply(self.position.actors[0], action)

    def _action_to_string(self, player: int, action: int) -> str:
        text: str = self.position.game.actions[action].text
        return text

    def returns(self) -> list[float]:
        """A lone winner gets 1; the sum is 0."""
        outcome, seats = self.position.outcome, self.position.seats
        return [0.0] * seats if outcome is None else [(seats * share - 1) / (seats - 1) for share in outcome.shares]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one: what is hidden is filled in at random."""
        rng = random.stream(("world", sampler()))
        world = self.position.view(player).world(rng)
        *seats, public = self.standing.seen
        seen = tuple(past if who == player else _hash(world.view(who).tobytes()) for who, past in enumerate(seats))
        state = self.clone()
        state.standing = Standing(world, (*seen, public))
        return state  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"{self.position.tobytes().hex()} {' '.join(past.hex() for past in self.standing.seen)}"


class SpielObserver:
    """Writes what a seat sees: the features of its view as a tensor, the view itself as text.

    Asked for what is public alone, it writes what a spectator sees, the seats counted from the first: the same for all.
    """

    def __init__(self, start: Position, kind: Any, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"observations have no parameters, not {parameters}")
        self._recall = kind is not None and kind.perfect_recall
        self._public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        count = start.game.feature_count(start.seats)
        self._features = np.zeros(count, np.int8)
        self.tensor: NDArray[np.float32] = np.zeros(count, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the features of a player's view."""
        view = state.position.view(SPECTATOR if self._public else player)
        self._features[:] = 0
        entry.observe(view.records, 0, 0 if self._public else player, self._features)
        self.tensor[:] = self._features

    def string_from(self, state: SpielState, player: int) -> str:
        """The view as text; with perfect recall, a hash of all that the player has seen."""
        who = "everybody" if self._public else f"seat {player}"
        if self._recall:
            return f"{who} {state.standing.seen[-1 if self._public else player].hex()}"
        view = state.position.view(SPECTATOR if self._public else player)
        return f"{who} {_hash(view.tobytes()).hex()}\n{view}"  # two views that differ may look alike


def _register(name: str, game: Game, seats: Sequence[int], defaults: Mapping[str, Any], start: Any) -> None:
    kind = pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"Formicarium: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if game.secrets
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(defaults),
    )

    class Registered(SpielGame):
        """The game as `pyspiel.load_game` makes it."""

        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            given = {**defaults, **(parameters or {})}
            super().__init__(kind, start(given), parameters or {})

    pyspiel.register_game(kind, Registered)


def _started(game: Game) -> Callable[[Mapping[str, Any]], Position]:
    def start(given: Mapping[str, Any]) -> Position:
        seats = game.check_seats(int(given["players"]))
        options = {name: _read(value) for name, value in given.items() if name != "players"}
        return Position.start(game, seats, game.encode_options(game.check_options(options, seats)))

    return start


for _game in map(find, names()):
    _defaults = {option.name: _written(option.values[0]) for option in _game.options}
    _register(_game.name, _game, _game.seats, {"players": _game.seats[0], **_defaults}, _started(_game))
for _name, _start in small.GAMES.items():
    _register(_name, find("grasshopper"), (2,), {}, lambda given, start=_start: start())
