"""The ledger: what stands after taking back, positions at every number, and what a witness may read."""

import pytest

import formicarium as fm
from formicarium.core import random
from formicarium.engine.ledger import RECENT, Entry, Ledger


@pytest.fixture(scope="module")
def match():
    """A match in which much was taken back."""
    match, lot = fm.Match("sisimizi", seats=2, seed=5), random.stream(9)
    while match.ledger.number < 4 * RECENT:
        match.play(match.position.sample(match.actors[0], lot), match.actors[0])
        if random.below(lot, 3) == 0 and match.can_undo():
            match.undo()
    return match


def test_a_number_counts_entries_and_a_ply_what_stands(match):
    ledger = match.ledger
    undone = sum(entry.undone for entry in ledger.entries)
    assert undone > 5
    assert len(ledger.standing) == ledger.number - 2 * undone
    assert [ledger.entries[number - 1].move for number in ledger.standing] == list(match.history)
    assert ledger.draws == sum(move.seat == fm.NATURE for move in match.history)


def test_positions_are_the_same_whether_kept_or_played_again(match):
    ledger = match.ledger
    fresh = Ledger(ledger.position_after(0))
    for number, entry in enumerate(ledger.entries, 1):
        if entry.undone:
            assert fresh.take_back() == entry.move
        else:
            fresh.make(entry.move)
        assert ledger.position_at(number) == fresh.position, number
        assert ledger.noticed().ply_at(number) == len(fresh.standing)
    assert fresh.position == match.position and fresh.standing == ledger.standing
    for ply, (_, position) in enumerate(match.positions()):
        assert ledger.position_after(ply) == position


def test_after_a_rest_it_is_as_it_was(match):
    ledger = match.ledger
    before = ledger.position.tobytes(), [*ledger.entries], [*ledger.standing], ledger.noticed(0).numbers, match.actors
    ledger.rest()
    ledger.rest()
    assert not ledger._recent and not ledger._seen and ledger._position is None
    after = ledger.position.tobytes(), ledger.entries, ledger.standing, ledger.noticed(0).numbers, match.actors
    assert after == before


def test_what_happened_elsewhere_is_taken_over_at_once(match):
    ledger = match.ledger
    other = Ledger(ledger.position_after(0))
    other.take_over(ledger.entries[:40])
    assert other.position == ledger.position_at(40)
    other.take_over(ledger.entries[40:])
    assert (other.position, other.standing, other.draws) == (ledger.position, ledger.standing, ledger.draws)


def test_a_witness_reads_what_it_could_tell_apart(tiny):
    match = fm.Match(tiny, nature=False)
    match.play("card 2"), match.play("say 1", 0)
    ledger = match.ledger
    assert [str(ledger.read(number, 0)) for number in (1, 2)] == ["card 2", "say 1"]
    assert [ledger.read(number, 1) for number in (1, 2)] == [None, None]
    other = Ledger(ledger.position_after(0))
    other.take_over(map(Entry, ledger.moves))
    other.remember_secrets(ledger)
    assert other._secrets == ledger._secrets != {}


@pytest.mark.parametrize("name", ["sisimizi", "grasshopper", "antics", "formica"])
def test_what_was_seen_is_the_view_of_that_position_whoever_shares_it(name):
    match, lot = fm.Match(name, seats=3, seed=3), random.stream(4)
    while not match.over and match.ledger.number < 60:
        seat = match.actors[-1]
        match.play(match.position.sample(seat, lot), seat)
        if random.below(lot, 3) == 0 and match.can_undo():
            match.undo()
        ledger = match.ledger
        assert ledger.actors == match.actors
        for witness in (0, 1, 2, fm.SPECTATOR):
            for number in {max(0, ledger.number - ago) for ago in (0, 1, 7, RECENT + 2)}:
                seen = ledger.view_at(number, witness)
                assert seen.seat == witness and seen == ledger.position_at(number).view(witness)


@pytest.mark.parametrize("name", ["grasshopper", "formica"])
def test_what_is_noticed_step_by_step_is_what_is_noticed_at_once(name):
    match, lot = fm.Match(name, seats=2, seed=6), random.stream(7)
    witnesses = [(0,), (1,), (fm.SPECTATOR,), (0, fm.SPECTATOR), (0, 1, fm.SPECTATOR)]
    while not match.over and match.ledger.number < 150:
        seat = match.actors[-1]
        match.play(match.position.sample(seat, lot), seat)
        if random.below(lot, 3) == 0 and match.can_undo():
            match.undo()
        for some in witnesses:
            match.ledger.noticed(*some)
    late = Ledger(match.ledger.position_after(0))
    late.take_over(match.ledger.entries)
    for some in witnesses:
        step_by_step, at_once = match.ledger.noticed(*some), late.noticed(*some)
        assert (step_by_step.numbers, step_by_step.standing) == (at_once.numbers, at_once.standing)
