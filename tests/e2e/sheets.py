"""Contact sheets of the screens that `test_fits.py` has measured and kept, one a game, for those who want to look.

`python -m tests.e2e.sheets` makes those of the documentation anew, after the tests.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

import formicarium as fm

ARTEFACTS = Path(__file__).parent / "artefacts"
PICTURES = Path(__file__).parents[2] / "docs/pictures"
HIGH, GAP, PAPER = 400, 10, "#CFC4AC"
ROWS = (  # seats, moment and screen: with two light, with three in German, with four dark
    ("2-middle-1366x768", "4-middle-1920x1080"),
    ("2-start-360x740", "3-middle-390x844", "2-last-768x1024", "4-last-390x844", "2-result-390x844"),
)
MOST = 400_000  # bytes of a sheet


def sheet(game: str) -> Image.Image:
    """The screens of a game in rows of one width."""
    rows = [[Image.open(ARTEFACTS / f"fits-{game}-{name}.jpg") for name in row] for row in ROWS]
    shares = [sum(shot.width / shot.height for shot in row) for row in rows]
    width = int(HIGH * shares[-1]) + GAP * (len(rows[-1]) + 1)
    heights = [(width - GAP * (len(row) + 1)) / share for row, share in zip(rows, shares, strict=True)]
    made = Image.new("RGB", (width, int(sum(heights)) + GAP * (len(rows) + 1)), PAPER)
    top = float(GAP)
    for row, height in zip(rows, heights, strict=True):
        left = float(GAP)
        for shot in row:
            wide = height * shot.width / shot.height
            made.paste(shot.resize((round(wide), round(height)), Image.Resampling.LANCZOS), (round(left), round(top)))
            left += wide + GAP
        top += height + GAP
    return made


def main() -> None:
    """Make all of them."""
    for game in fm.game_names():
        path = PICTURES / f"screens-{game}.png"
        sheet(game).quantize(256, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)
        assert path.stat().st_size < MOST, f"{path} has {path.stat().st_size} bytes"


if __name__ == "__main__":
    main()
