"""The picture of the simulation: how long others wait for an action to be seen, by how many tables there are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from formicarium.scene.themes import theme

WIDTH, HEIGHT = 860, 360
LEFT, RIGHT, TOP, BOTTOM = 70, 45, 30, 60
TONES = ("seat-2", "seat-0", "seat-1", "seat-green")
PROMISE = 0.05  # seconds within which an action is seen


@dataclass(frozen=True)
class Line:
    """A way to grow: its name, the seconds that it takes by tables, and why it ends."""

    name: str
    points: Sequence[tuple[int, float]]
    end: str = ""


def draw(lines: Sequence[Line], most: int) -> str:
    """The picture as SVG in the house's colours, on paper of its own."""
    paint = theme("light")
    low, high = 100, most
    floor, top = 0.01, 0.1

    def x(tables: float) -> float:
        return LEFT + math.log(tables / low) / math.log(high / low) * (WIDTH - LEFT - RIGHT)

    def y(seconds: float) -> float:
        return TOP + math.log(top / min(seconds, top)) / math.log(top / floor) * (HEIGHT - TOP - BOTTOM)

    def text(at: float, down: float, says: str, anchor: str = "middle", colour: str = "caption", size: int = 13) -> str:
        look = f'text-anchor="{anchor}" fill="{paint[colour]}" font-size="{size}"'
        look += f' stroke="{paint["panel"]}" stroke-width="4" paint-order="stroke"'  # readable across lines
        return f'<text x="{at:.1f}" y="{down:.1f}" {look}>{escape(says)}</text>'

    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{paint["panel"]}"/>']
    for tables in (10**power for power in range(2, round(math.log10(high)) + 1)):
        parts.append(f'<path d="M{x(tables):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="{paint["line"]}"/>')
        parts.append(text(x(tables), HEIGHT - BOTTOM + 20, f"{tables:,}"))
    for seconds in (0.01, 0.02, 0.05, 0.1):
        parts.append(f'<path d="M{LEFT} {y(seconds):.1f}H{WIDTH - RIGHT}" stroke="{paint["line"]}"/>')
        parts.append(text(LEFT - 8, y(seconds) + 4, f"{1000 * seconds:g} ms", "end"))
    dashes = f'stroke="{paint["danger"]}" stroke-dasharray="6 4"'
    parts.append(f'<path d="M{LEFT} {y(PROMISE):.1f}H{WIDTH - RIGHT}" {dashes}/>')
    parts.append(text(WIDTH - RIGHT - 4, y(PROMISE) - 6, "what is promised", "end", "danger"))
    labels = []
    for number, (line, tone) in enumerate(zip(lines, TONES, strict=True)):
        way = " ".join(f"{x(tables):.1f},{y(seconds):.1f}" for tables, seconds in line.points)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{paint[tone]}" stroke-width="3"/>')
        tables, seconds = line.points[-1]
        parts.append(f'<circle cx="{x(tables):.1f}" cy="{y(seconds):.1f}" r="5" fill="{paint[tone]}"/>')
        down = y(seconds) + (-26 if number % 2 else 22)  # neighbours on different sides
        labels.append(text(x(tables), down, line.name, "middle" if line.end else "end", "ink"))
        labels.append(text(x(tables), down + 16, line.end, size=12))
    parts += labels
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "tables that are played at the same time"))
    title = "<title>Time until 95 of 100 actions are seen, by the number of tables</title>"
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="system-ui, sans-serif" role="img"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{title}\n' + "\n".join(parts) + "\n</svg>\n"
