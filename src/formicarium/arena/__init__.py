"""The arena: matches between bots, and what they show."""

from formicarium.arena.simulate import Result, Summary, play_match, simulate, summarise

__all__ = ["Result", "Summary", "play_match", "simulate", "summarise"]
