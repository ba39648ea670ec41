"""What imported records say besides their moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from formicarium.server.store.schema import Write, metadata
from formicarium.server.table.remarks import Remarks

if TYPE_CHECKING:
    from formicarium.server.store.storage import Storage

remarks = sa.Table("remarks", metadata, sa.Column("table_id", sa.String, primary_key=True), sa.Column("said", sa.JSON))
WRITES: dict[str, Any] = {"remarks": sa.insert(remarks)}
KEYS: dict[str, tuple[str, ...]] = {"remarks": ("table_id",)}


def remarks_write(table: str, said: Remarks) -> Write:
    """What the record of a new table says besides its moves."""
    return "remarks", {"table_id": table, "said": said}


async def remarks_at(storage: Storage, table: str) -> Remarks | None:
    """What the record of a table says besides its moves; none if it is no record, or one of an earlier version."""
    async with storage.reading() as connection:
        said: Remarks | None = await connection.scalar(sa.select(remarks.c.said).where(remarks.c.table_id == table))
        return said
