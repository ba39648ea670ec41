"""What a finished match is worth: whether it counts, who met whom, and what it makes of their ratings.

Everything here follows from its arguments alone: the same matches in the same order give the same ratings anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from formicarium.server.store.ratings import Finished, Rated, Seated, Strength
from formicarium.server.table.agreements import AGREED
from formicarium.server.table.table import PEOPLE

POOLS = ("people", "bots")  # people who met people; one person who met bots only
PROVISIONAL = 5.0  # a rating with more doubt than that may still be far off: about twenty matches of two
DIGITS = 6  # that are kept: far more than a match changes, and the same on every machine


@cache
def model() -> Any:
    """Plackett and Luce's, with the numbers with which the arena rates bots."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


@cache
def bots() -> dict[str, dict[str, Strength]]:
    """How strong the bots of each game are, by their levels, as the arena found."""
    text = resources.files("formicarium.bots").joinpath("strengths.json").read_text(encoding="utf-8")
    return {
        game: {level: Strength(strength, doubt, 0) for level, (strength, doubt) in levels.items()}
        for game, levels in json.loads(text).items()
    }


def start() -> Strength:
    """Where everybody starts."""
    return Strength(float(model().mu), float(round(model().sigma, DIGITS)), 0)


def is_provisional(rating: Strength) -> bool:
    """Whether it is too early to believe a rating."""
    return rating.doubt > PROVISIONAL


def mode_of(options: Mapping[str, str]) -> str:
    """The mode in which a game is played; empty for a game that has none."""
    return options.get("mode", "")


def line_up(match: Finished) -> tuple[str | None, tuple[Seated, ...]]:
    """In which pool a match counts, and who came in which place; nobody where it does not count.

    It does not if it went on from another match or a record, if people shared a screen, if somebody met nobody else, if
    the strength of a bot is not known, or if it was called off before anybody acted.
    """
    nothing = None, ()
    if match.result is None or match.branch or match.given:
        return nothing
    if match.ending == AGREED and not match.result.get("begun", True):
        return nothing
    people = [row.owner for row in match.seats if row.kind == "human"]
    known = bots().get(match.game, {})
    if not people or len(set(people)) < len(people) or len(match.seats) < 2:
        return nothing
    if not all(row.kind == "human" or (row.kind == "bot" and row.level in known) for row in match.seats):
        return nothing
    places = ranked(match)
    seated = tuple(
        Seated(row.seat, row.owner if row.kind == "human" else None, row.level if row.kind == "bot" else None, place)
        for row, place in zip(match.seats, places, strict=True)
    )
    return POOLS[0] if len(people) > 1 else POOLS[1], seated


def ranked(match: Finished) -> list[int]:
    """The places of a match; who has left it to a bot comes last."""
    assert match.result is not None
    places = match.result["places"]
    away = [row.seat for row in match.seats if row.kind in PEOPLE and row.away]
    left = set(match.result.get("left", away))
    stay = [seat for seat in range(len(places)) if seat not in left]
    return [
        len(stay) + 1 if seat in left else 1 + sum(places[other] < places[seat] for other in stay)
        for seat in range(len(places))
    ]


def after(match: Rated, before: Mapping[str, Strength]) -> tuple[Seated, ...]:
    """Those at a match with what it makes of their ratings; who is new starts where all start.

    Bots keep theirs: what they were taken to be when the match was rated, or what they are now if that is not known.
    """
    known = bots().get(match.game, {})
    had = [
        before.get(one.person, start()) if one.person is not None else one.strength or known[one.level or ""]
        for one in match.seated
    ]
    teams = [[model().rating(mu=one.strength, sigma=one.doubt)] for one in had]
    found = model().rate(teams, ranks=[float(one.place) for one in match.seated])
    return tuple(
        replace(one, strength=was)
        if one.person is None
        else Seated(
            *(one.seat, one.person, one.level, one.place),
            Strength(round(team[0].mu, DIGITS), round(team[0].sigma, DIGITS), was.matches + 1),
        )
        for one, team, was in zip(match.seated, found, had, strict=True)
    )
