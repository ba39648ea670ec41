"""A short siege: strangers, races and kills while people play; the long one is `make siege`."""

import pytest

from services import Formicarium
from siege.probe import Probe, worked
from siege.pulse import p95
from siege.races import join, race
from siege.run import run
from siege.visitors import Visitor

SOON = 300.0  # seconds until somebody can act again; `make siege` allows 3
KILLS = 15  # with those of test_kill.py there are twenty
FAST = 10.0  # seconds for an answer, as other tests share the machine; `make siege` allows 0.02, or double


def test_a_short_siege():
    report = run(
        seed=7, seconds=20, backend="sqlite", matches=8, strangers=20, say=print, floor=FAST, kills=KILLS, playable=SOON
    )
    print(report.text())
    assert report.wrong == []
    assert report.faults["kill"] >= KILLS and len(report.playable) == report.faults["kill"]
    assert report.strangers["messages"] > 1000 and report.acknowledged > 10


@pytest.fixture
def server():
    found = Formicarium(THINKERS=1, BUDGET=10**9)
    try:
        found.start()
        yield found
    finally:
        found.stop()


def test_a_lost_race_is_told(server):
    class Impostor(Visitor):  # type: ignore[misc]  # mypy does not look into the folders of tests
        """Says of every seat that it sits there."""

        def get(self, path, status=200):
            answer = super().get(path, status)
            answer._content = answer.content.replace(b'"you":[]', b'"you":[1]')
            return answer

    with Visitor(server.url) as ada, Impostor(server.url) as ben, Impostor(server.url) as cleo:
        for visitor in (ada, ben, cleo):
            visitor.post("/api/tokens", {"name": "whatever"})
        assert list(join([ada, ben, cleo])) == ["2 people sit on one seat"]
    assert race(server.url, 1) == []


def test_the_probe_sees_who_works(server):
    before = worked(server.process.pid)
    with Probe(server.url, server.process.pid) as probe, Visitor(server.url) as ada:
        for _ in range(20):
            ada.get("/")
    assert worked(server.process.pid) > before and probe.longest.wall >= 0.0 and probe.waits


def test_p95():
    assert p95([0.0] * 99 + [1.0]) == 0.0 and p95([1.0] * 50 + [0.0] * 50) == 1.0 and p95([]) == float("inf")
