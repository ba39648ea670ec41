"""Which tutorial guides at a table; tables that are there already have none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Only add: processes that do not know of it go on meanwhile."""
    op.add_column("tables", sa.Column("tutorial", sa.String(40), nullable=True))
