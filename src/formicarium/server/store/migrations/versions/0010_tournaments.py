"""Tournaments and clubs: who is in them, what is paired, and which tables are a club's."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Only add: processes that do not know of it go on meanwhile."""
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("about", sa.String(500), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("clubs_owner", "clubs", ["owner"])
    op.create_table(
        "club_people",
        sa.Column("club_id", sa.String(32), sa.ForeignKey("clubs.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
        sa.UniqueConstraint("club_id", "person", name="club_people_once"),
    )
    op.create_index("club_people_person", "club_people", ["person"])
    op.create_table(
        "club_tables",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("club_id", sa.String(32), sa.ForeignKey("clubs.id"), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("club_tables_of", "club_tables", ["club_id", "created"])
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("format", sa.String(12), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("clock", sa.JSON, nullable=False),
        sa.Column("round_seconds", sa.Float, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("host", sa.String(80), nullable=False),
        sa.Column("club_id", sa.String(32), sa.ForeignKey("clubs.id"), nullable=True),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("starts", sa.Float, nullable=True),
        sa.Column("fill", sa.String(40), nullable=True),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("due", sa.Float, nullable=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("tournaments_due", "tournaments", ["due"])
    op.create_index("tournaments_owner", "tournaments", ["owner", "created"])
    op.create_index("tournaments_club", "tournaments", ["club_id", "created"])
    op.create_index("tournaments_listed", "tournaments", ["listed", "created"])
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(64), nullable=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("level", sa.String(40), nullable=True),
        sa.Column("gone", sa.Integer, nullable=True),
        sa.UniqueConstraint("tournament_id", "person", name="entrants_once"),
    )
    op.create_index("entrants_person", "entrants", ["person"])
    op.create_table(
        "rounds",
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
    )
    op.create_table(
        "pairings",
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("entrants", sa.JSON, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=True),
        sa.Column("points", sa.JSON, nullable=True),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_index("pairings_over", "pairings", ["over", "table_id"])
