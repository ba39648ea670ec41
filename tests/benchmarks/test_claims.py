"""The page of benchmarks makes the claims of the code, with their bounds, and all of them are kept."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from benchmarks.claims import GAMES, MASKS, TWO_CORES, claims

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"


class One(float):
    """Whatever is measured, it is 1: only subjects and bounds are looked at."""

    def __getattr__(self, name: str) -> Any:
        return self

    def __call__(self, *against: object) -> Any:
        return self


@pytest.mark.xfail(strict=True, reason="the page was measured before some of the claims were made: `make bench`")
def test_the_page_makes_the_claims_of_the_code() -> None:
    one = One(1)
    more = ("playouts", "rollouts", "python_loop", "simulations", "mcts", "steps", "questions", "python_moves")
    results: Any = SimpleNamespace(
        batches={1: (one, one, one)},
        classics={"": one},
        vectors={"": {MASKS: one, TWO_CORES: one}},
        games={name: {"": one} for name in GAMES},
        bytes_a_position=dict.fromkeys(GAMES, one),
        **dict.fromkeys((*more, "ours_in_pettingzoo", "cold", "warm"), one),
    )
    section = PAGE.read_text(encoding="utf-8").partition("## What must be true")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \| (.+) \|$", section, re.MULTILINE)[1:]  # below the rule
    assert [(row[0], row[2]) for row in rows] == [(claim.subject, claim.bound_text) for claim in claims(results)]
    assert {row[3] for row in rows} == {"yes"}
