"""Random play: lengths as in section 8.3, all components accounted for, and the size of a position."""

import numpy as np
import pytest

from formicarium.core import entry, random
from formicarium.core.kernel import MOST_COUNTS
from formicarium.engine.position import Position
from formicarium.games.grasshopper import GAME, phases

# Section 8.3, policy U: mean rounds and actions, 1,000 matches each.
U = {
    ("autumn", 2): (10.0, 114), ("autumn", 3): (13.2, 145), ("autumn", 4): (14.9, 162),
    ("winter", 2): (19.7, 251), ("winter", 3): (25.8, 356), ("winter", 4): (30.9, 460),
    ("beetle", 2): (18.8, 258), ("beetle", 3): (25.5, 371), ("beetle", 4): (29.7, 465),
}  # fmt: skip
MATCHES = 4000


def start(mode, seats, **options):
    return Position.start(GAME, seats, GAME.encode_options(GAME.check_options({"mode": mode, **options}, seats)))


def played(mode, seats, count):
    rounds, actions, endings = (np.zeros(count, np.int64) for _ in range(3))
    position = start(mode, seats)
    first = position.tobytes()
    rng = random.stream((mode, seats, "lengths"))
    for match in range(count):
        position.records.view(np.uint8)[:] = np.frombuffer(first, np.uint8)
        actions[match] = entry.playout(position.records, 0, rng, GAME.longest + 1)
        rounds[match] = position.record.round_number
        endings[match] = position.record.ending
    return rounds, actions, endings


@pytest.mark.parametrize(("mode", "seats"), U)
def test_g8_3_mean_lengths_agree_with_policy_u(mode, seats):
    rounds, actions, endings = played(mode, seats, MATCHES)
    assert endings.min() > 0
    for values, expected, rounding in ((rounds, U[mode, seats][0], 0.05), (actions, U[mode, seats][1], 0.5)):
        error = values.std() * (1 / MATCHES + 1 / 1000) ** 0.5  # ours, and that of the 1,000 matches of the table
        assert abs(values.mean() - expected) < 3 * error + rounding


@pytest.mark.parametrize(("mode", "percent"), [("winter", (0.1, 0.1, 1.7)), ("beetle", (0.0, 0.1, 1.5))])
def test_g8_4_ends_without_a_legal_chain_are_as_rare_as_in_the_specification(mode, percent):
    for seats, expected in zip((2, 3, 4), percent, strict=True):
        _, _, endings = played(mode, seats, MATCHES)
        share = 100 * np.mean(endings == 1 + phases.NO_CHAIN)
        assert abs(share - expected) < 1.3


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["autumn", "winter", "beetle"])
def test_components_are_accounted_for_after_every_action_of_ten_thousand_matches(mode, seats):
    position = start(mode, seats)
    first, expected = position.tobytes(), np.zeros(MOST_COUNTS, np.int32)
    kinds = entry.census(position.records, 0, expected)
    assert expected[:kinds].tolist() == [12, 12, 12, 12, 0, 0, 0, 0, 0, seats, 2, 2, 2, 2, 2, 2, 2, 6, 6]
    rng = random.stream((mode, seats, "census"))
    for _ in range(10_000):
        position.records.view(np.uint8)[:] = np.frombuffer(first, np.uint8)
        made = entry.audit(position.records, 0, rng, GAME.longest + 1, expected)
        assert 0 < made <= GAME.longest
        assert not position.actors


def test_a_position_is_small():
    assert GAME.kernel.record.itemsize <= 1024
