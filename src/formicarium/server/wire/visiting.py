"""What who visits the lobby is told, as types; `js/lobby/types.js` has the same ones and `docs/api.md` lists them."""

from __future__ import annotations

from typing import Literal, TypedDict

from formicarium.server.wire.messages import Clock

# What messages are made of


class Visible(TypedDict):
    """Who sits at an open table; a rating is provisional while it may still be far off."""

    name: str
    kind: Literal["human", "bot", "local", "open"]
    rating: float | None
    provisional: bool


class OpenTable(TypedDict):
    """A table with a free seat that everybody may take."""

    id: str
    game: str
    options: dict[str, str]
    clock: Clock
    language: str
    created: float
    seats: list[Visible]


class Queue(TypedDict):
    """How many people look for a match of a game."""

    game: str
    mode: str
    people: int


class Seek(TypedDict):
    """What I look for: who has waited for `bots_after` seconds is offered bots."""

    game: str
    options: dict[str, str]
    clock: Clock
    seats: list[int]
    waited: float
    bots_after: float | None
    bots: bool


# From the server


class Lobby(TypedDict):
    """Everything in the lobby: what is open, who waits, and what I look for or have found."""

    type: Literal["lobby"]
    tables: list[OpenTable]
    waiting: list[Queue]
    seek: Seek | None
    table: str | None


class LobbyChange(TypedDict):
    """What has changed in the lobby: tables that are new or otherwise, those that are gone, who waits."""

    type: Literal["lobby-change"]
    tables: list[OpenTable]
    gone: list[str]
    waiting: list[Queue]


class Sought(TypedDict):
    """What I look for has changed; with a table it was found."""

    type: Literal["sought"]
    seek: Seek | None
    table: str | None


ToVisitor = Lobby | LobbyChange | Sought
PARTS = (OpenTable, Visible, Queue, Seek)
