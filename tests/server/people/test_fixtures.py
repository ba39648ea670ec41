"""Fixtures: nobody meets twice while that can be avoided, seats and byes are fair, the same question has one answer."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formicarium.server.people.fixtures import pods, round_robin, rounds_of, swiss
from formicarium.server.people.standings import Played, bye, score


def result(pairing, data, seats=2):
    if len(pairing) == 1:
        return Played(pairing, (bye(seats),))
    return Played(pairing, score([data.draw(st.integers(1, len(pairing))) for _ in pairing]))


def pairs_of(played):
    return Counter(frozenset(pair) for match in played for pair in combinations(match.entrants, 2))


def can_avoid(entrants, met):
    """Whether all can be paired anew, by trying everything; of an odd number anybody may have the bye."""
    if len(entrants) % 2:
        return any(can_avoid([one for one in entrants if one != free], met) for free in entrants)
    if not entrants:
        return True
    one, *others = entrants
    return any(
        frozenset((one, other)) not in met and can_avoid([left for left in others if left != other], met)
        for other in others
    )


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_swiss_has_no_rematch_while_that_can_be_avoided(data):
    entrants = list(range(1, data.draw(st.integers(2, 9)) + 1))
    played = []
    for more in reversed(range(data.draw(st.integers(1, 7)))):
        staying = [one for one in entrants if one == 1 or data.draw(st.integers(0, 9)) > 0]
        pairings = swiss(staying, played, more)
        assert sorted(one for pairing in pairings for one in pairing) == staying
        assert sum(len(pairing) == 1 for pairing in pairings) == len(staying) % 2
        met = pairs_of(played)
        again = [pairing for pairing in pairings if len(pairing) == 2 and frozenset(pairing) in met]
        assert not again or not can_avoid(staying, met)
        assert pairings == swiss(staying, list(played), more)
        played += [result(pairing, data) for pairing in pairings]


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_swiss_is_fair_about_byes_and_seats(data):
    entrants = list(range(1, data.draw(st.integers(6, 21)) + 1))
    played = []
    for more in reversed(range(5)):
        played += [result(pairing, data) for pairing in swiss(entrants, played, more)]
    byes = Counter(match.entrants[0] for match in played if len(match.entrants) == 1)
    assert max(byes.values(), default=0) <= 1
    first = Counter(match.entrants[0] for match in played if len(match.entrants) == 2)
    second = Counter(match.entrants[1] for match in played if len(match.entrants) == 2)
    assert all(abs(first[one] - second[one]) <= 2 for one in entrants)
    assert max(pairs_of(played).values()) == 1


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_a_few_meet_everybody_in_as_many_rounds(count):
    """The best pairs of the third round of six could leave two groups of three, of which nobody can be paired anew."""
    entrants, rounds = list(range(1, count + 1)), rounds_of(count)
    for chances in range(64):
        played = []
        for number in range(rounds):
            for at, pairing in enumerate(swiss(entrants, played, rounds - 1 - number)):
                ahead = chances >> (number * 3 + at) % 6 & 1
                won = (bye(2),) if len(pairing) == 1 else score([1, 2] if ahead else [2, 1])
                played.append(Played(pairing, won))
        assert set(pairs_of(played).values()) == {1} and len(pairs_of(played)) == count * (count - 1) // 2


def test_swiss_pairs_equals_and_the_upper_half_with_the_lower():
    assert swiss((1, 2, 3, 4, 5, 6, 7, 8), []) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    played = [Played((1, 5), (2, 0)), Played((2, 6), (0, 2)), Played((3, 7), (2, 0)), Played((4, 8), (0, 2))]
    winners = {1, 3, 6, 8}
    assert all(len(winners & set(pairing)) in (0, 2) for pairing in swiss((1, 2, 3, 4, 5, 6, 7, 8), played))


def test_the_bye_goes_to_the_last_and_to_nobody_twice():
    played = [Played((1, 2), (2, 0)), Played((3,), (2,))]
    assert swiss((1, 2, 3), played)[-1] == (2,)


@given(st.integers(2, 20))
def test_everybody_meets_everybody_once_and_begins_as_often(count):
    entrants = list(range(1, count + 1))
    met, first, second = Counter(), Counter(), Counter()
    for number in range(1, rounds_of(count) + 1):
        pairings = round_robin(entrants, number)
        assert sorted(one for pairing in pairings for one in pairing) == entrants
        for pairing in pairings:
            if len(pairing) == 2:
                met[frozenset(pairing)] += 1
                first[pairing[0]] += 1
                second[pairing[1]] += 1
    assert len(met) == count * (count - 1) // 2 and set(met.values()) == {1}
    assert all(abs(first[one] - second[one]) <= 1 for one in entrants)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_pods_seat_everybody_and_give_byes_in_turn(data):
    seats = data.draw(st.sampled_from((3, 4)))
    entrants = list(range(1, data.draw(st.integers(seats, 13)) + 1))
    played = []
    for _ in range(4):
        pairings = pods(entrants, played, seats)
        assert sorted(one for pairing in pairings for one in pairing) == entrants
        assert all(len(pairing) in (1, seats) for pairing in pairings)
        assert sum(len(pairing) == 1 for pairing in pairings) == len(entrants) % seats
        assert pairings == pods(entrants, list(played), seats)
        played += [result(pairing, data, seats) for pairing in pairings]
    byes = Counter(dict.fromkeys(entrants, 0))
    byes.update(match.entrants[0] for match in played if len(match.entrants) == 1)
    assert max(byes.values()) - min(byes.values()) <= 1


@pytest.mark.parametrize("seats", [3, 4])
def test_pods_have_no_rematch_in_the_second_round_and_seats_go_round(seats):
    entrants, played, sat = range(1, seats * seats + 1), [], Counter()
    for number in range(seats):
        for pairing in pods(entrants, played[:], seats):
            sat.update(enumerate(pairing))
            played.append(Played(pairing, score(range(seats))))
        if number == 1:
            assert max(pairs_of(played).values()) == 1
    assert max(sat.values()) <= 2
