"""What a game's bots have learned from matches: the weights of a small network, read from `learned.npz` and checked.

A file holds a card (a JSON text: game, rules, layout, how it was trained) and these arrays. Features are those of a
match of four; seats are counted from the viewer on. Weights that do not see the features have no `rows`, `scales` and
rows of features, those that do not know actions no `words`: changes to these do not touch them.

| array | shape | what it is |
| --- | --- | --- |
| `rows` | features, 2 | its first row in `first`, -1 if it is left out; how many it has, 0 for a quantity |
| `scales` | features | what a quantity is multiplied by |
| `first` | rows + 17, width | rows of the features, of the written value and its hints seat by seat, the bias |
| `second` | width + 1, narrow | the second layer, and its bias |
| `third` | narrow + 1, 4 + size | a correction for each seat from the viewer on and the query, and their bias |
| `words` | words, size + 1 | vectors of what actions are made of (`vocabulary`), and how much each is liked by itself |
| `trust` | 2 | how much the written value and the written prior count |

`formicarium.search.network` says how they are used.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formicarium.core.kernel import SEATS
from formicarium.engine.game import Game
from formicarium.errors import LearnedError
from formicarium.search.network import HINTS, LEAST_PRIOR, LEAST_SHARE, ROOM

FILE = "learned.npz"
FORMAT = 1
MOST_BYTES = 2 << 20  # of a file
ARRAYS = {"rows": 2, "scales": 1, "first": 2, "second": 2, "third": 2, "words": 2, "trust": 1}  # and their dimensions
MOST_WORDS = 5  # that an action is made of: itself as a verb, and what it names

Arrays = tuple[NDArray[Any], ...]


@dataclass(frozen=True, eq=False)
class Learned:
    """The weights of one network; `code` is a hash of them, which names it."""

    game: Game
    card: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]] = field(repr=False)

    @cached_property
    def code(self) -> str:
        """A short hash of everything that decides what the network says."""
        state = hashlib.sha256()
        for name in ARRAYS:
            array = np.ascontiguousarray(self.arrays[name])
            state.update(f"{name} {array.dtype.str} {array.shape} ".encode() + array.tobytes())
        return state.hexdigest()[:12]

    @cached_property
    def network(self) -> Arrays:
        """The arrays as the compiled search takes them."""
        arrays = self.arrays
        size = -(-self.game.feature_count(SEATS) // 8) * 8
        tables, scales = np.full((3, size, 2), -1, np.int32), np.zeros((3, size), np.float32)
        for seats in (2, 3, 4) if len(arrays["rows"]) else ():
            places = places_in_full(self.game, seats)
            tables[seats - 2, : len(places)] = arrays["rows"][places]
            scales[seats - 2, : len(places)] = arrays["scales"][places]
        actions = words = np.concatenate([arrays["words"], np.zeros((1, self.size + 1), np.float32)])
        if self.size:
            actions = words[vocabulary(self.game)[0]].sum(1, dtype=np.float32)
        return tables, scales, arrays["first"], arrays["second"], arrays["third"], actions, arrays["trust"]

    @property
    def size(self) -> int:
        """How many numbers a query has."""
        return int(self.arrays["words"].shape[1]) - 1

    def desk(self, seats: int) -> tuple[NDArray[np.int8], NDArray[np.float32], int]:
        """Room for one search to work in."""
        widest = max(self.arrays[name].shape[1] for name in ("first", "second", "third"))
        return np.zeros(self.network[0].shape[1], np.int8), np.zeros((3, widest), np.float32), seats

    def save(self, path: Path) -> None:
        """Write the file as a whole: whoever reads it finds the old one or the new one."""
        whole = io.BytesIO()
        card = np.frombuffer(json.dumps(dict(self.card), sort_keys=True).encode(), np.uint8)
        np.savez_compressed(whole, allow_pickle=False, card=card, **self.arrays)
        draft = path.with_name(f".{path.name}.draft")
        draft.write_bytes(whole.getvalue())
        draft.replace(path)


NOTHING: Arrays = (
    np.zeros((0, 0, 2), np.int32),
    np.zeros((0, 0), np.float32),
    *[np.zeros((0, 0), np.float32)] * 4,
    np.zeros(0, np.float32),
)
NO_DESK = np.zeros(0, np.int8), np.zeros((0, 0), np.float32), 0


@cache
def own(game: Game) -> Learned | None:
    """What the bots of a game have learned, None if they have learned nothing."""
    path = game.folder / FILE
    return load(game, path) if path.exists() else None


def load(game: Game, path: Path) -> Learned:
    """Read weights; what is damaged or of another game is refused."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise LearnedError("learned/unreadable", f"{path} has more than {MOST_BYTES:,} bytes")
        with path.open("rb") as whole, np.load(whole, allow_pickle=False) as file:
            arrays = {name: np.ascontiguousarray(file[name]) for name in ARRAYS}
            card = json.loads(file["card"].tobytes())
    except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise LearnedError("learned/unreadable", f"{path} is no file of weights, or is damaged: {error}") from None
    sees = isinstance(card, dict) and card.get("features") is True
    leans = isinstance(card, dict) and card.get("priors") is True
    expected = card_of(game, sees, leans)
    if not isinstance(card, dict) or any(card.get(name) != value for name, value in expected.items()):
        there = {name: card.get(name) for name in expected} if isinstance(card, dict) else card
        raise LearnedError("learned/foreign", f"{path} was learned for {there}, not for {expected}: train it anew")
    complaint = _complaint(game, arrays, sees, leans)
    if complaint:
        raise LearnedError("learned/shape", f"{path} does not fit together: {complaint}")
    return Learned(game, card, arrays)


def _complaint(game: Game, arrays: Mapping[str, NDArray[Any]], sees: bool, leans: bool) -> str | None:
    """What is wrong with arrays: compiled code does not look where they end."""
    for name, dimensions in ARRAYS.items():
        array, kind = arrays[name], np.int32 if name == "rows" else np.float32
        if array.ndim != dimensions or array.dtype != kind or not np.isfinite(array).all():
            return f"{name} is not {dimensions}-dimensional, of {np.dtype(kind)}, and finite"
    features = game.feature_count(SEATS) if sees else 0
    rows, (inputs, width), size = arrays["rows"], arrays["first"].shape, arrays["words"].shape[1] - 1
    shapes = {
        "rows": (features, 2),
        "scales": (features,),
        "second": (width + 1, arrays["second"].shape[1]),
        "third": (arrays["second"].shape[1] + 1, SEATS + size),
        "words": (vocabulary(game)[1], size + 1) if leans else (0, 1),
        "trust": (2,),
    }
    for name, shape in shapes.items():
        if arrays[name].shape != shape:
            return f"{name} has the shape {arrays[name].shape}, not {shape}"
    ends = rows[:, 0] + np.maximum(rows[:, 1], 1)
    if (
        inputs < ROOM + 1
        or width < 1
        or rows[:, 0].min(initial=0) < -1
        or rows[:, 1].min(initial=0) < 0
        or ends.max(initial=0) > inputs - ROOM - 1
    ):
        return "a feature has rows that are not there"
    return None


def card_of(game: Game, features: bool, priors: bool) -> dict[str, Any]:
    """What weights have to agree in with a game, by whether they see features and know actions."""
    card = {"format": FORMAT, "game": game.name, "rules": game.version, "features": features, "priors": priors}
    return {**card, "layout": layout(game, features, priors)}


@cache
def layout(game: Game, features: bool, priors: bool) -> str:
    """A hash of the features and the actions, by whose numbers weights are known, as far as they are."""
    seen = [(one.name, one.shape, one.seats, str(one.most), str(one.least)) for one in game.seen(SEATS)]
    words = [action.text for action in game.actions], vocabulary(game)[0].tolist()
    known = HINTS, seen if features else None, words if priors else None
    return hashlib.sha256(repr(known).encode()).hexdigest()[:12]


@cache
def places_in_full(game: Game, seats: int) -> NDArray[np.int64]:
    """Where each number of `observe` in a match of so many stands in a match of four."""
    in_full, start = [], 0
    for full in game.seen(SEATS) if game.features is None else game.features:
        places = start + np.arange(np.prod(full.shape), dtype=np.int64).reshape(full.shape)
        start += places.size
        if full.seats is not None:  # seats are at the end of their axis
            places = places.take(range(full.shape[full.seats] - (SEATS - seats)), axis=full.seats)
        in_full.append(places.ravel())
    return np.concatenate(in_full)


@cache
def vocabulary(game: Game) -> tuple[NDArray[np.int64], int]:
    """The words that each action of a seat is made of, and how many there are; where an action has fewer, the last.

    A word is a verb; what it names, whatever the verb; and what it names first, together with the verb.
    """
    numbers: dict[object, int] = {}
    lists = []
    for code in range(game.action_count):
        action = game.actions[code]
        verb = action.verb, len(action.arguments)
        keys: list[object] = [verb]
        keys += action.arguments
        if action.arguments:
            keys.append((verb, action.arguments[0]))
        lists.append([numbers.setdefault(key, len(numbers)) for key in keys])
    table = np.full((len(lists), MOST_WORDS), len(numbers))
    for code, words in enumerate(lists):
        table[code, : len(words)] = words
    return table, len(numbers)


def weighed(features: NDArray[Any], first: NDArray[Any], scales: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The rows of weights that the features of a position add up, and the factor of each."""
    at = np.flatnonzero(features)
    value, row, values = features[at].astype(np.int64), first[at, 0].astype(np.int64), first[at, 1]
    quantity = values == 0
    kept = (row >= 0) & (quantity | (value > 0))
    row = np.where(quantity, row, row + np.minimum(value, values) - 1)
    factor = np.where(quantity, value * scales[at], 1.0)
    return row[kept].astype(np.int32), factor[kept].astype(np.float32)


def as_written(shares: NDArray[Any], seat: int, seats: int) -> NDArray[Any]:
    """An evaluation with its hints as a network gets it: from the viewer on, shares as logarithms."""
    around = (seat + np.arange(seats)) % seats
    written = np.zeros(ROOM, np.float32)
    written[:seats] = np.log(np.maximum(shares[around], LEAST_SHARE)) + np.log(2)
    for hint in range(SEATS, ROOM, SEATS):
        written[hint : hint + seats] = shares[hint + around]
    return written


def as_priors(chances: NDArray[Any]) -> NDArray[Any]:
    """Written priors as a network gets them."""
    priors: NDArray[Any] = np.log(np.maximum(chances / max(chances.sum(), 1e-30), LEAST_PRIOR)).astype(np.float32)
    return priors
