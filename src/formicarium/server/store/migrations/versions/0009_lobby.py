"""Ratings: every finished match has a number, and its people what it made of them; who looks for a match; profiles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


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
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, unique=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("clock", sa.JSON, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("strength", sa.Float, nullable=False),
        sa.Column("bots_after", sa.Float, nullable=True),
        sa.Column("bots", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "settled",
        sa.Column("seek", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=True),
        sa.Column("time", sa.Float, nullable=False),
    )
    op.create_index("settled_person", "settled", ["person", "time"])
    op.create_index("settled_time", "settled", ["time"])
    op.create_table(
        "pairers",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "listings",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("language", sa.String(8), nullable=False),
    )
    op.create_table(
        "profiles",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("parts", sa.String(200), nullable=False),
    )
