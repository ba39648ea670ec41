"""Bots: opponents that get a view and choose an action. They see what a person in their seat sees, and nothing else."""

from formicarium.bots.ladder import Bot, bot, levels, names
from formicarium.bots.search import Line, SearchBot

__all__ = ["Bot", "Line", "SearchBot", "bot", "levels", "names"]
