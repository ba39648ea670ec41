"""Record files: a match as text, in the manner of PGN. Header tags, then the moves in notation, one turn a line.

    [Game "sisimizi"]
    [Rules "1"]
    [Seats "2"]
    [Result "*"]

    nature: first 1
    1: ant e5; ant g5; hill c2; done    {a comment}
    0: ant k11

A line begins with the seat that acts; comments in braces may stand anywhere after the header. Loading checks all moves;
tags and comments are kept, and written again. Reading takes time in proportion to the length, whatever the text is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from formicarium.core.kernel import NATURE, SEATS
from formicarium.engine.game import Game, find
from formicarium.engine.match import Match
from formicarium.errors import FormicariumError, RecordError

TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
SEAT_NAMES = {**{str(seat): seat for seat in range(SEATS)}, "nature": NATURE}
WRITTEN_ANEW = ("Game", "Rules", "Seats", "Options", "Result")  # tags that the match itself says
SIZE = 4_000_000  # the most characters of a record file


class Line(NamedTuple):
    """One move of a record file and the line on which it stands."""

    number: int
    seat: int
    text: str


@dataclass
class Record:
    """What a record file says, not yet checked against the rules."""

    tags: dict[str, str] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)  # by ply: what is remarked after so many moves

    def begin(self, seed: object) -> Match:
        """A match as the header says, before its first move."""
        for tag in ("Game", "Rules", "Seats"):
            if tag not in self.tags:
                raise RecordError("record/header", f'the header has no tag [{tag} "…"]')
        try:
            game = find(self.tags["Game"])
            seats, options = self.chosen(game)
            match = Match(game, seats, seed=seed, nature=False, **options)
        except (FormicariumError, ValueError) as error:
            raise RecordError("record/header", f"the header cannot be: {error}") from error
        if self.tags["Rules"] != game.version:
            said = f"the record follows rules version {self.tags['Rules']}, this is version {game.version}"
            raise RecordError("record/rules", said)
        match.tags = {name: value for name, value in self.tags.items() if name not in WRITTEN_ANEW}
        match.comments = dict(self.comments)
        return match

    def chosen(self, game: Game) -> tuple[int, dict[str, str]]:
        """The number of seats and the options that the header names."""
        options = self.tags.get("Options", "").split(";")
        chosen = dict(part.strip().partition("=")[::2] for part in options if part.strip())
        seats = game.check_seats(int(self.tags["Seats"]))
        return seats, game.check_options(chosen, seats)

    def check_result(self, match: Match) -> None:
        """Refuse a record whose result is not that of its moves."""
        result = self.tags.get("Result", "*")
        if result not in ("*", _result(match)):
            said = f"the header says the result is {result!r}, the moves say {_result(match)!r}"
            raise RecordError("record/header", said)


# Reading


def load(path: str | Path, *, seed: object = None) -> Match:
    """Read a record file and replay it, checking every move; nature goes on from `seed`."""
    return loads(Path(path).read_text(encoding="utf-8"), seed=seed)


def loads(text: str, *, seed: object = None, nature: bool = True) -> Match:
    """Read a record from its text; with `nature=False` nature does not go on after its last move."""
    record = read(text)
    match = record.begin(seed)
    for line in record.lines:
        replay(match, line)
    match.nature = nature
    match.let_nature_act()
    record.check_result(match)
    return match


def replay(match: Match, line: Line) -> None:
    """Play one move of a record file."""
    try:
        match.play(line.text, line.seat)
    except FormicariumError as error:
        raise RecordError("record/move", f"line {line.number}: {error}") from error


def read(text: str) -> Record:
    """Tags, moves and comments of a record file."""
    if len(text) > SIZE:
        raise RecordError("record/syntax", f"the record has {len(text)} characters, more than {SIZE}")
    record = Record()
    text = text.replace("\r\n", "\n")
    body, number = 0, 1
    while body < len(text):  # the header: tags and empty lines
        end = text.find("\n", body)
        line = text[body : end if end >= 0 else len(text)].strip()
        if line and not line.startswith("["):
            break
        if line:
            _read_tag(record, line, number)
        body, number = (end + 1 if end >= 0 else len(text)), number + 1
    _read_moves(record, text, body, number)
    return record


def _read_tag(record: Record, line: str, number: int) -> None:
    tag = TAG.fullmatch(line)
    if not tag or record.lines:
        form = 'a tag of the form [Name "value"] before the moves'
        raise RecordError("record/syntax", f"line {number}: {line!r} is not {form}")
    record.tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])


def _read_moves(record: Record, text: str, start: int, first: int) -> None:
    who: int | None = None  # who acts on this line, once it is said
    for kind, token, number in _tokens(text, start, first):
        said = token.strip()
        if kind == "{":
            kept = record.comments.get(len(record.lines))
            record.comments[len(record.lines)] = f"{kept} {said}" if kept else said
        elif kind == "\n":
            who = None
        elif said.startswith("[") and who is None:
            _read_tag(record, said, number)
        elif said:
            if who is None:
                name, colon, said = (part.strip() for part in token.partition(":"))
                if not colon or name not in SEAT_NAMES:
                    begin = "does not begin with a seat, as in '0: …' or 'nature: …'"
                    raise RecordError("record/syntax", f"line {number}: {token.strip()!r} {begin}")
                who = SEAT_NAMES[name]
            if said:
                record.lines.append(Line(number, who, said))


def _tokens(text: str, start: int, number: int) -> Iterator[tuple[str, str, int]]:
    """What follows the header, each with its kind and its line: comments, ends of lines, and what `;` separates.

    Each character is looked at once.
    """
    plain = re.compile(r"[^{;\n]*")
    while start < len(text):
        end = plain.match(text, start).end()  # type: ignore[union-attr]  # it matches nothing at all, too
        if end > start:
            yield "", text[start:end], number
        mark, start = text[end : end + 1], end + 1
        if mark == "\n":
            yield mark, "", number
            number += 1
        elif mark == "{":
            close = text.find("}", end)
            if close < 0:
                raise RecordError("record/syntax", f"line {number}: a comment in braces is not closed")
            yield mark, text[end + 1 : close], number
            number += text.count("\n", end, close)
            start = close + 1


# Writing


def write(match: Match, tags: dict[str, str]) -> str:
    """The text of a match."""
    options = "; ".join(f"{name}={value}" for name, value in match.options.items())
    header = {"Game": match.game.name, "Rules": match.game.version, "Seats": str(match.seats)}
    header |= ({"Options": options} if options else {}) | match.tags | tags | {"Result": _result(match)}
    lines = [f'[{name} "{_escape(value)}"]' for name, value in header.items()]
    lines.append("")
    if 0 in match.comments:
        lines.append(_comment(match.comments[0]))
    seat, line = -1, ""
    for ply, move in enumerate(match.history, 1):
        if move.seat == seat:
            line += "; " + move.text
        else:
            lines += [line] if line else []
            seat, line = move.seat, f"{'nature' if move.seat == NATURE else move.seat}: {move.text}"
        if ply in match.comments:
            line += " " + _comment(match.comments[ply])
    return "\n".join([*lines, *([line] if line else [])]) + "\n"


def _comment(text: str) -> str:
    return "{" + text.replace("}", ")") + "}"


def _result(match: Match) -> str:
    outcome = match.outcome
    return " ".join(f"{share:.4g}" for share in outcome.shares) if outcome else "*"


def _escape(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", re.sub(r"\s+", " ", value))
