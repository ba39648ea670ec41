"""Formica's options, agreed before a match. Compiled code knows a value by its number."""

from formicarium.engine.game import Option

MEMORY_AID = Option("memory_aid", ("no", "yes"))
WITH_AID = MEMORY_AID.number("yes")

OPTIONS = (MEMORY_AID,)
