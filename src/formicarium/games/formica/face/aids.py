"""The notebook of Formica: the parts of each colour that nobody has seen, and how poles stand to each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from formicarium.engine.events import Event, Said
from formicarium.engine.position import View
from formicarium.games.formica.components import NEST_FIELDS, NEST_NAMES, PARTS
from formicarium.games.formica.face.events import colour_said
from formicarium.games.formica.state import ABSENT

POLES = 2  # each part is there once with each pole


def aids(view: View) -> list[Event]:
    """Colour by colour the parts that are still unseen; then the stones whose poles are known to be like or unlike."""
    s = view.record
    if s.first < 0:
        return []
    noted = []
    for colour in range(s.colours):
        stones = range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS)
        shown = Counter(int(s.part[stone]) for stone in stones if s.seen[stone])
        unseen = [stone for stone in stones if not s.seen[stone] and s.place[stone] != ABSENT]
        left = {part: POLES - shown[part] for part in range(1, PARTS + 1) if shown[part] < POLES}
        if shown and left:
            parts = tuple(Said("aids.part", {"count": left[part], "part": Said(f"part.{part}")}) for part in left)
            noted.append(Event("unseen", {"colour": colour_said(colour), "parts": parts}, _stones(unseen)))
    families: defaultdict[int, list[int]] = defaultdict(list)
    for stone in range(s.colours * NEST_FIELDS):
        families[int(s.family[stone])].append(stone)
    for family in families.values():
        if len(family) > 1:
            like = [stone for stone in family if s.unlike[stone] == s.unlike[family[0]]]
            unlike = [stone for stone in family if stone not in like]
            some, others = (tuple(_said(stone) for stone in group) for group in (like, unlike))
            kind = "poles" if like and unlike else "alike"
            noted.append(Event(kind, {"some": some, "others": others, "count": len(like)}, _stones(family)))
    return noted


def _said(stone: int) -> Said:
    """A stone by its colour and the number of the nest field that it came from."""
    values = {"colour": colour_said(stone // NEST_FIELDS), "number": stone % NEST_FIELDS + 1}
    return Said("aids.stone", values, _stones([stone]))


def _stones(stones: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"stone:{NEST_NAMES[stone]}" for stone in stones)
