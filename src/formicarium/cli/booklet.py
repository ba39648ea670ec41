"""The field guide as a PDF: pages of text with the plates between it, set by matplotlib's fonts.

Blocks of Markdown become things of a known height, these are stacked onto pages, and then the pages are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from formicarium.engine import guide
from formicarium.scene import THEMES
from formicarium.scene.raster import draw_extra, drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from formicarium.engine.game import Game

WIDTH, HEIGHT = 595.0, 842.0  # points: a sheet of A4
TOP, BOTTOM, LEFT, RIGHT = 64.0, 64.0, 118.0, 62.0  # margins; numbers of sections hang in the left one
MEASURE = WIDTH - LEFT - RIGHT
SIZE, LEADING, GAP = 10.5, 14.2, 6.0
PLATE, TALLEST = 262.0, 216.0  # the usual width of a plate, and the most height
PIXELS = 1100  # across a plate
FILES = {
    "": "STIXGeneral.ttf",
    "bold": "STIXGeneralBol.ttf",
    "italic": "STIXGeneralItalic.ttf",
    "code": "DejaVuSansMono.ttf",
}
SMALLER = 0.86  # code beside text
COLOURS = THEMES["light"]


class Word(NamedTuple):
    """A word in its style; `glued` if no blank is before it."""

    text: str
    style: str
    glued: bool


@dataclass
class Thing:
    """Something on a page: its height, the space above it, and how it is drawn with its upper edge at y."""

    height: float
    draw: Callable[[Axes, float], None]
    above: float = 0.0
    keeps: bool = False  # stays on the page of what follows
    floats: bool = False  # may come on the next page, when what follows still fits
    anchor: str = ""


@dataclass
class Sheet:
    """A page: its things, each with its upper edge."""

    things: list[tuple[float, Thing]] = field(default_factory=list)
    end: float = TOP

    def fits(self, group: list[Thing]) -> bool:
        """Whether there is room for them."""
        return not self.things or self.end + sum(thing.above + thing.height for thing in group) <= HEIGHT - BOTTOM

    def add(self, group: list[Thing]) -> None:
        """Put them below what is there."""
        for thing in group:
            self.end += thing.above if self.things else 0
            self.things.append((self.end, thing))
            self.end += thing.height


def write(game: Game, language: str, path: Path) -> int:
    """Write the rules of a game as a PDF; how many pages it has."""
    with draw_extra("a PDF of the rules"):
        from matplotlib.backends.backend_pdf import PdfPages
        from matplotlib.figure import Figure
    pages: dict[str, int] = {}
    sheets = list(_stacked(_things(game, language, pages)))
    for number, sheet in enumerate(sheets, 1):
        pages |= {thing.anchor: number for _, thing in sheet.things if thing.anchor}
    title = game.words(language)("name")
    about = {"Title": title, "Creator": "Formicarium", "CreationDate": None}
    with PdfPages(path, metadata=about) as out:
        for number, sheet in enumerate(sheets, 1):
            figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72)
            axes = figure.add_axes((0, 0, 1, 1))
            axes.set_axis_off()
            axes.set_xlim(0, WIDTH)
            axes.set_ylim(HEIGHT, 0)
            for y, thing in sheet.things:
                thing.draw(axes, y)
            if number > 1:
                _text(axes, LEFT, 40, title, "italic", 9, COLOURS["caption"])
            _text(axes, WIDTH - RIGHT, HEIGHT - 36, f"{number}", "", 9, COLOURS["caption"], align="right")
            out.savefig(figure)
    return len(sheets)


def _stacked(things: Iterable[Thing]) -> Iterator[Sheet]:
    """Pages with as much on them as fits. What keeps to the next thing goes along with it; a plate may come later."""
    sheet, waiting = Sheet(), list[Thing]()
    for group in _grouped(things):
        if sheet.fits(group):
            sheet.add(group)
        elif group[0].floats and not waiting:
            waiting = group
        else:
            yield sheet
            sheet = Sheet()
            sheet.add(waiting)
            waiting = []
            sheet.add(group)
    yield sheet
    if waiting:
        sheet = Sheet()
        sheet.add(waiting)
        yield sheet


def _grouped(things: Iterable[Thing]) -> Iterator[list[Thing]]:
    group: list[Thing] = []
    for thing in things:
        group.append(thing)
        if not thing.keeps:
            yield group
            group = []


def _things(game: Game, language: str, pages: dict[str, int]) -> Iterator[Thing]:
    sections = guide.sections(game, language)
    numbers = {name: number for number, name in enumerate(guide.captions(game, language), 1)}
    for section in sections:
        if section.number:
            yield _heading(section)
        else:
            yield _title(section.title)
        for number, part in enumerate(guide.PICTURE.split(section.text)):
            if number % 3 == 0:  # then a caption, then the name of its plate
                yield from _blocks(part)
            elif number % 3 == 2:
                yield _plate(game, language, part, numbers[part], section.plates[part])
        if not section.number:
            yield _contents(sections[1:], pages)


def _title(title: str) -> Thing:
    lines = _wrapped([Word(word, "", False) for word in title.split()], MEASURE, 30)

    def draw(axes: Axes, y: float) -> None:
        for number, line in enumerate(lines):
            _line(axes, LEFT, y + 30 + number * 36, line, 30)
        axes.plot([LEFT, WIDTH - RIGHT], [y + 14 + 36 * len(lines)] * 2, color=COLOURS["ink"], linewidth=0.7)

    return Thing(30 + 36 * len(lines), draw, keeps=True)


def _heading(section: guide.Section) -> Thing:
    size = 16.0 if section.depth == 2 else 12.5

    def draw(axes: Axes, y: float) -> None:
        _text(axes, LEFT - 14, y + size, section.number, "", size, COLOURS["accent"], align="right")
        _text(axes, LEFT, y + size, section.title, "" if section.depth == 2 else "bold", size)

    return Thing(size + 8, draw, above=24 if section.depth == 2 else 14, keeps=True, anchor=section.anchor)


def _contents(sections: Sequence[guide.Section], pages: dict[str, int]) -> Thing:
    """The list of sections, with the pages that they turn out to be on."""

    def draw(axes: Axes, y: float) -> None:
        for number, section in enumerate(sections):
            baseline, inset = y + 12 + number * 15, 18.0 * (section.depth - 2)
            _text(axes, LEFT + inset, baseline, section.number, "", SIZE, COLOURS["accent"])
            _text(axes, LEFT + inset + 26, baseline, section.title, "", SIZE)
            _text(
                axes, WIDTH - RIGHT, baseline, f"{pages[section.anchor]}", "", SIZE, COLOURS["caption"], align="right"
            )

    return Thing(15.0 * len(sections) + 8, draw, above=14)


def _plate(game: Game, language: str, name: str, number: int, caption: str) -> Thing:
    plate = guide.find_plate(game, name)
    _, _, wide, high = plate.show
    width = MEASURE if wide > 2.4 * high else min(PLATE, TALLEST * wide / high)
    height, left = width * high / wide, LEFT + (MEASURE - (MEASURE if wide > 2.4 * high else width)) / 2
    svg = plate.picture(language).svg("light", targets=True)
    words = [*_words(f"{number}", "bold"), *_words(caption, "italic")]
    lines = _wrapped(words, MEASURE - 40, 9.5)

    def draw(axes: Axes, y: float) -> None:
        from matplotlib.image import imread

        picture = imread(BytesIO(drawn(svg, PIXELS)))[:, :, :3]
        axes.imshow(picture, extent=(left, left + width, y + height, y), aspect="auto", interpolation="none")
        axes.set_xlim(0, WIDTH)
        axes.set_ylim(HEIGHT, 0)
        corners = [left, left + width, left + width, left, left], [y, y, y + height, y + height, y]
        axes.plot(*corners, color=COLOURS["line"], linewidth=0.8)
        for row, line in enumerate(lines):
            across = _width(line, 9.5)
            _line(axes, LEFT + (MEASURE - across) / 2, y + height + 14 + row * 12.5, line, 9.5, COLOURS["caption"])

    return Thing(height + 10 + 12.5 * len(lines), draw, above=10, floats=True)


# Markdown


def _blocks(text: str) -> Iterator[Thing]:
    """The paragraphs, lists and tables of a text."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    marks: list[int] = []  # of the lists that are open: the next number, 0 for bullets
    item = ""  # the mark of the item that begins
    rows: list[list[list[Word]]] = []
    for token in tokens:
        if token.type == "bullet_list_open":
            marks.append(0)
        elif token.type == "ordered_list_open":
            marks.append(1)
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            marks.pop()
        elif token.type == "list_item_open":
            item = f"{marks[-1]}." if marks[-1] else "•"
            marks[-1] += marks[-1] > 0
        elif token.type == "table_open":
            rows = []
        elif token.type == "tr_open":
            rows.append([])
        elif token.type == "table_close":
            yield from _table(rows)
            rows = []
        elif token.type == "inline":
            if rows:
                rows[-1].append(_inline(token))
            else:
                yield _paragraph(_inline(token), 16.0 * len(marks), item)
                item = ""


def _inline(token: Token) -> list[Word]:
    words: list[Word] = []
    style, open_end = "", False
    for child in token.children or []:
        if child.type in ("strong_open", "em_open"):
            style = "bold" if child.type == "strong_open" else "italic"
        elif child.type in ("strong_close", "em_close"):
            style = ""
        elif child.type == "softbreak":
            open_end = False
        else:
            said = child.content
            found = _words(said, "code" if child.type == "code_inline" else style)
            if found and open_end and not said[0].isspace():
                found[0] = found[0]._replace(glued=True)
            words += found
            open_end = bool(said) and not said[-1].isspace()
    return words


def _words(text: str, style: str = "") -> list[Word]:
    return [Word(word, style, False) for word in text.split()]


def _paragraph(words: list[Word], inset: float, mark: str) -> Thing:
    lines = _wrapped(words, MEASURE - inset, SIZE)

    def draw(axes: Axes, y: float) -> None:
        if mark:
            _text(axes, LEFT + inset - 6, y + SIZE, mark, "", SIZE, COLOURS["accent"], align="right")
        for number, line in enumerate(lines):
            _line(axes, LEFT + inset, y + SIZE + number * LEADING, line, SIZE)

    return Thing(LEADING * len(lines), draw, above=3.0 if inset else GAP)


def _table(rows: list[list[list[Word]]]) -> Iterator[Thing]:
    """A thing for each row; columns as wide as they need to be, the widest shrinks."""
    columns, between = len(rows[0]), 16.0
    rows = [[[word._replace(style="bold") for word in cell] for cell in rows[0]], *rows[1:]]
    widths = [max(_width(row[column], SIZE) for row in rows) for column in range(columns)]
    room = MEASURE - between * (columns - 1)
    while sum(widths) > room:
        widest = max(range(columns), key=widths.__getitem__)
        widths[widest] -= min(8.0, sum(widths) - room)
    starts = [LEFT + sum(widths[:column]) + between * column for column in range(columns)]
    right = starts[-1] + widths[-1]
    for number, row in enumerate(rows):
        cells = [_wrapped(cell, width + 0.5, SIZE) for cell, width in zip(row, widths, strict=True)]
        yield _row(cells, starts, right, number, len(rows))


def _row(cells: list[list[list[Word]]], starts: list[float], right: float, number: int, count: int) -> Thing:
    height = LEADING * max(map(len, cells)) + 6

    def draw(axes: Axes, y: float) -> None:
        for cell, x in zip(cells, starts, strict=True):
            for place, line in enumerate(cell):
                _line(axes, x, y + SIZE + 3 + place * LEADING, line, SIZE)
        axes.plot([LEFT, right], [y + height] * 2, color=COLOURS["line"], linewidth=0.6)

    return Thing(height, draw, above=GAP if number == 0 else 0.0, keeps=number in (0, count - 2) and number < count - 1)


# Lines


def _wrapped(words: list[Word], width: float, size: float) -> list[list[Word]]:
    """Words in lines that fit; what is glued to a word stays with it."""
    lines: list[list[Word]] = [[]]
    clusters: list[list[Word]] = []
    for word in words:
        if word.glued and clusters:
            clusters[-1].append(word)
        else:
            clusters.append([word])
    for cluster in clusters:
        if lines[-1] and _width([*lines[-1], *cluster], size) > width:
            lines.append([])
        lines[-1] += cluster
    return lines


def _width(words: Sequence[Word], size: float) -> float:
    blanks = sum(_blank(one, other) for one, other in pairwise(words))
    return (sum(_length(word.text, word.style) for word in words) + blanks) * size


def _blank(one: Word, other: Word) -> float:
    """How much lies between two words, in a size of 1."""
    if other.glued:
        return 0.0
    return _length(" ", one.style if one.style == other.style else "")


def _line(axes: Axes, x: float, y: float, words: Sequence[Word], size: float, colour: str = "") -> None:
    """Words on a line; neighbours of one style are one text."""
    runs: list[tuple[float, str, str]] = []
    for number, word in enumerate(words):
        if number and not word.glued and words[number - 1].style == word.style:
            runs[-1] = runs[-1][0], f"{runs[-1][1]} {word.text}", word.style
        else:
            before = _blank(words[number - 1], word) if number else 0.0
            runs.append((x + _width(words[:number], size) + before * size, word.text, word.style))
    for start, text, style in runs:
        _text(axes, start, y, text, style, size, colour)


def _text(
    axes: Axes, x: float, y: float, text: str, style: str, size: float, colour: str = "", *, align: str = "left"
) -> None:
    from matplotlib.font_manager import FontProperties

    scale = SMALLER if style == "code" else 1.0
    font = FontProperties(fname=_file(style), size=size * scale)
    colour = colour or COLOURS["ink"]
    axes.text(x, y, text, fontproperties=font, color=colour, ha=align, va="baseline", parse_math=False)


@cache
def _length(text: str, style: str) -> float:
    """How far a text goes, in a size of 1: the sum of its letters as the font says them."""
    from matplotlib.font_manager import get_font
    from matplotlib.ft2font import LoadFlags

    font = get_font(_file(style))
    font.set_size(100, 72)
    glyphs = (font.load_char(ord(letter), flags=LoadFlags.NO_HINTING) for letter in text)
    scale = SMALLER if style == "code" else 1.0
    return sum(glyph.linearHoriAdvance for glyph in glyphs) / 65536 / 100 * scale


@cache
def _file(style: str) -> str:
    import matplotlib

    return str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / FILES[style])
