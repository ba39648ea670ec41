"""The application: FastAPI with everything plugged together."""

from __future__ import annotations

import asyncio
import gc
import importlib
import importlib.metadata
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.routing import Route

import formicarium as fm
from formicarium.engine import calls
from formicarium.engine.errors import FormicariumError
from formicarium.server import api
from formicarium.server.api.asking import problem
from formicarium.server.api.games import sheet_router
from formicarium.server.bus import bus
from formicarium.server.identity import Identities
from formicarium.server.limits import Limiter, Places
from formicarium.server.room import Room
from formicarium.server.safety import Safety
from formicarium.server.settings import Settings
from formicarium.server.state import State
from formicarium.server.storage import Storage
from formicarium.server.thinking import Thinkers

GARBAGE = 50_000, 20, 20  # how much is made before Python looks for what nobody needs any more
FIRST_PAGE = 0.5  # seconds in which who has been waiting for the server goes first
STATIC = Path(__file__).with_name("static")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, ready for a server such as uvicorn."""
    chosen = settings or Settings.from_environment()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        thinkers = Thinkers(chosen.thinkers, chosen.think_limit, chosen.gif_limit, chosen.ray)
        await thinkers.connect()
        storage = Storage(chosen.database_url)
        await storage.start()
        secret = chosen.secret or await storage.secret("server")
        room = Room(chosen, storage, thinkers, bus(chosen.bus_url), secret.encode())
        await room.start()
        app.state.server = State(
            chosen,
            storage,
            thinkers,
            room,
            Identities(secret, chosen, storage),
            Limiter("requests", chosen.requests_a_second, chosen.requests_burst),
            Limiter("new tables", chosen.tables_a_minute / 60, chosen.tables_burst),
            Limiter("pictures", chosen.pictures_a_minute / 60, chosen.pictures_burst),
            Limiter("hints", chosen.hints_a_minute / 60, chosen.hints_burst),
            Places("live connections", chosen.sockets_each),
        )
        loading = asyncio.create_task(_load_games(thinkers))
        yield
        loading.cancel()
        await asyncio.gather(loading, return_exceptions=True)
        await room.stop()
        thinkers.stop()
        await storage.stop()

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
    _add_errors(app)
    _add_health(app)
    with suppress(ModuleNotFoundError):
        importlib.import_module("formicarium.server.pages").add_pages(app)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")
    app.add_middleware(Safety, settings=chosen)
    return app


def _load_game(name: str) -> None:
    calls.prepare(fm.game(name))


async def _load_games(thinkers: Thinkers) -> None:
    """Load the games while the first page is looked at: here, then in the processes in which bots think."""
    await asyncio.sleep(FIRST_PAGE)
    for name in fm.game_names():
        await asyncio.to_thread(_load_game, name)
    gc.collect()
    gc.freeze()  # what was loaded stays: no need to look through it again and again
    gc.set_threshold(*GARBAGE)
    gc.enable()
    await thinkers.prepare(fm.game_names())


def _add_errors(app: FastAPI) -> None:
    """Every error is answered as code and message."""

    @app.exception_handler(FormicariumError)
    async def refused(request: Request, error: FormicariumError) -> Response:
        return problem(error)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return JSONResponse({"code": "request/invalid", "message": f"{where}: {first['msg']}", "number": None}, 422)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        body = {"code": f"http/{error.status_code}", "message": str(error.detail), "number": None}
        headers = {"Allow": ", ".join(_methods(app, request.url.path))} if error.status_code == 405 else error.headers
        return JSONResponse(body, error.status_code, headers)


def _methods(app: FastAPI, path: str) -> list[str]:
    """The methods of an address; the framework's own answer names those of its first route only."""
    routes = [route for router in (api.router, sheet_router, app) for route in router.routes]
    found = [route.methods or set() for route in routes if isinstance(route, Route) and route.path_regex.match(path)]
    return sorted(set().union(*found))


def _add_health(app: FastAPI) -> None:
    """For those who watch the server."""

    @app.get("/health", tags=["operation"])
    async def health() -> dict[str, str]:
        """Whether the server runs."""
        return {"status": "ok"}

    @app.get("/ready", tags=["operation"], responses={503: {"description": "Not ready."}})
    async def ready(request: Request) -> Response:
        """Whether the server can take requests: its database answers, and it is not stopping."""
        state: State | None = getattr(request.app.state, "server", None)
        good = state is not None and not state.room.stopping and await state.storage.answers()
        return JSONResponse({"status": "ready" if good else "not ready"}, 200 if good else 503)

    @app.get("/metrics", tags=["operation"], response_class=PlainTextResponse)
    async def metrics() -> Response:
        """What the server counts, for Prometheus."""
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
