"""Fair dice: the promise, the check of a record, and records that were tampered with."""

import re

import pytest
from typer.testing import CliRunner

from formicarium.cli import app
from formicarium.engine import record_file
from formicarium.engine.fairness import verify
from formicarium.errors import FairnessError


@pytest.fixture(scope="module")
def record(site):
    ada = site.guest("Ada")
    made = ada.table("me", "bot", game="grasshopper", first=1)
    ada.play_out(made["id"])
    return made["commitment"], ada.http.get(f"/api/tables/{made['id']}/record").text


def test_a_finished_table_can_be_checked(record):
    promised, text = record
    assert verify(text, promised) > 10


def test_a_continued_table_can_be_checked_from_where_it_began(record, site):
    ben = site.guest("Ben")
    shown = ben.post("/api/records", {"text": record[1]}, 201)["id"]
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = ben.post(f"/api/tables/{shown}/continue", {"at": 30, "seats": seats}, 201)["id"]
    ben.play_out(table)
    text = ben.http.get(f"/api/tables/{table}/record").text
    assert verify(text) > 0
    with pytest.raises(FairnessError):
        verify(re.sub(r'\[Given "\d+"\]\n', "", text))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: re.sub(r'Seed "\w+"', f'Seed "{"0" * 64}"', text), "fair/commitment"),
        (lambda text: re.sub(r'\[Seed "\w+"\]\n', "", text), "fair/seed"),
        (lambda text: re.sub(r'\[First "1"\]\n', "", text), "fair/outcome"),
        (lambda text: re.sub(r"Given|Date", "Given", text), "fair/header"),
    ],
)
def test_what_was_tampered_with_is_found(record, change, code):
    _, text = record
    if code == "fair/outcome":
        record = record_file.read(text)
        if record.begin(record.tags["Seed"]).draw().text == "first 1":
            return  # the lot would have chosen the same seat
    with pytest.raises(FairnessError) as caught:
        verify(change(text))
    assert caught.value.code == code


def test_another_commitment_than_the_noted_one_is_found(record):
    with pytest.raises(FairnessError) as caught:
        verify(record[1], "ab" * 32)
    assert caught.value.code == "fair/commitment"


def test_the_command_line_checks_a_record(record, tmp_path):
    promised, text = record
    path = tmp_path / "match.ants"
    path.write_text(text)
    result = CliRunner().invoke(app, ["verify", str(path), "--commitment", promised])
    assert result.exit_code == 0 and "fair" in result.output
