"""Ratings: every finished match has a number, and its people what it made of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0007"


def upgrade() -> None:
    """Only add: processes that do not know of it go on meanwhile."""
    op.create_table(
        "rated",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=True, unique=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("mode", sa.String(40), nullable=False),
        sa.Column("pool", sa.String(16), nullable=True),
        sa.Column("ended", sa.Float, nullable=False),
    )
    op.create_table(
        "standings",
        sa.Column("number", sa.Integer, sa.ForeignKey("rated.number"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), nullable=True),
        sa.Column("level", sa.String(40), nullable=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("strength", sa.Float, nullable=True),
        sa.Column("doubt", sa.Float, nullable=True),
        sa.Column("matches", sa.Integer, nullable=True),
    )
    op.create_index("standings_person", "standings", ["person", "number"])
    op.create_index("tables_state", "tables", ["state", "changed"])
