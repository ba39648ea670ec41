"""Bots: opponents that get a view and choose an action. They see what a person in their seat sees, and nothing else."""

from formicarium.bots.ladder import Bot, adviser, bot, check_level, levels, names
from formicarium.bots.search import Candidate, SearchBot

__all__ = ["Bot", "Candidate", "SearchBot", "adviser", "bot", "check_level", "levels", "names"]
