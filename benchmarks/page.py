"""The page of the benchmarks: its tables, and parts that are measured by themselves and kept by the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
PARTS = ("processes",)  # each between two comments, at the end


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
