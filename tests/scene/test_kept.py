"""What is kept of a picture: a part is drawn anew when what it depends on has changed, and only then."""

import random

import pytest

import formicarium as fm
from formicarium.scene import Kept, Node

LONGEST = 250  # actions of a match that is drawn


def test_a_part_is_drawn_anew_when_its_key_changes():
    kept, drawn = Kept(), []

    def draw():
        drawn.append(None)
        return [Node("a", "pieces")]

    first = kept.part("board", 1, draw)
    assert kept.part("board", 1, draw) is first and len(drawn) == 1
    assert kept.part("board", 2, draw) == first and len(drawn) == 2


@pytest.mark.parametrize("seats", (2, 4))
@pytest.mark.parametrize("game", fm.game_names())
def test_a_picture_from_parts_that_are_kept_is_the_same_as_one_drawn_anew(game, seats):
    for choice, options in enumerate(variants(game)):
        match, lots = fm.Match(game, seats=seats, seed=choice, **options), random.Random(choice)
        kept = {witness: Kept() for witness in (*range(seats), fm.SPECTATOR)}
        for _ in range(LONGEST):
            for witness in kept:
                view = match.view(witness)
                assert view.scene(kept=kept[witness]) == view.scene()
            if not match.actors:
                break
            seat = lots.choice(match.actors)
            match.play(lots.choice(match.legal(seat)), seat)


def variants(game):
    """The game as it is, and with each of its modes."""
    modes = next((option.values for option in fm.game(game).options if option.name == "mode"), ())
    return [{"mode": mode} for mode in modes] or [{}]
