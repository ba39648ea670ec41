"""Clubs: people who know each other from elsewhere. Who has the invitation joins; moderators keep order."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from formicarium.errors import ClubError, Conflict
from formicarium.server.room.room import Room
from formicarium.server.room.verdicts import Close
from formicarium.server.store.clubs import (
    LEFT,
    MEMBER,
    MODERATOR,
    REMOVED,
    ClubPerson,
    ClubRow,
    ClubStore,
    club_writes,
    code_write,
    person_write,
    role_write,
    silent_write,
)
from formicarium.server.store.schema import Write
from formicarium.server.table import clock
from formicarium.server.table.names import distinct
from formicarium.server.table.rows import PLAYING, Listed
from formicarium.server.table.table import Person

BELONG = (MODERATOR, MEMBER)
LATEST = 200  # tables of a club among which those that are still played are looked for
TRIES = 8  # of somebody who joins when others are faster


class Clubs:
    """All clubs of a site."""

    def __init__(self, room: Room) -> None:
        self._room, self.store = room, ClubStore(room.storage)

    # Looking

    async def find(self, club: str) -> tuple[ClubRow, list[ClubPerson]]:
        """A club and all who belong to it or did."""
        found = await self.store.load(club)
        if found is None:
            raise ClubError("club/unknown", f"there is no club {club!r}")
        return found

    async def check_member(self, club: str, person: Person | None) -> None:
        """Refuse who does not belong to a club."""
        role = await self.store.role(club, person.id) if person and club.isprintable() else None
        if role not in BELONG:
            raise ClubError("club/member", "only members of the club may do that")

    async def tables(self, club: str) -> list[Listed]:
        """The tables of a club that are open or being played, the latest first."""
        listed = await self._room.storage.tables_named(await self.store.tables(club, LATEST))
        return [one for one in listed if one.row.state == PLAYING][: self._room.settings.club_tables]

    async def check_room_for_table(self, club: str) -> None:
        """Refuse another table where there are enough."""
        most = self._room.settings.club_tables
        if len(await self.tables(club)) >= most:
            raise ClubError("club/full", f"a club has no more than {most} tables at once: close one")

    # Changing

    async def found(self, name: str, about: str, person: Person, *, silent: bool = False) -> ClubRow:
        """A new club, moderated by who founds it."""
        if not name or not person.name:
            raise ClubError("club/name", "say how the club is called, and you")
        most = self._room.settings.clubs_each
        if sum(one.owner == person.id for one in await self.store.of_person(person.id)) >= most:
            raise ClubError("club/many", f"nobody founds more than {most} clubs")
        row = ClubRow(secrets.token_urlsafe(12), name, about, new_code(), person.id, clock.now(), silent)
        founder = ClubPerson(1, person.id, person.name, MODERATOR, row.created)
        await self._room.storage.commit(club_writes(row, founder))
        return row

    async def join(self, club: str, code: str, person: Person) -> None:
        """A person joins by the invitation, or is called otherwise."""
        if not person.name:
            raise ClubError("club/name", "say by which name the club knows you")

        def writes(row: ClubRow, people: list[ClubPerson]) -> list[Write]:
            known = next((one for one in people if one.person == person.id), None)
            name = distinct(person.name, (one.name for one in people if one is not known and one.role in BELONG))
            if known and known.role in BELONG:
                return [role_write(club, replace(known, name=name))]
            if known and known.role == REMOVED:
                raise ClubError("club/removed", "a moderator has removed you from this club")
            if not secrets.compare_digest(code.encode(), row.code.encode()):
                raise ClubError("club/code", "this invitation is not valid any more: ask for a new one")
            most = self._room.settings.club_people
            if sum(one.role in BELONG for one in people) >= most or len(people) >= 4 * most:
                raise ClubError("club/full", f"a club has no more than {most} members")
            if known:
                return [role_write(club, replace(known, name=name, role=MEMBER))]
            return [person_write(club, ClubPerson(len(people) + 1, person.id, name, MEMBER, clock.now()))]

        await self._change(club, writes)

    async def leave(self, club: str, person: Person) -> None:
        """A member goes; who founded the club stays."""

        def writes(row: ClubRow, people: list[ClubPerson]) -> list[Write]:
            own = _member(people, person)
            if row.owner == person.id:
                raise ClubError("club/founder", "who founded the club stays: there would be nobody to ask")
            return [role_write(club, replace(own, role=LEFT))]

        await self._change(club, writes)

    async def appoint(self, club: str, person: Person, number: int, role: str) -> None:
        """A moderator makes somebody a moderator, a plain member again, or removes it for good."""

        def writes(row: ClubRow, people: list[ClubPerson]) -> list[Write]:
            _check_moderator(people, person)
            found = next((one for one in people if one.number == number and one.role in BELONG), None)
            if found is None:
                raise ClubError("club/person", f"nobody of number {number} belongs to the club")
            if found.person == row.owner:
                raise ClubError("club/founder", "who founded the club stays, and moderates")
            return [role_write(club, replace(found, role=role))]

        await self._change(club, writes)

    async def renew(self, club: str, person: Person) -> None:
        """A moderator makes a new invitation; the old one is no use any more."""

        def writes(row: ClubRow, people: list[ClubPerson]) -> list[Write]:
            _check_moderator(people, person)
            return [code_write(club, new_code())]

        await self._change(club, writes)

    async def silence(self, club: str, person: Person, *, silent: bool) -> None:
        """A moderator lets nobody chat at tables that are set up from now on, or lets them again."""

        def writes(row: ClubRow, people: list[ClubPerson]) -> list[Write]:
            _check_moderator(people, person)
            return [silent_write(club, silent=silent)]

        await self._change(club, writes)

    async def close(self, club: str, person: Person, table: str) -> None:
        """A moderator closes a table of the club."""
        _, people = await self.find(club)
        _check_moderator(people, person)
        if table not in await self.store.tables(club, LATEST):
            raise ClubError("club/table", "the club has no such table")
        await self._room.do(table, Close())

    async def _change(self, club: str, writes: Callable[[ClubRow, list[ClubPerson]], list[Write]]) -> None:
        for last in (False,) * (TRIES - 1) + (True,):
            try:
                await self._room.storage.commit(writes(*await self.find(club)))
            except Conflict:
                if last:
                    raise
            else:
                return


def new_code() -> str:
    """An invitation that cannot be guessed."""
    return secrets.token_urlsafe(12)


def _member(people: list[ClubPerson], person: Person) -> ClubPerson:
    own = next((one for one in people if one.person == person.id and one.role in BELONG), None)
    if own is None:
        raise ClubError("club/member", "you do not belong to this club")
    return own


def _check_moderator(people: list[ClubPerson], person: Person) -> None:
    if _member(people, person).role != MODERATOR:
        raise ClubError("club/moderator", "only moderators of the club may do that")
