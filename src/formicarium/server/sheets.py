"""Sprite sheets for browsers: the symbols of a game, coloured by the page's own `--token` variables."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from xml.sax.saxutils import quoteattr  # nosec B406  # writes, does not read

import formicarium as fm
from formicarium import scene
from formicarium.scene import Sheet


@cache
def sheet(game: str) -> str:
    """The sheet of a game as SVG. `data-reach` tells how far from its centre a sprite is touched."""
    found: Sheet = fm.Match(game, seed="sheet").view().scene().sheet
    parts = []
    for name, markup in found.parts.items():
        reach = f" data-reach={quoteattr(f'{found.reach[name]:g}')}" if found.reach.get(name) else ""
        tag, _, rest = markup.partition(" ")
        parts.append(f"{tag}{reach} {rest}")
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>\n'


@cache
def address(game: str) -> str:
    """Where the sheet of a game is, with a hash of the files that it is made of, so that it may be kept for ever."""
    folders = fm.game(game).folder, Path(scene.__file__).parent
    parts = [part for folder in folders for part in sorted(folder.glob("**/*")) if part.suffix in (".py", ".svg")]
    version = hashlib.sha256(b"".join(part.read_bytes() for part in (*parts, Path(__file__)))).hexdigest()[:16]
    return f"/static-sheet/{game}.svg?v={version}"
