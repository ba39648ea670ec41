"""Standings: points by what one leaves behind, and what decides between equals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formicarium.server.people.standings import Played, bye, score, standings


@pytest.mark.parametrize(
    ("places", "gone", "points"),
    [
        ((1, 2), (), (2, 0)),
        ((1, 1), (), (1, 1)),
        ((1, 2), (0,), (0, 2)),  # who gives up has lost, whatever the bot did that went on
        ((1, 1), (0, 1), (0, 0)),
        ((2, 1, 3, 3), (), (4, 6, 1, 1)),
        ((1, 1, 1), (), (2, 2, 2)),
        ((1, 2, 3), (0,), (0, 4, 2)),
    ],
)
def test_points_are_those_left_behind(places, gone, points):
    assert score(places, gone) == points


@given(st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_all_points_of_a_table_are_shared_out(places):
    assert sum(score(places)) == len(places) * (len(places) - 1)


def test_a_bye_is_a_match_won():
    assert [bye(seats) for seats in (2, 3, 4)] == [score(range(seats))[0] for seats in (2, 3, 4)]


def test_equals_are_told_apart_by_their_match_then_by_their_opponents():
    played = [
        Played((1, 2), (2, 0)), Played((3, 4), (2, 0)),
        Played((1, 3), (0, 2)), Played((2, 4), (2, 0)),
        Played((1, 4), (2, 0)), Played((2, 3), (2, 0)),
    ]  # fmt: skip
    table = standings((1, 2, 3, 4), played)
    assert [(one.entrant, one.place, one.points) for one in table] == [(1, 1, 4), (2, 1, 4), (3, 1, 4), (4, 4, 0)]
    assert {one.direct for one in table[:3]} == {2} and {one.buchholz for one in table[:3]} == {8}
    assert [one.sonneborn for one in table] == [8, 8, 8, 0]
    assert [one.entrant for one in standings((1, 2, 3), [Played((2, 1), (2, 0)), Played((3,), (2,))])] == [3, 2, 1]


def test_who_beat_the_better_ones_is_ahead_among_those_who_have_not_all_met():
    played = [Played((1, 2), (2, 0)), Played((3, 4), (2, 0)), Played((2, 4), (2, 0))]
    table = {one.entrant: one for one in standings((1, 2, 3, 4), played)}
    assert table[1].points == table[2].points == table[3].points == 2 and table[1].direct == 0
    assert [table[one].place for one in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert table[1].buchholz == 2 > table[3].buchholz and table[1].sonneborn > table[2].sonneborn


@given(st.data())
def test_the_order_is_by_points_and_names_everybody_once(data):
    entrants = list(range(1, data.draw(st.integers(2, 9)) + 1))
    count = data.draw(st.integers(0, 12))
    played = []
    for _ in range(count):
        seated = tuple(data.draw(st.permutations(entrants))[: data.draw(st.integers(1, min(4, len(entrants))))])
        places = [data.draw(st.integers(1, 4)) for _ in seated]
        played.append(Played(seated, score(places) if len(seated) > 1 else (bye(2),)))
    table = standings(entrants, played)
    assert sorted(one.entrant for one in table) == entrants
    assert [one.points for one in table] == sorted((one.points for one in table), reverse=True)
    assert sum(one.points for one in table) == sum(sum(match.points) for match in played)
    assert [one.place for one in table] == sorted(one.place for one in table) and table[0].place == 1
