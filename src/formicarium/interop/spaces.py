"""The spaces of a game, as Gymnasium and PettingZoo describe them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from formicarium.engine.game import Game


def observation_space(game: Game) -> spaces.Space[Any]:
    """The features of a view: small integers."""
    return spaces.Box(-128, 127, (game.feature_count,), np.int8)


def action_space(game: Game) -> spaces.Space[Any]:
    """The action codes that seats can have."""
    return spaces.Discrete(game.action_count)
