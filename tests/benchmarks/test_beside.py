"""An older version beside this one: what is worse than before fails the run, what only varies does not."""

import pytest
from benchmarks.server.beside import Row, worse

OLD = [100.0] * 9


@pytest.mark.parametrize(("new", "less", "fails"), [(88.0, False, True), (91.0, False, False), (112.0, True, True)])
def test_a_server_may_seem_worse_by_a_tenth_and_no_more(new: float, less: bool, fails: bool) -> None:
    row = Row("moves", OLD, [new] * 9, less=less)
    assert [said.partition(":")[0] for said in worse([row])] == ["moves"] * fails


def test_one_bad_round_is_not_a_slower_server_and_is_seen_in_the_spread() -> None:
    row = Row("moves", OLD, [*[100.0] * 4, *[60.0] * 3, *[120.0] * 2], less=False)
    assert not worse([row]) and row.ratio == 1.0
    assert row.cells() == ["moves", "100.0", "100.0", "1.00", "0.60 – 1.00", ""]
