"""Options (G7.21), notation, and the reasons for which actions are refused."""

import pytest

from formicarium.engine.match import Match
from formicarium.errors import ActionError, OptionError
from formicarium.games.grasshopper import GAME
from formicarium.games.grasshopper.face.why import why

SNAKE = "a1 b1 c1 d1 d2 d3"


def test_g7_21_options_and_their_defaults():
    assert {option.name: option.values for option in GAME.options} == {
        "mode": ("autumn", "winter", "beetle"),
        "chain_rule": ("path", "induced", "connected"),
        "first_ant": ("random", "0", "1", "2", "3"),
        "insect_copies": ("4", "3", "2"),
        "open_insects": ("no", "yes"),
        "wild_same_type": ("no", "yes"),
    }
    assert GAME.options[0].name == "mode"


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"mode": "spring"}),
        (2, {"mode": "winter", "open_insects": "yes"}),
        (2, {"mode": "beetle", "open_insects": True}),
        (2, {"mode": "autumn", "wild_same_type": "yes"}),
        (2, {"first_ant": "2"}),
        (3, {"first_ant": "3"}),
        (2, {"insect_copies": 5}),
        (2, {"chain_rule": "knight"}),
    ],
)
def test_g7_21_what_means_nothing_is_refused(seats, options):
    with pytest.raises(OptionError):
        Match("grasshopper", seats=seats, **options)


def test_g7_21_what_means_something_is_taken():
    match = Match(
        "grasshopper",
        seats=3,
        mode="winter",
        wild_same_type=True,
        first_ant=2,
        insect_copies=3,
        chain_rule="induced",
        seed=1,
    )
    assert match.position.record.same_type
    assert match.position.record.ant == 2
    assert match.actors == (2,)
    assert Match("grasshopper", open_insects=True, seed=1).position.record.open_insects


@pytest.mark.parametrize("copies", ["4", "3", "2"])
def test_g7_21_the_deck_of_the_option_is_played(copies):
    match = Match("grasshopper", nature=False, first_ant="0", insect_copies=copies)
    names = [action.arguments[0] for action in match.legal()]
    assert len(names) == 48
    assert sum(not name[2:].isdigit() for name in names) == 6 * int(copies)


def test_notation_of_every_verb():
    for text in (
        "ant b2", "choose stone", "name stone", "peek", "no-peek", "guess b2", "swap b2 d4", "collect", "power beetle",
        "no-power", "buy P3", "wild cloth stone", "hidden", "pay", "exchange P1 P3", "exchange P1 P3 2", "pass",
        "console", "no-console",
        "first 2", "card S-be", "provision P3", "set-aside beetle", "token wood",
    ):  # fmt: skip
        assert GAME.actions.parse(text).text == text


def reasons(at, *texts):
    """Why the only actor may not do these things."""
    (seat,) = at.position.actors
    view = at.position.view(seat)
    legal = at.legal()
    for text in texts:
        assert text not in legal
    return [why(view, seat, GAME.actions.parse(text)) for text in texts]


def test_why_names_the_rule(table):
    at = table("winter", grid="C-1 C-2 T-1 T-2 C-be S-be T-bb S-1 . W-2 W-be S-2 C-bb S-bb W-fi T-3").play("ant b2")
    hole, taken, far, phase, nature = reasons(at, "ant a3", "ant b2", "ant d4", "guess b2", "card C-5")
    assert "hole" in hole
    assert "already" in taken
    assert "G2.1" in far
    assert "phase" in phase
    assert "lot" in nature


def test_why_in_the_shop(table):
    at = table("beetle", supply={0: "C-3 C-4"}, owned={0: "P4"}, row="P1 P2 P3", powers={"firefly": 0}).round(
        SNAKE, "stone", "a1"
    )
    assert at.legal()[0] == "buy P1"
    sentences = reasons(
        at,
        "buy P2",
        "buy P4",
        "pay",
        "hidden",
        "wild cloth stone",
        "exchange P4 P4",
        "exchange P2 P1",
        "exchange P4 P7",
    )
    assert all("G" in sentence for sentence in sentences)
    assert len(set(sentences)) >= 6
    at.play("buy P1")
    for sentence in reasons(at, "buy P1", "pass", "hidden", "wild cloth cloth", "wild cloth tile", "wild wood stone"):
        assert sentence


def test_why_for_swaps_and_powers(table):
    grid = "C-be C-1 T-1 T-2 S-be S-4 T-3 S-1 W-1 W-2 W-3 S-2 C-3 C-2 W-4 T-4"
    at = table("beetle", grid=grid, powers={"bee": 0, "beetle": "middle", "dragonfly": "middle"}).round(
        SNAKE, "cloth", "c1"
    )
    assert all(reasons(at, "swap b1 a2", "swap c1 a2", "swap a1 b1", "swap a1 c1"))
    at.play("collect")
    box, own, none = reasons(at, "power firefly", "power bee", "power dragonfly")
    assert "box" in box
    assert "already" in own
    assert "no card" in none


def test_why_for_tokens(table):
    at = table("winter", 3).play(*(f"ant {cell}" for cell in SNAKE.split()))
    assert "no ant" in why(at.position.view(0), 0, GAME.actions.parse("choose wood"))
    assert "Red Ants" in why(at.position.view(0), 0, GAME.actions.parse("name wood"))
    assert "name" in why(at.position.view(2), 2, GAME.actions.parse("choose wood"))


def test_a_refused_action_says_what_is_possible():
    match = Match("grasshopper", seed=1, first_ant=0)
    with pytest.raises(ActionError, match="choose does not belong to this phase"):
        match.play("choose wood")


def test_the_verbs_stand_in_the_order_that_apply_relies_on():
    """`play.apply` compares codes with the first code of a verb: two verbs that change places would do each other's
    work. Programs that have learned know the codes too, so this list changes with the version of the rules only."""
    assert [verb.usage for verb in GAME.actions.verbs] == [
        "ant CELL",
        "choose TYPE",
        "name TYPE",
        "peek",
        "no-peek",
        "guess CELL",
        "swap CELL CELL",
        "collect",
        "power INSECT",
        "no-power",
        "buy PROVISION",
        "wild TYPE TYPE",
        "hidden",
        "pay",
        "exchange PROVISION PROVISION",
        "exchange PROVISION PROVISION SEAT",
        "pass",
        "console",
        "no-console",
        "first SEAT",
        "card CARD",
        "provision PROVISION",
        "set-aside INSECT",
        "token TYPE",
    ]
