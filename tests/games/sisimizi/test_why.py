"""Why Sisimizi refuses an action: each reason in words, with the number of its rule."""

import pytest

from formicarium.errors import ActionError


def refusal(match, action):
    """The sentence with which an action is refused; nothing has changed."""
    before = match.match.position.tobytes()
    with pytest.raises(ActionError) as refused:
        match.play(action)
    assert refused.value.code == "action/illegal"
    assert match.match.position.tobytes() == before
    return str(refused.value)


IN_HAND = "a piece is in hand and must be dropped first (S11.4)"
BRIDGED = "a bridge is a whole turn (S5.4); only done is left"
NOT_FIRST = "a bridge must be the first and only action of a turn (S5.4)"
NO_ANT = "no ant is left in the supply; lift one first (S5.4)"
NO_TARGET = "a bridge needs an opposing ant alone on its field, and {} has none (S5.4)"
NOT_FOR_BRIDGES = "a lifted piece may bridge only if it is an ant and no ant is left in the supply (S5.4)"

# The second round of a match for three. Seat 0 is to act and has ants on e5, g7, o17 and p17 and hills on c2 and j2,
# seat 1 has ants on k11 and k12, seat 2 has one on e5 above that of seat 0 and a hill on f2.
LATER = {
    # what was done in the turn, what is refused, why
    "the lot is drawn once": ("", "first 1", "the starting seat is drawn by lot, once (S4.2)"),
    "ant after a bridge": ("bridge k11", "ant a1", BRIDGED),
    "lift after a bridge": ("bridge k11", "lift g7", BRIDGED),
    "bridge after a bridge": ("bridge k11", "bridge k12", BRIDGED),
    "done with a piece in hand": ("lift g7", "done", IN_HAND),
    "ant with a piece in hand": ("lift g7", "ant a1", IN_HAND),
    "hill with a piece in hand": ("lift g7", "hill q2", IN_HAND),
    "lift with a piece in hand": ("lift g7", "lift c2", IN_HAND),
    "ant after a move": ("lift g7; drop g8", "ant a1", "placing is over with the first lift of the turn (S5.2)"),
    "hill after a move": ("lift g7; drop g8", "hill q2", "placing is over with the first lift of the turn (S5.2)"),
    "two hills": ("hill q2", "hill l9", "only one hill may be placed in a turn (S5.2)"),
    "a fourth piece": (
        "ant a1; ant b1; ant c1",
        "ant d1",
        "no more pieces may be placed in this turn, at most 3 after the first round (S5.2)",
    ),
    "nothing in hand": ("", "drop a1", "nothing is in hand; lift a piece first (S11.4)"),
    "ant on a taken field": ("", "ant k11", "k11 is taken (S5.3)"),
    "hill on a taken dot": ("", "hill f2", "f2 is taken (S5.3)"),
    "drop on a taken field": ("lift g7", "drop k11", "k11 is taken (S5.3)"),
    "ant on a dot": ("", "ant l9", "l9 has a dot, and ants stand on fields without one (S5.3)"),
    "hill on a plain field": ("", "hill a1", "a1 has no dot, and hills stand on dots (S5.3)"),
    "dropped ant on a dot": ("lift g7", "drop l9", "l9 has a dot, and ants stand on fields without one (S5.3)"),
    "dropped hill on a plain field": ("lift c2", "drop a1", "a1 has no dot, and hills stand on dots (S5.3)"),
    "drop back": ("lift g7", "drop g7", "the piece came from g7; take the lift back by undo instead (S11)"),
    "a second hill in a region": ("", "hill c5", "region A has a hill of that seat already (S5.3)"),
    "a hill moved to a region with another": ("lift c2", "drop m2", "region N has a hill of that seat already (S5.3)"),
    "lift from an empty field": ("", "lift a1", "there is no piece of seat 0 on a1 (S5.2)"),
    "lift of an opposing piece": ("", "lift k11", "there is no piece of seat 0 on k11 (S5.2)"),
    "lift of a covered ant": ("", "lift e5", "the ant on e5 is covered by a bridge (S5.4)"),
    "lift of a placed piece": ("ant a1", "lift a1", "the piece on a1 was put there in this turn (S5.2)"),
    "lift of a moved piece": ("lift g7; drop g8", "lift g8", "the piece on g8 was put there in this turn (S5.2)"),
    "two hills moved": ("lift c2; drop c5", "lift j2", "only one hill may be moved in a turn (S5.2)"),
    "a fourth move": (
        "lift g7; drop g8; lift c2; drop c5; lift o17; drop o18",
        "lift p17",
        "at most 3 pieces may be moved in a turn (S5.2)",
    ),
    "bridge after placing": ("ant a1", "bridge k11", NOT_FIRST),
    "bridge after a move": ("lift g7; drop g8", "bridge k11", NOT_FIRST),
    "bridge with the second lifted piece": ("lift g7; drop g8; lift o17", "bridge k11", NOT_FIRST),
    "bridge with a lifted ant and a supply": ("lift g7", "bridge k11", NOT_FOR_BRIDGES),
    "bridge with a lifted hill": ("lift c2", "bridge k11", NOT_FOR_BRIDGES),
    "bridge over nothing": ("", "bridge a1", NO_TARGET.format("a1")),
    "bridge over an own ant": ("", "bridge g7", NO_TARGET.format("g7")),
    "bridge over a hill": ("", "bridge f2", NO_TARGET.format("f2")),
    "bridge over a stack": ("", "bridge e5", NO_TARGET.format("e5")),
}


@pytest.fixture
def later(table):
    return table(3, ants={0: "e5 g7 o17 p17", 1: "k11 k12"}, hills={0: "c2 j2", 2: "f2"}, over={2: "e5"})


@pytest.mark.parametrize(("turn", "action", "why"), LATER.values(), ids=LATER)
def test_s11_a_refusal_says_why(turn, action, why, later):
    if turn:
        later.play(turn)
    assert refusal(later, action).startswith(f"seat 0 cannot play {action!r}: {why}; ")


@pytest.mark.parametrize("action", ["lift e5", "bridge k11"])
def test_s5_1_a_refusal_in_the_first_round_says_why(action, table):
    match = table().play("ant e5; done; ant k11")
    assert f"there is no {action.split()[0]} in the first round (S5.1)" in refusal(match, action)


def test_s5_1_a_refusal_of_too_many_pieces_in_the_first_round_says_why(table):
    match = table().play("ant a1; ant b1; ant c1")
    assert "no more pieces may be placed in this turn" in refusal(match, "ant d1")


@pytest.mark.parametrize(
    ("position", "action", "why"),
    [
        ({"ants": {0: "e5"}, "spent": [0]}, "ant a1", "no ant is left in the supply (S7)"),
        ({"hills": {0: "c2 j2 q2 d9 l9 t9 i16"}}, "hill c17", "no hill is left in the supply (S7)"),
        (
            {"ants": {0: "e5", 1: "k11"}, "spent": [0]},
            "bridge k11",
            "no ant is left in the supply; lift one first (S5.4)",
        ),
    ],
    ids=["ant", "hill", "bridge"],
)
def test_s7_a_refusal_without_supply_says_why(position, action, why, table):
    assert f"{why}; " in refusal(table(**position), action)


@pytest.mark.parametrize("lifted", ["", "lift e5"])
def test_s4_4_a_refusal_without_bridges_says_why(lifted, table):
    match = table(ants={0: "e5", 1: "k11 k12"}, over={0: "k12"}, spent=[0])
    if lifted:
        match.play(lifted)
    assert "no bridge is left in this match (S4.4); " in refusal(match, "bridge k11")


@pytest.mark.parametrize("target", ["a1", "f2", "k12"])
def test_s5_4_a_refusal_of_a_target_for_the_lifted_ant_says_why(target, table):
    """The supply is empty and the ant in hand may bridge, but not nothing, a hill, or the ant that it came from."""
    position = {"ants": {0: "e5", 1: "k11 k12"}, "hills": {1: "f2"}, "over": {0: "k12"}, "spent": [0]}
    match = table(4, **position).play("lift k12")
    assert match.offers("bridge") == {"k11"}
    assert NOT_FOR_BRIDGES not in refusal(match, f"bridge {target}")
