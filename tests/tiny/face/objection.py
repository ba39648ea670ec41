"""Why options of the tiny game do not go together, in words."""

from __future__ import annotations


def objection(seats: int, options: dict[str, str]) -> str | None:
    """A card can be shown only where somebody may fold."""
    return "shown=yes needs fold=yes" if options == {"fold": "no", "shown": "yes"} else None
