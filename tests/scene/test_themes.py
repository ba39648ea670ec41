"""Themes: contrast by WCAG 2, and seats that colour-blind eyes can tell apart."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from formicarium.scene import THEMES

TEXT = ("ink", "caption", "accent", "good", "danger")
SEATS = ("seat-0", "seat-1", "seat-2", "seat-3", "seat-green")

# How linear red, green and blue are seen without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1).
BLINDNESS = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def linear(colour: str) -> NDArray[np.float64]:
    values = np.frombuffer(bytes.fromhex(colour[1:]), np.uint8) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    low, high = sorted(float(linear(colour) @ [0.2126, 0.7152, 0.0722]) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    white = [0.9505, 1.0, 1.089]
    matrix = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    x, y, z = np.cbrt(np.maximum(matrix @ rgb / white, 0.0089))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_all_themes_have_the_same_tokens() -> None:
    assert len({frozenset(theme) for theme in THEMES.values()}) == 1


@pytest.mark.parametrize("name", THEMES)
def test_text_reaches_aa(name: str) -> None:
    theme = THEMES[name]
    pairs = [(text, ground) for text in TEXT for ground in ("paper", "panel")]
    pairs += [("piece-ink", seat) for seat in SEATS] + [("piece-paper", "piece-ink")]
    weak = {pair: ratio for pair in pairs if (ratio := contrast(theme[pair[0]], theme[pair[1]])) < 4.5}
    assert not weak


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("name", ["light-safe", "dark-safe"])
def test_safe_seats_stay_apart_for_colour_blind_eyes(name: str, blindness: str) -> None:
    seen = {seat: lab(np.clip(BLINDNESS[blindness] @ linear(THEMES[name][seat]), 0, 1)) for seat in SEATS}
    pairs = [pair for pair in combinations(SEATS, 2) if pair != ("seat-3", "seat-green")]  # one stands for the other
    near = {(a, b): gap for a, b in pairs if (gap := float(np.linalg.norm(seen[a] - seen[b]))) < 35}
    assert not near
