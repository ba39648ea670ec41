"""Consequences: what an action leads to is told only where it is sure, and notable."""

import formicarium as fm
from formicarium.core import random
from formicarium.server.wire.consequences import consequences

NAMES = ("Ada", "Ben")


def test_what_is_notable_is_told_in_the_language_of_the_reader():
    view = fm.Match("sisimizi", seats=2, seed=7).view(1)
    assert consequences(view, "done", "en", NAMES) == "Ben passed."
    told = consequences(view, "done", "de", NAMES)
    assert told.startswith("Ben ") and told != "Ben passed."
    assert consequences(view, "ant e5", "en", NAMES) == "", "a step of a turn"


def test_what_hangs_on_a_secret_is_not_told():
    match, rng = fm.Match("grasshopper", seats=2, seed=0), random.stream(0)
    while not any(action.verb == "guess" for seat in match.actors for action in match.legal(seat)):
        match.play(match.position.sample(match.actors[0], rng), match.actors[0])
    (seat,) = match.actors
    guess = next(action for action in match.legal(seat) if action.verb == "guess")
    told = consequences(match.view(seat), guess.text, "en", NAMES)
    match.play(guess, seat)
    happened = " ".join(map(str, match.told(seat, names=NAMES)))
    assert "jumped onto" in told and "had chosen" not in told, "who guesses does not know what was chosen"
    assert told in happened and "had chosen" in happened
