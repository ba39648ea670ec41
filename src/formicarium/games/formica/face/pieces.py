"""What stands on Formica's board: stones in nests, towers, queens and prison, barriers, dice, and the last moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.games.formica.components import (
    COLOURS,
    FIELD_NAMES,
    NAMES,
    NEST,
    NEST_FIELDS,
    NEST_NAMES,
    PARTS,
    STONES,
    TRACK,
)
from formicarium.games.formica.face.board import (
    MIDDLE,
    NEST_PLACES,
    PALETTE,
    PLACES,
    QUEEN_PLACES,
    TARGET_NAMES,
    Clicks,
    colour_name,
    line,
    route,
)
from formicarium.games.formica.state import CAUGHT, PRISON, REPELLED, TARGET
from formicarium.scene import Node, remembered
from formicarium.scene.shapes import box

STEP, MOST_RISE = 5.0, 34.0  # how far each stone of a tower lies above the one below, and all of them together
THROWN = ((-7, 5), (371, 367))  # how the dice lie: from roll to roll once round, for they tumble
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZab"  # of the families of stones, in the memory aid
SOUTHWARDS = sorted(range(TRACK), key=lambda field: PLACES[field][1])


class Known(NamedTuple):
    """What the memory aid shows about a stone."""

    letter: str = ""  # of its family, if it has one
    unlike: bool = False
    part: int = 0  # 0 for unknown


NOTHING = Known()


def towers(view: View) -> dict[int, tuple[int, ...]]:
    """The stones on each field of the courses that has any, top first."""
    below: list[int] = view.record.below.tolist()
    stacked = {}
    for field, stone in enumerate(view.record.top.tolist()):
        if stone:
            tower = []
            while stone:
                tower.append(stone - 1)
                stone = below[stone - 1]
            stacked[field] = tuple(tower)
    return stacked


def known(view: View) -> dict[int, Known]:
    """What everybody could know about each stone, if the memory aid is on."""
    s = view.record
    if not s.memory_aid:
        return {}
    families = s.family.tolist()
    roots = [root for root in range(STONES) if families.count(root) > 1]
    letters = dict(zip(roots, LETTERS, strict=False))
    return {
        stone: Known(
            letters.get(families[stone], ""), bool(s.unlike[stone]), int(s.part[stone]) if s.seen[stone] else 0
        )
        for stone in range(STONES)
    }


# Stones


def queens(view: View, words: Words) -> Iterator[Node]:
    """Seven fields a queen: a faint part where one is missing, the captured stone with its part where it is in."""
    for colour, stones in enumerate(view.record.queens.tolist()):
        for part, stone in enumerate(stones, 1):
            yield from _queen_field(words.plain, colour, part, stone - 1)


@remembered
def _queen_field(words: Words, colour: int, part: int, stone: int) -> tuple[Node, ...]:
    x, y = QUEEN_PLACES[colour * PARTS + part - 1]
    key, turn, name = f"queen:{NAMES[colour]}:{part}", 90.0 * colour, colour_name(words, colour)
    label = words("queen.built" if stone >= 0 else "queen.missing", colour=name, part=words(f"part.{part}"))
    field = Node(key, "tracks", x, y, sprite="queen-field", label=label)
    if stone < 0:
        return field, Node(f"{key}:part", "tracks", x, y, turn, sprite=f"ghost-{part}")
    return (
        field,
        Node(f"stone:{NEST_NAMES[stone]}", "pieces", x, y, sprite=f"slab-{stone // NEST_FIELDS}", label=label),
        Node(f"{key}:part", "pieces", x, y, turn, sprite=f"part-{part}", tone="piece-ink"),
    )


def prison(view: View, words: Words, clicks: Clicks, aid: dict[int, Known]) -> Iterator[Node]:
    """The prisoners, each colour in the corner next to its nest."""
    places = view.record.place.tolist()
    in_play = int(view.record.colours)
    for colour in range(COLOURS):
        held = [stone for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS) if places[stone] == PRISON]
        yield _cell(words.plain, colour, len(held), colour < in_play, clicks[NAMES[colour]])
        x, y = _cell_place(colour)
        for k, stone in enumerate(held):
            label = words("stone.prison", stone=NEST_NAMES[stone], colour=colour_name(words, colour))
            spot = x + (k % 4 - 1.5) * 23, y + (k // 4 - 1.5) * 23
            yield from _stone(words, stone, *spot, 0.55, label, (), False, aid.get(stone, NOTHING))


def _cell_place(colour: int) -> tuple[float, float]:
    across, down = ((-1, -1), (1, -1), (1, 1), (-1, 1))[colour]
    return MIDDLE[0] + across * 70, MIDDLE[1] + down * 70


@remembered
def _cell(words: Words, colour: int, held: int, in_play: bool, actions: tuple[str, ...]) -> Node:
    x, y = _cell_place(colour)
    label = words("prison.some" if held else "prison.none", held, colour=colour_name(words, colour))
    return Node(
        f"cell:{NAMES[colour]}",
        "tracks",
        path=box(x - 50, y - 50, 100, 100, 10),
        fill="panel",
        opacity=0.6,
        stroke=PALETTE[colour] if in_play else "line",
        width=2.4,
        label=label,
        actions=actions,
    )


def nests(view: View, words: Words, clicks: Clicks, aid: dict[int, Known]) -> Iterator[Node]:
    """The ants in their nests; one that is picked up goes along to where it is led."""
    lifted = int(view.record.lifted) if view.record.phase == TARGET else 0
    for number, stone in enumerate(view.record.nests.reshape(-1).tolist()):
        if stone:
            name, (x, y) = NEST_NAMES[number], NEST_PLACES[number]
            colour = colour_name(words, (stone - 1) // NEST_FIELDS)
            label = words("stone.nest", stone=NEST_NAMES[stone - 1], field=name, colour=colour)
            drawn = _stone(words, stone - 1, x, y, 0.94, label, clicks[name], True, aid.get(stone - 1, NOTHING))
            yield from _carried(drawn) if stone == lifted else drawn


def standing(
    view: View, words: Words, clicks: Clicks, stacked: dict[int, tuple[int, ...]], aid: dict[int, Known]
) -> Iterator[Node]:
    """The towers from the north down, each from its lowest stone up."""
    lifted = int(view.record.lifted) - 1 if view.record.phase == TARGET else -1
    for field in SOUTHWARDS:
        if field in stacked:
            tower = stacked[field]
            actions, about = clicks[FIELD_NAMES[field]], aid.get(tower[0], NOTHING)
            drawn = _tower(words, field, tower, tower[0] == lifted, actions, about)
            yield from _carried(drawn) if tower[0] == lifted else drawn


def _carried(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """A tower that is picked up: its stones go along to where it is led."""
    for node in nodes:
        yield node._replace(held="carried") if node.id.startswith("stone:") else node


@remembered
def _tower(
    words: Words, field: int, tower: tuple[int, ...], lifted: bool, actions: tuple[str, ...], about: Known
) -> tuple[Node, ...]:
    x, y = PLACES[field]
    name, height, top = FIELD_NAMES[field], len(tower), tower[0]
    rise = min(STEP, MOST_RISE / max(1, height - 1))
    up = 8 if lifted else 0
    nodes = [Node(f"shade:{name}", "pieces", x, y + 4, sprite="shade")]
    for k, stone in enumerate(reversed(tower[1:])):
        key, sprite = f"stone:{NEST_NAMES[stone]}", f"slab-{stone // NEST_FIELDS}"
        nodes.append(Node(key, "pieces", x, y + 5 - up - k * rise, sprite=sprite))
    y = y + 5 - up - (height - 1) * rise if height > 1 else y - up
    nodes += _stone(words, top, x, y, 1.0, _tower_label(words, field, tower), actions, False, about)
    if height > 1:
        key, text = f"height:{name}", str(height)
        nodes.append(Node(key, "pieces", x + 17, y + 17, sprite="badge"))
        nodes.append(Node(f"{key}:number", "pieces", x + 17, y + 22, text=text, size=14, face="bold", tone="piece-ink"))
    return tuple(nodes)


def _tower_label(words: Words, field: int, tower: tuple[int, ...]) -> str:
    counts = [sum(stone // NEST_FIELDS == colour for stone in tower) for colour in range(COLOURS)]
    inside = ", ".join(
        words("stone.count", count, colour=colour_name(words, colour)) for colour, count in enumerate(counts) if count
    )
    top, height = tower[0], len(tower)
    return words(
        "stone.tower" if height > 1 else "stone.single",
        height,
        field=FIELD_NAMES[field],
        stone=NEST_NAMES[top],
        colour=colour_name(words, top // NEST_FIELDS),
        inside=inside,
    )


@remembered
def _stone(
    words: Words,
    stone: int,
    x: float,
    y: float,
    scale: float,
    label: str,
    actions: tuple[str, ...],
    shade: bool,
    about: Known,
) -> tuple[Node, ...]:
    """A stone with its ant up; with the memory aid, what everybody could know about it."""
    name, nodes = NEST_NAMES[stone], []
    if about.letter:
        label += words("aid.unlike" if about.unlike else "aid.alike", letter=about.letter)
    if about.part:
        label += words("aid.part", part=words(f"part.{about.part}"))
    if shade:
        nodes.append(Node(f"shade:{name}", "pieces", x, y, 0, scale, "shade"))
    sprite = f"stone-{stone // NEST_FIELDS}"
    nodes.append(Node(f"stone:{name}", "pieces", x, y, 0, scale, sprite, label=label, actions=actions))
    if about.letter:
        sprite, tone = ("unlike", "piece-ink") if about.unlike else ("alike", "piece-paper")
        nodes += _note(f"aid:{name}", x - 13 * scale, y - 13 * scale, scale, sprite, about.letter, tone)
    if about.part:
        nodes += _note(
            f"aid:{name}:part", x + 13 * scale, y - 13 * scale, scale, "unlike", str(about.part), "piece-ink"
        )
    return tuple(nodes)


def _note(key: str, x: float, y: float, scale: float, sprite: str, text: str, tone: str) -> tuple[Node, Node]:
    size, down = 11 * scale, y + 4 * scale
    return (
        Node(key, "pieces", x, y, 0, scale, sprite),
        Node(f"{key}:text", "pieces", x, down, text=text, size=size, face="bold", tone=tone),
    )


def barriers(view: View, words: Words, clicks: Clicks) -> Iterator[Node]:
    """The two barriers, on a field or still on the prison."""
    for k, field in enumerate(view.record.barriers.tolist()):
        x, y = PLACES[field] if field >= 0 else (MIDDLE[0], MIDDLE[1] + (-84, 84)[k])
        label = (
            words("barrier.field", k + 1, field=FIELD_NAMES[field]) if field >= 0 else words("barrier.prison", k + 1)
        )
        yield Node(f"barrier:{k + 1}", "pieces", x, y, sprite="barrier", label=label)


# What has just happened


def traces(view: View, words: Words) -> Iterator[Node]:
    """The ways of the last moves, where they began and how they ended."""
    s = view.record
    for k, (stone, source, target, steps, result, barred) in enumerate(s.moves.tolist()):
        if not stone:
            continue
        way = route(source, target, steps, frozenset(barred))
        points = [PLACES[field] for field in way if field < NEST]
        if source >= NEST:
            colour = (source - NEST) * NEST_FIELDS
            points.insert(
                0,
                min(
                    NEST_PLACES[colour : colour + NEST_FIELDS],
                    key=lambda spot: abs(spot[0] - points[0][0]) + abs(spot[1] - points[0][1]),
                ),
            )
        yield Node(f"way:{k}:edge", "tracks", path=line(points), stroke="paper", width=8, opacity=0.8)
        yield Node(f"way:{k}", "tracks", path=line(points), stroke="accent", width=4.6, opacity=0.9)
        if source < NEST:
            x, y = PLACES[source]
            yield Node(f"origin:{k}", "tracks", x, y, sprite="origin")
        x, y = PLACES[target]
        yield Node(f"trace:{k}", "tracks", x, y, sprite="trace")
        if result in (CAUGHT, REPELLED):
            sprite = "caught" if result == CAUGHT else "repelled"
            label = words(f"met.{sprite}", field=TARGET_NAMES[target])
            yield Node(f"met:{k}", "highlights", x + 21, y - 21, sprite=sprite, label=label)
    if s.phase == TARGET:
        yield from _ways(view)
        lifted = int(s.lifted) - 1
        start = int(s.place[lifted])
        spots = s.nests.reshape(-1).tolist()
        x, y = PLACES[start] if start < NEST else NEST_PLACES[spots.index(lifted + 1)]
        up, own = 8 if start < NEST else 0, view.seat in view.actors
        yield Node("lifted", "highlights", x, y - up, sprite="trace", back=own)


def _ways(view: View) -> Iterator[Node]:
    """The way to each field to which the tower can be led, for whoever points there."""
    s = view.record
    start, barred = int(s.place[int(s.lifted) - 1]), frozenset(s.barriers.tolist())
    for text in view.legal_texts():
        verb, *names = text.split()
        if verb == "to":
            way = route(start, TARGET_NAMES.index(names[-1]), int(s.steps), barred)
            points = [PLACES[field] for field in way if field < NEST]
            path, key = line(points), f"before:{names[-1]}"
            yield Node(key, "tracks", path=path, stroke="accent", width=5, opacity=0, before=text)


def dice(view: View, words: Words, clicks: Clicks) -> Iterator[Node]:
    """The dice in the middle of the prison, and beside them what else can be done with both."""
    x, y = MIDDLE
    low, high = view.record.dice.tolist()
    lies = THROWN[int(view.record.rolls) % len(THROWN)]
    for k, value in enumerate((low, high)):
        actions = clicks[f"die {value}"] if k == 0 or low != high else ()
        label = words("dice.one" if value else "dice.none", value)
        at = x + (-24, 24)[k]
        yield Node(f"die:{k}", "highlights", at, y, lies[k], sprite=f"die-{value}", label=label, actions=actions)
    choices = (("sum", low + high, f"{low}+{high}"), ("difference", high - low, f"{high}−{low}"))
    for k, (verb, number, text) in enumerate(choices):
        if clicks[verb]:
            at, label = x + (-74, 74)[k], words(f"dice.{verb}", number)
            yield Node(f"choice:{verb}", "highlights", at, y, sprite="chip", label=label, actions=clicks[verb])
            yield Node(f"choice:{verb}:number", "highlights", at, y + 5, text=text, size=14, face="bold")
