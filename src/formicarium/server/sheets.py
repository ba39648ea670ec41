"""Sprite sheets for browsers: the symbols of a game, coloured by the page's own `--token` variables."""

from __future__ import annotations

import hashlib
from functools import cache
from xml.sax.saxutils import quoteattr

import formicarium as fm
from formicarium.scene import Sheet


@cache
def sheet(game: str) -> tuple[str, str]:
    """The sheet of a game as SVG, and a hash of it. `data-reach` tells how far from its centre a sprite is touched."""
    found: Sheet = fm.Match(game, seed="sheet").view().scene().sheet
    parts = []
    for name, markup in found.parts.items():
        reach = f" data-reach={quoteattr(f'{found.reach[name]:g}')}" if found.reach.get(name) else ""
        tag, _, rest = markup.partition(" ")
        parts.append(f"{tag}{reach} {rest}")
    text = f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>\n'
    return text, hashlib.sha256(text.encode()).hexdigest()[:16]


def address(game: str) -> str:
    """Where the sheet of a game is, with its hash, so that it may be kept for ever."""
    return f"/static-sheet/{game}.svg?v={sheet(game)[1]}"
