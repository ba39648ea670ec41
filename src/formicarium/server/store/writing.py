"""Writing: every kind of it, of all subjects that the database keeps, in the one order in which all processes write."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from formicarium.server.store import (
    civil,
    clubs,
    days,
    members,
    notices,
    profiles,
    ratings,
    remarks,
    schema,
    seeks,
    tournaments,
)
from formicarium.server.store.schema import Write

SUBJECTS = (schema, remarks, members, notices, ratings, seeks, profiles, clubs, tournaments, days, civil)
WRITES: dict[str, Any] = {kind: statement for subject in SUBJECTS for kind, statement in subject.WRITES.items()}
KEYS: dict[str, tuple[str, ...]] = {kind: key for subject in SUBJECTS for kind, key in subject.KEYS.items()}


def statements(writes: list[Write]) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """The statements that write, each with all its rows.

    All processes write in the same order, so that two of them never wait for each other.
    """
    rows: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for kind, values in writes:
        rows[kind].append(values)
    for kind in filter(rows.__contains__, WRITES):
        yield WRITES[kind], sorted(rows[kind], key=itemgetter(*KEYS[kind]))
