"""What the Grasshopper's events tell: pinned moments of all three modes, and what holds in any match."""

from __future__ import annotations

from itertools import pairwise

import pytest

from formicarium import Match
from formicarium.conformance import Variant
from formicarium.core.kernel import SPECTATOR
from formicarium.engine.events import BIG, NOTABLE, STEP, Event, Moment, Who
from formicarium.engine.telling import Telling
from formicarium.games.grasshopper import GAME
from telling import NAMES, check, check_line, check_match, check_step, in_words

SNAKE = "a1 b1 c1 d1 d2 d3"  # 2 cloth, 2 tile, 2 stone
LAID = [f"ant {cell}" for cell in SNAKE.split()]
BEETLE_GRID = "C-bu C-3 T-1 T-2 S-3 S-4 T-3 S-1 W-1 W-2 W-3 S-2 C-1 C-2 W-4 T-4"


def happened(at, *actions, witness=SPECTATOR):
    """The events of each of the actions for a witness, all steps checked for all witnesses."""
    found = []
    for action in actions:
        old = {seat: at.position.view(seat) for seat in (*range(at.seats), SPECTATOR)}
        position = at.position.copy()
        at.play(action)
        check_line(position, action, at.position)
        for seat, before in old.items():
            events = check_step(before, at.position.view(seat))
            found += events if seat == witness else []
    return found


def only(events, kind):
    (event,) = [event for event in events if event.kind == kind]
    return event


# Autumn


def test_a_trail_is_told_when_it_is_whole(table):
    at = table().play(*LAID[:4])
    step = happened(at, LAID[4])
    check(
        step[0],
        "Ada placed an ant on a stone card.",
        "Ada setzte eine Ameise auf eine Karte Stein.",
        ["card:S-1"],
        STEP,
    )
    nodes = [f"card:{card}" for card in ("C-1", "C-2", "T-1", "T-2", "S-1", "S-2")]
    english = "Ada laid a trail over 2 cloth cards, 2 tile cards and 2 stone cards."
    german = "Ada legte eine Straße über 2 Karten Tischtuch, 2 Karten Fliesen und 2 Karten Stein."
    check(only(happened(at, LAID[5]), "trail"), english, german, nodes, NOTABLE)


def test_a_choice_is_told_to_the_others_without_what_was_chosen(table):
    (other,) = happened(table().play(*LAID), "choose tile", witness=1)
    english, german = "Ada chose in secret what to carry home.", "Ada wählte heimlich die Beute."
    check(other, english, german, ["token:0"], NOTABLE)
    (own,) = happened(table().play(*LAID), "choose tile", witness=0)
    check(own, "Ada chose tile in secret.", "Ada wählte heimlich Fliesen.", ["token:0"], NOTABLE)


@pytest.mark.parametrize("witness", [0, 1, SPECTATOR])
def test_the_reveal_tells_every_witness_the_token(table, witness):
    """What the log could only call secret is told as soon as it is revealed."""
    events = happened(table().play(*LAID, "choose tile"), "guess a1", witness=witness)
    english = "Ada had chosen tile, and Ben did not guess it."
    german = "Ada hatte Fliesen gewählt, und Ben hat es nicht erraten."
    check(only(events, "through"), english, german, ["token:0", "card:T-1", "card:T-2"], BIG)
    english, german = "Ben jumped onto a cloth card.", "Ben sprang auf eine Karte Tischtuch."
    check(only(events, "guess"), english, german, ["grasshopper", "card:C-1"], NOTABLE)


def test_a_harvest_tells_which_goods_went_to_which_shelf(table):
    events = happened(table().play(*LAID, "choose tile"), "guess c1")
    english = "Ben carried 2 cards of tile home to the shelf for tile: +3 points."
    german = "Ben trug 2 Karten Fliesen heim in das Regal für Fliesen: +3 Punkte."
    check(only(events, "pantry"), english, german, ["card:T-1", "card:T-2", "shelf:1", "cube:1:1", "panel:1"], NOTABLE)
    english, german = "Ada had chosen tile, and Ben guessed it.", "Ada hatte Fliesen gewählt, und Ben hat es erraten."
    check(only(events, "caught"), english, german, ["token:0", "card:T-1", "card:T-2"], BIG)


def test_insects_are_kept_a_shelf_is_full_and_at_the_end_all_is_turned_up(table):
    at = table(supply={0: "W-bb"})
    at.s.players[0].shelves[:] = [2, 0, 4, 0]
    at.play("ant a2", "ant a1", "ant b1", "ant c1", "ant d1", "ant d2", "choose cloth")
    events = happened(at, "guess d1")
    nodes = ["card:C-be", "card:C-1", "card:C-2", "shelf:0", "cube:0:0", "panel:0"]
    check(only(events, "pantry"), *PANTRY, nodes, NOTABLE)
    kept = only(events, "kept")
    check(kept, "Ada kept a beetle.", "Ada behielt einen Käfer.", ["card:C-be", "panel:0"], NOTABLE)
    english, german = "Ada filled the shelf for cloth.", "Ada füllte das Regal für Tischtuch."
    check(only(events, "full"), english, german, ["shelf:0", "cube:0:0"], BIG)
    english, german = "Ada turned up the insects: +2 points.", "Ada deckte die Insekten auf: +2 Punkte."
    check(only(events, "shown"), english, german, ["panel:0"], NOTABLE)
    english = "Two shelves are full. Ada wins with a score of 22."
    german = "Zwei Regale sind voll. Ada gewinnt (Punkte: 22)."
    check(only(events, "end"), english, german, ["panel:0"], BIG)


PANTRY = (
    "Ada carried 3 cards of cloth home to the shelf for cloth: +7 points.",
    "Ada trug 3 Karten Tischtuch heim in das Regal für Tischtuch: +7 Punkte.",
)


def test_who_keeps_insects_hears_what_they_are_worth(table):
    """The panel of a seat counts its own insects: no point comes in silence."""
    for witness, english, german in (
        (0, "Ada kept a beetle: +2 points.", "Ada behielt einen Käfer: +2 Punkte."),
        (1, "Ada kept a beetle.", "Ada behielt einen Käfer."),
    ):
        at = table(supply={0: "W-be"}).play("ant a2", *LAID[:5], "choose cloth")
        (kept,) = [one for one in happened(at, "guess d1", witness=witness) if one.kind.startswith("kept")]
        assert (in_words(kept, "en", GAME), in_words(kept, "de", GAME)) == (english, german)


# Winter


def test_red_ants_are_told_at_the_reveal_and_when_they_draw(table):
    at = table("winter", 3).play(*LAID, "0: choose tile")
    (named,) = happened(at, "2: name tile")
    check(named, "Cleo named a type in secret.", "Cleo nannte heimlich eine Wegart.", ["token:2"], NOTABLE)
    events = happened(at, "guess a1")
    english, german = "Cleo had named tile and was right.", "Cleo hatte Fliesen genannt und lag richtig."
    check(only(events, "red-right"), english, german, ["token:2"], NOTABLE)
    english, german = "Ada carried home 2 cards of tile.", "Ada trug 2 Karten Fliesen heim."
    check(only(events, "harvest"), english, german, ["card:T-1", "card:T-2", "panel:0"], NOTABLE)
    reward = only(happened(at, "card W-la"), "reward")
    english = "Cleo drew a card for naming the right type: wood with a ladybird."
    german = "Cleo zog eine Karte für die richtig genannte Wegart: Holz mit Marienkäfer."
    check(reward, english, german, ["card:W-la"], NOTABLE)
    assert reward.changes == {"cards:2:wood": 1}
    at = table("winter", 4).play(*LAID, "0: choose tile", "2: name wood", "3: name tile")
    wrong = only(happened(at, "guess a1"), "red-wrong")
    english, german = "Cleo had named wood and was wrong.", "Cleo hatte Holz genannt und lag falsch."
    check(wrong, english, german, ["token:2"], STEP)


def test_a_token_that_was_not_used_is_seen_by_the_grasshopper_alone(table):
    at = table("beetle", grid=BEETLE_GRID, powers={"dragonfly": 1}).play(*LAID, "choose tile")
    (looks,) = happened(at, "peek")
    english = "Ben looked at a token that the Ant did not use."
    check(looks, english, "Ben sah einen Marker an, den die Ameise nicht benutzt hat.", ["panel:1"], NOTABLE)
    before, (saw,) = at.position.view(SPECTATOR), happened(at, "token wood", witness=1)
    check(saw, "Ben saw an unused token: wood.", "Ben sah einen unbenutzten Marker: Holz.", ["seen"], NOTABLE)
    assert GAME.events(before, at.position.view(SPECTATOR)) == []
    summed = turn(at, "guess a1", witness=1, so_far=[saw])
    assert in_words(summed, "en", GAME).endswith("Ben saw an unused token: wood.")


def test_a_card_that_is_taken_instead_of_another(table):
    at = table("winter").play("ant a2", "ant a1", "ant b1", "ant c1", "ant d1", "ant d2", "choose cloth", "guess d1")
    (event,) = happened(at, "swap a2 b2")
    english = "Ada left a cloth card with a beetle lying and took a stone card with a beetle instead."
    german = "Ada ließ eine Karte Tischtuch mit Käfer liegen und nahm dafür eine Karte Stein mit Käfer."
    check(event, english, german, ["card:C-be", "card:S-be"], NOTABLE)
    assert event.changes == {"cards:0:stone": 1}


def test_a_purchase_is_told_when_it_is_paid_and_to_the_buyer_before(table):
    at = table("winter", supply={0: "C-3 C-4 S-5 S-6"}).round(SNAKE, "tile", "a1")
    (begun,) = happened(at, "buy P1", witness=0)
    check(begun, "Ada begins to buy Bread.", "Ada beginnt einen Kauf: Brot.", ["row:0"], STEP)
    assert (
        GAME.words("en").action(GAME.actions.parse("wild cloth stone"))
        == "Give a set of cloth cards for one stone card"
    )
    at = table("winter", supply={0: "C-3 C-4 S-5 S-6"}).round(SNAKE, "tile", "a1")
    assert happened(at, "buy P1", witness=1) == []
    bought = only(happened(at, "pay", witness=1), "bought")
    english = "Ada bought Bread for 2 cloth cards and 2 stone cards: +1 point."
    german = "Ada kaufte Brot für 2 Karten Tischtuch und 2 Karten Stein: +1 Punkt."
    check(bought, english, german, ["owned:0:0:0"], BIG)
    assert bought.changes == {
        "row:P1": -1, "provision:0:P1": 1, "points:0": 1, "cards:0:cloth": -2, "cards:0:stone": -2,
    }  # fmt: skip


def test_a_harvest_with_insects_in_winter(table):
    at = table("winter").play("ant a2", *LAID[:5], "choose cloth", "guess d1")
    harvest = only(happened(at, "collect"), "harvest-insects")
    english = "Ada carried home 3 cards of cloth, with a beetle."
    german = "Ada trug 3 Karten Tischtuch heim und damit einen Käfer."
    check(harvest, english, german, ["card:C-be", "card:C-1", "card:C-2", "panel:0"], NOTABLE)


# The beetle's powers


def test_a_power_that_was_anothers_with_its_hidden_card_and_its_point(table):
    at = table("beetle", grid=BEETLE_GRID, powers={"butterfly": 1}, veil="S-6").round(SNAKE, "cloth", "c1")
    events = happened(at, "power butterfly", witness=0)
    english = "Ada gave a cloth card with a butterfly and took the power of the butterfly from Ben."
    german = "Ada gab eine Karte Tischtuch mit Schmetterling und nahm Ben eine Kraft weg: Schmetterling."
    check(only(events, "power-taken"), english, german, ["power:butterfly", "card:C-bu"], BIG)
    english, german = "Ben lost the hidden card: stone.", "Ben verlor die Geheimkarte: Stein."
    check(only(events, "veil-lost"), english, german, ["card:S-6"], NOTABLE)
    at = table("beetle", grid=BEETLE_GRID.replace("C-bu", "C-be"), powers={"beetle": 1}).round(SNAKE, "cloth", "c1")
    events = happened(at, "power beetle")
    check(only(events, "gained"), "Ada gained 1 point.", "Ada gewann 1 Punkt.", ["panel:0"], NOTABLE)
    check(only(events, "lost"), "Ben lost 1 point.", "Ben verlor 1 Punkt.", ["panel:1"], NOTABLE)


def test_a_hidden_card_is_named_to_its_owner_and_when_it_pays_to_all(table):
    grid = BEETLE_GRID
    for witness, english in ((0, "Ada drew a hidden card: wood."), (1, "Ada drew a hidden card.")):
        at = table("beetle", grid=grid, powers={"butterfly": "middle"}).round(SNAKE, "cloth", "c1")
        (drawn,) = happened(at.play("power butterfly"), "card W-5", witness=witness)
        assert in_words(drawn, "en", GAME) == english
    what = {"supply": {0: "C-3 C-4 S-5"}, "veil": "S-6", "powers": {"butterfly": 0}}
    at = table("beetle", **what).round(SNAKE, "tile", "a1").play("buy P1", "hidden")
    bought = only(happened(at, "pay", witness=1), "bought-veil")
    english = "Ada bought Bread for 2 cloth cards, 1 stone card and the hidden card (stone): +1 point."
    german = "Ada kaufte Brot für 2 Karten Tischtuch, 1 Karte Stein und die Geheimkarte (Stein): +1 Punkt."
    check(bought, english, german, ["owned:0:0:0"], BIG)


def test_an_exchange_tells_what_both_have_given_and_gained(table):
    what = {"owned": {0: "P4 P1", 1: "P1 P2"}, "powers": {"firefly": 0}, "row": "P5 - -"}
    at = table("beetle", 3, **what).round(SNAKE, "tile", "a1", {2: "wood"})
    events = happened(at, "exchange P4 P1 1")
    english, german = "Ada exchanged Apples for Bread, which Ben had.", "Ada tauschte Äpfel gegen Brot von Ben."
    check(only(events, "exchanged-with"), english, german, ["owned:0:0:1", "power:firefly"], BIG)
    check(only(events, "gained"), "Ada gained 1 point.", "Ada gewann 1 Punkt.", ["panel:0"], NOTABLE)


# Turns


def turn(at, *actions, witness=SPECTATOR, so_far=()):
    start = before = at.position.view(witness)
    events = [*so_far]
    for action in actions:
        at.play(action)
        events += GAME.events(before, at.position.view(witness))
        before = at.position.view(witness)
    return GAME.sum_up(start, before, events)


def test_a_turn_in_one_sentence(table):
    at = table()
    assert GAME.moment(at.position.view(1)) == Moment(1, 0)
    laid = turn(at, *LAID, "choose tile")
    english = "Ada laid a trail over 2 cloth cards, 2 tile cards and 2 stone cards and chose in secret."
    assert in_words(laid, "en", GAME) == english
    assert GAME.moment(at.position.view(1)) == Moment(1, 1)
    guess = turn(at, "guess a1")
    assert in_words(guess, "en", GAME) == (
        "Ben jumped onto a cloth card, but Ada had chosen tile and carried home 2 cards of tile (+3 points)."
    )
    assert in_words(guess, "de", GAME) == (
        "Ben sprang auf eine Karte Tischtuch, "
        "doch Ada hatte Fliesen gewählt und trug 2 Karten Fliesen heim (+3 Punkte)."
    )
    assert guess.size == BIG


def test_a_turn_says_what_the_red_ants_had_named_right_or_wrong(table):
    at = table("winter", 4).play(*LAID, "0: choose tile", "2: name wood", "3: name tile")
    summed = turn(at, "guess a1")
    assert in_words(summed, "en", GAME) == (
        "Ben jumped onto a cloth card, but Ada had chosen tile and carried home 2 cards of tile. "
        "Cleo had named wood and was wrong. Dan had named tile and was right."
    )
    assert in_words(summed, "de", GAME) == (
        "Ben sprang auf eine Karte Tischtuch, doch Ada hatte Fliesen gewählt und trug 2 Karten Fliesen heim. "
        "Cleo hatte Holz genannt und lag falsch. Dan hatte Fliesen genannt und lag richtig."
    )


def test_a_turn_says_which_hidden_card_paid(table):
    what = {"supply": {0: "C-3 C-4 S-5"}, "veil": "S-6", "powers": {"butterfly": 0}}
    at = table("beetle", **what).round(SNAKE, "tile", "a1")
    summed = turn(at, "buy P1", "hidden", "pay")
    assert in_words(summed, "en", GAME).endswith("bought Bread (+1 point) with the hidden card (stone).")
    assert in_words(summed, "de", GAME).endswith("kaufte Brot (+1 Punkt), auch für die Geheimkarte (Stein).")


def test_the_turn_of_a_grasshopper_that_caught_the_ant_and_bought(table):
    at = table("winter", supply={1: "C-3 C-4 S-5 S-6"}).play(*LAID, "choose tile")
    summed = turn(at, "guess c1", "buy P1", "pay")
    english = "Ben guessed what Ada had chosen (tile), carried home 2 cards of tile and bought Bread (+1 point)."
    german = "Ben erriet die Wahl von Ada (Fliesen), trug 2 Karten Fliesen heim und kaufte Brot (+1 Punkt)."
    assert in_words(summed, "en", GAME) == english
    assert in_words(summed, "de", GAME) == german


def test_a_turn_says_what_was_drawn_for_the_last_card_and_in_secret(table):
    at = table("winter", supply={1: "C-3 C-4 S-5"}).play(*LAID[:4], "ant d2", "ant c2", "choose stone")
    summed = turn(at, "guess d2", "buy P1", "pay", "card W-la")
    assert in_words(summed, "en", GAME) == (
        "Ben guessed what Ada had chosen (stone), carried home a card of stone and bought Bread (+1 point). "
        "Ben had paid with the last card and drew another: wood with a ladybird."
    )
    at = table("beetle", grid=BEETLE_GRID, powers={"butterfly": 1}, veil="S-6").round(SNAKE, "cloth", "c1")
    summed = turn(at, "power butterfly", "card W-5")
    assert in_words(summed, "en", GAME) == (
        "Ada took the power of the butterfly from Ben. Ben lost the hidden card: stone. Ada drew a hidden card."
    )
    assert "card:S-6" not in summed.nodes  # other discards may hide it by the end of the turn


def test_a_set_up_is_one_sentence_and_the_starting_cards():
    match = Match(GAME, 3, seed=1, mode="winter")
    views = [position.view(SPECTATOR) for _, position in match.positions()]
    setup = [view for view in views if GAME.moment(view).setup]
    views = views[: len(setup) + 1]
    found = [event for before, after in pairwise(views) for event in GAME.events(before, after)]
    summed = GAME.sum_up(views[0], views[-1], found)
    first = [NAMES[(int(views[-1].record.ant) + seat) % 3] for seat in range(3)]
    assert in_words(summed, "en", GAME).startswith(
        f"The cards are laid out; {first[0]} is the first Ant, drawn by lot. {first[0]} got a starting card: "
    )
    assert all(f"{name} got a starting card: " in in_words(summed, "en", GAME) for name in first)
    match = Match(GAME, 2, seed=1, first_ant=1)
    (line,) = [line for line in Telling(match.ledger, 0, "de", NAMES).lines() if line.moment.round == 0][-1:]
    assert line.sum.text == "Die Karten liegen aus; Ben ist die erste Ameise."


def test_a_turn_in_which_nothing_was_left_to_do_is_not_told_as_the_next_round(table):
    at = table("winter").round(SNAKE, "tile", "a1")
    summed = turn(at, "card W-la", "card W-5")
    assert in_words(summed, "en", GAME) == "2 new cards were laid: wood with a ladybird and wood."
    assert in_words(summed, "de", GAME) == "2 neue Karten wurden ausgelegt: Holz mit Marienkäfer und Holz."


def test_a_hidden_card_that_was_seen_in_the_same_turn_has_no_place_of_its_own(table):
    at = table("beetle", grid=BEETLE_GRID, powers={"butterfly": 1}, veil="S-6").round(SNAKE, "cloth", "c1")
    drew = Event("veil", {"who": Who(1)}, ("veil",), changes={"hidden:1": 1})
    for seat, nodes in ((1, ()), (SPECTATOR, ("veil",))):
        view = at.position.view(seat)
        assert GAME.sum_up(view, view, [drew]).nodes == nodes


# Any match


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["autumn", "winter", "beetle"])
def test_every_change_is_told_to_every_witness(mode, seats):
    kinds = check_match(Variant(GAME, seats, {"mode": mode}), ("events", mode, seats))
    assert {"trail", "through", "caught", "round", "end"} <= set(kinds)


def test_a_power_an_exchange_with_the_row_and_a_hidden_card_that_all_can_tell(table):
    at = table("beetle", grid=BEETLE_GRID.replace("C-bu", "C-dr"), powers={"dragonfly": "middle"})
    power = only(happened(at.round(SNAKE, "cloth", "c1"), "power dragonfly"), "power")
    english = "Ada gave a cloth card with a dragonfly for the power of the dragonfly: "
    assert in_words(power, "en", GAME).startswith(english)
    assert (power.size, power.changes["power:0:dragonfly"]) == (BIG, 1)
    at = table("beetle", owned={0: "P4"}, row="P1 P3 P2", powers={"firefly": 0}).round(SNAKE, "tile", "a1")
    events = happened(at, "exchange P4 P3")
    english = f"Ada exchanged Apples for {GAME.words('en')('provision.P3')} from the row."
    assert in_words(only(events, "exchanged"), "en", GAME) == english
    assert only(events, "exchanged").changes["row:P3"] == -1
    at = table("beetle", deck="W-5", discard="C-5 C-6", veil="S-6", powers={"butterfly": 1}).round(SNAKE, "tile", "a1")
    events = happened(at, "card W-5")
    english = "Everybody can tell the hidden card of Ben now: stone."
    german = "Die Geheimkarte von Ben ist jetzt allen bekannt: Stein."
    check(only(events, "veil-known"), english, german, ["card:S-6"], NOTABLE)
    assert only(events, "veil-known").reveals == ("who", "card")
