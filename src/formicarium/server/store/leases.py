"""Leases: which process plays the bots of a table. A process that does not renew its lease loses all its claims."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from formicarium.server.store.schema import claims, processes
from formicarium.server.store.storage import Storage

FORGET_SECONDS = 3600.0  # a process that has been dead for so long, and has left nothing, is forgotten
LEASE_SECONDS = 3.0  # a process that was not heard of for so long is dead …
RENEW_SECONDS = 0.8  # … and one that lives says so this often, and then looks for the claims of the dead


class Leases:
    """What this process has claimed. Time is the database's own, the same for all.

    Where the database belongs to one process alone, everything is its own and nothing is written.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.process = secrets.token_hex(6)
        self.alive: set[str] = {self.process}  # the processes that were alive at the last look
        self._claimed: set[str] = set()
        self._renewed = time.monotonic()
        self._now = sa.extract("epoch", sa.func.clock_timestamp())

    def has(self, table: str) -> bool:
        """Whether the bots of a table are this process's, as far as it knows."""
        return not self._storage.shared or table in self._claimed

    async def claim(self, table: str) -> bool:
        """Take the bots of a table, unless another process that is alive has them."""
        if self.has(table):
            return True
        living = sa.select(processes.c.id).where(processes.c.until > self._now)
        wanted = (
            insert(claims)
            .values(table_id=table, process=self.process)
            .on_conflict_do_update(
                index_elements=[claims.c.table_id],
                set_={"process": self.process},
                where=sa.or_(claims.c.process == self.process, claims.c.process.not_in(living)),
            )
            .returning(claims.c.table_id)
        )
        async with self._storage.transaction() as connection:
            if (await connection.execute(wanted)).first() is None:
                return False
        self._claimed.add(table)
        return True

    async def renew(self, *, thorough: bool = False) -> list[str]:
        """Say that this process lives; the tables that dead ones had claimed.

        Claims are looked for by the dead, who are few. A thorough look, which goes through all claims, also finds those
        of processes that nobody knows of: earlier versions leave some.
        """
        if not self._storage.shared:
            return []
        name, began = self.process, time.monotonic()
        if began - self._renewed > LEASE_SECONDS:
            name = secrets.token_hex(6)  # as what it was it is dead: all that it had is claimed anew by the first
            self._claimed.clear()
        until = sa.cast(self._now, sa.Float) + LEASE_SECONDS
        said = insert(processes).values(id=name, until=until)
        said = said.on_conflict_do_update(index_elements=[processes.c.id], set_={"until": said.excluded.until})
        async with self._storage.transaction() as connection:
            await connection.execute(said)
            known = sa.select(processes.c.id, (processes.c.until > self._now).label("lives"))
            lives = {row.id: row.lives for row in await connection.execute(known)}
            alive, dead = ([id_ for id_, is_so in lives.items() if is_so == wanted] for wanted in (True, False))
            orphans = []
            if dead or thorough:
                of_the_dead = claims.c.process.not_in(alive) if thorough else claims.c.process.in_(dead)
                left = sa.select(claims.c.table_id).where(of_the_dead)
                orphans = [row.table_id for row in await connection.execute(left)]
            long_ago = processes.c.until <= sa.cast(self._now, sa.Float) - FORGET_SECONDS
            heirless = ~sa.exists().where(claims.c.process == processes.c.id)
            await connection.execute(sa.delete(processes).where(long_ago, heirless))
        if name == self.process and time.monotonic() - self._renewed > LEASE_SECONDS:
            return await self.renew(thorough=thorough)  # it may have come too late
        self.process, self.alive, self._renewed = name, set(alive), began  # only now do others know the name
        return orphans

    async def unclaimed(self, tables: Collection[str]) -> list[str]:
        """Those tables whose bots are this process's or nobody's."""
        if not tables or not self._storage.shared:
            return list(tables)
        others = self.alive - {self.process}
        taken = sa.select(claims.c.table_id).where(claims.c.table_id.in_(tables), claims.c.process.in_(others))
        async with self._storage.transaction() as connection:
            claimed = {row.table_id for row in await connection.execute(taken)}
        return [table for table in tables if table not in claimed]

    async def release(self, table: str) -> None:
        """Give a claim back."""
        self._claimed.discard(table)
        mine = sa.and_(claims.c.process == self.process, claims.c.table_id == table)
        async with self._storage.transaction() as connection:
            await connection.execute(sa.delete(claims).where(mine))

    async def end(self) -> None:
        """This process stops: others may take over at once what it has claimed."""
        if self._storage.shared:
            async with self._storage.transaction() as connection:
                await connection.execute(sa.update(processes).where(processes.c.id == self.process).values(until=0.0))
            self._claimed.clear()
