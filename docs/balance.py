"""Plays what the pages of the games show of balance and openings: `python docs/balance.py --matches 40 sisimizi`.

It writes docs/balance/GAME.json, which docs/site.py puts into the page of the game. `formicarium balance` makes a whole
report of the same kind.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

import formicarium as fm
from formicarium.arena.balance import Study, observe, plots
from formicarium.core.kernel import NATURE

HERE = Path(__file__).parent / "balance"
OPENINGS = 6  # so many of the most frequent ones are shown


def study(name: str, level: str, matches: int) -> Study:
    """So many matches between bots of a level for each number of seats, without changes of options."""
    game = fm.game(name)
    made = Study(game, [level], game.seats, {}, matches, "documentation")
    base = set(made.base)
    for (setting, number), fixture in made.fixtures():
        if setting in base:
            made.add(setting, number, observe(fixture))
    return made


def openings(made: Study) -> list[tuple[str, int, float]]:
    """The most frequent first actions of a seat, how often they came, and what share of victory they brought."""
    brought = defaultdict(list)
    for setting in made.base:
        for seen in made.of(setting):
            seat, code = next((seat, code) for seat, code in seen.moves if seat != NATURE)
            brought[code].append(seen.result.shares[seat] * setting.seats)
    often = sorted(brought.items(), key=lambda item: -len(item[1]))[:OPENINGS]
    return [(made.game.actions[code].text, len(won), round(sum(won) / len(won), 2)) for code, won in often]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=fm.game_names())
    parser.add_argument("--level", default="easy")
    parser.add_argument("--matches", type=int, default=20, help="for each number of seats")
    chosen = parser.parse_args()
    for name in chosen.games:
        made = study(name, chosen.level, chosen.matches)
        shown = {
            "level": chosen.level,
            "matches": chosen.matches,
            "openings": openings(made),
            "seats": plots.seat_advantage(made),
            "length": plots.lengths(made),
            "hopes": plots.hopes(made),
        }
        (HERE / f"{name}.json").write_text(json.dumps(shown, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
