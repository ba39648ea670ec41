"""What a match is worth: which count, who comes last, and that openskill says what it makes of the ratings."""

from dataclasses import replace

import pytest
from openskill.models import PlackettLuce

from formicarium.server.people.strengths import after, bots, is_provisional, line_up, ranked, start
from formicarium.server.store.ratings import Finished, Rated, Strength
from formicarium.server.table.rows import SeatRow


def person(seat, name, away=False):
    return SeatRow(seat, "human", name, name, "gentle", away)


def bot(seat, level):
    return SeatRow(seat, "bot", level, None, level)


def finished(*seats, places=None, game="sisimizi", **more):
    result = {"places": places or [*range(1, len(seats) + 1)], "begun": True}
    match = Finished("t", game, {}, 0, 1.0, list(seats), result | more.pop("result", {}), None, False)
    return replace(match, **more)


ADA, BEN, EVE = (person(seat, name) for seat, name in enumerate(("ada", "ben", "eve")))


def test_people_who_meet_people_and_who_meets_bots_are_two_things():
    assert line_up(finished(ADA, BEN))[0] == "people"
    assert line_up(finished(ADA, BEN, bot(2, "strong")))[0] == "people"
    pool, seated = line_up(finished(ADA, bot(1, "champion"), bot(2, "easy")))
    assert pool == "bots" and [(one.person, one.level) for one in seated] == [
        ("ada", None),
        (None, "champion"),
        (None, "easy"),
    ]


@pytest.mark.parametrize(
    "match",
    [
        finished(ADA, BEN, branch=True),
        finished(ADA, BEN, given=3),
        finished(ADA, BEN, ending="agreed", result={"begun": False}),
        finished(ADA, BEN) and finished(ADA, replace(BEN, owner="ada")),
        finished(ADA, replace(BEN, kind="local", owner="ada")),
        finished(ADA, bot(1, "random")),
        finished(bot(0, "easy"), bot(1, "strong")),
        finished(ADA, BEN, game="unheard of") and finished(ADA, bot(1, "easy"), game="unheard of"),
        finished(ADA),
        replace(finished(ADA, BEN), result=None),
    ],
    ids=["branch", "goes on", "called off", "alone", "tablet", "unknown", "bots", "game", "one", "old"],
)
def test_what_is_no_fair_match_does_not_count(match):
    assert line_up(match) == (None, ())


def test_a_match_that_was_called_off_later_counts_as_a_draw():
    _, seated = line_up(finished(ADA, BEN, ending="agreed", places=[1, 1]))
    assert [one.place for one in seated] == [1, 1]


def test_who_leaves_comes_last():
    assert ranked(finished(person(0, "ada", away=True), BEN, EVE)) == [3, 1, 2]
    assert ranked(finished(ADA, BEN, EVE, result={"left": [0, 1]})) == [2, 2, 1]
    late = finished(person(0, "ada", away=True), BEN, result={"left": []})
    assert ranked(late) == [1, 2], "what counts is who was away when it ended, not who is now"


def rated(match):
    pool, seated = line_up(match)
    return Rated(1, "t", match.game, "", pool, 1.0, seated)


def test_ratings_change_as_openskill_says():
    before = {"ada": Strength(31.0, 4.0, 9), "eve": Strength(22.5, 7.0, 2)}
    seated = after(rated(finished(ADA, BEN, EVE, bot(3, "steady"), places=[3, 1, 1, 4])), before)
    model = PlackettLuce()
    steady = bots()["sisimizi"]["steady"]
    had = [(31.0, 4.0), (model.mu, model.sigma), (22.5, 7.0), steady[:2]]
    teams = [[model.rating(mu=strength, sigma=doubt)] for strength, doubt in had]
    expected = model.rate(teams, ranks=[3, 1, 1, 4])
    for one, [rating] in zip(seated[:3], expected[:3], strict=True):
        assert one.strength[:2] == pytest.approx((rating.mu, rating.sigma), abs=1e-5)
    assert [one.strength.matches for one in seated[:3]] == [10, 1, 3]
    assert seated[3].strength == bots()["sisimizi"]["steady"], "a bot stays as strong as it is"


def test_bots_are_on_the_same_scale():
    for game in ("antics", "formica", "grasshopper", "sisimizi"):
        ladder = [bots()[game][level].strength for level in ("gentle", "easy", "steady", "strong", "champion")]
        assert ladder == sorted(ladder) and ladder[0] < start().strength < ladder[-1]


def test_a_rating_is_provisional_for_about_twenty_matches():
    known, count = {}, 0
    while not known or any(map(is_provisional, known.values())):
        seated = after(rated(finished(ADA, BEN, places=[1, 2] if count % 2 else [2, 1])), known)
        known = {one.person: one.strength for one in seated}
        count += 1
    assert 12 <= count <= 30
