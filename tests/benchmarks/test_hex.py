"""The yardstick must be Hex: a fast game with wrong rules would measure nothing."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.hex import GAME
from benchmarks.hex.board import AROUND, CELLS, NAMES, SIDE

import formicarium as fm
from formicarium import conformance
from formicarium.conformance import Variant

HEX = Variant(GAME, 2)
TRACE = """
from benchmarks.hex import GAME
from formicarium.conformance import Variant, trace
print(*trace(Variant(GAME, 2), 200), sep="\\n")
"""


def joins(owner: list[int], seat: int) -> bool:
    """Whether a seat has joined its two edges, by a walk over the board: seat 0 goes down, seat 1 right."""
    along = 0 if seat == 0 else 1
    own = {divmod(cell, SIDE) for cell in range(CELLS) if owner[cell] == seat + 1}
    waiting = [cell for cell in own if cell[along] == 0]
    seen = set(waiting)
    while waiting:
        row, column = waiting.pop()
        if (row, column)[along] == SIDE - 1:
            return True
        near = {(row + down, column + right) for down, right in AROUND} & own - seen
        seen |= near
        waiting += near
    return False


@pytest.mark.parametrize("seed", range(20))
def test_the_match_ends_with_the_first_joining_and_not_before(seed: int) -> None:
    choice, position = random.Random(seed), HEX.start()
    owner, mover = [0] * CELLS, 0
    while not (joins(owner, 0) or joins(owner, 1)):
        empty = [cell for cell in range(CELLS) if owner[cell] == 0]
        assert position.actors == (mover,)
        assert position.outcome is None
        assert position.codes(mover).tolist() == empty
        cell = choice.choice(empty)
        position.apply(mover, cell)
        owner[cell], mover = mover + 1, 1 - mover
    winner = 1 - mover
    assert joins(owner, winner)
    assert position.actors == ()
    assert position.outcome is not None
    assert position.outcome.shares == ((1.0, 0.0), (0.0, 1.0))[winner]
    assert position.outcome.places == ((1, 2), (2, 1))[winner]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("line", range(SIDE))
def test_a_straight_line_wins_for_the_seat_whose_edges_it_joins(seat: int, line: int) -> None:
    match = fm.Match(GAME)
    own = [NAMES[k * SIDE + line] if seat == 0 else NAMES[line * SIDE + k] for k in range(SIDE)]
    others = [name for name in NAMES if name not in own][::3]
    for mine, other in zip(own, others, strict=False):
        for name in (mine, other) if seat == 0 else (other, mine):
            assert not match.over
            match.play(f"fill {name}")
            if name == own[-1]:
                break
    assert match.over
    assert match.outcome is not None
    assert match.outcome.shares[seat] == 1


def test_a_filled_cell_is_refused() -> None:
    match = fm.Match(GAME)
    match.play("fill f6")
    with pytest.raises(fm.FormicariumError, match="f6 is filled"):
        match.play("fill f6")


def test_the_diagram_shows_the_board() -> None:
    match = fm.Match(GAME)
    for name in ("a1", "k11", "b1"):
        match.play(f"fill {name}")
    lines = str(match).splitlines()
    assert lines[1] == " 1 x x . . . . . . . . ."
    assert lines[11] == "          11 . . . . . . . . . . o"


@pytest.mark.parametrize("check", ["check_play", "check_undo", "check_sample", "check_census", "check_secrecy"])
def test_hex_keeps_the_contract(check: str) -> None:
    getattr(conformance, check)(HEX)


def test_compiled_and_interpreted_agree() -> None:
    root = Path(__file__).parents[2]
    paths = os.pathsep.join([str(root), *sys.path])
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    command = [sys.executable, "-c", TRACE]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=300)
    assert run.stdout.splitlines() == list(conformance.trace(HEX, 200))
