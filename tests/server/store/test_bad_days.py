"""Bad days: a full disk, a file that cannot be written or is damaged, two servers on one file, a clock that is set."""

import asyncio
import json
import logging
import os
import resource
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from types import SimpleNamespace

import httpx
import pytest

from formicarium.errors import SettingError, Unavailable
from formicarium.server.settings import Settings
from formicarium.server.store import databases
from formicarium.server.store import storage as storing
from formicarium.server.store.storage import Storage
from formicarium.server.table import clock
from services import Formicarium

from ..conftest import QUICK, running, wait_for, with_storage

CLICKS = 200  # at most, until a full disk is noticed
WISH = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "local"}], "first": 0}


def url(folder):
    return f"sqlite:///{folder / 'tables.db'}"


async def write(storage):
    await storage.secret("something")


# The disk


@pytest.mark.parametrize(("room", "least", "most"), [(0, 16 << 20, 1 << 30), (1 << 60, 1, 4 << 20)])
def test_the_log_is_made_long_only_where_there_is_room(tmp_path, monkeypatch, room, least, most):
    """With 40 MB free, a start filled the disk."""
    monkeypatch.setattr(databases, "ROOM", room)

    async def look(storage):
        await write(storage)
        return sum(path.stat().st_size for path in tmp_path.iterdir())

    assert least <= with_storage(url(tmp_path), look) <= most


class Clicker:
    """Somebody who acts and takes back, and remembers what was acknowledged."""

    def __init__(self, base):
        self.http = httpx.Client(base_url=base, headers={"Origin": base, "Connection": "close"}, timeout=30)
        self.table = self.http.post("/api/tables", json=WISH).json()["id"]
        self.number = 1

    def click(self):
        where, wish = ("actions", {"action": "ant a1"}) if self.number % 2 else ("undo", {})
        answer = self.http.post(f"/api/tables/{self.table}/{where}", json={"number": self.number, "seat": 0, **wish})
        if answer.status_code == 200:
            self.number = answer.json()["number"]
        return answer


def test_a_disk_without_room_is_told_and_got_over():
    """Every write was refused while the server called itself ready, and the log was silent."""
    server = Formicarium(THINKERS=1, BUDGET=10**9)
    try:
        server.start()
        ada = Clicker(server.url)
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (100_000, hard))  # no file can be longer
        for _ in range(CLICKS):
            answer = ada.click()
            if answer.status_code != 200:
                break
        assert answer.status_code == 503 and answer.json()["code"].startswith("storage/")
        for _ in range(3):
            ready = ada.http.get("/ready")
            assert ready.status_code == 503 and ready.json()["reason"]
        assert ada.http.get("/health").status_code == 200
        assert ada.http.get(f"/api/tables/{ada.table}").json()["number"] == ada.number
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        wait_for(lambda: ada.http.get("/ready").json() == {"status": "ready"}, 10)
        assert ada.click().status_code == 200
        events = [json.loads(line)["event"] for line in (server.folder / "output.log").read_text().splitlines()[1:]]
        assert events.count("the database takes no changes") == events.count("the database takes changes again") == 1
        server.kill()
        server.start()
        assert ada.http.get(f"/api/tables/{ada.table}").json()["number"] == ada.number
        ada.http.close()
    finally:
        server.stop()


def test_a_full_database_is_told_and_got_over(tmp_path, monkeypatch):
    """The file cannot get longer: SQLite itself says that it is full."""
    monkeypatch.setattr(databases, "ROOM", 1 << 60)
    with running(Settings(database_url=url(tmp_path), **QUICK)) as site:
        ada, thread = Clicker(site.base), site.app.state.server.storage.database._thread
        assert ada.click().status_code == 200

        def limit(connection, _):
            prepare(connection, _)
            connection.execute("pragma max_page_count=1")  # which is understood as: no more than there are

        prepare = databases._prepare
        monkeypatch.setattr(databases, "_prepare", limit)  # also for connections that are made meanwhile
        thread._pool.submit(lambda: limit(thread._connection, None)).result()
        for _ in range(CLICKS):
            answer = ada.click()
            if answer.status_code != 200:
                break
        assert answer.status_code == 503 and answer.json()["code"] == "storage/full" and answer.headers["retry-after"]
        ready = ada.http.get("/ready")
        assert ready.status_code == 503 and ready.json()["code"] == "storage/full"
        assert ada.http.post("/api/tables", json=WISH).json()["code"] == "storage/full"
        assert ada.http.get(f"/api/tables/{ada.table}").json()["number"] == ada.number
        monkeypatch.setattr(databases, "_prepare", prepare)
        wait_for(lambda: ada.http.get("/ready").json() == {"status": "ready"}, 10)
        assert ada.click().status_code == 200
        ada.http.close()


def forbid(storage):
    """Let the file not be written, over the connection that is open now."""
    connection = storage.database._thread._connection
    connection.execute("pragma query_only=on")


def test_a_file_that_cannot_be_written_is_told_and_got_over(tmp_path, monkeypatch):
    monkeypatch.setattr(storing, "PROBE_SECONDS", 0.0)

    async def work(storage):
        await storage.probe()
        forbid(storage)
        with pytest.raises(Unavailable) as caught:
            await storage.probe()
        await storage.probe()  # the file was opened anew
        forbid(storage)
        with pytest.raises(Unavailable) as again:
            await write(storage)
        await write(storage)
        return caught.value.code, again.value.code

    said: list[str] = []
    logger, listener = logging.getLogger("formicarium.server"), logging.Handler()
    monkeypatch.setattr(listener, "emit", lambda record: said.append(record.getMessage()))
    logger.addHandler(listener)
    try:
        assert with_storage(url(tmp_path), work) == ("storage/read-only", "storage/read-only")
    finally:
        logger.removeHandler(listener)
    assert said == ["the database takes no changes", "the database takes changes again"] * 2


@pytest.mark.parametrize(("state", "code"), [("25006", "storage/read-only"), ("53100", "storage/full")])
def test_what_postgresql_refuses_is_told_and_got_over(postgres, state, code):
    """It says by numbers why it takes no changes."""
    refuse = f"begin raise exception 'no' using errcode = '{state}'; end"

    async def work(storage):
        async with storage.transaction() as connection:
            await connection.exec_driver_sql(f"create function no() returns trigger language plpgsql as '{quoted}'")
            await connection.exec_driver_sql("create trigger no before insert on secrets execute function no()")
        with pytest.raises(Unavailable) as caught:
            await write(storage)
        async with storage.transaction() as connection:
            await connection.exec_driver_sql("drop trigger no on secrets")
        await write(storage)
        return caught.value

    quoted = refuse.replace("'", "''")
    told = with_storage(postgres.new_database(), work)
    assert told.code == code and "who runs this site has to mend it" in str(told)


def test_a_postgresql_that_only_follows_is_not_ready(postgres):
    async def work(storage):
        await storage.probe()
        async with storage.transaction() as connection:
            name = (await connection.exec_driver_sql("select current_database()")).scalar_one()
            await connection.exec_driver_sql(f"alter database {name} set default_transaction_read_only = on")
        await storage.database.engine.dispose()  # a connection knows it from its beginning
        with pytest.raises(Unavailable) as caught:
            await write(storage)
        await asyncio.sleep(storing.PROBE_SECONDS)
        with pytest.raises(Unavailable) as probed:
            await storage.probe()
        return caught.value.code, probed.value.code

    assert with_storage(postgres.new_database(), work) == ("storage/read-only", "storage/read-only")


def test_all_who_ask_within_a_second_whether_it_is_ready_share_one_write(tmp_path, monkeypatch):
    """Each question was a write of its own, which all others waited for, and nobody paid for it."""
    now = time.monotonic()
    monkeypatch.setattr(storing, "time", SimpleNamespace(monotonic=lambda: now, time=time.time))

    async def work(storage):
        nonlocal now
        probes, original = [], storage.database.probe

        async def counted():
            probes.append(1)
            await original()

        storage.database.probe = counted
        await asyncio.gather(*(storage.probe() for _ in range(50)))
        now += 0.9
        await storage.probe()
        assert len(probes) == 1
        now += 0.2
        await storage.probe()
        return len(probes)

    assert with_storage(url(tmp_path), work) == 2


# The file


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_only_its_owner_reads_the_database(tmp_path):
    """It has the key that signs cookies, and the seeds."""
    folder, before = tmp_path / "made" / "here", os.umask(0o022)
    try:

        async def look(storage):
            storage.claim()
            await write(storage)
            return {path.name: mode(path) for path in folder.iterdir()}

        names = ("tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock")
        assert with_storage(url(folder), look) == dict.fromkeys(names, 0o600) and mode(folder) == 0o700
        (folder / "tables.db").chmod(0o644)  # as versions before have made it
        with_storage(url(folder), write)
        assert mode(folder / "tables.db") == 0o600
    finally:
        os.umask(before)


def serve(folder):
    command = [sys.executable, "-m", "formicarium", "serve", "--port", "0", "--data", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, " ".join(done.stderr.split())


def test_a_second_server_on_one_file_is_refused():
    server = Formicarium(THINKERS=1)
    try:
        server.start()
        code, said = serve(server.folder)
        assert code == 2 and f"process {server.process.pid}" in said and "PostgreSQL" in said
        assert "Traceback" not in said
        server.kill()  # which leaves the lock where it was
        server.start()
    finally:
        server.stop()


def test_a_claim_ends_with_its_storage(tmp_path):
    async def work(storage):
        storage.claim()
        storage.claim()
        other = Storage(url(tmp_path))
        with pytest.raises(SettingError) as caught:
            other.claim()
        return caught.value.code

    for _ in range(2):
        assert with_storage(url(tmp_path), work) == "database/used"


def test_what_is_no_database_is_called_damaged(tmp_path):
    (tmp_path / "tables.db").write_bytes(b"no database at all " * 1000)
    code, said = serve(tmp_path)
    assert code == 2 and "the database is damaged" in said and "Traceback" not in said


def test_a_damaged_log_is_told_as_such(tmp_path):
    """It looked as if there were no such table."""
    settings = Settings(database_url=url(tmp_path), **QUICK)
    with running(settings) as site:
        table = site.guest().table("me", "local")["id"]
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
        pages = connection.execute("select rootpage from sqlite_master where tbl_name = 'actions'").fetchall()
        size = connection.execute("pragma page_size").fetchone()[0]
    with (tmp_path / "tables.db").open("r+b") as file:
        for (page,) in pages:
            file.seek((page - 1) * size)
            file.write(b"\xff" * size)
    with running(settings) as site:
        ada = site.guest()
        assert ada.get(f"/api/tables/{table}", 503)["code"] == "storage/damaged"
        shown = ada.http.get(f"/table/{table}")
        assert shown.status_code == 503 and "no such table" not in shown.text
        assert ada.http.get("/table/nothing").status_code in (404, 503)


def test_a_short_secret_is_refused(tmp_path):
    with pytest.raises(SettingError) as caught:
        Settings(secret="ants").check()
    assert caught.value.code == "secret/weak"
    for weak in ("a" * 32, "ants" * 20, "0123456" * 5):
        with pytest.raises(SettingError) as caught:
            Settings(secret=weak).check()
        assert caught.value.code == "secret/weak"
    Settings(secret="0123456789abcdef0123456789abcdef").check()
    environment = os.environ | {"FORMICARIUM_SECRET": "ants"}
    command = [sys.executable, "-m", "formicarium", "serve", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2 and "FORMICARIUM_SECRET" in done.stderr and "Traceback" not in done.stderr


# The clock


@pytest.mark.parametrize("jump", [-7200.0, 7200.0])
def test_a_jump_of_the_system_clock_changes_no_live_clock(tmp_path, monkeypatch, jump):
    with running(Settings(database_url=url(tmp_path), **QUICK)) as site:
        ada, real = site.guest(), time.time
        table = ada.table("me", "local", first=0, clock={"kind": "live", "seconds": 600})["id"]
        before = clock.now()
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        assert 0 <= clock.now() - before < 60
        ada.act(table, 1, "ant a1", seat=0)
        seats = ada.frame(table)["table"]["seats"]
        assert all(540 < seat["clock"] <= 600 and not seat["away"] for seat in seats)
