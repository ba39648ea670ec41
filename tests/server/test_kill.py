"""A server killed at random moments of a hundred matches under load: what was acknowledged is there, once."""

import asyncio
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections import Counter

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

TABLES, KILLS = 100, 5
SHORTEST, LONGEST = 0.4, 2.0  # seconds between a start and a kill
PATIENCE = 300.0  # seconds: a machine that others use too is slow, and nothing here is timed by it
FURTHER = 4  # actions that each table must still make after the last kill


class Server:
    """The real server, in a process of its own."""

    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"

    def start(self):
        limits = {"BUDGET": "1000000000", "CONNECTIONS_EACH": "1000", "THINKERS": "1", "SOCKETS_EACH": "1000"}
        environment = os.environ | {f"FORMICARIUM_{name}": value for name, value in limits.items()}
        command = [sys.executable, "-m", "formicarium", "serve", "--port", str(self.port), "--data", str(self.folder)]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.base}/ready", timeout=5).close()
                return
            except OSError:
                time.sleep(0.02)
        raise AssertionError("the server does not start")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Player:
    """Plays all human seats of one table, resends what was not acknowledged, and notes what was."""

    def __init__(self, server, table, cookie, lot):
        self.server, self.table, self.cookie, self.lot = server, table, cookie, lot
        self.acknowledged = {}  # by number after the action
        self.sent = []
        self.waiting = None
        self.over = False

    async def play(self):
        while not self.over:
            try:
                await self.session()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.1)

    async def session(self):
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.table}/live?scene=no"
        async with connect(address, additional_headers={"Cookie": self.cookie}, max_size=None) as live:
            while not self.over:
                if self.waiting:
                    await self.submit(live, *self.waiting)  # perhaps it was stored, perhaps not
                await live.send(json.dumps({"type": "look"}))
                frame = await self.answer(live, "full")
                self.over = frame["outcome"] is not None
                if frame["choices"]:
                    action = self.lot.choice(frame["choices"])
                    await self.submit(live, frame["number"], action, frame["seat"])
                elif not self.over:
                    await self.answer(live, "step")

    async def submit(self, live, number, action, seat):
        self.waiting = number, action, seat
        self.sent.append(self.waiting)
        await live.send(json.dumps({"type": "act", "id": 0, "number": number, "action": action, "seat": seat}))
        answer = await self.answer(live, "ack", "error")
        if answer["type"] == "ack":
            self.acknowledged[number + 1] = action, seat
        self.waiting = None

    async def answer(self, live, *kinds):
        while True:
            message = json.loads(await asyncio.wait_for(live.recv(), 20))
            if message["type"] in kinds:
                return message


def test_no_acknowledged_action_is_lost_or_made_twice(tmp_path):
    server, lot = Server(tmp_path), random.Random(7)
    server.start()
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        tables, headers = [], {}
        for number in range(TABLES):
            other = {"kind": "bot", "level": "random"} if number % 5 == 0 else {"kind": "local"}
            wish = {"game": "grasshopper", "seats": [{"kind": "me"}, other]}
            tables.append(http.post("/api/tables", json=wish, headers=headers).json()["id"])
            headers = {"Origin": server.base}
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    players = [Player(server, table, cookie, random.Random(table)) for table in tables]

    async def run():
        tasks = [asyncio.create_task(player.play()) for player in players]
        for kill in range(KILLS):
            await asyncio.sleep(lot.uniform(SHORTEST, LONGEST))
            await asyncio.to_thread(server.kill)
            if kill == KILLS - 1:
                before.update(dict(stored_counts(tmp_path)))
            await asyncio.to_thread(server.start)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            now = dict(stored_counts(tmp_path))
            waiting = [p for p in players if not p.over and now[p.table] < before[p.table] + FURTHER]
            if not waiting:
                break
            await asyncio.sleep(0.2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not waiting, f"{len(waiting)} tables do not go on"

    before = {}
    try:
        asyncio.run(run())
    finally:
        server.kill()
    check(players, tmp_path)


def stored_counts(folder):
    with sqlite3.connect(folder / "tables.db") as database:
        rows = database.execute("select table_id, count(*) from actions group by table_id").fetchall()
    database.close()
    return rows


def check(players, folder):
    """Compare what the players know with what is stored."""
    database = sqlite3.connect(folder / "tables.db")
    acknowledged = 0
    for player in players:
        rows = database.execute(
            "select number, kind, action, seat from actions where table_id = ? order by number", [player.table]
        ).fetchall()
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "a number is missing"
        log = {number: (action, seat) for number, kind, action, seat in rows if kind == "act"}
        for number, action in player.acknowledged.items():
            assert log[number] == action, "an acknowledged action is lost"
        mine = {seat for _, _, seat in player.sent}
        made = Counter((number - 1, *action) for number, action in log.items() if action[1] in mine)
        assert not made - Counter(set(player.sent)), "an action was made that nobody sent"
        acknowledged += len(player.acknowledged)
    database.close()
    assert acknowledged > TABLES, "there was hardly any load"
