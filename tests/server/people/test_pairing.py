"""Pairing: who plays with whom follows from who waits and the time."""

import random
import time
from dataclasses import replace

import pytest

from formicarium.server.people.pairing import ANYBODY, HOPE, REACH, WIDER, Waiting, pair


def waits(person, since=0.0, strength=25.0, seats=(2,), wish="sisimizi", bots=False):
    return Waiting(f"seek of {person}", person, wish, tuple(seats), strength, since, bots)


def names(groups):
    return [[one.person for one in group.people] for group in groups]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_as_many_as_wish_meet(size):
    people = [waits(name, seats=(size,)) for name in "abcde"]
    assert names(pair(people[: size - 1], 1.0)) == []
    [group] = pair(people[:size], 1.0)
    assert len(group.people) == group.seats == size


def test_only_who_wishes_the_same_meets():
    assert pair([waits("a"), waits("b", wish="antics"), waits("c", seats=(3,))], 1e6) == []


def test_who_has_waited_longest_goes_first_and_meets_the_nearest():
    people = [waits("late", 3.0, 24.0), waits("far", 1.0, 27.0), waits("first", 0.0, 25.0), waits("near", 2.0, 25.5)]
    assert names(pair(people, 4.0)) == [["first", "near"], ["far", "late"]]


def test_everybody_reaches_further_with_time_and_after_a_minute_to_anybody():
    gap = 10.0
    people = [waits("a", strength=20.0), waits("b", strength=20.0 + gap)]
    soon = (gap - REACH) / WIDER
    assert pair(people, soon - 0.1) == [] and names(pair(people, soon)) == [["a", "b"]]
    people = [waits("a", strength=0.0), waits("b", strength=50.0)]
    assert pair(people, ANYBODY - 1) == [] and names(pair(people, ANYBODY)) == [["a", "b"]]


def test_who_has_just_come_is_not_given_to_somebody_far_away():
    people = [waits("patient", 0.0, 45.0), waits("new", 100.0, 25.0)]
    assert pair(people, 101.0) == []


def test_all_at_a_table_are_within_reach_of_each_other():
    people = [waits("middle", 0.0, 25.0, (3,)), waits("low", 0.1, 22.0, (3,)), waits("high", 0.2, 28.0, (3,))]
    assert pair(people, 1.0) == [] and len(pair(people, 20.0)) == 1


def test_one_hopes_for_more_players_for_a_moment():
    people = [waits("a", seats=(2, 3, 4)), waits("b", seats=(2, 3, 4))]
    assert pair(people, HOPE - 1) == []
    assert [group.seats for group in pair(people, HOPE)] == [2]
    assert [group.seats for group in pair([*people, waits("c", seats=(3,))], HOPE)] == [3]
    assert [group.seats for group in pair([*people, waits("c", seats=(4,)), waits("d", seats=(4,))], 1.0)] == [4]


def test_who_takes_bots_is_not_kept_waiting():
    [group] = pair([waits("a", seats=(3, 4), bots=True)], 0.0)
    assert group.seats == 3 and names([group]) == [["a"]]
    people = [waits("a", seats=(3,), bots=True), waits("b", 1.0, 49.0, (3,), bots=True), waits("c", seats=(3,))]
    assert names(pair(people, 2.0)) == [["a", "b"]], "who does not take them waits on"


def test_nobody_meets_oneself():
    assert pair([waits("a"), waits("a", 1.0)], 1e6) == []


def test_it_follows_from_who_waits_and_nobody_is_paired_twice():
    lot = random.Random(7)
    sizes = [(2,), (3,), (4,), (2, 3), (2, 3, 4)]
    people = [
        waits(f"p{number}", lot.uniform(0, 90), lot.gauss(25, 8), lot.choice(sizes), lot.choice("xyz"), number % 9 == 0)
        for number in range(200)
    ]
    found = pair(people, 90.0)
    lot.shuffle(people)
    assert pair(people, 90.0) == found
    paired = [one.seek for group in found for one in group.people]
    assert len(paired) == len(set(paired)) > 150
    assert all(group.seats in one.seats for group in found for one in group.people)
    assert len({one.wish for one in found[0].people}) == 1


SIZES = [(2,), (3,), (4,), (2, 3), (2, 3, 4)]
CROWDS = {
    "of all wishes": lambda lot, n: waits(
        n, lot.uniform(0, 60), lot.gauss(25, 8), lot.choice(SIZES), lot.choice("xyz")
    ),
    "with one wish": lambda lot, n: waits(n, lot.uniform(0, 60), lot.gauss(25, 8), (2, 3, 4)),
    "of equals": lambda lot, n: waits(n, 0.0, 25.0, (4,)),
    "with nobody within reach": lambda lot, n: waits(n, lot.uniform(1, 60), 100.0 * n, (2, 3, 4)),
    "who all avoid each other": lambda lot, n: replace(
        waits(n, 0.0, 25.0, (2, 3, 4)), avoids=frozenset(range(200)) - {n}
    ),
}


@pytest.mark.parametrize("crowd", CROWDS.values(), ids=CROWDS)
def test_two_hundred_are_paired_in_a_tenth_of_a_second(crowd):
    people, spans = [crowd(random.Random(n), n) for n in range(200)], []
    for _ in range(3):
        began = time.process_time()
        pair(people, 60.0)
        spans.append(time.process_time() - began)
    assert min(spans) < 0.1
