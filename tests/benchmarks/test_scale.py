"""The simulation of very many tables: its queues obey Erlang's formula, and its sites the laws of load."""

import json
import math
import random
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.scale.__main__ import written
from benchmarks.scale.simulation import CORES, FIGURES, FULL, HOP, SYNC, Costs, Layout, Queue, largest, simulate

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
COSTS = Costs(act=0.002, follow=0.001, commit=0.001, news=0.0005, publish=0.00005, deliver=0.00003)


def erlang(servers, load, service):
    """The mean wait by Erlang's formula, where `load` is the share of its time for which each server is busy."""
    offered = servers * load
    idle = sum(offered**number / math.factorial(number) for number in range(servers))
    waits = offered**servers / math.factorial(servers) / (1 - load)
    return waits / (idle + waits) * service / (servers * (1 - load))


@pytest.mark.parametrize(("servers", "load"), [(1, 0.5), (1, 0.8), (4, 0.7), (16, 0.9)])
def test_a_queue_waits_as_erlang_says(servers, load):
    chance, queue, now, waited, count = random.Random(1), Queue(servers), 0.0, 0.0, 200_000
    for _ in range(count):
        now += chance.expovariate(servers * load)
        service = chance.expovariate(1)
        waited += queue.serve(now, service) - now - service
    assert waited / count == pytest.approx(erlang(servers, load, 1), rel=0.06)


def test_the_page_says_what_was_measured():
    figures, page = json.loads(FIGURES.read_text(encoding="utf-8")), PAGE.read_text(encoding="utf-8")
    for name, text in written(figures, Costs.of(figures)).items():
        assert f"<!-- {name} -->\n{text}\n<!-- end of {name} -->" in page, "`python -m benchmarks.scale` writes it"


def test_the_same_seed_tells_the_same_and_another_one_nearly():
    layout = Layout(1_000, processes=4)
    first, again, other = (simulate(layout, COSTS, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert first[len(first) // 2] == pytest.approx(other[len(other) // 2], rel=0.1)


def test_an_idle_site_takes_the_sum_of_its_steps():
    alone = simulate(Layout(1, processes=8, by_table=True), COSTS)
    steps = COSTS.act + COSTS.commit + SYNC + 4 * HOP
    assert sum(alone) / len(alone) == pytest.approx(steps, rel=0.05)
    apart = simulate(Layout(1, processes=1000), COSTS)
    more = COSTS.publish + COSTS.deliver + COSTS.follow + 2 * HOP
    assert sum(apart) / len(apart) == pytest.approx(steps + more, rel=0.05)


def test_loads_grow_with_tables_and_shrink_with_cells():
    site = Layout(10_000, processes=20)
    loads = site.loads(COSTS)
    assert loads["database"] == pytest.approx(2_000 * 0.0015 / CORES)
    assert replace(site, tables=20_000).loads(COSTS) == {part: pytest.approx(2 * load) for part, load in loads.items()}
    assert replace(site, cells=2).loads(COSTS)["bus"] == pytest.approx(loads["bus"] / 2)
    assert replace(site, by_table=True).loads(COSTS)["processes"] < loads["processes"]
    for part in loads:
        full = replace(site, tables=round(largest(site, COSTS, part)))
        assert full.loads(COSTS)[part] == pytest.approx(FULL, rel=0.001)


def test_a_site_that_has_grown_is_not_too_busy():
    for by_table in (False, True):
        assert Layout(50_000, by_table=by_table).grown(COSTS).loads(COSTS)["processes"] <= FULL


def test_the_figures_are_measured_ones():
    costs = Costs.of(json.loads(FIGURES.read_text()))
    assert all(0 < cost < 0.1 for cost in vars(costs).values())
