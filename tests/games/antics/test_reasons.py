"""Reasons and aids of Antics!: every fact in them is computed a second time here, from the data of the board."""

import os
import random
import tomllib
from heapq import heappop, heappush
from typing import Any

import formicarium as fm
from formicarium.coach.reasons import explain
from formicarium.games.antics.components import CELL_NAMES, DATA

POSITIONS = int(os.environ.get("REASONS", "150"))
BOARD = tomllib.loads((fm.game("antics").folder / "components.toml").read_text(encoding="utf-8"))
SYMBOLS = list(BOARD["symbols"].values())
COLOURS = [nest["colour"] for nest in BOARD["nests"]]


def moments(count):
    lot, made = random.Random(19), 0
    while made < count:
        match = fm.Match("antics", lot.choice((2, 3, 4)), seed=lot.random())
        bot = fm.bot("antics", "greedy", seed=lot.random())
        while not match.over and made < count:
            seat = match.actors[0]
            view, action = match.view(seat), bot.choose(match.view(seat))
            if lot.random() < 0.2:
                yield view, lot.choice((action, lot.choice(match.legal(seat))))
                made += 1
            match.play(action, seat)


def missing(position, seat, site):
    """The fewest paths without an own worker from the hill to a site; the chasm counts only with a bridge."""
    workers = int(position.record.players[seat].workers)
    hill = next(name for name, node in BOARD["nodes"].items() if node["kind"] == "hill")
    queue, seen = [(0, hill)], set()
    while queue:
        cost, node = heappop(queue)
        if node == site:
            return cost
        if node in seen:
            continue
        seen.add(node)
        for number, path in enumerate(BOARD["paths"].values()):
            there = workers >> number & 1
            if node in (path["from"], path["to"]) and (there or path["terrain"] != "chasm"):
                other = path["to"] if node == path["from"] else path["from"]
                heappush(queue, (cost + 1 - there, other))
    return None


def lying(node):
    kind = BOARD["nodes"][node]
    return kind["prey"] if kind["kind"] == "prey" else f"leaf-{kind['leaf']}"


def highest(position, seat, symbol):
    me = position.record.players[seat]
    shown = [int(me.height[k]) for k in range(len(CELL_NAMES)) if me.height[k] and SYMBOLS[me.symbol[k]] == symbol]
    return max(shown, default=0)


def check_way(position, seat, event):
    site = next(node.removeprefix("site:") for node in event.nodes if node.startswith("site:"))
    assert missing(position, seat, site) == event.values["count"]
    assert event.values["item"].key == f"item.{lying(site)}"
    assert (event.kind == "reached") == (event.values["count"] == 0)
    spots = [node.removeprefix("spot:") for node in event.nodes if node.startswith("spot:")]
    assert len(spots) == event.values["count"]
    assert not any(int(position.record.players[seat].workers) >> DATA.paths.index(name) & 1 for name in spots)


def test_every_fact_of_a_reason_is_so():
    kinds = set()
    for view, action in moments(POSITIONS):
        seat, after = view.seat, view.copy()
        after.apply(seat, action)
        me, then = view.record.players[seat], after.record.players[seat]
        for event in explain(view, action):
            kinds.add(event.kind)
            values: Any = event.values
            if event.kind == "points":
                old, new = (sum(points for _, points in one.tally()[seat]) for one in (view, after))
                assert values["count"] == new - old > 0
            elif event.kind == "level":
                deed = values["yields"].key.removeprefix("yields.")
                if action.verb == "use":
                    cell = CELL_NAMES.index(action.arguments[0])
                    assert SYMBOLS[me.symbol[cell]] == deed
                    most = int(me.height[cell])
                else:
                    assert deed == action.arguments[0]
                    most = 1
                assert values["yields"].values["count"] == (
                    min(most, int(me.supply.sum())) if deed == "build" else most
                )
            elif event.kind == "tiles":
                assert values["count"] == int(me.supply.sum()) + 1
            elif event.kind in ("raised", "first", "fungus"):
                symbol = values["symbol"].key.removeprefix("symbol.")
                assert values["count"] == highest(after, seat, symbol) > highest(view, seat, symbol) == values["before"]
                assert (event.kind == "fungus") == (symbol == "fungus")
            elif event.kind == "hatched":
                colour = values["colour"].key.removeprefix("colour.")
                assert values["count"] == int(me.nests[COLOURS.index(colour)]) + 1
            elif event.kind in ("way", "reached"):
                check_way(after, seat, event)
                site = next(node.removeprefix("site:") for node in event.nodes if node.startswith("site:"))
                before = missing(view, seat, site)
                assert before is None or values["count"] < before
            elif event.kind == "prey":
                colour = values["item"].key.removeprefix("item.")
                assert not int(me.delivered) >> COLOURS.index(colour) & 1
                assert int(then.carried) >> COLOURS.index(colour) & 1
            elif event.kind == "leaf":
                assert values["item"].key.startswith("item.leaf-")
                assert int(then.laden).bit_count() == int(me.laden).bit_count() + 1
            else:
                assert event.kind == "stolen"
                other = values["who"].seat
                before, now = (one.record.players[other] for one in (view, after))
                assert int(now.laden).bit_count() == int(before.laden).bit_count() - 1
    assert {"points", "level", "tiles", "raised", "hatched", "way", "reached", "prey"} <= kinds


def test_the_preview_is_what_the_levels_yield():
    for view, _ in moments(POSITIONS // 3):
        seat = view.seat
        me = view.record.players[seat]
        for event in view.game.aids(view):
            if event.kind == "level":
                cell = CELL_NAMES.index(event.nodes[0].removeprefix(f"hex:{seat}:"))
                assert event.values["hex"].values["level"] == int(me.height[cell])
                assert not me.load[cell]
                deed = event.values["yields"].key.removeprefix("yields.")
                assert SYMBOLS[me.symbol[cell]] == deed
                most = int(me.height[cell])
                assert event.values["yields"].values["count"] == (
                    min(most, int(me.supply.sum())) if deed == "build" else most
                )
            else:
                check_way(view, seat, event)
