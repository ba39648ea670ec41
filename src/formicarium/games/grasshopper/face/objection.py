"""Why options of The Grasshopper & the Ant do not go together, in words."""

from __future__ import annotations


def objection(seats: int, options: dict[str, str]) -> str | None:
    """G7.21: an option that means nothing in the mode keeps its default, and the first Ant must have a seat."""
    if options["mode"] != "autumn" and options["open_insects"] != "no":
        return "open_insects belongs to the mode autumn: in the others all cards lie open anyway"
    if options["mode"] == "autumn" and options["wild_same_type"] != "no":
        return "wild_same_type belongs to the modes winter and beetle: autumn has no purchases"
    if options["first_ant"] != "random" and int(options["first_ant"]) >= seats:
        return f"first_ant is random or a seat from 0 to {seats - 1}, not {options['first_ant']}"
    return None
