"""One long run: several processes, each with its own part of the inputs of a seed."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import random
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import cases, grammar
from .targets import Site, take_notation, take_record, timed

SLOW = 0.05  # seconds of the event loop that no input may take …
TRIES = 3  # … the best of so many times: the first may load something
KINDS = ("notation", "record", "message", "request")
BATCH = 500  # of one kind, then the next
WARM = 200  # inputs of each kind that are given first
GROWN = 8 * 1024  # KiB that the second half of a run may take, when the caches are full …
MANY = 10_000  # … as they are after so many inputs


@dataclass
class Found:
    """What a process has done and found."""

    inputs: int = 0
    seconds: float = 0.0
    slowest: dict[str, float] = field(default_factory=dict)
    grown: tuple[int, int] = 0, 0  # KiB, from when everything was loaded to the middle, and from there to the end
    wrong: list[tuple[str, Any, str]] = field(default_factory=list)


GIVEN: dict[str, Callable[[random.Random], Any]] = {
    "notation": grammar.notation,
    "record": grammar.record,
    "message": grammar.message,
    "request": grammar.request,
}


def give(
    take: Callable[[Any], None], given: Any, hold: Callable[[Callable[[Any], None], Any], float] = timed
) -> tuple[float, str]:
    """How long it took, as `hold` tells, and what is wrong about it."""
    took = float("inf")
    try:
        for _ in range(TRIES):
            took = min(took, hold(take, given))
            if took <= SLOW:
                return took, ""
    except Exception as error:  # whatever is not a refusal is what is looked for
        return 0.0, f"{type(error).__name__}: {error}"[:300]
    return took, f"took {took:.3f} s"


def work(seed: int, part: int, inputs: int, seconds: float) -> Found:
    """Give a process's part of the inputs, as many as there is time for."""
    lot, found, site = random.Random(f"fuzz {seed} {part}"), Found(), Site()
    takes: dict[str, Callable[[Any], None]] = {
        "notation": take_notation,
        "record": take_record,
        "message": site.take_message,
        "request": site.take_request,
    }
    try:
        began, memory = time.perf_counter(), list[int]()
        for kind in _kinds(inputs):
            if time.perf_counter() - began > seconds:
                break
            given = GIVEN[kind](lot)
            took, why = give(takes[kind], given, site.hold if kind in ("message", "request") else timed)
            found.inputs += 1
            found.slowest[kind] = max(found.slowest.get(kind, 0.0), took)
            if why:
                found.wrong.append((kind, given, why))
            if found.inputs in (WARM * len(KINDS), inputs // 2):
                memory.append(_memory())
        found.seconds = time.perf_counter() - began
        if len(memory) == 2:
            found.grown = memory[1] - memory[0], _memory() - memory[1]
            if inputs >= MANY and found.grown[1] > GROWN:
                found.wrong.append(("memory", None, f"grew by {found.grown[1] >> 10} MiB in the second half"))
    finally:
        site.close()
    return found


def _kinds(inputs: int) -> Iterator[str]:
    """The kinds in batches: first a few of each."""
    for kind in KINDS:
        yield from [kind] * min(WARM, inputs // len(KINDS))
    left = inputs - len(KINDS) * min(WARM, inputs // len(KINDS))
    while left > 0:
        for kind in KINDS:
            yield from [kind] * min(BATCH, left)
            left -= min(BATCH, left)


def _memory() -> int:
    """The KiB that this process has now, without what it could give back."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() >> 10


def run(seed: int, inputs: int, seconds: float, processes: int, say: Callable[[str], None]) -> list[str]:
    """Everything that was found; nothing, one hopes."""
    parts = [(seed, part, inputs // processes, seconds) for part in range(processes)]
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        found = list(pool.map(work, *zip(*parts, strict=True)))
    wrong = [line for part in found for line in part.wrong]
    slowest = {kind: max(part.slowest.get(kind, 0.0) for part in found) for kind in KINDS}
    speed = sum(part.inputs / part.seconds for part in found)
    say(f"{sum(part.inputs for part in found):,} inputs, {speed:,.0f} a second")
    say("slowest, of the event loop: " + ", ".join(f"{kind} {took * 1e3:.1f} ms" for kind, took in slowest.items()))
    first, second = (max(part.grown[half] for part in found) / 1024 for half in range(2))
    say(f"memory grew by at most {first:.1f} MiB until the middle, and by {second:.1f} MiB from there")
    lines = []
    for kind, given, why in wrong:
        kept = f"; kept as {cases.keep(kind, given, why).name}" if kind in KINDS else ""
        lines.append(f"{kind}: {why}{kept}")
    for line in lines[:40]:
        say(f"WRONG {line}")
    return lines
