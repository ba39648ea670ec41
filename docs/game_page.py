"""What the site adds to the page of a game: a position to play, its bots, balance and openings, features, speed."""

from __future__ import annotations

import copy
import html
import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import formicarium as fm
from formicarium.engine.events import wording

HERE = Path(__file__).parent
PLAYED = {"antics": 60, "formica": 120, "grasshopper": 24, "sisimizi": 60}  # actions before the position, by bots
CHOICES = 3  # offered at each decision
DECISIONS = 3
ENOUGH = 200  # actions of others between two decisions; no game has so many
TOLD = 6  # sentences, the last of what happened


def on_files(files: Files, config: Any) -> Files:
    """Add the pictures of the positions to play."""
    for name in fm.game_names():
        for path, picture in playable(name)[1].items():
            files.append(File.generated(config, path, content=picture))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Put the parts into the page of a game."""
    if not page.file.src_uri.startswith("games/"):
        return markdown
    name = posixpath.basename(page.file.src_uri).removesuffix(".md")
    nodes, _ = playable(name)
    data = html.escape(json.dumps({"folder": f"../positions/{name}", "nodes": nodes}), quote=True)
    place = (
        "\n## Your turn\n\nYou have the first seat, in the middle of a match. Some of what you can do is offered, with "
        "the share of victory that a bot expects of it; what the others answer, a bot chose.\n\n"
        f'<div class="playable" data-position="{data}"></div>\n'
    )
    markdown = markdown.replace("\n## How to play it here", f"{place}\n## How to play it here", 1)
    return markdown + "\n" + "\n".join([levels(name), balance(name), features(name), speed(name)])


_playable: dict[str, tuple[list[dict[str, Any]], dict[str, str]]] = {}


def playable(name: str) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """A small tree of positions: what was told, the picture, and where each choice leads; and the pictures by path."""
    if name not in _playable:
        nodes: list[dict[str, Any]] = []
        pictures: dict[str, str] = {}
        match = fm.Match(name, seed="documentation")
        others = fm.bot(name, "greedy", seed=1)
        for _ in range(PLAYED[name]):
            seat = match.actors[0]
            match.play(others.choose(match.view(seat)), seat)
        proceed(match, others)
        _grow(match, others, DECISIONS, 0, nodes, pictures, f"positions/{name}")
        _playable[name] = nodes, pictures
    return _playable[name]


def proceed(match: fm.Match, others: Any) -> None:
    """Let the others act, and seat 0 where it has no choice, until seat 0 has one."""
    for _ in range(ENOUGH):
        if match.over or (match.actors[0] == 0 and len(match.legal(0)) > 1):
            return
        seat = match.actors[0]
        match.play(others.choose(match.view(seat)), seat)


def _grow(
    match: fm.Match, others: Any, depth: int, seen: int, nodes: list[Any], pictures: dict[str, str], folder: str
) -> int:
    """Add a position with all that follows from its choices; its number."""
    number = len(nodes)
    told = [str(line) for line in match.told(0, start=seen)][-TOLD:] if seen else []
    node: dict[str, Any] = {"told": told, "choices": []}
    nodes.append(node)
    pictures[f"{folder}/{number}.svg"] = match.view(0).svg()
    if match.over:
        node["told"].append(match.ending())
    elif depth:
        known = len(match.ledger.known(0).standing)
        view, words = match.view(0), match.game.words("en")
        names = [words.seat(seat, match.seats) for seat in range(match.seats)]
        found = fm.bots.adviser(match.game, "steady", seed=1).analyse(view)[:CHOICES]
        for one in sorted(found, key=lambda candidate: int(candidate.action)):
            after = copy.deepcopy(match)
            after.play(one.action, 0)
            proceed(after, others)
            child = _grow(after, others, depth - 1, known, nodes, pictures, folder)
            says = wording(view, one.action, words, names)
            node["choices"].append({"says": says, "hope": f"{one.shares[0]:.0%}", "leads": child})
    return number


def levels(name: str) -> str:
    """The bots of the game."""
    rows = [
        f"| `{level}` | {one.iterations:,} | {one.temperature:g} | {one.haste:g} |"
        for level, one in fm.game(name).levels.items()
    ]
    head = ["| level | iterations before a choice | temperature | haste |", "| --- | ---: | ---: | ---: |"]
    about = "[What the words mean](../bots.md#how-they-think), and [who beats whom](../arena.md)."
    return "\n".join(["## Bots", "", *head, *rows, "", about, ""])


def balance(name: str) -> str:
    """Plots and openings, from docs/balance/GAME.json."""
    found = json.loads((HERE / "balance" / f"{name}.json").read_text(encoding="utf-8"))
    lines = [
        "## Balance and openings",
        "",
        f"{found['matches']} matches between bots of the level `{found['level']}` for each number of seats, made by",
        f"`python docs/balance.py`; `formicarium balance {name}` makes a whole report. Bars are intervals of 95 %;",
        "dashed lines are fair shares.",
        "",
    ]
    for key, about in (
        ("seats", "Share of victory in the order of play"),
        ("length", "Decisions in a match"),
        ("hopes", "What the evaluation gave the later winner, in the course of a match"),
    ):
        picture = found[key].replace('aria-hidden="true"', f'role="img" aria-label="{about}"')
        picture = re.sub(r"\s*\n\s*", " ", picture)  # a blank line would end the figure
        lines += [f'<figure class="plot">{picture}<figcaption>{about}</figcaption></figure>', ""]
    lines += ["| first action | matches | share of victory, where 1 is fair |", "| --- | ---: | ---: |"]
    lines += [f"| `{text}` | {count} | {share:.2f} |" for text, count, share in found["openings"]]
    return "\n".join([*lines, ""])


def features(name: str) -> str:
    """What learning programs see."""
    game = fm.game(name)
    seats = game.seats[-1]
    rows = []
    for feature in game.seen(seats):
        shape = " × ".join(map(str, feature.shape))
        most = feature.most if isinstance(feature.most, int) else max(feature.most)
        rows.append(f"| `{feature.name}` | {shape} | {most} | {feature.meaning} |")
    head = [
        f"## Features\n\nWith {seats} seats, {game.feature_count(seats):,} small numbers, "
        f"and {game.action_count:,} actions. [How programs get them](../research.md).",
        "",
        "| part | shape | at most | what it says |",
        "| --- | --- | ---: | --- |",
    ]
    return "\n".join([*head, *rows, ""])


def speed(name: str) -> str:
    """What the benchmarks say of the game."""
    text = (HERE / "benchmarks.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if re.match(rf"\| {name.capitalize()}, \d seats[^|]*\|", line)]
    head = ["| random matches | matches a second | actions a second |", "| --- | ---: | ---: |"]
    return "\n".join(["## How fast", "", *head, *rows, "", "[How it is measured](../benchmarks.md).", ""])
