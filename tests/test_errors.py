"""Errors: the docstring draws the tree of the code, every error is also a builtin one and survives pickling."""

import pickle
import re

import pytest

from formicarium import errors
from formicarium.errors import ComponentsError, FormicariumError, MissingExtra, UnknownName

FOUND = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, FormicariumError)]


def test_the_docstring_draws_the_whole_tree():
    drawn = re.findall(r"── (\w+) \((\w+)\)", errors.__doc__)
    real = [(kind.__name__, kind.__bases__[1].__name__) for kind in FOUND if kind is not FormicariumError]
    assert sorted(drawn) == sorted(real)


@pytest.mark.parametrize(
    "error",
    [
        errors.ActionError("action/illegal", "no"),
        ComponentsError("pieces.ants", "must be a number"),
        UnknownName("game", "sisimisi", ["sisimizi"]),
        MissingExtra("draw", "Pictures"),
    ],
)
def test_errors_cross_processes(error):
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, str(again)) == (type(error), error.code, str(error))
