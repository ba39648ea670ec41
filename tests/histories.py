"""Histories as a witness reads them: what a seat, its program or a stranger is told of a match, as bytes."""

import asyncio
import random
import secrets

import httpx
from websockets.sync.client import connect

import formicarium as fm
from formicarium.server.store.schema import table_writes
from formicarium.server.store.storage import Storage
from formicarium.server.table.rows import LogRow, SeatRow, Stored, TableRow
from formicarium.server.table.table import Person
from formicarium.server.web.identity import COOKIE
from twins import first_difference

PATIENCE = 300.0  # seconds: a machine that others use too is slow, and nothing here is timed by it
SECRET = "the same on both servers, and long"
VARIANTS = [  # game, seats, options, how many pairs of matches of how many actions
    ("antics", 3, {}, 2, 40),
    ("formica", 2, {}, 4, 110),
    ("formica", 3, {"memory_aid": "yes"}, 4, 110),
    ("grasshopper", 2, {}, 10, 90),
    ("grasshopper", 3, {"mode": "winter"}, 10, 90),
    ("grasshopper", 3, {"mode": "beetle"}, 10, 90),
    ("sisimizi", 2, {}, 2, 40),
]


def set_up(site, identity, game, seats, options, witness, entries):
    row = TableRow(
        id=identity,
        game=game,
        options=fm.game(game).check_options(options, seats),
        clock={"kind": "none"},
        seed="s" * 64,
        commitment="c" * 64,
        given=0,
        first=None,
        open=False,
        state="playing",
        owner="somebody",
        rematch=None,
        created=0.0,
        changed=0.0,
    )
    rows = [
        SeatRow(seat, "human", f"P{seat}", f"me at {identity}" if seat == witness else "them", "greedy")
        for seat in range(seats)
    ]

    async def store():
        storage = Storage(str(site.app.state.server.settings.database_url))
        await storage.start()
        try:
            await storage.commit(table_writes(Stored(row, rows, entries), 1))
        finally:
            await storage.stop()

    asyncio.run(store())


def shown(site, identity, witness):
    """How the witness says who it is: a stranger not at all, seat 1 by a token, the others by a cookie."""
    if witness == fm.SPECTATOR:
        return {}
    cookie = {"Cookie": f"{COOKIE}={site.app.state.server.identities.cookie(Person(f'me at {identity}', 'P'))}"}
    if witness != 1:
        return cookie
    made = httpx.post(f"{site.base}/api/tokens", json={"name": "a bot"}, headers={**cookie, "Origin": site.base})
    return {"Authorization": f"Bearer {made.json()['token']}"}


def told(site, identity, witness, number, plies, game, lot):
    """Everything that the witness is told, as bytes."""
    who = shown(site, identity, witness)
    found: list[object] = []
    address = f"ws://127.0.0.1:{site.port}/api/tables/{identity}/live"
    for query in ("?after=0", "?after=0&lang=de&scene=no", f"?seat={fm.SPECTATOR}"):
        with connect(address + query, additional_headers=who, max_size=None, open_timeout=PATIENCE) as live:
            for _ in range(1 if "seat" in query else number):
                found.append(live.recv(timeout=PATIENCE))
    actions = [lot.choice(list(fm.game(game).actions)).text for _ in range(12)]
    headers = {**who, "Origin": "http://table", "Host": "table"}
    with httpx.Client(base_url=site.base, headers=headers, timeout=PATIENCE) as http:
        base = f"/api/tables/{identity}"
        for path in (
            base,
            f"{base}?lang=de&scene=no",
            f"{base}/svg",
            f"{base}/record",
            "/api/tables",
            f"/table/{identity}",
        ):
            answer = http.get(path)
            found.append((path, answer.status_code, answer.content))
        for ply in sorted({0, plies, *(lot.randrange(plies + 1) for _ in range(6))}):
            found.append(http.get(f"{base}/replay", params={"at": ply}).content)
        for body in [{"number": 0, "action": actions[0]}, *({"number": number, "action": text} for text in actions)]:
            answer = http.post(f"{base}/actions", json=body)
            if answer.status_code == 200:
                break  # it was legal: nature may have answered
            found.append(answer.content)
        else:
            found.append(http.post(f"{base}/hint", json={}).content)
            answer = http.post(f"{base}/undo", json={"number": number})
            found.append(answer.content)
    return found


def compare(sites, pair, game, seats, options, seed):
    """Store two matches, each on its server, and ask both for everything."""
    identity, witness, answers = secrets.token_hex(8), pair.witness, []
    for site, match in zip(sites, (pair.left, pair.right), strict=True):
        entries = [LogRow.of(entry, 0.0) for entry in match.ledger.entries]
        set_up(site, identity, game, seats, options, witness, entries)
        known = match.ledger.known(witness)
        number, last = len(known.numbers), len(known.standing)
        answers.append(told(site, identity, witness, number, last, game, random.Random(seed)))
    for left, right in zip(*answers, strict=True):
        assert left == right, first_difference(left, right)
