"""The peers, each with the fastest fair way we know to let it play at random on one core."""

from __future__ import annotations

from importlib.util import find_spec

MODULES = {"open_spiel": "pyspiel", "pgx": "pgx", "jax": "jax", "pettingzoo": "pettingzoo", "pygame": "pygame"}


def missing() -> list[str]:
    """The packages of peers that are not installed. A comparison that leaves one out in silence would mislead."""
    return [package for package, module in MODULES.items() if find_spec(module) is None]
