"""Why not: the reason in words why an action is not legal now."""

from __future__ import annotations

from formicarium.core.actions import Action
from formicarium.engine.position import View
from formicarium.games.sisimizi.components import DOT, FIELDS, MOVE, PLACE, REGION, REGIONS


def why(view: View, seat: int, action: Action) -> str | None:
    """The reason in words why a seat whose turn it is may not do this now."""
    s = view.record
    me = s.players[seat]
    if action.verb == "first":
        return "the starting seat is drawn by lot, once (S4.2)"
    if s.bridged:
        return "a bridge is a whole turn (S5.4); only done is left"
    if action.verb == "done":
        return "a piece is in hand and must be dropped first (S11.4)"
    if s.lifted >= 0 and action.verb not in ("drop", "bridge"):
        return "a piece is in hand and must be dropped first (S11.4)"
    field = (action - 1) % FIELDS
    name, dot, region = action.arguments[0], bool(DOT[field]), int(REGION[field])
    if action.verb in ("ant", "hill"):
        if s.moved:
            return "placing is over with the first lift of the turn (S5.2)"
        if action.verb == "ant" and not me.ants:
            return "no ant is left in the supply (S7)"
        if action.verb == "hill" and not me.hills:
            return "no hill is left in the supply (S7)"
        if action.verb == "hill" and s.placed_hills:
            return "only one hill may be placed in a turn (S5.2)"
    if action.verb == "drop" and s.lifted < 0:
        return "nothing is in hand; lift a piece first (S11.4)"
    if action.verb in ("ant", "hill", "drop"):
        hill = action.verb == "hill" or (action.verb == "drop" and DOT[s.lifted])
        if s.ground[field]:
            return f"{name} is taken (S5.3)"
        if hill and not dot:
            return f"{name} has no dot, and hills stand on dots (S5.3)"
        if not hill and dot:
            return f"{name} has a dot, and ants stand on fields without one (S5.3)"
        if field == s.lifted:
            return f"the piece came from {name}; take the lift back by undo instead (S11)"
        if hill and me.regions >> region & 1:
            return f"region {REGIONS[region]} has a hill of that seat already (S5.3)"
        return f"no more pieces may be placed in this turn, at most {PLACE} after the first round (S5.2)"
    if s.round_number == 1:
        return f"there is no {action.verb} in the first round (S5.1)"
    if action.verb == "lift":
        if seat + 1 not in (s.ground[field], s.above[field]):
            return f"there is no piece of seat {seat} on {name} (S5.2)"
        if s.above[field] not in (0, seat + 1):
            return f"the ant on {name} is covered by a bridge (S5.4)"
        if s.moved >= MOVE:
            return f"at most {MOVE} pieces may be moved in a turn (S5.2)"
        if field in s.touched[: s.touches]:
            return f"the piece on {name} was put there in this turn (S5.2)"
        return "only one hill may be moved in a turn (S5.2)"
    if not me.bridges:
        return "no bridge is left in this match (S4.4)"
    if s.placed or s.moved > (s.lifted >= 0):
        return "a bridge must be the first and only action of a turn (S5.4)"
    if s.lifted >= 0 and (me.ants or DOT[s.lifted]):
        return "a lifted piece may bridge only if it is an ant and no ant is left in the supply (S5.4)"
    if s.lifted < 0 and not me.ants:
        return "no ant is left in the supply; lift one first (S5.4)"
    if field == s.lifted:
        return f"the ant came from {name} and may not go back (S5.4)"
    return f"a bridge needs an opposing ant alone on its field, and {name} has none (S5.4)"
