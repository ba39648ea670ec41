"""Citations: which rules of a game were at work in a match, told by the code that names them.

The rules are plain Python, and code that carries out a rule names it, in a comment on its line (`# S5.4`) or in the
docstring of its function. So matches are played over again without compiling, and what runs is noted: a rule was
*carried out* in a match if code that names it ran while an action was made, and *consulted* if it ran while the legal
actions were listed, which is done at some of the decisions only, for it takes long.
"""

from __future__ import annotations

import ast
import inspect
import io
import json
import os
import re
import subprocess  # nosec B404  # runs this very Python
import sys
import time
import tokenize
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from formicarium.core.kernel import NATURE
from formicarium.engine.game import Game, find
from formicarium.engine.position import Position

RULE = re.compile(r"\b[A-Z]\d+(?:\.\d+)*\b")
NO_RULES = {"__init__.py", "actions.py", "components.py", "options.py", "state.py"}  # data, and how it is written
LOOKS = 40  # at so many decisions of a match the legal actions are listed
Moves = Sequence[tuple[int, int]]
Spot = tuple[str, int]  # a file and a line


@dataclass
class Citation:
    """A rule, what the code says of it, and in how many of the replayed matches it was at work."""

    rule: str
    says: str
    carried_out: int = 0
    consulted: int = 0


def count(
    game: str, variant: Mapping[str, Any], histories: Sequence[Moves], seconds: float
) -> tuple[int, list[Citation]]:
    """Play histories over again, uncompiled, in a process of their own; as many as it manages in so many seconds.

    Returns how many those were, and the rules in their order. A variant has `seats` and `options`.
    """
    given = json.dumps({"game": game, **variant, "histories": histories, "seconds": seconds})
    command = [sys.executable, "-m", __name__]
    uncompiled = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(  # nosec B603  # the command is fixed, the rest is data
        command, input=given, capture_output=True, text=True, check=True, env=uncompiled
    )
    answer = json.loads(done.stdout)
    return answer["matches"], [Citation(**row) for row in answer["citations"]]


def cited(game: Game) -> dict[Spot, list[tuple[str, str]]]:
    """The spots of a game's rules code that name rules: each rule with what is said of it there."""
    named: dict[Spot, list[tuple[str, str]]] = {}
    for path in _rules_files(game):
        text = path.read_text(encoding="utf-8")
        for line, said in [*_comments(text), *_docstrings(text)]:
            for rule in RULE.findall(said):
                named.setdefault((str(path), line), []).append((rule, _sentence(said) or _code(text, line)))
    return named


def _rules_files(game: Game) -> list[Path]:
    """The files whose code makes and judges actions, not those that rate or imagine positions."""
    kernel = game.kernel
    working = {_file(one) for one in (kernel.setup, kernel.legal, kernel.apply, kernel.chance, kernel.outcome)}
    others = (kernel.redact, kernel.determinize, kernel.evaluate, kernel.prior)
    guessing = {_file(one) for one in others if one is not None} - working
    sources = (path for path in sorted(game.folder.glob("*.py")) if path.name not in NO_RULES)
    return [path for path in sources if path not in guessing]


def _file(function: Callable[..., Any]) -> Path:
    return Path(inspect.getfile(getattr(function, "py_func", function)))


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """Each comment with its line; one on a line of its own speaks of the next line of code."""
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line = token.start[0]
            while line < len(lines) and lines[line - 1].lstrip().startswith("#"):
                line += 1
            yield line, token.string.lstrip("# ")


def _docstrings(text: str) -> Iterator[tuple[int, str]]:
    """Each function's docstring, with the line where its code begins."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and len(node.body) > 1:
            yield node.body[1].lineno, ast.get_docstring(node) or ""


def _sentence(said: str) -> str:
    first = " ".join(said.split()).split(". ")[0].rstrip(".")
    return re.sub(rf"^(?:(?:and )?{RULE.pattern}[,: ]*)+", "", first)


def _code(text: str, line: int) -> str:
    return f"`{text.splitlines()[line - 1].partition('#')[0].strip()}`"


def _recount(given: Mapping[str, Any]) -> tuple[int, list[Citation]]:
    game = find(given["game"])
    spots = cited(game)
    said = sorted((names for spot in spots.values() for names in spot), key=lambda names: len(names[1]))
    citations = {rule: Citation(rule, says) for rule, says in said}  # the longest sentence says most
    options = game.encode_options(game.check_options(given["options"], given["seats"]))
    began, played = time.monotonic(), 0
    for history in given["histories"]:
        if played and time.monotonic() - began > given["seconds"]:
            break
        done, asked = _replay(game, given["seats"], options, history, spots)
        for rule in done:
            citations[rule].carried_out += 1
        for rule in asked:
            citations[rule].consulted += 1
        played += 1
    order = sorted(citations, key=lambda rule: (rule[0], [int(part) for part in rule[1:].split(".")]))
    return played, [citations[rule] for rule in order]


def _replay(
    game: Game, seats: int, options: Any, history: Moves, spots: Mapping[Spot, list[tuple[str, str]]]
) -> tuple[set[str], set[str]]:
    """The rules that were carried out and those that were consulted in one match."""
    making: set[Spot] = set()
    asking: set[Spot] = set()
    before = sys.gettrace()
    trace_making, trace_asking = _tracer(spots, making), _tracer(spots, asking)
    interval = max(1, len(history) // LOOKS)
    try:
        sys.settrace(trace_making)
        position = Position.start(game, seats, options)
        for number, (seat, code) in enumerate(history):
            if seat == NATURE:
                position.chance()
            elif number % interval == 0:
                sys.settrace(trace_asking)
                position.codes(seat)
                sys.settrace(trace_making)
            position.apply(seat, code)
        assert position.outcome is not None
    finally:
        sys.settrace(before)
    done, asked = ({rule for spot in seen for rule, _ in spots[spot]} for seen in (making, asking))
    return done, asked


def _tracer(spots: Mapping[Spot, object], seen: set[Spot]) -> Callable[[FrameType, str, Any], Any]:
    """A trace function that notes spots that are reached; functions without any run free."""
    free: dict[Any, bool] = {}

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        if code not in free:
            free[code] = not any((code.co_filename, line) in spots for _, _, line in code.co_lines() if line)
        if free[code]:
            return None
        spot = code.co_filename, frame.f_lineno
        if event == "line" and spot in spots:
            seen.add(spot)
        return trace

    return trace


if __name__ == "__main__":
    matches, citations = _recount(json.loads(sys.stdin.read()))
    print(json.dumps({"matches": matches, "citations": [asdict(one) for one in citations]}))
