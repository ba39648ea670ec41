"""Records as JSON: the same as a position's own fields, whatever was written before."""

import orjson
import pytest

import formicarium as fm
from formicarium.core import random
from formicarium.server.wire import records
from formicarium.server.wire.records import record_json


@pytest.mark.parametrize("name", ["sisimizi", "grasshopper", "antics", "formica"])
def test_every_view_is_written_as_its_fields(name, monkeypatch):
    monkeypatch.setattr(records, "VALUES_KEPT", 5)  # what is forgotten is written anew
    match, lot = fm.Match(name, seats=3, seed=3), random.stream(4)
    while not match.over and match.ledger.number < 120:
        seat = match.actors[0]
        match.play(match.position.sample(seat, lot), seat)
        for witness in (0, 1, fm.SPECTATOR):
            view = match.view(witness)
            assert orjson.loads(record_json(match.game, view.tobytes())) == view.to_dict()
