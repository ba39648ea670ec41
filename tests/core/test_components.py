"""Components: each kind of field is checked, and a refusal names the field."""

import pytest

from formicarium.core.components import Components
from formicarium.errors import ComponentsError

TEXT = """
number = 3
flag = true
word = "corner"
words = ["a", "b"]
[table]
inner = 4
[[rows]]
x = 1
"""


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "components.toml"
    path.write_text(TEXT)
    return Components(path)


def test_fields_are_read(data):
    assert data.number("table.inner", 0, 9) == 4
    assert data.text("word", "corner", "middle") == "corner"
    assert data.texts("words") == ["a", "b"]
    assert data.table("table") == {"inner": 4}
    assert data.tables("rows") == [{"x": 1}]


@pytest.mark.parametrize(
    ("ask", "field", "sentence"),
    [
        (lambda data: data.number("number", 4, 9), "number", "from 4 to 9, not 3"),
        (lambda data: data.number("flag", 0, 9), "flag", "whole number"),
        (lambda data: data.number("word", 0, 9), "word", "whole number"),
        (lambda data: data.number("table.outer", 0, 9), "table.outer", "is missing"),
        (lambda data: data.number("number.deeper", 0, 9), "number.deeper", "is missing"),
        (lambda data: data.text("word", "edge"), "word", "must be 'edge'"),
        (lambda data: data.text("number"), "number", "must be a text"),
        (lambda data: data.texts("word"), "word", "list of texts"),
        (lambda data: data.table("word"), "word", "a table"),
        (lambda data: data.tables("words"), "words", "list of tables"),
    ],
)
def test_wrong_fields_are_named(data, ask, field, sentence):
    with pytest.raises(ComponentsError, match=sentence) as caught:
        ask(data)
    assert caught.value.field == field
    assert f"components.toml, {field}: " in str(caught.value)
    assert caught.value.code == "components/field"


def test_a_file_that_is_not_toml_is_refused(tmp_path):
    path = tmp_path / "components.toml"
    path.write_text("rows = [")
    with pytest.raises(ComponentsError, match="cannot be read"):
        Components(path)
