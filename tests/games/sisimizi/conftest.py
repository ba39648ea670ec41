"""What the tests of Sisimizi share: the board as the spec draws it, and matches that stand where a test wants.

Nothing here is taken from the game's own tables: neighbours come from the distance formula of S2, regions from the map
of S3.
"""

from itertools import combinations

import pytest

from formicarium.engine.match import Match

MAP = """\
AAAAAAAANNNNNNNBBBBBBBB
AAaAAaAANnNNnNBBbBBbBB
AAAAAAAANNNNNNNBBBBBBBB
AAAAAAANNNNNNNNBBBBBBB
AAaAAaANNNNNNNNNBbBBbBB
AAAAAAANnNNNNnNBBBBBBB
WWAAAAANNNNNNNNNBBBBBEE
WWWWAAANNCCCCNNBBBEEEE
WWWwWWWNCCCcCCCNEEEeEEE
WWWWWWWCCCCCCCCEEEEEEE
WwWWWwWCCcCCCcCCEeEEEeE
WWWWWWWCCCCCCCCEEEEEEE
WWWwWWWSCCCcCCCSEEEeEEE
WWWWDDDSSCCCCSSFFFEEEE
WWDDDDDSSSSSSSSSFFFFFEE
DDDDDDDSsSSSSsSFFFFFFF
DDdDDdDSSSSSSSSSFfFFfFF
DDDDDDDSSSSSSSSFFFFFFF
DDDDDDDDSSSSSSSFFFFFFFF
DDdDDdDDSsSSsSFFfFFfFF
DDDDDDDDSSSSSSSFFFFFFFF
""".splitlines()
MIDDLE = "NWCES"
SETS = {  # S6: the permitted sets of seven regions
    2: [frozenset(MIDDLE + "AF"), frozenset(MIDDLE + "BD")],
    3: [frozenset(MIDDLE + a + b) for a, b in combinations("ABDF", 2)],
    4: [frozenset(seven) for seven in combinations("ABDFNWCES", 7)],
}


class Plan:
    """The board of S2 and S3: fields by name, with what the spec says about each."""

    def __init__(self):
        self.rows = MAP
        self.sets = SETS
        self.place = {
            f"{'abcdefghijklmnopqrstuvw'[c]}{r + 1}": (r, c) for r, row in enumerate(MAP) for c in range(len(row))
        }
        self.names = list(self.place)
        self.region = {name: MAP[r][c].upper() for name, (r, c) in self.place.items()}
        self.dots = [name for name, (r, c) in self.place.items() if MAP[r][c].islower()]
        self.plain = [name for name, (r, c) in self.place.items() if MAP[r][c].isupper()]
        self.near = {name: [other for other in self.names if self.distance(name, other) == 1] for name in self.names}

    def distance(self, one, other):
        """S2's formula."""
        (r1, c1), (r2, c2) = self.place[one], self.place[other]
        down, across = abs(r1 - r2), abs(2 * c1 + r1 % 2 - 2 * c2 - r2 % 2)
        return down + max(0, (across - down) // 2)

    def dots_of(self, region):
        return [dot for dot in self.dots if self.region[dot] == region]

    def components(self, fields):
        """The connected parts of a set of fields."""
        rest, parts = set(fields), []
        while rest:
            part, edge = set(), {min(rest)}
            while edge:
                part |= edge
                edge = {near for field in edge for near in self.near[field] if near in rest} - part
            rest -= part
            parts.append(part)
        return parts

    def wins(self, fields, seats):
        """S6 by brute force: whether pieces on these fields (hills on dots) make a winning network."""
        for part in self.components(fields):
            regions = {self.region[field] for field in part if field in self.dots}
            if any(permitted <= regions for permitted in SETS[seats]):
                return True
        return False

    def most_hills(self, fields):
        return max((sum(field in self.dots for field in part) for part in self.components(fields)), default=0)

    def join(self, hills, chance=None):
        """Ants that join the hills, by a shortest way from each to the network so far; `chance` picks among them."""
        hills = list(hills)
        network, ants = {hills[0]}, []
        for goal in hills[1:]:
            back, edge = dict.fromkeys(sorted(network)), sorted(network)
            while goal not in back:
                if chance:
                    chance.shuffle(edge)
                reached = []
                for field in edge:
                    for near in self.near[field]:
                        if near not in back and (near == goal or near not in self.dots):
                            back[near] = field
                            reached.append(near)
                edge = reached
            field = back[goal]
            network.add(goal)
            while field not in network:
                network.add(field)
                ants.append(field)
                field = back[field]
        return ants


class Table:
    """A match with the shortest words for tests: `play("ant e5; done")`, `offers("lift")`, `on("e5")`."""

    def __init__(self, match):
        self.match = match

    def play(self, actions):
        for action in actions.split(";"):
            self.match.play(action)
        return self

    def legal(self):
        return {action.text for action in self.match.legal()}

    def offers(self, verb):
        """The fields that a verb is legal with."""
        return {action.arguments[0] for action in self.match.legal() if action.verb == verb}

    def verbs(self):
        return {action.verb for action in self.match.legal()}

    def on(self, field):
        """What stands on a field: `ant 0`, `hill 1`, `ant 1 over ant 0`, or nothing."""
        record, number = self.match.position.record, self.match.game.actions.parse(f"ant {field}") - 1
        below, above = int(record.ground[number]), int(record.above[number])
        text = f"{'hill' if field in PLAN.dots else 'ant'} {below - 1}" if below else ""
        return f"ant {above - 1} over {text}" if above else text

    def left(self, seat):
        """Ants, hills and bridges left of a seat."""
        player = self.match.position.record.players[seat]
        return int(player.ants), int(player.hills), int(player.bridges)

    @property
    def seat(self):
        """Whose turn it is; `None` at the end."""
        return self.match.actors[0] if self.match.actors else None

    @property
    def round(self):
        return int(self.match.position.record.round_number)


PLAN = Plan()


@pytest.fixture(scope="session")
def plan():
    """The board as the spec draws it."""
    return PLAN


def set_up(seats=2, first=0, *, mover=0, round_number=2, ants=None, hills=None, over=None, spent=()):
    """`table()` is a new match, seat 0 begins; with pieces, it stands in the second round of a match with these.

    `ants` and `hills` give fields by seat; `over` gives fields where a seat's ant stands on top of another's. The other
    ants of the seats in `spent` stand on the last fields of the board that are free.
    """
    match = Match("sisimizi", seats=seats, nature=False)
    match.play(f"first {first}")
    if ants is None and hills is None:
        return Table(match)
    record = match.position.record
    number = {name: code for code, name in enumerate(PLAN.names)}
    record.mover, record.round_number = mover, round_number

    def put(layer, seat, field, supply):
        assert layer[number[field]] == 0, f"two pieces on {field}"
        layer[number[field]] = seat + 1
        record.players[seat][supply] -= 1

    for seat, fields in (ants or {}).items():
        for field in fields.split():
            assert field not in PLAN.dots
            put(record.ground, seat, field, "ants")
    for seat, fields in (hills or {}).items():
        for field in fields.split():
            assert field in PLAN.dots
            put(record.ground, seat, field, "hills")
            record.players[seat]["regions"] |= 1 << "ABDFNWCES".index(PLAN.region[field])
    for seat, fields in (over or {}).items():
        for field in fields.split():
            assert record.ground[number[field]] not in (0, seat + 1)
            put(record.above, seat, field, "ants")
            record.players[seat]["bridges"] -= 1
    for seat in spent:
        free = [field for field in PLAN.plain if not record.ground[number[field]]]
        while record.players[seat]["ants"]:
            put(record.ground, seat, free.pop(), "ants")
    assert all(min(record.players[seat]) >= 0 for seat in range(seats))
    return Table(match)


@pytest.fixture(scope="session")
def table():
    """A maker of tables."""
    return set_up
