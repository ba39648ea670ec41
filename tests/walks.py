"""Walks the six ways of docs/architecture.py, interpreted, and writes down every function of ours that is called.

What is compiled calls without a trace; so this is a program of its own: `NUMBA_DISABLE_JIT=1 python tests/walks.py O`.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any  # Any: what a profiler is given

import formicarium as fm
from formicarium.cli import study
from formicarium.server.room.thinking import Thinkers
from formicarium.server.settings import Settings
from server.conftest import QUICK, Site, running

GAME = "sisimizi"
heard: list[str] | None = None  # what is called now, if anybody listens
calls: set[tuple[str, str]] = set()  # which module has called which


def listen(frame: FrameType, event: str, _: Any) -> None:
    """A function is called, in some thread."""
    module = frame.f_globals.get("__name__", "")
    if heard is None or event != "call" or not module.startswith("formicarium."):
        return
    name = frame.f_code.co_qualname if sys.version_info >= (3, 11) else ""
    if name.endswith("<locals>.dispatch"):  # it finds the game's own function of that name
        name = frame.f_locals["name"]
    heard.append(f"{module}:{name}")
    caller = frame.f_back
    while caller and not caller.f_globals.get("__name__", "").startswith("formicarium."):
        caller = caller.f_back
    if caller:
        calls.add((caller.f_globals["__name__"], module))


def walk(work: Callable[[], object]) -> list[str]:
    """What is called while some work is done."""
    global heard
    heard = found = []
    try:
        work()
    finally:
        heard = None
    return found


def click(site: Site) -> list[str]:
    """Somebody acts at a table with two sides of one screen, and is told what happened."""
    ada = site.guest()
    made = ada.table("me", "local", game=GAME, first=0)
    with ada.live(made["id"]) as live:
        number = live.get("full")["number"]

        def act() -> None:
            live.put(type="act", number=number, action="ant a1", seat=0)
            assert live.get("ack", "error")["type"] == "ack"
            live.get("step")

        return walk(act)


def turn_of_a_bot(site: Site) -> list[str]:
    """Somebody ends its turn, and a bot begins the next one."""
    ada = site.guest()
    seats = [{"kind": "me"}, {"kind": "bot", "level": "gentle"}]
    made = ada.post("/api/tables", {"game": GAME, "seats": seats, "name": "Ada", "first": 0}, 201)
    with ada.live(made["id"]) as live:
        number = live.get("full")["number"]
        for action in ("ant a1", "ant k11"):
            live.put(type="act", number=number, action=action)
            number = live.get("ack")["number"]

        def end() -> None:
            live.put(type="act", number=number, action="done")
            while not any(line["seat"] == 1 for line in live.get("step")["log"]["lines"]):
                pass

        return walk(end)


async def think_here(self: Thinkers, function: Callable[..., Any], *arguments: Any) -> Any:
    """Think in this process, where it is heard."""
    return function(*arguments)


def main() -> None:
    """Walk all six ways."""
    sys.setprofile(listen)
    threading.setprofile(listen)
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        match = fm.Match(GAME, seats=2, seed=7)
        found["A move in the library"] = walk(lambda: match.play("ant e5"))
        match.save(folder / "match.txt")
        found["A record"] = walk(lambda: fm.load(folder / "match.txt"))
        batch = fm.vector(GAME, 2, seed=1)
        actions = batch.sample()
        found["A step of a batch"] = walk(lambda: batch.step(actions))
        arena: Callable[..., None] = study.arena
        found["A match in the arena"] = walk(
            lambda: arena("grasshopper", ["random", "greedy"], seats=[2], matches=2, workers=1, folder=folder / "run")
        )
        Thinkers._run = think_here  # type: ignore[method-assign]  # of any answer
        with running(Settings(database_url=f"sqlite:///{folder / 'tables.db'}", **QUICK)) as site:
            found["A click"] = click(site)
            found["A bot's turn"] = turn_of_a_bot(site)
    sys.setprofile(None)
    Path(sys.argv[1]).write_text(json.dumps({"walks": found, "calls": sorted(calls)}), encoding="utf-8")


if __name__ == "__main__":
    main()
