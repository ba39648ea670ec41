"""Ratings as they are stored: every finished match has a number, and each person at it what it was worth afterwards.

The numbers are one row of all matches, so that the ratings are a fold over them. Who takes a number writes with it
what follows from all numbers before; of two who take the same one, one finds it taken and looks again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from formicarium.server.store.members import plain
from formicarium.server.store.schema import Write, affairs, branches, metadata, results, seats, tables
from formicarium.server.table.rows import OVER, SeatRow

if TYPE_CHECKING:
    from formicarium.server.store.storage import Storage

rated = sa.Table(  # every match that is over, in the order in which it was looked at
    "rated",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String),  # none where all was reckoned anew
    sa.Column("game", sa.String),
    sa.Column("mode", sa.String),
    sa.Column("pool", sa.String),  # people or bots; none of a match that does not count
    sa.Column("ended", sa.Float),
)
standings = sa.Table(  # who sat there, in which place, and what that made of a person's rating
    "standings",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person", sa.String),
    sa.Column("level", sa.String),  # of a bot
    sa.Column("place", sa.Integer),
    sa.Column("strength", sa.Float),
    sa.Column("doubt", sa.Float),
    sa.Column("matches", sa.Integer),
)
WRITES: dict[str, Any] = {
    "rated": sa.insert(rated),
    # Who sat there is who the seat belongs to when this is written: somebody may be leaving for good meanwhile
    "standing": sa.insert(standings).values(
        number=sa.bindparam("of"),
        seat=sa.bindparam("at"),
        person=sa.select(seats.c.owner)
        .where(seats.c.table_id == sa.bindparam("of_table"), seats.c.seat == sa.bindparam("at"))
        .with_for_update(read=True)
        .scalar_subquery(),
        level=sa.bindparam("as_level"),
        place=sa.bindparam("came"),
        strength=sa.bindparam("now_strength"),
        doubt=sa.bindparam("now_doubt"),
        matches=sa.bindparam("now_matches"),
    ),
    "restanding": sa.update(standings)
    .where(standings.c.number == sa.bindparam("of"), standings.c.seat == sa.bindparam("at"))
    .values(
        strength=sa.bindparam("now_strength"), doubt=sa.bindparam("now_doubt"), matches=sa.bindparam("now_matches")
    ),
    "standings of nobody": sa.update(standings)
    .where(standings.c.person == sa.bindparam("of"))
    .values(person=sa.bindparam("nobody")),
}
KEYS: dict[str, tuple[str, ...]] = {
    "rated": ("number",),
    "standing": ("of", "at"),
    "restanding": ("of", "at"),
    "standings of nobody": ("of",),
}


class Strength(NamedTuple):
    """How strong somebody is, how sure that is, and after how many matches."""

    strength: float
    doubt: float
    matches: int


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody at a rated match, and the place in which it came."""

    seat: int
    person: str | None
    level: str | None
    place: int
    strength: Strength | None = None  # of a person afterwards; of a bot, what it was taken to be


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over, with all that decides whether and how it counts."""

    table: str
    game: str
    options: dict[str, str]
    given: int
    ended: float
    seats: list[SeatRow]
    result: dict[str, Any] | None  # none where an earlier version has not noted it
    ending: str | None
    branch: bool


@dataclass(frozen=True, slots=True)
class Rated:
    """A match with its number; nobody is seated at one that does not count."""

    number: int
    table: str | None
    game: str
    mode: str
    pool: str | None
    ended: float
    seated: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating of a person: in which game, mode and pool."""

    game: str
    mode: str
    pool: str
    strength: Strength


def rated_writes(match: Rated) -> list[Write]:
    """A match with its number, and what it made of the ratings."""
    row = {"number": match.number, "table_id": match.table, "game": match.game, "mode": match.mode}
    writes: list[Write] = [("rated", {**row, "pool": match.pool, "ended": match.ended})]
    for one in match.seated:
        place = {"of": match.number, "at": one.seat, "of_table": match.table, "as_level": one.level, "came": one.place}
        writes.append(("standing", place | _now(one.strength)))
    return writes


def restanding_write(number: int, seat: int, now: Strength) -> Write:
    """What a rating was after a match, reckoned anew."""
    return "restanding", {"of": number, "at": seat} | _now(now)


def _now(worth: Strength | None) -> dict[str, float | None]:
    return {f"now_{name}": getattr(worth, name, None) for name in Strength._fields}


def forget_writes(owner: str, nobody: str) -> list[Write]:
    """That matches were played by nobody one knows."""
    return [("standings of nobody", {"of": owner, "nobody": nobody})]


class RatingStore:
    """Reads ratings, and matches that have none yet."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def last_number(self) -> int:
        """The number that was taken last."""
        async with self._storage.reading() as connection:
            last = sa.select(sa.func.coalesce(sa.func.max(rated.c.number), 0))
            return int((await connection.execute(last)).scalar_one())

    async def unrated(self, since: float, most: int) -> list[Finished]:
        """Matches that ended after a time and have no number yet, in the order in which they ended."""
        last = sa.select(affairs.c.ending).where(affairs.c.table_id == tables.c.id).order_by(affairs.c.number.desc())
        chosen = (
            sa.select(
                tables.c.id,
                tables.c.game,
                tables.c.options,
                tables.c.given,
                tables.c.changed,
                results.c.result,
                last.limit(1).scalar_subquery().label("ending"),
                sa.exists().where(branches.c.table_id == tables.c.id).label("branch"),
            )
            .select_from(tables.outerjoin(results, results.c.table_id == tables.c.id))
            .where(_waits(since))
            .order_by(tables.c.changed, tables.c.id)
            .limit(most)
        )
        async with self._storage.reading() as connection:
            rows = (await connection.execute(chosen)).all()
            sitting: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
            asked = sa.select(seats).where(seats.c.table_id.in_(sitting)).order_by(seats.c.table_id, seats.c.seat)
            for found in (await connection.execute(asked)).mappings() if rows else ():
                values = dict(found)
                sitting[values.pop("table_id")].append(SeatRow(**values))
        return [
            Finished(
                *(row.id, row.game, row.options, row.given, row.changed, sitting[row.id]),
                *(row.result, row.ending, bool(row.branch)),
            )
            for row in rows
        ]

    async def backlog(self, since: float) -> int:
        """How many matches ended after a time and have no number yet."""
        async with self._storage.reading() as connection:
            return int(
                (await connection.execute(sa.select(sa.func.count(tables.c.id)).where(_waits(since)))).scalar_one()
            )

    async def strengths(self, people: Collection[str]) -> dict[tuple[str, str, str, str], Strength]:
        """What some people's ratings are now, by person, game, mode and pool."""
        if not people:
            return {}
        last = (
            sa.select(
                standings.c.person, rated.c.game, rated.c.mode, rated.c.pool, sa.func.max(rated.c.number).label("n")
            )
            .join_from(standings, rated, rated.c.number == standings.c.number)
            .where(standings.c.person.in_(people))
            .group_by(standings.c.person, rated.c.game, rated.c.mode, rated.c.pool)
            .subquery()
        )
        joined = sa.and_(standings.c.number == last.c.n, standings.c.person == last.c.person)
        chosen = sa.select(last, standings.c.strength, standings.c.doubt, standings.c.matches).join(standings, joined)
        async with self._storage.reading() as connection:
            return {
                (row.person, row.game, row.mode, row.pool): Strength(row.strength, row.doubt, row.matches)
                for row in await connection.execute(chosen)
            }

    async def standings_of(self, person: str) -> list[Standing]:
        """All ratings of a person, by game, mode and pool."""
        found = await self.strengths([person])
        return [Standing(*key[1:], strength) for key, strength in sorted(found.items())]

    async def matches_of(self, person: str) -> list[dict[str, Any]]:
        """All rated matches of a person, for who takes its data along."""
        shown = [rated.c[name] for name in ("table_id", "game", "mode", "pool", "ended")]
        worth = [standings.c[name] for name in ("seat", "place", "strength", "doubt", "matches")]
        chosen = sa.select(*shown, *worth).join_from(standings, rated, rated.c.number == standings.c.number)
        async with self._storage.reading() as connection:
            found = await connection.execute(chosen.where(standings.c.person == person).order_by(rated.c.number))
            return [plain(row) for row in found.mappings()]

    async def curve(self, person: str, game: str, mode: str, pool: str, most: int) -> list[tuple[float, Strength]]:
        """What a rating was after each of a person's last matches, and when those ended, the first of them first."""
        chosen = (
            sa.select(rated.c.ended, standings.c.strength, standings.c.doubt, standings.c.matches)
            .join_from(standings, rated, rated.c.number == standings.c.number)
            .where(standings.c.person == person, rated.c.game == game, rated.c.mode == mode, rated.c.pool == pool)
            .order_by(rated.c.number.desc())
            .limit(most)
        )
        async with self._storage.reading() as connection:
            rows = (await connection.execute(chosen)).all()
        return [(row.ended, Strength(row.strength, row.doubt, row.matches)) for row in reversed(rows)]

    async def matches(self, at_once: int = 1000) -> AsyncIterator[Sequence[Rated]]:
        """All numbers with their matches, as they are at one moment, so many at once."""
        async with self._storage.snapshot() as connection:
            after = 0
            while True:
                chosen = sa.select(rated).where(rated.c.number > after).order_by(rated.c.number).limit(at_once)
                rows = (await connection.execute(chosen)).all()
                if not rows:
                    return
                last = rows[-1].number
                between = sa.and_(standings.c.number > after, standings.c.number <= last)
                order = sa.select(standings).where(between).order_by(standings.c.number, standings.c.seat)
                seated: dict[int, list[Seated]] = {row.number: [] for row in rows}
                for one in await connection.execute(order):
                    worth = None if one.strength is None else Strength(one.strength, one.doubt, one.matches)
                    seated[one.number].append(Seated(one.seat, one.person, one.level, one.place, worth))
                yield [
                    Rated(row.number, row.table_id, row.game, row.mode, row.pool, row.ended, tuple(seated[row.number]))
                    for row in rows
                ]
                after = last


def _waits(since: float) -> sa.ColumnElement[bool]:
    """That a match ended after a time and has no number yet."""
    done = sa.exists().where(rated.c.table_id == tables.c.id)
    return sa.and_(tables.c.state == OVER, tables.c.changed >= since, ~done)
