"""The action space of Antics!."""

from formicarium.games.antics import GAME


def test_the_verbs_stand_in_the_order_that_apply_relies_on():
    """`rules.apply` compares codes with the first code of a verb: two verbs that change places would do each other's
    work. Programs that have learned know the codes too, so this list changes with the version of the rules only."""
    assert [verb.usage for verb in GAME.actions.verbs] == [
        "end",
        "stop",
        "super SYMBOL",
        "use HEX",
        "take SLOT",
        "tile TILE",
        "lay HEX",
        "hatch COLOUR",
        "advance PATH",
        "return PATH",
        "guard PATH",
        "unguard PATH",
        "bridge",
        "pick PATH SITE",
        "pass PATH PATH",
        "deliver PATH",
        "steal PATH PLAYER",
        "store PREY HEX",
        "drop TILE",
        "draw TILE",
        "remove TILE",
        "anteater ANTEATER COLOUR ROW",
        "first SEAT",
    ]
