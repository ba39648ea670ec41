"""Reasons and aids of Sisimizi: every fact in them is computed a second time here, from the board as text."""

import os
import random
from collections import Counter
from functools import cache
from heapq import heappop, heappush
from typing import Any

import formicarium as fm
from formicarium.coach.reasons import explain
from formicarium.engine.events import Who
from formicarium.games.sisimizi.components import DOT, NAMES, REGION, REGIONS

POSITIONS = int(os.environ.get("REASONS", "150"))
DOTS = {name for name, dot in zip(NAMES, DOT, strict=False) if dot}
REGION_OF = {name: REGIONS[region] for name, region in zip(NAMES, REGION, strict=False)}


@cache
def touching(name):
    """The fields beside a field, by their places in the plane."""

    def spot(name):
        row = int(name[1:]) - 1
        return 2 * (ord(name[0]) - ord("a")) + row % 2, row

    x, y = spot(name)
    return [other for other in NAMES if (abs(spot(other)[0] - x), abs(spot(other)[1] - y)) in {(2, 0), (1, 1)}]


def pieces(position, seat):
    s = position.record
    return {name for k, name in enumerate(NAMES) if seat + 1 in (s.ground[k], s.above[k])}


def free(position):
    return {name for k, name in enumerate(NAMES) if not position.record.ground[k]} - DOTS


def distances(position, seat, start):
    """How many ants it takes from some fields to each other one, the nearest first."""
    own, bare = pieces(position, seat), {name for k, name in enumerate(NAMES) if not position.record.ground[k]}
    best: dict[str, int] = {}
    queue = [(0, field) for field in start]
    while queue:
        count, field = heappop(queue)
        if field in best:
            continue
        best[field] = count
        if field in own or field not in DOTS:  # nothing leads on over an empty dot
            for near in touching(field):
                if near in own or near in bare:
                    heappush(queue, (count + (near not in own and near not in DOTS), near))
    return best


def joined(position, seat, hill):
    """The hills that are joined to a hill."""
    own, seen = pieces(position, seat), [hill]
    for field in seen:
        seen += [near for near in touching(field) if near in own and near not in seen]
    return {field for field in seen if field in DOTS}


def fields(nodes):
    return {node.removeprefix("field:") for node in nodes}


def moments(count):
    """Positions of matches between greedy bots, with an action of theirs or of others that has the rarest reasons."""
    lot, made, met = random.Random(19), 0, Counter()
    while made < count:
        match = fm.Match("sisimizi", lot.choice((2, 3, 4)), seed=lot.random())
        bot = fm.bot("sisimizi", "greedy", seed=lot.random())
        while not match.over and made < count:
            seat = match.actors[0]
            view, action = match.view(seat), bot.choose(match.view(seat))
            if lot.random() < 0.1:
                legal = match.legal(seat)
                sorts = {one: sort_of(view, one) for one in (action, *lot.sample(legal, min(2, len(legal))))}
                rarest = min(sorts, key=lambda one: met[sorts[one]])
                yield view, rarest
                made += 1
                met[sorts[rarest]] += 1
            match.play(action, seat)
            if match.over:
                yield view, action


def sort_of(view, action):
    return tuple(event.kind for event in explain(view, action))


def check_link(position, seat, values, nodes):
    """The two networks, and the fewest ants between them: on just the fields that light up."""
    one, two = fields(values["one"].nodes), fields(values["two"].nodes)
    least = min(value for field, value in distances(position, seat, one).items() if field in two)
    assert values["count"] == least
    assert values["one"].key in {f"region.{REGION_OF[field]}" for field in one}
    assert values["two"].key in {f"region.{REGION_OF[field]}" for field in two}
    return one, two


def check_no_longer(view, after, seat):
    """All hills are joined as they were, and from each the ways to all others, and to other regions, are as short."""
    hills = pieces(after, seat) & DOTS
    assert hills == pieces(view, seat) & DOTS
    regions = set(REGIONS) - {REGION_OF[hill] for hill in hills}
    assert all(joined(after, seat, hill) == joined(view, seat, hill) for hill in hills)
    for hill in {min(joined(view, seat, hill)) for hill in hills}:
        old, new = (distances(one, seat, {hill}) for one in (view, after))
        assert {other: old.get(other) for other in hills} == {other: new.get(other) for other in hills}
        for region in regions:
            dots = {dot for dot in DOTS if REGION_OF[dot] == region and not view.record.ground[NAMES.index(dot)]}
            shortest = [min((ways[dot] for dot in dots if dot in ways), default=None) for ways in (old, new)]
            assert shortest[0] == shortest[1]


def test_every_fact_of_a_reason_is_so():
    kinds = set()
    for view, action in moments(POSITIONS):
        seat, after = view.seat, view.copy()
        after.apply(seat, action)
        for event in explain(view, action):
            kinds.add(event.kind)
            values: Any = event.values
            if event.kind == "wins":
                assert after.outcome.shares[seat] == 1
            elif event.kind == "joins":
                hills = fields(event.nodes)
                assert joined(after, seat, min(hills)) == hills and values["count"] == len(hills)
                assert any(joined(view, seat, hill) != hills for hill in hills)
                assert [region.key for region in values["regions"]] == [
                    f"region.{name}" for name in REGIONS if name in {REGION_OF[hill] for hill in hills}
                ]
            elif event.kind == "region":
                before, now = ({REGION_OF[hill] for hill in pieces(one, seat) & DOTS} for one in (view, after))
                assert {f"region.{name}" for name in now - before} == {values["region"].key}
                assert values["count"] == len(now)
            elif event.kind in ("closer", "toward", "beside"):
                one, two = check_link(after, seat, values, event.nodes)
                assert len(fields(event.nodes)) == values["count"]
                assert fields(event.nodes) <= free(after)
                if event.kind != "closer":
                    assert not {REGION_OF[hill] for hill in pieces(after, seat) & DOTS} & {REGION_OF[min(two)]}
            elif event.kind in ("blocks", "closes"):
                other = values["who"].seat
                assert other != seat
                one, two = check_link(view, other, values, event.nodes)
                ways = [value for field, value in distances(after, other, one).items() if field in two]
                assert not ways if event.kind == "closes" else values["now"] == min(ways) > values["count"]
            else:
                assert event.kind == "spare"
                check_no_longer(view, after, seat)
    often = {"region", "closer", "toward", "blocks", "spare", "wins"}
    assert kinds >= (often | {"beside", "closes", "joins"} if POSITIONS >= 1000 else often), kinds


def test_the_missing_links_are_missing():
    for view, _ in moments(POSITIONS // 5):
        for event in view.game.aids(view):
            assert isinstance(event.values["who"], Who)
            seat = event.values["who"].seat
            if event.kind == "link":
                check_link(view, seat, event.values, event.nodes)
            else:
                have = {REGION_OF[hill] for hill in pieces(view, seat) & DOTS}
                assert [region.key for region in event.values["regions"]] == [
                    f"region.{name}" for name in REGIONS if name not in have
                ]
