"""People meet while processes are killed: a short run, and checks that can fail."""

import pytest

from chaos.meeting import Kept, Seeker, meet, problems


def test_nobody_who_looks_for_a_match_is_lost_or_seated_twice():
    assert meet(people=16, kills=2, say=print) == []


NAMES = {"a": "Ada", "b": "Ben"}


def fits():
    kept = Kept([("s1", "a", "t"), ("s2", "b", "t"), ("s3", "a", None)], [("t", "a"), ("t", "b")], ["a"])
    return [Seeker("Ada", [2], found=["t"], waits=True), Seeker("Ben", [2], found=["t"])], kept


def test_what_fits_is_no_problem():
    seekers, kept = fits()
    assert list(problems(seekers, NAMES, kept)) == []
    kept.waiting.clear()  # as it was told to wait, and seated a moment later
    kept.settled.append(("s4", "a", "u"))
    kept.seated.append(("u", "a"))
    assert list(problems(seekers, NAMES, kept)) == []


@pytest.mark.parametrize(
    ("what", "spoil"),
    [
        ("0 seeks ended there, 1 seats", lambda seekers, kept: kept.settled.pop(0)),
        ("1 seeks ended there, 0 seats", lambda seekers, kept: kept.seated.pop()),
        ("1 seeks ended there, 2 seats", lambda seekers, kept: kept.seated.append(("t", "a"))),
        ("waits 2 times", lambda seekers, kept: kept.waiting.append("a")),
        ("told to wait: sits at {'t'}, and waits 0 times", lambda seekers, kept: kept.waiting.clear()),
        ("waits 1 times", lambda seekers, kept: kept.waiting.append("b")),
        ("led to a table twice", lambda seekers, kept: seekers[0].found.append("t")),
        ("was led to", lambda seekers, kept: seekers[1].found.clear()),
    ],
)
def test_what_does_not_fit_is_found(what, spoil):
    seekers, kept = fits()
    spoil(seekers, kept)
    assert any(what in problem for problem in problems(seekers, NAMES, kept))
