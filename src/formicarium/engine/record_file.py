"""Record files: a match as text, in the manner of PGN. Header tags, then the moves in notation, one turn a line.

    [Game "sisimizi"]
    [Rules "1"]
    [Seats "2"]
    [Result "*"]

    nature: first 1
    1: ant e5; ant g5; hill c2; done    {a comment}
    0: ant k11

A line begins with the seat that acts; comments in braces may stand anywhere after the header. Loading checks all moves.
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
SEAT_NAMES = {**{str(seat): seat for seat in range(SEATS)}, "nature": NATURE}
JOINT = "\0"  # stands for a line break inside a comment, so that line numbers stay true
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
    text = text.replace("\r\n", "\n").replace(JOINT, " ")
    number = 0
    for line in _without_comments(text).split("\n"):
        number += 1
        who, colon, actions = line.partition(":")
        who = who.replace(JOINT, " ").strip()
        if who.startswith("["):
            tag = TAG.fullmatch(line.strip())
            if not tag or moves:
                form = 'a tag of the form [Name "value"] before the moves'
                raise RecordError("record/syntax", f"line {number}: {line.strip()!r} is not {form}")
            header[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif (who or colon) and (not colon or who not in SEAT_NAMES):
            begin = "does not begin with a seat, as in '0: …' or 'nature: …'"
            raise RecordError("record/syntax", f"line {number}: {line.strip()!r} {begin}")
        elif colon:
            for action in actions.split(";"):
                words = action.replace(JOINT, " ").strip()
                if words:
                    breaks_before = action[: action.index(words[0])].count(JOINT)
                    moves.append(Line(number + breaks_before, SEAT_NAMES[who], words))
                number += action.count(JOINT)
        else:
            number += line.count(JOINT)
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
    """The text without the comments after the header; where one runs over several lines, each break leaves a joint."""
    start = re.match(r"(\s*\[.*\]\s*(\n|$))*", text)
    header, moves = (text[: start.end()], text[start.end() :]) if start else ("", text)
    moves = re.sub(r"\{[^}]*\}", lambda comment: " " + JOINT * comment[0].count("\n"), moves)
    if "{" in moves:
        before = header + moves[: moves.index("{")]
        number = before.count("\n") + before.count(JOINT) + 1
        raise RecordError("record/syntax", f"line {number}: a comment in braces is not closed")
    return header + moves
