"""The bot that plays any legal action: a yardstick, and a partner for tests."""

from __future__ import annotations

import secrets

from formicarium.core import random
from formicarium.core.actions import Action
from formicarium.engine.position import View


class RandomBot:
    """Chooses uniformly among the legal actions."""

    def __init__(self, seed: object = None) -> None:
        self._rng = random.stream(secrets.token_hex(8) if seed is None else seed)

    def choose(self, view: View, seconds: float | None = None) -> Action:
        """Any legal action."""
        return view.sample(view.seat, self._rng)
