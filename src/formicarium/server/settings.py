"""Settings: every number that an operator may want to change, from the environment as `FORMICARIUM_<NAME>`."""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from formicarium.errors import SettingError

OTHERS = ("FORMICARIUM_CACHE_DIR",)  # what the environment says to others than the server
SECRET_LENGTH = 32  # characters at least: 128 bits in hexadecimal digits …
SECRET_LETTERS = 8  # … of which that many differ: of random ones, decimal digits too, hardly ever fewer


class Settings(BaseSettings):
    """What a server is started with; every limit that an operator may want to change is a number here."""

    model_config = SettingsConfigDict(env_prefix="formicarium_", env_ignore_empty=True, frozen=True, extra="forbid")

    data: Path = Field(
        default_factory=lambda: user_data_path("formicarium", appauthor=False)
    )  # the folder of tables.db
    database_url: str = Field(default_factory=lambda known: f"sqlite:///{known['data'] / 'tables.db'}")
    # … or postgresql://user@host/name
    site: Path | None = None  # the folder that `make docs` has written: the documentation, shown at /docs
    log: Literal["debug", "info", "warning", "error"] = "warning"  # from what on lines are logged
    bus_url: str = ""  # redis://host:6379/0 where several processes serve the same tables
    secret: str = ""  # signs cookies and invitations; made once and kept in the database if empty
    host: str = "127.0.0.1"  # the address that is listened at, as the command line says
    origin: str = ""  # the public origin, such as https://ants.example
    hosts: str = ""  # more names under which the site is asked for, with commas between them
    proxies: str = ""  # addresses or networks of proxies, with commas: what they say of who asks is believed
    metrics_token: str = ""  # who shows it as a bearer reads /metrics from elsewhere; without one, only this machine
    secure_cookies: bool = False  # send cookies over https only

    chat: bool = True  # whether anybody can say anything at a table
    people: bool = True  # members, the lobby, ratings, tournaments: all that is more than tables by link
    smtp_url: str = ""  # smtp://user:password@host:587 or smtps://…: where letters go; without it none are sent …
    mail_from: str = ""  # … and from whom they are; links in them lead to the origin

    contact: str = ""  # mailto: or https:, who runs the site: push services want to know
    push_services: str = (  # hosts of services that write to browsers, with commas; or whole origins
        "fcm.googleapis.com,updates.push.services.mozilla.com,push.apple.com,notify.windows.com"
    )
    notice_seconds: float = 20.0  # after which who is not there is told that a table waits

    digest_hour: int = 7  # UTC, from when on members who want it get one letter with the tables that wait

    holiday_days: int = 30  # of a member in a year

    lobby_tables: int = 50  # open tables that the lobby shows, the latest ones
    seek_seconds: float = 8.0  # after so long without a connection, nobody looks for a match any more

    ray: str = ""  # the address of a Ray cluster on which bots think; without one, in processes beside the server
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)  # processes in which bots think
    adviser: str = "champion"  # the level that is asked for hints
    think_limit: float = 60.0  # seconds after which a bot that does not answer is given up

    tables_in_memory: int = 1000  # more are rebuilt from their log when they are needed again
    idle_seconds: float = (
        60.0  # without an action, then a table forgets its pictures, or leaves memory if nobody is there
    )
    steps_behind: int = 40  # a client that missed more numbers gets a full frame
    outbox: int = 200  # waiting messages of a socket; one that reads slower is closed
    sockets_each: int = 100  # live connections of one person or address at once
    absence_seconds: float = 60.0  # after so long without a connection, all others together may give a seat to a bot

    changes_waiting: int = 5_000  # for the database; beyond, who wants to change something is asked to wait

    body_bytes: int = 65_536  # of a request
    record_bytes: int = 1_000_000  # of an imported record file
    message_bytes: int = 4_096  # of a message over a socket
    messages_a_second: float = 50.0  # over one socket …
    messages_burst: int = 200  # … and so many at once; frames of every kind count
    watching_a_second: float = 5.0  # of those, of who has no seat: more wait until they are read …
    watching_burst: int = 10  # … except so many at once
    watching_look: float = 5.0  # to ask for the whole table counts as so many of them
    watching_turns: float = 400.0  # a second, in which all who have no seat are told and answered, one after the other

    # What strangers pay: each of the following has a price, which a person and its address both pay.
    budget: int = 3_000  # of one person at once …
    budget_a_second: float = 50.0  # … and so much more every second
    people_an_address: float = 2.0  # an address has the budget of so many people
    price_request: int = 1  # whatever is asked, also over a socket
    price_look: int = 2  # at a whole table, or back at a position
    price_undo: int = 10
    price_socket: int = 10  # to connect
    price_table: int = 180  # to set up, also a rematch or one that goes on from another
    price_seek: int = 60  # to look for a match
    price_token: int = 75
    price_picture: int = 100  # PNG or GIF
    price_study: int = 10  # a puzzle, a plate of the rules, what somebody shows of its matches
    price_entry: int = 60  # to enter a tournament or a club, to be told in a browser, to say what a profile shows
    price_bot: int = 30  # for each bot that enters a tournament
    price_hint: int = 150
    price_import: int = 150  # of a record file
    price_mail: int = 300  # a letter that somebody has sent, to whomever
    price_member: int = 150  # to become a member, or to be called otherwise
    price_sign_in: int = 20  # to try to sign in
    price_export: int = 300  # all of one's data
    price_review: int = 300  # of a match that nobody has had reviewed to the end

    price_chat: int = 30  # a line of chat
    price_report: int = 300  # of somebody who has misbehaved

    price_tournament: int = 180  # to set up
    price_club: int = 180

    tournaments_each: int = 10  # of one person, open or being played
    tournament_entrants: int = 64  # of one tournament
    tournament_rounds: int = 30
    tournaments_shown: int = 50  # on a page, the latest
    tournament_look: float = 15.0  # seconds between two looks for what another process, or a crash, has left undone
    clubs_each: int = 5  # that one person has founded
    club_people: int = 500  # of one club
    club_tables: int = 50  # of one club, open or being played
    title_length: int = 60  # characters of the name of a tournament or a club
    about_length: int = 300  # characters of what a club says about itself

    connections_each: int = 250  # of one address at once, proxies excepted
    head_bytes: int = 32_768  # of a request's first line and headers
    head_seconds: float = 5.0  # in which those arrive
    body_seconds: float = 10.0  # in which the rest of a request does
    stall_seconds: float = 30.0  # after which an answer that is not read is given up
    log_entries: int = 10_000  # of one table; then nothing more is taken back

    name_length: int = 24  # characters of a name
    chat_length: int = 500  # characters of a line of chat
    chat_lines: int = 500  # of one table; older ones are kept, newer ones refused
    manners_each: int = 200  # people that somebody has muted or blocked, and tables at which it has turned chat on
    reports_each: int = 10  # of one person that nobody has settled
    reports_open: int = 1_000  # of all people; then no more are taken
    report_days: float = 90.0  # after which a report that was settled is forgotten, with what was said
    browsers_each: int = 10  # of one person that are told that a table waits
    tokens_each: int = 20  # tokens for external bots of one person
    passkeys_each: int = 20  # of one member
    devices_each: int = 50  # on which one member is signed in; the one that was used least recently goes first
    session_days: float = 180.0  # without use, then a device is signed out
    link_minutes: float = 20.0  # in which a link that was sent works, once
    links_an_hour: int = 5  # to one address
    mails_waiting: int = 1_000  # letters that wait to be sent
    reviews_waiting: int = 8  # that are made at once; who comes then is asked to come again
    gif_frames: int = 120  # of a whole match; a longer one is thinned out
    gif_limit: float = 300.0  # seconds of a processor after which an animated picture is given up
    work_limit: float = 20.0  # … after which a picture, or the check of a record, is
    work_waiting: int = 40  # pictures and records that wait; who comes then is asked to come again
    stop_seconds: float = 5.0  # for open requests at a graceful stop

    def __init__(self, **chosen: Any) -> None:
        """The defaults, changed by the environment, changed by what is given here and not `None`."""
        try:
            super().__init__(**{name: value for name, value in chosen.items() if value is not None})
        except ValidationError as error:
            wrong = [(f"FORMICARIUM_{'_'.join(map(str, one['loc']))}".upper(), one) for one in error.errors()]
            said = "; ".join(f"{name} is {one['input']!r}: {one['msg'].lower()}" for name, one in wrong)
            raise SettingError("setting/wrong", said) from None

    def check(self) -> None:
        """Refuse what would make a server unsafe, and names in the environment that are no settings."""
        known = {*(f"FORMICARIUM_{name.upper()}" for name in type(self).model_fields), *OTHERS}
        for name in sorted(os.environ.keys()):
            if name.startswith("FORMICARIUM_") and name not in known:
                near = difflib.get_close_matches(name, known, 1)
                raise SettingError("setting/unknown", f"{name} is no setting" + "".join(f"; {one} is" for one in near))
        if self.smtp_url and not (self.mail_from and self.origin):
            said = "FORMICARIUM_SMTP_URL needs FORMICARIUM_MAIL_FROM, and FORMICARIUM_ORIGIN, where links lead"
            raise SettingError("setting/mail", said)
        if self.smtp_url and urlsplit(self.smtp_url).scheme not in ("smtp", "smtps"):
            raise SettingError("setting/mail", "FORMICARIUM_SMTP_URL begins with smtp:// or smtps://")
        if self.site and not self.site.is_dir():
            said = f"FORMICARIUM_SITE is {str(self.site)!r}: there is no such folder; `make docs` writes one"
            raise SettingError("setting/wrong", said)
        letters = len(set(self.secret))
        if self.secret and (len(self.secret) < SECRET_LENGTH or letters < SECRET_LETTERS):
            said = f"FORMICARIUM_SECRET has {len(self.secret)} characters, {letters} different ones: it can be guessed"
            hint = f"give it at least {SECRET_LENGTH}, {SECRET_LETTERS} different ones, or leave it out and one is made"
            raise SettingError("secret/weak", f"{said}; {hint}")

    @property
    def prices(self) -> dict[str, float]:
        """What strangers pay for what."""
        return {
            name.removeprefix("price_"): getattr(self, name)
            for name in type(self).model_fields
            if name.startswith("price_")
        }
