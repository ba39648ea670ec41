"""The spaces of a game, as Gymnasium and PettingZoo describe them, and the forms in which observations come.

`flat` is the features as they are, small integers; `float` the same divided by the most that each can be, so that all
lie between -1 and 1; `parts` a dict of the named parts in their shapes.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from formicarium.engine.game import Game
from formicarium.engine.vector import Vector, split
from formicarium.errors import OptionError

Form = Literal["flat", "float", "parts"]


class Sight:
    """What observations of a game with so many seats look like in a form."""

    def __init__(self, batch: Vector, form: Form) -> None:
        if form not in get_args(Form):
            raise OptionError("option/value", f"form is flat, float or parts, not {form!r}")
        self.game, self.seats, self.form = batch.game, batch.seats, form
        bounds = [
            (
                np.broadcast_to(np.asarray(feature.least, np.int8), feature.shape),
                np.broadcast_to(np.asarray(feature.most, np.int8), feature.shape),
            )
            for feature in self.game.seen(self.seats)
        ]
        low, high = (np.concatenate([pair[side].ravel() for pair in bounds]) for side in (0, 1))
        self._most = high.astype(np.float32)
        self.space: spaces.Space[Any]
        if form == "float":
            self.space = spaces.Box(low / self._most, np.ones_like(self._most), dtype=np.float32)
        elif form == "flat":
            self.space = spaces.Box(low, high, dtype=np.int8)
        else:
            names = [feature.name for feature in self.game.seen(self.seats)]
            self.space = spaces.Dict(
                {
                    name: spaces.Box(least, most, dtype=np.int8)
                    for name, (least, most) in zip(names, bounds, strict=True)
                }
            )

    def __call__(self, features: NDArray[np.int8]) -> Any:
        """Features in this form, as a copy."""
        if self.form == "float":
            return features / self._most
        return features.copy() if self.form == "flat" else split(self.game, self.seats, features.copy())


def action_space(game: Game) -> spaces.Discrete:
    """The action codes that seats can have."""
    return spaces.Discrete(game.action_count)
