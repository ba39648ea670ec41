"""Makes the page about the architecture from the code: a picture of its import graph, and six walks through it."""

from __future__ import annotations

import importlib
from collections import Counter
from html import escape
from typing import Any

import grimp

# From the top down, as the contracts in pyproject.toml have them; those of the server stand within it.
LAYERS = [
    "cli", "server.run", "server.web", "server.room", "server.wire", "server.store", "server.table", "conformance",
    "train", "arena", "interop", "coach", "bots", "games", "engine", "scene", "search", "core", "errors",
]  # fmt: skip
CELL, LEFT, TOP = 30, 150, 96  # of the picture

WALKS = {
    "A move in the library": (
        '`match.play("hill c2")`',
        [
            "formicarium.engine.match:Match.play",
            "formicarium.core.actions:ActionSpace.parse",
            "formicarium.engine.position:Position.allows",
            "formicarium.core.kernel:legal",
            "formicarium.engine.ledger:Ledger.make",
            "formicarium.core.kernel:apply",
            "formicarium.engine.match:Match.let_nature_act",
        ],
    ),
    "A click": (
        "from the socket of who acts to the sockets of all",
        [
            "formicarium.server.web.live:Connection.receive",
            "formicarium.server.room.room:Room.do",
            "formicarium.server.room.changes:Act.make",
            "formicarium.server.table.table:Table.act",
            "formicarium.engine.match:Match.play",
            "formicarium.server.store.schema:log_writes",
            "formicarium.server.store.storage:Storage.commit",
            "formicarium.server.room.room:Room.tell",
            "formicarium.server.wire.bus:LocalBus.publish",
            "formicarium.server.web.live:Connection.tell",
            "formicarium.server.wire.frames:Album.steps",
            "formicarium.server.wire.telling:Telling.lines",
            "formicarium.server.wire.looks:difference",
            "formicarium.server.wire.messages:encode",
        ],
    ),
    "A bot's turn": (
        "at a live table",
        [
            "formicarium.server.room.turns:Turns.look_at",
            "formicarium.server.room.turns:Turns.let_bots_think",
            "formicarium.server.store.leases:Leases.claim",
            "formicarium.engine.match:Match.view",
            "formicarium.server.room.thinking:Thinkers.choose",
            "formicarium.server.room.thoughts:choose",
            "formicarium.bots.ladder:bot",
            "formicarium.bots.search:SearchBot.choose",
            "formicarium.search.tree:search",
            "formicarium.server.room.room:Room.do",
            "formicarium.server.room.changes:BotActs.make",
        ],
    ),
    "A match in the arena": (
        "`formicarium arena sisimizi`",
        [
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
    ),
    "A record": (
        "`fm.load(path)`",
        [
            "formicarium.engine.record_file:load",
            "formicarium.engine.record_file:read",
            "formicarium.engine.record_file:Record.begin",
            "formicarium.engine.record_file:replay",
            "formicarium.engine.match:Match.play",
            "formicarium.engine.record_file:Record.check_result",
        ],
    ),
    "A step of a batch": (
        '`fm.vector("sisimizi", 1024).step(actions)`',
        [
            "formicarium.engine.vector:Vector.step",
            "formicarium.core.batch:illegal",
            "formicarium.engine.helpers:Helpers.everywhere",
            "formicarium.core.batch:run",
            "formicarium.core.team:take",
            "formicarium.core.batch:act",
            "formicarium.core.kernel:apply",
            "formicarium.core.batch:proceed",
            "formicarium.core.kernel:mask",
        ],
    ),
}


def picture() -> str:
    """Who imports whom, as a matrix: since every layer imports only from those below, all marks are on one side."""
    graph = grimp.build_graph("formicarium")
    counts: Counter[tuple[str, str]] = Counter()
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            counts[_layer(module), _layer(imported)] += 1
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


def _layer(module: str) -> str:
    """The layer to which a module belongs, empty for those beside all layers."""
    inner = module.removeprefix("formicarium.")
    return next((name for name in LAYERS if inner == name or inner.startswith(f"{name}.")), "")


def page() -> str:
    """The page: the picture, the layers in words, and the walks."""
    lines = [
        "# Architecture",
        "",
        "Each layer imports only from those below it; `lint-imports` keeps that. This page is made from the code by",
        "`python docs/write.py`: the picture from its import graph, the walks from the first lines of what they pass.",
        "",
        "![Which layer imports from which: all marks are on one side](pictures/architecture.svg)",
        "",
        "| layer | what it is |",
        "| --- | --- |",
    ]
    for name in LAYERS:
        lines.append(f"| `{name.replace('.', '/')}` | {_first_line(importlib.import_module(f'formicarium.{name}'))} |")
    lines += ["", "## Six walks", "", "Where to look when something is to be changed: what is passed, in order."]
    for title, (what, steps) in WALKS.items():
        lines += [
            "",
            f"### {title}",
            "",
            f"{what[0].upper()}{what[1:]}.",
            "",
            "| | where | what it does |",
            "| ---: | --- | --- |",
        ]
        for number, step in enumerate(steps, 1):
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
