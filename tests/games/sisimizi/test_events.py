"""What happens in Sisimizi, told: moments with their sentences in both languages, their places and their size."""

import pytest

from formicarium.conformance import Variant
from formicarium.core.kernel import SPECTATOR
from formicarium.engine.events import BIG, NOTABLE, STEP, Moment, sentence, told
from formicarium.games.sisimizi import GAME
from formicarium.games.sisimizi.components import ROUNDS
from telling import NAMES, check, check_line, check_match


def seen(t, actions):
    """The views of a spectator before and after some actions, and the events of each."""
    views, found = [t.match.view(SPECTATOR)], []
    for action in actions.split("; "):
        before = t.match.position.copy()
        t.play(action)
        check_line(before, action, t.match.position)
        views.append(t.match.view(SPECTATOR))
        found.append(GAME.events(views[-2], views[-1]))
    return views, found


def said(event):
    return tuple(sentence(event, GAME.words(language), NAMES) for language in ("en", "de"))


def only(t, actions):
    """All events of the last action, which all others lead up to."""
    return seen(t, actions)[1][-1]


def test_an_ant_is_placed(table):
    (event,) = only(table(), "ant e5")
    check(
        event,
        "Ada placed an ant on e5 (meadow).",
        "Ada hat eine Ameise auf e5 (Wiese) gesetzt.",
        "ant:e5",
        STEP,
    )
    parts = told(event, GAME.words("en"), NAMES)
    assert [(part.text, part.nodes) for part in parts if part.nodes] == [("e5 (meadow)", ("field:e5",))]


def test_a_hill_is_built(table):
    (event,) = only(table(), "hill l9")
    check(
        event,
        "Ada built a hill on l9 (sand).",
        "Ada hat einen Hügel auf l9 (Sand) gebaut.",
        "hill:l9",
        NOTABLE,
    )
    assert event.changes == {"supply.hill.0": -1, "board.hill.0": 1, "joined.0": 1}


def test_an_ant_is_moved(table):
    _, (lifted, dropped) = seen(table(ants={0: "e5"}), "lift e5; drop f9")
    check(
        lifted[0],
        "Ada picked up the ant on e5 (meadow).",
        "Ada hat die Ameise auf e5 (Wiese) aufgenommen.",
        "hand",
        STEP,
    )
    check(
        dropped[0],
        "Ada moved an ant from e5 (meadow) to f9 (moss).",
        "Ada hat eine Ameise von e5 (Wiese) nach f9 (Moos) versetzt.",
        "ant:f9",
        STEP,
    )


def test_a_hill_is_moved(table):
    (event,) = only(table(hills={0: "l9"}), "lift l9; drop c2")
    check(
        event,
        "Ada moved a hill from l9 (sand) to c2 (meadow).",
        "Ada hat einen Hügel von l9 (Sand) nach c2 (Wiese) versetzt.",
        "hill:c2",
        NOTABLE,
    )


def test_a_bridge_is_built(table):
    (event,) = only(table(ants={1: "k8"}), "bridge k8")
    check(
        event,
        "Ada bridged an ant of Ben on k8 (sand).",
        "Ada hat eine Ameise von Ben auf k8 (Sand) überbrückt.",
        "bridge:k8",
        BIG,
    )
    assert event.changes == {"supply.bridge.0": -1, "supply.ant.0": -1, "board.ant.0": 1}


def test_hills_are_joined(table, plan):
    last, *ants = plan.join(["n6", "l9"])
    t = table(hills={0: "n6 l9"}, ants={0: " ".join(ants)})
    placed, joined = only(t, f"ant {last}")
    assert placed.kind == "placed-ant"
    check(
        joined,
        "Ada joined 2 hills: stubble and sand.",
        "Ada hat 2 Hügel verbunden: Stoppelfeld und Sand.",
        "field:n6 field:l9",
        NOTABLE,
    )
    assert joined.changes == {"joined.0": 1}
    parts = {part.text: part.nodes for part in told(joined, GAME.words("en"), NAMES)}
    assert (parts["stubble"], parts["sand"]) == (("field:n6",), ("field:l9",))


def test_a_network_of_two_hills_is_cut(table, plan):
    ants = plan.join(["n6", "l9"])
    _, event = only(table(hills={0: "n6 l9"}, ants={0: " ".join(ants)}), f"lift {ants[0]}")
    check(
        event,
        "A network of Ada is cut: its 2 hills are no longer joined.",
        "Ein Netz von Ada ist getrennt: Seine 2 Hügel sind nicht mehr verbunden.",
        "field:n6 field:l9",
        NOTABLE,
    )


def test_a_network_loses_a_hill(table, plan):
    ants = plan.join(["n6", "l9", "t9"])
    _, event = only(table(hills={0: "n6 l9 t9"}, ants={0: " ".join(ants)}), f"lift {ants[-1]}")
    check(
        event,
        "A network of Ada is cut: of 3 hills 2 are still joined.",
        "Ein Netz von Ada ist getrennt: Von 3 Hügeln sind noch 2 verbunden.",
        "field:n6 field:l9 field:t9",
        NOTABLE,
    )
    assert event.changes == {"joined.0": -1}


def test_a_pass(table):
    (event,) = only(table(ants={0: "e5"}), "done")
    check(event, "Ada passed.", "Ada hat gepasst.", "panel:0", NOTABLE)
    assert only(table(), "ant e5; done") == []  # the end of a turn in which something was done


def test_the_last_round_is_announced(table):
    t = table(ants={0: "e5"}, mover=1, round_number=ROUNDS - 1)
    check(only(t, "ant a1; done")[0], "The last round begins.", "Die letzte Runde beginnt.", "", BIG)


def test_the_last_round_is_over(table):
    (event,) = only(table(ants={0: "e5"}, mover=1, round_number=ROUNDS), "ant a1; done")
    check(
        event,
        "The last round is over: the match is drawn.",
        "Die letzte Runde ist vorbei: Die Partie endet unentschieden.",
        "",
        BIG,
    )


def test_everybody_passed(table):
    passed, drawn = only(table(ants={0: "e5"}), "done; done")
    assert said(passed) == ("Ben passed.", "Ben hat gepasst.")
    check(
        drawn,
        "Everybody passed: the match is drawn.",
        "Alle haben gepasst: Die Partie endet unentschieden.",
        "",
        BIG,
    )


SEVEN = ["c5", "i6", "l9", "d9", "t9", "n16", "r17"]


@pytest.fixture
def almost(table, plan):
    """Ada misses one ant."""
    *ants, last = plan.join(SEVEN)
    return table(hills={0: " ".join(SEVEN)}, ants={0: " ".join(ants)}), last


def test_the_end(almost):
    t, last = almost
    _, joined, won = only(t, f"ant {last}")
    check(
        joined,
        "Ada joined 7 hills: meadow, fern brake, stubble, moss, sand, clay and clover.",
        "Ada hat 7 Hügel verbunden: Wiese, Farn, Stoppelfeld, Moos, Sand, Lehm und Klee.",
        " ".join(f"field:{hill}" for hill in SEVEN),
        BIG,
    )
    check(
        won,
        "Ada joined hills in seven regions and won.",
        "Ada hat Hügel in sieben Gebieten verbunden und gewonnen.",
        "panel:0",
        BIG,
    )


# Whole turns


def turn(t, actions):
    views, found = seen(t, actions)
    return GAME.sum_up(views[0], views[-1], [event for step in found for event in step])


def test_a_turn_is_summed_up(table):
    event = turn(table(), "hill l9; ant k9; ant m9; done")
    assert said(event) == (
        "Ada built a hill and placed 2 ants.",
        "Ada hat einen Hügel gebaut und 2 Ameisen gesetzt.",
    )
    assert event.size == NOTABLE
    event = turn(table(ants={0: "e5"}), "ant e6; lift e5; drop f9; done")
    assert said(event) == (
        "Ada placed an ant and moved a piece.",
        "Ada hat eine Ameise gesetzt und eine Figur versetzt.",
    )


def test_a_turn_that_joins_and_one_that_cuts(table, plan):
    last, *ants = plan.join(["n6", "l9"])
    event = turn(table(hills={0: "n6 l9"}, ants={0: " ".join(ants)}), f"ant {last}; done")
    assert said(event) == (
        "Ada placed an ant: 2 hills are joined now.",
        "Ada hat eine Ameise gesetzt: Nun sind 2 Hügel verbunden.",
    )
    event = turn(table(hills={0: "n6 l9"}, ants={0: " ".join([last, *ants])}), f"lift {last}; drop a1; done")
    assert said(event) == (
        "Ada moved a piece: no two hills are joined now.",
        "Ada hat eine Figur versetzt: Nun sind keine zwei Hügel mehr verbunden.",
    )


def test_a_turn_that_leaves_the_largest_network_as_it_is(table, plan):
    large, small = plan.join(["n6", "l9"]), plan.join(["f17", "d13"])
    last, *rest = small
    setting = {"hills": {0: "n6 l9 f17 d13"}, "ants": {0: " ".join([*large, *rest])}}
    event = turn(table(**setting), f"ant {last}; done")
    assert said(event) == (
        "Ada placed an ant and joined 2 hills.",
        "Ada hat eine Ameise gesetzt und 2 Hügel verbunden.",
    )
    setting["ants"] = {0: " ".join([*large, *small])}
    event = turn(table(**setting), f"lift {last}; drop a1; done")
    assert said(event) == (
        "Ada moved a piece and took apart a network of 2 hills.",
        "Ada hat eine Figur versetzt und ein eigenes Netz von 2 Hügeln getrennt.",
    )


def test_turns_with_a_bridge_a_pass_and_the_end(table, almost):
    assert said(turn(table(ants={1: "k8"}), "bridge k8; done")) == (
        "Ada bridged an ant of Ben.",
        "Ada hat eine Ameise von Ben überbrückt.",
    )
    assert said(turn(table(ants={1: "k8"}), "done")) == ("Ada passed.", "Ada hat gepasst.")
    t, last = almost
    event = turn(t, f"ant {last}")
    assert said(event) == (
        "Ada placed an ant and won the match: 7 hills are joined now.",
        "Ada hat eine Ameise gesetzt und die Partie gewonnen: Nun sind 7 Hügel verbunden.",
    )
    assert event.size == BIG


def test_moments(table):
    t = table()
    assert GAME.moment(t.match.view(SPECTATOR)) == Moment(1, 0)
    t.play("done")
    assert GAME.moment(t.match.view(1)) == Moment(1, 1)
    t.play("ant e5; done")
    assert GAME.moment(t.match.view(0)) == Moment(2, 0)
    start, first = (position.view(0) for _, position in list(t.match.positions())[:2])
    assert GAME.moment(start) == Moment(0, None, setup=True)
    (event,) = GAME.events(start, first)
    assert said(event) == ("Ada begins, drawn by lot.", "Ada beginnt, so fiel das Los.")
    assert GAME.sum_up(start, first, [event]) == event


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_change_is_told_to_every_witness(seats):
    kinds = check_match(Variant(GAME, seats), ("events", seats), 70)
    assert {"placed-ant", "placed-hill", "moved-ant", "lifted-ant"} <= set(kinds)
