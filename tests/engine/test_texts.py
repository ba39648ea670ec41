"""Words: labels by key, in sentences, and lines of the log that keep secrets."""

import pytest

from formicarium.engine.texts import words
from formicarium.errors import UnknownName


@pytest.fixture
def labels(tiny):
    return tiny.words("en")


def test_actions_and_lines_of_the_log(tiny, labels):
    say = tiny.actions.parse("say 2")
    assert labels.action(say) == "Name the 2"
    assert labels.told(say, 1, 2) == "Blue named the 2"
    assert labels.told(None, 1, 2) == "Blue named a number in secret"
    assert labels.told(None, 4, 2) == "A card was dealt face down"


def test_names_in_a_sentence(labels):
    assert labels.listed(["amber"]) == "amber"
    assert labels.listed(["amber", "blue", "red"]) == "amber, blue and red"


def test_keys_and_tables(labels):
    assert "seat.0" in labels and "seat.9" not in labels
    assert labels.table("reason") == ["called", "folded"]
    assert labels.template("log.say") == "{seat} named the {0}"


def test_an_unknown_language_lists_those_there_are(tiny):
    with pytest.raises(UnknownName, match="de"):
        words(tiny.folder / "texts", "fr")
