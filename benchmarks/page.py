"""The page of the benchmarks: its tables, and parts that are measured by themselves and kept by the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from formicarium.engine.game import find, names

if TYPE_CHECKING:
    from benchmarks.claims import Claim

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
PARTS = ("actions", "first", "processes", "lobby", "versions")  # each between two comments, at the end


def put(page: str, name: str, text: str) -> str:
    """The page with a new text of one of the parts."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, _, rest = page.partition(begin)
    return f"{before.rstrip()}\n\n{begin}{text}{end}{rest.partition(end)[2]}"


def keep(old: str, new: str) -> str:
    """A new page with the parts of the old one."""
    for name in PARTS:
        found = re.search(f"<!-- {name} -->\\n(.*)<!-- end of {name} -->\\n", old, re.DOTALL)
        if found:
            new = put(new, name, found[1])
    return new


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table: the first column to the left, the others to the right."""
    rule = ["---", *["---:"] * (len(heads) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [heads, rule, *rows])


def claimed(claims: Sequence[Claim]) -> str:
    """Claims as a table, each with what was measured and its bound."""
    rows = [[one.subject, one.measured_text, one.bound_text, "yes" if one.kept else "**no**"] for one in claims]
    return table(["", "measured", "required", "kept"], rows)


def write_by_game(page: Path, head: str, new: dict[str, str]) -> None:
    """Write the parts of some games, by their titles, into a page that has one for each; those of others stay."""
    old = page.read_text(encoding="utf-8").split("\n## ")[1:] if page.exists() else []
    parts = {text.partition("\n")[0]: f"## {text.strip()}\n" for text in old} | new
    titles = [find(name).words()("name") for name in names()]
    page.write_text("\n".join([head, *(parts[title] for title in titles if title in parts)]), encoding="utf-8")
