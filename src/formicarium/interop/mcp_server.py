"""A table for language models: an MCP server through which one can read the rules, sit down, look and play.

The model has one seat, bots have the others, and everything that it is told comes from what its seat saw.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from importlib.metadata import version
from itertools import groupby
from typing import Annotated, Any, Literal, ParamSpec

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

import formicarium.engine.game as games
from formicarium.bots import Bot, bot
from formicarium.engine import guide
from formicarium.engine.match import Match
from formicarium.engine.telling import Telling, Told, recap
from formicarium.errors import FormicariumError, OptionError, UnknownName

MOST_TABLES = 32  # of one server; the oldest is cleared away for a new one
MOST_SHOWN = 700  # characters of legal actions; more are told by verb, and `legal` lists them
MOST_TOLD = 700  # characters of what happened, the last of it; what was revealed is told all the same
INSTRUCTIONS = """Board games about ants, to be played against bots. `games` lists them, `rules` explains one, `sit`
begins a match and gives the name of its table, `look` shows what your seat can see and which actions are legal, `play`
makes one of them and tells what happened since. Where there are many legal actions, they are summed up by verb, and
`legal` lists those of one verb. Actions are written exactly as they are listed."""

Name = Annotated[str, Field(description="The table, as `sit` named it.")]
GameName = Annotated[str, Field(description="The game.", json_schema_extra={"enum": list(games.names())})]
Language = Annotated[
    str, Field(description="The language of the rules.", json_schema_extra={"enum": list(games.languages())})
]
Seats = Annotated[int | None, Field(description="How many play, you among them; left out, as few as can.", ge=2, le=4)]
Seat = Annotated[int, Field(description="Your seat, from 0.", ge=0, le=3)]
Opponents = Annotated[
    Literal["random", "greedy", "gentle", "easy", "steady", "strong", "champion"],
    Field(description="How well the bots in the other seats play."),
]
Options = Annotated[
    dict[str, str] | None, Field(description="Options of the game by name, as `games` lists them; the first is usual.")
]
Seed = Annotated[str | None, Field(description="The same seed gives the same match; left out, a new one.")]
Written = Annotated[str, Field(description="One of your legal actions, exactly as it is listed.")]
VerbName = Annotated[str, Field(description="The first word of the actions to be listed.")]

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
BEGINS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
PLAYS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False)

P = ParamSpec("P")


class Sitting:
    """A match with a model in one seat and bots in the others."""

    def __init__(self, match: Match, seat: int, opponents: str) -> None:
        if not 0 <= seat < match.seats:
            raise OptionError("option/seats", f"there are seats 0 to {match.seats - 1}, not {seat}")
        self.match, self.seat = match, seat
        others = [other for other in range(match.seats) if other != seat]
        self.bots: dict[int, Bot] = {other: bot(match.game, opponents, seed=(match.seed, other)) for other in others}
        self.telling = Telling(match.ledger, seat)
        self.told = 0  # so many actions the model has been told of

    def let_bots_act(self) -> None:
        """Play on until the model is to act, or the match is over."""
        while self.match.actors and self.seat not in self.match.actors:
            other = self.match.actors[0]
            self.match.play(self.bots[other].choose(self.match.view(other)), other)

    def look(self, *, board: bool = True) -> str:
        """What has happened since the last look, what the seat sees unless that is too much, and what it can do."""
        lines = [one for _, one in recap(self.telling.lines(), self.seat, self.told)]
        self.told = self.telling.ply
        happened = "\n".join(["Since your last look:", *last(lines)]) if lines else "Nothing has happened since."
        view = self.match.view(self.seat)
        shown = f"\n{view}" if board or len(str(view)) < MOST_SHOWN else " `look` shows the board."
        if self.match.over:
            outcome = self.match.outcome
            assert outcome is not None
            share = f"Your share of the victory: {outcome.shares[self.seat]:g}"
            return f"{happened}\n\nThe match is over. {self.match.ending()} {share}{shown}"
        name = view.game.words().seat(self.seat, view.seats)
        return f"{happened}\n\nYou are seat {self.seat}, {name}.{shown}\n\n{self.possible()}"

    def possible(self, verb: str | None = None) -> str:
        """The legal actions, those of a verb, or, where they are too many, how many there are of each verb."""
        legal = [action for action in self.match.view(self.seat).legal() if verb in (None, action.verb)]
        listed = ", ".join(action.text for action in legal)
        if verb is not None or len(listed) <= MOST_SHOWN:
            return f"Your legal actions: {listed or 'none'}"
        groups = []
        for word, group in groupby(sorted(legal, key=lambda action: action.verb), lambda action: action.verb):
            same = list(group)
            more = f" and {len(same) - 1} more" if len(same) > 1 else ""
            groups.append(f"{same[0].text}{more}" if more else word)
        return f"Your legal actions, in short, `legal` lists those of a verb: {'; '.join(groups)}"


def last(lines: list[Told]) -> list[str]:
    """The last lines, as many as a model should read at once, and how many more there were; what was revealed stays."""
    kept = list(lines)
    while len(kept) > 1 and sum(len(line.text) for line in kept) > MOST_TOLD:
        least = next((at for at, line in enumerate(kept[:-1]) if not line.reveals), None)
        if least is None:
            break
        del kept[least]
    left_out = len(lines) - len(kept)
    told = [line.text for line in kept]
    return [f"… {left_out} more left out …", *told] if left_out else told


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
    server: MCPServer[None] = MCPServer(
        "formicarium", version=version("formicarium"), instructions=INSTRUCTIONS, log_level="WARNING"
    )
    sittings: dict[str, Sitting] = {}

    def sitting(table: str) -> Sitting:
        if table not in sittings:
            raise UnknownName("table", table, sittings)
        return sittings[table]

    @server.tool(name="games", annotations=READS)
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

    @server.tool(annotations=READS)
    @_answering
    def rules(game: GameName, language: Language = "en") -> str:
        """The rules of a game, and how its actions are written."""
        asked = games.find(game)
        verbs = ", ".join(verb.usage for verb in asked.actions.verbs)
        return f"{guide.readable(asked, language)}\n\nActions: {verbs}"

    @server.tool(annotations=BEGINS)
    @_answering
    def sit(
        game: GameName,
        seats: Seats = None,
        seat: Seat = 0,
        opponents: Opponents = "easy",
        options: Options = None,
        seed: Seed = None,
    ) -> str:
        """Begin a match: the number of seats, yours among them, the level of the bots in the others, and options."""
        chosen: dict[str, Any] = {**(options or {})}
        begun = Sitting(Match(game, seats, seed=seed, **chosen), seat, opponents)
        begun.let_bots_act()
        table = secrets.token_hex(4)
        sittings[table] = begun
        if len(sittings) > MOST_TABLES:
            del sittings[next(iter(sittings))]
        return f"table {table}\n{begun.look()}"

    @server.tool(annotations=READS)
    @_answering
    def look(table_name: Name) -> str:
        """What has happened, what your seat sees, and your legal actions."""
        return sitting(table_name).look()

    @server.tool(annotations=READS)
    @_answering
    def legal(table_name: Name, verb: VerbName) -> str:
        """All your legal actions that begin with a verb."""
        return sitting(table_name).possible(verb)

    @server.tool(annotations=PLAYS)
    @_answering
    def play(table_name: Name, action: Written) -> str:
        """Make one of your legal actions; the bots answer until you are to act again. A large board is not shown."""
        at = sitting(table_name)
        at.match.play(action, at.seat)
        at.let_bots_act()
        return at.look(board=False)

    return server
