"""Layout: every feature has its rows or is left out, and no two share one unless they are counted together."""

import numpy as np
import pytest

import formicarium as fm
from formicarium.core.features import Feature
from formicarium.engine.game import find
from formicarium.train import layout


@pytest.mark.parametrize("name", fm.game_names())
def test_every_row_is_used(name):
    rows, scales, count = layout.table(find(name))
    assert len(rows) == len(scales) == find(name).feature_count(4)
    used = np.zeros(count, bool)
    for first, values in rows[rows[:, 0] >= 0]:
        used[first : first + max(1, values)] = True
    assert used.all()
    assert (scales > 0).all()


def rows_of(feature):
    most = np.broadcast_to(np.asarray(feature.most), feature.shape).ravel().astype(np.int64)
    return layout._rows(feature, most)


def test_one_of_several_has_a_row_for_each_and_a_quantity_has_one():
    first, values, count = rows_of(Feature("pair", "", (2,), most=(3, 90)))
    assert first.tolist() == [0, 3]
    assert values.tolist() == [3, 0]
    assert count == 4


def test_what_lies_on_hundreds_of_places_is_counted():
    first, _, count = rows_of(Feature("planes", "", (2, 3, 100), most=2))
    assert count == 2 * 3 * 2
    assert len(set(first[:100].tolist())) == 1
    assert first[100] == 2


def test_names_are_left_out():
    first, _, count = rows_of(Feature("places", "", (50,), most=80))
    assert count == 0
    assert (first == -1).all()
