"""What is kept: the schema, the databases, what processes claim, backups."""
