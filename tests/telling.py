"""What the events of any game must keep, and the lines of the log about them; for tests that go step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from formicarium.conformance import Variant
from formicarium.core import random
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.events import Event, sentence, told, total
from formicarium.engine.game import Game
from formicarium.engine.ledger import Ledger, Move
from formicarium.engine.position import Position, View
from formicarium.engine.telling import Telling
from formicarium.scene import Scene
from formicarium.server.wire.telling import message

NAMES = ("Ada", "Ben", "Cleo", "Dan")


class Pinned(NamedTuple):
    """A moment of which a test says how it is told to all who watch."""

    before: Position
    move: Move
    sentences: dict[str, str]  # by language
    nodes: tuple[str, ...]


pinned: list[Pinned] = []  # what was pinned in this process
_lines: list[tuple[Position, Move, Position]] = []  # what led to it


def check_match(variant: Variant, seed: object, steps: int = 10**9) -> Counter[str]:
    """Follow a random match through the eyes of all witnesses; how often each kind of event was told.

    Where no seat sees more than another, those of one seat and of a spectator are enough.
    """
    position, rng, kinds = variant.start(), random.stream(seed), Counter[str]()
    private = variant.game.secrets and variant.game.private
    witnesses = (*range(variant.seats if private else 1), SPECTATOR)
    old = {witness: position.view(witness) for witness in witnesses}
    turns = dict(old)
    since: dict[int, list[Event]] = {witness: [] for witness in witnesses}
    for _ in range(steps):
        actors = position.actors
        if not actors:
            break
        seat = actors[random.below(rng, len(actors))]
        code = position.draw(rng) if seat == NATURE else position.sample(seat, rng)
        worlds = {witness: old[witness].world(rng) for witness in witnesses} if variant.game.secrets else {}
        position.apply(seat, code)
        for witness in witnesses:
            before, after = old[witness], position.view(witness)
            events = check_step(before, after)
            kinds.update(event.kind for event in events)
            world = worlds.get(witness)
            if world and seat in world.actors and (seat == NATURE or code in world.codes(seat)):
                world.apply(seat, code)
                if world.view(witness) == after:
                    assert variant.game.events(before, world.view(witness)) == events
            since[witness] += events
            if variant.game.moment(before) != variant.game.moment(after) or not position.actors:
                summed = variant.game.sum_up(turns[witness], after, since[witness])
                if summed:
                    for language in variant.game.languages:
                        assert "{" not in sentence(summed, variant.game.words(language), NAMES)
                turns[witness], since[witness] = after, []
            old[witness] = after
    return kinds


def shown(scene: Scene) -> Iterator[str]:
    """The nodes that a screen shows: on the board, and beside it."""
    drawn = {node.id for node in scene.nodes}
    yield from (node.id for node in scene.nodes if node.area)
    for panel in scene.panels:
        yield panel.node
        for figure in (figure for row in (*panel.rows, *panel.aside) for figure in row):
            yield from drawn.intersection((*figure.signs, figure.text))


def check_step(before: View, after: View) -> list[Event]:
    """No silent change, no untrue event, words in every language, nodes that a screen shows."""
    game = before.game
    events = list(game.events(before, after))
    old, new = game.holdings(before), game.holdings(after)
    differences = {key: new.get(key, 0) - old.get(key, 0) for key in old.keys() | new.keys()}
    changed = {key: difference for key, difference in differences.items() if difference}
    assert total(events) == changed, [event.kind for event in events]
    drawn: set[str] = set()
    for event in events:
        for language in game.languages:
            parts = told(event, game.words(language), NAMES)
            text = "".join(part.text for part in parts)
            assert text.endswith(".") and "{" not in text, text
            drawn = drawn or {node for view in (before, after) for node in shown(view.scene())}
            wanted = {*event.nodes, *(node for part in parts for node in part.nodes)}
            assert wanted <= drawn, f"{event.kind}: {wanted - drawn}"
    return events


def check_line(before: Position, action: str, after: Position) -> None:
    """The line of the log about an action says what its events say, to all viewers: so what is pinned of the events is
    pinned of the line. `2: name tile` says who acts, where several may."""
    game, ledger = before.game, Ledger(before)
    who, _, text = action.rpartition(": ")
    move = Move(int(who) if who else before.actors[0], game.actions.parse(text))
    ledger.make(move)
    assert ledger.position == after
    _lines.append((before, move, ledger.position))
    if ledger.revealed and game.secrets:
        return  # more is told than the views show
    for witness in (*range(before.seats), SPECTATOR):
        events = game.events(before.view(witness), after.view(witness))
        for language in game.languages:
            words = game.words(language)
            lines = [message(line) for line in Telling(ledger, witness, language, NAMES).lines()]
            assert len(lines) == bool(events)
            for line in lines:
                said = [
                    (one["size"], one["nodes"], "".join(part["text"] for part in one["parts"])) for one in line["told"]
                ]
                assert said == [(event.size, list(event.nodes), sentence(event, words, NAMES)) for event in events]
                summed = game.sum_up(before.view(witness), after.view(witness), events)
                assert (line["sum"] is None) == (summed is None)


def check(event: Event, english: str, german: str, nodes: str | Iterable[str], size: int) -> None:
    """Pin an event of the last actions whose lines were checked: its sentences, its places, and how big it is."""
    before, move, after = next(line for line in reversed(_lines) if event in _told_to_anybody(*line))
    sentences = {"en": english, "de": german}
    for language, text in sentences.items():
        assert in_words(event, language, before.game) == text
    assert sorted(event.nodes) == sorted(nodes.split() if isinstance(nodes, str) else nodes)
    assert event.size == size
    if event in before.game.events(before.view(SPECTATOR), after.view(SPECTATOR)):
        pinned.append(Pinned(before, move, sentences, event.nodes))


def _told_to_anybody(before: Position, move: Move, after: Position) -> list[Event]:
    witnesses = (*range(before.seats), SPECTATOR)
    return [event for seat in witnesses for event in before.game.events(before.view(seat), after.view(seat))]


def in_words(event: Event, language: str, game: Game) -> str:
    """The sentence of an event with the names of four people."""
    return sentence(event, game.words(language), NAMES)
