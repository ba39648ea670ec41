"""Thoughts: what a process is asked to do with bytes and texts alone."""

import formicarium as fm
from formicarium.server.room import thoughts


def test_a_view_crosses_as_bytes_and_is_chosen_from():
    view = fm.Match("formica", seed=3).view(0)
    seen = view.game.name, view.seats, view.seat, view.tobytes()
    assert thoughts.look(lambda found, level, seed: found == view, *seen, "random", "1")
    chosen = thoughts.look(thoughts.choose, *seen, "random", "1")
    assert (
        chosen == thoughts.look(thoughts.choose, *seen, "random", "1") == fm.game("formica").actions.parse(chosen).text
    )


def test_a_record_is_checked_move_by_move():
    match = fm.Match("sisimizi", seats=2, seed=7)
    match.play("ant e5")
    checked = thoughts.check(match.text())
    assert (checked.game, checked.seats, len(checked.moves)) == ("sisimizi", 2, 2)
    assert checked.moves[-1] == (match.history[-1].seat, int(match.history[-1].action))
