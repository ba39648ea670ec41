"""Makes the page about the architecture from the code: a picture of its import graph, and six walks through it."""

from __future__ import annotations

import ast
import importlib.util
import tomllib
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import grimp

ROOT = "formicarium"  # its names are those of the layers below it, at one place
BESIDE = (ROOT, "formicarium.__main__", "formicarium.server")  # modules of no layer: they hold nothing of their own
CELL, LEFT, TOP = 30, 150, 96  # of the picture

# Each in passages; a passage goes down through the layers and up again, once.
WALKS: dict[str, tuple[str, dict[str, list[str]]]] = {
    "A move in the library": (
        '`match.play("hill c2")`',
        {
            "It is read": [
                "formicarium.engine.match:Match.play",
                "formicarium.core.actions:ActionSpace.parse",
            ],
            "It is checked": [
                "formicarium.engine.position:Position.allows",
                "formicarium.core.kernel:legal",
            ],
            "It is made": [
                "formicarium.engine.ledger:Ledger.make",
                "formicarium.core.kernel:apply",
            ],
            "Nature answers": [
                "formicarium.engine.match:Match.let_nature_act",
            ],
        },
    ),
    "A click": (
        "from the socket of who acts to the sockets of all",
        {
            "What is asked is done and stored": [
                "formicarium.server.web.live:Connection.receive",
                "formicarium.server.room.room:Room.do",
                "formicarium.server.room.changes:Act.make",
                "formicarium.server.table.table:Table.act",
                "formicarium.engine.match:Match.play",
                "formicarium.server.store.schema:log_writes",
                "formicarium.server.store.storage:Storage.commit",
            ],
            "All hear of it": [
                "formicarium.server.room.room:Room.tell",
                "formicarium.server.wire.bus:LocalBus.publish",
                "formicarium.server.web.live:Connection.tell",
            ],
            "Each is told what it sees of it": [
                "formicarium.server.web.live:Connection._send_now",
                "formicarium.server.wire.frames:Album.steps",
                "formicarium.server.wire.looks:look_at",
                "formicarium.engine.position:View.scene",
                "formicarium.server.wire.telling:Telling.line",
                "formicarium.server.wire.looks:difference",
                "formicarium.server.wire.messages:encode",
            ],
        },
    ),
    "A bot's turn": (
        "at a live table",
        {
            "It is noticed": [
                "formicarium.server.room.turns:Turns.look_at",
                "formicarium.server.room.turns:Turns.let_bots_think",
                "formicarium.server.store.leases:Leases.claim",
                "formicarium.engine.match:Match.view",
            ],
            "A process thinks": [
                "formicarium.server.room.thinking:Thinkers.choose",
                "formicarium.server.room.thoughts:choose",
                "formicarium.bots.ladder:bot",
                "formicarium.bots.search:SearchBot.choose",
                "formicarium.search.tree:search",
            ],
            "The bot acts": [
                "formicarium.server.room.room:Room.do",
                "formicarium.server.room.changes:BotActs.make",
                "formicarium.server.table.table:Table.act",
            ],
        },
    ),
    "A match in the arena": (
        "`formicarium arena sisimizi`",
        {
            "": [
                "formicarium.cli.study:arena",
                "formicarium.arena.contest:arrange",
                "formicarium.arena.tournament:hold",
                "formicarium.arena.crew:carry_out",
                "formicarium.arena.matches:play",
                "formicarium.bots.ladder:bot",
                "formicarium.engine.match:Match.play",
                "formicarium.arena.contest:Contest.add",
                "formicarium.arena.results:write",
            ],
        },
    ),
    "A record": (
        "`fm.load(path)`",
        {
            "": [
                "formicarium.engine.record_file:load",
                "formicarium.engine.record_file:read",
                "formicarium.engine.record_file:Record.begin",
                "formicarium.engine.record_file:replay",
                "formicarium.engine.match:Match.play",
                "formicarium.engine.record_file:Record.check_result",
            ],
        },
    ),
    "A step of a batch": (
        '`fm.vector("sisimizi", 1024).step(actions)`',
        {
            "The actions are checked": [
                "formicarium.engine.vector:Vector.step",
                "formicarium.core.batch:illegal",
            ],
            "They are made": [
                "formicarium.engine.helpers:Helpers.everywhere",
                "formicarium.core.batch:run",
                "formicarium.core.team:take",
                "formicarium.core.batch:act",
                "formicarium.core.kernel:apply",
                "formicarium.core.batch:proceed",
                "formicarium.core.kernel:mask",
            ],
        },
    ),
}


def layers() -> list[str]:
    """From the top down, as the contracts have them; those of the server stand where it stands."""
    settings = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    inner = {contract["containers"][0]: contract["layers"] for contract in contracts if contract["type"] == "layers"}
    parts = [name for layer in inner[f"{ROOT}.server"] for name in layer.split(" | ")]
    names = [name for layer in inner[ROOT] for name in layer.split(" | ")]
    at = names.index("server")
    return [*names[:at], *(f"server.{name}" for name in parts), *names[at + 1 :]]


LAYERS = layers()


def imports() -> set[tuple[str, str]]:
    """Which module imports from which; a name of the root counts for the module that it comes from."""
    graph = grimp.build_graph(ROOT)
    home = dict(_taken(_tree(ROOT)))
    found = set()
    for module in graph.modules - set(BESIDE):
        direct = graph.find_modules_directly_imported_by(module)
        found |= {(module, imported) for imported in direct - set(BESIDE)}
        if ROOT in direct:
            found |= {(module, home[name]) for name in _names_of_root(_tree(module)) if name in home}
    return found


def layer(module: str) -> str:
    """The layer to which a module belongs."""
    inner = module.removeprefix(f"{ROOT}.")
    for name in LAYERS:
        if inner == name or inner.startswith(f"{name}."):
            return name
    raise LookupError(f"{module} stands in no layer: give it one in the contracts of pyproject.toml")


def _tree(module: str) -> ast.Module:
    spec = importlib.util.find_spec(module)
    assert spec and spec.origin
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8"))


def _taken(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What is imported by name, as it is called here, and the module that it comes from or is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, f"{ROOT}.{alias.name}" if node.module == ROOT else node.module


def _names_of_root(tree: ast.Module) -> set[str]:
    """What a module takes from the root: `from formicarium import Match`, or `fm.Match`."""
    found = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_root(node.value)}
    return found | {name for name, module in _taken(tree) if module == f"{ROOT}.{name}"}


def _is_root(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "fm"


def picture() -> str:
    """Who imports whom, as a matrix: since every layer imports only from those below, all marks are on one side."""
    counts = Counter((layer(module), layer(imported)) for module, imported in imports())
    side = CELL * len(LAYERS)
    marks, labels = [], []
    for row, name in enumerate(LAYERS):
        y, shown = TOP + CELL * row + CELL / 2, escape(name.replace("server.", ""))
        labels.append(f'<text x="{LEFT - 8}" y="{y + 4:g}" class="row">{shown}</text>')
        labels.append(
            f'<text transform="translate({LEFT + CELL * row + CELL / 2 + 4:g},{TOP - 8}) rotate(-60)">{shown}</text>'
        )
        marks.append(
            f'<rect class="self" x="{LEFT + CELL * row}" y="{TOP + CELL * row}" width="{CELL}" height="{CELL}"/>'
        )
        for column, other in enumerate(LAYERS):
            count = counts[name, other]
            if count and row != column:
                x, radius = LEFT + CELL * column + CELL / 2, min(CELL / 2 - 2, 4 + count**0.5)
                told = f"{name} imports {other} in {count} place{'s' * (count > 1)}"
                marks.append(f'<g><title>{told}</title><circle cx="{x:g}" cy="{y:g}" r="{radius:.1f}"/>')
                marks.append(f'<text class="count" x="{x:g}" y="{y + 3.5:g}">{count}</text></g>')
    server = [LAYERS.index(name) for name in LAYERS if name.startswith("server.")]
    at, size = CELL * server[0], CELL * len(server)
    frame = f'x="{LEFT + at}" y="{TOP + at}" width="{size}" height="{size}"'
    width, height = LEFT + side + 20, TOP + side + 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'aria-label="Which layer of Formicarium imports from which">\n'
        "<style>text{font:13px sans-serif;fill:#2A2823}.row{text-anchor:end}.count{font-size:10px;text-anchor:middle;"
        "fill:#FCF9F1}circle{fill:#A4530F}.self{fill:#E4DAC4}.server{fill:none;stroke:#665F50;stroke-dasharray:4 3}"
        ".grid{fill:#FCF9F1;stroke:#CFC4AC}.caption{font-style:italic;fill:#665F50}</style>\n"
        f'<rect width="{width}" height="{height}" fill="#F6F1E4"/>\n'
        f'<rect class="grid" x="{LEFT}" y="{TOP}" width="{side}" height="{side}"/>\n'
        f'<text class="caption" x="12" y="{TOP - 8}">imports …</text>\n'
        + "\n".join([*labels, *marks])
        + f'\n<rect class="server" {frame}/>\n</svg>\n'
    )


def page() -> str:
    """The page: the picture, the layers in words, and the walks."""
    lines = [
        "# Architecture",
        "",
        "Each layer imports only from those below it; `lint-imports` keeps that. This page is made from the code by",
        "`python docs/write.py`: the picture from its import graph, where a name of `formicarium` itself counts for",
        "the module that it comes from; the walks from the first lines of what they pass.",
        "",
        "![Which layer imports from which: all marks are on one side](pictures/architecture.svg)",
        "",
        "| layer | what it is |",
        "| --- | --- |",
    ]
    for name in LAYERS:
        lines.append(f"| `{name.replace('.', '/')}` | {_first_line(importlib.import_module(f'formicarium.{name}'))} |")
    lines += [
        *("", "## Six walks", ""),
        "Where to look when something is to be changed: what is passed, in order. Each passage goes down through the",
        "layers and up again, once. A test walks all six ways, and finds what stands here.",
    ]
    for title, (what, passages) in WALKS.items():
        said, number = f"{what[0].upper()}{what[1:]}.", 0
        lines += ["", f"### {title}", "", said, "", "| | where | what it does |", "| ---: | --- | --- |"]
        for passage, steps in passages.items():
            lines += [f"| | *{passage}* | |"] if passage else []
            for step in steps:
                number += 1
                module, _, name = step.partition(":")
                shown = f"`{module.removeprefix('formicarium.')}`: `{name}`"
                lines.append(f"| {number} | {shown} | {_first_line(_find(module, name))} |")
    return "\n".join(lines) + "\n"


def _find(module: str, name: str) -> Any:
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _first_line(thing: Any) -> str:
    text = getattr(thing, "py_func", thing).__doc__ or ""
    return " ".join(text.strip().partition("\n\n")[0].split()).replace("|", "\\|")
