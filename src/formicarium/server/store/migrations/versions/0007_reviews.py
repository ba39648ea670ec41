"""Reviews of matches that are over, and which tables go on from a position of another."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Only add: processes that do not know of it go on meanwhile."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("iterations", sa.Integer, nullable=False),
        sa.Column("review", sa.Text, nullable=False),
    )
    op.create_table(
        "branches",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("source", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("branches_of", "branches", ["source", "created"])
