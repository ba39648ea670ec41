"""Tournaments as they are stored: who is in, what was paired, how it ended. What happens once has a key of its own.

A round is written with all its pairings, and each of those names the table that will be made for it: of two processes
that do the same, one finds the key taken, and nothing happens twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from formicarium.server.store.members import plain
from formicarium.server.store.schema import Write, actions, metadata, seats, tables

if TYPE_CHECKING:
    from formicarium.server.store.storage import Storage

OPEN, PLAYING, OVER, CALLED_OFF = "open", "playing", "over", "off"  # the states of a tournament

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String),
    sa.Column("game", sa.String),
    sa.Column("options", sa.JSON),
    sa.Column("seats", sa.Integer),
    sa.Column("format", sa.String),
    sa.Column("rounds", sa.Integer),
    sa.Column("clock", sa.JSON),
    sa.Column("round_seconds", sa.Float),
    sa.Column("owner", sa.String),
    sa.Column("host", sa.String),
    sa.Column("club_id", sa.String),
    sa.Column("listed", sa.Boolean),
    sa.Column("starts", sa.Float),
    sa.Column("fill", sa.String),
    sa.Column("state", sa.String),
    sa.Column("due", sa.Float),
    sa.Column("created", sa.Float),
)
entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament_id", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("person", sa.String),
    sa.Column("name", sa.String),
    sa.Column("level", sa.String),
    sa.Column("gone", sa.Integer),
)
rounds = sa.Table(
    "rounds",
    metadata,
    sa.Column("tournament_id", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("began", sa.Float),
    sa.Column("ends", sa.Float),
)
pairings = sa.Table(
    "pairings",
    metadata,
    sa.Column("tournament_id", sa.String, primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("entrants", sa.JSON),
    sa.Column("table_id", sa.String),
    sa.Column("points", sa.JSON(none_as_null=True)),
    sa.Column("over", sa.Boolean),
)

WRITES: dict[str, Any] = {
    "tournament": sa.insert(tournaments),
    "entrant": sa.insert(entrants),
    "round": sa.insert(rounds),
    "pairing": sa.insert(pairings),
    "tournament state": sa.update(tournaments)
    .where(tournaments.c.id == sa.bindparam("of"), tournaments.c.state == sa.bindparam("was"))
    .values(state=sa.bindparam("now"), rounds=sa.bindparam("lasting"), due=sa.bindparam("at")),
    "entrant gone": sa.update(entrants)
    .where(entrants.c.tournament_id == sa.bindparam("of"), entrants.c.number == sa.bindparam("who"))
    .values(gone=sa.bindparam("since"), name=sa.bindparam("called")),
    "pairing over": sa.update(pairings)
    .where(
        pairings.c.tournament_id == sa.bindparam("of"),
        pairings.c.round == sa.bindparam("in_round"),
        pairings.c.number == sa.bindparam("at"),
        sa.not_(pairings.c.over),
    )
    .values(points=sa.bindparam("won"), over=True),
    # Of somebody who leaves for good: what was set up and has not begun, nobody could begin
    "tournaments off": sa.text("update tournaments set state = 'off', due = null where owner = :of and state = 'open'"),
    "tournaments handed on": sa.text("update tournaments set owner = :nobody, host = '…' where owner = :of"),
    "entrants gone": sa.text(
        "update entrants set person = :nobody, name = '…', gone = coalesce(gone, (select count(*) from rounds"
        " where rounds.tournament_id = entrants.tournament_id)) where person = :of"
    ),
}
KEYS: dict[str, tuple[str, ...]] = {
    "tournament": ("id",),
    "entrant": ("tournament_id", "number"),
    "round": ("tournament_id", "number"),
    "pairing": ("tournament_id", "round", "number"),
    "tournament state": ("of",),
    "entrant gone": ("of", "who"),
    "pairing over": ("of", "in_round", "at"),
    "tournaments off": ("of",),
    "tournaments handed on": ("of",),
    "entrants gone": ("of",),
}


@dataclass(frozen=True)
class TournamentRow:
    """A tournament as it was set up, and how far it is."""

    id: str
    name: str
    game: str
    options: dict[str, str]
    seats: int  # of each match
    format: str  # swiss, all (everybody against everybody), pods
    rounds: int
    clock: dict[str, Any]
    round_seconds: float  # after which a round ends, whatever is still played
    owner: str
    host: str  # the name of who made it
    club_id: str | None
    listed: bool  # for everybody, on the page of all tournaments
    starts: float | None  # by itself at this time; else when its owner says so
    fill: str | None  # the level of bots that complete the tables
    state: str
    due: float | None  # when somebody has to look at it, if nothing happens before
    created: float


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: a person, or a bot of a level."""

    number: int
    person: str | None
    name: str
    level: str | None
    gone: int | None = None  # since this round, 0 for before the first


@dataclass(frozen=True)
class RoundRow:
    """A round: when it began, and when it ends at the latest."""

    number: int
    began: float
    ends: float


@dataclass(frozen=True)
class PairingRow:
    """Who meets whom, by seats, and the half points when that is over. One alone has a bye, and no table."""

    round: int
    number: int
    entrants: list[int]
    table_id: str | None
    points: list[int] | None = None
    over: bool = False


@dataclass(frozen=True)
class Whole:
    """Everything about one tournament."""

    row: TournamentRow
    entrants: list[Entrant] = field(default_factory=list)
    rounds: list[RoundRow] = field(default_factory=list)
    pairings: list[PairingRow] = field(default_factory=list)


def tournament_write(row: TournamentRow) -> Write:
    """A new tournament."""
    return "tournament", asdict(row)


def entrant_write(tournament: str, entrant: Entrant) -> Write:
    """Somebody enters."""
    return "entrant", {"tournament_id": tournament, **asdict(entrant)}


def gone_write(tournament: str, number: int, since: int | None, name: str) -> Write:
    """Somebody leaves, or comes back, maybe under another name."""
    return "entrant gone", {"of": tournament, "who": number, "since": since, "called": name}


def round_writes(tournament: str, row: RoundRow, paired: Sequence[PairingRow]) -> list[Write]:
    """A round with all that is paired in it; of those who write the same round, one does."""
    begun: Write = ("round", {"tournament_id": tournament, **asdict(row)})
    return [begun, *(("pairing", {"tournament_id": tournament, **asdict(pairing)}) for pairing in paired)]


def state_write(row: TournamentRow, now: str, rounds: int, due: float | None) -> Write:
    """How far a tournament is; nothing if somebody has moved it on meanwhile."""
    return "tournament state", {"of": row.id, "was": row.state, "now": now, "lasting": rounds, "at": due}


def over_write(tournament: str, pairing: PairingRow, points: Sequence[int]) -> Write:
    """How a match ended; who says so first is believed."""
    at = {"of": tournament, "in_round": pairing.round, "at": pairing.number}
    return "pairing over", {**at, "won": list(points)}


def forget_writes(owner: str, nobody: str) -> list[Write]:
    """That somebody takes part in nothing, and did under no name."""
    both = {"of": owner, "nobody": nobody}
    return [("tournaments off", {"of": owner}), ("tournaments handed on", both), ("entrants gone", both)]


class TournamentStore:
    """What is asked about tournaments."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def load(self, tournament: str) -> Whole | None:
        """Everything about a tournament, `None` if there is no such one."""
        if not tournament.isprintable():
            return None
        async with self._storage.reading() as connection:
            found = await connection.execute(sa.select(tournaments).where(tournaments.c.id == tournament))
            row = found.mappings().first()
            if row is None:
                return None
            whole = Whole(TournamentRow(**row))
            parts: tuple[tuple[sa.Table, Any, list[Any]], ...] = (
                (rounds, RoundRow, whole.rounds),  # before their pairings, which are written with them
                (pairings, PairingRow, whole.pairings),
                (entrants, Entrant, whole.entrants),
            )
            for table, kind, into in parts:
                _, *fields = table.columns
                query = sa.select(*fields).where(table.c.tournament_id == tournament).order_by(*table.primary_key)
                into += [kind(**one) for one in (await connection.execute(query)).mappings()]
        begun = {
            one.number for one in whole.rounds
        }  # of a round that was written between two questions nothing is told
        whole.pairings[:] = [one for one in whole.pairings if one.round in begun]
        return whole

    async def due(self, now: float) -> list[str]:
        """The tournaments that somebody has to move on: a time has come, a match is over, a table is missing."""
        timed = sa.select(tournaments.c.id).where(tournaments.c.due <= now)
        beside = pairings.outerjoin(tables, tables.c.id == pairings.c.table_id)
        left = sa.select(pairings.c.tournament_id).distinct().select_from(beside)
        left = left.join(tournaments, tournaments.c.id == pairings.c.tournament_id).where(
            tournaments.c.state == PLAYING
        )
        left = left.where(sa.not_(pairings.c.over), sa.or_(tables.c.id.is_(None), tables.c.state == "over"))
        async with self._storage.reading() as connection:
            found = {*(await connection.execute(timed)).scalars(), *(await connection.execute(left)).scalars()}
        return sorted(found)

    async def next_due(self) -> float | None:
        """When the next time comes."""
        async with self._storage.reading() as connection:
            first: float | None = (await connection.execute(sa.select(sa.func.min(tournaments.c.due)))).scalar_one()
            return first

    async def waiting_bots(self) -> list[str]:
        """The tables of rounds that are being played at which a bot has a seat."""
        chosen = sa.select(pairings.c.table_id).distinct()
        chosen = chosen.join(seats, seats.c.table_id == pairings.c.table_id)
        async with self._storage.reading() as connection:
            found = await connection.execute(chosen.where(sa.not_(pairings.c.over), seats.c.kind == "bot"))
            return list(found.scalars())

    async def of_person(self, person: str, most: int) -> list[TournamentRow]:
        """The tournaments that somebody made or has entered, the latest first."""
        entered = sa.select(entrants.c.tournament_id).where(entrants.c.person == person, entrants.c.gone.is_(None))
        return await self._rows(sa.or_(tournaments.c.owner == person, tournaments.c.id.in_(entered)), most)

    async def data(self, person: str) -> list[dict[str, Any]]:
        """The tournaments that somebody made or has entered, for who takes its data along."""
        shown = [tournaments.c[name] for name in ("id", "name", "game", "state", "created")]
        is_mine = sa.and_(entrants.c.tournament_id == tournaments.c.id, entrants.c.person == person)
        called = [entrants.c.name.label("called"), entrants.c.number, entrants.c.gone]
        query = sa.select(*shown, (tournaments.c.owner == person).label("made"), *called)
        query = query.select_from(tournaments.outerjoin(entrants, is_mine))
        query = query.where(sa.or_(tournaments.c.owner == person, entrants.c.person == person))
        async with self._storage.reading() as connection:
            return [plain(row) for row in (await connection.execute(query.order_by(tournaments.c.created))).mappings()]

    async def listed(self, most: int) -> list[TournamentRow]:
        """Those that are for everybody, the latest first."""
        return await self._rows(tournaments.c.listed, most)

    async def of_club(self, club: str, most: int) -> list[TournamentRow]:
        """Those of a club, the latest first."""
        return await self._rows(tournaments.c.club_id == club, most)

    async def running(self, owner: str) -> int:
        """How many tournaments of somebody are open or being played."""
        mine = sa.select(sa.func.count()).where(tournaments.c.owner == owner, tournaments.c.state.in_((OPEN, PLAYING)))
        async with self._storage.reading() as connection:
            return int((await connection.execute(mine)).scalar_one())

    async def counts(self, of: Sequence[str]) -> dict[str, int]:
        """How many take part in each of some tournaments."""
        counted = sa.select(entrants.c.tournament_id, sa.func.count()).where(
            entrants.c.tournament_id.in_(of), sa.or_(entrants.c.gone.is_(None), entrants.c.gone > 0)
        )
        async with self._storage.reading() as connection:
            rows = (await connection.execute(counted.group_by(entrants.c.tournament_id))).all()
            return {row[0]: row[1] for row in rows}

    async def numbers(self, of: Sequence[str]) -> dict[str, int]:
        """How long the logs of some tables are."""
        counted = sa.select(actions.c.table_id, sa.func.max(actions.c.number)).where(actions.c.table_id.in_(of))
        async with self._storage.reading() as connection:
            rows = (await connection.execute(counted.group_by(actions.c.table_id))).all()
            return {row[0]: row[1] for row in rows}

    async def _rows(self, condition: sa.ColumnElement[bool], most: int) -> list[TournamentRow]:
        query = sa.select(tournaments).where(condition, tournaments.c.state != CALLED_OFF)
        async with self._storage.reading() as connection:
            found = await connection.execute(query.order_by(tournaments.c.created.desc()).limit(most))
            return [TournamentRow(**row) for row in found.mappings()]
