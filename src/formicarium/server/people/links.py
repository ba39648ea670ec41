"""Links by e-mail: to sign in, to become a member, to confirm an address. Each works once, and not for long.

Nobody learns whether an address is known: whoever asks for a link is answered at once and the same, and what is to be
done is done afterwards.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, Literal, NamedTuple  # Any: rows

from formicarium.errors import AccountError, Conflict, LimitError, Unavailable
from formicarium.server.people.mail import Mail, is_address
from formicarium.server.people.members import Accounts, Entered, email_key, key_hash
from formicarium.server.room.room import Room
from formicarium.server.store.members import is_signed_in
from formicarium.server.store.schema import Write
from formicarium.server.table.table import Person

HOUR = 3600.0

Kind = Literal["sign-in", "sign-up", "email"]
Letter = Callable[[str, str, str], tuple[str, str]]  # of a kind, to somebody called so, with a link: subject and text

log = logging.getLogger("formicarium.server")


class Opened(NamedTuple):
    """What a link has done: what it was for, and who has signed in by it, if anybody."""

    kind: str
    entered: Entered | None


class Links:
    """Sends links, and does what they are for."""

    def __init__(self, room: Room, accounts: Accounts, mail: Mail) -> None:
        self._room, self._accounts, self._mail = room, accounts, mail
        self._preparing = 0
        self._counting = asyncio.Lock()  # of two who ask at once, the second counts the link of the first

    def ask(self, email: str, guest: Person | None, name: str, letter: Letter) -> None:
        """Send a link to sign in to a member; to anybody else one to become a member under a name, if one is given."""
        self._begin(email, self._prepare(email, guest, name, letter))

    def ask_change(self, person: Person, email: str, letter: Letter) -> None:
        """Send a link to a member's new address: with it, and not before, it is the member's."""
        mine = self._accounts.check_member(person)
        self._begin(email, self._prepare_change(mine, email, letter))

    def _begin(self, email: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            if not self._mail.works:
                raise AccountError("mail/off", "this site sends no e-mail: use a passkey")
            if not is_address(email):
                raise AccountError("email/unfit", "that is no e-mail address")
            if self._preparing >= self._room.settings.mails_waiting:
                raise LimitError("limit/busy", "too many letters wait: try again later")
        except (AccountError, LimitError):
            work.close()
            raise
        self._preparing += 1
        self._room.spawn(self._quietly(work))

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (Unavailable, Conflict) as error:
            log.error("a link was not sent", extra={"reason": str(error)})
        finally:
            self._preparing -= 1

    async def _prepare(self, email: str, guest: Person | None, name: str, letter: Letter) -> None:
        member = await self._accounts.members.of_email(email_key(email))
        if member:
            await self._send("sign-in", member["id"], member["name"], member["email"], letter)
        elif guest and name:
            await self._send("sign-up", guest.id, name, email, letter)

    async def _prepare_change(self, mine: Person, email: str, letter: Letter) -> None:
        if await self._accounts.members.of_email(email_key(email)) is None:
            await self._send("email", mine.id, mine.name, email, letter)

    async def _send(self, kind: Kind, person: str, name: str, email: str, letter: Letter) -> None:
        settings, now = self._room.settings, time.time()
        token = secrets.token_urlsafe(24)
        row = {"hash": key_hash(token), "kind": kind, "member": person, "name": name, "created": now}
        async with self._counting:
            if await self._accounts.members.links_since(email_key(email), now - HOUR) >= settings.links_an_hour:
                return  # whoever asks for more would only fill somebody's box
            await self._room.storage.commit([("link", row | {"email": email, "email_key": email_key(email)})])
        # What follows # stays in the browser: it is in no log on the way.
        self._mail.send(email, *letter(kind, name, f"{settings.origin.rstrip('/')}/account/link#{token}"))

    async def look(self, token: str) -> dict[str, Any]:
        """What a link is for, before anything is done."""
        row = await self._accounts.members.link(key_hash(token))
        if row is None or row["created"] + 60 * self._room.settings.link_minutes < time.time():
            raise AccountError("link/invalid", "this link is too old, or was used: ask for another one")
        return row

    async def open(self, token: str, person: Person | None, device: str, letter: Letter) -> Opened:
        """Do what a link is for; a second time it does nothing."""
        row = await self.look(token)
        spend: Write = ("spend", {"hash": row["hash"], "until": row["created"] + 2 * HOUR})
        try:
            if row["kind"] == "sign-in":
                return Opened("sign-in", await self._sign_in(row, spend, device))
            if person is None or person.id != row["member"] or is_signed_in(person) is (row["kind"] == "sign-up"):
                said = "open this link in the browser in which you asked for it; a link to sign in works everywhere"
                raise AccountError("link/elsewhere", said)
            if row["kind"] == "sign-up":
                entered = await self._accounts.make(person, row["name"], row["email"], [spend], device)
                return Opened("sign-up", entered)
            await self._change(row, spend, letter)
            return Opened("email", None)
        except Conflict:
            raise AccountError("link/invalid", "this link was used, or the address belongs to another member") from None

    async def _sign_in(self, row: dict[str, Any], spend: Write, device: str) -> Entered:
        member = await self._accounts.members.one(row["member"])
        if member is None or member["email_key"] != row["email_key"]:  # not their address any more
            raise AccountError("link/invalid", "this link is too old: ask for another one")
        return await self._accounts.enter(member, device, [spend], "link")

    async def _change(self, row: dict[str, Any], spend: Write, letter: Letter) -> None:
        member = await self._accounts.members.one(row["member"])
        now = {"of": row["member"], "now": row["email"], "now_key": row["email_key"]}
        await self._room.storage.commit([spend, ("member email", now), ("links gone", {"of": row["member"]})])
        if member and member["email"]:  # who had the account before must hear of it
            self._mail.send(member["email"], *letter("changed", member["name"], ""))
