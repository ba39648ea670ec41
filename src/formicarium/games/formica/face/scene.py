"""Formica's picture: the board with its nests, towers of stones, the prison with the dice, a panel for each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from functools import cache
from pathlib import Path

from formicarium.core.kernel import NATURE
from formicarium.engine.position import Outcome, View
from formicarium.engine.texts import Words
from formicarium.games.formica.components import (
    ANT_COLOUR,
    COLOURS,
    GOAL,
    NAMES,
    NEST,
    NEST_FIELDS,
    NEST_NAMES,
    PARTS,
    STARTS,
    TRACK,
)
from formicarium.games.formica.face import pieces
from formicarium.games.formica.face.board import (
    BOARD,
    HEIGHT,
    LEFT,
    NEST_PLACES,
    PANEL_GAP,
    PANEL_HEIGHT,
    PANEL_TOP,
    PLACES,
    TARGET_NAMES,
    TOP,
    WIDTH,
    Clicks,
    colour_name,
    grounds,
)
from formicarium.games.formica.state import CHOICE, DOUBLE, FREEING, PRISON, RESCUE, SOURCE, TARGET
from formicarium.scene import Area, Arrangement, Figure, Node, Panel, Scene, Sheet, remembered
from formicarium.scene.shapes import box, frame, ornaments, title

SHEET = Sheet.load("formica", Path(__file__).parents[1] / "sprites.svg")

DICE = ("die", "sum", "difference")  # what is done with a roll
FIGURES = {
    "parts": "part-1",
    "carried": "caught",
    "nest": "goal-{}",
    "prison": "cell",
}  # what a seat has, with its sign
TARGETS, NESTS, COLOUR_NAMES = frozenset(TARGET_NAMES), frozenset(NEST_NAMES), frozenset(NAMES)
STARTING = {int(field): colour for colour in range(COLOURS) for field in STARTS[colour]}


def scene(view: View, words: Words) -> Scene:
    """The view as a scene, labelled in the language of the words."""
    legal, outcome = view.legal_texts(), view.outcome
    clicks, towers, aid = _clicks(legal), pieces.towers(view), pieces.known(view)
    board, bytes_of = _board(words.plain), view.bytes_of

    def part(name: str, key: object, nodes: Callable[[], Iterable[Node]]) -> tuple[Node, ...]:
        return view.kept.part(name, key, lambda: board.holds(nodes()))

    nodes = (
        *_plate(words.plain),
        *_captions(view, words, outcome),
        *part("grounds", int(view.record.colours), lambda: grounds(int(view.record.colours))),
        *part(
            "fields",
            (bytes_of("top", "barriers", "colours"), _done_with(clicks, TARGETS)),
            lambda: _fields(view, words, clicks),
        ),
        *part("queens", bytes_of("queens"), lambda: pieces.queens(view, words)),
        *part(
            "prison",
            (bytes_of("place", "colours"), _done_with(clicks, COLOUR_NAMES), aid),
            lambda: pieces.prison(view, words, clicks, aid),
        ),
        *part(
            "nests",
            (bytes_of("nests", "lifted", "phase"), _done_with(clicks, NESTS), aid),
            lambda: pieces.nests(view, words, clicks, aid),
        ),
        *part(
            "standing",
            (bytes_of("lifted", "phase"), towers, _done_with(clicks, TARGETS), aid),
            lambda: pieces.standing(view, words, clicks, towers, aid),
        ),
        *board.holds(pieces.barriers(view, words, clicks)),
        *part(
            "traces",
            (bytes_of("moves", "phase", "lifted", "place", "nests", "steps", "barriers"), legal, view.actors),
            lambda: pieces.traces(view, words),
        ),
        *board.holds(pieces.dice(view, words, clicks)),
        *(node for seat in range(view.seats) for node in _seat(view, words, seat, towers, outcome)),
    )
    return Scene(
        WIDTH,
        HEIGHT,
        words("name"),
        _prompt(view, words, outcome, legal),
        SHEET,
        nodes,
        (board,),
        ARRANGEMENTS,
        buttons=DICE,
        loses={"end": words("loses.end")} if "roll" in legal else {},
        panels=_panels(view.seats),
        ghosts=GHOSTS,
    )


@cache
def _board(words: Words) -> Area:
    """The board: what the seats have stands beside it."""
    return Area("board", words("area.board"), LEFT, TOP, BOARD, BOARD)


ARRANGEMENTS: tuple[Arrangement, ...] = (("board",),)
GHOSTS = {"barrier": (Node("ghost", "pieces", sprite="barrier"),)}


@cache
def _panels(seats: int) -> tuple[Panel, ...]:
    """How far each queen is, and where the ants are."""
    return tuple(
        Panel(
            f"panel:{seat}",
            (
                tuple(
                    Figure((), f"panel:{seat}:{what}", f"panel:{seat}:{what}:name", sprite=sign.format(seat))
                    for what, sign in FIGURES.items()
                ),
            ),
        )
        for seat in range(seats)
    )


def _done_with(clicks: Clicks, names: Set[str]) -> list[tuple[str, tuple[str, ...]]]:
    """What a click does on some things."""
    return [(name, texts) for name, texts in clicks.items() if name in names]


def _panel_width(seats: int) -> float:
    return (BOARD + PANEL_GAP) / seats - PANEL_GAP


def _clicks(legal: list[str]) -> Clicks:
    clicks = Clicks()
    for text in legal:
        verb, *arguments = text.split()
        if verb in ("from", "to", "barrier", "free"):
            clicks[arguments[-1]] = (*clicks[arguments[-1]], text)
        elif verb in ("die", "sum", "difference"):
            clicks[text] = (text,)
    return clicks


# The board


@cache
def _plate(words: Words) -> tuple[Node, ...]:
    """The frame and the title above the board."""
    middle = WIDTH / 2
    return (
        *frame(WIDTH, HEIGHT, 6, 11),
        title(words("name"), words("tagline"), middle, 62, 42),
        *ornaments(middle, 50, 128),
    )


def _captions(view: View, words: Words, outcome: Outcome | None) -> Iterator[Node]:
    """The number of the roll, and whose turn it is."""
    for key, x, anchor, text in (
        ("rolls", LEFT + 14, "start", words("status.rolls", int(view.record.rolls))),
        ("status", WIDTH - LEFT - 14, "end", _status(view, words, outcome)),
    ):
        yield Node(key, "captions", x, 58, text=text, size=22, anchor=anchor, face="italic", tone="caption")


def _fields(view: View, words: Words, clicks: Clicks) -> Iterator[Node]:
    """Track fields, goals and nest fields; what stands on them comes later."""
    s = view.record
    tops, barriers, colours = s.top.tolist(), s.barriers.tolist(), int(s.colours)
    for field, name in enumerate(TARGET_NAMES):
        free = field >= TRACK or not (tops[field] or field in barriers)
        yield _field(words.plain, field, colours, clicks[name] if free else ())
    yield from _chambers(words.plain)


@remembered
def _field(words: Words, field: int, colours: int, actions: tuple[str, ...]) -> Node:
    name, (x, y) = TARGET_NAMES[field], PLACES[field]
    start, ant = STARTING.get(field), int(ANT_COLOUR[field])
    sprite, turn, colour = "field", 0.0, -1
    if field >= GOAL:
        sprite, colour = "goal", (field - GOAL) // 2
        turn = 90.0 * ((colour + (3 if (field - GOAL) % 2 == 0 else 0)) % 4)
    elif start is not None:
        sprite, colour, turn = "start", start, 90.0 * start + 135
    elif ant >= 0:
        sprite, colour, turn = "ant-field", ant, 90.0 * ant - 45
    kind = sprite if 0 <= colour < colours else "field"
    label = words(f"field.{kind}", field=name, colour=colour_name(words, max(colour, 0)))
    if colour >= 0:
        sprite = f"{sprite}-{colour}" if colour < colours else "plain"
    return Node(f"field:{name}", "tracks", x, y, turn, sprite=sprite, label=label, actions=actions)


@cache
def _chambers(words: Words) -> tuple[Node, ...]:
    """The fields of the nests."""
    labels = [
        words("field.nest", field=name, colour=colour_name(words, number // NEST_FIELDS))
        for number, name in enumerate(NEST_NAMES)
    ]
    return tuple(
        Node(f"nest:{name}", "tracks", *NEST_PLACES[number], sprite="chamber", label=labels[number])
        for number, name in enumerate(NEST_NAMES)
    )


# The panels


def _seat(
    view: View, words: Words, seat: int, towers: dict[int, tuple[int, ...]], outcome: Outcome | None
) -> tuple[Node, ...]:
    s = view.record
    colours = range(seat, int(s.colours), view.seats)
    places = s.place.tolist()
    own = [places[stone] for colour in colours for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS)]
    mine = [tower for tower in towers.values() if tower[0] // NEST_FIELDS in colours]
    figures = (
        ("parts", sum(stone > 0 for colour in colours for stone in s.queens[colour].tolist())),
        ("carried", sum(stone // NEST_FIELDS not in colours for tower in mine for stone in tower)),
        ("nest", sum(NEST <= place < NEST + COLOURS for place in own)),
        ("prison", own.count(PRISON)),
    )
    won = outcome is not None and outcome.shares[seat] == 1
    state = "won" if won else "acts" if seat in view.actors else "out" if s.out[seat] else "waits"
    return _panel(words, seat, view.seats, tuple(colours), seat == view.seat, state, figures)


@remembered
def _panel(
    words: Words,
    seat: int,
    seats: int,
    colours: tuple[int, ...],
    own: bool,
    state: str,
    figures: tuple[tuple[str, int], ...],
) -> tuple[Node, ...]:
    """A seat's colours, name and fortunes."""
    name, key = words.seat(seat, seats), f"panel:{seat}"
    wide = _panel_width(seats)
    left = LEFT + seat * (wide + PANEL_GAP)
    frame, right = box(left, PANEL_TOP, wide, PANEL_HEIGHT, 10), left + wide
    stroke, width = {"won": ("good", 3.4), "acts": ("accent", 3.4)}.get(state, ("line", 1.4))
    label = words("panel.your_seat" if own else "panel.seat", seat=name)
    nodes = [Node(key, "captions", path=frame, fill="panel", stroke=stroke, width=width, label=label)]
    for k, colour in enumerate(colours):
        x, sprite = left + 29 + 40 * k, f"stone-{colour}"
        nodes.append(Node(f"{key}:mark:{k}", "captions", x, PANEL_TOP + 31, 0, 0.92, sprite))
    x, y = left + 54 + 40 * (len(colours) - 1), PANEL_TOP + 37
    nodes.append(Node(f"{key}:name", "captions", x, y, text=name, size=20, face="serif", anchor="start"))
    note = words("panel.out") if state == "out" else words("panel.you") if own and state != "won" else ""
    if note:
        nodes.append(
            Node(
                f"{key}:note",
                "captions",
                right - 14,
                y,
                text=note,
                size=17,
                face="italic",
                anchor="end",
                tone="caption",
            )
        )
    if state == "won":
        crown = words("key.crown")
        nodes.append(Node(f"{key}:crown", "captions", right - 30, PANEL_TOP + 28, sprite="crown", label=crown))
    for k, (kind, count) in enumerate(figures):
        at = left + wide * (2 * k + 1) / 8
        text = f"{count}/{PARTS * len(colours)}" if kind == "parts" else str(count)
        label, caption = words(f"panel.{kind}", count, seat=name), words(f"figure.{kind}")
        nodes += [
            Node(f"{key}:{kind}", "captions", at, PANEL_TOP + 76, text=text, size=21, face="bold", label=label),
            Node(f"{key}:{kind}:name", "captions", at, PANEL_TOP + 98, text=caption, size=13.5, tone="caption"),
        ]
    return tuple(nodes)


# The sentences


def _status(view: View, words: Words, outcome: Outcome | None) -> str:
    """Whose turn it is, or how it ended, in a few words."""
    s = view.record
    if outcome:
        if s.winner < 0:
            return words("status.drawn")
        return words(f"status.{outcome.reason}", seat=words.seat(int(s.winner), view.seats))
    if s.first < 0:
        return words("status.setup")
    return words("status.turn", seat=words.seat(int(s.mover), view.seats))


WAITING = {CHOICE: "choice", SOURCE: "from", TARGET: "to", FREEING: "free", DOUBLE: "double", RESCUE: "rescue"}


def _prompt(view: View, words: Words, outcome: Outcome | None, legal: list[str]) -> str:
    """One sentence: whose turn it is, and what to do now."""
    s = view.record
    if outcome:
        return view.ending(words.language, [words.seat(seat, view.seats) for seat in range(view.seats)])
    if s.first < 0:
        return words("prompt.deal")
    seat, verbs = words.seat(int(s.mover), view.seats), {text.split()[0] for text in legal}
    if NATURE in view.actors:
        return words("prompt.dice", seat=seat)
    low, high = s.dice.tolist()
    if not verbs:
        phase = int(s.phase)
        figures = (int(s.steps),) if phase in (SOURCE, TARGET) else (low, high)
        return words(f"wait.{WAITING.get(phase, 'turn')}", *figures, seat=seat)
    if s.phase == CHOICE:
        return words("prompt.double" if "barrier" in verbs else "prompt.choose", low, high)
    if s.phase == SOURCE:
        return words("prompt.second" if s.moving == 2 else "prompt.from", int(s.steps))
    if s.phase == TARGET:
        return words("prompt.to", int(s.steps))
    if "leave" in verbs:
        return words("prompt.free")
    if "end" in verbs:
        return words("prompt.barrier" if "barrier" in verbs else "prompt.again")
    return words("prompt.rescue" if verbs == {"rescue"} else "prompt.turn")
