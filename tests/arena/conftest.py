"""What the arena's tests share: results that are made up, and contests that are fed with them."""

import pytest

from formicarium.arena import Result


@pytest.fixture
def won():
    """A result in which one seat has won."""

    def result(seat, seats=2):
        shares = tuple(float(other == seat) for other in range(seats))
        places = tuple(1 if share else 2 for share in shares)
        return Result(shares, places, shares, "joined", 10, (4,) * seats, 90, 20, (0.25,) * seats)

    return result
