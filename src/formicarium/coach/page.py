"""Page: a review as one HTML file that needs nothing else, its parts for pages of a server, a picture to share."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape  # nosec B406  # writes, does not read

from formicarium.coach import curve
from formicarium.coach.review import Review
from formicarium.coach.story import Story, narrate, number, percent, words
from formicarium.engine.match import Match
from formicarium.errors import MissingExtra
from formicarium.scene import THEMES
from formicarium.scene.svg import SERIF

try:
    import jinja2
except ImportError:  # said now: later is too late, when everything has been searched
    raise MissingExtra("arena", "pages of reviews") from None

HERE = Path(__file__).with_name("plate")
WIDE, NARROW = (900, 200), (390, 170)  # a curve for a desk, and one for a phone …
LOW = (1000, 150), (390, 120)  # … and both below a board
CARD = 1200, 630  # a picture to share
LETTERS = 37  # of a line beside a picture
LINES = 6  # of those

Pictures = Mapping[tuple[int, int], Mapping[str, str]]  # by ply and eyes, the address of a picture in each theme


class Bar(NamedTuple):
    """Where a bar lies, in a frame from -50 to 50."""

    x: float
    width: float


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )


def style() -> str:
    """What the parts look like."""
    return (HERE / "parts.css").read_text(encoding="utf-8")


def parts(story: Story, pictures: Pictures) -> dict[str, str]:
    """The parts of a review as HTML for a page that steps through it: what can be shown on its board is a link."""
    values = _values(story, pictures, LOW, linked=True)
    module = _environment().get_template("parts.html").make_module(values)
    names = ("curve", "sum", "turning", "decisions", "readable", "data")
    return {name: str(getattr(module, name)()) for name in names}


def page(found: Review, match: Match, language: str = "en", names: Sequence[str] | None = None) -> str:
    """A review as one HTML file in light and dark, with small pictures of its turning points."""
    story = narrate(found, match, language, names)
    called = [seat["name"] for seat in story["seats"]]
    pictures = {
        (point["ply"], point["eyes"]): {
            theme: _address(match.at(point["ply"]).view(point["eyes"]).svg(theme, language, called))
            for theme in ("light", "dark")
        }
        for point in story["turning"]
    }
    say = words(language)
    facts = [say("page.facts", actions=story["plies"]), *(match.tags[tag] for tag in ("Date",) if tag in match.tags)]
    values = _values(story, pictures, (WIDE, NARROW), linked=False)
    colours = {
        theme: "".join(f"--{name}:{colour};" for name, colour in THEMES[theme].items()) for theme in ("light", "dark")
    }
    own = (HERE / "page.css").read_text(encoding="utf-8")
    template = _environment().get_template("page.html")
    return template.render(**values, facts=facts, colours=colours, style=style() + own)


def _address(svg: str) -> str:
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _values(story: Story, pictures: Pictures, sizes: Sequence[tuple[int, int]], *, linked: bool) -> dict[str, Any]:
    say = words(story["language"])
    most = max(100.0, *(abs(value) for line in story["sum"] for value in line["percent"]))
    return {
        "story": story,
        "say": say,
        "linked": linked,
        "pictures": pictures,
        "wide": curve.picture(story, *sizes[0]),
        "narrow": curve.picture(story, *sizes[1], names=False),
        "discs": [curve.disc(seat) for seat in story["seats"]],
        "rows": _rows(story),
        "percent": lambda value: percent(say, value),
        "number": lambda value: number(say, value),
        "signed": lambda value, part: _signed(story, value, part),
        "bar": lambda value: Bar(round(min(0.0, 50 * value / most), 2), round(abs(50 * value / most), 2)),
    }


def _signed(story: Story, value: float, part: str) -> str:
    shown = number(words(story["language"]), abs(value))
    if part in ("start", "result"):
        return shown
    return f"{'−' if value < 0 else '+'}{shown}" if value else shown


def _rows(story: Story) -> list[tuple[int, list[float | None]]]:
    """The curve as a table: who knew what chance, after so many actions."""
    rows: dict[int, list[float | None]] = {}
    for seat in story["seats"]:
        for ply, chance in seat["curve"]:
            rows.setdefault(ply, [None] * len(story["seats"]))[seat["seat"]] = chance
    return sorted(rows.items())


# A picture to share


def card(story: Story, board: str, theme: str = "light") -> str:
    """The review as a picture to share, as SVG: the curve, and beside it what turned the match most, with its board."""
    colours = THEMES[theme]
    say, (width, height) = words(story["language"]), CARD
    line = curve.picture(story, 700, 330, lambda token: colours[token], alone=False)
    parts = [
        f'<rect width="{width}" height="{height}" fill="{colours["paper"]}"/>',
        *(
            f'<rect x="{gap}" y="{gap}" width="{width - 2 * gap}" height="{height - 2 * gap}" fill="none"'
            f' stroke="{colours["line"]}" stroke-width="{thick}"/>'
            for gap, thick in ((18, 3), (26, 1))
        ),
        _text(60, 84, say("page.kicker").upper(), 20, colours["accent"], 'letter-spacing="3"'),
        _text(60, 138, story["title"], 50, colours["ink"], f'font-family="{SERIF}"'),
        _placed(line, 50, 196, 700, 330),
    ]
    turned = biggest(story)
    if turned is not None:
        number_, point = turned
        parts.append(f'<rect x="790" y="70" width="350" height="330" rx="6" fill="{colours["panel"]}"/>')
        parts.append(_placed(board, 798, 78, 334, 314))
        parts.append(_text(790, 440, say("page.figure", number_), 22, colours["accent"], f'font-family="{SERIF}"'))
        for at, text in enumerate(_broken(point["sentence"])):
            parts.append(_text(790, 470 + 25 * at, text, 18, colours["ink"]))
    sums = [
        f"{seat['name']} {percent(say, share / 100)}"
        for seat, share in zip(story["seats"], story["sum"][-1]["percent"], strict=True)
    ]
    parts.append(_text(60, 580, f"{say('sum.result')}: {', '.join(sums)}", 20, colours["caption"]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="system-ui, sans-serif">{"".join(parts)}</svg>'
    )


def biggest(story: Story) -> tuple[int, Any] | None:
    """The turning point that changed most, with the number of its figure."""
    numbered = list(enumerate(story["turning"], 1))
    return max(numbered, key=lambda one: abs(one[1]["change"]), default=None)


def _placed(svg: str, x: float, y: float, width: float, height: float) -> str:
    """A picture within another."""
    head, _, rest = svg.strip().partition(">")
    box = head.partition('viewBox="')[2].partition('"')[0]
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" viewBox="{box}"'
    return f'<svg {place} font-family="system-ui, sans-serif" font-size="12">{rest}'


def _text(x: float, y: float, text: str, size: float, colour: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" {more}>{escape(text)}</text>'


def _broken(text: str) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > LETTERS:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines if len(lines) <= LINES else [*lines[: LINES - 1], lines[LINES - 1] + " …"]
