"""Remarks: what a record says besides its moves is the same after a way through JSON."""

import json

import formicarium as fm
from formicarium.server.table.remarks import remark, remarks_of

RECORD = """[Game "sisimizi"]
[Rules "1"]
[Seats "2"]
[Event "An \\"ant\\" cup"]
[Result "*"]

{before all}
nature: first 0 {drawn}
(0: ant b2 {instead} (0: ant c3) ; done)
0: ant a1 {a corner}
(0: done)
"""


def test_what_is_remarked_survives_json_and_is_written_again():
    match = fm.loads(RECORD.replace('"1"', f'"{fm.game("sisimizi").version}"', 1), nature=False)
    again = match.at(len(match.history))
    assert again.text() != match.text() and remarks_of(again) is None
    remark(again, json.loads(json.dumps(remarks_of(match))))
    assert again.text() == match.text()
    assert again.variations == match.variations and again.comments == match.comments and again.tags == match.tags


def test_what_is_remarked_already_stays():
    match = fm.loads(RECORD, nature=False)
    said = remarks_of(match)
    match.comments[0], match.tags["Event"] = "reviewed", "mine"
    remark(match, said)
    assert match.comments[0] == "reviewed" and match.tags["Event"] == "mine" and match.comments[2] == "a corner"
