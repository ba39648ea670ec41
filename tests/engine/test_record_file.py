"""Record files: written and read back, and refused with the line that is wrong."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import formicarium as fm
from formicarium.core import random
from formicarium.engine import record_file
from formicarium.errors import RecordError

TEXT = """[Game "sisimizi"]
[Rules "1"]
[Seats "2"]
[Event "a {quoted} \\"evening\\""]

nature: first 1
1: ant e5; ant g5 {a comment
over two lines}; hill c2; done
0: ant k11
"""


def test_a_record_is_read_and_written_alike():
    match = fm.loads(TEXT)
    assert [move.text for move in match.history] == ["first 1", "ant e5", "ant g5", "hill c2", "done", "ant k11"]
    again = fm.loads(match.text())
    assert again.history == match.history
    assert again.position == match.position


def test_tags_and_comments_survive_loading_and_saving(tmp_path):
    match = fm.loads(TEXT)
    assert match.tags == {"Event": 'a {quoted} "evening"'}
    assert match.comments == {3: "a comment\nover two lines"}
    match.comments |= {0: "before all", 6: "at last {or not}"}
    match.save(tmp_path / "game.ants", Date="2026-01-02")
    again = fm.load(tmp_path / "game.ants")
    assert again.tags == match.tags | {"Date": "2026-01-02"}
    assert again.comments == match.comments | {6: "at last {or not)"}
    assert again.history == match.history
    again.save(tmp_path / "again.ants")
    assert (tmp_path / "again.ants").read_text() == (tmp_path / "game.ants").read_text()


def test_several_comments_on_one_position_are_one():
    text = '[Game "sisimizi"]\n[Rules "1"]\n[Seats "2"]\n{one}{two}\nnature: first 1 {three}\n{four}\n1: ant e5\n'
    assert fm.loads(text).comments == {0: "one two", 1: "three four"}


@pytest.mark.parametrize(
    "hostile",
    [
        "(" * 500_000,
        "(0:" * 500_000,
        ")" * 500_000,
        "()" * 250_000,
        "{" * 500_000,
        "{}" * 250_000,
        "[" * 500_000,
        "0:;" * 160_000,
        "\n" * 500_000,
        '[A "' + "\\" * 500_000,
    ],
)
def test_any_text_is_read_in_time_that_grows_with_its_length(hostile):
    """Each took minutes, or could have, when reading was quadratic."""
    began = time.process_time()
    with pytest.raises(RecordError):
        fm.loads(hostile)
    assert time.process_time() - began < 2.0


def test_the_header_tells_game_seats_and_result():
    text = fm.loads(TEXT.replace("[Event", "[Place")).text(White="Ada")
    assert text.startswith(
        '[Game "sisimizi"]\n[Rules "1"]\n[Seats "2"]\n'
        '[Place "a {quoted} \\"evening\\""]\n[White "Ada"]\n[Result "*"]\n\n'
    )


def test_save_and_load(tmp_path):
    match = fm.Match("sisimizi", seats=3, seed=5)
    match.play("hill c2")
    match.save(tmp_path / "game.ants", Event="club evening")
    text = (tmp_path / "game.ants").read_text()
    assert '[Event "club evening"]' in text and "[Date " in text
    assert fm.load(tmp_path / "game.ants").position == match.position


def test_nature_goes_on_after_loading_and_from_the_seed():
    text = '[Game "sisimizi"]\n[Rules "1"]\n[Seats "4"]\n'
    assert fm.loads(text, seed=3).history == fm.Match("sisimizi", seats=4, seed=3).history


def test_tags_are_escaped():
    match = fm.Match("sisimizi", seats=2, seed=1)
    record = record_file.read(match.text(Event='a "b" \\ c\nd'))
    assert record.tags["Event"] == 'a "b" \\ c d'


@pytest.mark.parametrize(
    ("old", "new", "code", "sentence"),
    [
        ("ant g5", "ant c2", "record/move", "line 7: seat 1 cannot play 'ant c2': c2 has a dot"),
        ("ant k11", "ant zz", "record/move", "line 9: cannot read 'ant zz'"),
        ("0: ant", "1: ant", "record/move", "line 9: seat 1 cannot play 'ant k11': seat 0 to act"),
        ("nature: first 1", "first 1", "record/syntax", "line 6: 'first 1' does not begin with a seat"),
        ("0: ant k11", "9: ant k11", "record/syntax", "line 9"),
        ("two lines}", "two lines", "record/syntax", "line 7: a comment in braces is not closed"),
        ("hill c2; done", "hill c2; (0: done", "record/syntax", "line 8: a variation in parentheses is not closed"),
        ("hill c2; done", "hill c2); done", "record/syntax", "line 8: a variation ends that has not begun"),
        ("hill c2; done", "hill c2 (1: hill c2); done", "record/move", "line 8: seat 1 cannot play 'hill c2'"),
        ("hill c2; done", "hill c2 (ant a1); done", "record/syntax", "line 8: 'ant a1' does not begin with a seat"),
        ('[Seats "2"]', "[Seats 2]", "record/syntax", "line 3: '[Seats 2]' is not a tag"),
        ('[Seats "2"]', '[Seats "7"]', "record/header", "2, 3 or 4 seats, not 7"),
        ('[Seats "2"]', '[Seats "two"]', "record/header", "the header cannot be"),
        ('[Seats "2"]', "", "record/header", "no tag [Seats"),
        ('"sisimizi"', '"chess"', "record/header", "there is no game 'chess'"),
        ('[Rules "1"]', '[Rules "0"]', "record/rules", "rules version 0, this is version 1"),
        ('[Rules "1"]', '[Rules "1"]\n[Result "1 0"]', "record/header", "the moves say '*'"),
        ('[Rules "1"]', '[Rules "1"]\n[Options "speed=3"]', "record/header", "no option 'speed'"),
    ],
)
def test_a_broken_record_is_refused_with_its_line(old, new, code, sentence):
    assert old in TEXT
    with pytest.raises(RecordError) as caught:
        fm.loads(TEXT.replace(old, new, 1))
    assert caught.value.code == code
    assert sentence in str(caught.value)


VARIED = """[Game "sisimizi"]
[Rules "1"]
[Seats "2"]

nature: first 1
(1: ant a1 {quieter}; ant b1
(1: hill c2; done)
1: done
0: ant k11)
1: ant e5; ant g5 (1: hill c2) (1: done {so soon?}); hill c2; done
(0: ant a1)"""


def test_variations_are_read_checked_and_written_again():
    match = fm.loads(VARIED, nature=False)
    assert [move.text for move in match.history] == ["first 1", "ant e5", "ant g5", "hill c2", "done"]
    first, second, third, last = match.variations
    assert (first.ply, [move.text for move in first.moves]) == (1, ["ant a1", "ant b1", "done", "ant k11"])
    assert first.moves[3].seat == 0 and first.comments == {1: "quieter"}
    ((ply, moves, _, inner),) = first.variations
    assert (ply, [move.text for move in moves], inner) == (2, ["hill c2", "done"], ())
    assert [second.ply, third.ply, last.ply] == [3, 3, 5], "a variation stands where it branches off"
    assert third.comments == {1: "so soon?"}
    again = fm.loads(match.text(), nature=False)
    assert again.variations == match.variations and again.history == match.history
    assert again.text() == match.text()


def test_variations_within_each_other_are_so_deep_at_most():
    start = VARIED.partition("\n\n")[0] + "\n\nnature: first 1\n"

    def nested(depth):
        return start + "(" * depth + "1: ant a1" + ")" * depth

    assert fm.loads(nested(record_file.DEEPEST), nature=False).variations
    with pytest.raises(RecordError, match="variations within each other"):
        fm.loads(nested(record_file.DEEPEST + 1), nature=False)


@pytest.mark.parametrize("game", fm.game_names())
def test_what_could_have_happened_at_any_moment_is_kept(game):
    match = fm.Match(game, fm.game(game).seats[0], seed=4, nature=False)
    rng = random.stream(game)

    def moves(of, most):
        while not of.over and len(of.history) < most:
            seat = of.actors[0]
            of.play(of.draw() if seat == fm.NATURE else of.position.sample(seat, rng), seat)
        return of.history

    moves(match, 60)
    for ply in (0, 1, 7, 7, 30, 60):
        branch = match.at(ply)
        branch.nature = False
        its = moves(branch, ply + 12)[ply:]
        match.variations.append(fm.Variation(ply, its, {0: "from here", len(its): "and so on"}))
    again = fm.loads(match.text(), nature=False)
    assert again.variations == match.variations
    assert again.text() == match.text()


def test_many_variations_take_time_that_grows_with_their_number():
    """Were the match replayed for each of them, this would take minutes."""
    match = fm.Match("formica", seats=2, seed=1)
    rng = random.stream(1)
    while not match.over and len(match.history) < 1500:
        match.play(match.position.sample(match.actors[0], rng), match.actors[0])
    seat, last = match.actors[0], len(match.history)
    one = fm.Move(seat, match.legal(seat)[0])
    match.variations = [fm.Variation(last, (one,))] * 4000
    began = time.process_time()
    assert len(fm.loads(match.text(), nature=False).variations) == 4000
    assert time.process_time() - began < 4


def test_a_record_that_is_too_long_is_refused():
    with pytest.raises(RecordError, match="more than"):
        fm.loads("x" * (record_file.SIZE + 1))


@given(st.text(max_size=200))
def test_any_text_is_refused_or_read(text):
    with pytest.raises(RecordError):
        fm.loads(text)
