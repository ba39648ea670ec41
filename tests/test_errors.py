"""Errors: the docstring draws the tree of the code, every error is also a builtin one and survives pickling."""

import ast
import pickle
import re
from pathlib import Path

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


CODES = {code for kind in FOUND for code in kind.CODES}
GIVEN_THERE = {"extra/missing", "components/field", "bots/away", "game/preparing"}  # by the class itself


def said_in_the_source():
    """The codes with which errors are made, by class, and every other text that begins as one: `undo/…`."""
    begins = {code.partition("/")[0] for code in CODES}
    by_class, others = set(), set()
    for path in Path(errors.__file__).parent.rglob("*.py"):
        if path.name == "errors.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"([a-z]+)/[a-z-]+", node.value) and node.value.partition("/")[0] in begins:
                    others.add(node.value)
            elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name, first = getattr(node.func, "id", getattr(node.func, "attr", "")), str(node.args[0].value)
                if name == "UnknownName":
                    by_class.add((name, f"unknown/{first}"))
                elif name not in ("MissingExtra", "ComponentsError") and name in {kind.__name__ for kind in FOUND}:
                    by_class.add((name, first))
    return by_class, others


def test_every_code_in_the_source_is_listed_and_every_listed_one_is_used():
    by_class, others = said_in_the_source()
    assert len(by_class) > 100
    known = {(kind.__name__, code) for kind in FOUND for code in kind.CODES}
    assert by_class <= known
    assert others - CODES == set()
    assert others | {code for _, code in by_class} == CODES - GIVEN_THERE
