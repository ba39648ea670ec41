"""What speaks for an action of Formica: what it brings home, whom it meets and what is known of the two poles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from formicarium.core.actions import Action
from formicarium.engine.events import BIG, Event, Reason, Said, Who
from formicarium.engine.position import View
from formicarium.games.formica.components import (
    ANT_COLOUR,
    FIELD_NAMES,
    GOAL,
    NAMES,
    NEIGHBOURS,
    NEST_FIELDS,
    NEST_NAMES,
    PARTS,
    TRACK,
)
from formicarium.games.formica.face.board import TARGET_NAMES
from formicarium.games.formica.face.events import colour_said, place_said
from formicarium.games.formica.face.pieces import towers
from formicarium.games.formica.state import PRISON

CATCH, UNKNOWN = 0.7, 0.5  # what a caught stone is worth of one at home, and how often unknown poles attract
STEP = 0.022  # of a carried stone, for each step nearer to its nest
FREED, STOPPED = 0.3, 0.4  # of a stone: a prisoner that can be taken along, and one whose way home is barred
LATER = 0.9  # of what an action only makes possible


def reasons(view: View, action: Action) -> list[Reason]:
    """The facts that an action brings about, or makes possible; what a meeting will show is left open."""
    find = BY_VERB.get(action.verb)
    return find(view, action) if find else []


def _to(view: View, action: Action) -> list[Reason]:
    """A move of the tower in hand."""
    s, target = view.record, TARGET_NAMES.index(action.arguments[0])
    top = int(s.lifted) - 1
    start = int(s.place[top])
    tower = towers(view)[start] if start < TRACK else (top,)
    loot = [stone for stone in tower if _owner(view, stone) != view.seat]
    if target >= GOAL:
        return _home(view, top // NEST_FIELDS, loot)
    if s.top[target]:
        return _meets(view, top, tower, target)
    found = []
    ways = _steps_home(top // NEST_FIELDS)
    if loot and start < TRACK and ways[target] < ways[start]:
        values = {"count": len(loot), "steps": ways[target], "before": ways[start]}
        weight = STEP * len(loot) * (ways[start] - ways[target])
        found.append(Reason(Event("nearer", values, _stones(loot)), "what towers carry", weight))
    colour = int(ANT_COLOUR[target])
    prisoners = [stone for stone in range(len(s.place)) if s.place[stone] == PRISON and stone // NEST_FIELDS == colour]
    if colour >= 0 and prisoners:
        held = {"count": len(prisoners), "colour": colour_said(colour)}
        event = Event("prisoners", held, (f"cell:{NAMES[colour]}",))
        found.append(Reason(event, "prisoners", FREED * len(prisoners)))
    return found


def _home(view: View, colour: int, loot: list[int]) -> list[Reason]:
    """F6: known parts that the queen lacks, and stones whose part nobody has seen."""
    s = view.record
    lacking = {part for part in range(1, PARTS + 1) if not s.queens[colour, part - 1]}
    known = {int(s.part[stone]): stone for stone in loot if s.seen[stone] and int(s.part[stone]) in lacking}
    unseen = [stone for stone in loot if not s.seen[stone]]
    found = []
    if known:
        parts = tuple(Said(f"part.{part}", nodes=_stones([known[part]])) for part in sorted(known))
        values = {"count": len(known), "parts": parts, "colour": colour_said(colour)}
        found.append(Reason(Event("parts", values, _stones(known.values()), BIG), "parts of queens", float(len(known))))
    if unseen:
        values = {"count": len(unseen), "lacking": len(lacking), "colour": colour_said(colour)}
        weight = len(lacking) / PARTS * len(unseen)
        found.append(Reason(Event("unseen", values, _stones(unseen)), "parts of queens", weight))
    return found


def _meets(view: View, top: int, tower: tuple[int, ...], target: int) -> list[Reason]:
    """F5.3: the poles of the two stones attract, repel, or nobody has seen yet how they stand to each other."""
    s = view.record
    prey = towers(view)[target]
    values = {"who": Who(_owner(view, prey[0])), "count": len(prey), "own": Said("because.own", {"count": len(tower)})}
    nodes = (*_stones([top]), *_stones(prey))
    if s.family[top] != s.family[prey[0]]:
        return [Reason(Event("unknown", values, nodes), "what towers carry", UNKNOWN * CATCH * len(prey))]
    if s.unlike[top] == s.unlike[prey[0]]:
        return [Reason(Event("attracts", values, nodes, BIG), "what towers carry", CATCH * len(prey))]
    return [Reason(Event("repels", values, nodes, BIG), "what towers carry", -CATCH * len(tower))]


def _from(view: View, action: Action) -> list[Reason]:
    return _then(view, action, "to", "can")


def _choice(view: View, action: Action) -> list[Reason]:
    return _then(view, action, "from", "with")


def _then(view: View, action: Action, verb: str, kind: str) -> list[Reason]:
    """The best that an action makes possible: with the place where it is to be had, in the same words."""
    after = view.copy()
    after.apply(view.seat, action)
    best: tuple[Reason, Action] | None = None
    for following in after.legal():
        if following.verb != verb:
            continue
        for reason in reasons(after, following):
            if reason.weight > (best[0].weight if best else 0.0):
                best = reason, following
    if best is None:
        return []
    reason, following = best
    if kind == "with":
        values: dict[str, object] = {"count": int(after.record.steps), "then": _inner(reason.event)}
        return [Reason(Event(kind, values, reason.event.nodes), reason.part, LATER * reason.weight)]
    target = TARGET_NAMES.index(following.arguments[0])
    where = place_said(view, target) if target < TRACK else Said("because.at-home")
    values = {"place": where, "then": _inner(reason.event)}
    return [Reason(Event(kind, values, reason.event.nodes), reason.part, LATER * reason.weight)]


def _inner(event: Event) -> Said:
    return Said(f"because.{event.kind}", event.values, event.nodes)


def _barrier(view: View, action: Action) -> list[Reason]:
    """F5.4: it stands on a shortest way home of towers of others that carry something."""
    field = FIELD_NAMES.index(action.arguments[1])
    stopped = []
    for start, tower in towers(view).items():
        owner = _owner(view, tower[0])
        loot = [stone for stone in tower if _owner(view, stone) != owner]
        ways = _steps_home(tower[0] // NEST_FIELDS)
        if owner != view.seat and loot and start != field and _steps(start)[field] + ways[field] == ways[start]:
            stopped.append((len(loot), ways[start], start, tower, owner))
    if not stopped:
        return []
    count, steps, _, tower, owner = max(stopped)
    values = {"who": Who(owner), "count": count, "steps": steps}
    return [Reason(Event("bars", values, _stones(tower)), "what towers carry", STOPPED * count)]


def _free(view: View, action: Action) -> list[Reason]:
    """F7: all prisoners of a colour come along."""
    s, colour = view.record, NAMES.index(action.arguments[0])
    stones = [stone for stone in range(len(s.place)) if s.place[stone] == PRISON and stone // NEST_FIELDS == colour]
    values = {"count": len(stones), "colour": colour_said(colour)}
    return [Reason(Event("frees", values, (f"cell:{NAMES[colour]}",)), "prisoners", CATCH * len(stones))]


BY_VERB: dict[str, Callable[[View, Action], list[Reason]]] = {
    "to": _to,
    "from": _from,
    "die": _choice,
    "sum": _choice,
    "difference": _choice,
    "barrier": _barrier,
    "free": _free,
}


@cache
def _steps(start: int) -> dict[int, int]:
    """The steps from a field to all others, barriers aside; into a goal, never out of it."""
    steps, queue = {start: 0}, [start]
    for field in queue:
        for near in NEIGHBOURS[field] if field < GOAL or field == start else ():
            if near not in steps:
                steps[near] = steps[field] + 1
                queue.append(near)
    return steps


@cache
def _steps_home(colour: int) -> dict[int, int]:
    """The steps from each field of the courses to the nearer goal of a colour."""
    return {field: min(_steps(field)[GOAL + 2 * colour + side] for side in range(2)) for field in range(TRACK)}


def _owner(view: View, stone: int) -> int:
    return stone // NEST_FIELDS % view.seats


def _stones(stones: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"stone:{NEST_NAMES[stone]}" for stone in stones)
