"""Reasons and aids of Formica: each fact holds in every world that fits what is seen, or is counted again here."""

import os
import random
from collections import Counter, deque
from typing import Any

import formicarium as fm
from formicarium.coach.reasons import explain
from formicarium.core.random import stream
from formicarium.engine.events import Event
from formicarium.games.formica.components import FIELD_NAMES, GOAL_NAMES, NAMES, NEIGHBOURS, NEST_NAMES
from formicarium.games.formica.state import CAUGHT, PRISON, REPELLED

POSITIONS = int(os.environ.get("REASONS", "150"))
WORLDS = 4
TARGETS = [*FIELD_NAMES, *GOAL_NAMES]


def moments(count):
    """Positions of matches of greedy bots, with an action of theirs or of others that has the rarest reasons."""
    lot, made, met = random.Random(19), 0, Counter()
    while made < count:
        match = fm.Match("formica", lot.choice((2, 3, 4)), seed=lot.random())
        bot = fm.bot("formica", "greedy", seed=lot.random())
        while not match.over and made < count:
            seat = match.actors[0]
            view, action = match.view(seat), bot.choose(match.view(seat))
            homeward = action.verb == "to" and action.arguments[0].startswith("Z")
            if action.verb not in ("roll", "end") and (homeward or lot.random() < 0.1):
                legal = match.legal(seat)
                sorts = {one: sort_of(view, one) for one in (action, *lot.sample(legal, min(8, len(legal))))}
                rarest = min(sorts, key=lambda one: met[sorts[one]])
                yield view, rarest
                made += 1
                met[sorts[rarest]] += 1
            match.play(action, seat)


def sort_of(view, action):
    return tuple(event.kind for event in explain(view, action))


def tower(view, stone):
    found = [stone]
    while view.record.below[found[-1]]:
        found.append(int(view.record.below[found[-1]]) - 1)
    return found


def steps(start, end):
    """The fewest steps between two places, barriers aside, never on from a goal."""
    queue, seen = deque([(start, 0)]), {start}
    while queue:
        field, count = queue.popleft()
        if field == end:
            return count
        if field >= len(FIELD_NAMES) and field != start:
            continue
        for near in NEIGHBOURS[field]:
            if near not in seen:
                seen.add(near)
                queue.append((near, count + 1))
    return 999


def home(start, colour):
    return min(steps(start, TARGETS.index(f"Z{NAMES[colour][0].upper()}{side}")) for side in "ab")


def stones(nodes):
    return [NEST_NAMES.index(node.removeprefix("stone:")) for node in nodes if node.startswith("stone:")]


def worlds(view, action):
    for number in range(WORLDS):
        world = view.world(stream(number))
        world.apply(view.seat, action)
        yield world


def all_of(view, action):
    return [Event(one.event.kind, one.event.values, one.event.nodes) for one in view.game.because(view, action)]


def check(view, action, event, kinds):
    kinds.add(event.kind)
    s, seat = view.record, view.seat
    values: Any = event.values
    owner = lambda stone: stone // 14 % view.seats  # noqa: E731
    if event.kind in ("can", "with"):
        after = view.copy()
        after.apply(seat, action)
        inner = Event(values["then"].key.removeprefix("because."), values["then"].values, values["then"].nodes)
        verb = "to" if event.kind == "can" else "from"
        following = [one for one in after.legal() if one.verb == verb and inner in all_of(after, one)]
        assert following
        check(after, following[0], inner, kinds)
        if event.kind == "with":
            assert values["count"] == after.record.steps
        return
    if action.verb == "to":
        top = int(s.lifted) - 1
        moving = tower(view, top) if s.place[top] < len(FIELD_NAMES) else [top]
        loot = [stone for stone in moving if owner(stone) != seat]
        colour, target = top // 14, TARGETS.index(action.arguments[0])
    if event.kind == "parts":
        named = {int(part.key.removeprefix("part.")) for part in values["parts"]}
        assert values["count"] == len(named) and values["colour"].key == f"colour.{NAMES[colour]}"
        for world in worlds(view, action):
            assert all(world.record.queens[colour, part - 1] and not s.queens[colour, part - 1] for part in named)
    elif event.kind == "unseen":
        assert set(stones(event.nodes)) == {stone for stone in loot if not s.part[stone]}
        assert values["count"] == len(stones(event.nodes))
        assert values["lacking"] == sum(not stone for stone in s.queens[colour])
        for world in worlds(view, action):
            assert all(world.record.seen[stone] for stone in stones(event.nodes))
    elif event.kind in ("attracts", "repels", "unknown"):
        prey = tower(view, int(s.top[target]) - 1)
        assert values["count"] == len(prey) and values["own"].values["count"] == len(moving)
        assert values["who"].seat == owner(prey[0]) != seat
        ends = {int(world.record.moves[int(s.moving == 2)].result) for world in worlds(view, action)}
        sure = {"attracts": {CAUGHT}, "repels": {REPELLED}}
        assert ends == sure.get(event.kind, ends) and ends <= {CAUGHT, REPELLED}
        against = [one.event for one in view.game.because(view, action) if one.weight < 0]
        assert (event in against) == (event.kind == "repels")
    elif event.kind == "nearer":
        assert values["count"] == len(loot) > 0
        assert values["steps"] == home(target, colour) < home(int(s.place[top]), colour) == values["before"]
    elif event.kind in ("prisoners", "frees"):
        name = values["colour"].key.removeprefix("colour.")
        inside = [stone for stone in range(len(s.place)) if s.place[stone] == PRISON and NAMES[stone // 14] == name]
        assert values["count"] == len(inside) > 0
    else:
        assert event.kind == "bars"
        field = FIELD_NAMES.index(action.arguments[1])
        barred = stones(event.nodes)
        start, carrier = int(s.place[barred[0]]), barred[0] // 14
        assert tower(view, barred[0]) == barred and values["who"].seat == owner(barred[0]) != seat
        assert values["count"] == sum(owner(stone) != owner(barred[0]) for stone in barred) > 0
        assert values["steps"] == home(start, carrier) == steps(start, field) + home(field, carrier)


def test_every_fact_of_a_reason_is_so():
    kinds = set()
    for view, action in moments(POSITIONS):
        for event in explain(view, action):
            check(view, action, event, kinds)
    met = {"can", "with", "parts", "unseen", "attracts", "repels", "unknown", "nearer", "prisoners", "frees", "bars"}
    assert kinds == met, kinds ^ met


def test_the_notebook_holds_in_every_world():
    kinds = set()
    for number, (view, _) in enumerate(moments(POSITIONS // 3)):
        world = view.world(stream(number))
        for event in view.game.aids(view):
            kinds.add(event.kind)
            values: Any = event.values
            if event.kind == "unseen":
                hidden = stones(event.nodes)
                counted = sorted(int(world.record.part[stone]) for stone in hidden)
                told = [
                    int(part.values["part"].key.removeprefix("part."))
                    for part in values["parts"]
                    for _ in range(part.values["count"])
                ]
                assert counted == sorted(told)
            else:
                some, others = (
                    {int(world.record.pole[stone]) for said in values[group] for stone in stones(said.nodes)}
                    for group in ("some", "others")
                )
                assert len(some) == 1 and not some & others and len(others) <= 1
    assert {"unseen", "poles", "alike"} <= kinds
