"""Silent clubs: nobody chats at their tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Only add, with what it is for processes that do not know of it and go on meanwhile."""
    for table in ("clubs", "terms"):
        op.add_column(table, sa.Column("silent", sa.Boolean, nullable=False, server_default=sa.false()))
