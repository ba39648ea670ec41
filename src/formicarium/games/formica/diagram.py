"""Formica's board as text, for the terminal and for tests."""

from __future__ import annotations

from formicarium.engine.position import View


def diagram(view: View) -> str:
    """The board."""
    return "formica"
