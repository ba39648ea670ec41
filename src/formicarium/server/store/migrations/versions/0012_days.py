"""For matches over days: who wants a letter a day, who is on holiday, and what is planned."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Only add: processes that do not know of it go on meanwhile."""
    op.create_table(
        "digests",
        sa.Column("member", sa.String(64), primary_key=True),
        sa.Column("language", sa.String(8), nullable=False),
    )
    op.create_table(
        "holidays",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.add_column("seats", sa.Column("rest", sa.Float, nullable=True))
    op.create_table(
        "plans",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
    )
