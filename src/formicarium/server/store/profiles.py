"""Profiles as they are stored: what people show of themselves, and what of their rated matches can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from formicarium.server.store.ratings import rated, standings
from formicarium.server.store.schema import Write, actions, metadata, reviews, seats

if TYPE_CHECKING:
    from formicarium.server.store.storage import Storage

profiles = sa.Table(  # only of people who show something, or did
    "profiles",
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("name", sa.String),
    sa.Column("parts", sa.String),  # what everybody may see, with blanks between
)
WRITES: dict[str, Any] = {
    "profile": sa.text(
        "insert into profiles (person, name, parts) values (:of, :called, :shown)"
        " on conflict (person) do update set name = excluded.name, parts = excluded.parts"
    ),
    "profile gone": sa.delete(profiles).where(profiles.c.person == sa.bindparam("of")),
}
KEYS: dict[str, tuple[str, ...]] = {"profile": ("of",), "profile gone": ("of",)}


class Result(NamedTuple):
    """How somebody did: so many matches, and so many of them won or shared."""

    game: str
    mode: str
    pool: str
    matches: int
    won: int


class Rival(NamedTuple):
    """How somebody did against somebody else: in how many matches it came before the other, and behind."""

    person: str
    name: str
    matches: int
    before: int
    behind: int


class First(NamedTuple):
    """What somebody did first, and how often."""

    game: str
    mode: str
    action: str
    times: int


def profile_write(person: str, name: str, parts: Sequence[str]) -> Write:
    """What somebody shows of itself."""
    return "profile", {"of": person, "called": name, "shown": " ".join(sorted(parts))}


def forget_writes(person: str, _nobody: str) -> list[Write]:
    """That somebody has shown nothing."""
    return [("profile gone", {"of": person})]


class ProfileStore:
    """Reads profiles, and counts."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def shown(self, person: str) -> tuple[str, frozenset[str]]:
        """The name of somebody and what it shows; nothing of who never said so."""
        chosen = sa.select(profiles.c.name, profiles.c.parts).where(profiles.c.person == person)
        async with self._storage.reading() as connection:
            row = (await connection.execute(chosen)).first()
            return (row.name, frozenset(row.parts.split())) if row else ("", frozenset())

    async def results(self, person: str) -> list[Result]:
        """How somebody did in each game, mode and pool."""
        won = sa.func.sum(sa.case((standings.c.place == 1, 1), else_=0))
        place = (rated.c.game, rated.c.mode, rated.c.pool)
        chosen = (
            sa.select(*place, sa.func.count(), won)
            .join_from(standings, rated, rated.c.number == standings.c.number)
            .where(standings.c.person == person)
            .group_by(*place)
            .order_by(*place)
        )
        async with self._storage.reading() as connection:
            return [Result(*row) for row in await connection.execute(chosen)]

    async def rivals(self, person: str, most: int, other: str | None = None) -> list[Rival]:
        """How somebody did against those whom it met most often, or against one of them."""
        theirs = standings.alias()
        matches = sa.func.count().label("matches")
        chosen = (
            sa.select(
                theirs.c.person,
                sa.func.max(seats.c.name),
                matches,
                sa.func.sum(sa.case((standings.c.place < theirs.c.place, 1), else_=0)),
                sa.func.sum(sa.case((standings.c.place > theirs.c.place, 1), else_=0)),
            )
            .join_from(standings, theirs, theirs.c.number == standings.c.number)
            .join(rated, rated.c.number == standings.c.number)
            .join(seats, sa.and_(seats.c.table_id == rated.c.table_id, seats.c.seat == theirs.c.seat))
            .where(standings.c.person == person, theirs.c.person.is_not(None), theirs.c.person != person)
            .group_by(theirs.c.person)
            .order_by(matches.desc(), theirs.c.person)
            .limit(most)
        )
        if other is not None:
            chosen = chosen.where(theirs.c.person == other)
        async with self._storage.reading() as connection:
            return [Rival(*row) for row in await connection.execute(chosen)]

    async def firsts(self, person: str, last: int) -> list[First]:
        """What somebody did first in its last matches, by game and mode, the most frequent first."""
        recent = (
            sa.select(rated.c.table_id, rated.c.game, rated.c.mode, standings.c.seat)
            .join_from(standings, rated, rated.c.number == standings.c.number)
            .where(standings.c.person == person, rated.c.table_id.is_not(None))
            .order_by(standings.c.number.desc())
            .limit(last)
            .subquery()
        )
        mine = sa.and_(actions.c.table_id == recent.c.table_id, actions.c.seat == recent.c.seat)
        number = (
            sa.select(sa.func.min(actions.c.number)).where(mine, actions.c.kind == "act").correlate(recent)
        ).scalar_subquery()
        times = sa.func.count().label("times")
        place = (recent.c.game, recent.c.mode, actions.c.action)
        chosen = (
            sa.select(*place, times)
            .join_from(recent, actions, sa.and_(actions.c.table_id == recent.c.table_id, actions.c.number == number))
            .group_by(*place)
            .order_by(recent.c.game, recent.c.mode, times.desc(), actions.c.action)
        )
        async with self._storage.reading() as connection:
            return [First(*row) for row in await connection.execute(chosen)]

    async def reviewed(self, person: str, last: int) -> list[tuple[int, str]]:
        """The reviews of somebody's last matches that have one, packed, each with the seat."""
        chosen = (
            sa.select(standings.c.seat, reviews.c.review)
            .join_from(standings, rated, rated.c.number == standings.c.number)
            .join(reviews, reviews.c.table_id == rated.c.table_id)
            .where(standings.c.person == person)
            .order_by(standings.c.number.desc())
            .limit(last)
        )
        async with self._storage.reading() as connection:
            return [(row.seat, row.review) for row in await connection.execute(chosen)]
