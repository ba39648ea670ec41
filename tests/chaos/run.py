"""One run: a cluster, a load, the faults of a seed, and the checks afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import NamedTuple

from services import Cluster

from .checks import CONVERGE_SECONDS, counts, problems, settle, slowest, stored
from .faults import schedule, strike
from .players import Load

SETTINGS = {  # all players come from one address
    "THINKERS": 1,
    "BUDGET": 10**9,
    "SOCKETS_EACH": 10**4,
    "CONNECTIONS_EACH": 10**4,
    "WORK_LIMIT": 120,  # seconds: drawing begins anew after each kill, on a machine that does much besides
}
BEGIN_SECONDS = 300.0  # in which all tables must have been set up
SHOWN = 20  # problems that are told in full


class Recovery(NamedTuple):
    """When something broke, and when it was well again."""

    name: str
    broken: float
    at: float


def run(
    seed: int, matches: int, seconds: float, say: Callable[[str], None], within: float = CONVERGE_SECONDS
) -> list[str]:
    """Everything that went wrong; nothing, one hopes. All must see the same `within` seconds of a recovery."""
    say(f"seed {seed}: {matches} matches at a time; starting PostgreSQL, Redis, nginx and two processes")
    with ExitStack() as stack:
        cluster = Cluster(**SETTINGS)
        stack.callback(cluster.stop)
        cluster.start()
        load = Load(cluster.url, matches, seed)
        load.start()
        stack.callback(load.leave)
        wait_for_tables(load, matches)
        began, recoveries = time.time(), list[Recovery]()
        for fault in schedule(seed, seconds):
            time.sleep(fault.after)
            broken = time.time()
            strike(fault, cluster, load.cut)
            recoveries.append(Recovery(str(fault), broken, time.time()))
            acted = sum(wish.made is not None for s in load.sittings for v in s.viewers for wish in v.wishes)
            away = f"{recoveries[-1].at - broken:.1f} s"
            say(f"{broken - began:6.1f} s  {fault}, {away}; {len(load.sittings)} matches, {acted:,} acknowledged")
            if load.error:
                raise load.error
        time.sleep(CONVERGE_SECONDS)
        load.stop_acting()
        late = settle(cluster.database, load.sittings)
        load.leave()
        if load.error:
            raise load.error
        return _checked(cluster.database, load, recoveries, late, say, within)


def wait_for_tables(load: Load, matches: int) -> None:
    """Wait until everybody sits."""
    deadline = time.monotonic() + BEGIN_SECONDS
    while len(load.sittings) < matches:
        if load.error:
            raise load.error
        assert time.monotonic() < deadline, "not all tables could be set up"
        time.sleep(0.1)


def _checked(
    database: str,
    load: Load,
    recoveries: list[Recovery],
    late: list[str],
    say: Callable[[str], None],
    within: float,
) -> list[str]:
    found, kept = list(late), stored(database, load.sittings)
    for fault, following in zip(recoveries, [*recoveries[1:], None], strict=True):
        took = slowest(fault.at, [sitting for sitting in load.sittings if sitting.began < fault.at], kept)
        in_time = following is None or following.broken > fault.at + CONVERGE_SECONDS
        say(
            f"{fault.name}: all saw what was made before after {took:.1f} s{'' if in_time else ', amid the next fault'}"
        )
        if took > within and in_time:
            found.append(f"{fault.name}: {took:.1f} s until all saw what was made before")
    for sitting in load.sittings:
        found += [f"{sitting.table} ({sitting.game}): {what}" for what in problems(sitting, kept[sitting.table])]
    viewers = [viewer for sitting in load.sittings for viewer in sitting.viewers]
    wishes = [wish for viewer in viewers for wish in viewer.wishes]
    say(
        f"{len(load.sittings)} matches, {sum(viewer.over for viewer in viewers)} seats saw the end; "
        f"{sum(counts(database).values()):,} entries; {sum(wish.made is not None for wish in wishes):,} acknowledged, "
        f"{sum(wish.tries > 1 for wish in wishes):,} repeated; {sum(len(viewer.views) for viewer in viewers):,} views "
        f"compared; {load.reconnects} connections made anew"
    )
    for what in found[:SHOWN]:
        say(f"WRONG {what}")
    say(f"{len(found)} things are wrong" if found else "nothing lost, nothing twice, no secret told")
    return found
