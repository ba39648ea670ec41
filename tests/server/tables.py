"""Tables in memory, without a server: for what is told about them and done at them."""

from formicarium.core import random
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person, Table

ADA, BEN = Person("ada", "Ada"), Person("ben", "Ben")


def table(game="sisimizi", people=(ADA, BEN), *, first=None, seed=None, **options):
    """A table at which these people sit; an open seat for `None`. With a seed, nature always does the same."""
    seats = [
        SeatRow(seat, "human", who.name, who.id, "random") if who else SeatRow(seat, "open", "", None, "random")
        for seat, who in enumerate(people)
    ]
    stored = new_table(game, seats, options, 0.0, owner=people[0].id, first=first)
    stored.row.seed = seed or stored.row.seed
    return Table(stored)


def play(at, *actions):
    """Make actions, each for whoever is to act."""
    for action in actions:
        at.act(at.match.actors[0], action, 0.0)


def play_on(at, plies, seed=1, until=lambda at: False):
    """Make random actions until there are so many plies, or something is so."""
    rng = random.stream(seed)
    while not at.over and len(at.ledger.standing) < plies and not until(at):
        seat = at.match.actors[random.below(rng, len(at.match.actors))]
        at.act(seat, at.match.position.sample(seat, rng).text, 0.0)


def sentences(lines):
    """What lines of the log say."""
    return ["".join(part["text"] for part in one["parts"]) for line in lines for one in line["told"]]
