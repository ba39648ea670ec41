"""Reasons of The Grasshopper & the Ant: what they promise is what happens when it is played out."""

import os
import random
import tomllib
from collections import Counter
from itertools import chain, cycle, product
from typing import Any

import formicarium as fm
from formicarium.coach.reasons import explain
from formicarium.core.random import stream
from formicarium.games.grasshopper.components import CARD_NAMES, CELL_NAMES, INSECT_NAMES, TYPE_NAMES
from formicarium.games.grasshopper.state import HELD, SUPPLY

POSITIONS = int(os.environ.get("REASONS", "300"))
DATA = tomllib.loads((fm.game("grasshopper").folder / "components.toml").read_text(encoding="utf-8"))
PRICES = [provision["price"] for provision in DATA["provisions"].values()]
GUESSES = ("through-points", "through-cards", "caught-points", "caught-cards")
KINDS = {
    *("types", "more", "insect", "risk", "excluded", "affords", "name", "collect", "power", "console", "exchange"),
    *("buys", "reaches", *GUESSES),
}


def moments(count):
    """Positions of matches in all modes, in which half of the actions are a bot's, with an action of a rare sort."""
    lot, made, met = random.Random(19), 0, Counter()
    variants = cycle(product((2, 3, 4), ("autumn", "winter", "beetle")))
    while made < count:
        seats, mode = next(variants)
        match = fm.Match("grasshopper", seats, seed=lot.random(), mode=mode)
        bot = fm.bot("grasshopper", "greedy", seed=lot.random())
        while not match.over and made < count:
            seat = lot.choice(match.actors)
            view, legal = match.view(seat), match.legal(seat)
            sorts = {one: sort_of(view, one) for one in legal}
            action = min(lot.sample(legal, len(legal)), key=lambda one: met[sorts[one]])
            if lot.random() < 0.2 or met[sorts[action]] < made / 30:
                yield view, action
                made += 1
                met[sorts[action]] += 1
            match.play(action if lot.random() < 0.5 else bot.choose(view), seat)


def sort_of(view, action):
    """What is rare is met as often as what is not, a guess by who saw a token too."""
    return action.verb, bool(view.record.peeked)


def exchanges():
    """Exchanges that bring a pair, which are rarer still: those of a few random matches."""
    for seed in (9, 15, 16):
        match, rng = fm.Match("grasshopper", 3, seed=seed, mode="beetle"), stream(seed)
        while not match.over:
            seat = match.actors[0]
            view = match.view(seat)
            yield from ((view, one) for one in match.legal(seat) if one.verb == "exchange" and explain(view, one))
            match.play(match.position.sample(seat, rng), seat)


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


def cards_of(position, seat):
    return {CARD_NAMES[card] for card in (position.record.where == SUPPLY + seat).nonzero()[0]}


def drawn_by(world, seat, stop):
    """How many cards a seat has more once a world has gone on to an action of a verb that is to stop it."""
    before = len(cards_of(world, seat))
    for _ in range(100):
        if not world.actors:
            break
        actor = world.actors[0]
        if actor == fm.NATURE:
            world.apply(actor, world.draw(stream(1)))
            continue
        legal = [world.game.actions[code] for code in world.codes(actor)]
        if legal[0].verb in stop:
            break
        world.apply(actor, next((one for one in legal if one.verb in ("collect", "no-power", "pass")), legal[-1]))
    return len(cards_of(world, seat)) - before


def named_in_time(view, action):
    """How many cards a Red Ant draws that has named what the Ant chose, if the Grasshopper guesses something else."""
    path, s = action.arguments[0], view.record
    for number in range(400):
        world = view.world(stream(number))
        world.apply(view.seat, action)
        for seat in range(view.seats):
            if seat in world.actors and seat != s.grasshopper and world.record.players[seat].token == 0:
                legal = [view.game.actions[code] for code in world.codes(seat)]
                verb = "choose" if seat == s.ant else "name"
                world.apply(seat, next((one for one in legal if one.text == f"{verb} {path}"), legal[0]))
        if world.record.players[s.ant].token != 1 + TYPE_NAMES.index(path):
            continue
        while world.actors == (s.grasshopper,) and world.record.guess < 0:
            legal = [view.game.actions[code] for code in world.codes(s.grasshopper)]
            wrong = [one for one in legal if one.verb == "no-peek"] or [
                one for one in legal if kind_of(under_the_trail(view)[one.arguments[0]]) != path
            ]
            if not wrong:
                return None  # the trail lies on one type
            world.apply(s.grasshopper, wrong[0])
        return drawn_by(world, view.seat, ("buy", "exchange", "pass", "console", "ant"))
    return None


def test_every_fact_of_a_reason_is_so():
    kinds, played, named = set(), 0, 0
    for view, action in chain(moments(POSITIONS), exchanges()):
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
            elif event.kind == "name":
                path = values["type"].key.removeprefix("type.")
                assert (values["who"].seat, path) == (view.record.ant, action.arguments[0])
                assert {kind_of(card) for card in trail.values()} >= {path}
                result = named_in_time(view, action)
                named += result is not None
                assert result in (None, 1)
            elif event.kind == "collect":
                after = view.world(stream(4))
                after.apply(seat, action)
                taken = cards_of(after, seat) - cards_of(view, seat)
                assert len(taken) == values["count"] and {f"card:{card}" for card in taken} == set(event.nodes)
                assert {f"type.{kind_of(CARD_NAMES.index(card))}" for card in taken} == {values["type"].key}
            elif event.kind == "power":
                after = view.world(stream(5))
                after.apply(seat, action)
                effect = values["effect"].key.removeprefix("effect.")
                assert DATA["insects"][DATA["powers"][effect]] == action.arguments[0]
                assert after.record.powers[INSECT_NAMES.index(action.arguments[0])] == HELD + seat
            elif event.kind == "console":
                after = view.world(stream(6))
                after.apply(seat, action)
                assert drawn_by(after, seat, ("ant",)) == 1
            else:
                raise AssertionError(event)
    assert played > 5 and named > 5
    assert kinds >= KINDS, KINDS - kinds
