"""Writes the pages of the documentation that are made from the code: `python docs/write.py`; a test compares them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import architecture  # beside this file

from formicarium.engine.game import find
from formicarium.errors import FormicariumError
from formicarium.server.wire import messages, visiting
from formicarium.server.wire.describe import fields

HERE = Path(__file__).parent
MARK = "<!-- made from messages.py by docs/write.py -->\n"
LUCK = "<!-- made from luck.json by docs/write.py -->\n"


def errors() -> str:
    """The page about errors."""
    lines = [
        "# Errors",
        "",
        "Everything that Formicarium refuses is a `FormicariumError` with a stable `code` for programs and a sentence",
        "for people. Each is also the builtin that one would expect, and those of the library are at its top level:",
        "`except fm.ActionError`. The API answers with the status, the code and the sentence. This page is made from",
        "[`errors.py`](../src/formicarium/errors.py) by `python docs/write.py`.",
    ]
    for kind in FormicariumError.__subclasses__():
        builtin = next(base.__name__ for base in kind.__bases__ if base is not FormicariumError)
        lines += ["", f"## {kind.__name__}", "", f"A `{builtin}`. {(kind.__doc__ or '').splitlines()[0]}", ""]
        lines += ["| code | status | meaning |", "| --- | ---: | --- |"]
        lines += [f"| `{code}` | {about.status} | {about.meaning} |" for code, about in kind.CODES.items()]
    return "\n".join(lines) + "\n"


def strengths() -> str:
    """How strong bots are, as the arena found: what ratings of people are measured by."""
    arena = json.loads((HERE / "arena.json").read_text(encoding="utf-8"))
    lines = []
    for game, found in sorted(arena.items()):
        levels = sorted(found["ratings"], key=lambda rating: (-rating["strength"], rating["level"]))
        rated = (f'"{one["level"]}": [{one["strength"]}, {one["doubt"]}]' for one in levels)
        lines.append(f' "{game}": {{{", ".join(rated)}}}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def api() -> str:
    """The page about the API, with a table of every message at its end."""
    page = (HERE / "api.md").read_text(encoding="utf-8").partition(MARK)[0]
    lines = []
    kinds = {
        "The server tells": get_args(messages.ToViewer),
        "A viewer asks": get_args(messages.FromViewer),
        "The lobby tells": (*get_args(visiting.ToVisitor), *visiting.PARTS),
        "The replay answers": (messages.Replay,),
        "A review answers": (messages.Reviewed,),
        "Parts of them": messages.PARTS,
    }
    for title, shown in kinds.items():
        lines += ["", f"### {title}", "", "| | fields; `?` where one may be missing |", "| --- | --- |"]
        for message in shown:
            told = (f"`{name}{'?' * optional}: {kind}`" for name, (optional, kind) in fields(message).items())
            said = "; ".join(told).replace(" | ", " \\| ")
            lines.append(f"| **{message.__name__}**: {message.__doc__} | {said} |")
    return page + MARK + "\n".join(lines) + "\n"


def review() -> str:
    """The page about reviews, with a table at its end of what luck gave on average."""
    page = (HERE / "review.md").read_text(encoding="utf-8").partition(LUCK)[0]
    lines = [
        "| whole matches of | played | mean | standard error | mean in standard errors |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for part, found in json.loads((HERE / "luck.json").read_text(encoding="utf-8")).items():
        name, *mode = part.split()
        title = " ".join([find(name).words()("name"), *(f"({one})" for one in mode)])
        mean, error = found["mean"], found["error"]
        lines.append(f"| {title} | {found['matches']:,} | {mean:+.4f} | {error:.4f} | {mean / error:+.1f} |")
    return page + LUCK + "\n".join(lines) + "\n"


PAGES = {
    "errors.md": errors,
    "../src/formicarium/bots/strengths.json": strengths,
    "api.md": api,
    "review.md": review,
    "architecture.md": architecture.page,
    "pictures/architecture.svg": architecture.picture,
}


def main() -> None:
    """Write every page."""
    for name, page in PAGES.items():
        (HERE / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
