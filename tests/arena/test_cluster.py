"""A Ray cluster of several nodes on this machine: the same matches, also when a worker and a node are killed."""

import os
import signal
import sys
from pathlib import Path

import pytest

from arena import work
from formicarium.arena import Cluster, Contest, Pairing, Tournament, hire, play
from formicarium.arena.crew import carry_out
from formicarium.errors import ArenaError, MissingExtra

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own
SMALL = {"object_store_memory": 80 << 20}


@pytest.fixture
def nodes(monkeypatch):
    """A head that plays nothing, and nodes to be added, which find the work of these tests."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    from ray.cluster_utils import Cluster as Nodes

    cluster = Nodes(initialize_head=True, head_node_args={"num_cpus": 0, **SMALL})
    yield cluster
    cluster.shutdown()


def test_killed_workers_and_nodes_cost_nothing_but_time(nodes, tmp_path):
    """One test, since starting a cluster takes seconds."""
    first = nodes.add_node(num_cpus=2, **SMALL)
    nodes.wait_for_nodes()
    outcomes = []
    for address in (None, nodes.address):
        contest = Contest(Pairing("grasshopper", "greedy", "random", 2), 8)
        with hire(play, 1, address) as crew:
            list(Tournament([contest], "t").play(crew))
        outcomes.append((contest.played, contest.results))
    assert outcomes[0] == outcomes[1], "the same matches as in one process"

    with Cluster(work.fail, nodes.address) as crew, pytest.raises(ValueError, match="no 3"):
        list(carry_out(crew, [("key", 3)]))

    with Cluster(work.wait_for, nodes.address) as crew:
        assert crew.places == 4
        for number in range(2):
            crew.begin(number, (str(tmp_path), number))
        at_work = work.begun(tmp_path, 2)
        task, process = at_work[0].split("-")
        os.kill(int(process), signal.SIGKILL)
        again = set(work.begun(tmp_path, 3)) - set(at_work)
        assert [name.split("-")[0] for name in again] == [task], "the same task, in another process"

        nodes.add_node(num_cpus=2, **SMALL)
        nodes.remove_node(first, allow_graceful=False)
        assert len(work.begun(tmp_path, 5)) == 5, "both tasks, on the other node"
        (tmp_path / "go").touch()
        assert sorted([crew.finished(), crew.finished()]) == [(0, 0), (1, 1)]


def test_an_address_without_a_cluster_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    with pytest.raises(ArenaError, match="there is no Ray cluster at 'auto'") as error:
        Cluster(play, "auto")
    assert error.value.code == "arena/cluster"


def test_ray_is_asked_for_by_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"formicarium\[ray\]"):
        Cluster(play, "auto")
