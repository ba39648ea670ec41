"""When clocks ring, so that tables need not be in memory for it; and the tables that somebody set up, the latest first.

A table that is there already rings at once: whoever looks at it then stores when it really does.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Only add: processes that do not know of it go on meanwhile."""
    op.create_table(
        "alarms",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("rings", sa.Float, nullable=True),
    )
    op.create_index("alarms_rings", "alarms", ["rings"])
    op.create_index("tables_owner", "tables", ["owner", "changed"])
    tables = sa.table("tables", sa.column("id"), sa.column("state"), sa.column("clock", sa.JSON))
    alarms = sa.table("alarms", sa.column("table_id"), sa.column("rings"))
    timed = sa.and_(tables.c.state == "playing", tables.c.clock["kind"].as_string() != "none")
    op.execute(alarms.insert().from_select(["table_id", "rings"], sa.select(tables.c.id, sa.literal(0.0)).where(timed)))
