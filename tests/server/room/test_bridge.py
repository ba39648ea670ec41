"""Bots that think on a Ray cluster, of which everything may die."""

import asyncio
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

import formicarium as fm
from arena import work
from formicarium.errors import ArenaError, BotsAway
from formicarium.server.room.bridge import Bridge
from formicarium.server.room.thinking import Thinkers
from formicarium.server.settings import Settings

from ..conftest import QUICK, running

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own
SMALL: dict[str, Any] = {"object_store_memory": 80 << 20}


@pytest.fixture
def nodes(monkeypatch):
    """A head that does no work and a node of one core, which finds the work of these tests."""
    monkeypatch.setenv("PYTHONPATH", f"{Path(__file__).parents[2]}:{os.environ.get('PYTHONPATH', '')}")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **SMALL})
    cluster.add_node(num_cpus=1, **SMALL)
    cluster.wait_for_nodes()
    yield cluster
    cluster.shutdown()


def test_bots_think_on_a_cluster_of_which_everything_may_die(nodes, tmp_path):
    """One test, since starting a cluster takes seconds."""
    bridge = Bridge(nodes.address)
    assert bridge.cores.result(60) == 1
    with pytest.raises(ValueError, match="no 3"):
        bridge.submit(work.fail, 3).result(60)

    given_up = bridge.submit(work.wait_for, (str(tmp_path), 0))
    (first,) = work.begun(tmp_path, 1)
    given_up.cancel()
    waited_for = bridge.submit(work.wait_for, (str(tmp_path), 1))
    assert [name[0] for name in work.begun(tmp_path, 2)] == ["0", "1"], "there is one core, and it was free again"
    worker = next(name for name in work.begun(tmp_path, 2) if name != first).split("-")[1]
    os.kill(int(worker), signal.SIGKILL)
    assert [name[0] for name in work.begun(tmp_path, 3)] == ["0", "1", "1"], "done again in another process"
    (tmp_path / "go").touch()
    assert waited_for.result(60) == 1
    bridge.end()

    with running(Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", ray=nodes.address, **QUICK)) as site:
        ada = site.guest()
        table = ada.table("bot", "bot")["id"]
        until = time.monotonic() + 60
        while ada.frame(table)["number"] < 5 and time.monotonic() < until:
            time.sleep(0.1)
        assert ada.frame(table)["number"] >= 5

    asyncio.run(think(nodes))


async def think(nodes):
    """The same bot as anywhere; it outlives the bridge, and says so when there is no cluster any more."""
    view = fm.Match("grasshopper", 2, seed=1).view(0)
    thinkers = Thinkers(1, 60.0, nodes.address)
    try:
        await thinkers.connect()
        await thinkers.prepare(["grasshopper"])
        thought = asyncio.create_task(thinkers.choose(view, "gentle", "seed", "ada"))
        await asyncio.sleep(0)
        bots: Any = thinkers.pool
        bots._process.kill()
        assert await thought == fm.bot("grasshopper", "gentle", seed="seed").choose(view).text

        nodes.head_node.kill_all_processes(check_alive=False, allow_graceful=False)
        with pytest.raises(BotsAway):
            await thinkers.choose(view, "gentle", "seed", "ada")
    finally:
        thinkers.stop()


def test_a_server_does_not_start_without_its_cluster():
    with pytest.raises(ArenaError, match=r"there is no Ray cluster at '127.0.0.1:1'"):
        asyncio.run(Thinkers(1, 60.0, "127.0.0.1:1").connect())
