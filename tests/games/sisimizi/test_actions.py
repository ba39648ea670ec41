"""The action space of Sisimizi."""

from formicarium.games.sisimizi import GAME


def test_the_verbs_stand_in_the_order_that_apply_relies_on():
    """`rules.apply` compares codes with the first code of a verb: two verbs that change places would do each other's
    work. Programs that have learned know the codes too, so this list changes with the version of the rules only."""
    assert [verb.usage for verb in GAME.actions.verbs] == [
        "done",
        "ant FIELD",
        "hill FIELD",
        "lift FIELD",
        "drop FIELD",
        "bridge FIELD",
        "first SEAT",
    ]
