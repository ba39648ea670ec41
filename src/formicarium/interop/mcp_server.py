"""A table for language models: an MCP server through which one can read the rules, sit down, look and play.

The model has one seat, bots have the others, and everything that it is told comes from the view of its seat and from
what the log lets that seat read.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import formicarium.engine.game as games
from formicarium.bots import Bot, bot
from formicarium.engine.errors import FormicariumError, OptionError, UnknownName
from formicarium.engine.kernel import NATURE
from formicarium.engine.match import Match

MOST_TABLES = 32  # of one server; the oldest is cleared away for a new one
INSTRUCTIONS = """Board games about ants, to be played against bots. `games` lists them, `rules` explains one, `sit`
begins a match and gives the name of its table, `look` shows what your seat can see and which actions are legal, `play`
makes one of them. Actions are written exactly as `look` lists them."""

P = ParamSpec("P")


class Table:
    """A match with a model in one seat and bots in the others."""

    def __init__(
        self, game: str, seats: int | None, seat: int, opponents: str, options: dict[str, Any], seed: str | None
    ) -> None:
        self.match = Match(game, seats, seed=seed, **options)
        if not 0 <= seat < self.match.seats:
            raise OptionError("option/seats", f"there are seats 0 to {self.match.seats - 1}, not {seat}")
        self.seat = seat
        others = [other for other in range(self.match.seats) if other != seat]
        self.bots: dict[int, Bot] = {other: bot(game, opponents, seed=(self.match.seed, other)) for other in others}
        self.told = 0  # so many actions of the log the model has read
        self.let_bots_act()

    def let_bots_act(self) -> None:
        """Play on until the model is to act, or the match is over."""
        while self.match.actors and self.seat not in self.match.actors:
            other = self.match.actors[0]
            self.match.play(self.bots[other].choose(self.match.view(other)), other)

    def look(self) -> str:
        """What has happened since the last look, what the seat sees, and what it can do."""
        lines = []
        for who, action in self.match.log(self.seat, self.told):
            name = "nature" if who == NATURE else "you" if who == self.seat else f"seat {who}"
            lines.append(f"{name}: {action.text if action else 'something in secret'}")
        self.told = len(self.match.history)
        happened = "\n".join(["Since your last look:", *lines]) if lines else "Nothing has happened since."
        view = self.match.view(self.seat)
        if self.match.over:
            outcome = self.match.outcome
            assert outcome is not None
            share = f"Your share of the victory: {outcome.shares[self.seat]:g}"
            return f"{happened}\n\n{view}\n\nThe match is over. {self.match.ending()} {share}"
        legal = ", ".join(view.legal_texts())
        return f"{happened}\n\nYou are seat {self.seat}.\n{view}\n\nYour legal actions: {legal}"


def _answering(tool: Callable[P, str]) -> Callable[P, str]:
    """Let our errors be answers that a model can read and learn from."""

    @wraps(tool)
    def answer(*arguments: P.args, **named: P.kwargs) -> str:
        try:
            return tool(*arguments, **named)
        except FormicariumError as error:
            raise ToolError(f"{error.code}: {error}") from error

    return answer


def create() -> MCPServer[None]:
    """The server, with tables of its own."""
    server: MCPServer[None] = MCPServer("formicarium", instructions=INSTRUCTIONS, log_level="WARNING")
    tables: dict[str, Table] = {}

    def table(name: str) -> Table:
        if name not in tables:
            raise UnknownName("table", name, tables)
        return tables[name]

    @server.tool(name="games")
    @_answering
    def list_games() -> str:
        """The games, how many can play, their options, and the levels of their bots."""
        lines = []
        for name in games.names():
            game = games.find(name)
            options = "; ".join(f"{option.name}: {', '.join(option.values)}" for option in game.options)
            lines.append(
                f"{name}: {game.words()('tagline')} Seats: {', '.join(map(str, game.seats))}. "
                f"Options: {options or 'none'}. Opponents: random, greedy, {', '.join(game.levels)}."
            )
        return "\n".join(lines)

    @server.tool()
    @_answering
    def rules(game: str, language: str = "en") -> str:
        """The rules of a game, and how its actions are written."""
        found = games.find(game)
        verbs = ", ".join(verb.usage for verb in found.actions.verbs)
        return f"{found.words(language).rules}\n\nActions: {verbs}"

    @server.tool()
    @_answering
    def sit(
        game: str,
        seats: int | None = None,
        seat: int = 0,
        opponents: str = "easy",
        options: dict[str, str] | None = None,
        seed: str | None = None,
    ) -> str:
        """Begin a match: the number of seats, yours among them, the level of the bots in the others, and options."""
        made = Table(game, seats, seat, opponents, options or {}, seed)
        name = secrets.token_hex(4)
        tables[name] = made
        if len(tables) > MOST_TABLES:
            del tables[next(iter(tables))]
        return f"table {name}\n{made.look()}"

    @server.tool()
    @_answering
    def look(table_name: str) -> str:
        """What has happened, what your seat sees, and your legal actions."""
        return table(table_name).look()

    @server.tool()
    @_answering
    def play(table_name: str, action: str) -> str:
        """Make one of your legal actions; the bots answer until you are to act again."""
        at = table(table_name)
        at.match.play(action, at.seat)
        at.let_bots_act()
        return at.look()

    return server
