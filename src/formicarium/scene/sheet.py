"""Sprite sheets: the symbols and patterns of an SVG file, together with the marks that all games share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree  # nosec B405  # reads our own files only

from formicarium.scene.themes import theme as find_theme

HOUSE = Path(__file__).with_name("house.svg")
SVG = "http://www.w3.org/2000/svg"

_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)\)")
_REFERENCE = re.compile(r'(id="|href="#|url\(#)')


@dataclass(frozen=True, eq=False)
class Sheet:
    """A game's drawings, coloured by `var(--token)` from the theme and by `currentColor`, the tone of the node."""

    name: str
    parts: Mapping[str, str]  # the markup of each symbol and pattern by its id
    reach: Mapping[str, float]  # how far a sprite can be touched from its centre: the `data-reach` of its symbol

    @classmethod
    def load(cls, name: str, path: Path) -> Sheet:
        """Read the sheet of a game; the house's own sprites come with it."""
        sheets = [ElementTree.parse(file) for file in (HOUSE, path)]  # nosec B314  # both are files of this package
        elements = [element for sheet in sheets for element in sheet.getroot()]
        reach = {element.attrib["id"]: float(element.attrib.pop("data-reach", "0")) for element in elements}
        return cls(name, {element.attrib["id"]: _markup(element) for element in elements}, reach)

    def prefix(self, theme: str) -> str:
        """What stands before each id in a picture, so that pictures of several games and themes can share one page."""
        return f"{self.name}-{theme}-"


@cache
def definitions(sheet: Sheet, theme: str) -> str:
    """All parts of a sheet in the colours of a theme, their ids prefixed."""
    colours = find_theme(theme)
    markup = _REFERENCE.sub(rf"\g<1>{sheet.prefix(theme)}", "".join(sheet.parts.values()))
    return _VARIABLE.sub(lambda match: colours[match[1]], markup)


def _markup(element: ElementTree.Element) -> str:
    for part in element.iter():
        part.tag = part.tag.removeprefix(f"{{{SVG}}}")
        part.text = (part.text or "").strip()
        part.tail = None
    return ElementTree.tostring(element, encoding="unicode")
