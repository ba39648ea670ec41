"""Every error that Formicarium raises, with every code that it can have.

    FormicariumError
    ├── ActionError (ValueError)         an action that cannot be read or played
    ├── UndoError (ValueError)           an action that cannot be taken back
    ├── RecordError (ValueError)         a record file that cannot be read
    ├── FairnessError (ValueError)       a record whose dice cannot be checked, or are not those of its seed
    ├── OptionError (ValueError)         an option or a number of seats that a game does not have
    ├── ComponentsError (ValueError)     a `components.toml` that cannot be this game
    ├── SearchError (ValueError)         a search that cannot be made as it is asked for
    ├── LearnedError (ValueError)        weights of a network that cannot be used
    ├── TrainError (RuntimeError)        a training that cannot begin or go on
    ├── ArenaError (RuntimeError)        a run of many matches that cannot go on
    ├── UnknownName (LookupError)        a name of something that is not there
    ├── MissingExtra (ImportError)       optional packages that are not installed
    ├── SettingError (ValueError)        a setting of the server that cannot be used
    ├── BackupError (ValueError)         a backup that cannot be made or restored
    ├── TableError (ValueError)          something that cannot be done at a table
    ├── TournamentError (ValueError)     something that cannot be done in a tournament
    ├── ClubError (ValueError)           something that cannot be done in a club
    ├── CivilError (ValueError)          how people treat each other cannot be as asked
    ├── IdentityError (PermissionError)  a request of somebody who is not who it says
    ├── PushError (ValueError)           a browser that cannot be told anything
    ├── AccountError (ValueError)        something that cannot be done with an account
    ├── LimitError (RuntimeError)        somebody asks too often or sends too much
    ├── Conflict (RuntimeError)          a change that another one has overtaken
    ├── Unavailable (ConnectionError)    a database that does not do what it is asked
    ├── BotsAway (ConnectionError)       a cluster on which bots think that does not answer
    └── Preparing (RuntimeError)         a game that is still being compiled

Each carries a stable `code` for programs and a sentence for people: what was asked, why not, what is possible instead.
The table of a class lists its codes with the status under which the API answers them; docs/errors.md is made from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import ClassVar, NamedTuple, Protocol

LONGEST = 1_000  # characters of a sentence; of a longer one its begin and its end are said


class Code(NamedTuple):
    """What a code of an error means, and the HTTP status of an answer that has it."""

    status: int
    meaning: str


class FormicariumError(Exception):
    """The root of all errors of this library; `code` is stable, the sentence is for people."""

    CODES: ClassVar[Mapping[str, Code]] = {}
    number: int | None = None  # where the table stands, as far as who asked has noticed

    def __init__(self, code: str, sentence: str) -> None:
        if len(sentence) > LONGEST:  # what was asked is repeated: a million characters need not be
            sentence = f"{sentence[: LONGEST // 2]} … {sentence[-(LONGEST // 2) :]}"
        super().__init__(sentence)
        self.code = code

    @property
    def status(self) -> int:
        """The HTTP status of an answer that tells of this error."""
        return self.CODES[self.code].status

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, str(self))


class ActionError(FormicariumError, ValueError):
    """An action that cannot be read, or cannot be played now; the match is unchanged."""

    CODES: ClassVar = {
        "action/unreadable": Code(409, "the text or number is no action of this game"),
        "action/illegal": Code(409, "the rules do not allow it now; the sentence says why and what is possible"),
        "action/seat": Code(409, "another seat is to act, or several are and none was named"),
        "action/over": Code(409, "the match is over"),
        "action/nature": Code(409, "nature is to act"),
    }


class Named(Protocol):
    """The values that an argument can take, as far as a refusal tells of them: `core.actions.Domain`."""

    @property
    def name(self) -> str: ...

    @property
    def values(self) -> tuple[str, ...]: ...


class Spoken(Protocol):
    """A verb, as far as a refusal tells of it: `core.actions.Verb`."""

    @property
    def word(self) -> str: ...

    @property
    def usage(self) -> str: ...

    @property
    def domains(self) -> tuple[Named, ...]: ...


def unreadable(text: str, verbs: Sequence[Spoken]) -> ActionError:
    """The refusal of a text that is no action; it says what is near. Here, a reworded one compiles nothing anew."""
    return ActionError("action/unreadable", f"cannot read {text.strip()!r}: {_complaint(text.split(), verbs)}")


def _complaint(words: list[str], verbs: Sequence[Spoken]) -> str:
    known = sorted({verb.word for verb in verbs})
    if not words:
        return f"it is empty; an action begins with {_listed(known)}"
    forms = [verb for verb in verbs if verb.word == words[0].lower()]
    if not forms:
        return f"there is no verb {words[0]!r}, only {_listed(known)}{_near(words[0].lower(), known)}"
    for verb in forms:
        if len(verb.domains) == len(words) - 1:
            for domain, word in zip(verb.domains, words[1:], strict=True):
                if word.lower() not in {value.lower() for value in domain.values}:
                    only = f"only {_listed(domain.values)}{_near(word, domain.values)}"
                    return f"there is no {domain.name} {word!r}, {only}"
    return f"it is written {' or '.join(repr(verb.usage) for verb in forms)}"


def _near(word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _listed(values: Sequence[str], most: int = 8) -> str:
    """The values in a sentence, the middle of a long list left out."""
    return ", ".join(values if len(values) <= most else [*values[: most - 2], "…", values[-1]])


class UndoError(FormicariumError, ValueError):
    """An action that cannot be taken back any more."""

    CODES: ClassVar = {
        "undo/nothing": Code(409, "nothing was done yet"),
        "undo/other-seat": Code(409, "another seat has acted since"),
        "undo/chance": Code(409, "chance has answered"),
        "undo/learned": Code(409, "somebody has learned something that cannot be unlearned"),
        "undo/over": Code(409, "the match is over, and everything is shown"),
        "undo/full": Code(409, "the log of the table is so long that nothing more is taken back"),
    }


class RecordError(FormicariumError, ValueError):
    """A record file that cannot be read; the sentence names the line."""

    CODES: ClassVar = {
        "record/syntax": Code(409, "a line is neither a tag, an action nor a comment"),
        "record/header": Code(409, "a tag is missing or wrong"),
        "record/move": Code(409, "an action cannot be played where it stands"),
        "record/rules": Code(409, "the record was written for another version of the rules"),
    }


class FairnessError(FormicariumError, ValueError):
    """A record whose dice cannot be checked, or are not those of its seed."""

    CODES: ClassVar = {
        "fair/seed": Code(400, "the record has no seed"),
        "fair/commitment": Code(400, "the seed is not the one that was promised"),
        "fair/header": Code(400, "a tag that the check needs is no number"),
        "fair/outcome": Code(400, "nature did not do what the seed says"),
    }


class OptionError(FormicariumError, ValueError):
    """An option or a number of seats that the game does not have."""

    CODES: ClassVar = {
        "option/unknown": Code(409, "the game has no such option"),
        "option/value": Code(409, "the option has no such value, or not together with the others"),
        "option/seats": Code(409, "the game is not played by so many"),
    }


class ComponentsError(FormicariumError, ValueError):
    """A `components.toml` that cannot be this game; the sentence names the field."""

    CODES: ClassVar = {"components/field": Code(400, "a field of components.toml is missing or impossible")}

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__("components/field", f"components.toml, {field}: {sentence}")
        self.field = field

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.field, str(self).removeprefix(f"components.toml, {self.field}: "))


class SearchError(FormicariumError, ValueError):
    """A search that cannot be made as it is asked for."""

    CODES: ClassVar = {"search/memory": Code(400, "a tree needs more memory than it is given")}


class LearnedError(FormicariumError, ValueError):
    """Weights of a network that cannot be used; the sentence names the file and says what is wrong with it."""

    CODES: ClassVar = {
        "learned/unreadable": Code(400, "the file is no file of weights, or is damaged"),
        "learned/foreign": Code(400, "the weights are of another game, other rules, features or actions"),
        "learned/nothing": Code(400, "the game has no weights: nothing was learned"),
        "learned/shape": Code(400, "the arrays of the weights do not fit each other, or are no numbers"),
    }


class TrainError(FormicariumError, RuntimeError):
    """A training that cannot begin or go on."""

    CODES: ClassVar = {
        "train/other-run": Code(400, "the folder holds a training with other settings, or of another version"),
        "train/busy": Code(400, "another training writes to that folder"),
        "train/nothing": Code(400, "there are too few matches to learn from"),
    }


class ArenaError(FormicariumError, RuntimeError):
    """A run of many matches that cannot begin or go on: its log is of another run, or its workers are lost."""

    CODES: ClassVar = {
        "arena/alone": Code(400, "a bot needs an opponent"),
        "arena/log": Code(400, "the log of a run cannot be read"),
        "arena/busy": Code(400, "another run writes to that log"),
        "arena/other-run": Code(400, "the log is of a run with other bots, or of another version"),
        "arena/twice": Code(400, "two contests of a tournament are the same"),
        "arena/worker": Code(400, "a process that plays matches is lost"),
        "arena/cluster": Code(400, "there is no Ray cluster at that address"),
    }


class UnknownName(FormicariumError, LookupError):
    """A name of something that is not there; the sentence lists what is."""

    CODES: ClassVar = {
        "unknown/game": Code(404, "there is no such game"),
        "unknown/bot": Code(404, "the game has no bot of that level"),
        "unknown/adviser": Code(404, "the game has no level of that name that can be asked for advice"),
        "unknown/table": Code(404, "there is no such table; of the MCP server"),
        "unknown/puzzle": Code(404, "the game has no puzzle of that number"),
        "unknown/plate": Code(404, "the rules of the game have no plate of that name"),
        "unknown/tutorial": Code(404, "the game has no tutorial of that name"),
        "unknown/theme": Code(404, "there is no such theme"),
        "unknown/language": Code(404, "there are no texts in that language"),
    }

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        only = f"only {', '.join(self.known)}{_near(name, self.known)}"
        super().__init__(f"unknown/{kind}", f"there is no {kind} {name!r}, {only}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.kind, self.name, self.known)


class MissingExtra(FormicariumError, ImportError):
    """A part of the library whose optional dependencies are not installed."""

    CODES: ClassVar = {"extra/missing": Code(400, "optional packages are not installed; the sentence names the extra")}

    def __init__(self, extra: str, purpose: str) -> None:
        self.extra, self.purpose = extra, purpose
        super().__init__("extra/missing", f"{purpose} need more packages: pip install 'formicarium[{extra}]'")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.extra, self.purpose)


class SettingError(FormicariumError, ValueError):
    """A setting of the server that cannot be used."""

    CODES: ClassVar = {
        "setting/wrong": Code(400, "a setting in the environment has a value that it cannot have"),
        "setting/unknown": Code(400, "a name in the environment that begins with FORMICARIUM_ is no setting"),
        "port/used": Code(400, "another program listens at the address and port"),
        "database/unknown": Code(400, "DATABASE_URL is of no database that we know"),
        "database/used": Code(400, "another server uses the SQLite file"),
        "database/away": Code(400, "the database of DATABASE_URL does not answer at the start"),
        "bus/unknown": Code(400, "BUS_URL is of no bus that we know"),
        "setting/mail": Code(400, "letters cannot be sent as SMTP_URL, MAIL_FROM and ORIGIN say"),
        "moderator/unknown": Code(400, "no member of that name can become a moderator"),
        "secret/weak": Code(400, "SECRET is so short that it can be guessed"),
    }


class BackupError(FormicariumError, ValueError):
    """A backup that cannot be made or restored; nothing is left half done."""

    CODES: ClassVar = {
        "backup/exists": Code(400, "there is a file of that name already"),
        "backup/broken": Code(400, "the backup is not what was written"),
        "backup/revision": Code(400, "the backup is of another version of the schema"),
        "backup/not-empty": Code(400, "the database to restore into has tables"),
        "backup/unreadable": Code(400, "the file is no backup"),
    }


class TableError(FormicariumError, ValueError):
    """Something that cannot be done at a table."""

    CODES: ClassVar = {
        "table/unknown": Code(404, "there is no such table"),
        "table/record": Code(409, "the table only shows a record"),
        "table/waiting": Code(409, "seats are still open"),
        "table/not-over": Code(409, "that can be had when the match is over"),
        "review/none": Code(404, "the match has not been reviewed yet"),
        "table/over": Code(409, "those at the table have ended the match"),
        "table/paused": Code(409, "the match is paused: somebody who plays must go on first"),
        "ask/busy": Code(409, "something else is being asked"),
        "ask/impossible": Code(409, "nobody can agree on that at this table"),
        "ask/nothing": Code(409, "nobody asks for anything"),
        "plan/impossible": Code(409, "plans are for days a move, in games in which nothing is secret"),
        "plan/now": Code(409, "one plans while others are to act"),
        "plan/long": Code(409, "nobody plans so much at a table"),
        "plan/end": Code(409, "a line of a plan ends with an action of one's own"),
        "plan/twice": Code(409, "two lines say different things for the same case"),
        "plan/lot": Code(409, "a line goes on after the end, or where a lot decides"),
        "tutorial/elsewhere": Code(409, "a guided match waits for another action, or to be skipped"),
        "hint/off": Code(403, "the table was set up without hints"),
        "seek/none": Code(404, "one does not look for a match"),
        "people/unknown": Code(404, "there is nobody of that name who shows anything"),
        "seek/seats": Code(409, "the game is not for so many players"),
        "seat/resigned": Code(409, "the seat was given up for good"),
        "seat/unknown": Code(404, "the table has no such seat"),
        "seat/none": Code(403, "only those who sit at the table may do that"),
        "seat/other": Code(403, "the seat is somebody else's"),
        "seat/secret": Code(403, "only who holds the seat may look through its eyes"),
        "seat/invite": Code(403, "the seat needs an invitation"),
        "seat/which": Code(409, "several of one's seats may act: say which"),
        "seat/away": Code(409, "a bot plays the seat for its person"),
        "seat/taken": Code(409, "somebody sits there"),
        "seat/present": Code(409, "the seat is not empty, and who sits there is not away"),
        "seat/clock": Code(409, "a clock decides when the seat is given up, and nobody else"),
        "seat/agreement": Code(409, "the others at the table must want it too"),
        "number/stale": Code(409, "the table has moved on: look again"),
        "number/unknown": Code(409, "the table has not come so far"),
        "ply/unknown": Code(404, "the match has not so many actions"),
        "clock/over": Code(409, "the time of the seat is over"),
        "chat/empty": Code(409, "there is nothing to say"),
        "chat/full": Code(409, "the table keeps no more lines of chat"),
        "chat/off": Code(409, "chat is off for you at this table until you turn it on"),
        "chat/never": Code(409, "chat is off for you, at this table or on this site"),
        "chat/silenced": Code(409, "a moderator has silenced you for a while"),
        "seat/refused": Code(403, "this seat cannot be yours: take one at another table"),
        "message/type": Code(400, "there is no message of that type"),
        "message/field": Code(400, "a field of a message is missing or of the wrong kind"),
    }


class TournamentError(FormicariumError, ValueError):
    """Something that cannot be done in a tournament."""

    CODES: ClassVar = {
        "tournament/unknown": Code(404, "there is no such tournament"),
        "tournament/format": Code(409, "that kind of tournament is not for so many seats"),
        "tournament/many": Code(409, "nobody has so many tournaments at once"),
        "tournament/past": Code(409, "a tournament cannot begin in the past"),
        "tournament/name": Code(409, "who takes part needs a name"),
        "tournament/full": Code(409, "nobody else can enter"),
        "tournament/begun": Code(409, "that was possible before the first round"),
        "tournament/over": Code(409, "the tournament is over or called off"),
        "tournament/few": Code(409, "too few take part"),
        "tournament/owner": Code(403, "only who set up the tournament may do that"),
        "tournament/none": Code(403, "you do not take part"),
        "tournament/entrant": Code(404, "nobody of that number takes part"),
    }


class ClubError(FormicariumError, ValueError):
    """Something that cannot be done in a club."""

    CODES: ClassVar = {
        "club/unknown": Code(404, "there is no such club"),
        "club/name": Code(409, "a club and who belongs to it need a name"),
        "club/many": Code(409, "nobody has so many clubs"),
        "club/full": Code(409, "the club has so many members as a club can have"),
        "club/code": Code(403, "the invitation is not valid, or not any more"),
        "club/removed": Code(403, "a moderator has removed you from the club"),
        "club/member": Code(403, "only members may do that"),
        "club/moderator": Code(403, "only moderators may do that"),
        "club/founder": Code(403, "who founded the club stays and moderates"),
        "club/person": Code(404, "nobody of that number belongs to the club"),
        "club/table": Code(404, "the club has no such table"),
    }


class CivilError(FormicariumError, ValueError):
    """Something about how people treat each other that cannot be done."""

    CODES: ClassVar = {
        "manners/whom": Code(404, "there is no such person, seat or line of chat"),
        "manners/self": Code(409, "nobody mutes, blocks or reports itself"),
        "manners/many": Code(409, "nobody keeps so many people and tables in mind"),
        "manners/unknown": Code(404, "there is nothing like that to undo"),
        "report/many": Code(409, "nobody has so many reports that wait for a moderator"),
        "report/full": Code(409, "so many reports wait for the moderators that no more are taken"),
        "report/unknown": Code(404, "there is no such report"),
        "moderation/none": Code(403, "only moderators of the site may do that, signed in"),
        "moderation/impossible": Code(409, "there is nothing that this could be done to"),
        "civil/suspended": Code(403, "a moderator has suspended you from what is open to all"),
    }


class IdentityError(FormicariumError, PermissionError):
    """A request that does not say who asks, or says it from a place that may not."""

    CODES: ClassVar = {
        "token/unknown": Code(401, "the token is not valid"),
        "token/many": Code(403, "nobody has so many tokens"),
        "unknown/token": Code(404, "you have no such token"),
        "origin/missing": Code(403, "a request with a cookie must name its origin"),
        "origin/foreign": Code(403, "the request comes from a page of another site"),
        "host/unknown": Code(421, "the site is not reached under that name"),
        "metrics/private": Code(403, "what the server counts is for who runs it"),
    }


class PushError(FormicariumError, ValueError):
    """A browser that cannot be told anything."""

    CODES: ClassVar = {
        "push/service": Code(409, "the address is of no push service that the site writes to"),
        "push/keys": Code(409, "the keys of the browser are none"),
    }


class AccountError(FormicariumError, ValueError):
    """Something that cannot be done with an account; the account is unchanged."""

    CODES: ClassVar = {
        "account/none": Code(403, "only who is signed in may do that, and no program for it"),
        "account/member": Code(409, "who asks is a member already"),
        "account/last": Code(409, "without it there would be no way to sign in again"),
        "account/busy": Code(409, "somebody changed the account at the same moment: nothing was done; try again"),
        "name/taken": Code(409, "somebody is called so, or looks so"),
        "name/empty": Code(409, "a name has letters or digits that one can tell it by"),
        "email/unfit": Code(409, "that is no e-mail address"),
        "mail/off": Code(409, "the site sends no e-mail"),
        "passkey/refused": Code(403, "the passkey is not known here, or what it says is not valid"),
        "passkey/cloned": Code(403, "the passkey counts less than it did before: there is a copy of it"),
        "passkey/challenge": Code(403, "what was to be signed is too old, used or of another browser: begin again"),
        "passkey/many": Code(409, "nobody has so many passkeys"),
        "holiday/past": Code(409, "that day is over"),
        "holiday/long": Code(409, "nobody has so many days of holiday in a year"),
        "link/invalid": Code(409, "the link is unknown, too old, or was used"),
        "link/elsewhere": Code(409, "the link is to be opened in the browser in which it was asked for"),
        "unknown/passkey": Code(404, "you have no such passkey"),
        "unknown/device": Code(404, "you are not signed in on such a device"),
    }


class LimitError(FormicariumError, RuntimeError):
    """Somebody asks too often or sends too much."""

    CODES: ClassVar = {
        "limit/rate": Code(429, "too many requests: wait and ask again"),
        "limit/places": Code(429, "too many connections at once"),
        "limit/busy": Code(429, "the server has too much to do at this moment"),
        "limit/time": Code(429, "it took too long and was given up"),
        "limit/size": Code(413, "too large"),
    }

    def __init__(self, code: str, sentence: str, wait: int = 2) -> None:
        super().__init__(code, sentence)
        self.wait = wait  # seconds, then it is worth asking again

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, str(self), self.wait)


class Conflict(FormicariumError, RuntimeError):
    """A change that another one has overtaken: nothing of it was stored."""

    CODES: ClassVar = {"table/conflict": Code(409, "somebody was faster; nothing was changed")}


class Unavailable(FormicariumError, ConnectionError):
    """A database that does not do what it is asked; whether the last change was stored will be seen when it does."""

    CODES: ClassVar = {
        "storage/unavailable": Code(503, "the database does not answer"),
        "storage/full": Code(503, "the disk of the database is full"),
        "storage/read-only": Code(503, "the database cannot be written"),
        "storage/damaged": Code(503, "the database is damaged; its operator must restore a backup"),
    }


class BotsAway(FormicariumError, ConnectionError):
    """A cluster on which bots think that does not answer; a bot waits for it, a person is asked to come again."""

    CODES: ClassVar = {"bots/away": Code(503, "the cluster on which bots think does not answer")}

    def __init__(self) -> None:
        super().__init__("bots/away", "the machines on which bots think cannot be reached: ask again in a while")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()


class Preparing(FormicariumError, RuntimeError):
    """A game that is still being compiled, for the first time on this machine; it goes first now."""

    CODES: ClassVar = {"game/preparing": Code(503, "the game is still getting ready: ask again in a while")}

    def __init__(self, game: str, percent: int) -> None:
        super().__init__("game/preparing", f"{game} is getting ready, {percent} % is done: ask again in a while")
        self.game, self.percent = game, percent

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.game, self.percent)
