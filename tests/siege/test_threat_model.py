"""The threat model: every promise of docs/security.md names a test, and that test exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROMISE = re.compile(r"^\| (?P<promise>[^|]+) \| `(?P<path>tests/[^`:]+\.py)::(?P<name>\w+)` \|$")


def promises():
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    table = text.partition("### What is promised")[2].partition("### What is not promised")[0]
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return lines[2:]  # after the heading and the rule


def test_there_are_promises():
    assert len(promises()) > 20


@pytest.mark.parametrize("line", promises())
def test_each_promise_names_a_test_that_exists(line):
    found = PROMISE.match(line)
    assert found, "a promise names its test as `tests/…/test_….py::test_…`"
    path = ROOT / found["path"]
    assert path.is_file(), path
    defined = {
        node.name: node
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    assert found["name"] in defined and found["name"].startswith("test_")
    marks = [ast.unparse(mark) for mark in defined[found["name"]].decorator_list]
    assert not [mark for mark in marks if "skip" in mark or "xfail" in mark], "a test that does not run keeps nothing"


def test_no_promise_is_made_twice():
    found = [PROMISE.match(line) for line in promises()]
    assert len({(promise["path"], promise["name"]) for promise in found}) == len(found)
