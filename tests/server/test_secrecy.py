"""Secrecy at the wire: two matches that agree in all that a seat has seen are told to that seat in equal bytes.

The matches are played side by side: whatever the witness cannot tell apart may differ, in what nature deals, in what
others choose. Both stand under the same name on two servers, and everything that the witness can ask for is compared:
somebody in a seat with a cookie, a program with its token, or a stranger who has nothing.
"""

import asyncio
import random
import secrets

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.sync.client import connect

import formicarium as fm
from formicarium.server.settings import Settings
from formicarium.server.store.schema import table_writes
from formicarium.server.store.storage import Storage
from formicarium.server.table.rows import LogRow, SeatRow, Stored, TableRow
from formicarium.server.table.table import Person
from formicarium.server.web.identity import COOKIE
from twins import Twins, before_a_purchase, first_difference

from .conftest import QUICK, running

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


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def twins(request, tmp_path_factory):
    if request.param == "sqlite":
        urls = [f"sqlite:///{tmp_path_factory.mktemp(name) / 'tables.db'}" for name in ("left", "right")]
    else:
        urls = [request.getfixturevalue("postgres").new_database() for _ in range(2)]
    how = [
        Settings(
            database_url=url,
            secret=SECRET,
            steps_behind=10**6,
            **QUICK,
        )
        for url in urls
    ]
    with running(how[0]) as left, running(how[1]) as right:
        yield left, right


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
        with connect(address + query, additional_headers=who, max_size=None) as live:
            for _ in range(1 if "seat" in query else number):
                found.append(live.recv(timeout=60))
    actions = [lot.choice(list(fm.game(game).actions)).text for _ in range(12)]
    headers = {**who, "Origin": "http://table", "Host": "table"}
    with httpx.Client(base_url=site.base, headers=headers, timeout=60) as http:
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


@pytest.mark.parametrize(("game", "seats", "options", "pairs", "plies"), VARIANTS)
def test_what_a_witness_is_told_depends_only_on_what_it_has_seen(twins, game, seats, options, pairs, plies):
    differences, anything_hidden = 0, False

    @settings(
        max_examples=pairs,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(st.integers(0, 2**32), st.sampled_from([*range(seats), fm.SPECTATOR]))
    def check(seed, witness):
        nonlocal differences, anything_hidden
        lot = random.Random(seed)
        pair = Twins(game, seats, options, witness)
        for _ in pair.play(plies, lot):
            pass
        differences, anything_hidden = differences + pair.different, anything_hidden or pair.hidden
        compare(twins, pair, game, seats, options, seed)

    check()
    assert bool(differences) == anything_hidden


def test_a_purchase_that_is_begun_is_nowhere_counted(twins):
    """By no number, ply or message: taken back, it would tell that something could be paid."""
    lot, options = random.Random(1), {"mode": "beetle"}
    begin, witness = before_a_purchase(3, "beetle", lot)
    pair = Twins("grasshopper", 3, options, witness, begin)
    alone = set()
    for _ in pair.play(len(begin) + 80, lot, alone=0.9):
        apart = pair.left.ledger.number - pair.right.ledger.number
        if apart not in alone:
            compare(twins, pair, "grasshopper", 3, options, len(alone))
        alone.add(apart)
    assert len(alone) > 2


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
