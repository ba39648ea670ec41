"""`Match.play` alone: `python playing.py GAME…` prints how many actions a match has, and its processor time in seconds.

It runs within any version of the library: it uses only what all of them have. Each version plays a random match of
its own, of at most so many actions, and plays it again by its notation until a second has passed.
"""

import json
import random
import sys
import time

import formicarium as fm

LONGEST = 1000  # actions of a match
SECONDS = 1.0


def random_match(game: str) -> list[tuple[str, int]]:
    """The actions of a random match for two, and whose they were; nature's come by themselves."""
    match, lots, made = fm.Match(game, seats=2, seed=1), random.Random(1), list[tuple[str, int]]()
    while match.outcome is None and len(made) < LONGEST:
        seat = match.actors[0]
        action = lots.choice(match.legal(seat))
        match.play(action, seat)
        made.append((str(action), seat))
    return made


def played_again(game: str) -> tuple[int, float]:
    """The actions of a match, and how long it takes to play them."""
    actions, spent, matches = random_match(game), 0.0, 0
    while spent < SECONDS:
        match, began = fm.Match(game, seats=2, seed=1), time.process_time()
        for action, seat in actions:
            match.play(action, seat)
        spent += time.process_time() - began
        matches += 1
    return len(actions), spent / matches


if __name__ == "__main__":
    print(json.dumps({game: played_again(game) for game in sys.argv[1:]}))
