"""Formica's board (F2) and its walks (F5.3), compared with a graph and a walker that know only the specification."""

import itertools
from collections import deque

import numpy as np
import pytest

from formicarium.core import random
from formicarium.core.kernel import NATURE
from formicarium.engine.match import Match
from formicarium.engine.position import Position
from formicarium.games.formica import GAME
from formicarium.games.formica.components import (
    ANT_FIELDS,
    CLOSED,
    COORDINATES,
    FIELD_NAMES,
    GOAL_NAMES,
    LETTERS,
    NEST,
    NEST_COORDINATES,
    NEST_FIELDS,
    NEST_NAMES,
    QUEEN_COORDINATES,
    STARTS,
    TRACK,
    WORD,
    edges,
)
from formicarium.games.formica.face.board import route
from formicarium.games.formica.state import CHOICE, LOT, PRISON, TARGET
from formicarium.games.formica.walking import WORDS, can_move, ends, find_sources, own_fields

NAMES = [*FIELD_NAMES, *GOAL_NAMES]


def graph() -> dict[str, set[str]]:
    """The specification's graph, by names."""
    pairs = [(f"O{i}", f"O{(i + 1) % 40}") for i in range(40)] + [(f"M{i}", f"M{(i + 1) % 24}") for i in range(24)]
    pairs += [("O3", "L0"), ("L0", "M3"), ("O13", "L1"), ("L1", "M9")]
    pairs += [("O23", "L2"), ("L2", "M15"), ("O33", "L3"), ("L3", "M21")]
    pairs += [("O36", "ZYa"), ("O0", "ZYb"), ("O6", "ZBa"), ("O10", "ZBb")]
    pairs += [("O16", "ZGa"), ("O20", "ZGb"), ("O26", "ZRa"), ("O30", "ZRb")]
    near: dict[str, set[str]] = {name: set() for name in NAMES}
    for one, other in pairs:
        near[one].add(other)
        near[other].add(one)
    return near


GRAPH = graph()
NESTS = {"Y": ("O36", "O0"), "B": ("O6", "O10"), "G": ("O16", "O20"), "R": ("O26", "O30")}


def brute(field: str, before: str, steps: int, barriers: set[str]) -> set[str]:
    """Every field at the end of a walk of so many steps that never goes back at once and meets no barrier."""
    if steps == 0:
        return {field}
    found = set()
    for near in GRAPH[field] - {before} - barriers:
        found |= brute(near, field, steps - 1, barriers)
    return found


def fields_of(words: tuple[int, int]) -> set[str]:
    return {name for k, name in enumerate(NAMES) if words[k // WORD] >> k % WORD & 1}


def distances(start: str) -> dict[str, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        field = queue.popleft()
        for near in GRAPH[field]:
            if near not in found:
                found[near] = found[field] + 1
                queue.append(near)
    return found


def test_f2_f11_1_f11_2_the_graph_is_that_of_the_specification():
    assert {frozenset((NAMES[one], NAMES[other])) for one, other in edges()} == {
        frozenset((one, other)) for one, near in GRAPH.items() for other in near
    }
    assert len(edges()) == 80
    assert [[NAMES[field] for field in row] for row in STARTS] == [list(NESTS[letter]) for letter in LETTERS]
    assert [NAMES[field] for field in ANT_FIELDS] == ["M0", "M6", "M12", "M18"]


def test_f2_coordinates():
    places = dict(zip(NAMES, COORDINATES, strict=True))
    for name, place in {
        "O0": (7, 3), "O13": (17, 10), "O29": (4, 14), "O38": (5, 5), "M0": (7, 7), "M9": (13, 10), "M23": (7, 8),
        "L3": (5, 10), "ZYa": (2, 6), "ZBb": (18, 6), "ZGb": (14, 18), "ZRb": (2, 14),
    }.items():  # fmt: skip
        assert places[name] == place
    assert NEST_COORDINATES[:3] == [(1, 6), (1, 5), (1, 4)]
    assert NEST_COORDINATES[14] == (14, 1)
    assert QUEEN_COORDINATES[7] == (19, 1)


def test_f10_numbers_of_the_board():
    everywhere = [*COORDINATES, *NEST_COORDINATES, *QUEEN_COORDINATES]
    assert len(set(everywhere)) == len(everywhere) == 68 + 8 + 56 + 28
    assert min((a - c) ** 2 + (b - d) ** 2 for a, b in everywhere for c, d in everywhere if (a, b) != (c, d)) == 1
    degrees = [len(GRAPH[name]) for name in FIELD_NAMES]
    assert (degrees.count(2), degrees.count(3)) == (52, 16)
    assert max(distances("O0").values()) < 99
    assert distances("O36")["O0"] == 4
    assert distances("O0")["O6"] == 6
    assert max(distances(a)[b] for a in NAMES for b in NAMES) == 22
    assert max(distances(a)[b] for a in FIELD_NAMES for b in FIELD_NAMES) == 20
    turned = {((20 - y), x) for x, y in COORDINATES}
    assert turned == set(COORDINATES)


def test_f5_4_f10_sixty_four_pairs_of_barriers_would_close_a_nest():
    count = [int(sum(int(word).bit_count() for word in CLOSED[nests].ravel())) // 2 for nests in range(2)]
    assert count[1] == 64
    both = [(a, b) for a, b in STARTS.tolist() if CLOSED[1, a, b // WORD] >> b % WORD & 1]
    assert len(both) == 4
    assert TRACK * (TRACK - 1) // 2 == 2278


@pytest.mark.parametrize("barriers", [0, 1, 2])
def test_f5_3_destinations_agree_with_a_brute_force_walk(barriers):
    position = Position.start(GAME, 4, GAME.encode_options(GAME.check_options({}, 4)))
    s, rng = position.record, np.random.default_rng(barriers)
    for _ in range(1 if barriers == 0 else 12):
        chosen = rng.choice(TRACK, barriers, replace=False).tolist()
        s.barriers[:] = [*chosen, *[-1] * (2 - barriers)]
        barred = {NAMES[field] for field in chosen}
        for steps in range(1, 13):
            for field, name in enumerate(FIELD_NAMES):
                if name not in barred:
                    assert fields_of(ends(s, field, steps)) == brute(name, "", steps, barred), (name, steps, barred)
            for colour, letter in enumerate(LETTERS):
                expected = set()
                for start in set(NESTS[letter]) - barred:
                    expected |= brute(start, "", steps - 1, barred)
                assert fields_of(ends(s, NEST + colour, steps)) == expected, (letter, steps, barred)


def test_f14_a_drawn_route_is_a_walk():
    for start in range(TRACK):
        for target in brute(NAMES[start], "", 9, {"O7", "M2"}):
            if NAMES[start] in ("O7", "M2"):
                continue
            way = [NAMES[field] for field in route(start, NAMES.index(target), 9, frozenset({7, 42}))]
            assert len(way) == 10
            assert all(one in GRAPH[other] for one, other in itertools.pairwise(way))
            assert not {"O7", "M2"} & set(way)
            assert len(set(way)) == len(way)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_f5_2_the_short_ways_to_ask_agree_with_the_list_of_all_moves(seats):
    match, rng = Match(GAME, seats, seed="short"), random.stream(seats)
    answers, lifted = set(), 0
    for _ in range(3000):
        if match.over:
            break
        seat = match.actors[0]
        codes = match.position.codes(seat)
        s = match.position.record
        if s.phase == TARGET:
            words = np.zeros((2, WORDS), np.int64)
            find_sources(s, seat, *words)
            stone = int(s.lifted) - 1
            expected = fields_of((int(words[0, stone]), int(words[1, stone])))
            assert {GAME.actions[code].arguments[0] for code in codes} == expected
            lifted += 1
        elif s.phase == CHOICE:
            one, other = int(s.dice[0]), int(s.dice[1])
            for moving, steps in ((1, one), (1, other), (2, one), (0, one + other)):
                due = match.position.copy().record
                due.moving, due.steps, due.choices = moving, steps, 0
                found = find_sources(due, seat, np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64))
                assert can_move(due, seat, *own_fields(due, seat)) == found
                answers.add((moving, found > 0))
        match.play(match.position.sample(seat, rng), seat)
    assert lifted > 100
    assert {(1, True), (1, False), (2, True), (0, True)} <= answers


def ways(position, ant, steps, own):
    """F5.3 by brute force: where an ant, a stone and its place, can end in a match of four, given the own fields."""
    stone, place = ant
    barriers = {NAMES[field] for field in position.record.barriers.tolist() if field >= 0}
    if place in LETTERS:
        found = {end for start in set(NESTS[place]) - barriers for end in brute(start, "", steps - 1, barriers)}
        return {field for field in found if field[0] != "Z"} - own
    found = brute(place, "", steps, barriers)
    return {field for field in found if field[0] != "Z" or field[1] == NEST_NAMES[stone][0]} - own


def first_moves(position, seat):
    """F5.2 by brute force, in a match of four: the first moves of two, as die, ant and field; and the spoiling ones.

    Those catch and leave no ant the other die; they are among the first moves only if nothing else can be done.
    """
    s = position.record
    low, high = s.dice.tolist()
    places = [(stone, int(s.place[stone])) for stone in range(seat * NEST_FIELDS, (seat + 1) * NEST_FIELDS)]
    ants = [(stone, NAMES[place] if place < TRACK else LETTERS[seat]) for stone, place in places if place <= NEST + 3]
    own = {place for _, place in ants if place not in LETTERS}
    foreign = {NAMES[field] for field in range(TRACK) if s.top[field]} - own
    keeping, spoiling = set(), set()
    for die, other in {(low, high), (high, low)}:
        for ant in ants:
            rest = [one for one in ants if one != ant]
            lifted = own - {ant[1]}
            if any(ways(position, one, other, lifted) for one in rest):
                for target in ways(position, ant, die, own):
                    spoils = not any(ways(position, one, other, lifted | {target}) for one in rest)
                    (spoiling if spoils and target in foreign else keeping).add((die, ant[0], target))
    single = any(ways(position, ant, steps, own) for ant in ants for steps in {low + high, high - low} - {0})
    return keeping if keeping or single else spoiling, spoiling


def test_f5_2_f11_14_the_first_of_two_moves_agrees_with_brute_force():
    """Few ants and two barriers, so that it happens often that a catch would take away the second move."""
    refused = 0
    for number in range(150):
        rng = np.random.default_rng(number)
        position = Position.start(GAME, 4, GAME.encode_options(GAME.check_options({}, 4)))
        while position.record.phase != LOT:
            position.apply(NATURE, position.chance()[0][0])
        s = position.record
        near = rng.permutation([*range(14, 23), 63, 54, 55, 56])  # a corner of the board
        for stone in range(NEST_FIELDS):
            s.place[stone] = PRISON
        s.nests[0] = 0
        for stone, field in zip([0, 1, 14, 15, 28], near, strict=False):
            s.place[stone] = field
            s.nests[stone // NEST_FIELDS, stone % NEST_FIELDS] = 0
            s.top[field] = stone + 1
        s.barriers[:] = near[5:7]
        position.apply(NATURE, GAME.actions.parse("first 0"))
        low, high = sorted(rng.integers(1, 4, 2).tolist())
        if position.actors != (NATURE,):
            continue
        position.apply(NATURE, GAME.actions.parse(f"dice {low} {high}"))
        expected, spoiling = first_moves(position, 0)
        found = set()
        if s.phase == CHOICE:
            for code in position.codes(0).tolist():
                if GAME.actions[code].verb == "die":
                    due = position.copy()
                    due.apply(0, code)
                    for source in due.codes(0).tolist():
                        lifted = due.copy()
                        lifted.apply(0, source)
                        found |= {
                            (int(due.record.steps), int(lifted.record.lifted) - 1, GAME.actions[target].arguments[0])
                            for target in lifted.codes(0).tolist()
                        }
        assert found == expected, (number, str(position.view(0)))
        refused += bool(spoiling - expected)
    assert refused > 5
