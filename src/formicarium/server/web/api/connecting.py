"""Connecting: the live connection of a table."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket

from formicarium.errors import FormicariumError, LimitError, Preparing
from formicarium.server.web import live
from formicarium.server.web.api.asking import problem
from formicarium.server.web.state import State, address_of
from formicarium.server.wire.looks import Viewer

router = APIRouter()


@router.websocket("/tables/{table}/live")
async def live_table(socket: WebSocket, table: str) -> None:
    """The live connection of a table; `docs/api.md` has its messages."""
    state = State.of(socket)
    query = socket.query_params
    try:
        state.identities.check_origin("GET", socket.headers, socket=True)
        state.budget.pay("socket", address_of(socket), None)  # before anything is looked up
        person = await state.identities.person(socket.headers, socket.cookies)
        state.budget.pay("socket", None, person)
        held = await state.room.held(table, fresh=True)
        seat, after = query.get("seat"), query.get("after")
        viewing = held.table.viewing_seat(person, int(seat) if seat else None)
        language = query.get("lang", "en")
        held.table.match.game.words(language)
        number = int(after) if after else None
        heard = int(query.get("chat", "0"))
    except (LimitError, Preparing) as error:
        await socket.send_denial_response(problem(error))
        return
    except (FormicariumError, ValueError) as error:
        await socket.close(live.POLICY, getattr(error, "code", "request/invalid"))
        return
    viewer = Viewer(viewing, language, query.get("scene") != "no")

    address = address_of(socket)

    def pay(what: str) -> None:
        state.budget.pay(what, address, person)

    try:
        with state.sockets.take(address, person):
            work = live.serve(socket, state.room, held, person, viewer, pay, state.gallery, number, heard)
            if state.people is None:
                await work
            elif not await state.people.doors.stay(person, work):
                await socket.close(live.POLICY, "signed-out")
    except LimitError as error:
        await socket.send_denial_response(problem(error))
