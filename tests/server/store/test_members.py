"""Members as rows: who is signed in is known at once, also while it changes; what is old is forgotten."""

import asyncio
import time

import pytest

from formicarium.errors import Conflict
from formicarium.server.store.members import Members, is_signed_in
from formicarium.server.table.table import Person

from ..conftest import with_storage

ADA = {"id": "ada", "name": "Ada", "name_key": "ada", "email": None, "email_key": None, "created": 1.0}


def session(of, digest, used):
    return "session", {"hash": digest, "member": of, "device": "Here", "created": 1.0, "used": used}


def test_who_is_signed_in(database_url):
    async def work(storage):
        members, guest = Members(storage, days=1.0), Person("ada", "A guest")
        signed = Person("ada", "As it was called", "here")
        assert await members.known(guest) == guest and await members.known(Person("ada", "", "guessed")) is None
        now = time.time()
        await storage.commit([("member", ADA), session("ada", "here", now), session("ada", "old", now - 90_000)])
        members.forget("ada")
        assert await members.known(guest) is None, "whoever shows only a guest's cookie is nobody now"
        found = await members.known(signed)
        assert found and found.name == "Ada" and is_signed_in(found) and not is_signed_in(guest)
        assert await members.known(Person("ben", "Ben", "here")) is None, "a session is of one member"
        assert await members.known(Person("ada", "", "old")) is None, "not used for more than a day"
        assert [one["hash"] for one in await members.sessions_of("ada")] == ["here"]
        await storage.commit([("session gone", {"of": "here"})])
        members.forget("ada")
        assert await members.known(signed) is None

    with_storage(database_url, work)


def test_what_is_asked_while_it_changes_is_not_remembered(tmp_path, monkeypatch):
    """An answer from before a change may arrive after it."""

    async def work(storage):
        members, signed = Members(storage, days=1.0), Person("ada", "Ada", "here")
        await storage.commit([("member", ADA), session("ada", "here", time.time())])
        reading, look = asyncio.Event(), members._look

        async def slowly(person):
            found = await look(person)
            reading.set()
            await asyncio.sleep(0.05)
            return found

        monkeypatch.setattr(members, "_look", slowly)
        early = asyncio.create_task(members.known(signed))
        await reading.wait()
        await storage.commit([("session gone", {"of": "here"})])
        members.forget("ada")
        assert await early is not None, "it was so when it was asked"
        monkeypatch.setattr(members, "_look", look)
        assert await members.known(signed) is None

    with_storage(f"sqlite:///{tmp_path / 'tables.db'}", work)


def test_names_addresses_and_what_is_spent_are_there_once(database_url):
    async def work(storage):
        await storage.commit([("member", ADA | {"email": "a@b.de", "email_key": "a@b.de"})])
        for other in ({"id": "ben"}, {"id": "ben", "name_key": "ben", "email_key": "a@b.de"}, {"name_key": "other"}):
            with pytest.raises(Conflict):
                await storage.commit([("member", ADA | other)])
        await storage.commit([("spend", {"hash": "x", "until": 1.0})])
        with pytest.raises(Conflict):
            await storage.commit([("spend", {"hash": "x", "until": 2.0}), session("ada", "new", 1.0)])
        assert await Members(storage, 1.0).sessions_of("ada") == []
        await storage.commit([("swept", {"before": 1.5})])
        await storage.commit([("spend", {"hash": "x", "until": 9.0})])

    with_storage(database_url, work)
