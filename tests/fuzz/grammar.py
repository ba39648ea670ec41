"""The grammar of hostile input: nearly valid notation, record files, messages and bodies, and how they are spoilt.

Everything is drawn from one source of chance, so that a seed draws the same again, and Hypothesis can shrink it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

import formicarium as fm
from formicarium.core import random as streams
from formicarium.server.wire.messages import ASKED
from siege.matches import long_match

T = TypeVar("T")

PLIES = 60  # of the matches from which records are spoilt
ODD = ["", " ", "\0", "\n", "\r\n", "\t", '"', "\\", "{", "}", "(", ")", ";", ":", "[", "]", "é", "\u202e", "\u200b"]
ODD += ["\U0001f41c", "\ud800", "nature", "-1", "1e309", "٣", "²", "null", "9" * 40, "a" * 300, "../..", "%00", "<b>"]
ODD_VALUES: list[Any] = [None, True, False, -1, 0, 1, 0.5, 1e308, 2**31, 2**63, 10**30, "", "0", [], {}, [[]], {"": 0}]
TAGS = ("Game", "Rules", "Seats", "Options", "Result", "Seed", "Date", "Event", "Commitment")
WORDS = ("me", "friend", "bot", "local", "random", "champion", "none", "live", "days", "join", "leave", "return")
MOST_SPOILT = 4  # how often one input is spoilt
LARGE = 65_000, 1_990_000  # characters of a body that is as large as may be: of any request, and of a record
MESSAGE = 4_096  # and of a message
SELDOM = 100  # one of so many inputs is that large


class Asked(NamedTuple):
    """A request: its method, its path with `{table}` and others for what exists, and the text of its body."""

    method: str
    path: str
    body: str


def places(post: Callable[[str, dict[str, Any]], dict[str, Any]]) -> dict[str, str]:
    """What requests are about, beside a table: made by who may post."""
    cup = {"name": "Cup", "host": "Ada", "game": "sisimizi", "listed": True}
    return {
        "tournament": post("/api/tournaments", cup)["id"],
        "club": post("/api/clubs", {"name": "The hill", "me": "Ada"})["id"],
        "long": post("/api/records", {"text": long_match().text()})["id"],
        "person": "me",
    }


def address(asked: Asked, known: dict[str, str]) -> str:
    """Where a request goes."""
    path = asked.path
    for name, place in known.items():
        path = path.replace(f"{{{name}}}", place)
    return quote(path, safe="/?=&%", errors="replace")


def one(lot: random.Random, values: Sequence[T]) -> T:
    """One of several."""
    return values[lot.randrange(len(values))]


@cache
def played(game: str, number: int) -> fm.Match:
    """A short match to begin with."""
    seats = fm.game(game).seats
    match, rng = fm.Match(game, seats[number % len(seats)], seed=number), streams.stream(("fuzz", number))
    while not match.over and len(match.ledger.standing) < PLIES:
        match.play(match.position.sample(match.actors[0], rng), match.actors[0])
    return match


def spoil(lot: random.Random, text: str) -> str:
    """A text with a few characters, words or lines gone, doubled, moved or odd."""
    for _ in range(lot.randrange(MOST_SPOILT + 1)):
        start = lot.randrange(len(text) + 1)
        end = min(len(text), start + one(lot, (0, 1, 2, 8, 40)))
        piece, odd = text[start:end], one(lot, ODD)
        how = lot.randrange(5)
        if how == 0:
            text = text[:start] + text[end:]
        elif how == 1:
            text = text[:start] + odd + text[end:]
        elif how == 2:
            text = text[:end] + piece * one(lot, (1, 2, 50)) + text[end:]
        elif how == 3:
            place = lot.randrange(len(text) + 1)
            text = text[:place] + piece + text[place:]
        else:
            text = text[:start] + odd * one(lot, (2, 100)) + text[start:]
    return text


def notation(lot: random.Random) -> tuple[str, str]:
    """A game, and what might be one of its actions."""
    game = one(lot, fm.game_names())
    actions = fm.game(game).actions
    return game, spoil(lot, actions[lot.randrange(len(actions))].text)


def record(lot: random.Random) -> str:
    """A record file that is nearly right."""
    match = played(one(lot, fm.game_names()), lot.randrange(8))
    lines = match.at(lot.randrange(len(match.ledger.standing) + 1)).text(Event="fuzz").splitlines()
    for _ in range(lot.randrange(MOST_SPOILT)):
        place = lot.randrange(len(lines))
        how = lot.randrange(7)
        if how == 6:
            lines.insert(place, f"({one(lot, lines)}{one(lot, (')', ')', ' {why not})', ' (', ''))}")
        elif how == 0:
            lines.insert(place, one(lot, lines))
        elif how == 1:
            lines.insert(place, f'[{one(lot, TAGS)} "{spoil(lot, one(lot, WORDS))}"]')
        elif how == 2:
            lines[place] = spoil(lot, lines[place])
        elif how == 3:
            lines[place] += one(lot, (" {a remark}", " {", "}", ";;;", " ; ", " {{{}"))
        elif how == 4:
            lines[place] = f"{one(lot, ('0', '1', '3', '4', 'nature', '-1', ''))}: {notation(lot)[1]}"
        elif len(lines) > 1:
            del lines[place]
    text = one(lot, ("\n", "\n", "\r\n")).join(lines) + "\n"
    return spoil(lot, text) if lot.randrange(2) else text


def value(lot: random.Random, depth: int = 2) -> Any:
    """Anything that JSON can say."""
    how = lot.randrange(6)
    if how == 0:
        return spoil(lot, one(lot, WORDS))
    if how == 1:
        return one(lot, ODD)
    if how == 2 and depth:
        return [value(lot, depth - 1) for _ in range(lot.randrange(4))]
    if how == 3 and depth:
        return {spoil(lot, one(lot, WORDS)): value(lot, depth - 1) for _ in range(lot.randrange(4))}
    return one(lot, ODD_VALUES)


def _bend(lot: random.Random, wish: dict[str, Any]) -> Any:
    """A wish with some fields gone, added or of another kind."""
    for _ in range(lot.randrange(MOST_SPOILT)):
        how = lot.randrange(4)
        if how == 0 and wish:
            del wish[one(lot, list(wish))]
        elif how == 1:
            wish[spoil(lot, one(lot, ("seed", "self", "game", "seats", "number", "action")))] = value(lot)
        elif wish:
            wish[one(lot, list(wish))] = value(lot)
    if wish and lot.randrange(30) == 0:
        deep: Any = 0
        for _ in range(one(lot, (30, 300, 900))):
            deep = [deep] if lot.randrange(2) else {"x": deep}
        wish[one(lot, list(wish))] = deep
    return value(lot) if lot.randrange(20) == 0 else wish


def swollen(lot: random.Random, most: int, fields: Sequence[str]) -> str:
    """JSON of that many characters: one long value, or very many short ones, in a field or alone."""
    how = lot.randrange(5)
    piece = one(lot, ("[]", "{}", "1", "1.5", "null", '"x"', '{"x":0}', "[[]]", '{"kind":"me"}', "-0", "1e9"))
    letter = one(lot, ("a", "{", "\\n", "\\u00e9", "\\ud83d\\udc1c", "[", ";", " ", '\\"', "\\\\"))
    if how == 0:
        inner = '"' + letter * (most // len(letter) - 20) + '"'
    elif how == 1:
        inner = "[" + f"{piece}," * (most // (len(piece) + 1) - 20) + f"{piece}]"
    elif how == 2:
        inner = "{" + ",".join(f'"{number}":{piece}' for number in range(most // (len(piece) + 10) - 20)) + "}"
    elif how == 3:
        inner = letter * (most // len(letter) - 20)  # which is mostly no JSON
    else:
        inner = " " * (most - 40) + piece
    return inner if lot.randrange(3) == 0 else f'{{"{one(lot, fields)}":{inner}}}'


def message(lot: random.Random) -> str:
    """What a socket might send."""
    if lot.randrange(SELDOM) == 0:
        return swollen(lot, MESSAGE, ("type", "id", "text", "action"))
    wish = {
        "type": one(lot, ASKED),
        "id": lot.randrange(9),
        "number": lot.randrange(4),
        "action": notation(lot)[1],
        "seat": lot.randrange(3),
        "text": spoil(lot, "hello"),
    }
    text = json.dumps(_bend(lot, wish))
    return spoil(lot, text) if lot.randrange(5) == 0 else text


def _seat(lot: random.Random) -> Any:
    return _bend(lot, {"kind": one(lot, WORDS[:4]), "level": one(lot, ("random", "champion", None)), "name": "Ada"})


def _table(lot: random.Random) -> dict[str, Any]:
    game = fm.game(one(lot, fm.game_names()))
    options = {option.name: one(lot, option.values) for option in game.options if lot.randrange(2)}
    clocks: list[dict[str, Any]] = [
        {"kind": "none"},
        {"kind": "live", "seconds": 60, "increment": 1},
        {"kind": "days", "days": 1},
    ]
    return {
        "game": game.name,
        "seats": [_seat(lot) for _ in range(lot.randrange(1, 5))],
        "options": _bend(lot, options),
        "first": lot.randrange(4),
        "clock": _bend(lot, dict(one(lot, clocks))),
        "open": bool(lot.randrange(2)),
        "name": spoil(lot, "Ada"),
    }


def _tournament(lot: random.Random) -> dict[str, Any]:
    made = {name: value for name, value in _table(lot).items() if name in ("game", "options", "clock")}
    more = {"starts": one(lot, (None, 0, 1e9, 1e11)), "fill": one(lot, WORDS), "club": one(lot, (None, "x", "\0"))}
    return {
        "name": spoil(lot, "Cup"),
        "host": spoil(lot, "Ada"),
        "listed": True,
        "rounds": lot.randrange(40),
        "format": one(lot, ("swiss", "all", "pods")),
        "seats": lot.randrange(1, 6),
        "round_seconds": 60,
        **made,
        **{name: value for name, value in more.items() if lot.randrange(3) == 0},
    }


def _tournament_deed(lot: random.Random) -> dict[str, Any]:
    what = one(lot, ("enter", "enter", "leave", "bots", "remove", "begin"))
    about = {"name": spoil(lot, "Ada"), "level": one(lot, WORDS), "count": 1, "entrant": lot.randrange(9)}
    return {"do": what, **about}


def _club_deed(lot: random.Random) -> dict[str, Any]:
    what = one(lot, ("join", "leave", "remove", "moderator", "member", "renew", "close"))
    return {"do": what, "code": spoil(lot, "x"), "name": spoil(lot, "Ben"), "person": lot.randrange(4), "table": "x"}


def _seek(lot: random.Random) -> dict[str, Any]:
    made = {name: value for name, value in _table(lot).items() if name in ("game", "options", "clock", "name")}
    return {**made, "seats": [lot.randrange(1, 6) for _ in range(lot.randrange(4))], "bots_after": lot.randrange(40)}


def _passkey(lot: random.Random) -> dict[str, Any]:
    """What an authenticator might answer."""
    letters = ("AAAA", "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVgl", "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0", "é", "====")
    fields = ("clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle")
    said = {name: spoil(lot, one(lot, letters)) for name in fields}
    key = one(lot, letters)
    return {"answer": _bend(lot, {"id": key, "rawId": key, "type": "public-key", "response": _bend(lot, said)})}


def _browser(lot: random.Random) -> dict[str, Any]:
    where = one(lot, ("https://fcm.googleapis.com/x", "https://web.push.apple.com/y", "https://127.0.0.1/"))
    return {"endpoint": spoil(lot, where), "keys": {"p256dh": spoil(lot, "B" * 87), "auth": spoil(lot, "A" * 22)}}


WISHES: list[tuple[str, Callable[[random.Random], dict[str, Any]]]] = [
    ("/api/tables", _table),
    ("/api/records", lambda lot: {"text": record(lot)}),
    ("/api/tokens", lambda lot: {"name": spoil(lot, "my bot")}),
    ("/api/tables/{table}/actions", lambda lot: {"number": lot.randrange(4), "action": notation(lot)[1], "seat": 0}),
    ("/api/tables/{table}/undo", lambda lot: {"number": lot.randrange(4), "seat": lot.randrange(2)}),
    ("/api/tables/{table}/chat", lambda lot: {"text": spoil(lot, "hello"), "name": "Ada"}),
    ("/api/tables/{table}/seats/1", lambda lot: {"do": one(lot, WORDS[-3:]), "name": "Ben", "invite": "x"}),
    ("/api/tables/{table}/seats/0", lambda lot: {"do": "bot", "level": one(lot, WORDS)}),
    ("/api/tables/{table}/rematch", lambda lot: {}),
    ("/api/tables/{table}/review", lambda lot: {}),
    ("/api/tables/{table}/hint", lambda lot: {"seat": lot.randrange(3)}),
    ("/api/tables/{table}/ask", lambda lot: {"what": spoil(lot, "draw"), "do": "resign"}),
    ("/api/tables/{table}/skip", lambda lot: {}),
    ("/api/tournaments", _tournament),
    ("/api/tournaments/{tournament}", _tournament_deed),
    ("/api/clubs", lambda lot: {"name": spoil(lot, "The hill"), "about": spoil(lot, "We play"), "me": "Ada"}),
    ("/api/clubs/{club}", _club_deed),
    ("/api/clubs/{club}/tables", _table),
    ("/api/lobby/seek", _seek),
    ("/api/lobby/seek/bots", lambda lot: {}),
    ("/api/people/me", lambda lot: {"parts": [one(lot, ("ratings", "luck", "rivals", "x"))]}),
    ("/api/notices", _browser),
    ("/api/notices/end", lambda lot: {"endpoint": spoil(lot, "https://fcm.googleapis.com/x")}),
    ("/api/sign-in/begin", lambda lot: {}),
    ("/api/sign-in", _passkey),
    ("/api/sign-in/link", lambda lot: {"email": spoil(lot, "ada@example.org"), "name": spoil(lot, "Ada")}),
    ("/api/links", lambda lot: {"token": spoil(lot, "x")}),
    ("/api/links/look", lambda lot: {"token": spoil(lot, "x")}),
    ("/api/account/passkeys/begin", lambda lot: {"name": spoil(lot, "Adele")}),
    ("/api/account/passkeys", lambda lot: {**_passkey(lot), "name": spoil(lot, "Adele")}),
    ("/api/account/name", lambda lot: {"name": spoil(lot, "Adele")}),
    ("/api/account/email", lambda lot: {"email": spoil(lot, "ada@example.org")}),
    ("/api/puzzles/antics/2/answer", lambda lot: {"action": notation(lot)[1]}),
    ("/api/puzzles/grasshopper/1/answer", lambda lot: {"action": notation(lot)[1]}),
    ("/api/rules/sisimizi/{plate}", lambda lot: {"actions": [notation(lot)[1] for _ in range(lot.randrange(4))]}),
    ("/api/tables/{table}/continue", lambda lot: {"at": lot.randrange(3), "seats": [_seat(lot), _seat(lot)]}),
    ("/api/tables/{long}/continue", lambda lot: {"at": lot.randrange(3_100), "seats": [_seat(lot), _seat(lot)]}),
    ("/api/tables/{long}/review", lambda lot: {}),
]
LOOKS = ["/api/tables/{table}", "/api/tables/{table}/replay", "/api/tables/{table}/svg", "/api/tables/{table}/record"]
LOOKS += [
    "/api/tables/{table}/review",
    "/api/tables/{table}/review.png",
    "/table/{table}/review",
    "/table/{table}/review/parts",
]
LOOKS += ["/api/tables/{table}/png", "/api/tables/{table}/gif", "/api/tables/{long}", "/table/{long}"]
LOOKS += [f"/api/tables/{{long}}/{kind}?at=2990&" for kind in ("replay", "svg", "png", "record")]
LOOKS += ["/table/{table}", "/table/{table}/replay", "/api/games/sisimizi", "/showcase/antics-light.svg", "/api/tables"]
LOOKS += [
    "/api/tournaments",
    "/api/tournaments/{tournament}",
    "/api/tournaments/{tournament}/qr",
    "/tournament/{tournament}",
    "/tournament/{tournament}/parts",
    "/tournament/{tournament}/tv",
    "/tournaments/new",
]
LOOKS += ["/api/clubs", "/api/clubs/{club}", "/api/clubs/{club}/qr", "/club/{club}", "/club/{club}/parts"]
LOOKS += [
    "/api/lobby",
    "/api/lobby/seek",
    "/lobby",
    "/api/people/{person}",
    "/people/{person}",
    "/api/waiting",
    "/next",
]
LOOKS += [
    "/api/account",
    "/account",
    "/api/account/data",
    "/api/notices",
    "/puzzles/formica/3",
    "/api/puzzles/antics/1",
]
REMOVED = [
    "/api/lobby/seek",
    "/api/account/passkeys/AAAA",
    "/api/account/devices/x",
    "/api/account/email",
    "/api/tokens/x",
]
QUERIES = ("seat", "at", "since", "lang", "scene", "theme", "invite", "width", "code", "club", "game", "than")


def request(lot: random.Random) -> Asked:
    """What somebody might ask."""
    if lot.randrange(3) == 0:
        path = one(lot, LOOKS)
        path = spoil(lot, path) if lot.randrange(4) == 0 else path
        values = [f"{one(lot, QUERIES)}={one(lot, ('0', '1', '5', 'de', 'no', 'dark', *ODD))}" for _ in range(2)]
        return Asked("GET", f"{path}{'' if '?' in path else '?'}{'&'.join(values)}", "")
    if lot.randrange(20) == 0:
        return Asked("DELETE", spoil(lot, one(lot, REMOVED)), "")
    path, wish = one(lot, WISHES)
    wanted = wish(lot)
    if lot.randrange(SELDOM) == 0:
        return Asked("POST", path, swollen(lot, LARGE[path == "/api/records"], [*wanted, "more"]))
    return Asked("POST", path, json.dumps(_bend(lot, wanted)))
