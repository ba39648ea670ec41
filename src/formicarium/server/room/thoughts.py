"""Thoughts: what other processes do for the server, here or on a cluster whose nodes have nothing else of it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, TypeVar  # Any: a step as JSON has it

import numpy as np

from formicarium import SPECTATOR, View, game, loads
from formicarium.bots import adviser, bot, search
from formicarium.coach import review, story
from formicarium.coach.chances import believed
from formicarium.coach.review import Passage, step_to_dict
from formicarium.coach.story import Story
from formicarium.engine import calls
from formicarium.engine.telling import captions
from formicarium.scene import gif
from formicarium.scene.raster import drawn
from formicarium.server.table.remarks import Remarks, remarks_of

T = TypeVar("T")

NICENESS = 10  # who clicks goes before who thinks
RULES = 60  # percent of the work of compiling a game; the rest are its bots


class Checked(NamedTuple):
    """A record file whose moves are all legal: what a table needs to show it."""

    game: str
    seats: int
    options: dict[str, str]
    moves: list[tuple[int, int]]  # seats and codes
    remarks: Remarks | None


class Advice(NamedTuple):
    """What a bot thinks of one action: `formicarium.bots.Candidate` in notation, its shares as chances."""

    action: str
    shares: tuple[float, ...]
    visits: int
    chance: float


def begin() -> None:
    """Be polite, leave signals to the server, and end with it however it ends."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def prepare(name: str) -> None:
    """Load a game before somebody waits for a bot."""
    calls.prepare(game(name))
    search.prepare(game(name))


def compile_all(name: str, connection: Connection[int, int]) -> None:
    """Compile a game, its bots too, and tell how many percent are done."""
    begin()
    calls.listener = lambda done, of: connection.send(done * RULES // of)
    calls.prepare(game(name))
    calls.listener = lambda done, of: connection.send(RULES + done * (100 - RULES) // of)
    search.prepare(game(name))


def look(
    how: Callable[[View, str, str], T], name: str, seats: int, seat: int, record: bytes, level: str, seed: str
) -> T:
    """What a bot makes of the bytes of a view."""
    return how(_view(name, seats, seat, record), level, seed)


def _view(name: str, seats: int, seat: int, record: bytes) -> View:
    played = game(name)
    records = np.frombuffer(bytearray(record), played.kernel.record)  # numpy would not copy what is between fields
    return View(played, seats, records, seat)


def choose(view: View, level: str, seed: str) -> str:
    """A bot's choice."""
    return bot(view.game, level, seed=seed).choose(view).text


def advise(view: View, level: str, seed: str) -> list[Advice]:
    """A bot's thoughts, with the chances that come true as often as they say."""
    candidates = adviser(view.game, level, seed).analyse(view)
    chances = [believed(np.array(one.shares), view).tolist() for one in candidates]
    return [
        Advice(one.action.text, tuple(shares), one.visits, one.chance)
        for one, shares in zip(candidates, chances, strict=True)
    ]


def examine(passage: Passage) -> list[dict[str, Any]]:
    """A passage of a match, judged: its steps as plain values."""
    return [step_to_dict(step) for step in review.examine(passage)]


def narrate(record: str, packed: str, language: str, names: Sequence[str]) -> Story:
    """A review in words."""
    match = loads(record, seed="", nature=False)
    return story.narrate(review.unpack(packed), match, language, names)


def card(record: str, told: Story, theme: str) -> bytes:
    """A review as a PNG picture to share."""
    from formicarium.coach import page  # which needs more than nodes of a cluster may have

    turned = page.biggest(told)
    names = [seat["name"] for seat in told["seats"]]
    match = loads(record, seed="", nature=False)
    ply, eyes = (turned[1]["ply"], turned[1]["eyes"]) if turned else (told["plies"], SPECTATOR)
    board = match.at(ply).view(eyes).svg(theme, told["language"], names)
    return drawn(page.card(told, board, theme), page.CARD[0])


def within(seconds: float, how: Callable[..., T], *arguments: Any) -> T:
    """Do something in so much time of the processor; whoever needs more is ended by the system, whatever it does.

    How busy the machine is with other things makes no difference.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return how(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def wake() -> None:
    """Do nothing: whoever can, has begun."""


def check(record: str) -> Checked:
    """A record's text, read and replayed."""
    match = loads(record, seed="imported", nature=False)
    moves = [(move.seat, int(move.action)) for move in match.ledger.moves]
    return Checked(match.game.name, match.seats, match.options, moves, remarks_of(match))


def picture(
    name: str, seats: int, seat: int, record: bytes, names: Sequence[str], theme: str, language: str, width: int
) -> bytes:
    """A PNG from the bytes of a view."""
    return _view(name, seats, seat, record).scene(language, names).png(theme, width=width)


def animate(
    record: str, plies: list[int], seat: int, names: Sequence[str], theme: str, language: str, width: int
) -> bytes:
    """A GIF from a record's text, with what a seat saw happen below each picture."""
    match = loads(record, seed="", nature=False)
    wanted = {match.ledger.known(seat).entry(ply) for ply in plies}  # nothing was taken back
    scenes = (
        position.view(seat).scene(language, names)
        for ply, (_, position) in enumerate(match.positions())
        if ply in wanted
    )
    return gif(scenes, theme, width=width, captions=captions(match.told(seat, language, names=names), plies))
