"""What the events of Antics! tell: pinned moments, and what holds in any match."""

from __future__ import annotations

import pytest

from formicarium.conformance import Variant
from formicarium.core.kernel import SPECTATOR
from formicarium.engine.events import BIG, NOTABLE, STEP, Moment
from formicarium.games.antics import GAME
from formicarium.games.antics.components import CELL_NAMES, DATA, FUNGUS, PREY_SITE, SIDES
from formicarium.games.antics.state import TRACE
from telling import check, check_line, check_match, check_step, in_words

FULL = ("SB SB SB SB SB A", "SB SB SB SB SB A", "SB SB SB SB SB A")


def happened(t, *actions):
    """The events of the last action, checked for all witnesses."""
    t.play(*actions[:-1])
    old = {seat: t.position.view(seat) for seat in (*range(t.seats), SPECTATOR)}
    position = t.position.copy()
    t.play(actions[-1])
    check_line(position, actions[-1], t.position)
    found = [check_step(before, t.position.view(seat)) for seat, before in old.items()]
    assert all(events == found[0] for events in found)  # A14.27: nothing is hidden
    return found[0]


def only(events, kind):
    (event,) = [event for event in events if event.kind == kind]
    return event


def show(t, *colours):
    """Let the anteaters show these colours in the rows from the top."""
    for row, name in enumerate(colours):
        t.s.anteater[row], t.s.side[row] = next(
            (k, side) for k in range(3) for side in range(2) if SIDES[k, side] == DATA.colours.index(name)
        )


def test_a_marker_names_the_action_and_its_level(table):
    (event,) = happened(table(), "use 1,0")
    check(
        event,
        "Ada put a marker on hatch (level 1).",
        "Ada legte einen Marker auf Schlüpfen (Ebene 1).",
        ["hex:0:1,0"],
        STEP,
    )
    (event,) = happened(table(), "super build")
    english, german = "Ada used the magnificant: build.", "Ada setzte die Superameise ein: Bauen."
    check(event, english, german, ["panel:0"], STEP)


def test_a_turn_without_any_action_is_told(table):
    (event,) = happened(table(), "end")
    check(event, "Ada did nothing in this turn.", "Ada tat in diesem Zug nichts.", ["panel:0"], STEP)
    t = table()
    assert happened(t, "use 1,0", "hatch red", "end") == []  # what was done has been told


def test_a_tile_that_is_taken(table):
    t = table().slots(*FULL)
    events = happened(t, "super scout", "take 1b")
    english = "Ada took a tile with scout and build from field 1."
    german = "Ada nahm ein Plättchen mit Suchen und Bauen von Feld 1."
    check(only(events, "took"), english, german, ["slot:1b:SB"], NOTABLE)
    assert only(events, "took").changes == {"open:SB": -1, "tiles:0:SB": 1}


def test_a_tile_tells_its_storey_and_what_it_covers(table):
    t = table()
    assert happened(t, "super build", "tile SH", "lay 0,0") == []  # half a tile is nothing yet
    english = "Ada built a tile with scout and hatch on level 2, over scout and hatch."
    german = "Ada baute ein Plättchen mit Suchen und Schlüpfen auf Ebene 2, über Suchen und Schlüpfen."
    event = only(happened(t, "lay 1,0"), "built")
    check(event, english, german, ["hex:0:0,0", "hex:0:1,0"], NOTABLE)
    assert event.changes == {"tiles:0:SH": -1, "built:0:2": 1}
    wide = only(happened(table(), "super build", "tile SH", "lay 3,0", "lay 4,0"), "built")
    english = "Ada built a tile with scout and hatch on level 1 beside the colony."
    german = "Ada baute ein Plättchen mit Suchen und Schlüpfen auf Ebene 1 neben der Kolonie."
    check(wide, english, german, ["hex:0:3,0", "hex:0:4,0"], NOTABLE)


def test_a_fungus_that_is_built_over_costs_points(table):
    t = table()
    t.me().symbol[CELL_NAMES.index("0,0")] = FUNGUS
    t.me().leaves[0] = 1
    event = only(happened(t, "super build", "tile SH", "lay 0,0", "lay 1,0"), "lost")
    english, german = "Ada lost 3 points: a fungus was built over.", "Ada verlor 3 Punkte: Ein Pilz wurde überbaut."
    check(event, english, german, ["panel:0:points"], NOTABLE)


def test_ants_are_hatched_and_sent_out(table):
    event = only(happened(table(), "super hatch", "hatch grey"), "hatched")
    english, german = "Ada hatched an ant in the grey nest.", "Ada ließ eine Ameise im grauen Nest schlüpfen."
    check(event, english, german, ["nest:grey"], STEP)
    t = table().nest(0, "yellow", 2).start("place", 2)
    event = only(happened(t, "advance p01"), "advanced")
    english = "Ada sent an ant onto the path through pebbles between the hill and a fork."
    german = "Ada schickte eine Ameise auf den Weg durch Kiesel zwischen dem Hügel und einer Gabelung."
    check(event, english, german, ["ant:0:p01"], STEP)
    assert event.changes == {"nest:0:yellow": -1, "workers:0": 1}


def test_a_bridge_and_a_guard(table):
    t = table().nest(0, "red", 3).start("place", 3)
    event = only(happened(t, "bridge"), "bridged")
    english, german = "Ada built a bridge over the chasm.", "Ada baute eine Brücke über die Schlucht."
    check(event, english, german, ["ant:0:p32", "chasm"], BIG)
    t = table().nest(0, "red", 1).worker(0, "p07").start("place", 2)
    event = only(happened(t, "guard p07"), "guarded")
    english = "Ada put a guard on the path through grass between the hill and a fork."
    german = "Ada stellte eine Wache auf den Weg durch Gras zwischen dem Hügel und einer Gabelung."
    check(event, english, german, ["guard:0:p07"], STEP)


def test_prey_is_picked_up_and_brought_home_for_points(table):
    t = table(2, "2").worker(0, "p01", "p03").start("transport", 3)
    event = only(happened(t, "pick p03 P2"), "picked")
    english = "Ada picked up a wasp with the ant on the path through pebbles between a fork and the wasps."
    german = "Ada hob mit der Ameise auf dem Weg durch Kiesel zwischen einer Gabelung und den Wespen eine Wespe auf."
    check(event, english, german, ["site:P2", "load:0:p03"], NOTABLE)
    events = happened(t, "pass p03 p01", "deliver p01")
    english, german = "Ada brought a wasp home.", "Ada brachte eine Wespe heim."
    check(only(events, "delivered"), english, german, ["load:0:p01", "hill", "panel:0:prey:0"], BIG)
    english, german = "Ada won 1 point: one more kind of prey.", "Ada gewann 1 Punkt: eine neue Art Beute."
    check(only(events, "won"), english, german, ["panel:0:points"], NOTABLE)


def test_a_theft_tells_who_lost_what(table):
    t = table().worker(1, "p01", item="purple").worker(0, "p01").nest(0, "red", 1)
    event = only(happened(t, "steal p01 blue"), "stole")
    english = "Ada stole a butterfly from Ben on the path through pebbles between the hill and a fork."
    german = "Ada stahl einen Schmetterling von Ben auf dem Weg durch Kiesel zwischen dem Hügel und einer Gabelung."
    check(event, english, german, ["load:1:p01", "load:0:p01"], BIG)
    assert event.changes == {"carried:1:purple": -1, "carried:0:purple": 1, "nest:0:red": -1, "ants:0": 1}


def test_anteaters_eat_prey_and_ants(table):
    t = table().slots("A SB SB SB SB SB", "SB A SB SB SB SB", FULL[2])
    show(t, "yellow", "grey", "green")
    t.s.arrived, t.s.arrivals = 1, 1
    t.nest(0, "purple", 2).nest(1, "purple", 1)  # the grey nest is empty: the next to the left
    t.play("super scout", "take 1b", "end")
    event = only(happened(t, "draw PT"), "ate-ants")
    english = "The grey anteater emptied the purple nest; back to the supply: 2 ants of Ada and 1 ant of Ben."
    german = (
        "Der graue Ameisenbär leerte das violette Nest; zurück in den Vorrat: 2 Ameisen von Ada und 1 Ameise von Ben."
    )
    check(event, english, german, ["anteater:A2", "nest:purple"], BIG)
    assert event.changes == {"nest:0:purple": -2, "ants:0": 2, "nest:1:purple": -1, "ants:1": 1}
    t = table(2, "2").slots("SB A SB SB SB SB", *FULL[1:])
    show(t, "blue", "grey", "green")
    event = only(happened(t, "super scout", "take 1a", "end", "draw PT"), "ate-prey")
    english, german = "The blue anteater ate a dragonfly.", "Der blaue Ameisenbär fraß eine Libelle."
    check(event, english, german, ["anteater:A1", "site:W3"], BIG)


def test_an_ant_that_hatches_into_the_mouth_of_an_anteater_is_told_twice(table):
    """With an empty bag the clean-up follows the last action at once, and both happen in one step."""
    t = table(2, "2").slots(". A SB SB SB SB", "A SB SB SB SB SB", FULL[2]).bag().supply()
    show(t, "blue", "grey", "green")
    t.s.arrived, t.s.arrivals, t.s.markers, t.me().ants = 2, 1, 1, 1
    events = happened(t, "super hatch", "hatch blue")
    assert [event.kind for event in events] == ["hatched", "ate-ants", "last-turns"]
    english = "The bag cannot fill the scout fields any more. Everybody has one more turn."
    german = "Der Beutel füllt die Suchfelder nicht mehr. Alle haben noch einen Zug."
    check(events[-1], english, german, ["bag"], BIG)


def test_the_last_prey_of_a_kind(table):
    t = table(2, "2").worker(0, "p03", "p01").worker(1, "p01", item="yellow").start("transport", 2)
    event = only(happened(t, "pick p03 P2"), "exhausted")
    check(
        event,
        "The site of the wasps is exhausted.",
        "Der Ort der Wespen ist erschöpft.",
        ["site:P2", "tokens"],
        BIG,
    )
    assert event.changes == {"tokens": -1}


def test_the_end_names_who_has_won(table):
    t = table(2, "2")
    t.s.ending, t.s.turns_left = 1, 0
    t.me().leaves[0] = 1
    t.me().symbol[CELL_NAMES.index("0,0")] = FUNGUS
    event = only(happened(t, "end"), "end")
    english = "The bag ran out of tiles, and everybody had a last turn. Ada wins with a score of 3."
    german = "Der Beutel ist leer, und alle hatten einen letzten Zug. Ada gewinnt (Punkte: 3)."
    check(event, english, german, ["panel:0"], BIG)


def test_what_was_done_is_found_when_the_record_keeps_no_more_actions(table):
    t = table().nest(0, "yellow", 1).start("place", 2)
    t.s.tracks = TRACE
    assert [event.kind for event in happened(t, "advance p01")] == ["advanced"]


def test_a_turn_in_one_sentence(table):
    t = table(2, "2").slots("SB A SB SB SB SB", *FULL[1:]).worker(0, "p01", item="purple")
    show(t, "blue", "grey", "green")
    assert GAME.moment(t.position.view(1)) == Moment(2, 0)
    start = before = t.position.view(SPECTATOR)
    events = []
    for action in (
        "super scout",
        "take 1a",
        "use 1,0",
        "hatch red",
        "use 2,1",
        "deliver p01",
        "store purple 0,0",
        "draw PT",
    ):
        t.play(action)
        events += GAME.events(before, t.position.view(SPECTATOR))
        before = t.position.view(SPECTATOR)
    summed = GAME.sum_up(start, before, events)
    assert in_words(summed, "en", GAME) == (
        "Ada took a tile, hatched an ant, brought a butterfly home and won 1 point. The blue anteater ate a dragonfly."
    )
    assert in_words(summed, "de", GAME) == (
        "Ada nahm ein Plättchen, ließ eine Ameise schlüpfen, brachte einen Schmetterling heim und gewann 1 Punkt. "
        "Der blaue Ameisenbär fraß eine Libelle."
    )
    assert GAME.moment(before) == Moment(2, 1)


def test_an_ant_that_comes_and_goes_within_a_turn_has_no_place_when_it_is_over(table):
    t = table().nest(0, "yellow", 2).start("place", 3)
    start, events = t.position.view(SPECTATOR), []
    for action in ("advance p01", "return p01", "advance p01", "end"):
        before = t.position.view(SPECTATOR)
        t.play(action)
        events += GAME.events(before, t.position.view(SPECTATOR))
        if action == "return p01":
            assert "ant:0:p01" not in GAME.sum_up(start, t.position.view(SPECTATOR), events).nodes
    assert "ant:0:p01" in GAME.sum_up(start, t.position.view(SPECTATOR), events).nodes


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_change_is_told_to_every_witness(seats):
    kinds = check_match(Variant(GAME, seats), ("events", seats))
    assert {"took", "built", "hatched", "advanced", "ate-prey", "ate-ants", "last-turns", "end"} <= set(kinds)


def test_anteaters_that_find_nothing_and_all_that_turn_over(table):
    t = table().slots("A SB SB SB SB SB", "A SB SB SB SB SB", "SB A SB SB SB SB")
    show(t, "yellow", "grey", "green")
    t.s.arrived, t.s.arrivals = 3, 2
    t.s.lying[PREY_SITE[DATA.colours.index("green")]] = 0
    events = happened(t, "super scout", "take 1c", "end", "draw PT")
    english, german = "The green anteater found nothing to eat.", "Der grüne Ameisenbär fand nichts zu fressen."
    check(only(events, "ate-nothing"), english, german, ["anteater:A3"], NOTABLE)
    nodes = [f"anteater:{name}" for name in DATA.anteater_names]
    check(only(events, "turned-over"), *TURNED, nodes, NOTABLE)


TURNED = (
    "All three anteaters turned over and went back to field 6.",
    "Alle drei Ameisenbären wurden gewendet und sind wieder auf Feld 6.",
)
