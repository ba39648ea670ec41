"""The field guide of a game: the sections of its rules, and the plates that illustrate them.

The rules lie in `texts/<language>/rules.md`. A heading may end in its anchor, `## A bridge {#bridge}`, and a plate
stands there as a picture, `![its caption](bridge)`. What it shows is the same in every language: a match in
`plates.txt` of the game's folder, which holds a record for each plate. Beside what every record says, its header names

    [Plate "bridge"]            the plate
    [Viewer "0"]                the seat that looks at it
    [Try "yes"]                 whether that seat is to act, so that a reader may try what comes next
    [Light "bridge k12, hill"]  which actions glow, by their beginnings; `-` for none, all of them without the tag
    [Show "28 74 980 799"]      what is seen of the picture: x, y, width and height
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from formicarium.engine.record_file import loads, read, records
from formicarium.errors import UnknownName
from formicarium.scene import Box, Scene, cut

if TYPE_CHECKING:
    from formicarium.engine.game import Game
    from formicarium.engine.match import Match

PLATES = "plates.txt"
SEED = "plate"  # nature goes on from here when somebody tries what comes next
HEADING = re.compile(r"(#{1,3}) (.+?)(?: \{#([a-z-]+)\})?")
PICTURE = re.compile(r"(?m)^!\[(.+)\]\(([a-z-]+)\)$")


class Section(NamedTuple):
    """A piece of the rules under one heading."""

    anchor: str
    number: str  # of a chapter `3`, of a section in it `3.1`, of what comes before all chapters nothing
    title: str
    text: str  # Markdown, without the heading; a plate stands in it as a line of its own

    @property
    def depth(self) -> int:
        """Of its heading: 1 of the whole, 2 of a chapter, 3 of a section in it."""
        return 1 + len(self.number.split(".")) if self.number else 1

    @property
    def plates(self) -> dict[str, str]:
        """The captions of its plates by their names."""
        return {found[2]: found[1] for found in PICTURE.finditer(self.text)}


@cache
def sections(game: Game, language: str) -> tuple[Section, ...]:
    """The rules of a game in a language, section by section; the first has the title of the game."""
    found: list[Section] = []
    lines: list[str] = []
    chapter = part = 0
    for line in game.words(language).rules.splitlines():
        heading = HEADING.fullmatch(line)
        if not heading:
            lines.append(line)
            continue
        _close(found, lines)
        depth, title = len(heading[1]), heading[2]
        chapter, part = chapter + (depth == 2), 0 if depth == 2 else part + (depth == 3)
        number = {1: "", 2: f"{chapter}"}.get(depth, f"{chapter}.{part}")
        found.append(Section(heading[3] or _anchor(title), number, title, ""))
    _close(found, lines)
    return tuple(found)


def _close(found: list[Section], lines: list[str]) -> None:
    if found:
        found[-1] = found[-1]._replace(text="\n".join(lines).strip() + "\n")
    lines.clear()


def _anchor(title: str) -> str:
    """The anchor of a heading that names none."""
    return "-".join(re.findall(r"\w+", title.lower()))


def captions(game: Game, language: str) -> dict[str, str]:
    """The captions of all plates by their names, in the order of the rules: that of the numbers of plates."""
    return {name: caption for section in sections(game, language) for name, caption in section.plates.items()}


def readable(game: Game, language: str, *, plate: str = "▧") -> str:
    """The rules as Markdown to read where no pictures are: numbered headings, captions after a sign for the plate."""
    whole = []
    for section in sections(game, language):
        whole.append(f"{'#' * section.depth} {section.number} {section.title}".replace("  ", " "))
        whole.append(PICTURE.sub(rf"*{plate} \1*", section.text))
    return "\n".join(whole)


@dataclass(frozen=True)
class Plate:
    """A plate: a position, who looks at it, and what is seen of it."""

    name: str
    viewer: int
    live: bool  # whether the viewer is to act
    light: tuple[str, ...]  # the beginnings of actions that glow
    show: Box  # what is seen of the picture
    record: str = field(repr=False)

    def match(self) -> Match:
        """The match as it stands on the plate; nature has not acted yet if it is her turn."""
        return loads(self.record, seed=SEED, nature=False)

    def picture(self, language: str) -> Scene:
        """What is seen, with the actions that glow."""
        scene = cut(self.match().view(self.viewer).scene(language), self.show)
        return replace(scene, nodes=tuple(node._replace(actions=self._lit(node.actions)) for node in scene.nodes))

    def _lit(self, actions: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(action for action in actions if action.startswith(self.light))


@cache
def plates(game: Game) -> dict[str, Plate]:
    """The plates of a game by their names; none if it has no file of them."""
    path = game.folder / PLATES
    if not path.exists():
        return {}
    return {plate.name: plate for plate in map(_plate, records(path.read_text(encoding="utf-8")))}


def find_plate(game: Game, name: str) -> Plate:
    """A plate by its name."""
    if name not in plates(game):
        raise UnknownName("plate", name, list(plates(game)))
    return plates(game)[name]


def _plate(record: str) -> Plate:
    tags = read(record).tags
    light = tags.get("Light", "")
    x, y, width, height = tags["Show"].split()
    return Plate(
        tags["Plate"],
        int(tags["Viewer"]),
        tags["Try"] == "yes",
        ("\0",) if light == "-" else tuple(part.strip() for part in light.split(",")),
        (float(x), float(y), float(width), float(height)),
        record,
    )
