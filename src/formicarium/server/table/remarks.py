"""Remarks: what a record file says besides its moves, its tags, comments and variations, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TypedDict

from formicarium import ActionError, Game, Match, Move, Variation

Comments = list[tuple[int, str]]  # by ply


class Branched(TypedDict):
    """A variation."""

    ply: int
    moves: list[tuple[int, str]]  # seats and what they do, in notation
    comments: Comments
    variations: list[Branched]


class Remarks(TypedDict):
    """All that is kept of a record besides its moves."""

    tags: dict[str, str]
    comments: Comments
    variations: list[Branched]


def remarks_of(match: Match) -> Remarks | None:
    """What is remarked on a match, if anything is."""
    if not (match.tags or match.comments or match.variations):
        return None
    return {"tags": match.tags, "comments": _listed(match.comments), "variations": _plain(match.variations)}


def remark(match: Match, said: Remarks) -> None:
    """Remark the same on another match with the same moves; what is remarked there already stays.

    Variations of actions that only an older version knew are left out.
    """
    match.tags = {**said["tags"], **match.tags}
    match.comments = {**_by_ply(said["comments"]), **match.comments}
    with suppress(ActionError):
        match.variations = [*_variations(match.game, said["variations"]), *match.variations]


def _plain(variations: Iterable[Variation]) -> list[Branched]:
    return [
        {
            "ply": one.ply,
            "moves": [(move.seat, move.text) for move in one.moves],
            "comments": _listed(one.comments),
            "variations": _plain(one.variations),
        }
        for one in variations
    ]


def _variations(game: Game, said: Iterable[Branched]) -> list[Variation]:
    return [
        Variation(
            one["ply"],
            tuple(Move(seat, game.actions.parse(action)) for seat, action in one["moves"]),
            _by_ply(one["comments"]),
            tuple(_variations(game, one["variations"])),
        )
        for one in said
    ]


def _listed(comments: Mapping[int, str]) -> Comments:
    """As JSON can have it, whose names are texts."""
    return [*comments.items()]


def _by_ply(comments: Comments) -> dict[int, str]:
    return dict(comments)
