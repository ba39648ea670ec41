"""The overlay of Sisimizi: the links that each seat still misses, and the regions where it has no hill."""

from __future__ import annotations

from formicarium.engine.events import Event, Said, Who
from formicarium.engine.position import View
from formicarium.games.sisimizi.components import REGIONS
from formicarium.games.sisimizi.face.links import links, nodes, said


def aids(view: View) -> list[Event]:
    """For each seat the shortest links between its networks, and the regions that it has not reached."""
    noted = []
    for seat in range(view.seats):
        wanted = links(view, seat).values()
        for one in sorted({link.start for link in wanted}, key=sorted):
            link = min((link for link in wanted if link.start == one), key=lambda link: len(link.fields))
            values = {"who": Who(seat), "one": said(link.start), "two": said(link.end), "count": len(link.fields)}
            noted.append(Event("link", values, nodes(link.fields)))
        free = [name for number, name in enumerate(REGIONS) if not view.record.players[seat].regions >> number & 1]
        if free:
            regions = tuple(Said(f"region.{name}") for name in free)
            noted.append(Event("regions", {"who": Who(seat), "regions": regions}))
    return noted
