"""Curve: how the chances of each seat went, drawn as SVG; for pages that colour it themselves, or whole in itself.

Each seat has a line in its colour and on it its mark, so that nobody needs the colour. Numbers mark the turning points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape  # nosec B406  # writes, does not read

from formicarium.coach.story import SeatStory, Story, words

MARKS = {  # on a disc of radius 8
    "mark-0": '<circle r="3"/>',
    "mark-1": '<rect x="-4.6" y="-1.7" width="9.2" height="3.4" rx=".8"/>',
    "mark-2": '<circle r="3.3" fill="none" stroke="{ink}" stroke-width="2"/>',
    "mark-3": '<path d="M-1.4-4.6h2.8v3.2h3.2v2.8h-3.2v3.2h-2.8v-3.2h-3.2v-2.8h3.2z"/>',
}
NEAR = 2.0  # pixels: of points that lie closer the extremes are drawn
APART = 17.0  # pixels between the names at the ends of lines
LETTER = 6.6  # pixels of one of a name, about
LONGEST = 14  # of those
SPACED = 120.0  # pixels between the marks on a line

Paint = Callable[[str], str]  # a token of the theme as a colour


class Frame(NamedTuple):
    """Where the curve lies in its picture."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    plies: int

    def x(self, ply: float) -> float:
        """Where so many actions are."""
        return self.left + (self.right - self.left) * ply / max(1, self.plies)

    def y(self, chance: float) -> float:
        """Where a chance is."""
        return self.bottom - (self.bottom - self.top) * chance


def variable(token: str) -> str:
    """A colour that the page has as a variable."""
    return f"var(--{token})"


def picture(
    story: Story,
    width: int = 900,
    height: int = 210,
    paint: Paint = variable,
    *,
    names: bool = True,
    alone: bool = True,
) -> str:
    """The curve; `names` stand at the ends of the lines. A picture that stands `alone` says in words what it is."""
    longest = max(min(LONGEST, len(seat["name"])) for seat in story["seats"])
    room = 26 + LETTER * longest if names else 24
    frame = Frame(width, height, 46, width - room, 22, height - 24, story["plies"])
    parts = [_ground(frame, story, paint)]
    lines = [_line(seat, frame) for seat in story["seats"]]
    for seat, points in zip(story["seats"], lines, strict=True):
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        for tone, thick in (("ink", 4.0), (seat["tone"], 2.4)):
            look = f'stroke="{paint(tone)}" stroke-width="{thick}" stroke-linejoin="round" stroke-linecap="round"'
            parts.append(f'<path d="{path}" fill="none" {look}/>')
    for number, (seat, points) in enumerate(zip(story["seats"], lines, strict=True)):
        parts += [_mark(seat, x, y, paint, 6.4) for x, y in _spaced(points, frame, number, len(lines))]
    parts.append(_turning(story, frame, paint))
    parts.append(_ends(story["seats"], lines, frame, paint, names=names))
    title = escape(words(story["language"])("curve.said", names=_names(story), actions=story["plies"]))
    head = f'role="img" aria-label="{title.replace(chr(34), "&quot;")}"' if alone else 'aria-hidden="true"'
    place = f'data-left="{frame.left:g}" data-right="{frame.right:g}" data-plies="{frame.plies}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {head} {place}'
        f' font-family="system-ui, sans-serif" font-size="12">{"".join(parts)}</svg>'
    )


def _names(story: Story) -> str:
    return words(story["language"]).listed([seat["name"] for seat in story["seats"]])


def _ground(frame: Frame, story: Story, paint: Paint) -> str:
    """The lines of reference, and what they mean."""
    say, parts = words(story["language"]), []
    for chance in (0.0, 0.5, 1.0):
        y = frame.y(chance)
        dashes = "" if chance in (0.0, 1.0) else ' stroke-dasharray="2 4"'
        parts.append(
            f'<path d="M{frame.left:g} {y:.1f}H{frame.right:g}" stroke="{paint("line")}"{dashes}/>'
            f'<text x="{frame.left - 7:g}" y="{y + 4:.1f}" text-anchor="end" fill="{paint("caption")}">'
            f"{escape(say('share', round(100 * chance)))}</text>"
        )
    step = _step(frame.plies)
    for ply in range(0, frame.plies + 1, step):
        x = frame.x(ply)
        said = f"{ply}" if ply + step <= frame.plies else f"{ply} {say('curve.axis')}"
        anchor = "start" if ply == 0 else "middle"
        parts.append(
            f'<path d="M{x:.1f} {frame.bottom:g}v4" stroke="{paint("caption")}"/><text x="{x:.1f}"'
            f' y="{frame.bottom + 17:g}" text-anchor="{anchor}" fill="{paint("caption")}">{escape(said)}</text>'
        )
    return "".join(parts)


def _step(plies: int) -> int:
    """A round number of actions between two ticks, of which there are about five."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000):
        if plies <= 6 * step:
            return step
    return plies


def _line(seat: SeatStory, frame: Frame) -> list[tuple[float, float]]:
    """The points of a line; where they lie close together, the highest and the lowest of them."""
    points = [(frame.x(ply), frame.y(chance)) for ply, chance in seat["curve"]]
    kept: list[tuple[float, float]] = []
    near: list[tuple[float, float]] = []
    for point in points:
        if near and point[0] - near[0][0] > NEAR:
            kept += _extremes(near)
            near = []
        near.append(point)
    return kept + _extremes(near)


def _extremes(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    chosen = {points[0], points[-1], min(points, key=lambda one: one[1]), max(points, key=lambda one: one[1])}
    return [point for point in dict.fromkeys(points) if point in chosen]


def _spaced(points: list[tuple[float, float]], frame: Frame, number: int, of: int) -> list[tuple[float, float]]:
    """Points at which a line shows its mark, those of the seats not above each other."""
    next_one = frame.left + SPACED * (number + 0.5) / of
    found: list[tuple[float, float]] = []
    for x, y in points:
        if x >= next_one and x < frame.right - 12:
            found.append((x, y))
            next_one = x + SPACED
    return found


def disc(seat: SeatStory) -> str:
    """The mark of a seat, to stand beside its name."""
    return _mark(seat, 0, 0, variable, 8)


def _mark(seat: SeatStory, x: float, y: float, paint: Paint, radius: float) -> str:
    """A disc in the colour of a seat, with its mark."""
    ink = paint("piece-ink")
    sign = MARKS[seat["mark"]].replace("{ink}", ink)
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({radius / 8:.2f})" fill="{ink}">'
        f'<circle r="8" fill="{paint(seat["tone"])}" stroke="{paint("ink")}" stroke-width="1.4"/>{sign}</g>'
    )


def _turning(story: Story, frame: Frame, paint: Paint) -> str:
    """A number above the curve for each turning point, and a line down to what it turned."""
    parts, last = [], -99.0
    for number, point in enumerate(story["turning"], 1):
        x = frame.x(point["step"] + 0.5)
        shown = max(x, last + 18)
        last = shown
        parts.append(
            f'<path d="M{shown:.1f} 16L{x:.1f} {frame.top:g}V{frame.bottom:g}" fill="none" stroke="{paint("accent")}"'
            f' stroke-width="1" stroke-dasharray="3 3"/><g transform="translate({shown:.1f} 9)">'
            f'<circle r="8" fill="{paint("panel")}" stroke="{paint("accent")}" stroke-width="1.4"/>'
            f'<text y="4" text-anchor="middle" font-size="11" font-weight="bold" fill="{paint("accent")}">{number}'
            "</text></g>"
        )
    return "".join(parts)


def _ends(
    seats: Sequence[SeatStory], lines: list[list[tuple[float, float]]], frame: Frame, paint: Paint, *, names: bool
) -> str:
    """The mark of each seat where its line ends, with its name, none over another."""
    order = sorted(range(len(seats)), key=lambda seat: lines[seat][-1][1])
    places: list[float] = []
    for seat in order:
        places.append(max(lines[seat][-1][1], places[-1] + APART if places else 0.0))
    over = max(0.0, places[-1] - frame.bottom)
    for at in range(len(places) - 1, -1, -1):  # what went too low pushes the others up
        most = places[at + 1] - APART if at + 1 < len(places) else frame.bottom
        places[at] = min(places[at], most) if over else places[at]
    parts = []
    for seat, y in zip(order, places, strict=True):
        shown = seats[seat]
        parts.append(_mark(shown, frame.right + 9, y, paint, 7.6))
        if names:
            name = shown["name"] if len(shown["name"]) <= LONGEST else shown["name"][: LONGEST - 1] + "…"
            parts.append(f'<text x="{frame.right + 21:g}" y="{y + 4:.1f}" fill="{paint("ink")}">{escape(name)}</text>')
    return "".join(parts)
