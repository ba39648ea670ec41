"""Digests: one letter a day to a member who wants it, with the tables that wait. One click ends them.

Each member has the letter of a day once, whichever process writes it: that it was written is stored first, like a link
that was used. A letter that is lost with its process comes the next day.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from functools import partial

from itsdangerous import BadSignature, URLSafeSerializer

import formicarium as fm
from formicarium.errors import AccountError, Conflict, Unavailable
from formicarium.server.people.mail import Mail
from formicarium.server.people.notices import Say
from formicarium.server.room.room import Room
from formicarium.server.store.notices import Notices as Stored
from formicarium.server.store.notices import Reader, digest_write, spend_write
from formicarium.server.table.clock import DAY
from formicarium.server.table.rows import PLAYING, Listed

LOOK_SECONDS = 60.0  # between two looks for members who have not had the letter of today
AT_ONCE = 100  # members that one look finds
LINES = 20  # tables that a letter names

log = logging.getLogger("formicarium.server")


class Digests:
    """Writes letters to those who do not come by themselves."""

    def __init__(self, room: Room, mail: Mail, secret: str, say: Say) -> None:
        self._room, self._mail, self._say = room, mail, say
        self._stored = Stored(room.storage)
        self._signer = URLSafeSerializer(secret, salt="digest")

    def start(self) -> None:
        """Begin to write, where the site sends mail."""
        if self._mail.works:
            self._room.spawn(self._write_all())

    async def wants(self, member: str) -> bool:
        """Whether a member wants a letter a day."""
        return await self._stored.digest_of(member)

    async def choose(self, member: str, language: str | None) -> None:
        """A member wants a letter a day in a language, or none."""
        if language and not self._mail.works:
            raise AccountError("mail/off", "this site sends no e-mail")
        await self._room.storage.commit([digest_write(member, language)])

    def check(self, token: str) -> str:
        """Whose letters a link is to end; whoever has the letter has the link, and nobody else."""
        try:
            return str(self._signer.loads(token))
        except BadSignature:
            raise AccountError("link/invalid", "this is no link of a letter from here") from None

    async def _write_all(self) -> None:
        while True:
            try:
                await self.write(time.time())
            except Unavailable as error:
                log.warning("letters wait for the database", extra={"code": error.code})
            except Exception:  # whatever it is, the others have theirs at the next look
                log.exception("a letter could not be written")
            await asyncio.sleep(LOOK_SECONDS)

    async def write(self, now: float) -> None:
        """Write to everybody who has not had the letter of this day, which begins at an hour of its own."""
        day = int((now - 3600 * self._room.settings.digest_hour) // DAY)
        while readers := await self._stored.readers(day, AT_ONCE):
            for reader in readers:
                with suppress(Conflict):  # another process writes to it
                    await self._room.storage.commit([spend_write(reader.member, day, now + 2 * DAY)])
                    await self._write_to(reader)

    async def _write_to(self, reader: Reader) -> None:
        listed = await self._room.storage.tables_of(reader.member, PLAYING)
        waiting = sorted((one for one in listed if waits(one, reader.member)), key=lambda one: one.acted)
        if not waiting:
            return
        _, site = partial(self._say, reader.language), self._room.settings.origin.rstrip("/")
        lines = []
        for one in waiting[:LINES]:
            others = ", ".join(seat.name for seat in one.seats if seat.owner != reader.member and seat.name)
            game = fm.game(one.row.game).words(reader.language)("name")
            lines.append(
                f"{game} – {others}\n{site}/table/{one.row.id}" if others else f"{game}\n{site}/table/{one.row.id}"
            )
        stop = f"{site}/letters/{self._signer.dumps(reader.member)}"
        subject = _("Tables wait for you: {count}").format(count=len(waiting))
        greeting = _("Hello {name},").format(name=reader.name)
        ending = _("You get this at most once a day, because you wanted it. No more of these letters:")
        text = "\n\n".join([greeting, _("it is your turn here:"), *lines, f"{ending}\n{stop}"]) + "\n"
        self._mail.send(reader.email, subject, text, stop)


def waits(listed: Listed, person: str) -> bool:
    """Whether a table waits for somebody."""
    if listed.row.paused or any(seat.kind == "open" for seat in listed.seats):
        return False
    mine = [seat.seat for seat in listed.seats if seat.owner == person and not seat.away]
    return any((listed.to_act or 0) >> seat & 1 for seat in mine)
