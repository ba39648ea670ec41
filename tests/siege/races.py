"""Races: several people, or one several times, want the same at the same moment. One gets it, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from threading import Barrier

import httpx

import formicarium as fm
from formicarium.core import random

from .visitors import Visitor

RUNNERS = 6


def at_once(asks: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """Ask all of these at the same moment."""
    barrier = Barrier(len(asks))

    def ask(one: Callable[[], httpx.Response]) -> httpx.Response:
        barrier.wait()
        return one()

    with ThreadPoolExecutor(len(asks)) as pool:
        return list(pool.map(ask, asks))


def race(url: str, number: int) -> list[str]:
    """Every kind of race once; what went wrong."""
    with ExitStack() as stack:
        visitors = [stack.enter_context(Visitor(url)) for _ in range(RUNNERS)]
        for visitor in visitors:
            visitor.post("/api/tokens", {"name": "whatever"})  # the cookie comes with it
        return [*join(visitors), *same_number(visitors[0]), *rematch(visitors[0], number)]


def join(visitors: list[Visitor]) -> Iterator[str]:
    """All want the one free seat."""
    table = visitors[0].post("/api/tables", _wish("sisimizi", "me", "friend"))["id"]
    path = f"/api/tables/{table}/seats/1"
    wish = {"do": "join", "name": "Ben"}
    answers = at_once([partial(visitor.http.post, path, json=wish) for visitor in visitors[1:]])
    codes = Counter(answer.status_code for answer in answers)
    if codes != {200: 1, 409: len(visitors) - 2}:
        yield f"{codes} at a race for one seat"
    sitting = [visitor for visitor in visitors if 1 in visitor.get(f"/api/tables/{table}").json()["you"]]
    if len(sitting) != 1:
        yield f"{len(sitting)} people sit on one seat"


def same_number(visitor: Visitor) -> Iterator[str]:
    """One acts several times from the same number, over HTTP: one of them counts."""
    table = visitor.post("/api/tables", _wish("sisimizi", "me", "local", first=0))["id"]
    frame = visitor.get(f"/api/tables/{table}?scene=no").json()
    actions = frame["choices"][:RUNNERS]
    path = f"/api/tables/{table}/actions"
    bodies = [{"number": frame["number"], "action": action, "seat": 0} for action in actions]
    answers = at_once([partial(visitor.http.post, path, json=body) for body in bodies])
    codes = Counter(answer.json().get("code", "made") for answer in answers)
    if codes != {"made": 1, "number/stale": len(actions) - 1}:
        yield f"{codes} at a race from one number"
    if visitor.get(f"/api/tables/{table}?scene=no").json()["number"] != frame["number"] + 1:
        yield "a race from one number made more than one entry"


def rematch(visitor: Visitor, number: int) -> Iterator[str]:
    """One asks several times for a rematch: it is always the same table."""
    match = _ended(number)
    last = match.since(len(match.history) - 1)[0]
    record = visitor.post("/api/records", {"text": match.text()})["id"]
    seats = [{"kind": "me"}, *[{"kind": "local"}] * (match.seats - 1)]
    wish = {"at": len(match.history) - 1, "seats": seats}
    table = visitor.post(f"/api/tables/{record}/continue", wish)["id"]
    frame = visitor.get(f"/api/tables/{table}?scene=no").json()
    act = {"number": frame["number"], "action": last.text, "seat": last.seat}
    visitor.post(f"/api/tables/{table}/actions", act)
    answers = at_once([partial(visitor.http.post, f"/api/tables/{table}/rematch", json={})] * RUNNERS)
    tables = {answer.json().get("id") for answer in answers}
    if len(tables) != 1 or None in tables:
        yield f"{len(tables)} tables at a race for one rematch"


def _ended(number: int) -> fm.Match:
    """A short match that ended with an action of a seat."""
    while True:
        match, rng = fm.Match("grasshopper", 2, seed=number), random.stream(("race", number))
        while not match.over:
            match.play(match.position.sample(match.actors[0], rng), match.actors[0])
        if match.since(len(match.history) - 1)[0].seat != fm.NATURE:
            return match
        number += 1


def _wish(game: str, *kinds: str, **more: object) -> dict[str, object]:
    return {"game": game, "seats": [{"kind": kind} for kind in kinds], "open": True, "name": "Ada", **more}
