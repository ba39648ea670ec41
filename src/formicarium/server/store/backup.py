"""Backup and restore: everything a database keeps, as one checked file that any database can take.

The file is compressed lines of JSON: a head, one line a row, and a foot with the counts and a SHA-256 of all before it.
"""

from __future__ import annotations

import gzip
import hashlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import sqlalchemy as sa

from formicarium.errors import BackupError
from formicarium.server.store.civil import manners, measures, moderators, reports
from formicarium.server.store.clubs import club_people, club_tables, clubs
from formicarium.server.store.days import holidays, plans
from formicarium.server.store.members import members, passkeys
from formicarium.server.store.notices import digests, notices, subscriptions
from formicarium.server.store.profiles import profiles
from formicarium.server.store.ratings import rated, standings
from formicarium.server.store.remarks import remarks
from formicarium.server.store.schema import (
    actions,
    affairs,
    alarms,
    branches,
    chat,
    facts,
    kept_secrets,
    results,
    seats,
    tables,
    terms,
    tokens,
    turns,
)
from formicarium.server.store.seeks import listings
from formicarium.server.store.storage import Storage, newest_revision
from formicarium.server.store.tournaments import entrants, pairings, rounds, tournaments

KEPT = (  # what refers to others after them; not what can be found out again, what processes that run have claimed,
    # or where members are signed in: a device that was signed out since must not come back with a backup
    kept_secrets, tokens, tables, terms, seats, actions, facts, chat, turns, alarms, affairs, results,
    branches, remarks,
    subscriptions, notices,
    members, passkeys, digests,
    clubs, club_people, club_tables, tournaments, entrants, rounds, pairings,
    rated, standings, listings, profiles,
    holidays, plans,
    manners, reports, moderators, measures,
)  # fmt: skip
NUMBERED = (actions.name, facts.name, chat.name)  # each table's from 1 on, without a gap
ROWS = 1000  # that are read or written at once


async def backup(url: str, path: Path) -> dict[str, int]:
    """Write everything, as it is at one moment, to a file that must not exist; how many rows of what.

    Servers may go on meanwhile. The file has the server's secrets: only its owner may read it.
    """
    storage = Storage(url)
    await storage.start()
    counts: Counter[str] = Counter()
    digest = hashlib.sha256()
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        if path.exists():
            raise BackupError("backup/exists", f"{path} exists already: nothing is written over")
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="") as out:

                def write(line: Any) -> None:
                    text = orjson.dumps(line) + b"\n"
                    digest.update(text)
                    out.write(text)

                write({"formicarium": "backup", "revision": newest_revision()})
                async with storage.snapshot() as connection:
                    for table in KEPT:
                        result = await connection.stream(sa.select(table).order_by(*table.primary_key))
                        async for rows in result.mappings().partitions(ROWS):
                            for row in rows:
                                write({str(table.name): {str(name): value for name, value in row.items()}})
                            counts[str(table.name)] += len(rows)
                out.write(orjson.dumps({"rows": dict(counts), "sha256": digest.hexdigest()}) + b"\n")
            raw.flush()
            os.fsync(raw.fileno())
        check(unfinished)
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)
        await storage.stop()
    return dict(counts)


def check(path: Path) -> dict[str, int]:
    """Read a whole backup and refuse it if a bit is wrong, a row is missing or a log has a gap."""
    counts: Counter[str] = Counter()
    digest = hashlib.sha256()
    before: dict[str, tuple[str, int]] = {}
    foot: dict[str, Any] = {}
    for line in _lines(path):
        if foot:
            raise BackupError("backup/broken", f"{path} goes on after its end")
        row = orjson.loads(line)
        if "sha256" in row:
            foot = row
            continue
        digest.update(line)
        name, values = next(iter(row.items()))
        if name == "formicarium":
            if row["revision"] != newest_revision():
                raise BackupError("backup/revision", "restore it with the version that made it, then start the new one")
            continue
        counts[name] += 1
        if name in NUMBERED:
            table, number = before.get(name, ("", 0))
            expected = number + 1 if table == values["table_id"] else 1
            if values["number"] != expected:
                raise BackupError("backup/broken", f"{name} of {values['table_id']}: number {expected} is missing")
            before[name] = values["table_id"], values["number"]
    if not foot or foot["sha256"] != digest.hexdigest() or foot["rows"] != dict(counts):
        raise BackupError("backup/broken", f"{path} is not what was written: take another backup")
    return dict(counts)


async def restore(url: str, path: Path) -> dict[str, int]:
    """Put a backup, checked first, into a database that has no tables yet, all of it or nothing; how many rows."""
    counts = check(path)
    storage = Storage(url)
    await storage.start()
    try:
        async with storage.transaction() as connection:
            if (await connection.execute(sa.select(tables.c.id).limit(1))).first():
                raise BackupError("backup/not-empty", "the database has tables already: restore into an empty one")
            for table in reversed(KEPT):
                await connection.execute(sa.delete(table))  # a secret that a first start made
            for name, rows in _batches(path):
                await connection.execute(sa.insert(next(table for table in KEPT if table.name == name)), rows)
            for table in KEPT:
                count = (await connection.execute(sa.select(sa.func.count()).select_from(table))).scalar_one()
                if count != counts.get(table.name, 0):
                    raise BackupError("backup/broken", f"{count} rows of {table.name} instead of {counts[table.name]}")
    finally:
        await storage.stop()
    return counts


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as lines:
            yield from lines
    except (OSError, EOFError) as error:
        raise BackupError("backup/unreadable", f"{path} cannot be read: {error}") from error


def _batches(path: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The rows of a backup that was checked, so many of one kind at once."""
    name = ""
    rows: list[dict[str, Any]] = []
    for line in _lines(path):
        row = orjson.loads(line)
        if "sha256" in row or "formicarium" in row:
            continue
        kind, values = next(iter(row.items()))
        if rows and (kind != name or len(rows) == ROWS):
            yield name, rows
            rows = []
        name = kind
        rows.append(values)
    if rows:
        yield name, rows
