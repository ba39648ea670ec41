"""Reasons of The Grasshopper & the Ant: what they promise is what happens when it is played out."""

import os
import random
import tomllib
from typing import Any

import formicarium as fm
from formicarium.coach.reasons import explain
from formicarium.core.random import stream
from formicarium.games.grasshopper.components import CARD_NAMES, CELL_NAMES, TYPE_NAMES

POSITIONS = int(os.environ.get("REASONS", "150"))
DATA = tomllib.loads((fm.game("grasshopper").folder / "components.toml").read_text(encoding="utf-8"))
PRICES = [provision["price"] for provision in DATA["provisions"].values()]
GUESSES = ("through-points", "through-cards", "caught-points", "caught-cards")


def moments(count):
    """Positions of matches in all modes, in which half of the actions are a bot's, with any action."""
    lot, made = random.Random(19), 0
    while made < count:
        mode = lot.choice(("autumn", "winter", "beetle"))
        match = fm.Match("grasshopper", lot.choice((2, 3)), seed=lot.random(), mode=mode)
        bot = fm.bot("grasshopper", "greedy", seed=lot.random())
        while not match.over and made < count:
            seat = lot.choice(match.actors)
            view, action = match.view(seat), lot.choice(match.legal(seat))
            if lot.random() < 0.3 or action.verb not in ("ant", "collect"):
                yield view, action
                made += 1
            match.play(action if lot.random() < 0.5 else bot.choose(view), seat)


def kind_of(card):
    """The type of a card by the letter of its name."""
    return next(name for name in TYPE_NAMES if name[0] == CARD_NAMES[card][0].lower())


def under_the_trail(view):
    s = view.record
    return {CELL_NAMES[cell]: int(s.grid[cell]) for cell in s.ants.tolist() if cell >= 0}


def gain(said):
    return said.values["count"] if said.key == "gain.points" else 0


def played_out(view, path, guessed):
    """The points that the Ant and the Grasshopper gain if the Ant has chosen a type, and it is guessed or not."""
    s = view.record
    ant, grasshopper = int(s.ant), int(s.grasshopper)
    for number in range(400):
        world = view.world(stream(number))
        for seat in range(view.seats):
            if seat in world.actors and world.record.players[seat].token == 0:
                verb = "choose" if seat == ant else "name"
                world.apply(seat, view.game.actions.parse(f"{verb} {path}"))
        if world.record.players[ant].token != 1 + TYPE_NAMES.index(path):
            continue
        while grasshopper in world.actors:
            wanted = [cell for cell, card in under_the_trail(view).items() if (kind_of(card) == path) == guessed]
            legal = [view.game.actions[code].text for code in world.codes(grasshopper)]
            fitting = [text for text in (f"guess {cell}" for cell in wanted) if text in legal]
            if "no-peek" in legal:
                world.apply(grasshopper, view.game.actions.parse("no-peek"))
            elif not fitting:
                return None
            else:
                before = world.points
                world.apply(grasshopper, view.game.actions.parse(fitting[0]))
                after = world.points
                return after[ant] - before[ant], after[grasshopper] - before[grasshopper]
    return None


def test_every_fact_of_a_reason_is_so():
    kinds, played = set(), 0
    for view, action in moments(POSITIONS):
        seat, trail = view.seat, under_the_trail(view)
        for event in explain(view, action):
            kinds.add(event.kind)
            values: Any = event.values
            if event.kind in GUESSES:
                path = values["type"].key.removeprefix("type.")
                cards = {card for card in trail.values() if kind_of(card) == path}
                assert values["count"] == len(cards)
                assert set(event.nodes) == {f"card:{CARD_NAMES[card]}" for card in cards}
                if event.kind.endswith("points"):
                    result = played_out(view, path, event.kind == "caught-points")
                    if result is not None:
                        played += 1
                        assert gain(values["gain"]) == result[event.kind == "caught-points"]
            elif event.kind == "risk":
                path = values["type"].key.removeprefix("type.")
                result = played_out(view, path, True)
                insects = sum("-" in CARD_NAMES[card] and not CARD_NAMES[card][-1].isdigit() for card in trail.values())
                if result is not None and not insects:
                    assert gain(values["gain"]) == result[1]
            elif event.kind in ("types", "more", "insect"):
                card = int(view.record.grid[CELL_NAMES.index(action.arguments[0])])
                now = [kind_of(one) for one in (*trail.values(), card)]
                if event.kind == "types":
                    assert {one.key for one in values["types"]} == {f"type.{one}" for one in now}
                    assert values["count"] == len(set(now)) > len(set(now[:-1]))
                elif event.kind == "more":
                    assert values["count"] == now.count(now[-1]) > 1
                else:
                    label = next(node.label for node in view.scene().nodes if node.id == f"card:{CARD_NAMES[card]}")
                    assert values["insect"].key.removeprefix("insect.") in label
            elif event.kind in ("buys", "reaches"):
                position = view.world(stream(1))
                kind = values["provision"].key.removeprefix("provision.")
                number = int(kind[1:]) - 1
                before = position.points[seat]
                position.record.players[seat].provisions[number] += 1
                assert position.points[seat] - before == gain(values["gain"])
                assert position.points[seat] == values["count"]
                assert (values["count"] >= 4) == (event.kind == "reaches")
            elif event.kind == "affords":
                number = int(values["provision"].key.removeprefix("provision.P")) - 1
                guessed = action.arguments[0] if action.verb == "choose" else kind_of(trail[action.arguments[0]])
                have = {path: int(view.record.players[seat].have[k]) for k, path in enumerate(TYPE_NAMES)}
                price = dict(zip(TYPE_NAMES, PRICES[number], strict=True))
                assert any(have[path] < price[path] for path in TYPE_NAMES)
                have[guessed] += sum(kind_of(card) == guessed for card in trail.values())
                assert all(have[path] >= price[path] for path in TYPE_NAMES)
            elif event.kind == "excluded":
                assert f"type.{TYPE_NAMES[view.record.peeked - 1]}" == values["type"].key
                assert view.world(stream(2)).record.players[view.record.ant].token != view.record.peeked
            elif event.kind == "exchange":
                after = view.world(stream(3))
                after.apply(seat, action)
                assert after.points[seat] - view.points[seat] == gain(values["gain"])
    assert played > 5
    assert {"types", "more", "insect", "through-points", "caught-points", "buys"} <= kinds
