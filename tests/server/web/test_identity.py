"""Identity: names as they may be shown, and cookies that nobody else can write."""

from formicarium.server.settings import Settings
from formicarium.server.table.table import Person
from formicarium.server.web.identity import Identities, clean, clean_name


def test_names_are_cleaned():
    assert clean("  A\u202eda\x00\n <b> ", 24) == "Ada <b>"
    assert clean("x" * 100, 24) == "x" * 24

    assert clean_name("\uff21da", 24) == "Ada", "in the plain form of its letters"


def test_a_cookie_is_read_by_who_has_signed_it():
    ours, theirs = (Identities(secret, Settings(), None, None) for secret in ("one", "another"))
    ada = Person("a", "Ada")
    assert ours.read(ours.cookie(ada)) == ada
    assert theirs.read(ours.cookie(ada)) is None and ours.read(None) is None
