"""The scoreboard: a row for each contest and each level, and bars that go with the matches."""

from io import StringIO

from rich.console import Console

from formicarium.arena import Contest, Pairing, Result
from formicarium.cli.scoreboard import ContestBars, contest_table, rating_table

RESULT = Result((1.0, 0.0), (1, 2), (5.0, 3.0), "points", 10, (5, 5), 50, 9, (0.1, 0.2))


def shown(what):
    printed = StringIO()
    Console(file=printed, width=200).print(what)
    return printed.getvalue()


def test_who_has_won_stands_above():
    contest = Contest(Pairing("sisimizi", "strong", "weak", 2), 4)
    with ContestBars(Console(file=StringIO()), [contest]) as bars:
        for number in range(4):
            contest.add(number, RESULT)
            bars.update(contest)
    row = shown(contest_table([contest]))
    assert "strong" in row and "weak" in row and "50.0%" in row, "who sits first has won every match"
    assert shown(rating_table([contest])).count("ms") == 2, "each took its time"
