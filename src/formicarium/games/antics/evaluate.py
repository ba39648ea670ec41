"""How near each seat of Antics! is to winning: the points that are in its reach.

Every prey and leaf costs effort: steps of transport, ants to place and ants to hatch on the cheapest way from the
hill. What a seat can spend is its strength (the levels of its hexes) times the turns that are left. So building,
hatching, placing and transporting all count by what they bring nearer.
"""

import numpy as np

from formicarium.core.jit import compiled, scratch
from formicarium.core.kernel import SEATS
from formicarium.games.antics.colony import prey_count
from formicarium.games.antics.components import (
    BUILD,
    CELLS,
    CHASM,
    COLOURS,
    ENDS,
    FUNGUS,
    GREEN,
    HAS_FUNGUS,
    HATCH,
    HILL,
    ITEM_AT,
    KINDS,
    LEVELS,
    MARKERS,
    NODES,
    PAIR,
    PATHS,
    PLACE,
    PREY_SITE,
    SCOUT,
    SITES,
    SOLDIERS,
    SUPPLY,
    SYMBOLS,
    TERRAIN,
    TRANSPORT,
)
from formicarium.games.antics.scoring import rank
from formicarium.games.antics.scouting import has_tile, total
from formicarium.games.antics.state import (
    HATCHING,
    LAY,
    LAY_SECOND,
    LOT,
    MARKER,
    OVER,
    PLACING,
    SCOUTING,
    STORING,
    TILE,
    TRANSPORTING,
)

PACE = 1.2  # tiles that a seat takes in a turn, on average
LONG = 24.0  # rounds after which nobody should wait for better times, and the match should come to its end:
LAZY = 0.05  # then the estimate is less sharp, and who is far ahead or behind still cares for every point,
SPARE = 0.4  # and a tile or a leaf is worth this for itself: when they run out, the match is over
FAR = 60.0  # the effort of what cannot be had
STRENGTH = 0.4  # effort a turn that each level of hatch, place and transport gives
SECOND = 0.3  # how much the second-best hex of an action counts
HATCHED = (1.0, 0.55, 0.25, 0.05)  # effort of hatching an ant, by the ants that are in its nest already
SURE = 0.9  # of a step that has been paid for and not yet made
TILE_WORTH = 0.07  # of a tile in the supply, a turn
HAND_WORTH = 0.11  # of a tile that is being built, a turn
FEW = 6.0  # with so many tiles laid, a further one is worth half as much
HEIGHT = 0.08  # of a tile for each level that it lies above the table
FLEXIBLE = 0.05  # of each level of scout and build, a turn
SOLDIER = 0.06  # of a soldier in the nest
SHARPNESS, SHARPER = 0.12, 0.3  # of the estimate: what a point more is worth, and how much more towards the end
PLACING_PART, HATCHING_PART = NODES, 2 * NODES  # where the parts of the efforts lie, in one array after the efforts
ROUTES = 3 * NODES
RANKED = 2 * SYMBOLS
OF_TILES, OF_ITEMS, STRONG, PARTS = range(4)  # what a seat's worth is made of, and its strength
ITEM_COUNT = len(SITES)
HATCH_EFFORT = np.array(HATCHED)


@compiled
def evaluate(s, out):
    if s.phase == OVER:
        places, points = scratch(SEATS, np.float64), scratch(SEATS, np.float64)
        rank(s, out, places, points)
        return
    parts = scratch(PARTS, np.float64)
    for seat in range(s.seats):
        out[seat] = weigh(s, seat, parts)
        if len(out) > SEATS:
            out[SEATS + seat] = out[seat] / 20.0
            out[2 * SEATS + seat] = turns_to_come(s, seat) / 10.0
            out[3 * SEATS + seat] = prey_count(s.players[seat]) / 6.0
            out[4 * SEATS + seat] = parts[OF_TILES] / 5.0
            out[5 * SEATS + seat] = parts[OF_ITEMS] / 20.0
            out[6 * SEATS + seat] = parts[STRONG] / 10.0
    share_out(s, out)


@compiled
def share_out(s, values):
    """Turn what the seats are worth into their chances."""
    most = -1e9
    sharpness = LAZY if is_long(s) else SHARPNESS + SHARPER / (1.0 + rounds_to_come(s))
    for seat in range(s.seats):
        most = max(most, values[seat])
    total_share = 0.0
    for seat in range(s.seats):
        values[seat] = np.exp(sharpness * (values[seat] - most))
        total_share += values[seat]
    for seat in range(s.seats):
        values[seat] /= total_share


@compiled
def is_long(s):
    return s.round_number > LONG


@compiled
def rounds_to_come(s):
    """How many rounds the tiles and the prey will last, about."""
    if s.ending != 0:
        return 0.5
    return min(1.0 + total(s.bag) / (PACE * s.seats), 1.0 + 2.0 * (s.tokens - 1.0))


@compiled
def turns_to_come(s, seat):
    """How many turns a seat will have, about; what is left of the present one counted by its markers."""
    running = 0.0
    if seat == s.mover and s.phase > LOT and s.phase < STORING:
        running = s.markers / MARKERS
    if s.ending != 0:
        after = (seat - s.mover + s.seats - 1) % s.seats + 1
        return running + (1.0 if after <= s.turns_left else 0.0)
    return running + min(rounds_to_come(s), max(1.0, LONG - s.round_number))


@compiled
def worth(s, seat):
    """The points in reach of a seat."""
    return weigh(s, seat, scratch(PARTS, np.float64))


@compiled
def weigh(s, seat, parts):
    """The points in reach of a seat, and what they are made of."""
    me = s.players[seat]
    best, fungi, routes = scratch(RANKED, np.int64), scratch(8, np.int64), scratch(ROUTES, np.float64)
    turns = turns_to_come(s, seat)
    survey(s, seat, best, fungi)
    fungi[0] -= np.int64(me.leaves[0]) + me.leaves[1]  # fungi that still wait for a leaf
    find_routes(me, routes)
    strength = np.int64(0)
    second = np.int64(0)
    for deed in (HATCH, PLACE, TRANSPORT):
        strength += best[deed]
        second += best[SYMBOLS + deed]
    budget = 0.3 + turns * STRENGTH * (strength + SECOND * second)
    flexible = min(best[SCOUT], 3) + min(best[BUILD], 3) + SECOND * min(best[SYMBOLS + BUILD], 3)
    value = FLEXIBLE * turns * flexible + SOLDIER * min(np.int64(me.nests[SOLDIERS]), 3) * min(turns, 1.0)
    climbed = np.int64(0)
    for level in range(1, LEVELS):
        climbed += level * np.int64(me.on_level[level])
    if seat == s.mover and s.phase == LAY_SECOND:
        climbed += me.height[s.cell]
    value += HEIGHT * climbed * min(turns, 8.0)
    parts[STRONG] = strength + SECOND * second
    parts[OF_TILES] = tiles_in_reach(s, seat, turns)
    value += parts[OF_TILES]
    if is_long(s):
        value += SPARE * (np.float64(me.pieces) + total(me.supply))
    parts[OF_ITEMS] = items_in_reach(s, seat, routes, fungi, budget)
    return value + parts[OF_ITEMS]


@compiled
def survey(s, seat, best, fungi):
    """The best and second-best level of each action, and the fungi by level, the half-laid tile included."""
    me = s.players[seat]
    half = np.int64(s.cell) if seat == s.mover and s.phase == LAY_SECOND else np.int64(-1)
    for cell in range(CELLS):
        height = np.int64(me.height[cell])
        if cell == half:
            note_level(PAIR[s.kind, 0], height + 1, best, fungi)
        elif height != 0:
            if me.symbol[cell] == FUNGUS or me.load[cell] == 0 or me.load[cell] == MARKER:
                note_level(np.int64(me.symbol[cell]), height, best, fungi)


@compiled
def note_level(symbol, level, best, fungi):
    if symbol == FUNGUS:
        fungi[level] += 1
        fungi[0] += 1
    elif level > best[symbol]:
        best[SYMBOLS + symbol] = best[symbol]
        best[symbol] = level
    elif level > best[SYMBOLS + symbol]:
        best[SYMBOLS + symbol] = level


@compiled
def find_routes(me, routes):
    """The least effort from the hill to every node, with the parts that are ants to place and to hatch."""
    workers = np.int64(me.workers)
    for node in range(NODES):
        routes[node] = FAR
    routes[HILL] = 0.0
    changed = True
    while changed:
        changed = False
        for path in range(PATHS):
            place = hatch = 0.0
            if (workers >> path) & 1 == 0:
                nest = TERRAIN[path]
                there = np.int64(me.nests[nest])
                place = 1.0
                hatch = HATCH_EFFORT[min(there, 3)]
                if there == 0 and me.ants == 0:
                    hatch += 0.3  # somebody must come home first
                if path == CHASM:
                    place, hatch = 3.0, max(0.0, 3.0 - there)
            for way in range(2):
                a, b = ENDS[path, way], ENDS[path, 1 - way]
                effort = routes[a] + 1.0 + place + hatch
                if effort < routes[b] - 1e-9:
                    routes[b] = effort
                    routes[PLACING_PART + b] = routes[PLACING_PART + a] + place
                    routes[HATCHING_PART + b] = routes[HATCHING_PART + a] + hatch
                    changed = True


@compiled
def tiles_in_reach(s, seat, turns):
    """Tiles of the supply, as many as can be kept or still built, and those that are being scouted or built."""
    me = s.players[seat]
    tiles = np.float64(total(me.supply))
    hand = 0.0
    keep = np.float64(SUPPLY)
    if seat == s.mover and s.phase < STORING:
        if s.phase == SCOUTING:
            for field in range(s.field, s.level):
                if has_tile(s, field):
                    tiles += SURE
        elif s.phase == TILE or s.phase == LAY or s.phase == LAY_SECOND:
            hand = np.float64(s.steps)
    value = TILE_WORTH * min(tiles, keep) + HAND_WORTH * hand
    for kind in range(KINDS):
        if HAS_FUNGUS[kind]:
            value += 0.02 * min(np.int64(me.supply[kind]), 1)
    return value * min(turns, 8.0) * FEW / (FEW + me.pieces)


@compiled
def items_in_reach(s, seat, routes, fungi, budget):
    """The square of the prey that the budget will bring home, and what the leaves will be worth on the fungi."""
    me = s.players[seat]
    efforts = scratch(COLOURS, np.float64)
    place = hatch = ready = 0.0
    for colour in range(COLOURS):
        efforts[colour] = FAR
        node = PREY_SITE[colour]
        if (me.delivered >> colour) & 1:
            continue
        if (me.carried >> colour) & 1 == 0 and s.lying[node] > 0:
            efforts[colour] = routes[node] + 1.0
            if routes[PLACING_PART + node] == 0.0:
                ready += routes[node] + 1.0
            place += routes[PLACING_PART + node]
            hatch += routes[HATCHING_PART + node]
    leaf_value = leaves_in_reach(s, me, routes, fungi, budget)
    leaves_wanted = fungi[0] > 0 or is_long(s)
    if leaves_wanted:
        ready += leaf_at_hand(s, routes)
    for path in range(PATHS):
        item = np.int64(me.cargo[path])
        if item > 0:
            effort = min(routes[ENDS[path, 0]], routes[ENDS[path, 1]]) + 1.0
            if item <= COLOURS or leaves_wanted:
                ready += effort
            if item <= COLOURS:
                efforts[item - 1] = effort
    for k in range(1, COLOURS):  # nearest first
        effort, at = efforts[k], k
        while at > 0 and efforts[at - 1] > effort:
            efforts[at] = efforts[at - 1]
            at -= 1
        efforts[at] = effort
    spent = -paid(s, seat, ready, place, hatch)
    expected = np.float64(prey_count(me))
    for k in range(COLOURS):
        if efforts[k] >= FAR:
            break
        spent += efforts[k]
        expected += chances(spent, budget)
    return expected * expected + leaf_value


@compiled
def chances(effort, budget):
    """How likely something of an effort comes home."""
    if effort <= 0.0:
        return 0.98
    ratio = effort / budget
    return 0.98 / (1.0 + ratio * ratio)


@compiled
def paid(s, seat, ready, place, hatch):
    """The steps of the running action that will be of use."""
    if seat != s.mover:
        return 0.0
    me = s.players[seat]
    useful = 0.0
    if s.phase == TRANSPORTING:
        useful = ready
    elif s.phase == PLACING:
        waiting = np.int64(0)
        for nest in range(SOLDIERS):
            waiting += me.nests[nest]
        useful = min(place, np.float64(waiting))
    elif s.phase == HATCHING:
        useful = min(hatch, np.float64(me.ants))
    return SURE * min(useful, np.float64(s.steps))


@compiled
def leaves_in_reach(s, me, routes, fungi, budget):
    """What leaves, delivered and to come, will be worth on the visible fungi, highest first."""
    green, brown = np.float64(me.leaves[0]), np.float64(me.leaves[1])
    near_green = near_brown = 0.0
    for path in range(PATHS):
        item = np.int64(me.cargo[path])
        if item > COLOURS:
            chance = 0.95 * chances(min(routes[ENDS[path, 0]], routes[ENDS[path, 1]]) + 1.0, budget)
            if item == GREEN:
                green += chance
            else:
                brown += chance
    for k in range(ITEM_COUNT):
        node = SITES[k]
        if ITEM_AT[node] > COLOURS and s.lying[node] > 0:
            chance = 0.5 * chances(routes[node] + 1.0, budget)
            if ITEM_AT[node] == GREEN:
                near_green = max(near_green, chance)
            else:
                near_brown = max(near_brown, chance)
    green += near_green
    leaves = green + brown + near_brown
    value = 0.0
    for down in range(LEVELS):
        level = LEVELS - down
        used = min(np.float64(fungi[level]), leaves)
        bonus = min(used, green)
        value += used * level + 2.0 * bonus
        leaves -= used
        green -= bonus
    return value + SPARE * leaves if is_long(s) else value


@compiled
def leaf_at_hand(s, routes):
    """The steps that it takes to bring home the nearest leaf beside an own worker, 0 if there is none."""
    steps = FAR
    for k in range(ITEM_COUNT):
        node = SITES[k]
        if ITEM_AT[node] > COLOURS and s.lying[node] > 0 and routes[PLACING_PART + node] == 0.0:
            steps = min(steps, routes[node] + 1.0)
    return steps if steps < FAR else 0.0
