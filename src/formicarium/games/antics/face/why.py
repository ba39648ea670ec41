"""Why an action of Antics! is refused, in words and with the number of the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from formicarium.core.actions import Action
from formicarium.engine.position import View
from formicarium.games.antics.actions import SEAT_COLOURS
from formicarium.games.antics.components import (
    CELL_NAMES,
    CHASM,
    COLOURS,
    DATA,
    FUNGUS,
    LEVELS,
    NEAR,
    SOLDIERS,
    TERRAIN,
)
from formicarium.games.antics.state import (
    CHOOSE,
    DROPPING,
    HATCHING,
    LAY,
    LAY_SECOND,
    MARKER,
    PLACING,
    SCOUTING,
    STORING,
    TILE,
    TRANSPORTING,
)

NOW = {
    CHOOSE: "a hex to use, or the end of the turn, is to be chosen",
    SCOUTING: "scouting is going on: a tile is to be taken (A5.1)",
    TILE: "building is going on: a tile is to be chosen (A5.2)",
    LAY: "a tile is in hand and must be laid (A5.2)",
    LAY_SECOND: "the other half of the tile must be laid (A5.2)",
    HATCHING: "hatching is going on (A5.3)",
    PLACING: "placing is going on (A5.4)",
    TRANSPORTING: "transport is going on (A5.5)",
    STORING: "clean-up: new prey must be stored (A8.2)",
    DROPPING: "clean-up: surplus tiles must be dropped (A8.3)",
}
PHASES = {
    "use": (CHOOSE,),
    "super": (CHOOSE,),
    "end": (CHOOSE,),
    "stop": (HATCHING, PLACING, TRANSPORTING),
    "take": (SCOUTING,),
    "tile": (TILE,),
    "lay": (LAY, LAY_SECOND),
    "hatch": (HATCHING,),
    **dict.fromkeys(("advance", "return", "guard", "unguard", "bridge"), (PLACING,)),
    **dict.fromkeys(("pick", "pass", "deliver"), (TRANSPORTING,)),
    "steal": (CHOOSE, SCOUTING, TILE, HATCHING, PLACING, TRANSPORTING),
    "store": (STORING,),
    "drop": (DROPPING,),
}


def why(view: View, seat: int, action: Action) -> str | None:
    """The reason in words why a seat whose turn it is may not do this now."""
    s = view.record
    if action.verb not in PHASES:
        return "that is a matter of chance"
    if s.phase not in PHASES[action.verb]:
        return NOW[int(s.phase)]
    me = s.players[seat]
    reasons: dict[str, Callable[..., str]] = {
        "use": _use,
        "super": _super,
        "take": _take,
        "tile": _tile,
        "drop": _tile,
        "lay": _lay,
        "hatch": _hatch,
        "advance": _ant,
        "return": _ant,
        "guard": _ant,
        "unguard": _ant,
        "bridge": _bridge,
        "pick": _pick,
        "pass": _pass,
        "deliver": _deliver,
        "steal": _steal,
        "store": _store,
    }
    reason = reasons.get(action.verb)
    return reason(s, me, seat, *action.arguments, verb=action.verb) if reason else None


def _has(mask: int, number: int) -> bool:
    return bool(int(mask) >> number & 1)


def _use(s: Any, me: Any, seat: int, name: str, verb: str) -> str:
    cell = CELL_NAMES.index(name)
    if not s.markers:
        return "no marker is left in this turn (A3)"
    if not me.height[cell]:
        return f"there is no hex of the colony on {name}"
    if me.load[cell] == MARKER:
        return f"{name} has a marker already (A3)"
    if me.load[cell]:
        return f"prey lies on {name} (A3)"
    if me.symbol[cell] == FUNGUS:
        return f"{name} shows fungus, which has no action (A5.6)"
    return f"no step of {DATA.names[me.symbol[cell]]} is possible now at level {me.height[cell]} (A3)"


def _super(s: Any, me: Any, seat: int, deed: str, verb: str) -> str:
    if not s.markers:
        return "no marker is left in this turn (A3)"
    if s.super_used:
        return "the magnificant acts once a turn (A3)"
    return f"no step of {deed} is possible now at level 1 (A3)"


def _take(s: Any, me: Any, seat: int, slot: str, verb: str) -> str:
    if int(slot[0]) != s.field + 1:
        return f"the fields are scouted in their order, and field {s.field + 1} is next (A5.1)"
    return f"there is no tile on {slot} (A5.1)"


def _tile(s: Any, me: Any, seat: int, kind: str, verb: str) -> str:
    return f"there is no tile {kind} in the supply"


def _lay(s: Any, me: Any, seat: int, name: str, verb: str) -> str:
    cell = CELL_NAMES.index(name)
    if me.height[cell] >= LEVELS:
        return f"{name} has level {LEVELS}, the highest (A4)"
    if me.height[cell] and me.load[cell]:
        return f"{name} has a marker or prey, which are never covered (A4)"
    if s.phase == LAY:
        return f"no tile can lie on {name} and a neighbour of equal height that is not the other half of one tile (A4)"
    if me.height[cell] != me.height[s.cell]:
        return f"{name} is not as high as {CELL_NAMES[s.cell]} (A4)"
    if me.piece[cell] and me.piece[cell] == me.piece[s.cell]:
        return "a tile may not lie on one single tile (A4)"
    return f"{name} and {CELL_NAMES[s.cell]} are no neighbours, or both away from the colony (A4)"


def _hatch(s: Any, me: Any, seat: int, colour: str, verb: str) -> str:
    if not me.ants:
        return "no ant is left in the supply (A5.3)"
    return f"the second ant enters the nest of the first, {DATA.colours[s.nest]} (A5.3)"


def _ant(s: Any, me: Any, seat: int, name: str, verb: str) -> str:
    path = DATA.paths.index(name)
    worker = _has(me.workers, path)
    if verb == "advance":
        if path == CHASM:
            return "the chasm needs a bridge (A6.2)"
        if worker:
            return f"{name} has an own worker already (A5.4)"
        if not me.nests[TERRAIN[path]]:
            nest = TERRAIN[path]
            return f"{name} is {DATA.terrains[nest]}, and the {DATA.colours[nest]} nest has no own ant (A5.4)"
        return f"{name} is not next to the own chain from the hill (A5.4)"
    if verb == "unguard":
        return f"there is no own guard on {name} (A6.1)"
    if not worker:
        return f"there is no own worker on {name}"
    if verb == "guard":
        if not me.nests[SOLDIERS]:
            return "a guard comes from the red nest, which has no own ant (A6.1)"
        return f"{name} has a guard already (A6.1)"
    if _has(me.laden, path):
        return f"the ant on {name} carries something (A5.4)"
    if _has(me.guards, path):
        return f"the own guard on {name} must go first (A5.4)"
    return f"other ants are linked to the hill by {name} (A5.4)"


def _bridge(s: Any, me: Any, seat: int, verb: str) -> str:
    if _has(me.workers, CHASM):
        return "there is an own bridge already (A6.2)"
    if s.steps < 3:
        return "a bridge takes three moves of one action (A6.2)"
    return "a bridge takes three ants of the red nest (A6.2)"


def _pick(s: Any, me: Any, seat: int, name: str, site: str, verb: str) -> str:
    path, node = DATA.paths.index(name), DATA.nodes.index(site)
    if not _has(me.workers, path):
        return f"there is no own worker on {name}"
    if _has(me.laden, path):
        return f"the ant on {name} carries something already (A5.5)"
    if node not in DATA.ends[path]:
        return f"{name} does not touch {site} (A5.5)"
    if not s.lying[node]:
        return f"nothing lies on {site}"
    return "only one prey of a type is allowed (A7)"


def _pass(s: Any, me: Any, seat: int, name: str, other: str, verb: str) -> str:
    path, to = DATA.paths.index(name), DATA.paths.index(other)
    if not _has(me.laden, path):
        return f"no own ant on {name} carries anything (A5.5)"
    if not _has(me.workers, to) or _has(me.laden, to):
        return f"there is no own ant with empty hands on {other} (A5.5)"
    assert not NEAR[path] >> to & 1
    return f"{name} and {other} share no node, or only the hill (A5.5)"


def _deliver(s: Any, me: Any, seat: int, name: str, verb: str) -> str:
    if not _has(me.laden, DATA.paths.index(name)):
        return f"no own ant on {name} carries anything (A5.5)"
    return f"{name} does not touch the hill (A5.5)"


def _steal(s: Any, me: Any, seat: int, name: str, player: str, verb: str) -> str:
    path, victim = DATA.paths.index(name), SEAT_COLOURS.index(player)
    other = s.players[victim]
    if victim == seat or victim >= s.seats or not _has(other.laden, path):
        return f"no foreign ant of that colour on {name} carries anything (A6.3)"
    if not _has(me.workers, path) or _has(me.laden, path):
        return f"there is no own ant with empty hands on {name} (A6.3)"
    if not me.nests[SOLDIERS]:
        return "a theft costs an own ant of the red nest (A6.3)"
    if _has(other.guards, path):
        return "a guard watches over it (A6.1)"
    return "only one prey of a type is allowed (A7)"


def _store(s: Any, me: Any, seat: int, colour: str, name: str, verb: str) -> str:
    cell = CELL_NAMES.index(name)
    if not me.height[cell]:
        return f"there is no hex of the colony on {name}"
    if 0 < me.load[cell] <= COLOURS:
        return f"prey lies on {name} already (A8.2)"
    if me.symbol[cell] == FUNGUS:
        return f"{name} shows fungus, and an action hex is free (A8.2)"
    return f"the prey is stored colour by colour, and {colour} is not next (A8.2)"
