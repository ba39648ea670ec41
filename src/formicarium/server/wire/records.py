"""Records as JSON, field by field: an action changes few fields, and what stays as it was is not written anew."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple  # Any: a dtype of whatever fields

import numpy as np
import orjson

from formicarium import Game

VALUES_KEPT = 4096  # of one field, for all tables

Layout = np.dtype[Any]


class Leaf(NamedTuple):
    """A field without fields of its own: where it lies in the bytes of a record, and what stands before it in JSON."""

    before: bytes
    start: int
    end: int
    kind: Layout
    shape: tuple[int, ...]
    written: dict[bytes, bytes]  # by its bytes, what was written of it

    def text(self, content: bytes) -> bytes:
        """Its value as JSON."""
        value = self.written.get(content)
        if value is None:
            if len(self.written) >= VALUES_KEPT:
                self.written.clear()
            values = np.frombuffer(content, self.kind).reshape(self.shape)
            value = self.written[content] = orjson.dumps(values.tolist())
        return value


def record_json(game: Game, content: bytes) -> bytes:
    """The fields of a record by their names, as `Position.to_dict` has them; its bytes are given."""
    leaves, end = _plan(game)
    parts: list[bytes] = []
    for leaf in leaves:
        value = content[leaf.start : leaf.end]
        parts += leaf.before, leaf.written.get(value) or leaf.text(value)
    parts.append(end)
    return b"".join(parts)


@cache
def _plan(game: Game) -> tuple[tuple[Leaf, ...], bytes]:
    """The leaves of a game's record in the order of their JSON, and what stands after the last."""
    leaves: list[Leaf] = []
    text, record = b"", game.kernel.record
    for part in _parts(record, 0, tuple(record.names or ())[1:]):  # the first one only names the game
        if isinstance(part, bytes):
            text += part
        else:
            start, kind, shape = part
            size = kind.itemsize * int(np.prod(shape, dtype=np.int64))
            leaves.append(Leaf(text, start, start + size, kind, shape, {}))
            text = b""
    return tuple(leaves), text


def _parts(layout: Layout, start: int, names: tuple[str, ...]) -> Iterator[bytes | tuple[int, Layout, tuple[int, ...]]]:
    """Pieces of JSON, and between them leaves: where each begins, of what it is, and its shape."""
    yield b"{"
    for number, name in enumerate(names):
        yield (b"," if number else b"") + orjson.dumps(name) + b":"
        assert layout.fields is not None
        kind, offset = layout.fields[name][:2]
        if kind.base.names is None:
            yield start + offset, kind.base, kind.shape
        elif not kind.shape:
            yield from _parts(kind, start + offset, kind.names or ())
        else:
            yield b"["
            for row in range(kind.shape[0]):  # rows of records are never nested deeper
                yield b"," if row else b""
                yield from _parts(kind.base, start + offset + row * kind.base.itemsize, kind.base.names or ())
            yield b"]"
    yield b"}"
