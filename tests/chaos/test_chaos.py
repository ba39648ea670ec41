"""Faults at random moments of a hundred matches: a short run with a fixed seed, and checks that can fail."""

import pytest

import formicarium as fm
from chaos.checks import problems, slowest
from chaos.faults import NOMINAL, schedule
from chaos.players import Sitting, Viewer, Wish, view_hash
from chaos.run import run
from formicarium.server.table.rows import ChatLine, LogRow, SeatRow
from formicarium.server.table.setup import new_table

MATCHES, SEED = 100, 154  # time enough after most of its faults, little in all
PATIENCE = 120.0  # seconds to converge, as other tests share the machine; `make chaos` allows 5


def test_nothing_is_lost_doubled_or_told_whatever_fails():
    assert run(SEED, MATCHES, seconds=1, say=print, within=PATIENCE) == []


def test_a_seed_draws_the_same_faults_of_every_kind():
    assert schedule(3, 60) == schedule(3, 60) != schedule(4, 60)
    assert {fault.kind for fault in schedule(3, 1)} == set(NOMINAL)


@pytest.fixture
def played():
    """A table at which seat 0 has acted once, as it and the database remember it."""
    kept = new_table(
        "sisimizi", [SeatRow(seat, "human", "", "me", "random") for seat in (0, 1)], {}, 0.0, owner="me", first=0
    )
    kept.log.append(LogRow("act", 0, "ant a1", 0.0))
    kept.chat.append(ChatLine(1, 0, "Ada", "hello", 0.0))
    match = fm.Match("sisimizi", 2, nature=False)
    for entry in kept.log:
        match.play(entry.action, entry.seat)
    seen = Viewer(0, 2, said={"hello": True}, wishes=[Wish("act", 0, 1, "ant a1", tries=1, made=2, end=2)])
    seen.views[2] = {view_hash(match.view(0).to_dict())}
    seen.reached.append((3.0, 2))
    return Sitting(kept.row.id, "sisimizi", [seen]), kept


def test_what_fits_is_no_problem(played):
    sitting, kept = played
    assert list(problems(sitting, kept)) == []
    assert slowest(1.5, [sitting], {sitting.table: kept}) == 1.5


@pytest.mark.parametrize(
    ("what", "spoil"),
    [
        ("acknowledged wish is lost", lambda seen, kept: kept.log.pop()),
        ("more than once", lambda seen, kept: seen.wishes[0].__setattr__("made", 3) or double(kept)),
        ("something else was made", lambda seen, kept: seen.wishes[0].__setattr__("action", "ant b1")),
        ("nobody wished", lambda seen, kept: seen.wishes.clear()),
        ("said 0 times", lambda seen, kept: kept.chat.clear()),
        ("said 2 times", lambda seen, kept: kept.chat.append(kept.chat[0])),
        ("saw something else", lambda seen, kept: seen.views.__setitem__(1, {b"more than it may"})),
        ("bot's turn", lambda seen, kept: kept.seats.__setitem__(0, SeatRow(0, "bot", "", None, "random"))),
    ],
)
def test_what_does_not_fit_is_found(played, what, spoil):
    sitting, kept = played
    spoil(sitting.viewers[0], kept)
    assert any(what in problem for problem in problems(sitting, kept))


def double(kept):
    kept.log.append(LogRow("act", 0, "ant b1", 0.0))
