"""The application: FastAPI with everything plugged together."""

from __future__ import annotations

import asyncio
import gc
import importlib
import importlib.metadata
import ipaddress
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.routing import Route

import formicarium as fm
from formicarium.errors import FormicariumError, IdentityError, Unavailable
from formicarium.server import metrics as counts
from formicarium.server.people.people import People
from formicarium.server.room.desk import Desk
from formicarium.server.room.reviews import Reviews
from formicarium.server.room.room import Room
from formicarium.server.room.thinking import Thinkers
from formicarium.server.settings import Settings
from formicarium.server.store.members import Members
from formicarium.server.store.storage import Storage
from formicarium.server.web import api, pages
from formicarium.server.web.api.games import sheet_router
from formicarium.server.web.assets import Assets
from formicarium.server.web.identity import Identities
from formicarium.server.web.language import say
from formicarium.server.web.limits import Budget, Easel, Gallery, Places
from formicarium.server.web.pages import problems
from formicarium.server.web.safety import Safety
from formicarium.server.web.state import State, address_of
from formicarium.server.wire.bus import bus

# How much is made before Python looks for what nobody needs any more. Everybody waits meanwhile: some ms for the first,
# 20 for what has survived five of those. With 400,000 things at a time it was 180 ms. All is looked through rarely.
GARBAGE = 5_000, 5, 200
FORWARDED = {"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"}  # what no visitor of here sends
FIRST_PAGE = 0.5  # seconds in which who has been waiting for the server goes first


def create_app(settings: Settings | None = None, storage: Storage | None = None) -> FastAPI:
    """The application, ready for a server such as uvicorn; with a storage if that was claimed already."""
    chosen = settings or Settings()
    chosen.check()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        thinkers = Thinkers(chosen.thinkers, chosen.think_limit, chosen.ray)
        await thinkers.connect()
        desk = Desk(chosen)
        kept = storage or Storage(chosen.database_url)
        kept.claim()
        await kept.start()
        secret = chosen.secret or await kept.secret("server")
        room = Room(chosen, kept, thinkers, bus(chosen.bus_url), secret.encode())
        await room.start()
        members = Members(kept, chosen.session_days)
        people = People(room, members, secret, say) if chosen.people else None
        if people:
            await people.start()
        reviews = Reviews(kept, thinkers, desk, chosen.reviews_waiting)
        room.when_over.append(reviews.match_is_over)
        app.state.server = State(
            chosen,
            kept,
            thinkers,
            desk,
            room,
            reviews,
            people,
            Identities(secret, chosen, kept, members),
            Budget(chosen),
            Places(chosen),
            Gallery(chosen),
            Easel(),
        )
        beside = [asyncio.create_task(work) for work in (_load_games(thinkers), counts.watch_loop())]
        yield
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        if people:
            await people.stop()
        await room.stop()
        await reviews.stop()  # a match that ends begins one
        await thinkers.readiness.stop()
        thinkers.stop()
        desk.stop()
        await kept.stop()

    app = FastAPI(
        title="Formicarium",
        version=importlib.metadata.version("formicarium"),
        description="Four ant board games: everything that a page can do.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(api.router)
    app.include_router(sheet_router)
    if chosen.people:
        app.include_router(api.people_router)
    _add_errors(app)
    _add_health(app)
    pages.add_pages(app, people=chosen.people)
    app.mount("/static", Assets(), name="static")
    if chosen.site:
        app.mount("/docs", StaticFiles(directory=chosen.site, html=True), name="docs")
    app.add_middleware(Safety, settings=chosen)
    return app


async def _load_games(thinkers: Thinkers) -> None:
    """Make the games ready while the first page is looked at: here, then in the processes in which bots think."""
    await asyncio.sleep(FIRST_PAGE)
    thinkers.readiness.start()
    await thinkers.readiness.all()
    gc.freeze()  # what was loaded stays: to look through it takes a tenth of a second, and finds next to nothing
    gc.set_threshold(*GARBAGE)
    gc.enable()
    await thinkers.prepare(fm.game_names())


def _add_errors(app: FastAPI) -> None:
    """Every error is answered: to programs as code and message, to people as a page."""

    @app.exception_handler(FormicariumError)
    async def refused(request: Request, error: FormicariumError) -> Response:
        return problems.refuse(request, error)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        body = {"code": "request/invalid", "message": f"{where}: {first['msg']}", "number": None}
        return problems.answer(request, "request/invalid", JSONResponse(body, 422))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        code = f"http/{error.status_code}"
        body = {"code": code, "message": str(error.detail), "number": None}
        headers = {"Allow": ", ".join(_methods(app, request.url.path))} if error.status_code == 405 else error.headers
        return problems.answer(request, code, JSONResponse(body, error.status_code, headers))

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        body = {"code": "http/500", "message": "something went wrong here: it is in the log", "number": None}
        return problems.answer(request, "http/500", JSONResponse(body, 500))


def _methods(app: FastAPI, path: str) -> list[str]:
    """The methods of an address; the framework's own answer names those of its first route only."""
    routes = [route for router in (api.router, api.people_router, sheet_router, app) for route in router.routes]
    allowed = [route.methods or set() for route in routes if isinstance(route, Route) and route.path_regex.match(path)]
    return sorted(set().union(*allowed))


def is_here(address: str) -> bool:
    """Whether an address is of this machine alone."""
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _add_health(app: FastAPI) -> None:
    """For those who watch the server."""

    @app.get("/health", tags=["operation"])
    async def health() -> dict[str, str]:
        """Whether the server runs."""
        return {"status": "ok"}

    @app.get("/ready", tags=["operation"], responses={503: {"description": "Not ready."}})
    async def ready(request: Request) -> Response:
        """Whether the server can take requests: its database would take an action, and it is not stopping."""
        state: State | None = getattr(request.app.state, "server", None)
        if state is None or state.room.stopping:
            return JSONResponse({"status": "not ready", "reason": "starting" if state is None else "stopping"}, 503)
        try:
            await state.storage.probe()
        except Unavailable as error:
            return JSONResponse({"status": "not ready", "reason": str(error), "code": error.code}, 503)
        return JSONResponse({"status": "ready"})

    @app.get("/metrics", tags=["operation"], response_class=PlainTextResponse)
    async def metrics(request: Request) -> Response:
        """What the server counts, for Prometheus; for others than this machine only with a token."""
        token = State.of(request).settings.metrics_token
        shown = request.headers.get("authorization", "").removeprefix("Bearer ")
        here = is_here(address_of(request)) and not FORWARDED & set(request.headers.keys())
        if not (secrets.compare_digest(shown.encode(), token.encode()) if token else here):
            raise IdentityError("metrics/private", "what is counted is shown with FORMICARIUM_METRICS_TOKEN only")
        people = State.of(request).people
        if people:
            await people.count()
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
