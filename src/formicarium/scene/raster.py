"""Pictures in pixels: PNG of a scene, animated GIF of many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from formicarium.errors import MissingExtra
from formicarium.scene.svg import render
from formicarium.scene.themes import theme as find_theme

if TYPE_CHECKING:
    from PIL.Image import Image

    from formicarium.scene.nodes import Node, Scene

STILL = ("ground", "regions")  # layers that hardly ever change
FONTS = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif", "DejaVuSerif-Italic")


def png(scene: Scene, theme: str = "light", *, width: int = 1200, targets: bool = False) -> bytes:
    """The scene as PNG, so many pixels wide; with `targets`, everything that can be clicked glows."""
    return drawn(render(scene, theme, targets=targets), width)


def drawn(svg: str, width: int) -> bytes:
    """An SVG picture as PNG, so many pixels wide."""
    with draw_extra():
        import resvg_py
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,  # a picture is the same on every machine, one without fonts too
        font_files=fonts(),
        serif_family="DejaVu Serif",
        sans_serif_family="DejaVu Sans",
    )


def gif(
    scenes: Iterable[Scene],
    theme: str = "light",
    *,
    width: int = 640,
    seconds: float = 0.7,
    captions: Sequence[str] = (),
) -> bytes:
    """The scenes as an animated GIF that shows each for so many seconds, the last four times as long, and repeats.

    Where there are captions, one for each scene, they stand below the pictures.
    """
    with draw_extra():
        from PIL import Image
    scenes = list(scenes)
    frames = _frames([scenes[-1], *scenes], theme, width)
    if any(captions):
        frames = _captioned(frames, [captions[-1], *captions], theme, width)
    # One palette for all, so that nothing flickers: that of the end, where most is on the table.
    palette = next(frames).quantize(256, Image.Quantize.FASTOCTREE)
    first, *rest = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    durations = [round(1000 * seconds)] * len(rest) + [round(4000 * seconds)]
    out = BytesIO()
    first.save(out, "GIF", save_all=True, append_images=rest, duration=durations, loop=0)
    return out.getvalue()


def _captioned(frames: Iterator[Image], captions: Sequence[str], theme: str, width: int) -> Iterator[Image]:
    """Each picture with its caption below, in a strip that has room for the longest of them."""
    from PIL import Image, ImageDraw, ImageFont

    size = max(9, width // 40)
    font, line = ImageFont.truetype(fonts()[0], size), round(1.4 * size)
    broken = [_broken(caption, lambda text: font.getlength(text) <= width - 2 * size) for caption in captions]
    strip = max(map(len, broken)) * line + size
    colours = find_theme(theme)
    for frame, lines in zip(frames, broken, strict=True):
        whole = Image.new("RGB", (frame.width, frame.height + strip), colours["panel"])
        whole.paste(frame)
        pen = ImageDraw.Draw(whole)
        pen.line((0, frame.height, frame.width, frame.height), colours["line"])
        for number, text in enumerate(lines):
            pen.text((size, frame.height + size // 2 + number * line), text, colours["ink"], font)
        yield whole


def _broken(text: str, fits: Callable[[str], bool]) -> list[str]:
    """A text in lines that fit; a word that is too long for one has a line for itself."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or fits(longer):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _frames(scenes: list[Scene], theme: str, width: int) -> Iterator[Image]:
    """Each scene in pixels; what lies below all pieces, and costs most, is drawn only when it changes."""
    from PIL import Image

    below: tuple[Node, ...] | None = None
    for scene in scenes:
        still, moving = (tuple(node for node in scene.nodes if (node.layer in STILL) == kept) for kept in (True, False))
        if still != below:
            below = still
            ground = Image.open(BytesIO(drawn(render(replace(scene, nodes=still), theme), width))).convert("RGBA")
        over = Image.open(BytesIO(drawn(render(replace(scene, nodes=moving), theme, paper=False), width)))
        yield Image.alpha_composite(ground, over.convert("RGBA")).convert("RGB")


@cache
def fonts() -> list[str]:
    """The font files that come with matplotlib."""
    with draw_extra():
        import matplotlib
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return [str(folder / f"{name}.ttf") for name in FONTS]


@contextmanager
def draw_extra(what: str = "PNG and GIF pictures") -> Iterator[None]:
    """Around the import of an optional package: names the extra that brings it, and what it is for."""
    try:
        yield
    except ImportError as error:
        raise MissingExtra("draw", what) from error
