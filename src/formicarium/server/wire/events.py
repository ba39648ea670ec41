"""Events: what processes tell each other, and a room its connections, as types: that something has changed."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from formicarium.server.table.rows import LogRow
from formicarium.server.wire.messages import Rematch, Thinking


class Moved(TypedDict):
    """The log has grown to a number; `log` are the new lines, where the next to hear of it may need them."""

    type: Literal["moved"]
    number: int
    log: NotRequired[list[LogRow]]  # between processes they cross as JSON: their fields by name


class Sat(TypedDict):
    """Who sits where has changed, or who is there."""

    type: Literal["seats"]


class Said(TypedDict):
    """There is a line of chat of that number."""

    type: Literal["chat"]
    number: int


class Lost(TypedDict):
    """What was told may not be so: look at everything anew."""

    type: Literal["lost"]


class WhoIsThere(TypedDict):
    """A process asks who is connected to the others."""

    type: Literal["who"]


class Here(TypedDict):
    """Who is connected to a process, and who was and how many seconds ago."""

    type: Literal["here"]
    process: str
    people: list[str]
    left: dict[str, float]


class Member(TypedDict):
    """Something about a member has changed: by what it signs in, or whether there is such a one."""

    type: Literal["member"]
    person: str
    gone: bool  # for good: nobody at a table is called so any more


class Anew(TypedDict):
    """What is stored of a table was changed, not only added to: read all of it."""

    type: Literal["anew"]


class Mannered(TypedDict):
    """Somebody wants something else of chat, or of others."""

    type: Literal["manners"]
    person: str


class Gap(TypedDict):
    """Something may have been missed: look into the database."""

    type: Literal["gap"]


class LobbyMoved(TypedDict):
    """Who waits in the lobby, or which tables are open, has changed."""

    type: Literal["lobby"]


Event = Moved | Sat | Said | Thinking | Rematch | Lost | WhoIsThere | Here | Member | LobbyMoved | Anew | Mannered | Gap
