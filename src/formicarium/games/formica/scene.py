"""Formica's picture."""
from __future__ import annotations

from formicarium.engine.position import View
from formicarium.engine.texts import Words


def draw(view: View, words: Words):
    return None
