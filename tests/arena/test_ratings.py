"""Ratings: the stronger stands above the weaker, by the places of all seats."""

import pytest

from formicarium.arena import rate


def test_who_comes_in_first_is_rated_above():
    ratings = rate(
        [(("weak", "strong", "weak"), (2, 1, 2)), (("middle", "strong"), (2, 1)), (("weak", "middle"), (2, 1))]
    )
    assert [rating.level for rating in ratings] == ["strong", "middle", "weak"]
    assert [rating.matches for rating in ratings] == [2, 2, 2]
    assert all(rating.doubt < 25 / 3 for rating in ratings)


def test_places_of_all_seats_count():
    order = [("a", "b", "c", "d")]
    ratings = rate([(order[0], (1, 2, 3, 4))] * 5)
    assert [rating.level for rating in ratings] == ["a", "b", "c", "d"]


def test_sharing_a_place_is_a_draw():
    strengths = {rating.level: rating.strength for rating in rate([(("a", "b"), (1, 1))] * 4)}
    assert strengths["a"] == pytest.approx(strengths["b"])
