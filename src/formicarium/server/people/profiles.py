"""Profiles: what somebody's rated matches tell. Who it is sees all of it, others what it shows."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple, get_args  # Any: as JSON

from formicarium.coach import review
from formicarium.errors import TableError
from formicarium.server.store.profiles import First, ProfileStore, Result, Rival, profile_write
from formicarium.server.store.ratings import RatingStore, Standing, Strength
from formicarium.server.store.storage import Storage
from formicarium.server.table.table import Person

Part = Literal["ratings", "results", "openings", "luck", "rivals"]
PARTS: tuple[Part, ...] = get_args(Part)
CURVE, RIVALS, LAST, REVIEWED = 100, 20, 200, 50  # matches of a curve, people, matches for openings, reviews
OPENINGS = 3  # of each game and mode


class Curve(NamedTuple):
    """A rating, and what it was after each match: when that ended, and how strong one was."""

    standing: Standing
    points: list[tuple[float, Strength]]


@dataclass
class Luck:
    """What reviews tell, as the sum over matches, in victories; secret choices that were or could have been guessed."""

    matches: int = 0
    received: float = 0.0  # by dice, draws and deals
    lost: float = 0.0  # by one's own decisions
    choices: int = 0
    guessed: int = 0
    expected: float = 0.0  # if they were drawn by the best mix


@dataclass
class Profile:
    """What is told of somebody; `None` for what is not shown."""

    person: str
    name: str
    own: bool
    shown: frozenset[str]
    ratings: list[Curve] | None = None
    results: list[Result] | None = None
    openings: list[First] | None = field(default=None)
    luck: Luck | None = None
    rivals: list[Rival] | None = None


class Profiles:
    """Makes profiles from what is stored."""

    def __init__(self, storage: Storage, ratings: RatingStore) -> None:
        self._storage, self._ratings, self.store = storage, ratings, ProfileStore(storage)

    async def show(self, person: Person, parts: list[Part]) -> None:
        """Let everybody see these parts, and no others."""
        await self._storage.commit([profile_write(person.id, person.name, parts)])

    async def data(self, person: str) -> dict[str, Any]:
        """What is told of somebody, for who takes its data along."""
        ratings = await self._ratings.standings_of(person)
        return {"shown": sorted((await self.store.shown(person))[1]), "ratings": [asdict(one) for one in ratings]}

    async def of(self, person: str, viewer: Person | None) -> Profile:
        """What a viewer may see of somebody; who shows nothing is nobody to others.

        Others are told how they themselves did against somebody, not how third people did.
        """
        name, shown = await self.store.shown(person)
        own = viewer is not None and viewer.id == person
        if not own and not shown:
            raise TableError("people/unknown", "there is nobody of that name who shows anything")
        seen = set(PARTS) if own else shown
        profile = Profile(person, viewer.name if own and viewer else name, own, shown)
        if "ratings" in seen:
            profile.ratings = [
                Curve(one, await self._ratings.curve(person, one.game, one.mode, one.pool, CURVE))
                for one in await self._ratings.standings_of(person)
            ]
        if "results" in seen:
            profile.results = await self.store.results(person)
        if "openings" in seen:
            profile.openings = favourites(await self.store.firsts(person, LAST))
        if "luck" in seen:
            profile.luck = await asyncio.to_thread(luck, await self.store.reviewed(person, REVIEWED))
        if "rivals" in seen and (own or viewer):
            profile.rivals = await self.store.rivals(person, RIVALS, None if own or not viewer else viewer.id)
        return profile


def favourites(firsts: list[First]) -> list[First]:
    """The most frequent of each game and mode."""
    kept: dict[tuple[str, str], list[First]] = defaultdict(list)
    for one in firsts:
        if len(kept[one.game, one.mode]) < OPENINGS:
            kept[one.game, one.mode].append(one)
    return [one for some in kept.values() for one in some]


def luck(reviewed: list[tuple[int, str]]) -> Luck:
    """What reviews tell about the seats of somebody, all together."""
    found = Luck()
    for seat, packed in reviewed:
        one = review.unpack(packed)
        how = one.readability(seat)
        found.matches += 1
        found.received += float(one.chance[seat])
        found.lost -= float(one.own[seat])
        found.choices += how.choices
        found.guessed += how.guessed
        found.expected += how.expected
    return found
