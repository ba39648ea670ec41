"""The pictures of the home page: one position of each game, drawn by our own renderer from a kept record."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import formicarium as fm
from formicarium.engine.errors import UnknownName
from formicarium.scene import Scene, Sheet

FOLDER = Path(__file__).with_name("showcase")
REFERENCE = re.compile(r'(?:href="#|url\(#)([^")]+)')
SEED = 1
SHARE = 0.62  # of a match: late enough that much is on the table


@cache
def picture(game: str, theme: str) -> str:
    """The showcase of a game as SVG."""
    if game not in fm.game_names():
        raise UnknownName("game", game, fm.game_names())
    text = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    return _light(fm.loads(text, seed=SEED, nature=False).view().scene()).svg(theme)


def _light(scene: Scene) -> Scene:
    """The same picture without what nobody sees on the home page: labels, and sprites that it does not use."""
    nodes = tuple(node._replace(label="", actions=()) for node in scene.nodes)
    parts, used = scene.sheet.parts, set[str]()
    wanted = {node.sprite or node.fill.removeprefix("@") for node in nodes} & parts.keys()
    while wanted:
        used |= wanted
        wanted = {name for part in wanted for name in REFERENCE.findall(parts[part])} & parts.keys() - used
    kept = {name: part for name, part in parts.items() if name in used}
    return replace(scene, nodes=nodes, sheet=Sheet(scene.sheet.name, kept, scene.sheet.reach))


@cache
def address(game: str, theme: str) -> str:
    """Where the picture is, with a hash of what it depends on, so that it may be kept for ever."""
    parts = [
        FOLDER / f"{game}.txt",
        *sorted(fm.game(game).folder.glob("**/*.py")),
        fm.game(game).folder / "sprites.svg",
    ]
    version = hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()[:12]
    return f"/picture/{game}-{theme}.svg?v={version}"


def write() -> None:
    """Play a match of greedy bots at each game and keep its first part: `python -m formicarium.server.pictures`."""
    for name in fm.game_names():
        seats = fm.game(name).seats[-1]
        match = fm.Match(name, seats, seed=SEED)
        bots = [fm.bot(name, "greedy", seed=(SEED, seat)) for seat in range(seats)]
        while not match.over:
            seat = match.actors[0]
            match.play(bots[seat].choose(match.view(seat)), seat)
        part = match.at(round(len(match.history) * SHARE))
        (FOLDER / f"{name}.txt").write_text(part.text(), encoding="utf-8")


if __name__ == "__main__":
    write()
