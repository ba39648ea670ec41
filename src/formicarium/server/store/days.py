"""For matches over days: who is on holiday until when, and what people have planned for when others have acted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from formicarium.server.store.schema import Write, actions, metadata, tables
from formicarium.server.table.rows import PLAYING

if TYPE_CHECKING:
    from formicarium.server.store.storage import Storage

holidays = sa.Table(
    "holidays",
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("began", sa.Float),
    sa.Column("until", sa.Float),
)
plans = sa.Table(
    "plans",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("owner", sa.String, primary_key=True),
    sa.Column("number", sa.Integer),  # so many entries the log had when the plans were made
    sa.Column("lines", sa.JSON),
)
WRITES: dict[str, Any] = {
    "holiday": sa.insert(holidays),
    "holiday until": sa.update(holidays)
    .where(holidays.c.person == sa.bindparam("of"), holidays.c.number == sa.bindparam("at"))
    .values(until=sa.bindparam("now")),
    "holidays gone": sa.delete(holidays).where(holidays.c.person == sa.bindparam("of")),
    "unplan": sa.delete(plans).where(plans.c.table_id == sa.bindparam("of"), plans.c.owner == sa.bindparam("by")),
    "plan": sa.insert(plans),
    "plans gone": sa.delete(plans).where(plans.c.owner == sa.bindparam("of")),
}
KEYS: dict[str, tuple[str, ...]] = {
    "holiday": ("person", "number"),
    "holiday until": ("of", "at"),
    "holidays gone": ("of",),
    "unplan": ("of", "by"),
    "plan": ("table_id", "owner"),
    "plans gone": ("of",),
}
Step = tuple[int, str]  # a seat, and what it does


class Holiday(NamedTuple):
    """From when until when somebody is away."""

    number: int
    began: float
    until: float


class Plan(NamedTuple):
    """What somebody has planned at a table since its log had so many entries: lines of what all do."""

    table: str
    owner: str
    number: int
    lines: list[list[Step]]


def holiday_write(person: str, holiday: Holiday) -> Write:
    """That somebody goes on holiday; a `Conflict` if it does so twice at once."""
    return "holiday", {"person": person, **holiday._asdict()}


def until_write(person: str, number: int, until: float) -> Write:
    """That a holiday lasts until another time."""
    return "holiday until", {"of": person, "at": number, "now": until}


def plan_writes(plan: Plan) -> list[Write]:
    """What somebody plans at a table, instead of what it planned before; without lines nothing."""
    gone: Write = ("unplan", {"of": plan.table, "by": plan.owner})
    row = {"table_id": plan.table, "owner": plan.owner, "number": plan.number, "lines": plan.lines}
    return [gone, ("plan", row)] if plan.lines else [gone]


def forget_writes(owner: str, _nobody: str) -> list[Write]:
    """That somebody plans nothing, and never went on holiday."""
    return [(kind, {"of": owner}) for kind in ("holidays gone", "plans gone")]


class DayStore:
    """Reads holidays and plans."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def holidays(self, person: str) -> list[Holiday]:
        """All holidays of somebody, the last one last."""
        chosen = sa.select(holidays.c.number, holidays.c.began, holidays.c.until).where(holidays.c.person == person)
        async with self._storage.reading() as connection:
            return [Holiday(*row) for row in await connection.execute(chosen.order_by(holidays.c.number))]

    async def plans_at(self, table: str) -> list[Plan]:
        """Everything that is planned at a table."""
        return await self._plans(plans.c.table_id == table)

    async def plans_of(self, owner: str) -> list[Plan]:
        """Everything that somebody plans."""
        return await self._plans(plans.c.owner == owner)

    async def overtaken(self) -> list[str]:
        """The tables at which something has happened since something was planned there, or that are over."""
        newer = sa.exists().where(actions.c.table_id == plans.c.table_id, actions.c.number > plans.c.number)
        over = sa.exists().where(tables.c.id == plans.c.table_id, tables.c.state != PLAYING)
        async with self._storage.reading() as connection:
            return [*(await connection.execute(sa.select(plans.c.table_id).where(newer | over).distinct())).scalars()]

    async def _plans(self, condition: sa.ColumnElement[bool]) -> list[Plan]:
        async with self._storage.reading() as connection:
            rows = (await connection.execute(sa.select(plans).where(condition).order_by(plans.c.table_id))).all()
        return [
            Plan(row.table_id, row.owner, row.number, [[(seat, action) for seat, action in line] for line in row.lines])
            for row in rows
        ]
