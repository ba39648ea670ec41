"""Being civil: what people want of each other, reports, moderators; tables of strangers, and late watchers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Only add: processes that do not know of it go on meanwhile."""
    op.create_table(
        "manners",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("other", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("how", sa.String(8), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("manners_of", "manners", ["person", "other", "table_id"], unique=True)
    op.create_index("manners_about", "manners", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("line", sa.Integer, nullable=True),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("said", sa.JSON, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("settled", sa.Float, nullable=True),
    )
    op.create_index("reports_by", "reports", ["reporter"])
    op.create_index("reports_about", "reports", ["person"])
    op.create_index("reports_settled", "reports", ["settled"])
    op.create_table(
        "moderators",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "measures",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("moderator", sa.String(64), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("report", sa.String(32), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("until", sa.Float, nullable=True),
        sa.Column("time", sa.Float, nullable=False),
    )
    op.create_index("measures_of", "measures", ["person", "what", "time"])
    op.create_index("measures_time", "measures", ["time"])
    op.create_table(
        "terms",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("strangers", sa.Boolean, nullable=False),
        sa.Column("delay", sa.Integer, nullable=False),
    )
