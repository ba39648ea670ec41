"""Commands for those who let others play: serve, backup, restore, ratings, moderators, mcp."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import Annotated

import typer

from formicarium.cli.asking import out
from formicarium.errors import MissingExtra


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at; 0 for a free one.")] = 8000,
    data: Annotated[Path | None, typer.Option(help="The folder of the database.")] = None,
) -> None:
    """Let people play in a browser; Ctrl-C stops. Settings come from the environment, see docs/serve.md."""
    gc.disable()  # all that is loaded now will stay; the server looks for garbage when it is ready
    try:
        from formicarium.server.run import run
    except ImportError as error:
        raise MissingExtra("serve", "The server and its pages") from error
    run(host, port, data)


def backup(file: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")]) -> None:
    """Write all tables of the server to one checked file; it may go on serving meanwhile."""
    _copy("backup", file)


def restore(file: Annotated[Path, typer.Argument(help="A file that `formicarium backup` wrote.")]) -> None:
    """Put a backup into an empty database, after checking all of it; the database may be of another kind."""
    _copy("restore", file)


def _copy(how: str, file: Path) -> None:
    try:
        from formicarium.server.settings import Settings
        from formicarium.server.store import backup as copies
    except ImportError as error:
        raise MissingExtra("serve", "The server and its pages") from error
    copy = copies.backup if how == "backup" else copies.restore
    counts = asyncio.run(copy(Settings().database_url, file))
    out.print(", ".join(f"{count} {name}" for name, count in counts.items() if name != "secrets") or "nothing yet")


def ratings() -> None:
    """Reckon all ratings of people anew from the stored matches; the server may go on meanwhile."""
    try:
        from formicarium.server.people.ratings import recount
        from formicarium.server.settings import Settings
        from formicarium.server.store.storage import Storage
    except ImportError as error:
        raise MissingExtra("serve", "The server and its pages") from error

    async def reckon() -> None:
        storage = Storage(Settings().database_url)
        await storage.start()
        try:
            found = await recount(storage)
        finally:
            await storage.stop()
        out.print(f"{found.matches} rated matches, {found.ratings} ratings, {found.changed} changed")

    asyncio.run(reckon())


def moderators(
    name: Annotated[str | None, typer.Argument(help="A member; without one, all moderators are listed.")] = None,
    remove: Annotated[bool, typer.Option("--remove", help="It moderates no longer.")] = False,
) -> None:
    """Let a member keep order on the site, or no longer; the server may go on meanwhile."""
    try:
        from formicarium.server.people.moderation import appoint
        from formicarium.server.settings import Settings
        from formicarium.server.store.civil import CivilStore
        from formicarium.server.store.storage import Storage
    except ImportError as error:
        raise MissingExtra("serve", "The server and its pages") from error

    async def change() -> None:
        storage = Storage(Settings().database_url)
        await storage.start()
        try:
            if name:
                await appoint(storage, name, moderates=not remove)
            found = await CivilStore(storage).moderators()
        finally:
            await storage.stop()
        out.print(", ".join(called for _, called in found) or "nobody yet")

    asyncio.run(change())


def mcp() -> None:
    """Let a language model play: an MCP server on standard input and output, see docs/research.md."""
    try:
        from formicarium.interop.mcp_server import create
    except ImportError as error:
        raise MissingExtra("mcp", "Tables for language models") from error
    create().run()
