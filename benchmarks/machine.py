"""The machine: one core to run on, and what a report says about it."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

PACKAGES = ("numpy", "numba", "open_spiel", "pgx", "jax", "pettingzoo")
ONE_THREAD = {
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


def pin() -> bool:
    """Keep this process, its threads and its children on one core; whether the system can do that.

    Call it before numpy or JAX is imported: both look at their settings only then.
    """
    os.environ.update(ONE_THREAD)
    if not hasattr(os, "sched_setaffinity"):
        return False
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    return True


@contextmanager
def all_cores() -> Iterator[int]:
    """Leave the one core for a while; how many cores there are then."""
    if not hasattr(os, "sched_setaffinity"):
        yield os.cpu_count() or 1
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield len(os.sched_getaffinity(0))
    finally:
        os.sched_setaffinity(0, before)


def processor() -> str:
    """The model of the processor, as the system names it, and how many cores there are."""
    model = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return f"{model}, {os.cpu_count()} cores"


def versions(packages: Iterable[str] = PACKAGES) -> str:
    """The versions of Python and of everything that is measured."""
    found = {"Python": platform.python_version()} | {name: metadata.version(name) for name in packages}
    return ", ".join(f"{name} {version}" for name, version in found.items())
