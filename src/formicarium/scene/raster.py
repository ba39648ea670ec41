"""Pictures in pixels: PNG of a scene, animated GIF of many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from formicarium.engine.errors import MissingExtra

if TYPE_CHECKING:
    from formicarium.scene.nodes import Scene

FONTS = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif", "DejaVuSerif-Italic")


def png(scene: Scene, theme: str = "light", *, width: int = 1200, targets: bool = False) -> bytes:
    """The scene as PNG, so many pixels wide; with `targets`, everything that can be clicked glows."""
    with _extra():
        import resvg_py
    return resvg_py.svg_to_bytes(
        svg_string=scene.svg(theme, targets=targets),
        width=width,
        skip_system_fonts=True,  # a picture is the same on every machine, one without fonts too
        font_files=fonts(),
        serif_family="DejaVu Serif",
        sans_serif_family="DejaVu Sans",
    )


def gif(scenes: Iterable[Scene], theme: str = "light", *, width: int = 640, seconds: float = 0.7) -> bytes:
    """The scenes as an animated GIF that shows each for so many seconds, the last four times as long, and repeats."""
    with _extra():
        from PIL import Image
    scenes = list(scenes)
    frames = (Image.open(BytesIO(png(scene, theme, width=width))).convert("RGB") for scene in [scenes[-1], *scenes])
    # One palette for all, so that nothing flickers: that of the end, where most is on the table.
    palette = next(frames).quantize(256, Image.Quantize.FASTOCTREE)
    first, *rest = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    durations = [round(1000 * seconds)] * len(rest) + [round(4000 * seconds)]
    out = BytesIO()
    first.save(out, "GIF", save_all=True, append_images=rest, duration=durations, loop=0)
    return out.getvalue()


@cache
def fonts() -> list[str]:
    """The font files that come with matplotlib."""
    with _extra():
        import matplotlib
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return [str(folder / f"{name}.ttf") for name in FONTS]


@contextmanager
def _extra() -> Iterator[None]:
    """Around the import of an optional package: names the extra that brings it."""
    try:
        yield
    except ImportError as error:
        raise MissingExtra("draw", "PNG and GIF pictures") from error
