"""Writing: every kind of it, of all subjects that the database keeps, in the one order in which all processes write."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from formicarium.server.store import profiles, ratings, schema, seeks
from formicarium.server.store.schema import Write

SUBJECTS = (schema, ratings, seeks, profiles)
WRITES: dict[str, Any] = {kind: statement for subject in SUBJECTS for kind, statement in subject.WRITES.items()}
KEYS: dict[str, tuple[str, ...]] = {kind: key for subject in SUBJECTS for kind, key in subject.KEYS.items()}


def statements(writes: list[Write]) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """The statements that write, each with all its rows.

    All processes write in the same order, so that two of them never wait for each other.
    """
    for kind, statement in WRITES.items():
        rows = [values for name, values in writes if name == kind]
        if rows:
            rows.sort(key=itemgetter(*KEYS[kind]))
            yield statement, rows
