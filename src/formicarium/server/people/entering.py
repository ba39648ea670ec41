"""Entering: what people do with a tournament. They set one up, come and go, bring bots, let it begin, call it off."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import formicarium as fm
from formicarium.bots import check_level
from formicarium.errors import Conflict, TournamentError
from formicarium.server.people.tournaments import PODS, Tournaments
from formicarium.server.room.changes import REFUSALS, Resign
from formicarium.server.store.schema import Write
from formicarium.server.store.tournaments import (
    CALLED_OFF,
    OPEN,
    PLAYING,
    Entrant,
    TournamentRow,
    Whole,
    entrant_write,
    gone_write,
    state_write,
    tournament_write,
)
from formicarium.server.table.names import distinct
from formicarium.server.table.table import Person

TRIES = 8  # of somebody who enters when others are faster


class Entering:
    """What may be changed about tournaments, and by whom."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._store, self._storage = tournaments.store, tournaments.room.storage

    async def set_up(self, row: TournamentRow) -> None:
        """A new tournament; refused if it cannot be played, or its maker has too many."""
        settings = self._tournaments.room.settings
        game = fm.game(row.game)
        game.check_options(row.options, game.check_seats(row.seats))
        if (row.format == PODS) != (row.seats > 2):
            said = "pods are for three or four at a table, Swiss and everybody against everybody for two"
            raise TournamentError("tournament/format", said)
        if row.starts is not None and row.starts <= row.created:
            raise TournamentError("tournament/past", "that moment is over: say a later one, or none")
        if row.fill:
            check_level(row.game, row.fill)
        if await self._store.running(row.owner) >= settings.tournaments_each:
            said = f"you have {settings.tournaments_each} tournaments already: let one end, or call one off"
            raise TournamentError("tournament/many", said)
        await self._storage.commit([tournament_write(row)])
        self._tournaments.wake(row.id)  # it may be the next to begin

    async def enter(self, tournament: str, person: Person) -> None:
        """A person takes part, also again before the first round."""
        if not person.name:
            raise TournamentError("tournament/name", "say by which name you take part")

        def writes(whole: Whole) -> list[Write]:
            self._check_open(whole)
            known = next((one for one in whole.entrants if one.person == person.id), None)
            name = distinct(person.name, (one.name for one in whole.entrants if one is not known))
            if known:
                if known.gone is None and known.name == name:
                    return []
                return [gone_write(tournament, known.number, None, name)]
            self._check_room(whole, 1)
            return [entrant_write(tournament, Entrant(len(whole.entrants) + 1, person.id, name, None))]

        await self._change(tournament, writes)

    async def add_bots(self, tournament: str, person: Person, level: str, count: int) -> None:
        """Whoever set up the tournament lets bots of a level take part."""

        def writes(whole: Whole) -> list[Write]:
            self._check_owner(whole, person)
            self._check_open(whole)
            self._check_room(whole, count)
            chosen = check_level(whole.row.game, level)
            added = []
            for _ in range(count):
                bot = self._tournaments.bot(whole, chosen)
                whole.entrants.append(bot)
                added.append(entrant_write(tournament, bot))
            return added

        await self._change(tournament, writes)

    async def leave(self, tournament: str, person: Person) -> None:
        """A person takes part no longer; its match is lost."""
        await self._take_out(tournament, lambda whole: self._own(whole, person))

    async def remove(self, tournament: str, person: Person, number: int) -> None:
        """Whoever set up the tournament takes somebody out of it."""

        def choose(whole: Whole) -> Entrant:
            self._check_owner(whole, person)
            found = next((one for one in whole.entrants if one.number == number and one.gone is None), None)
            if found is None:
                raise TournamentError("tournament/entrant", f"nobody of number {number} takes part")
            return found

        await self._take_out(tournament, choose)

    async def begin(self, tournament: str, person: Person) -> None:
        """Whoever set up the tournament lets it begin."""
        whole = await self.find(tournament)
        self._check_owner(whole, person)
        self._check_open(whole)
        staying = [entrant for entrant in whole.entrants if entrant.gone is None]
        if len(staying) < (1 if whole.row.fill else whole.row.seats):
            raise TournamentError("tournament/few", f"at least {whole.row.seats} must take part: bots may, too")
        await self._tournaments.room.readiness.check(whole.row.game)
        await self._tournaments.begin(tournament)

    async def call_off(self, tournament: str, person: Person) -> None:
        """Whoever set up the tournament ends it; matches that are being played may be played to their end."""

        def writes(whole: Whole) -> list[Write]:
            self._check_owner(whole, person)
            if whole.row.state not in (OPEN, PLAYING):
                raise TournamentError("tournament/over", "the tournament is over already")
            return [state_write(whole.row, CALLED_OFF, whole.row.rounds, None)]

        await self._change(tournament, writes)

    async def find(self, tournament: str) -> Whole:
        """A tournament as it is stored."""
        whole = await self._store.load(tournament)
        if whole is None:
            raise TournamentError("tournament/unknown", f"there is no tournament {tournament!r}")
        return whole

    async def _change(self, tournament: str, writes: Callable[[Whole], list[Write]]) -> None:
        """Store a change, on top of what others have stored meanwhile."""
        for last in (False,) * (TRIES - 1) + (True,):
            wanted = writes(await self.find(tournament))
            try:
                await self._storage.commit(wanted)
            except Conflict:
                if last:
                    raise
            else:
                self._tournaments.changed(tournament)
                return

    async def _take_out(self, tournament: str, choose: Callable[[Whole], Entrant]) -> None:
        whole = await self.find(tournament)
        if whole.row.state not in (OPEN, PLAYING):
            raise TournamentError("tournament/over", "the tournament is over")
        leaver = choose(whole)
        await self._storage.commit([gone_write(tournament, leaver.number, len(whole.rounds), leaver.name)])
        self._tournaments.changed(tournament)
        for pairing in whole.pairings:
            if leaver.person and pairing.table_id and not pairing.over and leaver.number in pairing.entrants:
                seat = pairing.entrants.index(leaver.number)
                with suppress(*REFUSALS):  # it is over, or not made yet: then a deadline comes
                    await self._tournaments.room.do(pairing.table_id, Resign(seat, Person(leaver.person)))

    def _own(self, whole: Whole, person: Person) -> Entrant:
        found = next((one for one in whole.entrants if one.person == person.id and one.gone is None), None)
        if found is None:
            raise TournamentError("tournament/none", "you do not take part in this tournament")
        return found

    def _check_owner(self, whole: Whole, person: Person) -> None:
        if whole.row.owner != person.id:
            raise TournamentError("tournament/owner", "only who set up the tournament may do that")

    def _check_open(self, whole: Whole) -> None:
        if whole.row.state == PLAYING:
            raise TournamentError("tournament/begun", "the tournament has begun")
        if whole.row.state != OPEN:
            raise TournamentError("tournament/over", "the tournament is over")

    def _check_room(self, whole: Whole, count: int) -> None:
        most = self._tournaments.capacity(whole.row)
        if sum(entrant.gone is None for entrant in whole.entrants) + count > most:
            raise TournamentError("tournament/full", f"no more than {most} may take part")
        if len(whole.entrants) + count > 4 * most:  # who comes and goes is kept, too
            raise TournamentError("tournament/full", "too many have come and gone")
