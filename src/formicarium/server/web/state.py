"""The state of a running server: what every request reaches through the application."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection

from formicarium.server.people.people import People
from formicarium.server.room.desk import Desk
from formicarium.server.room.reviews import Reviews
from formicarium.server.room.room import Room
from formicarium.server.room.thinking import Thinkers
from formicarium.server.settings import Settings
from formicarium.server.store.storage import Storage
from formicarium.server.table.table import Person
from formicarium.server.web.identity import Identities
from formicarium.server.web.limits import Budget, Easel, Gallery, Places


@dataclass
class State:
    """Everything that lives as long as the server."""

    settings: Settings
    storage: Storage
    thinkers: Thinkers
    desk: Desk
    room: Room
    reviews: Reviews
    people: People | None  # where the site is for more than tables by link
    identities: Identities
    budget: Budget
    sockets: Places
    gallery: Gallery
    easel: Easel

    @classmethod
    def of(cls, connection: Any) -> State:
        """The state behind a request or a socket."""
        state: State = connection.app.state.server
        return state

    def pay(self, what: str, connection: HTTPConnection, person: Person | None, count: int = 1) -> None:
        """Let who asks pay for something, by its person and by its address; refuse who has spent too much."""
        self.budget.pay(what, address_of(connection), person, count)


def address_of(connection: HTTPConnection) -> str:
    """From where somebody asks: what a proxy that is believed says, else the other end of the connection."""
    return connection.client.host if connection.client else ""
