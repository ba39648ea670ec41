"""Mail: letters that a site sends, one after the other, beside everything else. No request waits for one."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

import aiosmtplib

from formicarium.server import metrics
from formicarium.server.settings import Settings

TRIES = 3
AGAIN_SECONDS = 2.0  # before the second try; before the third, twice that
ANSWER_SECONDS = 20.0
LONGEST = 254  # characters of an address
PART = r"[^@\s<>()\[\],;:\\\"\x00-\x1f\x7f]"
ADDRESS = re.compile(rf"{PART}{{1,64}}@{PART}+\.{PART}{{2,}}")

log = logging.getLogger("formicarium.server")


def is_address(text: str) -> bool:
    """Whether something looks like an e-mail address; whether it is one, a letter to it will show."""
    return len(text) <= LONGEST and ADDRESS.fullmatch(text) is not None and ".." not in text


class Mail:
    """The letters that wait, and the server that takes them: `smtp://user:password@host:587` or `smtps://…`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._waiting: asyncio.Queue[EmailMessage] = asyncio.Queue(settings.mails_waiting)
        self._sender: asyncio.Task[None] | None = None

    @property
    def works(self) -> bool:
        """Whether the site sends mail at all."""
        return bool(self._settings.smtp_url)

    def start(self) -> None:
        """Begin to send."""
        if self.works:
            self._sender = asyncio.create_task(self._send_all(), name="mail")

    async def stop(self, seconds: float = 5.0) -> None:
        """Send what waits, if that does not take long, then stop."""
        if self._sender is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._waiting.join()
        self._sender.cancel()
        await asyncio.gather(self._sender, return_exceptions=True)
        if self._waiting.qsize():
            log.error("mail not sent: the server stops", extra={"letters": self._waiting.qsize()})

    def send(self, to: str, subject: str, text: str, stop: str = "") -> None:
        """Send a letter as soon as that is possible; what cannot be sent is in the log, without its text.

        One that comes again and again has an address by which whoever shows it can `stop` them with a click (RFC 8058).
        """
        if not self.works:
            return
        letter = EmailMessage(policy=SMTP)
        letter["From"], letter["To"] = self._settings.mail_from, to
        letter["Subject"] = " ".join(subject.split())
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain="formicarium")
        letter["Auto-Submitted"] = "auto-generated"
        if stop:
            letter["List-Unsubscribe"], letter["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
        letter.set_content(text)
        try:
            self._waiting.put_nowait(letter)
        except asyncio.QueueFull:
            self._fail(letter, "too many letters wait")

    async def _send_all(self) -> None:
        while True:
            letter = await self._waiting.get()
            try:
                await self._send(letter)
            except Exception as error:  # a letter that cannot be sent, for whatever reason, keeps no other one back
                self._fail(letter, f"{type(error).__name__}: {error}")
            finally:
                self._waiting.task_done()

    async def _send(self, letter: EmailMessage) -> None:
        server = urlsplit(self._settings.smtp_url)
        for tried in range(1, TRIES + 1):
            try:
                await aiosmtplib.send(
                    letter,
                    hostname=server.hostname,
                    port=server.port,
                    username=unquote(server.username) if server.username else None,
                    password=unquote(server.password) if server.password else None,
                    use_tls=server.scheme == "smtps",
                    timeout=ANSWER_SECONDS,
                )
            except aiosmtplib.SMTPResponseException as error:
                if error.code >= 500 or tried == TRIES:  # no use to try again
                    raise
            except (aiosmtplib.SMTPException, OSError):
                if tried == TRIES:
                    raise
            else:
                metrics.mails.labels("sent").inc()
                return
            await asyncio.sleep(AGAIN_SECONDS * tried)

    def _fail(self, letter: EmailMessage, reason: str) -> None:
        metrics.mails.labels("failed").inc()
        domain = str(letter["To"]).rpartition("@")[2]  # not who: a log is read by many
        log.error("mail not sent", extra={"domain": domain, "reason": reason[:300]})
