"""Record files: a match as text, in the manner of PGN. Header tags, then the moves in notation, one turn a line.

    [Game "sisimizi"]
    [Rules "1"]
    [Seats "2"]
    [Result "*"]

    nature: first 1
    1: ant e5; ant g5; hill c2; done    {a comment}
    (0: ant a1 {what could have come instead}
    1: ant b1)
    0: ant k11

A line begins with the seat that acts; comments in braces may stand anywhere after the header. A variation in
parentheses stands where it branches off, before the moves that were made instead, and may have comments and variations
of its own. Loading checks all moves; tags, comments and variations are kept, and written again. Reading takes time in
proportion to the length, whatever the text is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from formicarium.core.kernel import NATURE, SEATS
from formicarium.engine.game import Game, find
from formicarium.engine.ledger import Ledger, Move
from formicarium.engine.match import Match, Variation
from formicarium.errors import FormicariumError, RecordError

TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
SEAT_NAMES = {**{str(seat): seat for seat in range(SEATS)}, "nature": NATURE}
WRITTEN_ANEW = ("Game", "Rules", "Seats", "Options", "Result")  # tags that the match itself says
SIZE = 4_000_000  # the most characters of a record file
DEEPEST = 16  # variations within each other


class MoveLine(NamedTuple):
    """One move of a record file and the line on which it stands."""

    number: int
    seat: int
    text: str


@dataclass
class Passage:
    """Moves that follow each other, with what is remarked and what could have come instead."""

    lines: list[MoveLine] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)  # by ply: what is remarked after so many of its moves
    variations: dict[int, list[Passage]] = field(default_factory=dict)  # by ply, too: what could have come then


@dataclass
class Record(Passage):
    """What a record file says, not yet checked against the rules."""

    tags: dict[str, str] = field(default_factory=dict)

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
    match.variations = _played(record, match)
    match.nature = nature
    match.let_nature_act()
    record.check_result(match)
    return match


def _played(passage: Passage, match: Match) -> list[Variation]:
    """Play a passage on top of a match; the variations that branch off, each move of them checked, too."""
    if not passage.variations:
        for line in passage.lines:
            replay(match, line)
        return []
    variations: list[Variation] = []
    branch = Match(match.game, match.seats, seed=match.seed, nature=False, **match.options)
    for ply in range(len(passage.lines) + 1):
        for other in passage.variations.get(ply, ()):
            branch.ledger = Ledger(match.position)  # it begins here: what led to it is not played again
            its = _played(other, branch)
            variations.append(Variation(ply, branch.history, other.comments, tuple(its)))
        if ply < len(passage.lines):
            replay(match, passage.lines[ply])
    return variations


def records(text: str) -> list[str]:
    """The single records of a file that holds several, one after the other: each begins with the tag of its game."""
    return [record for record in re.split(r'(?m)^(?=\[Game ")', text) if record.strip()]


def replay(match: Match, line: MoveLine) -> None:
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
    here: Passage = record
    within: list[tuple[Passage, int | None, int]] = []  # around it: who was to act there, on which line it was left
    for kind, token, number in _tokens(text, start, first):
        said = token.strip()
        if kind == "{":
            kept = here.comments.get(len(here.lines))
            here.comments[len(here.lines)] = f"{kept} {said}" if kept else said
        elif kind == "\n":
            who = None
        elif kind == "(":
            if len(within) == DEEPEST:
                raise RecordError("record/syntax", f"line {number}: more than {DEEPEST} variations within each other")
            within.append((here, who, number))
            branch = Passage()
            here.variations.setdefault(len(here.lines), []).append(branch)
            here, who = branch, None
        elif kind == ")":
            if not within:
                raise RecordError("record/syntax", f"line {number}: a variation ends that has not begun")
            here, who, left = within.pop()
            who = who if left == number else None
        elif said.startswith("[") and who is None and not within:
            _read_tag(record, said, number)
        elif said:
            if who is None:
                name, colon, said = (part.strip() for part in token.partition(":"))
                if not colon or name not in SEAT_NAMES:
                    begin = "does not begin with a seat, as in '0: …' or 'nature: …'"
                    raise RecordError("record/syntax", f"line {number}: {token.strip()!r} {begin}")
                who = SEAT_NAMES[name]
            if said:
                here.lines.append(MoveLine(number, who, said))
    if within:
        raise RecordError("record/syntax", f"line {within[-1][2]}: a variation in parentheses is not closed")


def _tokens(text: str, start: int, number: int) -> Iterator[tuple[str, str, int]]:
    """What follows the header, each with its kind and its line: comments, parentheses, ends of lines, the rest by `;`.

    Each character is looked at once.
    """
    plain = re.compile(r"[^{();\n]*")
    while start < len(text):
        end = plain.match(text, start).end()  # type: ignore[union-attr]  # it matches nothing at all, too
        if end > start:
            yield "", text[start:end], number
        mark, start = text[end : end + 1], end + 1
        if mark == "\n":
            yield mark, "", number
            number += 1
        elif mark in ("(", ")"):
            yield mark, "", number
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
    lines += ["", *_written(match.history, match.comments, match.variations)]
    return "\n".join(lines) + "\n"


def _written(moves: Sequence[Move], comments: Mapping[int, str], variations: Sequence[Variation]) -> list[str]:
    """The lines of moves with what is remarked, and what could have come instead on lines of its own."""
    branches: dict[int, list[Variation]] = {}
    for one in variations:
        branches.setdefault(one.ply, []).append(one)
    lines: list[str] = []
    seat, line = -1, _comment(comments[0]) if 0 in comments else ""
    for ply in range(len(moves) + 1):
        if ply and ply in comments:
            line += " " + _comment(comments[ply])
        for one in branches.get(ply, ()):
            *most, last = _written(one.moves, one.comments, one.variations) or [""]
            inner = [*most, f"{last})"]
            lines += [line] if line else []
            lines += [f"({inner[0]}", *inner[1:]]
            seat, line = -1, ""
        if ply == len(moves):
            break
        move = moves[ply]
        if move.seat == seat:
            line += "; " + move.text
        else:
            lines += [line] if line else []
            seat, line = move.seat, f"{'nature' if move.seat == NATURE else move.seat}: {move.text}"
    return [*lines, *([line] if line else [])]


def _comment(text: str) -> str:
    return "{" + text.replace("}", ")") + "}"


def _result(match: Match) -> str:
    outcome = match.outcome
    return " ".join(f"{share:.4g}" for share in outcome.shares) if outcome else "*"


def _escape(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", re.sub(r"\s+", " ", value))
