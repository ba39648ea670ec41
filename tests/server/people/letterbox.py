"""Where letters arrive: a server that takes mail on this machine."""

import asyncio
import email
import email.policy
import re
import time
from contextlib import contextmanager

from aiosmtpd.controller import Controller


class Box:
    """Takes every letter."""

    def __init__(self):
        self.letters = []
        self.refuse = 0  # so many of the next ones, for now
        self.url = ""  # where it takes them

    async def handle_DATA(self, server, session, envelope):  # so it is called there
        if self.refuse:
            self.refuse -= 1
            return "451 come again"
        self.letters.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 taken"

    def wait(self, count):
        """So many letters, when they are there."""
        end = time.monotonic() + 60
        while len(self.letters) < count:
            assert time.monotonic() < end, "no letter came"
            time.sleep(0.01)
        return self.letters

    def link(self, count):
        """What stands behind the # of the link in the last of so many letters."""
        return re.search(r"/account/link#(\S+)", self.wait(count)[count - 1].get_content())[1]


class Anywhere(Controller):
    """Listens at a port that the system chooses."""

    def _trigger_server(self):
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def letterbox():
    """A box, as long as it takes letters."""
    found = Box()
    controller = Anywhere(found, hostname="127.0.0.1", port=0)
    controller.start()
    found.url = f"smtp://127.0.0.1:{controller.port}"
    try:
        yield found
    finally:
        controller.stop()
