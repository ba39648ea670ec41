"""The state of a running server: what every request reaches through the application."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from formicarium.server.identity import Identities
from formicarium.server.limits import Limiter, Places
from formicarium.server.room import Room
from formicarium.server.settings import Settings
from formicarium.server.storage import Storage
from formicarium.server.thinking import Thinkers


@dataclass
class State:
    """Everything that lives as long as the server."""

    settings: Settings
    storage: Storage
    thinkers: Thinkers
    room: Room
    identities: Identities
    requests: Limiter
    new_tables: Limiter
    pictures: Limiter
    hints: Limiter
    sockets: Places

    @classmethod
    def of(cls, connection: Any) -> State:
        """The state behind a request or a socket."""
        found: State = connection.app.state.server
        return found
