"""Luck is fair: what draws gave the first seat, on average over many matches. `python -m benchmarks.luck [MATCHES]`."""

from __future__ import annotations

import sys

import numpy as np

import formicarium as fm
from formicarium.coach import luck

MATCHES = 2000


def played(game: str, seed: int) -> fm.Match:
    """A match of two hasty bots, which ends soon and looks like one of people."""
    match = fm.Match(game, 2, seed=("luck", seed))
    bots = [fm.bot(game, "gentle", seed=(seed, seat)) for seat in range(2)]
    while not match.over:
        seat = match.actors[0]
        match.play(bots[seat].choose(match.view(seat)), seat)
    return match


def main() -> None:
    """Say mean and standard error for each game."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    for game in fm.game_names():
        given = np.array([np.sum([*luck.of(played(game, seed)).values()], axis=0)[0] for seed in range(matches)])
        error = given.std(ddof=1) / np.sqrt(matches)
        print(f"{game}: mean {given.mean():+.5f}, standard error {error:.5f}, {given.mean() / error:+.2f} of them")


if __name__ == "__main__":
    main()
