"""Formica's picture: the board with its nests, towers of stones, the prison with the dice, a panel for each seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from formicarium.engine.kernel import NATURE
from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.games.formica.drawing.board import (
    BOARD,
    HEIGHT,
    LEFT,
    MIDDLE,
    NEST_PLACES,
    PALETTE,
    PANEL_GAP,
    PANEL_HEIGHT,
    PANEL_TOP,
    PLACES,
    QUEEN_PLACES,
    WIDTH,
    box,
    grounds,
    line,
    route,
)
from formicarium.games.formica.components import (
    ANT_COLOUR,
    COLOURS,
    FIELD_NAMES,
    GOAL,
    GOAL_NAMES,
    NAMES,
    NEST,
    NEST_FIELDS,
    NEST_NAMES,
    PARTS,
    STARTS,
    STONES,
    TRACK,
)
from formicarium.games.formica.state import CAUGHT, CHOICE, PRISON, REPELLED, SOURCE, TARGET
from formicarium.scene import Node, Scene, Sheet

SHEET = Sheet.load("formica", Path(__file__).with_name("sprites.svg"))

STARTING = {int(field): colour for colour in range(COLOURS) for field in STARTS[colour]}
STEP, MOST_RISE = 5.0, 34.0  # how far each stone of a tower lies above the one below, and all of them together
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZab"  # of the families of stones, in the memory aid

TARGET_NAMES = [*FIELD_NAMES, *GOAL_NAMES]


def draw(view: View, words: Words) -> Scene:
    """The view as a scene, labelled in the language of the words."""
    clicks = _clicks(view)
    nodes = (
        *_plate(view, words),
        *grounds(int(view.record.colours)),
        *_fields(view, words, clicks),
        *_queens(view, words),
        *_prison(view, words, clicks),
        *_stones(view, words, clicks),
        *_barriers(view, words),
        *_traces(view, words),
        *_dice(view, words, clicks),
        *(node for seat in range(view.seats) for node in _panel(view, words, seat)),
    )
    return Scene(WIDTH, HEIGHT, words("name"), _prompt(view, words), SHEET, nodes)


class Clicks(dict[str, tuple[str, ...]]):
    """What a click does, by the name of a field, a nest field, a colour or a verb."""

    def __missing__(self, key: str) -> tuple[str, ...]:
        return ()


def _clicks(view: View) -> Clicks:
    clicks = Clicks()
    for text in view.legal_texts():
        verb, *arguments = text.split()
        if verb in ("from", "to", "barrier", "free"):
            clicks[arguments[-1]] = (*clicks[arguments[-1]], text)
        elif verb in ("die", "sum", "difference"):
            clicks[text] = (text,)
    return clicks


# The board


def _plate(view: View, words: Words) -> Iterator[Node]:
    """The frame and the captions above the board."""
    yield Node("frame", "ground", path=box(6, 6, WIDTH - 12, HEIGHT - 12, 6), stroke="ink", width=1.6)
    yield Node("frame:inner", "ground", path=box(11, 11, WIDTH - 22, HEIGHT - 22, 3), stroke="line")
    name, middle = words("name"), WIDTH / 2
    yield Node("title", "captions", middle, 62, text=name, size=42, face="serif", label=words("tagline"))
    for side, x in (("left", middle - 128), ("right", middle + 128)):
        yield Node(f"ornament:{side}", "captions", x, 50, 90 if x < middle else -90, sprite="figure", tone="caption")
    for key, x, anchor, text in (
        ("rolls", LEFT + 14, "start", words("status.rolls", int(view.record.rolls))),
        ("status", WIDTH - LEFT - 14, "end", _status(view, words)),
    ):
        yield Node(key, "captions", x, 58, text=text, size=22, anchor=anchor, face="italic", tone="caption")


def _fields(view: View, words: Words, clicks: Clicks) -> Iterator[Node]:
    """Track fields, goals and nest fields; what stands on them comes later."""
    s = view.record
    tops, barriers, colours = s.top.tolist(), s.barriers.tolist(), int(s.colours)
    for field, name in enumerate(TARGET_NAMES):
        x, y = PLACES[field]
        start, ant = STARTING.get(field), int(ANT_COLOUR[field])
        free = field >= TRACK or not (tops[field] or field in barriers)
        sprite, turn, colour = "field", 0.0, -1
        if field >= GOAL:
            sprite, colour = "goal", (field - GOAL) // 2
            turn = 90.0 * ((colour + (3 if (field - GOAL) % 2 == 0 else 0)) % 4)
        elif start is not None:
            sprite, colour, turn = "start", start, 90.0 * start + 135
        elif ant >= 0:
            sprite, colour = "ant-field", ant
            turn = 90.0 * ant - 45
        kind = sprite if 0 <= colour < colours else "field"
        label = words(f"field.{kind}", field=name, colour=words(f"colour.{max(colour, 0)}"))
        if colour >= 0:
            sprite = f"{sprite}-{colour}" if colour < colours else "plain"
        actions = clicks[name] if free else ()
        yield Node(f"field:{name}", "tracks", x, y, turn, sprite=sprite, label=label, actions=actions)
    for number, name in enumerate(NEST_NAMES):
        x, y = NEST_PLACES[number]
        label = words("field.nest", field=name, colour=words(f"colour.{number // NEST_FIELDS}"))
        yield Node(f"nest:{name}", "tracks", x, y, sprite="chamber", label=label)


def _queens(view: View, words: Words) -> Iterator[Node]:
    """Seven fields a queen: a faint part where one is missing, the captured stone with its part where it is in."""
    s = view.record
    for colour in range(COLOURS):
        name = words(f"colour.{colour}")
        for part in range(1, PARTS + 1):
            x, y = QUEEN_PLACES[colour * PARTS + part - 1]
            stone, key = int(s.queens[colour, part - 1]), f"queen:{NAMES[colour]}:{part}"
            label = words("queen.built" if stone else "queen.missing", colour=name, part=words(f"part.{part}"))
            yield Node(key, "tracks", x, y, sprite="queen-field", label=label)
            if stone:
                yield Node(
                    f"stone:{NEST_NAMES[stone - 1]}",
                    "pieces",
                    x,
                    y,
                    sprite=f"slab-{(stone - 1) // NEST_FIELDS}",
                    label=label,
                )
            if stone:
                yield Node(f"{key}:part", "pieces", x, y, 90.0 * colour, sprite=f"part-{part}", tone="piece-ink")
            else:
                yield Node(f"{key}:part", "tracks", x, y, 90.0 * colour, sprite=f"ghost-{part}")


# What stands on it


def _prison(view: View, words: Words, clicks: Clicks) -> Iterator[Node]:
    """The prisoners, each colour in the corner next to its nest."""
    held = [
        [stone for stone in range(STONES) if view.record.place[stone] == PRISON and stone // NEST_FIELDS == colour]
        for colour in range(COLOURS)
    ]
    for colour, stones in enumerate(held):
        across, down = ((-1, -1), (1, -1), (1, 1), (-1, 1))[colour]
        label = words("prison.some" if stones else "prison.none", len(stones), colour=words(f"colour.{colour}"))
        x, y = MIDDLE[0] + across * 70, MIDDLE[1] + down * 70
        frame = box(x - 50, y - 50, 100, 100, 10)
        stroke = PALETTE[colour] if colour < view.record.colours else "line"
        yield Node(
            f"cell:{NAMES[colour]}",
            "tracks",
            path=frame,
            fill="panel",
            opacity=0.6,
            stroke=stroke,
            width=2.4,
            label=label,
            actions=clicks[NAMES[colour]],
        )
        for k, stone in enumerate(stones):
            spot = x + (k % 4 - 1.5) * 23, y + (k // 4 - 1.5) * 23
            yield from _stone(
                view, words, stone, *spot, scale=0.55, label=words("stone.prison", stone=NEST_NAMES[stone])
            )


def _stones(view: View, words: Words, clicks: Clicks) -> Iterator[Node]:
    """The ants in their nests, then the towers from the north down, each from its lowest stone up."""
    s = view.record
    for number, name in enumerate(NEST_NAMES):
        stone = int(s.nests[number // NEST_FIELDS, number % NEST_FIELDS]) - 1
        if stone >= 0:
            label = words("stone.nest", stone=NEST_NAMES[stone], field=name)
            x, y = NEST_PLACES[number]
            yield from _stone(view, words, stone, x, y, scale=0.94, label=label, actions=clicks[name], shade=True)
    for field in sorted(range(TRACK), key=lambda field: PLACES[field][1]):
        tower = _tower(view, field)
        if tower:
            yield from _tower_nodes(view, words, field, tower, clicks[FIELD_NAMES[field]])


def _tower(view: View, field: int) -> list[int]:
    """The stones on a field, top first."""
    s, tower = view.record, []
    stone = int(s.top[field])
    while stone:
        tower.append(stone - 1)
        stone = int(s.below[stone - 1])
    return tower


def _tower_nodes(view: View, words: Words, field: int, tower: list[int], actions: tuple[str, ...]) -> Iterator[Node]:
    x, y = PLACES[field]
    name, height = FIELD_NAMES[field], len(tower)
    rise = min(STEP, MOST_RISE / max(1, height - 1))
    counts = [sum(stone // NEST_FIELDS == colour for stone in tower) for colour in range(COLOURS)]
    inside = ", ".join(
        words("stone.count", count, colour=words(f"colour.{colour}")) for colour, count in enumerate(counts) if count
    )
    top = tower[0]
    label = words(
        "stone.tower" if height > 1 else "stone.single",
        height,
        field=name,
        stone=NEST_NAMES[top],
        colour=words(f"colour.{top // NEST_FIELDS}"),
        inside=inside,
    )
    lifted = int(view.record.lifted) - 1 == top and view.record.phase == TARGET
    base = y + 5 - (8 if lifted else 0)
    yield Node(f"shade:{name}", "pieces", x, y + 4, sprite="shade")
    for k, stone in enumerate(reversed(tower)):
        if k < height - 1:
            yield Node(
                f"stone:{NEST_NAMES[stone]}", "pieces", x, base - k * rise, sprite=f"slab-{stone // NEST_FIELDS}"
            )
    up = base - (height - 1) * rise if height > 1 else y - (8 if lifted else 0)
    yield from _stone(view, words, top, x, up, label=label, actions=actions)
    if height > 1:
        yield Node(f"height:{name}", "pieces", x + 17, up + 17, sprite="badge")
        yield Node(
            f"height:{name}:number", "pieces", x + 17, up + 22, text=str(height), size=14, face="bold", tone="piece-ink"
        )


def _stone(
    view: View,
    words: Words,
    stone: int,
    x: float,
    y: float,
    *,
    scale: float = 1.0,
    label: str,
    actions: tuple[str, ...] = (),
    shade: bool = False,
) -> Iterator[Node]:
    """A stone with its ant up; with the memory aid, what everybody could know about it."""
    s, name = view.record, NEST_NAMES[stone]
    known = ""
    family = int(s.family[stone])
    letters = _families(view) if s.memory_aid else {}
    if family in letters:
        known += words("aid.unlike" if s.unlike[stone] else "aid.alike", letter=letters[family])
    if s.memory_aid and s.seen[stone]:
        known += words("aid.part", part=words(f"part.{int(s.part[stone])}"))
    if shade:
        yield Node(f"shade:{name}", "pieces", x, y, scale=scale, sprite="shade")
    yield Node(
        f"stone:{name}",
        "pieces",
        x,
        y,
        scale=scale,
        sprite=f"stone-{stone // NEST_FIELDS}",
        label=label + known,
        actions=actions,
    )
    if family in letters:
        sprite, tone = ("unlike", "piece-ink") if s.unlike[stone] else ("alike", "piece-paper")
        at = x - 13 * scale, y - 13 * scale
        yield Node(f"aid:{name}", "pieces", *at, scale=scale, sprite=sprite)
        yield Node(
            f"aid:{name}:letter",
            "pieces",
            at[0],
            at[1] + 4 * scale,
            text=letters[family],
            size=11 * scale,
            face="bold",
            tone=tone,
        )
    if s.memory_aid and s.seen[stone]:
        at = x + 13 * scale, y - 13 * scale
        yield Node(f"aid:{name}:part", "pieces", *at, scale=scale, sprite="unlike")
        yield Node(
            f"aid:{name}:number",
            "pieces",
            at[0],
            at[1] + 4 * scale,
            text=str(int(s.part[stone])),
            size=11 * scale,
            tone="piece-ink",
        )


def _families(view: View) -> dict[int, str]:
    """A letter for each family of stones whose poles are known to be alike or unlike."""
    families = view.record.family.tolist()
    roots = [root for root in range(STONES) if families.count(root) > 1]
    return {root: LETTERS[k] for k, root in enumerate(roots)}


def _barriers(view: View, words: Words) -> Iterator[Node]:
    for k, field in enumerate(view.record.barriers.tolist()):
        x, y = PLACES[field] if field >= 0 else (MIDDLE[0], MIDDLE[1] + (-84, 84)[k])
        label = (
            words("barrier.field", k + 1, field=FIELD_NAMES[field]) if field >= 0 else words("barrier.prison", k + 1)
        )
        yield Node(f"barrier:{k + 1}", "pieces", x, y, sprite="barrier", label=label)


# What has just happened


def _traces(view: View, words: Words) -> Iterator[Node]:
    """The ways of the last moves, where they began and how they ended."""
    s = view.record
    for k in range(2):
        last = s.moves[k]
        if not last.stone:
            continue
        source, target = int(last.source), int(last.target)
        way = route(source, target, int(last.steps), set(last.barriers.tolist()))
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
            yield Node(f"origin:{k}", "tracks", *PLACES[source], sprite="origin")
        x, y = PLACES[target]
        yield Node(f"trace:{k}", "tracks", x, y, sprite="trace")
        if last.result in (CAUGHT, REPELLED):
            sprite = "caught" if last.result == CAUGHT else "repelled"
            yield Node(
                f"met:{k}",
                "highlights",
                x + 21,
                y - 21,
                sprite=sprite,
                label=words(f"met.{sprite}", field=TARGET_NAMES[target]),
            )
    if s.phase == TARGET:
        stone = int(s.lifted) - 1
        start = int(s.place[stone])
        spots = s.nests.reshape(-1).tolist()
        x, y = PLACES[start] if start < NEST else NEST_PLACES[spots.index(stone + 1)]
        yield Node("lifted", "highlights", x, y - (8 if start < NEST else 0), sprite="trace")


def _dice(view: View, words: Words, clicks: Clicks) -> Iterator[Node]:
    """The dice in the middle of the prison, and beside them what else can be done with both."""
    s = view.record
    x, y = MIDDLE
    for k, value in enumerate(s.dice.tolist()):
        actions = clicks[f"die {value}"] if k == 0 or s.dice[0] != s.dice[1] else ()
        label = words("dice.one" if value else "dice.none", value)
        yield Node(
            f"die:{k}",
            "highlights",
            x + (-24, 24)[k],
            y,
            (-7, 5)[k],
            sprite=f"die-{value}",
            label=label,
            actions=actions,
        )
    low, high = s.dice.tolist()
    for k, (verb, number, text) in enumerate(
        (("sum", low + high, f"{low}+{high}"), ("difference", high - low, f"{high}−{low}"))
    ):
        if clicks[verb]:
            spot = x + (-74, 74)[k], y
            yield Node(
                f"choice:{verb}",
                "highlights",
                *spot,
                sprite="chip",
                label=words(f"dice.{verb}", number),
                actions=clicks[verb],
            )
            yield Node(f"choice:{verb}:number", "highlights", spot[0], y + 5, text=text, size=14, face="bold")


# The panels


def _panel(view: View, words: Words, seat: int) -> Iterator[Node]:
    """A seat's colours, name and fortunes."""
    s, key = view.record, f"panel:{seat}"
    name = words(f"seat.{seat}" if view.seats > 2 else f"pair.{seat}")
    won = view.outcome is not None and view.outcome.shares[seat] == 1
    wide = (BOARD + PANEL_GAP) / view.seats - PANEL_GAP
    left = LEFT + seat * (wide + PANEL_GAP)
    frame = box(left, PANEL_TOP, wide, PANEL_HEIGHT, 10)
    stroke, width = ("good", 3.4) if won else ("accent", 3.4) if seat in view.actors else ("line", 1.4)
    label = words("panel.your_seat" if seat == view.seat else "panel.seat", seat=name)
    yield Node(key, "captions", path=frame, fill="panel", stroke=stroke, width=width, label=label)
    colours = list(range(seat, int(s.colours), view.seats))
    for k, colour in enumerate(colours):
        yield Node(
            f"{key}:mark:{k}", "captions", left + 29 + 40 * k, PANEL_TOP + 31, scale=0.92, sprite=f"stone-{colour}"
        )
    x = left + 54 + 40 * (len(colours) - 1)
    yield Node(f"{key}:name", "captions", x, PANEL_TOP + 33, text=name, size=20, face="serif", anchor="start")
    note = words("panel.out") if s.out[seat] else words("panel.you") if seat == view.seat else ""
    if note:
        yield Node(
            f"{key}:note",
            "captions",
            left + wide - 14,
            PANEL_TOP + 33,
            text=note,
            size=17,
            face="italic",
            anchor="end",
            tone="caption",
        )
    if won:
        yield Node(
            f"{key}:crown", "captions", left + wide - 30, PANEL_TOP + 28, sprite="crown", label=words("key.crown")
        )
    towers = [tower for field in range(TRACK) if (tower := _tower(view, field)) and tower[0] // NEST_FIELDS in colours]
    own = [stone for colour in colours for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS)]
    figures = {
        "parts": sum(int(stone > 0) for colour in colours for stone in s.queens[colour].tolist()),
        "carried": sum(stone // NEST_FIELDS not in colours for tower in towers for stone in tower),
        "nest": sum(int(NEST <= s.place[stone] < NEST + COLOURS) for stone in own),
        "prison": sum(int(s.place[stone] == PRISON) for stone in own),
    }
    for k, (kind, count) in enumerate(figures.items()):
        at = left + wide * (2 * k + 1) / 8
        text = f"{count}/{PARTS * len(colours)}" if kind == "parts" else str(count)
        yield Node(
            f"{key}:{kind}",
            "captions",
            at,
            PANEL_TOP + 76,
            text=text,
            size=21,
            face="bold",
            label=words(f"panel.{kind}", count, seat=name),
        )
        yield Node(
            f"{key}:{kind}:name",
            "captions",
            at,
            PANEL_TOP + 98,
            text=words(f"figure.{kind}"),
            size=13.5,
            tone="caption",
        )


# The sentences


def _status(view: View, words: Words) -> str:
    """Whose turn it is, or how it ended, in a few words."""
    if view.outcome:
        key = "drawn" if view.record.winner < 0 else view.outcome.reason
        return words(f"status.{key}", seat=_name(view, words, int(view.record.winner)))
    if view.record.first < 0:
        return words("status.setup")
    return words("status.turn", seat=_name(view, words, int(view.record.mover)))


def _name(view: View, words: Words, seat: int) -> str:
    if seat < 0:
        return ""
    return words(f"seat.{seat}" if view.seats > 2 else f"pair.{seat}")


def _prompt(view: View, words: Words) -> str:
    """One sentence: whose turn it is, and what to do now."""
    s = view.record
    if view.outcome:
        return words(f"reason.{view.outcome.reason}", seat=_name(view, words, int(s.winner)))
    seat, verbs = _name(view, words, int(s.mover)), {text.split()[0] for text in view.legal_texts()}
    if not verbs:
        return words(
            "prompt.deal" if s.first < 0 else "prompt.dice" if NATURE in view.actors else "prompt.wait", seat=seat
        )
    if s.phase == CHOICE:
        return words("prompt.double" if "barrier" in verbs else "prompt.choose", int(s.dice[0]), int(s.dice[1]))
    if s.phase == SOURCE:
        return words("prompt.second" if s.moving == 2 else "prompt.from", int(s.steps))
    if s.phase == TARGET:
        return words("prompt.to", int(s.steps))
    if "leave" in verbs:
        return words("prompt.free")
    if "end" in verbs:
        return words("prompt.barrier" if "barrier" in verbs else "prompt.again")
    return words("prompt.rescue" if verbs == {"rescue"} else "prompt.turn")
