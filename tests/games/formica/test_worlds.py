"""What everybody knows in Formica (F3, F14), and the worlds that fit it, compared with full enumeration."""

from itertools import product
from math import factorial

import numpy as np
import pytest

from formicarium.core import random
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.match import Match
from formicarium.engine.position import Position
from formicarium.games.formica import GAME
from formicarium.games.formica.components import NEST_FIELDS, NEST_NAMES, STONES
from formicarium.games.formica.knowledge import determinize
from formicarium.games.formica.towers import learn


def number(name):
    return NEST_NAMES.index(name)


def know(t, hidden, families):
    """A table where all parts are seen but those of some stones, and every family of stones has met."""
    s = t.s
    meetings = []
    stones = int(s.colours) * NEST_FIELDS
    for family in families:
        members = [number(name) for name in family.split()]
        meetings += [(members[0], other, int(s.pole[members[0]] != s.pole[other])) for other in members[1:]]
    for stone in range(stones):
        s.seen[stone] = NEST_NAMES[stone] not in hidden.split()
    for one in range(stones):
        for other in range(one - one % NEST_FIELDS, one):
            if s.seen[one] and s.seen[other] and s.part[one] == s.part[other]:
                learn(s, one, other, 1)
    for meeting in meetings:
        learn(s, *meeting)
    return meetings


def enumerate_worlds(s, meetings):
    """Every deal that fits the seen parts and the meetings, stone by stone; it knows nothing of families."""
    stones = int(s.colours) * NEST_FIELDS
    part, seen = s.part.tolist(), s.seen.tolist()
    poles, parts = [0] * stones, [0] * stones
    at = [[] for _ in range(stones)]
    for one, other, unlike in meetings:
        at[max(one, other)].append((min(one, other), unlike))

    def extend(stone):
        if stone == stones:
            yield tuple(zip(parts, poles, strict=True))
            return
        first = stone - stone % NEST_FIELDS
        used = {(parts[k], poles[k]) for k in range(first, stone)}
        # a look ahead at the seen parts of the colour keeps this small
        for kind in product([part[stone]] if seen[stone] else range(1, 8), (1, 2)):
            if kind in used or any((poles[other] != kind[1]) != bool(unlike) for other, unlike in at[stone]):
                continue
            parts[stone], poles[stone] = kind
            rest = [k for k in range(stone + 1, first + NEST_FIELDS) if seen[k]]
            taken = used | {kind}
            if all(2 - ((p, 1) in taken) - ((p, 2) in taken) >= sum(part[k] == p for k in rest) for p in range(1, 8)):
                yield from extend(stone + 1)

    return list(extend(0))


def draw(t, rng, count):
    """So many worlds of the spectator's view."""
    view = t.position.view(SPECTATOR)
    stones = int(t.s.colours) * NEST_FIELDS
    found = []
    for _ in range(count):
        world = view.world(rng).record
        found.append(tuple(zip(world.part[:stones].tolist(), world.pole[:stones].tolist(), strict=True)))
    return found


def chi_square(found, worlds):
    counts = dict.fromkeys(worlds, 0)
    for world in found:
        counts[world] += 1  # a KeyError is a world that does not fit
    expected = len(found) / len(worlds)
    return sum((count - expected) ** 2 / expected for count in counts.values())


ALL = [f"{letter}{number}" for letter in "YBG" for number in range(1, 15)]


def without(names):
    return " ".join(name for name in ALL if name not in names.split())


CASES = {
    "one family, four hidden stones alone": ("Y1 Y2 B3 B5", [without("Y1 Y2 B3 B5")]),
    "hidden stones in a second family": ("Y1 Y4 Y5 B3 B6", [without("Y1 Y4 B3 B6 Y5"), "Y1 B3", "Y4 B6"]),
    "seen stones alone": ("Y2 Y3 B3", [without("Y1 Y2 Y3 Y6 Y8 B3 B9")]),
    "families that weigh differently": (
        "Y1 Y2 Y3 Y5 B1 B4",
        [without("Y1 Y2 Y3 Y5 Y7 Y8 B1 B2 B4 B6"), "Y7 B2", "Y1 B6"],
    ),
    "many small families": (
        "Y1 Y6 B1 B8 G5",
        [without("Y1 Y6 Y9 Y10 B1 B8 B9 B10 G5 G6 G1 G2"), "Y9 B9 G1", "Y1 B1", "G5 B8", "Y6 G6"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_f14_worlds_are_drawn_uniformly(table, case):
    t = table(3).begin()
    hidden, families = CASES[case]
    meetings = know(t, hidden, families)
    worlds = enumerate_worlds(t.s, meetings)
    assert 8 <= len(worlds) == len(set(worlds)) <= 4000
    found = draw(t, random.stream(case), 40 * len(worlds))
    freedom = len(worlds) - 1
    assert abs(chi_square(found, worlds) - freedom) < 5 * (2 * freedom) ** 0.5


def test_f14_without_knowledge_every_pole_and_part_is_equally_likely(table):
    t = table(4).begin()
    found = np.array(draw(t, random.stream("nothing"), 14000))
    for kind in product(range(1, 8), (1, 2)):
        hits = (found[:, :, 0] == kind[0]) & (found[:, :, 1] == kind[1])
        assert np.abs(hits.sum(0) - 1000).max() < 5 * 31


def test_f14_two_stones_that_met_once_have_the_right_chances(table):
    # Y1 and Y2 are known to be alike: of all pairs of a colour, alike ones leave 5 of 12 for a third stone.
    t = table(4).begin()
    learn(t.s, 0, 2, 0)
    found = np.array(draw(t, random.stream("pair"), 8000))
    poles = found[:, :, 1]
    assert (poles[:, 0] == poles[:, 2]).all()
    share = (poles[:, 0] == poles[:, 5]).mean()
    assert abs(share - 5 / 12) < 5 * (5 / 12 * 7 / 12 / 8000) ** 0.5


def test_f14_seen_parts_weigh_the_signs(table):
    """Seven seen stones, k of them on one pole: (7-k)! k! deals for each of C(7, k) C(7, 7-k) choices."""
    t = table(3).begin()
    for stone in range(0, 14, 2):
        t.s.seen[stone] = 1
    found = np.array(draw(t, random.stream("weights"), 20000))
    counts = np.bincount((found[:, 0:14:2, 1] == 1).sum(1), minlength=8)
    weights = np.array(
        [(factorial(7) // factorial(k) // factorial(7 - k)) ** 2 * factorial(7 - k) * factorial(k) for k in range(8)]
    )
    expected = weights / weights.sum() * 20000
    assert ((counts - expected) ** 2 / expected).sum() < 40


def test_f3_f14_every_meeting_stays_true_in_every_world_of_random_matches():
    rng = random.stream("meetings")
    for seats in (2, 3, 4):
        match = Match("formica", seats=seats, seed=seats)
        meetings = []
        while not match.over:
            (seat,) = match.actors
            action = match.position.sample(seat, rng)
            before = match.position.record.copy()
            match.play(action, seat)
            if action.verb == "to" and not action.arguments[0].startswith("Z"):
                field = GOAL_FREE.index(action.arguments[0])
                standing = int(before.top[field])
                if standing:
                    mine = int(before.lifted)
                    unlike = match.position.record.top[field] != mine
                    meetings.append((mine - 1, standing - 1, bool(unlike)))
            if len(match.history) % 97 == 0:
                world = match.view(0).world(rng).record
                for one, other, unlike in meetings:
                    assert (world.pole[one] != world.pole[other]) == unlike
                seen = match.position.record.seen.astype(bool)
                assert (world.part[seen] == match.position.record.part[seen]).all()
                for colour in range(int(world.colours)):
                    own = slice(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS)
                    kinds = set(zip(world.part[own].tolist(), world.pole[own].tolist(), strict=True))
                    assert len(kinds) == NEST_FIELDS
        assert meetings


GOAL_FREE = [f"O{k}" for k in range(40)] + [f"M{k}" for k in range(24)] + [f"L{k}" for k in range(4)]


def test_f3_f14_views_are_the_same_for_all_and_hide_poles_and_unseen_parts(table):
    t = table().tower("O0", "Y1 B1").tower("O5", "G1").begin()
    t.roll(1, 2).play("difference", "from O0", "to ZYb")
    views = [t.position.view(seat) for seat in (0, 1, 2, 3, SPECTATOR)]
    assert len({view.tobytes() for view in views}) == 1
    assert not views[0].record.pole.any()
    assert np.flatnonzero(views[0].record.part).tolist() == [14]


def test_f3_meetings_are_learned_by_all(table):
    t = table().tower("O5", "Y1").tower("O8", "B2").begin().roll(1, 2).play("sum", "from O5", "to O8")
    view = t.position.view(2).record
    assert (view.family[0], view.family[15], view.unlike[0], view.unlike[15]) == (0, 0, 0, 1)


def test_f14_meetings_add_up():
    match = Match("formica", seats=4, seed=1)
    s = match.position.record
    learn(s, 3, 20, 1)
    learn(s, 40, 20, 1)
    learn(s, 50, 40, 0)
    assert s.family[[3, 20, 40, 50]].tolist() == [3, 3, 3, 3]
    assert s.unlike[[3, 20, 40, 50]].tolist() == [0, 1, 0, 0]


def test_f14_f11_9_two_seen_stones_of_one_colour_and_part_are_opposite(table):
    t = table().tower("O0", "Y1 B1 B2").begin().roll(1, 2).play("difference", "from O0", "to ZYb")
    assert (t.s.family[15], t.s.unlike[15]) == (14, 1)


def test_f3_f11_18_a_repelled_tower_shows_nothing_but_the_meeting(table):
    t = table().tower("O5", "Y1 G1").tower("O8", "B2").begin().roll(1, 2).play("sum", "from O5", "to O8")
    assert not t.s.seen.any()
    assert (t.s.family[28], t.s.family[0], t.s.family[15]) == (28, 0, 0)


def test_f14_the_deal_is_shown_to_nobody():
    views = []
    for pole in "+-":
        position = Position.start(GAME, 4, GAME.encode_options(GAME.check_options({}, 4)))
        position.apply(NATURE, GAME.actions.parse(f"deal Y1 3{pole}"))
        views.append(position.view(0).tobytes())
        world = position.view(0).world(random.stream(pole))
        assert (world.record.part[:2] > 0).tolist() == [True, False]
    assert views[0] == views[1]


def test_f14_families_that_say_much_are_still_drawn():
    match = Match("formica", seats=4, seed=1)
    s = match.position.record
    for k in range(9):
        learn(s, k, 14 + k, int(s.pole[k] != s.pole[14 + k]))
    before = s.copy()
    determinize(s, 0, random.stream("pairs"))
    for k in range(9):
        assert (s.pole[k] == s.pole[14 + k]) == (before.pole[k] == before.pole[14 + k])
    assert len(set(s.family.tolist())) == STONES - 9
