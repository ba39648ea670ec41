"""Settings: every number that an operator may want to change, from the environment as `FORMICARIUM_<NAME>`."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any


def data_folder() -> Path:
    """Where the embedded database lives: `FORMICARIUM_DATA`, else the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(os.environ.get("FORMICARIUM_DATA") or Path(home) / "formicarium")


def default_database() -> str:
    """The embedded database: one SQLite file."""
    return f"sqlite:///{data_folder() / 'tables.db'}"


@dataclass(frozen=True)
class Settings:
    """What a server is started with; all limits are numbers here, and nowhere else."""

    database_url: str = field(default_factory=default_database)  # sqlite:////path or postgresql://user@host/name
    bus_url: str = ""  # redis://host:6379/0 where several processes serve the same tables
    secret: str = ""  # signs cookies and invitations; made once and kept in the database if empty
    origin: str = ""  # the public origin, such as https://ants.example, behind a proxy that changes the host
    secure_cookies: bool = False  # send cookies over https only

    ray: str = ""  # the address of a Ray cluster on which bots think; without one, in processes beside the server
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)  # processes in which bots think
    adviser: str = "champion"  # the level that is asked for hints
    think_limit: float = 60.0  # seconds after which a bot that does not answer is given up

    tables_in_memory: int = 1000  # more are rebuilt from their log when they are needed again
    idle_seconds: float = 900.0  # a table nobody is connected to leaves memory after so long
    steps_behind: int = 40  # a client that missed more numbers gets a full frame
    outbox: int = 200  # waiting messages of a socket; one that reads slower is closed
    sockets_each: int = 100  # connections of one person or address at once
    absence_seconds: float = 60.0  # after so long without a connection, the others may give a seat to a bot

    changes_waiting: int = 5_000  # for the database; beyond, who wants to change something is asked to wait

    body_bytes: int = 65_536  # of a request
    record_bytes: int = 1_000_000  # of an imported record file
    message_bytes: int = 4_096  # of a message over a socket
    messages_a_second: float = 50.0  # over one socket …
    messages_burst: int = 200  # … and so many at once
    requests_a_second: float = 50.0  # of one person or address over HTTP …
    requests_burst: int = 300  # … and so many at once
    tables_a_minute: float = 20.0  # made by one person or address …
    tables_burst: int = 40  # … and so many at once
    pictures_a_minute: float = 30.0  # PNG and GIF of one person or address …
    pictures_burst: int = 10  # … and so many at once
    hints_a_minute: float = 20.0
    hints_burst: int = 10

    name_length: int = 24  # characters of a name
    chat_length: int = 500  # characters of a line of chat
    chat_lines: int = 500  # of one table; older ones are kept, newer ones refused
    tokens_each: int = 20  # tokens for external bots of one person
    gif_frames: int = 120  # of a whole match; a longer one is thinned out
    gif_limit: float = 300.0  # seconds after which an animated picture is given up
    stop_seconds: float = 5.0  # for open requests at a graceful stop

    @classmethod
    def from_environment(cls, **chosen: Any) -> Settings:
        """The defaults, changed by the environment, changed by what is given here."""
        values: dict[str, Any] = {}
        for setting in fields(cls):
            text = os.environ.get(f"FORMICARIUM_{setting.name.upper()}")
            if text is not None:
                values[setting.name] = _READERS[str(setting.type)](text)
        return cls(**{**values, **{name: value for name, value in chosen.items() if value is not None}})


_READERS: dict[str, Callable[[str], Any]] = {
    "str": str,
    "int": int,
    "float": float,
    "bool": lambda text: text.lower() in ("1", "yes", "true", "on"),
}
