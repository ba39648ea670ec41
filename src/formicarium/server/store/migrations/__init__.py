"""The database as it grew: Alembic migrations, run when the server starts."""
