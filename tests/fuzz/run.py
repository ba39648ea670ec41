"""One long run: several processes, each with its own part of the inputs of a seed."""

from __future__ import annotations

import multiprocessing
import random
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from . import cases, grammar
from .targets import Site, take_notation, take_record, timed

SLOW = 0.05  # seconds of the event loop that no input may take …
TRIES = 3  # … the best of so many times: the first may load something
KINDS = ("notation", "record", "message", "request")
BATCH = 500  # of one kind, then the next
WARM = 200  # inputs of each kind that are given before memory is measured


@dataclass
class Found:
    """What a process has done and found."""

    inputs: int = 0
    seconds: float = 0.0
    slowest: dict[str, float] = field(default_factory=dict)
    grown: int = 0  # KiB, after everything was loaded
    wrong: list[tuple[str, Any, str]] = field(default_factory=list)


GIVEN: dict[str, Callable[[random.Random], Any]] = {
    "notation": grammar.notation,
    "record": grammar.record,
    "message": grammar.message,
    "request": grammar.request,
}


def give(take: Callable[[Any], None], given: Any) -> tuple[float, str]:
    """How long it took, and what is wrong about it."""
    took = float("inf")
    try:
        for _ in range(TRIES):
            took = min(took, timed(take, given))
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
        began, memory = time.perf_counter(), 0
        for kind in _kinds(inputs):
            if time.perf_counter() - began > seconds:
                break
            given = GIVEN[kind](lot)
            took, why = give(takes[kind], given)
            found.inputs += 1
            found.slowest[kind] = max(found.slowest.get(kind, 0.0), took)
            if why:
                found.wrong.append((kind, given, why))
            if found.inputs == WARM * len(KINDS):
                memory = _memory()
        found.seconds = time.perf_counter() - began
        found.grown = _memory() - memory if memory else 0
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
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


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
    say(f"memory grew by at most {max(part.grown for part in found) / 1024:.0f} MiB")
    lines = []
    for kind, given, why in wrong:
        lines.append(f"{kind}: {why}; kept as {cases.keep(kind, given, why).name}")
    for line in lines[:40]:
        say(f"WRONG {line}")
    return lines
