"""Invitations: tokens with which somebody may take a seat. They cannot be guessed and need no storage."""

from __future__ import annotations

import hashlib
import hmac

from formicarium.server.table.table import Table
from formicarium.server.wire.messages import Invite


class Invitations:
    """What the server's secret lets it sign."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def token(self, table: str, seat: int) -> str:
        """The token for a seat."""
        return hmac.new(self._secret, f"invite {table} {seat}".encode(), hashlib.sha256).hexdigest()[:32]

    def is_valid(self, table: str, seat: int, token: str) -> bool:
        """Whether a token invites to a seat."""
        return hmac.compare_digest(self.token(table, seat).encode(), token.encode())

    def of(self, table: Table) -> tuple[Invite, ...]:
        """The open seats of a table and the links by which they can be taken."""
        return tuple(self._invite(table.id, seat.seat) for seat in table.seats if seat.kind == "open")

    def _invite(self, table: str, seat: int) -> Invite:
        token = self.token(table, seat)
        return {"seat": seat, "invite": token, "link": f"/table/{table}?seat={seat}&invite={token}"}
