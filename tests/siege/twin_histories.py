"""Twin histories: pairs of matches that a witness cannot tell apart are told to it in equal bytes."""

from __future__ import annotations

import random
from contextlib import ExitStack

import formicarium as fm
from formicarium.server.settings import Settings
from histories import SECRET, VARIANTS, compare
from server.conftest import QUICK, running
from twins import Twins


def twin_histories(databases: list[str], seed: int, pairs: int) -> list[str]:
    """What a witness could tell apart in so many pairs of each variant, on servers with these two databases."""
    lot, wrong = random.Random(f"twins {seed}"), list[str]()
    with ExitStack() as stack:
        settings = [Settings(database_url=url, secret=SECRET, steps_behind=10**6, **QUICK) for url in databases]
        sites = [stack.enter_context(running(one)) for one in settings]
        for number in range(pairs * len(VARIANTS)):
            game, seats, options, _, most = VARIANTS[number % len(VARIANTS)]
            pair = Twins(game, seats, options, lot.choice([*range(seats), fm.SPECTATOR]))
            for _ in pair.play(lot.randint(1, most), lot):
                pass
            try:
                compare(sites, pair, game, seats, options, number)
            except AssertionError as error:
                wrong.append(f"witness {pair.witness} of {game} {options} can tell two histories apart: {error}")
    return wrong
