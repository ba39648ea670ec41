"""Conformance: what every game must keep, as checks that take any game.

A check raises `AssertionError` with a sentence. Whoever writes a game calls `check(game)`; our tests run each check on
every variant of every game.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess  # nosec B404  # runs this very Python
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from string import Formatter
from typing import Any, TypeVar

import numpy as np

from formicarium.core import entry, random
from formicarium.core.kernel import MOST_ACTIONS, MOST_COUNTS, NATURE, SPECTATOR
from formicarium.engine.events import BIG, NOTABLE, STEP, Event, Said, Who, told, total
from formicarium.engine.game import LEVELS, Game, find
from formicarium.engine.match import Match
from formicarium.engine.position import Position, View
from formicarium.engine.record_file import loads
from formicarium.engine.texts import Words
from formicarium.errors import ActionError
from formicarium.scene.nodes import Node

BUTTONS = 16  # the most actions at once that are on no node of a scene, so that a page must show them as buttons

T = TypeVar("T")


@dataclass(frozen=True)
class Variant:
    """One way to play a game: the seats and the options that differ from the defaults."""

    game: Game
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    def match(self, seed: object) -> Match:
        """A match of this variant."""
        return Match(self.game, self.seats, seed=seed, **self.options)

    def start(self) -> Position:
        """The start position of this variant."""
        options = self.game.check_options(self.options, self.seats)
        return Position.start(self.game, self.seats, self.game.encode_options(options))

    def __str__(self) -> str:
        return "-".join([self.game.name, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())])


def variants(game: Game) -> list[Variant]:
    """Every number of seats with every value of the first option; and with each of those values every value of each
    other option, the numbers of seats taking turns.
    """
    modes = [{option.name: value} for option in game.options[:1] for value in option.values] or [{}]
    others = [{option.name: value} for option in game.options[1:] for value in option.values[1:]]
    chosen = [Variant(game, seats, mode) for seats in game.seats for mode in modes if game.allows(mode, seats)]
    for number, options in enumerate({**mode, **other} for mode in modes for other in others):
        fitting = [seats for seats in game.seats if game.allows(options, seats)]
        if fitting:
            chosen.append(Variant(game, fitting[number % len(fitting)], options))
    return chosen


def check(game: str | Game) -> None:
    """Run all checks on every variant of a game."""
    game = find(game)
    check_words(game)
    check_secrets(game)
    check_showcase(game)
    for variant in variants(game):
        for one in (check_play, check_record, check_undo, check_secrecy, check_scene, check_events):
            one(variant)
        for one in (check_sample, check_census, check_parity):
            one(variant)


def check_play(variant: Variant, matches: int = 3) -> None:
    """Legal actions are ascending, unique, never empty before the end; matches end in time; outcomes add up."""
    for seed in range(matches):
        rng, position = random.stream(("play", seed)), variant.start()
        for _ in _steps(position, rng, variant.game.longest):
            _check_position(position)
        assert not position.actors, f"{variant}: not over after {variant.game.longest} actions"
        outcome = position.outcome
        assert outcome is not None
        assert abs(sum(outcome.shares) - 1) < 1e-9, f"{variant}: shares {outcome.shares}"
        assert min(outcome.places) == 1, f"{variant}: places {outcome.places}"
        for share, place in zip(outcome.shares, outcome.places, strict=True):
            assert (share > 0) == (place == 1), f"{variant}: shares {outcome.shares} and places {outcome.places}"


def check_record(variant: Variant) -> None:
    """A saved record replays to equal bytes and is written alike; every legal action can be written and read."""
    match = _random_match(variant, "record")
    outcome = match.outcome
    assert outcome is not None
    for language in variant.game.languages:
        assert match.ending(language), f"{variant}: no words for the ending {outcome}"
        totals = tuple(sum(points for _, points in lines) for lines in match.tally(language))
        assert totals == outcome.points, f"{variant}: the tally has {totals} points, the outcome {outcome.points}"
    again = loads(match.text())
    assert again.position == match.position, f"{variant}: a loaded record ends elsewhere"
    assert again.text() == match.text(), f"{variant}: a loaded record is written differently"
    for _, position in match.positions():
        for seat in position.actors:
            if seat != NATURE:
                for code in position.codes(seat):
                    action = variant.game.actions[code]
                    assert variant.game.actions.parse(action.text) == code, (
                        f"{variant}: {action.text} reads differently"
                    )


def check_undo(variant: Variant, actions: int = 60) -> None:
    """Taking back an action brings back the position before it; a refused action changes nothing."""
    match, rng = variant.match("undo"), random.stream("undo")
    for _ in range(actions):
        if match.over:
            return
        seat = match.actors[random.below(rng, len(match.actors))]
        before, history = match.position.tobytes(), match.history
        try:
            match.play(len(variant.game.actions), seat)
        except ActionError:
            assert match.position.tobytes() == before
        action = match.position.sample(seat, rng)
        match.play(action, seat)
        if match.can_undo(seat):
            assert match.undo(seat) == action
            assert match.position.tobytes() == before, f"{variant}: {action.text} is not taken back"
            assert match.history == history
            match.play(action, seat)


def check_secrecy(variant: Variant, worlds: int = 3) -> None:
    """Worlds that fit a view give that seat equal views, scenes and legal actions, and are positions of the game."""
    match, rng = _random_match(variant, "secrecy"), random.stream("secrecy")
    expected = _census(variant.start())
    for _, position in _some(match.positions(), len(match.history), 25):
        for seat in (*range(variant.seats), SPECTATOR):
            view = position.view(seat)
            assert variant.game.secrets or view == position, f"{variant}: a secret in a game that has none"
            again = view.copy()
            entry.redact(again.records, 0, seat)
            assert again == view, f"{variant}: seat {seat} can redact its view further"
            for _ in range(worlds):
                world = view.world(rng)
                assert world.view(seat) == view, f"{variant}: a world does not fit what seat {seat} knows"
                assert world.actors == position.actors, f"{variant}: in a world others are to act"
                assert np.array_equal(_census(world), expected), f"{variant}: a world has other components"
                if seat in position.actors:
                    same = np.array_equal(world.codes(seat), position.codes(seat))
                    assert same, f"{variant}: the legal actions tell seat {seat} a secret"
                for _ in _steps(world, rng, variant.game.longest):
                    pass
                assert not world.actors, f"{variant}: a world does not end"


def check_scene(variant: Variant, pictures: int = 12) -> None:
    """Every view can be drawn in every language; nodes carry nearly all legal actions, with labels; ids are unique."""
    match = _random_match(variant, "scene")
    for _, position in _some(match.positions(), len(match.history), pictures):
        for seat in (*position.actors, SPECTATOR):
            if seat == NATURE:
                continue
            view = position.view(seat)
            for language in variant.game.languages:
                scene = view.scene(language)
                ids = [node.id for node in scene.nodes]
                assert len(ids) == len(set(ids)), f"{variant}: two nodes with one id"
                carried = {action for node in scene.nodes for action in node.actions}
                legal = set(view.legal_texts())
                assert carried <= legal, f"{variant}: the scene offers seat {seat} {carried - legal}"
                assert len(legal - carried) <= BUTTONS, (
                    f"{variant}: {len(legal - carried)} actions of seat {seat} are on no node"
                )
                for node in scene.nodes:
                    assert node.label or not node.actions, f"{variant}: node {node.id} has actions and no label"
            assert view.svg().startswith("<svg")
            assert str(view)


def check_events(variant: Variant, match: Match | None = None) -> None:
    """Nothing happens in silence, nothing untrue or secret is told, and turns sum up what happened.

    For every witness of a match that is over, by default a random one: differences of what everybody owns are what the
    events of the step say, and so are the numbers in their sentences; every event and every summed up turn can be told
    in all languages, about nodes that are there, and no sum leaves out what was revealed; no turn goes by without a
    word; worlds that fit what a seat knows give equal events; rounds come one after the other, and the end is told as
    something big.
    """
    game = variant.game
    if not game.tells:
        return
    match = match or _random_match(variant, "events")
    positions, history = [position for _, position in match.positions()], match.history
    witnesses = (*range(variant.seats), SPECTATOR) if game.secrets and game.private else (SPECTATOR,)
    for witness in witnesses:  # where no seat sees more than another, one speaks for all
        telling = _Telling(variant)
        views = [position.view(witness) for position in positions]
        books = _Books(views[0], views[-1])
        turn: list[Event] = []
        begun, round_number = views[0], 0
        for number, (before, after) in enumerate(pairwise(views), 1):
            where = f"{variant}: action {number} ({history[number - 1].text}) as seat {witness} sees it"
            happened = list(game.events(before, after))
            books.enter(happened, after, where)
            for event in happened:
                telling.check(event, before, after, where)
            turn += happened
            over = game.moment(after) != game.moment(before) or number == len(history)
            if over or any(event.reveals for event in happened):
                assert turn or game.moment(before).seat is None, f"{where}: a turn went by in silence"
                summed = game.sum_up(begun, after, turn)
                if summed:
                    telling.check_sum(summed, turn, where)
                    telling.check(summed, begun, after, where)
            if over:
                turn, begun = [], after
            assert game.moment(after).round >= round_number, f"{where}: round {round_number} comes again"
            round_number = game.moment(after).round
        assert any(event.size == BIG for event in happened), f"{variant}: the end is not told as big: {happened}"
        books.close()
    rng = random.stream("events")
    for number, position in _some(enumerate(positions[:-1]), len(positions), 25):
        for witness in witnesses:
            before, after = position.view(witness), positions[number + 1].view(witness)
            worlds = before.world(rng).view(witness), after.world(rng).view(witness)
            same = list(game.events(*worlds)) == list(game.events(before, after))
            assert same, f"{variant}: the events of action {number + 1} tell seat {witness} a secret"


class _Books:
    """What everybody owns, step by step, and whether the events account for it: double-entry bookkeeping."""

    RARE = 50  # in so many steps at most one in which something comes and goes at once

    def __init__(self, first: View, last: View) -> None:
        self.game, self.owned = first.game, first.game.holdings(first)
        assert self.owned, f"{self.game.name} tells events and holds no books: give it `holdings`"
        final = self.game.holdings(last)
        kinds = {name.removesuffix("0") for name in final if name.endswith("0")}
        columns = {kind: [final.get(f"{kind}{seat}") for seat in range(last.seats)] for kind in kinds}
        self.points = [kind for kind, column in columns.items() if column == list(last.points)]
        assert self.points, f"{self.game.name}: the points {last.points} are not among what everybody owns: {final}"
        self.steps = self.undone = 0

    def enter(self, events: Sequence[Event], after: View, where: str) -> None:
        """The events of a step say what has changed, each of them by its own numbers."""
        owned, owns = self.owned, self.game.holdings(after)
        differences = {name: owns.get(name, 0) - owned.get(name, 0) for name in owned.keys() | owns.keys()}
        changed = {name: difference for name, difference in differences.items() if difference}
        assert total(events) == changed, f"{where}: events change {total(events)}, holdings {changed}"
        for kind in {event.kind for event in events}:
            same = [event for event in events if event.kind == kind]
            assert not _comes_and_goes(same), f"{where}: {same} cancel each other"
        self.steps += 1
        self.undone += _comes_and_goes(events)
        for event in events:
            entries = _entries(events), _entries([event])
            self._check_numbers(event, entries, owns, where)
        self.owned = owns

    def close(self) -> None:
        """What is hatched and eaten at once is rare; events that often take back each other are made up."""
        often = self.undone > max(1, self.steps / self.RARE)
        assert not often, f"{self.game.name}: in {self.undone} of {self.steps} steps events cancel each other"

    def _check_numbers(
        self, event: Event, entries: Iterable[Mapping[str, set[int]]], owns: Mapping[str, int], where: str
    ) -> None:
        """A count is that of something that has changed, or what there was or is of it; a gain is one of points."""
        count, gain = event.values.get("count"), event.values.get("gain")
        if event.changes and count:
            known = {abs(number) for found in entries for name in event.changes for number in found[_kind(name)]}
            known |= {books.get(name, 0) for name in event.changes for books in (self.owned, owns)}
            assert count in known, f"{where}: {event} says {count}, which none of its changes is"
        if isinstance(gain, Said):
            said, points = gain.values.get("count", 0), {self._points(event, kind) for kind in self.points}
            assert said in points, f"{where}: {event} says {said} points, its changes {points}"

    def _points(self, event: Event, kind: str) -> int:
        """What an event changes of the points, if those are the entries of this kind."""
        return sum(change for name, change in event.changes.items() if name.removeprefix(kind).isdigit())


def _kind(name: str) -> str:
    """What an entry is of, whoever owns it."""
    return re.split(r"\W", name)[0]


def _entries(events: Iterable[Event]) -> dict[str, set[int]]:
    """By kind: what events add and what they take away, each by itself and all together."""
    found: dict[str, set[int]] = {}
    sums: dict[tuple[str, bool], int] = {}
    for event in events:
        for name, change in event.changes.items():
            found.setdefault(_kind(name), set()).add(change)
            sums[_kind(name), change > 0] = sums.get((_kind(name), change > 0), 0) + change
    for (kind, _), change in sums.items():
        found[kind].add(change)
    return found


def _comes_and_goes(events: Iterable[Event]) -> bool:
    """Whether something is added by one of the events and taken away by another."""
    changes = [(name, change > 0) for event in events for name, change in event.changes.items() if change]
    return any((name, not more) in changes for name, more in changes)


class _Telling:
    """Whether events can be told; the scene is drawn for the first few of each kind, and where a name asks for it."""

    NAMES = ("Ada", "Bruno", "Carla", "Dov")
    DRAWN = 3

    def __init__(self, variant: Variant) -> None:
        self.game = variant.game
        self.told: dict[str, int] = {}
        self.scenes: dict[View, tuple[Node, ...]] = {}  # of the last two views: what comes after is before the next
        self.identifiers = set(_identifiers(self.game))

    def check(self, event: Event, before: View, after: View, where: str) -> None:
        """An event can be told in all languages, about what is drawn."""
        self.told[event.kind] = self.told.get(event.kind, 0) + 1
        assert event.size in (STEP, NOTABLE, BIG), f"{where}: {event} has a size of its own"
        sentences, nodes = [], set(event.nodes)
        for language in self.game.languages:
            words = self.game.words(language)
            assert f"events.{event.kind}" in words, f"{where}: no text events.{event.kind} in {language}"
            try:
                parts = told(event, words, self.NAMES)
            except LookupError as error:
                raise AssertionError(f"{where}: {event} cannot be told in {language}: {error!r}") from error
            sentences.append("".join(part.text for part in parts))
            nodes |= {node for part in parts for node in part.nodes}
            assert sentences[-1].strip(), f"{where}: {event} says nothing in {language}"
        if self.told[event.kind] <= self.DRAWN:
            unknown = nodes - {node.id for node in self._drawn(before, after)}
            assert not unknown, f"{where}: {event} is about {unknown}, which is not drawn"
        for sentence in sentences:
            assert not re.search(r"\w:\w", sentence), f"{where}: {sentence!r} names a node"
            for word in {word.strip(".,:;()[]«»“”") for word in sentence.split()} & self.identifiers:
                drawn = {node.text for node in self._drawn(before, after)}
                pieces = {word} if word in drawn else set(re.findall(r"[^\W\d]+|\d+", word))
                assert pieces <= drawn, f"{where}: {sentence!r} says {word}, which is not drawn"
                self.identifiers.discard(word)  # it is a name that a player can see

    def check_sum(self, summed: Event, turn: Sequence[Event], where: str) -> None:
        """The sum of a turn is as big as the biggest of it, and says what was revealed."""
        assert summed.size == BIG or all(event.size < BIG for event in turn), f"{where}: {summed} is bigger than that"
        for event in turn:
            revealed = {name: _plain(event.values[name]) for name in event.reveals}
            for language in self.game.languages if revealed else ():
                said = _sayings(self.game.words(language), f"events.{summed.kind}", summed.values, {})
                told_of = any(revealed.items() <= values.items() for values in said)
                assert told_of, f"{where}: the turn does not say in {language} what {event} revealed: {summed}"

    def _drawn(self, before: View, after: View) -> list[Node]:
        self.scenes = {
            view: self.scenes[view] if view in self.scenes else view.scene().nodes for view in (before, after)
        }
        return [node for nodes in self.scenes.values() for node in nodes]


@cache
def _identifiers(game: Game) -> frozenset[str]:
    """The names in the notation of a game that are not words of its texts as well."""
    values = {value for verb in game.actions.verbs for domain in verb.domains for value in domain.values}
    texts = [game.words(language) for language in game.languages]
    said = [words.template(key) for words in texts for key in sorted(words.keys()) if key in words]
    plain = {word for text in said for word in re.findall(r"\w+", text)}
    return frozenset(value for value in values if not value.isdigit() and value not in plain)


def _sayings(
    words: Words, key: str, values: Mapping[str, object], around: Mapping[str, object]
) -> Iterator[dict[str, object]]:
    """The values that a text shows, and those that each text within it shows together with what stands around it."""
    template = words.template(words.counted(key, values.get("count")))
    shown = {name: values[name] for _, name, _, _ in Formatter().parse(template) if name}
    said = {**around, **{name: _plain(value) for name, value in shown.items()}}
    yield said
    for value in shown.values():
        for one in value if isinstance(value, tuple) and not isinstance(value, Said | Who) else (value,):
            if isinstance(one, Said):
                yield from _sayings(words, one.key, one.values, said)


def _plain(value: object) -> object:
    """A value without the places at which it lights up."""
    if isinstance(value, Said):
        return value.key, tuple(sorted((name, _plain(one)) for name, one in value.values.items()))
    if isinstance(value, tuple) and not isinstance(value, Who):
        return tuple(map(_plain, value))
    return value


def check_sample(variant: Variant, positions: int = 5) -> None:
    """`sample` is uniform over the legal actions (a chi-square statistic far out of range fails)."""
    match, rng = _random_match(variant, "sample"), random.stream("sample")
    for _, position in _some(match.positions(), len(match.history), positions):
        for seat in position.actors:
            if seat == NATURE:
                continue
            codes = position.codes(seat).tolist()
            counts = dict.fromkeys(codes, 0)
            for _ in range(20 * len(codes)):
                counts[int(position.sample(seat, rng))] += 1
            chi_square = sum((count - 20) ** 2 / 20 for count in counts.values())
            freedom = len(codes) - 1
            limit = freedom + 6 * (2 * freedom) ** 0.5 + 6
            assert chi_square < limit, (
                f"{variant}: sample is not uniform ({chi_square:.0f} at {freedom} degrees of freedom)"
            )


def check_census(variant: Variant, matches: int = 100) -> None:
    """No component is lost or made: the census is the same after every action of random matches, which all end."""
    expected = _census(variant.start())
    options = variant.game.encode_options(variant.game.check_options(variant.options, variant.seats))
    rng = random.stream("census")
    for _ in range(matches):
        position = Position.start(variant.game, variant.seats, options)
        made = entry.audit(position.records, 0, rng, variant.game.longest + 1, expected)
        assert made >= 0, f"{variant}: components are miscounted after {-made} actions"
        assert made <= variant.game.longest, f"{variant}: a match has more than {variant.game.longest} actions"


def check_words(game: Game) -> None:
    """Every language of the game has all words, so that no page shows a name of the code, and rules for players."""
    assert "en" in game.languages, f"{game.name}: no words in English, which stand in where a language is missing"
    english = game.words("en")
    assert game.levels.keys() <= LEVELS.keys(), f"{game.name}: bots are called {', '.join(LEVELS)}, not otherwise"
    for language in game.languages:
        words = game.words(language)
        assert words.keys() == english.keys(), f"{game.name}: {language} differs in {words.keys() ^ english.keys()}"
        assert not words.missing(), f"{game.name}: {language} lacks kinds of plurals: {sorted(words.missing())}"
        assert len(words.rules) > 500, f"{game.name}: no rules for players in {language}"
    wanted = {f"{kind}.{verb.word}" for verb in game.actions.verbs for kind in ("actions", "log")}
    wanted |= {f"reason.{reason}" for reason in game.reasons} | {f"seat.{seat}" for seat in range(max(game.seats))}
    wanted |= {f"option.{option.name}.{word}" for option in game.options for word in ("title", *option.values)}
    wanted |= {"name", "tagline", "goal", "and", "secret.seat", "secret.nature", "won.one", "won.some", "won.all"}
    assert wanted <= english.keys(), f"{game.name}: no words for {sorted(wanted - english.keys())}"


def check_secrets(game: Game) -> None:
    """What a game says about its secrets is so: whether it has any, and whether seats see different things."""
    hides = differs = False
    for variant in variants(game):
        match = _random_match(variant, "secrets")
        for _, position in _some(match.positions(), len(match.history), 100):
            first, *others = (position.view(seat).tobytes() for seat in range(variant.seats))
            hides = hides or first != position.tobytes()
            differs = differs or any(view != first for view in others)
    assert game.secrets == (hides or differs), f"{game.name}: secrets is {game.secrets}, which is not so"
    assert (game.secrets and game.private) == differs, f"{game.name}: private is {game.private}, which is not so"


def check_showcase(game: Game) -> None:
    """The record that shows the game, if it has one, is of this very game, and still by its rules."""
    if game.showcase:
        shown = loads(game.showcase, nature=False).game.name
        assert shown == game.name, f"{game.name}: its showcase is of {shown}"


def check_parity(variant: Variant, actions: int = 400) -> None:
    """Compiled and interpreted runs agree step by step."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    call = f"print_trace({variant.game.name!r}, {variant.seats}, {variant.options!r}, {actions})"
    command = [sys.executable, "-c", f"from formicarium.conformance import print_trace; {call}"]
    run = subprocess.run(  # nosec B603  # a variant is of our own games
        command, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert run.returncode == 0, f"{variant}: the interpreted run failed: {run.stderr[-2000:]}"
    for number, (ours, theirs) in enumerate(zip(trace(variant, actions), run.stdout.splitlines(), strict=True)):
        assert ours == theirs, f"{variant}: compiled and interpreted differ at action {number}: {ours} and {theirs}"


def trace(variant: Variant, actions: int) -> Iterator[str]:
    """One line an action of a random match: everything that the kernel answers, as a hash, then the action."""
    rng, position = random.stream("trace"), variant.start()
    for number, (seat, code) in enumerate(_steps(position, rng, actions)):
        digest = hashlib.sha256(position.tobytes())
        for actor in position.actors:
            if actor != NATURE:
                digest.update(position.codes(actor).tobytes())
        for viewer in (*range(variant.seats), SPECTATOR):
            view = position.view(viewer)
            digest.update(view.tobytes() + view.world(rng).tobytes())
        shares = ",".join(f"{share:.9f}" for share in position.evaluate()) if number % 50 == 0 else ""
        yield f"{seat} {variant.game.actions[code].text} {digest.hexdigest()[:16]} {shares}"


def print_trace(game: str, seats: int, options: dict[str, str], actions: int) -> None:
    """Print a trace, for another process to compare."""
    for line in trace(Variant(find(game), seats, options), actions):
        print(line)


def playthrough(variant: Variant, seed: object = 1) -> str:
    """Everything observable in one random match, as text: the golden files of the tests."""
    match, rng = variant.match(seed), random.stream(("playthrough", seed))
    while not match.over:
        seat = match.actors[random.below(rng, len(match.actors))]
        match.play(match.position.sample(seat, rng), seat)
    lines = [
        " ".join(
            [
                match.game.name,
                "seats",
                str(match.seats),
                *(f"{name}={value}" for name, value in variant.options.items()),
            ]
        )
    ]
    for number, (move, position) in enumerate(match.positions()):
        if move:
            lines.append(f"{number} {'nature' if move.seat == NATURE else move.seat}: {move.text}")
        views = [
            hashlib.sha256(_content(position.view(seat))).hexdigest()[:8] for seat in (*range(match.seats), SPECTATOR)
        ]
        for seat in position.actors:
            count = len(position.chance()) if seat == NATURE else len(position.codes(seat))
            lines.append(f"  {'nature' if seat == NATURE else f'seat {seat}'} has {count}")
        lines.append(f"  views {' '.join(views)}  shares {' '.join(f'{share:.4f}' for share in position.evaluate())}")
        if number % 200 == 0:
            lines += [f"  | {line}" for line in str(position.view(SPECTATOR)).splitlines()]
    lines += [f"  | {line}" for line in str(match).splitlines()]
    lines.append(f"outcome {match.outcome}")
    return "\n".join(lines) + "\n"


def _content(position: Position) -> bytes:
    """The fields of a record without padding and without the one that names the game."""
    return repr(position.to_dict()).encode()


def _steps(position: Position, rng: random.Stream, most: int) -> Iterator[tuple[int, int]]:
    """Play at random; yields seat and code before each action is made."""
    for _ in range(most):
        actors = position.actors
        if not actors:
            return
        seat = actors[random.below(rng, len(actors))]
        code = position.draw(rng) if seat == NATURE else position.sample(seat, rng)
        yield seat, code
        position.apply(seat, code)


def _check_position(position: Position) -> None:
    game, actors = position.game, position.actors
    assert actors == (NATURE,) or all(seat < position.seats for seat in actors), f"{game.name}: actors {actors}"
    for seat in range(position.seats):
        if seat in actors:
            codes = position.codes(seat).tolist()
            assert 0 < len(codes) <= MOST_ACTIONS, f"{game.name}: {len(codes)} legal actions"
            assert all(low < high for low, high in pairwise(codes)), f"{game.name}: {codes} are not ascending"
            assert codes[0] >= 0 and codes[-1] < len(game.actions), f"{game.name}: {codes} leave the action space"
    if actors == (NATURE,):
        outcomes = position.chance()
        assert outcomes, f"{game.name}: nature has nothing to do"
        assert all(weight > 0 for _, weight in outcomes), f"{game.name}: a weight is not positive"
        assert all(low < high for (low, _), (high, _) in pairwise(outcomes)), f"{game.name}: outcomes are not ascending"
    shares = position.evaluate()
    assert all(np.isfinite(shares)) and abs(sum(shares) - 1) < 1e-6, f"{game.name}: evaluate gives {shares}"


def _random_match(variant: Variant, seed: object) -> Match:
    match, rng = variant.match(seed), random.stream(seed)
    while not match.over:
        seat = match.actors[random.below(rng, len(match.actors))]
        match.play(match.position.sample(seat, rng), seat)
    return match


def _some(items: Iterator[T], total: int, count: int) -> Iterator[T]:
    """About `count` of `total` items, evenly spread."""
    every = max(1, total // count)
    return (item for number, item in enumerate(items) if number % every == 0)


def _census(position: Position) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    out = np.zeros(MOST_COUNTS, np.int32)
    entry.census(position.records, 0, out)
    return out
