"""Record files: a match as text, in the manner of PGN. Header tags, then the moves in notation, one turn a line.

    [Game "sisimizi"]
    [Rules "1"]
    [Seats "2"]
    [Result "*"]

    nature: first 1
    1: ant e5; ant f5; hill c2; done    {a comment}
    0: ant k11

A line begins with the seat that acts; comments in braces may stand anywhere after the header. Loading checks every move.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from formicarium.engine.errors import FormicariumError, RecordError
from formicarium.engine.game import find
from formicarium.engine.kernel import NATURE, SEATS

if TYPE_CHECKING:
    from formicarium.engine.match import Match

TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
OWN_TAGS = ("Game", "Rules", "Seats", "Options", "Result")
SIZE = 4_000_000  # the most characters of a record file


@dataclass(frozen=True)
class Line:
    """One move of a record file and the line on which it stands."""

    number: int
    seat: int
    text: str


def write(match: Match, tags: dict[str, str]) -> str:
    """The text of a match."""
    options = "; ".join(f"{name}={value}" for name, value in match.options.items())
    header = {"Game": match.game.name, "Rules": match.game.version, "Seats": str(match.seats)}
    header |= ({"Options": options} if options else {}) | tags | {"Result": _result(match)}
    lines = [f'[{name} "{_escape(value)}"]' for name, value in header.items()]
    lines.append("")
    for seat, turn in groupby(match.history, key=lambda move: move.seat):
        who = "nature" if seat == NATURE else str(seat)
        lines.append(f"{who}: " + "; ".join(move.text for move in turn))
    return "\n".join(lines) + "\n"


def read(text: str) -> tuple[dict[str, str], list[Line]]:
    """Header tags and moves of a record file, not yet checked against the rules."""
    if len(text) > SIZE:
        raise RecordError("record/syntax", f"the record has {len(text)} characters, more than {SIZE}")
    header: dict[str, str] = {}
    moves: list[Line] = []
    for number, line in enumerate(_without_comments(text).splitlines(), 1):
        line = line.strip()
        if not line:
            continue
        if line.startswith("["):
            tag = TAG.fullmatch(line)
            if not tag or moves:
                raise RecordError(
                    "record/syntax", f'line {number}: {line!r} is not a tag of the form [Name "value"] before the moves'
                )
            header[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
            continue
        who, colon, actions = line.partition(":")
        if not colon or who not in (*map(str, range(SEATS)), "nature"):
            raise RecordError(
                "record/syntax", f"line {number}: {line!r} does not begin with a seat, as in '0: …' or 'nature: …'"
            )
        seat = NATURE if who == "nature" else int(who)
        moves += [Line(number, seat, action.strip()) for action in actions.split(";") if action.strip()]
    return header, moves


def begin(create: Callable[..., Match], header: dict[str, str], seed: object) -> Match:
    """A match as the header says, before its first move."""
    for tag in ("Game", "Rules", "Seats"):
        if tag not in header:
            raise RecordError("record/header", f'the header has no tag [{tag} "…"]')
    try:
        game = find(header["Game"])
        options = dict(
            part.strip().partition("=")[::2] for part in header.get("Options", "").split(";") if part.strip()
        )
        match = create(game, int(header["Seats"]), seed=seed, nature=False, **options)
    except (FormicariumError, ValueError) as error:
        raise RecordError("record/header", f"the header cannot be: {error}") from error
    if header["Rules"] != game.version:
        raise RecordError(
            "record/rules", f"the record follows rules version {header['Rules']}, this is version {game.version}"
        )
    return match


def replay(match: Match, line: Line) -> None:
    """Play one move of a record file."""
    try:
        match.play(line.text, line.seat)
    except FormicariumError as error:
        raise RecordError("record/move", f"line {line.number}: {error}") from error


def check_result(match: Match, header: dict[str, str]) -> None:
    """Refuse a record whose result is not that of its moves."""
    result = header.get("Result", "*")
    if result not in ("*", _result(match)):
        raise RecordError(
            "record/header", f"the header says the result is {result!r}, the moves say {_result(match)!r}"
        )


def _result(match: Match) -> str:
    outcome = match.outcome
    return " ".join(f"{share:.4g}" for share in outcome.shares) if outcome else "*"


def _escape(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", re.sub(r"\s+", " ", value))


def _without_comments(text: str) -> str:
    """The text with the comments after the header blanked out, so that line numbers stay."""
    start = re.match(r"(\s*\[.*\]\s*(\n|$))*", text)
    header, moves = (text[: start.end()], text[start.end() :]) if start else ("", text)
    moves = re.sub(r"\{[^}]*\}", lambda comment: re.sub(r"[^\n]", " ", comment[0]), moves)
    if "{" in moves:
        number = (header + moves[: moves.index("{")]).count("\n") + 1
        raise RecordError("record/syntax", f"line {number}: a comment in braces is not closed")
    return header + moves
