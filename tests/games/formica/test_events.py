"""What happens in Formica, told: moments with their sentences in both languages, their places and their size."""

from itertools import groupby, pairwise

import pytest

from formicarium.conformance import Variant
from formicarium.core.kernel import SPECTATOR
from formicarium.engine.events import BIG, NOTABLE, STEP, Moment, sentence, told
from formicarium.engine.match import Match
from formicarium.games.formica import GAME
from formicarium.games.formica.components import FIELD_NAMES, ROLLS
from formicarium.games.formica.face.events import _named_place
from formicarium.games.formica.state import PRISON
from telling import NAMES, check, check_line, check_match


def seen(t, *actions):
    """The views of a spectator before and after some actions, and the events of each."""
    views, found = [t.position.view(SPECTATOR)], []
    for action in actions:
        before = t.position.copy()
        t.play(action)
        check_line(before, action, t.position)
        views.append(t.position.view(SPECTATOR))
        found.append(GAME.events(views[-2], views[-1]))
    return views, found


def last(t, *actions):
    """All events of the last action, which all others lead up to."""
    return seen(t, *actions)[1][-1]


def said(event):
    return tuple(sentence(event, GAME.words(language), NAMES) for language in ("en", "de"))


def test_dice_and_what_they_are_used_for(table):
    t = table().begin()
    check(last(t, "dice 2 5")[0], "Ada rolled 2 and 5.", "Ada würfelte 2 und 5.", "die:0 die:1", STEP)
    assert said(last(t, "die 5")[0]) == (
        "Ada moves two ants, the first by 5.",
        "Ada zieht zwei Ameisen, die erste um 5.",
    )
    assert said(last(table().begin().roll(2, 5), "sum")[0])[0] == "Ada moves one ant by the sum, 7."
    assert said(last(table().begin().roll(2, 5), "difference")[0])[0] == "Ada moves one ant by the difference, 3."
    (event,) = last(table().begin(), "dice 3 3")
    check(event, "Ada rolled a double, 3 and 3.", "Ada würfelte einen Pasch, 3 und 3.", "die:0 die:1", NOTABLE)


def test_an_ant_comes_out_and_a_tower_moves(table):
    (event,) = last(table().begin(), "dice 1 2", "sum", "from Y1", "to O2")
    check(
        event,
        "An ant of Ada came out of the nest and stands on the outer course at the top.",
        "Eine Ameise von Ada kam aus dem Nest und steht nun oben auf dem äußeren Weg.",
        "field:O2 stone:Y1",
        STEP,
    )
    assert event.changes == {"nest.yellow": -1, "storeys.0": 1, "own.yellow": 1}
    (event,) = last(table().tower("M3", "Y1 B1").begin(), "dice 1 2", "sum", "from M3", "to M0")
    check(
        event,
        "Ada moved a tower of 2; it stands on the yellow ant field.",
        "Ada zog einen Turm aus 2 Steinen; er steht nun auf dem gelben Ameisenfeld.",
        "field:M0 stone:Y1",
        STEP,
    )
    parts = told(event, GAME.words("en"), NAMES)
    assert ("on the yellow ant field", ("field:M0",)) in [(part.text, part.nodes) for part in parts]


def test_f3_a_tower_is_caught(table):
    t = table().tower("O5", "Y1 B2").tower("O8", "R3 G1").begin()
    (event,) = last(t, "dice 1 2", "sum", "from O5", "to O8")
    check(
        event,
        "Ada met Dan in front of the blue nest: equal poles attract, and a tower of 2 was caught.",
        "Ada traf vor dem blauen Nest auf Dan: Gleiche Pole ziehen an, ein Turm aus 2 Steinen ist gefangen.",
        "field:O8 stone:Y1 stone:R3",
        BIG,
    )
    assert event.changes == {
        "storeys.0": 2, "storeys.3": -2, "carried.0": 2, "carried.3": -1, "own.red": -1, "taken.red": 1,
    }  # fmt: skip
    parts = {part.text: part.nodes for part in told(event, GAME.words("en"), NAMES)}
    assert parts["equal poles attract"] == ("stone:Y1", "stone:R3")


def test_f3_an_ant_is_repelled(table):
    (event,) = last(table().tower("O3", "Y1").tower("O6", "B2").begin(), "dice 1 2", "sum", "from O3", "to O6")
    check(
        event,
        "Ada met Ben on a blue START: unequal poles repel, and the attacking ant was lost.",
        "Ada traf auf einem blauen START auf Ben: Ungleiche Pole stoßen ab, die angreifende Ameise ist verloren.",
        "field:O6 stone:Y1 stone:B2",
        BIG,
    )
    assert event.changes == {
        "storeys.0": -1, "storeys.1": 1, "carried.1": 1, "own.yellow": -1, "taken.yellow": 1,
    }  # fmt: skip


def test_f6_a_tower_comes_home_with_parts(table):
    t = table().queen("Y", "R1").tower("O0", "Y1 B1 B3 Y2 G5").begin()
    home, built, jailed = last(t, "dice 2 3", "difference", "from O0", "to ZYb")
    check(
        home,
        "Ada brought a tower of 5 home into the yellow nest.",
        "Ada brachte einen Turm aus 5 Steinen heim ins gelbe Nest.",
        "stone:Y1 stone:Y2",
        NOTABLE,
    )
    check(
        built,
        "Ada added 2 parts to the yellow queen: left front legs and right front legs. She has 3 of 7.",
        "Ada baute 2 Teile in die gelbe Königin ein: Vorderbeine links und Vorderbeine rechts. Sie hat nun 3 von 7.",
        "queen:yellow:2 queen:yellow:3",
        BIG,
    )
    assert built.changes["parts.0"] == 2
    check(
        jailed,
        "A blue ant went to prison; it showed: head.",
        "Eine blaue Ameise kam ins Gefängnis; sie zeigte: Kopf.",
        "stone:B1",
        NOTABLE,
    )


def test_f6_what_goes_to_prison_is_told_with_its_colour(table):
    def come_home(tower):
        queen = table().queen("Y", "B1 B3")
        return turn(queen.tower("O0", tower).begin(), "dice 2 3", "difference", "from O0", "to ZYb")

    t = table().queen("Y", "B1 B3").tower("O0", "Y1 R1 G3 B5").begin()
    _, _, event = last(t, "dice 2 3", "difference", "from O0", "to ZYb")
    check(
        event,
        "2 caught ants went to prison; they showed: head (red) and left front legs (green).",
        "2 gefangene Ameisen kamen ins Gefängnis; sie zeigten: Kopf (rot) und Vorderbeine links (grün).",
        "stone:R1 stone:G3",
        NOTABLE,
    )
    parts = {part.text: part.nodes for part in told(event, GAME.words("en"), NAMES)}
    assert parts["head (red)"] == ("stone:R1",)
    assert said(come_home("Y1 R1 R3")) == (
        "Ada rolled 2-3, brought a tower of 3 home and sent 2 red ants to prison (head and left front legs).",
        "Ada würfelte 2-3, brachte einen Turm aus 3 Steinen heim "
        "und brachte 2 rote Ameisen ins Gefängnis (Kopf und Vorderbeine links).",
    )
    assert said(come_home("Y1 R1 G3")) == (
        "Ada rolled 2-3, brought a tower of 3 home "
        "and sent 2 caught ants to prison, with head (red) and left front legs (green).",
        "Ada würfelte 2-3, brachte einen Turm aus 3 Steinen heim "
        "und brachte 2 gefangene Ameisen ins Gefängnis, mit Kopf (rot) und Vorderbeine links (grün).",
    )
    assert said(come_home("Y1 R1"))[0].endswith("and sent a red ant to prison (head).")


def test_f9_the_second_colour_goes_to_prison_unseen(table):
    _, event = last(table(2).tower("O0", "Y1 G1 G2").begin(), "dice 2 3", "difference", "from O0", "to ZYb")
    check(
        event,
        "2 green ants went to prison unseen.",
        "2 grüne Ameisen kamen ungesehen ins Gefängnis.",
        "stone:G1 stone:G2",
        NOTABLE,
    )


def test_f7_prisoners_are_freed_or_left(table):
    (event,) = last(table().tower("M6", "Y1").prison("B1 B2").begin(), "free blue")
    check(
        event,
        "Ada freed 2 blue prisoners and took them along.",
        "Ada befreite 2 blaue Gefangene und nahm sie mit.",
        "field:M6 stone:B1 stone:B2",
        NOTABLE,
    )
    t = table().tower("M4", "Y1").prison("B1").begin()
    (event,) = last(t, "dice 1 3", "difference", "from M4", "to M6", "leave")
    assert said(event) == ("Ada left the prisoners where they are.", "Ada ließ die Gefangenen liegen.")


def emptied(t, colour):
    """All ants of a colour are in prison."""
    stones = slice(14 * colour, 14 * colour + 14)
    t.s.place[stones] = PRISON
    t.s.nests[colour] = 0
    return t


def test_f8_f9_prisoners_come_home(table):
    (event,) = last(emptied(table(2), 2).begin(), "rescue green")
    assert said(event) == (
        "Ada brought 14 green prisoners home into the nest.",
        "Ada holte 14 grüne Gefangene heim ins Nest.",
    )
    assert event.changes == {"prison.green": -14, "nest.green": 14}
    (event,) = last(emptied(table(), 0).begin(), "rescue")
    assert said(event)[0] == "Ada brought 14 yellow prisoners home into the nest."


def test_f5_4_a_barrier_is_set(table):
    (event,) = last(table().begin(), "dice 2 2", "barrier 1 L2")
    check(
        event,
        "Ada set a barrier on the lower link.",
        "Eine Sperre von Ada steht nun auf dem unteren Steg.",
        "barrier:1",
        NOTABLE,
    )
    assert event.changes == {"barrier.L2": 1}
    (event,) = last(table().barrier(1, "O20").begin(), "dice 2 2", "barrier 1 O0")
    assert event.changes == {"barrier.O20": -1, "barrier.O0": 1}
    assert said(event)[0] == "Ada set a barrier on a yellow START."


def test_f5_2_moves_lapse(table):
    _, event = last(table().barrier(1, "O0").begin(), "dice 1 1", "die 1", "from Y1", "to O36")
    check(
        event,
        "No other ant of Ada can move: the second die lapses.",
        "Keine andere Ameise von Ada kann ziehen: Der zweite Würfel verfällt.",
        "die:0 die:1",
        NOTABLE,
    )
    t = table().tower("O5", "Y1").barrier(1, "O4").barrier(2, "O6")
    t.prison(" ".join(f"Y{number}" for number in range(2, 15)))
    _, event = last(t.begin(), "dice 2 4")
    assert said(event) == ("Ada has no move with this roll.", "Ada kann mit diesem Wurf nicht ziehen.")


def test_f8_a_seat_is_out(table):
    t = table().queen("B", "R1 G3").rest("B", "O20")
    t.s.top[20], t.s.below[:] = 0, 0
    t.tower("O22", "G1")
    for stone in range(14, 28):  # all under the tower of green
        t.s.place[stone] = 80
        t.s.below[stone] = stone + 2 if stone < 27 else 0
    t.s.below[28] = 15
    _, out = last(t.begin(), "dice 1 2", "sum", "from Y1", "to O2")
    check(
        out,
        "Ben has no ant left and is out; 2 parts of the queen went to prison.",
        "Ben hat keine Ameise mehr und scheidet aus; 2 Teile der Königin kamen ins Gefängnis.",
        "panel:1 stone:R1 stone:G3",
        BIG,
    )
    assert out.changes == {"parts.1": -2, "prison.red": 1, "prison.green": 1, "out.1": 1}


def test_f9_the_end(table):
    t = table().queen("Y", "R1 R3 R5 R7 R9 R11").tower("O0", "Y1 B13").begin()
    *_, won = last(t, "dice 2 3", "difference", "from O0", "to ZYb")
    check(won, "Ada completed the queen and won.", "Ada hat die Königin vollendet und gewonnen.", "panel:0", BIG)
    t = table().begin()
    t.s.rolls = ROLLS - 1
    *_, drawn = last(t, "dice 1 2", "sum", "from Y1", "to O2")
    check(
        drawn,
        "There were too many rolls: the match is drawn.",
        "Es gab zu viele Würfe: Die Partie endet unentschieden.",
        "",
        BIG,
    )


# Places, whole turns, the set-up


@pytest.mark.parametrize("seats", [3, 4])
def test_every_field_has_a_name_that_a_player_can_see(seats):
    """Symmetric in the colours; three seats have a grey nest with its STARTs, its corner and its ant field."""
    keys = [_named_place(field, seats).key.removeprefix("place.") for field in range(len(FIELD_NAMES))]
    counts = {kind: sum(key.split("-")[0] == kind for key in keys) for kind in ("start", "corner", "ant", "grey")}
    assert counts == {"start": 2 * seats, "corner": 3 * seats, "ant": seats, "grey": 6 * (4 - seats)}
    assert [keys.count(f"outer-{side}") for side in range(4)] == [5] * 4
    assert [keys.count(f"middle-{side}") for side in range(4)] == [5] * 4
    assert [keys.count(f"link-{side}") for side in range(4)] == [1] * 4
    for field, name in ((1, "outer-0"), (11, "outer-1"), (24, "outer-2"), (34, "outer-3")):
        assert keys[field] == name


def turn(t, *actions):
    views, found = seen(t, *actions)
    return GAME.sum_up(views[0], views[-1], [event for step in found for event in step])


def test_a_turn_is_summed_up(table):
    t = table().tower("O5", "Y1").tower("O7", "B1 R1").tower("O12", "B2").begin()
    first = ("dice 2 2", "die 2", "from O5", "to O7", "from Y2", "to O1", "barrier 1 O20", "roll")
    event = turn(t, *first, "dice 1 3", "sum", "from O7", "to O11")
    assert said(event) == (
        "Ada rolled 2-2 and 1-3, made 2 quiet moves, set a barrier and caught a tower of 2 from Ben.",
        "Ada würfelte 2-2 und 1-3, zog 2-mal ohne Angriff, setzte eine Sperre "
        "und fing einen Turm aus 2 Steinen von Ben.",
    )
    assert event.size == BIG


def test_turns_without_a_roll_and_without_a_move(table):
    assert said(turn(emptied(table(), 0).begin(), "rescue")) == (
        "Ada brought 14 yellow prisoners home.",
        "Ada holte 14 gelbe Gefangene heim.",
    )
    assert said(turn(table().begin(), "dice 1 2")) == ("Ada rolled 1-2.", "Ada würfelte 1-2.")
    t = table().tower("O0", "Y1 B1").begin()
    assert said(turn(t, "dice 2 3", "difference", "from O0", "to ZYb")) == (
        "Ada rolled 2-3, brought a tower of 2 home and added a part to the yellow queen (head).",
        "Ada würfelte 2-3, brachte einen Turm aus 2 Steinen heim und baute ein Teil in die gelbe Königin ein (Kopf).",
    )


def test_what_was_done_twice_in_a_turn_is_said_once(table):
    t = table().tower("O5", "Y1").tower("O9", "Y3").tower("O7", "B1").tower("O12", "B3").begin()
    event = turn(t, "dice 2 3", "die 2", "from O5", "to O7", "from O9", "to O12")
    assert said(event) == (
        "Ada rolled 2-3 and caught an ant from Ben (2×).",
        "Ada würfelte 2-3 und fing eine Ameise von Ben (2×).",
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_f4_a_whole_set_up_is_one_moment(seats):
    match = Match(GAME, seats, seed=1)
    views = [position.view(SPECTATOR) for _, position in match.positions()]
    moments = [GAME.moment(view) for view in views[:-1]]  # that in which each action was made
    stretches = [(moment, len(list(actions))) for moment, actions in groupby(moments)]
    first = int(views[-1].record.first)
    dealt = 42 if seats == 3 else 56
    assert stretches == [(Moment(0, None, setup=True), dealt + 1), (Moment(1, first), 1)]  # the lot; the first roll
    found = [event for before, after in pairwise(views[: dealt + 2]) for event in GAME.events(before, after)]
    summed = GAME.sum_up(views[0], views[dealt + 1], found)
    name = NAMES[first]
    assert said(summed) == (
        f"The stones lie face down in the nests; {name} begins, drawn by lot.",
        f"Die Steine liegen verdeckt in den Nestern; {name} beginnt, so fiel das Los.",
    )


def test_f4_4_rounds_begin_with_the_starting_seat(table):
    t = table().begin(2)
    rounds = []
    for letter in "GRYBG":
        rounds.append((GAME.moment(t.position.view(0)).round, letter))
        t.roll(1, 2).play("sum", f"from {letter}1" if len(rounds) < 5 else "from G2")
        t.play(f"to {sorted(t.offers('to'))[0]}")
    assert rounds == [(1, "G"), (1, "R"), (1, "Y"), (1, "B"), (2, "G")]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_change_is_told_to_every_witness(seats):
    kinds = check_match(Variant(GAME, seats), ("events", seats), 700)
    assert {"rolled", "came-out", "moved", "caught", "repelled", "barrier"} <= set(kinds)
