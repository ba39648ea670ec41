"""Contests: every seat in turn, whole rounds in order, and an end when it is clear."""

import random
from collections import Counter

import pytest

import formicarium as fm
from formicarium.arena import Contest, Pairing, arrange, modes, neighbours, round_robin
from formicarium.bots import levels
from formicarium.errors import ArenaError, OptionError, UnknownName


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_challenger_sits_in_every_seat_once_a_round(seats):
    pairing = Pairing("sisimizi", "strong", "weak", seats)
    lineups = [pairing.lineup(number) for number in range(2 * seats)]
    assert all(Counter(lineup) == {"strong": 1, "weak": seats - 1} for lineup in lineups)
    assert [lineup.index("strong") for lineup in lineups] == [*range(seats)] * 2
    seeds = [pairing.fixture(number, 7).seed for number in range(2 * seats)]
    assert len(set(seeds[:seats])) == 1 and len(set(seeds)) == 2, "nature is the same within a round only"


def test_seeds_differ_between_pairings_and_runs():
    pairings = [
        Pairing("sisimizi", "b", "a", 2),
        Pairing("sisimizi", "c", "a", 2),
        Pairing("sisimizi", "b", "a", 3),
        Pairing("sisimizi", "b", "a", 2, (("mode", "winter"),)),
    ]
    assert len({pairing.fixture(0, seed).seed for pairing in pairings for seed in (1, 2)}) == 8


def test_a_contest_ends_when_it_is_clear(won):
    contest = Contest(Pairing("sisimizi", "b", "a", 2), 400)
    numbers = []
    for number in contest.missing():
        numbers.append(number)
        contest.add(number, won(number % 2))
    assert contest.over and contest.verdict == "above" and contest.interval.low > 0.5
    assert numbers == [*range(contest.played)] and 10 < contest.played < 30


def test_a_target_above_the_fair_share_takes_longer(won):
    lengths = []
    for target in (None, 0.8):
        contest = Contest(Pairing("sisimizi", "b", "a", 2), 400, target)
        for number in contest.missing():
            contest.add(number, won(number % 2))
        lengths.append(contest.played)
        assert contest.interval.low > (target or 0.5)
    assert lengths[1] > lengths[0]


def test_equals_play_to_the_end(won):
    contest = Contest(Pairing("sisimizi", "b", "a", 3), 100)
    for number in contest.missing():
        contest.add(number, won(0, 3))
    assert contest.most == contest.played == 102, "rounded up to whole rounds"
    assert contest.verdict == "open" and contest.interval.mean == pytest.approx(1 / 3)


def test_the_verdict_does_not_depend_on_the_order_of_arrival(won):
    seeded = random.Random(4)
    results = {number: won(number % 2 if seeded.random() < 0.8 else 1 - number % 2) for number in range(200)}
    contests = []
    for shuffled in (False, True):
        contest = Contest(Pairing("sisimizi", "b", "a", 2), 200)
        numbers = list(results)
        if shuffled:
            seeded.shuffle(numbers)
        for number in numbers:
            contest.add(number, results[number])
        contests.append((contest.played, contest.interval, contest.verdict))
    assert contests[0] == contests[1] and contests[0][0] < 200


def test_only_whole_rounds_count(won):
    contest = Contest(Pairing("sisimizi", "b", "a", 2), 100)
    contest.add(0, won(0))
    assert contest.played == 0
    contest.add(2, won(0))
    contest.add(0, won(1))
    contest.add(1, won(1))
    assert contest.played == 2 and contest.rounds == [1.0], "the first answer stands"
    assert list(contest.missing())[:2] == [3, 4]


def test_pairs():
    assert neighbours(["a", "b", "c"]) == [("b", "a"), ("c", "b")]
    assert sorted(round_robin(["a", "b", "c"])) == [("b", "a"), ("c", "a"), ("c", "b")]


def test_modes():
    grasshopper, sisimizi = fm.game("grasshopper"), fm.game("sisimizi")
    assert [options["mode"] for options in modes(grasshopper, {})] == ["autumn", "winter", "beetle"]
    assert modes(sisimizi, {}) == [{}]
    assert grasshopper.allows({"mode": "autumn", "open_insects": "yes"}, 2)
    assert not grasshopper.allows({"mode": "winter", "open_insects": "yes"}, 2)


def test_contests_are_arranged_for_all_that_the_game_has_or_for_what_is_said():
    everything = arrange("formica")
    assert len(everything) == len(fm.game("formica").seats) * (len(levels("formica")) - 1)
    assert {contest.target for contest in everything} == {1 / seats for seats in fm.game("formica").seats}
    few = arrange("grasshopper", ["random", "greedy"], seats=[3, 3], every_mode=True, most=9, target=0.4)
    assert [contest.pairing.key for contest in few] == [
        f"3 seats, mode={mode}: greedy, random" for mode in ("autumn", "winter", "beetle")
    ]
    assert {(contest.most, contest.target) for contest in few} == {(9, 0.4)}
    pairs = arrange("sisimizi", ["random", "greedy", "easy"], seats=[2], all_pairs=True)
    assert [contest.pairing.levels for contest in pairs] == [
        ("greedy", "random"),
        ("easy", "random"),
        ("easy", "greedy"),
    ]


def test_what_cannot_be_arranged_is_refused():
    with pytest.raises(ArenaError, match="random needs an opponent"):
        arrange("sisimizi", ["random"])
    with pytest.raises(UnknownName, match="there is no bot 'genius'"):
        arrange("sisimizi", ["random", "genius"])
    with pytest.raises(OptionError):
        arrange("grasshopper", ["random", "greedy"], options={"mode": "winter", "open_insects": "yes"})
    with pytest.raises(OptionError, match="seats"):
        arrange("sisimizi", seats=[5])
