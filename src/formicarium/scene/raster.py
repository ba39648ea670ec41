"""Pictures in pixels: PNG of a scene, animated GIF of many."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from formicarium.engine.errors import MissingExtra

if TYPE_CHECKING:
    from formicarium.scene.nodes import Scene

FONTS = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif", "DejaVuSerif-Italic")


def png(scene: Scene, theme: str = "light", *, width: int = 1200, targets: bool = False) -> bytes:
    """The scene as PNG, so many pixels wide."""
    try:
        import resvg_py
    except ImportError as error:
        raise MissingExtra("draw", "PNG and GIF pictures") from error
    return resvg_py.svg_to_bytes(
        svg_string=scene.svg(theme, targets=targets),
        width=width,
        skip_system_fonts=True,  # so that a picture is the same on every machine, one without fonts too
        font_files=_fonts(),
        serif_family="DejaVu Serif",
        sans_serif_family="DejaVu Sans",
    )


def gif(scenes: Iterable[Scene], theme: str = "light", *, width: int = 640, seconds: float = 0.7) -> bytes:
    """The scenes as an animated GIF that shows each for so many seconds, the last one longer, and begins again."""
    try:
        from PIL import Image
    except ImportError as error:
        raise MissingExtra("draw", "PNG and GIF pictures") from error
    frames = [Image.open(BytesIO(png(scene, theme, width=width))).convert("RGB") for scene in scenes]
    palette = frames[-1].quantize(256)  # of the last picture, where most is on the table: one palette does not flicker
    first, *rest = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    durations = [round(1000 * seconds)] * len(rest) + [round(4000 * seconds)]
    out = BytesIO()
    first.save(out, "GIF", save_all=True, append_images=rest, duration=durations, loop=0)
    return out.getvalue()


@cache
def _fonts() -> list[str]:
    """The fonts that come with matplotlib."""
    try:
        import matplotlib
    except ImportError as error:
        raise MissingExtra("draw", "PNG and GIF pictures") from error
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return [str(folder / f"{name}.ttf") for name in FONTS]
