"""The action space: codes and notation in both directions, and what is said about text that cannot be read."""

import pytest

from formicarium.core.actions import ActionSpace, Domain, Verb
from formicarium.errors import ActionError

FIELD = Domain("field", ("a1", "b1", "A-2"))
SEAT = Domain("seat", ("0", "1"))
SPACE = ActionSpace(Verb("done"), Verb("put", FIELD), Verb("swap", FIELD, SEAT), Verb("swap", FIELD))


def test_codes_are_dense_and_the_last_argument_runs_fastest():
    assert [action.text for action in SPACE] == [
        *("done", "put a1", "put b1", "put A-2"),
        *("swap a1 0", "swap a1 1", "swap b1 0", "swap b1 1", "swap A-2 0", "swap A-2 1"),
        *("swap a1", "swap b1", "swap A-2"),
    ]
    assert list(SPACE) == list(range(len(SPACE)))


def test_text_and_code_round_trip():
    for action in SPACE:
        assert SPACE.parse(action.text) == action == SPACE[int(action)]
        assert (action.verb, *action.arguments) == tuple(action.text.split())


def test_blanks_and_capitals_do_not_matter():
    assert SPACE.parse("  Swap   B1 1 ").text == "swap b1 1"
    assert SPACE.parse("put a-2").text == "put A-2"


def test_start_tells_forms_of_a_word_apart():
    assert SPACE.start("put") == 1
    assert SPACE.start("swap", 2) == 4
    assert SPACE.start("swap", 1) == 10
    with pytest.raises(KeyError):
        SPACE.start("swap")


def test_an_action_is_its_code():
    action = SPACE[1]
    assert action == 1
    assert repr(action) == "Action('put a1')"
    assert str(action) == "put a1"


def test_a_verb_cannot_be_declared_twice():
    with pytest.raises(ValueError, match="two verbs"):
        ActionSpace(Verb("put", FIELD), Verb("put", SEAT))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "it is empty"),
        ("putt a1", "did you mean 'put'?"),
        ("put c9", "there is no field 'c9', only a1, b1, A-2"),
        ("put", "it is written 'put FIELD'"),
        ("swap a1 0 0", "it is written 'swap FIELD SEAT' or 'swap FIELD'"),
        ("swap a1 7", "there is no seat '7', only 0, 1"),
    ],
)
def test_unreadable_text_is_explained(text, complaint):
    with pytest.raises(ActionError) as caught:
        SPACE.parse(text)
    assert caught.value.code == "action/unreadable"
    assert complaint in str(caught.value)
