"""Compiling: the one module that decorates. It names the disk cache by the sources, so that old code never runs.

Two hashes keep compiled code and sources together:

- a compiled function is cached in a folder named by a hash of the engine's sources, those of its own folder, the Numba
  version and Numba's flags;
- a game's record type carries a hash of that game's sources in the name of its first field, and Numba keys its cache
  by type. So generic code (search, playouts) that was compiled for a game is compiled anew when the game changes, also
  for a game that lives outside this package.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array
from numpy.typing import NDArray

ENGINE = Path(__file__).parent
# An edit there need not compile the rules again: how a game looks, what it says, and the engine's friendly layer.
NOT_COMPILED = {"scene.py", "diagram.py", "drawing", "levels.py", "beginner.py", "tally.py", "texts"}
NOT_COMPILED |= {"texts.py", "game.py", "position.py", "match.py", "record_file.py"}
KEEP_DAYS = 30  # a cache folder that nobody has used for so long is removed

F = TypeVar("F", bound=Callable[..., Any])


def enabled() -> bool:
    """Whether functions are compiled at all; `NUMBA_DISABLE_JIT=1` runs the same sources interpreted."""
    settings: Any = numba.config
    return not settings.DISABLE_JIT


@cache
def digest(folder: Path) -> str:
    """A short hash of the sources that compiled code in a folder can depend on: its own and the engine's."""
    flags = sorted((key, value) for key, value in os.environ.items() if key.startswith("NUMBA_"))
    state = hashlib.sha256(repr((numba.__version__, np.__version__, flags)).encode())
    for path in sorted({*_sources(ENGINE), *_sources(folder)}):
        state.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()[:12]


def _sources(folder: Path) -> list[Path]:
    found = (path for path in folder.rglob("*") if path.suffix in {".py", ".toml"})
    return [path for path in found if not NOT_COMPILED.intersection(path.relative_to(folder).parts)]


@cache
def cache_root() -> Path:
    """Where compiled code is kept: `FORMICARIUM_CACHE_DIR`, else the user's cache folder, else a temporary one."""
    chosen = os.environ.get("FORMICARIUM_CACHE_DIR")
    user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    root = Path(chosen) if chosen else Path(user) / "formicarium"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        root = Path(tempfile.gettempdir()) / f"formicarium-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
        root.mkdir(parents=True, exist_ok=True)
    return root


@cache
def cache_folder(folder: Path) -> Path:
    """The cache folder for the compiled code of one source folder; forgotten ones are removed on the way."""
    path = cache_root() / f"{folder.name}-{digest(folder)}"
    path.mkdir(exist_ok=True)
    os.utime(path)
    oldest = time.time() - KEEP_DAYS * 86400
    for other in cache_root().glob(f"{folder.name}-*"):
        if other != path and other.stat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)
    return path


def compiled(function: F) -> F:
    """Compile a function on its first call, without the GIL, and keep the machine code on disk."""
    return _compiled(function, nogil=True)


def brief(function: F) -> F:
    """The same for entry points of less than a microsecond, of which letting go of the GIL would be a good part."""
    return _compiled(function, nogil=False)


def _compiled(function: F, nogil: bool) -> F:
    settings: Any = numba.config
    before = settings.CACHE_DIR
    if enabled():
        settings.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).parent))
    try:
        result: Any = numba.njit(cache=True, nogil=nogil, error_model="numpy")(function)
        return cast(F, result)
    finally:
        settings.CACHE_DIR = before


def record(name: str, source: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """The record type of a game's positions: `record("sisimizi", __file__, [("mover", np.int8), ...])`."""
    # The first field is a word, so that every record is a whole number of words.
    layout = np.dtype([(f"{name}_{digest(Path(source).parent)}", np.uint64), *fields], align=True)
    _check_fields(layout)
    return np.dtype((np.record, layout))  # interpreted, its elements have attributes; a recarray is slow to pass


def _check_fields(layout: np.dtype[Any]) -> None:
    """Refuse fields that would work in one of the two worlds only.

    Interpreted, `s.round` would be numpy's method of that name; compiled, there are no arrays of `bool` in a record.
    """
    for field in layout.names or ():
        if hasattr(np.record, field):
            raise ValueError(f"a field of a record cannot be named {field!r}, which numpy uses itself")
        if layout[field].shape and layout[field].base == np.bool_:
            raise ValueError(f"the field {field!r} is an array of bool, which Numba does not know; take int8")
        _check_fields(layout[field].base)


def clone(records: NDArray[np.void]) -> NDArray[np.void]:
    """A copy of an array of records byte by byte; numpy's own leaves garbage in the padding."""
    return records.view(np.uint8).copy().view(records.dtype)


def scratch(size: int, dtype: Any) -> np.ndarray[Any, Any]:
    """A small zeroed array that lives on the stack of the compiled function that asks: no allocation.

    The size must be a constant, and the array must not be returned or stored.
    """
    return np.zeros(size, dtype)


def copy(target: Any, source: Any) -> None:
    """Copy one record over another of the same type."""
    for field in source.dtype.names:
        target[field] = source[field]


def words(record: Any) -> NDArray[np.uint64]:
    """The bytes of a record as 64-bit words, without a copy."""
    return np.frombuffer(record.tobytes(), np.uint64)


def _scratch(typing_context: Any, size: Any, dtype: Any) -> Any:
    count = size.literal_value
    array_type = types.Array(dtype.dtype, 1, "C")

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value_type = context.get_data_type(dtype.dtype)
        pointer = cgutils.alloca_once(builder, value_type, size=count)
        item = context.get_abi_sizeof(value_type)
        cgutils.memset(builder, pointer, context.get_constant(types.intp, count * item), 0)
        array = make_array(array_type)(context, builder)
        populate_array(
            array,
            data=pointer,
            shape=[context.get_constant(types.intp, count)],
            strides=[context.get_constant(types.intp, item)],
            itemsize=context.get_constant(types.intp, item),
            meminfo=None,
        )
        return array._getvalue()

    return array_type(size, dtype), codegen


def _copy(typing_context: Any, target: Any, source: Any) -> Any:
    if target != source:
        return None

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = context.get_constant(types.intp, source.size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), codegen


def _words(typing_context: Any, record: Any) -> Any:
    array_type = types.Array(types.uint64, 1, "C", aligned=False)

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = context.get_data_type(types.uint64)
        array = make_array(array_type)(context, builder)
        populate_array(
            array,
            data=builder.bitcast(arguments[0], word.as_pointer()),
            shape=[context.get_constant(types.intp, record.size // 8)],
            strides=[context.get_constant(types.intp, 8)],
            itemsize=context.get_constant(types.intp, 8),
            meminfo=None,
        )
        return array._getvalue()

    return array_type(record), codegen


if enabled():  # compiled code takes these, the interpreter the plain ones above
    _scratch.__name__, _copy.__name__, _words.__name__ = "scratch", "copy", "words"
    scratch = cast(Any, intrinsic(prefer_literal=True)(_scratch))
    copy = cast(Any, intrinsic(_copy))
    words = cast(Any, intrinsic(_words))
