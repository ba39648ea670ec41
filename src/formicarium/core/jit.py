"""Compiling: the one module that decorates. It names the disk cache by the sources, so that old code never runs.

Two hashes keep compiled code and sources together:

- a compiled function is cached in a folder named by a hash of the core's sources, those of its own folder, the
  versions of Python, NumPy and Numba, Numba's flags and the processor, wherever these sources lie: two installations of
  the same version share what is compiled;
- a game's record type carries a hash of that game's sources in the name of its first field, and Numba keys its cache
  by type. So generic code (search, playouts) that was compiled for a game is compiled anew when the game changes, also
  for a game that lives outside this package.

A function is compiled in two forms. What compiled code calls is intermediate code, a part; what Python calls is
optimised with all its parts and becomes machine code. So nothing is optimised again on each step of the way.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name, parse_bitcode
from numba.core import cgutils, types
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, compile_result
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array
from numpy.typing import NDArray
from platformdirs import user_cache_path

CORE = Path(__file__).parent
KEEP_DAYS = 30  # a cache folder that nobody has used for so long is removed

F = TypeVar("F", bound=Callable[..., Any])


def enabled() -> bool:
    """Whether functions are compiled at all; `NUMBA_DISABLE_JIT=1` runs the same sources interpreted."""
    settings: Any = numba.config
    return not settings.DISABLE_JIT


@cache
def digest(folder: Path) -> str:
    """A short hash of the sources that compiled code in a folder can depend on: its own files and the core's."""
    flags = sorted((key, value) for key, value in os.environ.items() if key.startswith("NUMBA_"))
    machine = get_host_cpu_name(), get_host_cpu_features().flatten()
    versions = sys.version_info[:2], numba.__version__, np.__version__
    state = hashlib.sha256(repr((versions, machine, flags)).encode())
    for path in sorted({*_sources(CORE), *_sources(folder)}):
        state.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()[:12]


def _sources(folder: Path) -> list[Path]:
    """The files of a folder itself; what its subfolders hold, such as the face of a game, is not compiled."""
    return [path for path in folder.iterdir() if path.suffix in {".py", ".toml"}]


@cache
def cache_root() -> Path:
    """Where compiled code is kept: `FORMICARIUM_CACHE_DIR`, else the user's cache folder, else a temporary one."""
    root = Path(os.environ.get("FORMICARIUM_CACHE_DIR") or user_cache_path("formicarium", appauthor=False))
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
    if not enabled():
        return function
    return cast(F, _Function(function, {"nopython": True, "nogil": nogil, "error_model": "numpy"}))


class _Function(CPUDispatcher):
    """A function as Python calls it: optimised together with all that it calls, and turned into machine code."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options | {"no_cfunc_wrapper": True})
        self._cache = _Cache(function)  # what `cache=True` does, but with a place of ours
        self._part = _Part(function, options)

    def add_overload(self, result: Any) -> None:
        """Also tell the machine code where the environments of its parts are, which have no address of their own."""
        for environment in result._find_referenced_environments():
            result.codegen.set_env(environment.env_name, environment)
        super().add_overload(result)

    @property
    def _numba_type_(self) -> Any:
        """To compiled code that calls it, a function is a part."""
        return types.Dispatcher(self._part)


class _Part(CPUDispatcher):
    """A function as compiled code calls it: intermediate code, which becomes machine code in whatever Python calls.

    Numba itself optimises every function again in each function on the way to Python, and makes machine code of all.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        options = options | {"no_cfunc_wrapper": True, "no_cpython_wrapper": True}
        super().__init__(function, targetoptions=options, pipeline_class=_PartCompiler)
        self._cache = _PartCache(function)

    def add_overload(self, result: Any) -> None:
        """Only for compiled code: Python cannot call it."""
        self.overloads[tuple(result.signature.args)] = result


class _PartLibrary(JITCodeLibrary):
    """The intermediate code of a part and of all that it calls."""

    def finalize(self) -> None:
        """Neither optimise nor generate machine code: whoever calls it does so."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> Any:
        """Numba asks so; there is no object code."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def restored(cls, codegen: Any, name: str, bitcode: bytes) -> _PartLibrary:
        """A library from what was stored."""
        library = cls(codegen, name)
        library._final_module = library._shared_module = parse_bitcode(bitcode)
        library._finalized = True
        return library


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower into a library of ours, and let compiled code find it by a key, as there is no address."""
        state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        state.cr = state.cr._replace(cfunc=object())
        state.library._ensure_finalized()
        state.reload_init.extend(state.library._reload_init)
        state.targetctx.insert_user_function(state.cr.cfunc, state.cr.fndesc, [state.library])
        return True


class _PartCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        """Numba's own passes with another last one."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [
            (_PartLowering, text) if step is NativeLowering else (step, text) for step, text in pipeline.passes
        ]
        pipeline._finalized = False
        pipeline.finalize()
        return [pipeline]


class _Place:
    """Where a function's machine code is kept: by what its sources say, not by where they lie, as Numba's own would."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._folder = cache_folder(Path(file).parent)
        self._name = f"{function.__module__}-{function.__code__.co_firstlineno}"

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Place:
        """Numba asks so."""
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        """The folder is there already, and can be written to."""

    def get_cache_path(self) -> str:
        """The folder of the index and of the machine code."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """The folder's name has the hash of all sources."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """What tells functions of one name apart, and copies of a folder that were imported by another name."""
        return self._name


_Kept: Any = FunctionCache._impl_class


class _Results(_Kept):  # type: ignore[misc]
    _locator_classes = (_Place,)

    def rebuild(self, target: Any, stored: Any) -> Any:
        """What Numba makes of a stored result, without its intermediate code: what compiled code links are parts.

        Of four games and their bots that would be 45 MB in every process.
        """
        result = super().rebuild(target, stored)
        result.library._shared_module.close()
        result.library._shared_module = None
        return result


class _Cache(FunctionCache):
    _impl_class = _Results


class _PartPlace(_Place):
    def get_disambiguator(self) -> str:
        """The same, beside the machine code of the same function."""
        return f"{self._name}-part"


class _Parts(_Kept):  # type: ignore[misc]
    _locator_classes = (_PartPlace,)

    def rebuild(self, target: Any, stored: Any) -> Any:
        """What Numba makes of a stored result, but of one without an address."""
        (name, bitcode), description, environment, signature, *_, annotation, reload, environments = stored
        for function in reload:
            function()
        library = _PartLibrary.restored(target.codegen(), name, bitcode)
        return compile_result(
            typing_context=target.typing_context,
            target_context=target,
            entry_point=object(),
            typing_error=None,
            type_annotation=annotation,
            library=library,
            call_helper=None,
            signature=signature,
            objectmode=False,
            lifted=(),
            fndesc=description,
            environment=environment,
            metadata=None,
            reload_init=reload,
            referenced_envs=environments,
        )


class _PartCache(FunctionCache):
    _impl_class = _Parts


def record(name: str, source: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """A record type of a game, as of its positions: `record("sisimizi", __file__, [("mover", np.int8), ...])`."""
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
    """A copy of an array of records byte by byte; numpy's own leaves garbage in the padding, and views take longer."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def scratch(size: int, dtype: Any) -> np.ndarray[Any, Any]:
    """A small zeroed array that lives on the stack of the compiled function that asks: no allocation.

    The size must be a constant, and the array must not be returned or stored.
    """
    return np.zeros(size, dtype)


def copy(target: Any, source: Any) -> None:
    """Copy one record over another of the same type."""
    for field in source.dtype.names:
        target[field] = source[field]


def machine_words(record: Any) -> NDArray[np.uint64]:
    """The bytes of a record as 64-bit words, without a copy."""
    return np.frombuffer(record.tobytes(), np.uint64)


def record_at(kind: np.dtype[np.void], address: int) -> Any:
    """The record of a type that lies at an address."""
    return np.frombuffer(memoryview((ctypes.c_char * kind.itemsize).from_address(address)), kind)[0]


def codes_at(address: int, size: int) -> NDArray[np.int32]:
    """The array of so many `int32`, a constant, that lies at an address."""
    return np.frombuffer(memoryview((ctypes.c_int32 * size).from_address(address)), np.int32)


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


def _machine_words(typing_context: Any, record: Any) -> Any:
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


def _record_at(typing_context: Any, kind: Any, address: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[1], context.get_value_type(kind.dtype))

    return kind.dtype(kind, types.intp), codegen


def _codes_at(typing_context: Any, address: Any, size: Any) -> Any:
    array_type = types.Array(types.int32, 1, "C")

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        item = context.get_value_type(types.int32)
        array = make_array(array_type)(context, builder)
        populate_array(
            array,
            data=builder.inttoptr(arguments[0], item.as_pointer()),
            shape=[context.get_constant(types.intp, size.literal_value)],
            strides=[context.get_constant(types.intp, 4)],
            itemsize=context.get_constant(types.intp, 4),
            meminfo=None,
        )
        return array._getvalue()

    return array_type(types.intp, size), codegen


if enabled():  # compiled code takes these, the interpreter the plain ones above
    _scratch.__name__, _copy.__name__, _machine_words.__name__ = "scratch", "copy", "machine_words"
    scratch = cast(Any, intrinsic(prefer_literal=True)(_scratch))
    copy = cast(Any, intrinsic(_copy))
    machine_words = cast(Any, intrinsic(_machine_words))
    _record_at.__name__, _codes_at.__name__ = "record_at", "codes_at"
    record_at = cast(Any, intrinsic(_record_at))
    codes_at = cast(Any, intrinsic(prefer_literal=True)(_codes_at))
