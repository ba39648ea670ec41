"""Events: what a witness sees happen between two views, and how it is told.

A game's `face/events.py` compares two views of the same witness, so that nothing can be told which that witness does
not see. It answers four questions:

- `events(before, after)`: what happened, as a list of `Event`;
- `holdings(view)`: what everybody owns, as counts by name. The events of a step must account for every difference in
  them, entry by entry, as in double-entry bookkeeping: so nothing changes in silence, and no event is untrue;
- `moment(view)`: which round it is and whose turn, by which the log is divided;
- `sum_up(before, after, events)`: a whole turn in one event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from formicarium.core.actions import Action
    from formicarium.engine.position import View
    from formicarium.engine.texts import Words

STEP, NOTABLE, BIG = 1, 2, 3  # how big a moment an event is


class Who(NamedTuple):
    """A seat in a sentence: told by the name of the person, where it is known."""

    seat: int


class Said(NamedTuple):
    """A piece of a sentence: the text under a key, with the nodes of the scene that light up when it is pointed at."""

    key: str
    values: Mapping[str, object] = {}
    nodes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Event:
    """Something that a witness saw happen. Its sentence stands under `events.KIND` in the texts of the game.

    `values` fill the placeholders of the sentence: numbers and texts as they are, `Who` and `Said` in words. Where
    there is a text `events.KIND-one`, it is told when the value `count` is 1, or what `one` is in the language.
    """

    kind: str
    values: Mapping[str, object] = field(default_factory=dict)
    nodes: tuple[str, ...] = ()  # the places on the scene where it happened
    size: int = NOTABLE
    changes: Mapping[str, int] = field(default_factory=dict)  # by how much it changed the holdings
    reveals: tuple[str, ...] = ()  # the values that the witness did not know before: no sum of a turn leaves them out


class Moment(NamedTuple):
    """Where in a match a view stands: the log has a heading a round and a line a turn."""

    round: int = 0
    seat: int | None = None  # whose turn it is; none while all act, or nature
    setup: bool = False


class Part(NamedTuple):
    """A piece of a sentence, with the nodes that light up when it is pointed at."""

    text: str
    nodes: tuple[str, ...] = ()


class Reason(NamedTuple):
    """What speaks for an action: a fact that it brings about, and by how much a part of the evaluation differs by it.

    What speaks against it has a weight below 0. The sentence of its event stands under `because.KIND` in the texts of
    the game.
    """

    event: Event
    part: str  # of the evaluation, by name
    weight: float  # the difference that the action makes to it, in shares of victory or close to that


def no_events(before: View, after: View) -> Sequence[Event]:
    """The events of a game that does not know any."""
    return ()


def told(event: Event, words: Words, names: Sequence[str], table: str = "events") -> tuple[Part, ...]:
    """The sentence of an event, in parts; `names` are those of the seats. A reason's stands in another table."""
    return _filled(words, f"{table}.{event.kind}", event.values, names)


def sentence(event: Event, words: Words, names: Sequence[str]) -> str:
    """The same as one text."""
    return "".join(part.text for part in told(event, words, names))


def wording(view: View, action: Action, words: Words, names: Sequence[str]) -> str:
    """What an action of the viewing seat would be, its places named as they are seen where the game knows how."""
    event = view.game.wording(view, action)
    if event is None:
        return words.action(action)
    return "".join(part.text for part in told(event, words, names, "choices"))


def total(events: Iterable[Event]) -> dict[str, int]:
    """What the changes of several events come to."""
    sums: dict[str, int] = {}
    for event in events:
        for name, change in event.changes.items():
            sums[name] = sums.get(name, 0) + change
    return {name: change for name, change in sums.items() if change}


def _filled(words: Words, key: str, values: Mapping[str, object], names: Sequence[str]) -> tuple[Part, ...]:
    template = words.template(words.counted(key, values.get("count")))
    parts: list[Part] = []
    for literal, name, form, _ in Formatter().parse(template):
        if literal:
            parts.append(Part(literal))
        if name is not None:
            first, *rest = _said(words, values[name], names) or (Part(""),)
            parts += [Part(words.formed(first.text, form or ""), first.nodes), *rest]
    return _joined(parts)


def _said(words: Words, value: object, names: Sequence[str]) -> Sequence[Part]:
    if isinstance(value, Who):
        return (Part(names[value.seat]),)
    if isinstance(value, Said):
        inner = _filled(words, value.key, value.values, names)
        return tuple(Part(part.text, part.nodes or value.nodes) for part in inner)
    if isinstance(value, tuple):  # several of them, in a list
        listed: list[Part] = []
        for number, one in enumerate(value, 1):
            said = _said(words, one, names)
            text = "".join(part.text for part in said)
            between = "" if number == 1 else ", " if number < len(value) else f" {words('and', text)} "
            listed += [Part(between), *said]
        return listed
    return (Part(str(value)),)


def _joined(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The same with plain neighbours made one."""
    made: list[Part] = []
    for part in parts:
        if not part.text:
            continue
        if made and made[-1].nodes == part.nodes:
            made[-1] = Part(made[-1].text + part.text, part.nodes)
        else:
            made.append(part)
    return tuple(made)
