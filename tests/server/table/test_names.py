"""Names: which look alike, and how one that does is numbered."""

import pytest

from formicarium.server.table.names import distinct, skeleton
from formicarium.server.web.identity import clean_name


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Ada", "\u0410da"),  # Cyrillic
        ("Nikos", "\u039dikos"),  # Greek
        ("Bob", "\u0412ob"),
        ("Ada", "ADA"),
        ("Ada", "A d-a."),
        ("Bill", "BiII"),
        ("Bill", "Bi11"),
        ("Zoe", "Zo\u00eb"),
        ("Mario", "rnario"),
    ],
)
def test_names_that_look_alike(name, like):
    assert skeleton(name) == skeleton(like)
    assert distinct(like, [name, "Ben"]) == f"{like} (2)" and distinct(like, ["Ben", ""]) == like


@pytest.mark.parametrize(
    ("name", "other"), [("Ada", "Ida"), ("\U0001f41c", "\U0001f997"), ("\u8718", "\u86db"), ("Ada", "Adan")]
)
def test_names_that_do_not(name, other):
    assert distinct(name, [other]) == name


def test_numbers_go_on_and_nobody_is_numbered_without_a_name():
    assert distinct("Ada", ["ada", "Ada (2)"]) == "Ada (3)" and distinct("", ["", "Ada"]) == ""


def test_names_are_in_their_plain_form():
    assert clean_name("\uff21\uff44\uff41\u200d \u202eL.", 24) == "Ada L."
