"""Secrecy at the wire: two matches that agree in all that a seat has seen are told to that seat in equal bytes.

The matches are played side by side: whatever the witness cannot tell apart may differ, in what nature deals, in what
others choose. Both stand under the same name on two servers, and everything a seat can ask for is compared.
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
from formicarium.server.identity import COOKIE
from formicarium.server.schema import Entry, SeatRow, Stored, TableRow, table_changes
from formicarium.server.settings import Settings
from formicarium.server.storage import Storage
from formicarium.server.tables import Person

from .conftest import QUICK, running

SECRET = "the same on both servers"
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
            hints_a_minute=1e9,
            **QUICK,
        )
        for url in urls
    ]
    with running(how[0]) as left, running(how[1]) as right:
        yield left, right


def side_by_side(game, seats, options, witness, plies, lot):
    """Two histories that a witness cannot tell apart, how many of their actions differ, and whether any could."""
    left, right = (fm.Match(game, seats, nature=False, **options) for _ in range(2))
    histories, different, hidden = ([], []), 0, False
    while len(histories[0]) < plies and left.actors:
        if histories[0] and lot.random() < 0.1 and left.history and left.history[-1].seat != fm.NATURE:
            seat = left.history[-1].seat
            if left.can_undo(seat) and right.can_undo(seat):
                for match, history in ((left, histories[0]), (right, histories[1])):
                    history.append(Entry("undo", seat, match.undo(seat).text, 0.0))
                continue
        seat = lot.choice(left.actors)
        pair = fitting(left, right, seat, witness, lot)
        if pair is None:
            break
        different += pair[0] != pair[1]
        for match, history, action in zip((left, right), histories, pair, strict=True):
            match.play(action, seat)
            history.append(Entry("nature" if seat == fm.NATURE else "act", seat, action.text, 0.0))
        hidden |= left.view(witness).tobytes() != left.position.tobytes()
    return histories, different, hidden


def fitting(left, right, seat, witness, lot):
    """An action for each match after which the witness sees the same; different ones where that can be."""
    mine, others = left.legal(seat), right.legal(seat)
    for action in lot.sample(mine, min(8, len(mine))):
        seen = after(left, seat, action).view(witness)
        if seat == witness:
            return (action, action) if after(right, seat, action).view(witness) == seen else None
        for other in [*lot.sample(others, min(40, len(others))), action]:
            if other in others and after(right, seat, other).view(witness) == seen:
                return action, other
    return None


def after(match, seat, action):
    position = match.position.copy()
    position.apply(seat, action)
    return position


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
            await storage.commit(table_changes(Stored(row, rows, entries)))
        finally:
            await storage.stop()

    asyncio.run(store())


def told(site, identity, number, plies, game, lot):
    """Everything that the witness is told, as bytes."""
    cookie = f"{COOKIE}={site.app.state.server.identities.cookie(Person(f'me at {identity}', 'P'))}"
    found = []
    address = f"ws://127.0.0.1:{site.port}/api/tables/{identity}/live"
    for query in ("?after=0", "?after=0&lang=de&scene=no", f"?seat={fm.SPECTATOR}"):
        with connect(address + query, additional_headers={"Cookie": cookie}, max_size=None) as live:
            for _ in range(1 if "seat" in query else number):
                found.append(live.recv(timeout=60))
    actions = [lot.choice(list(fm.game(game).actions)).text for _ in range(12)]
    headers = {"Cookie": cookie, "Origin": "http://table", "Host": "table"}
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


def first_difference(left, right):
    """Where two answers part, for the message of a failure."""
    left, right = str(left), str(right)
    at = next(
        (place for place, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right))
    )
    return f"\n{left[max(0, at - 300) : at + 100]}\n{right[max(0, at - 300) : at + 100]}"


@pytest.mark.parametrize(("game", "seats", "options", "pairs", "plies"), VARIANTS)
def test_what_a_seat_is_told_depends_only_on_what_it_has_seen(twins, game, seats, options, pairs, plies):
    differences, anything_hidden = 0, False

    @settings(
        max_examples=pairs,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(st.integers(0, 2**32), st.sampled_from(range(seats)))
    def check(seed, witness):
        nonlocal differences, anything_hidden
        lot = random.Random(seed)
        histories, different, hidden = side_by_side(game, seats, options, witness, plies, lot)
        differences, anything_hidden = differences + different, anything_hidden or hidden
        identity = secrets.token_hex(8)
        last = sum(-1 if entry.kind == "undo" else 1 for entry in histories[0])
        answers = []
        for site, entries in zip(twins, histories, strict=True):
            set_up(site, identity, game, seats, options, witness, entries)
            answers.append(told(site, identity, len(entries), last, game, random.Random(seed)))
        for left, right in zip(*answers, strict=True):
            assert left == right, first_difference(left, right)

    check()
    assert bool(differences) == anything_hidden
