"""The log: what was finished is there again, once, whatever happened to the machine."""

import pytest

from formicarium.arena import Log
from formicarium.errors import ArenaError

RUN = {"game": "sisimizi", "seed": "1"}


@pytest.fixture
def path(tmp_path, won):
    with Log(tmp_path / "run" / "matches.jsonl", RUN) as log:
        log.add("a", 0, won(0))
        log.add("a", 1, won(1))
        log.add("a", 1, won(0))
        log.add("b", 0, won(0, 3))
    return log.path


def test_what_was_added_is_read_again(path, won):
    with Log(path, RUN) as log:
        assert log.results == {("a", 0): won(0), ("a", 1): won(1), ("b", 0): won(0, 3)}
        assert log.results["a", 0].seconds == (0.25, 0.25)
    assert len(path.read_text().splitlines()) == 4


@pytest.mark.parametrize("torn", [1, 10, 60])
def test_a_torn_last_line_is_cut_off_and_its_match_played_again(path, won, torn):
    whole = path.read_bytes()
    path.write_bytes(whole[:-torn])
    with Log(path, RUN) as log:
        assert ("b", 0) not in log.results and len(log.results) == 2
        log.add("b", 0, won(0, 3))
    assert path.read_bytes() == whole


def test_a_log_that_never_began_begins(tmp_path, won):
    (tmp_path / "matches.jsonl").write_text('{"run": {"ga')
    with Log(tmp_path / "matches.jsonl", RUN) as log:
        log.add("a", 0, won(0))
    with Log(log.path, RUN) as again:
        assert len(again.results) == 1


def test_a_match_written_twice_counts_once(path):
    text = path.read_text()
    path.write_text(text + text.splitlines()[1] + "\n")
    with Log(path, RUN) as log:
        assert len(log.results) == 3


def test_a_log_of_another_run_is_refused(path):
    with pytest.raises(ArenaError, match="seed was 1 and is 2; take another folder") as error:
        Log(path, {**RUN, "seed": "2"})
    assert error.value.code == "arena/other-run"


def test_a_log_that_another_run_is_writing_is_refused(path, won):
    whole = path.read_bytes()
    with Log(path, RUN) as log:
        with pytest.raises(ArenaError, match="another run is writing") as error:
            Log(path, RUN)
        assert error.value.code == "arena/busy"
        log.add("c", 0, won(0))
    assert path.read_bytes().startswith(whole)
    with Log(path, RUN) as again:
        assert len(again.results) == 4


def test_a_broken_line_is_named(path):
    lines = path.read_text().splitlines()
    lines[2] = "{}"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(ArenaError, match="line 3"):
        Log(path, RUN)
