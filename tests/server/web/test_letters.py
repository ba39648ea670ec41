"""Letters: each says whom it greets, has its link, and is in the language of who asked."""

import pytest

from formicarium.server.web.language import CODES, catalogue
from formicarium.server.web.letters import letters

LINK = "https://ants.example/account/link#secret"


@pytest.mark.parametrize("code", CODES)
def test_letters_are_in_a_language(code):
    write = letters(catalogue(code), "https://ants.example")
    subjects = set()
    for kind in ("sign-in", "sign-up", "email", "changed"):
        subject, text = write(kind, "Ada", "" if kind == "changed" else LINK)
        subjects.add(subject)
        assert "Ada" in text and ("https://ants.example/account" if kind == "changed" else LINK) in text
        assert code == "en" or subject != letters(catalogue("en"), "")(kind, "Ada", LINK)[0]
    assert len(subjects) == 4
