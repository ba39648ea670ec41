"""Settling: what is kept of what somebody may settle is what would be found out anew, whatever happens at a table."""

import random
from typing import Any

from formicarium.errors import FormicariumError
from formicarium.server.room.changes import Act, Ask, HandOver, Leave, Resign, Respond, Resume, Return, Undo
from formicarium.server.table import agreements
from formicarium.server.wire.lessons import place
from formicarium.server.wire.settling import Settled, question
from server.tables import ADA, BEN, play, table


def test_whatever_happens_what_is_kept_is_so():
    lots, happened = random.Random("settled"), set()
    for _ in range(60):
        at = table("sisimizi", first=0)
        settled = Settled(at)
        for moment in range(40):
            who = lots.choice((ADA, BEN))
            seat = 0 if who is ADA else 1
            changes: list[Any] = [
                *[None] * 8,
                Undo(who, at.number_for(who), 1000),
                Ask(who, lots.choice(("draw", "undo", "pause"))),
                Respond(who, lots.random() < 0.8),
                Resume(who),
                Leave(seat, who),
                Return(seat, who),
                HandOver(seat, who, True, frozenset({"ada", "ben"})),
            ]
            change = lots.choice(changes) if moment < 38 else Resign(seat, who)
            try:
                if change is None and not at.over:
                    acting = at.match.actors[0]
                    action = lots.choice(at.match.legal(acting)).text
                    change = Act((ADA, BEN)[acting], at.number_for((ADA, BEN)[acting]), action)
                if change:
                    change.make(at, float(moment))
                    happened.add(type(change))
            except FormicariumError:
                pass
            for one in (ADA, BEN, None):
                fresh = question(at, one), tuple(agreements.deeds(at, one)), place(at, one)
                assert settled.now(one) == fresh, change
    assert happened >= {Act, Undo, Ask, Respond, Resume, Leave, Return, Resign}


def test_an_ordinary_action_asks_nothing_again(monkeypatch):
    at = table("sisimizi", first=0)
    settled, asked, deeds = Settled(at), [], agreements.deeds

    def counted(*of):
        asked.append(of)
        return deeds(*of)

    monkeypatch.setattr(agreements, "deeds", counted)
    play(at, "ant a1")
    assert settled.now(ADA)[1] == ("resign", "draw", "undo") and len(asked) == 1
    play(at, "ant k11", "done", "ant b2")
    assert settled.now(ADA)[1] == ("resign", "draw", "undo") and len(asked) == 1
