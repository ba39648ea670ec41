"""Themes: the colours of the house by name, light and dark, each with a palette that is safe for colour-blind eyes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from formicarium.errors import UnknownName

_LIGHT = {
    "paper": "#F6F1E4",
    "panel": "#FCF9F1",
    "ink": "#2A2823",
    "caption": "#665F50",
    "line": "#CFC4AC",
    "accent": "#A4530F",
    "good": "#3E6A36",
    "danger": "#9A2F2F",
    "field": "#FFFBEF",  # a place where a piece can stand
    "glow": "#D9791F",  # around what can be clicked
    "shadow": "#4A3F2C",
    "piece-ink": "#241F19",  # lines on pieces, which keep their colours in the dark
    "piece-paper": "#FBF5E6",
    "wood": "#D2A866",
    "seat-0": "#E6A52E",
    "seat-1": "#5F9BD8",
    "seat-2": "#DE6A55",
    "seat-3": "#AC8BD3",
    "seat-green": "#5BAF8C",  # for a game that prints green, instead of violet
}
_DARK = _LIGHT | {
    "paper": "#191B18",
    "panel": "#232620",
    "ink": "#EDE6D6",
    "caption": "#B3AB99",
    "line": "#3B3F36",
    "accent": "#E8A552",
    "good": "#9CC48A",
    "danger": "#E58B82",
    "field": "#141612",
    "glow": "#F2B866",
    "shadow": "#000000",
}
_SAFE_SEATS = {
    "seat-0": "#F9AE1C",
    "seat-1": "#4188EB",
    "seat-2": "#E65D53",
    "seat-3": "#DAC9E7",
    "seat-green": "#BDF7D6",
}

THEMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "light": MappingProxyType(_LIGHT),
        "dark": MappingProxyType(_DARK),
        "light-safe": MappingProxyType(_LIGHT | _SAFE_SEATS),
        "dark-safe": MappingProxyType(_DARK | _SAFE_SEATS),
    }
)


def theme(name: str) -> Mapping[str, str]:
    """The colours of a theme by their tokens."""
    if name not in THEMES:
        raise UnknownName("theme", name, THEMES)
    return THEMES[name]
