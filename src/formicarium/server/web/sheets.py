"""Sprite sheets for browsers: the symbols of a game, coloured by the page's own `--token` variables."""

from __future__ import annotations

from functools import cache
from xml.sax.saxutils import quoteattr  # nosec B406  # writes, does not read

import formicarium as fm
from formicarium.scene import Sheet
from formicarium.server.web import addresses


@cache
def sheet(game: str) -> str:
    """The sheet of a game as SVG. `data-reach` tells how far from its centre a sprite is touched."""
    sprites: Sheet = fm.Match(game, seed="sheet").view().scene().sheet
    parts = []
    for name, markup in sprites.parts.items():
        reach = f" data-reach={quoteattr(f'{sprites.reach[name]:g}')}" if sprites.reach.get(name) else ""
        tag, _, rest = markup.partition(" ")
        parts.append(f"{tag}{reach} {rest}")
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>\n'


def address(game: str) -> str:
    """Where the sheet of a game is."""
    return addresses.address(f"/static-sheet/{game}.svg", game)
