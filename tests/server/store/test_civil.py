"""Being civil, as it is stored."""

from dataclasses import replace

from formicarium.server.store.civil import (
    BLOCK,
    MUTE,
    SILENCE,
    CivilStore,
    Manner,
    Measure,
    Report,
    forget_writes,
    manner_write,
    measure_write,
    report_write,
    unmanner_write,
)

from ..conftest import with_storage

MUTED = Manner("m1", "ada", "ben", "", MUTE, "Ben", 1.0)
HERE = Manner("m2", "ada", "cleo", "table", MUTE, "Cleo", 2.0)
REPORT = Report("r1", "ada", "ben", "Ben", "table", 1, "insult", "…", [{"number": 1, "text": "fool"}], 1.0)
MEASURE = Measure("a1", "mo", SILENCE, "ben", "r1", "why", 99.0, 1.0)


def test_manners_replace_each_other_and_count_where_they_are_for(database_url):
    async def work(storage):
        store = CivilStore(storage)
        await storage.commit([manner_write(MUTED), manner_write(HERE)])
        assert await store.manners("ada") == [HERE, MUTED]
        assert await store.manners("ada", "other") == [MUTED] and await store.manners("ada", "table") == [HERE, MUTED]
        assert await store.blocks(["ada", "ben"]) == set()
        await storage.commit([manner_write(replace(MUTED, id="m3", how=BLOCK, created=3.0))])
        assert [(one.other, one.how) for one in await store.manners("ada")] == [("ben", BLOCK), ("cleo", MUTE)]
        assert await store.blocks(["ada", "ben"]) == {("ada", "ben")} and await store.blocks(["ada"]) == set()
        await storage.commit([unmanner_write("m1", "eve")])
        assert len(await store.manners("ada")) == 2, "nobody undoes what another one wants"
        await storage.commit([unmanner_write("m1", "ada")])
        assert await store.manners("ada") == [HERE]

    with_storage(database_url, work)


def test_the_last_measure_counts(database_url):
    async def work(storage):
        store = CivilStore(storage)
        assert await store.until("ben", SILENCE) == 0.0
        await storage.commit([measure_write(MEASURE)])
        assert await store.until("ben", SILENCE) == 99.0
        await storage.commit([measure_write(replace(MEASURE, id="a2", until=2.0, time=2.0))])
        assert await store.until("ben", SILENCE) == 2.0
        assert [one.id for one in await store.measures(9)] == ["a2", "a1"]
        assert await store.measures(9, of="ada") == []

    with_storage(database_url, work)


def test_reports_are_settled_once_and_forgotten_later(database_url):
    async def work(storage):
        store = CivilStore(storage)
        await storage.commit([report_write(REPORT)])
        assert (
            await store.reports() == [REPORT] == await store.reports(of="ada") and await store.reports(of="ben") == []
        )
        assert await store.report("r1") == REPORT and await store.report("\0") is None
        await storage.commit([("report settled", {"of": "r1", "at": 5.0})])
        await storage.commit([("report settled", {"of": "r1", "at": 6.0})])
        assert await store.reports() == [] and [one.settled for one in await store.reports(settled=True)] == [5.0]
        await storage.commit([("reports swept", {"before": 5.0})])
        assert await store.report("r1")
        await storage.commit([("reports swept", {"before": 5.1})])
        assert await store.report("r1") is None

    with_storage(database_url, work)


def test_who_is_gone_is_in_nothing_but_the_log(database_url):
    async def work(storage):
        store = CivilStore(storage)
        other = replace(REPORT, id="r2", reporter="ben", person="cleo", name="Cleo")
        await storage.commit([manner_write(MUTED), report_write(REPORT), report_write(other), measure_write(MEASURE)])
        await storage.commit(forget_writes("ben", "nobody"))
        assert await store.manners("ada") == [] and await store.report("r1") is None
        left = await store.report("r2")
        assert left and (left.reporter, left.text) == ("nobody", "")
        assert await store.measures(9) == [MEASURE] and await store.names(["ben"]) == {}

    with_storage(database_url, work)
