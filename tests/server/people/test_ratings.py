"""Ratings: each match is rated once and in one order, whoever rates; to reckon all anew gives what is stored."""

import asyncio
import random

import pytest
import sqlalchemy as sa
from openskill.models import PlackettLuce
from typer.testing import CliRunner

from formicarium.cli import app
from formicarium.server.people import ratings, strengths
from formicarium.server.people.ratings import Ratings, recount
from formicarium.server.people.strengths import bots
from formicarium.server.store import schema
from formicarium.server.store.ratings import RatingStore, standings
from formicarium.server.store.storage import Storage

from ..conftest import with_storage

MANY, PEOPLE = 10_000, 300
LEVELS = ("gentle", "easy", "steady", "strong", "champion")


async def fill(storage, count, start=0):
    """Finished matches of two to four, some against bots, some of which do not count; in a few statements."""
    lot = random.Random(f"{count} {start}")
    rows = {schema.tables: [], schema.seats: [], schema.results: []}
    for number in range(start, start + count):
        size = lot.randrange(2, 5)
        people = lot.sample(range(PEOPLE), lot.randrange(1, size + 1))
        places = lot.sample(range(1, size + 1), size)
        left = [seat for seat in range(len(people)) if lot.random() < 0.05]
        name = f"t{number}"
        rows[schema.tables].append(
            {"id": name, "game": "grasshopper", "options": {"mode": lot.choice(("autumn", "winter"))}, "clock": {}}
            | {"seed": "", "commitment": "", "given": int(lot.random() < 0.05), "open": False, "state": "over"}
            | {"owner": "", "created": 0.0, "changed": float(number)}
        )
        for seat in range(size):
            human = seat < len(people)
            who = {"name": "", "owner": f"p{people[seat]}" if human else None, "level": lot.choice(LEVELS)}
            kind = {"kind": "human" if human else "bot", "away": seat in left}
            rows[schema.seats].append({"table_id": name, "seat": seat} | who | kind)
        result = {"places": places, "points": [0] * size, "reason": "", "plies": 9, "seconds": 1.0, "left": left}
        rows[schema.results].append({"table_id": name, "result": result | {"begun": True}})
    async with storage.transaction() as connection:
        for table, values in rows.items():
            await connection.execute(sa.insert(table), values)


def by_hand(matches):
    """The ratings as one who knows openskill only would reckon them."""
    model, known = PlackettLuce(), {}
    for match in matches:
        if match.pool is None:
            continue
        teams, keys = [], []
        for one in match.seated:
            keys.append((one.person, match.game, match.mode, match.pool))
            bot = bots()[match.game].get(one.level)
            strength, doubt = bot[:2] if bot else known.get(keys[-1], (model.mu, model.sigma))
            teams.append([model.rating(mu=strength, sigma=doubt)])
        ranks = [one.place for one in match.seated]
        for key, [found] in zip(keys, model.rate(teams, ranks=ranks), strict=True):
            if key[0] is not None:
                known[key] = found.mu, found.sigma
    return known


async def stored(storage):
    return [match async for matches in RatingStore(storage).matches() for match in matches]


async def all_strengths(storage):
    return await RatingStore(storage).strengths([f"p{number}" for number in range(PEOPLE)])


@pytest.mark.parametrize("count", [MANY])
def test_all_ratings_reckoned_anew_are_the_stored_ones(tmp_path, monkeypatch, count):
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def work(storage):
        await fill(storage, count)
        assert await Ratings(storage).catch_up() == count
        found = await stored(storage), await all_strengths(storage), await recount(storage)
        async with storage.transaction() as connection:
            spoilt = sa.update(standings).where(standings.c.person.is_not(None))
            await connection.execute(spoilt.values(strength=1.0, doubt=1.0, matches=0))
        return found

    matches, before, again = with_storage(url, work)
    monkeypatch.setenv("FORMICARIUM_DATABASE_URL", url)
    said = CliRunner().invoke(app, ["ratings"])
    after = with_storage(url, all_strengths)
    assert [match.number for match in matches] == [*range(1, count + 1)]
    assert [match.table for match in matches] == [f"t{number}" for number in range(count)], "in the order of their ends"
    counted = [match for match in matches if match.pool]
    assert 0.9 * count < len(counted) < count and {match.pool for match in counted} == {"people", "bots"}
    assert again == (len(counted), len(before), 0), "nothing was otherwise"
    spoilt = sum(one.person is not None for match in counted for one in match.seated)
    assert said.exit_code == 0, said.output
    assert f"{len(counted)} rated matches, {len(before)} ratings, {spoilt} changed" in " ".join(said.output.split())
    assert after == before
    expected = by_hand(matches)
    assert expected.keys() == before.keys()
    for key, found in before.items():
        assert found[:2] == pytest.approx(expected[key], abs=1e-3), "but for what rounding adds up to"


def test_what_bots_become_later_changes_no_rating(database_url, monkeypatch):
    """The arena rates bots anew now and then: a match counts as it did when it was played."""

    async def work(storage):
        await fill(storage, 40)
        await Ratings(storage).catch_up()
        before = await all_strengths(storage)
        known = bots()
        weaker = {game: {level: one._replace(strength=1.0) for level, one in of.items()} for game, of in known.items()}
        monkeypatch.setattr(strengths, "bots", lambda: weaker)
        again = await recount(storage)
        async with storage.transaction() as connection:  # as they were stored by a version that kept nothing of bots
            nothing = {"strength": None, "doubt": None, "matches": None}
            await connection.execute(sa.update(standings).where(standings.c.person.is_(None)).values(nothing))
        otherwise = await recount(storage)
        monkeypatch.setattr(strengths, "bots", lambda: known)
        return before, again, otherwise, await recount(storage), await all_strengths(storage)

    before, again, otherwise, settled, after = with_storage(database_url, work)
    assert again.changed == 0
    assert otherwise.changed > 0 == settled.changed and after != before, "from then on it is kept"


def test_several_who_rate_at_once_rate_each_match_once(database_url, monkeypatch):
    monkeypatch.setattr(ratings, "AT_ONCE", 3)

    async def race():
        storages = [Storage(database_url) for _ in range(3)]
        if not storages[0].shared:
            del storages[1:]
        for storage in storages:
            await storage.start()
        try:
            await fill(storages[0], 40)
            works = [Ratings(storage).catch_up() for storage in storages for _ in range(2)]
            await asyncio.gather(*works, fill(storages[0], 40, start=40))
            await Ratings(storages[0]).catch_up()
            return await stored(storages[0]), await recount(storages[0])
        finally:
            for storage in storages:
                await storage.stop()

    matches, again = asyncio.run(race())
    assert [match.number for match in matches] == [*range(1, 81)]
    assert sorted(match.table for match in matches) == sorted(f"t{number}" for number in range(80))
    assert again.changed == 0


def test_a_match_that_is_rated_while_all_are_reckoned_anew_is_rated_after_it(database_url):
    async def work(storage):
        await fill(storage, 30)
        await Ratings(storage).catch_up()
        async with storage.transaction() as connection:
            await connection.execute(sa.update(standings).where(standings.c.person.is_not(None)).values(strength=1.0))
        await fill(storage, 5, start=30)
        await asyncio.gather(recount(storage), Ratings(storage).catch_up())
        return await stored(storage), await recount(storage)

    matches, again = with_storage(database_url, work)
    assert again.changed == 0 and sum(match.table is not None for match in matches) == 35


def test_who_rates_goes_on_where_what_reckons_could_not_be_loaded_once(tmp_path, monkeypatch):
    tries, known = [], strengths.model

    def model():
        tries.append(1)
        if len(tries) == 1:
            raise ImportError("no module named openskill")
        return known()

    async def work(storage):
        await fill(storage, 3)
        rating = Ratings(storage)
        rating.start()
        async with asyncio.timeout(20):
            while not await stored(storage):
                await asyncio.sleep(0.01)
        await rating.stop()

    monkeypatch.setattr(ratings, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(strengths, "model", model)
    with_storage(f"sqlite:///{tmp_path / 'tables.db'}", work)
    assert len(tries) > 1


def test_what_ends_on_a_site_is_rated(site):
    ada, ben = site.guest("Ada"), site.guest("Ben")
    made = ada.table("me", "friend", game="sisimizi")
    invite = made["invites"][0]
    ben.post(
        f"/api/tables/{made['id']}/seats/{invite['seat']}", {"do": "join", "invite": invite["invite"], "name": "B"}
    )
    ben.post(f"/api/tables/{made['id']}/seats/{invite['seat']}", {"do": "resign"})
    table = site.table(made["id"])
    people = [row.owner for row in table.seats]

    async def strengths(storage):
        async with asyncio.timeout(60):
            while not (found := await RatingStore(storage).strengths(people)):
                await asyncio.sleep(0.05)
        return found

    found = with_storage(site.app.state.server.settings.database_url, strengths)
    model = PlackettLuce()
    [[won], [lost]] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    worth = [found[person, "sisimizi", "", "people"].strength for person in people]
    assert worth == pytest.approx([won.mu, lost.mu], abs=1e-5), "who leaves comes last"
