"""Safety: around every request its host, its origin, its price and size, headers of the answer, a line in the log."""

from __future__ import annotations

import logging
import secrets
import stat
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from formicarium.errors import IdentityError, LimitError
from formicarium.server import metrics
from formicarium.server.settings import Settings
from formicarium.server.web.api.asking import problem
from formicarium.server.web.assets import Assets
from formicarium.server.web.identity import Hosts
from formicarium.server.web.pages import problems
from formicarium.server.web.state import State, address_of

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
}
DOCUMENTS = "/docs/"  # files that were built by the theme of the documentation, which brings scripts on its pages …
DOCUMENTS_POLICY = (
    HEADERS["Content-Security-Policy"]
    .replace("'self'; style", "'self' 'unsafe-inline'; style")
    .replace("style-src 'self'", "worker-src 'self' blob:; style-src 'self' 'unsafe-inline'")
)  # … and styles; nothing that anybody wrote here is among them
LARGE = "/api/records"  # the one address that takes a whole record file
HTTPS_ONLY = "max-age=31536000"  # for a year
WATCHED = ("/health", "/ready")  # asked by machines under any name, and as often as they like
FREE = (*WATCHED, "/metrics")  # so cheap that nobody pays to read it, as any file of these folders that is there:
ASSETS = "/static/"
MOST_DRAINED = 4_000_000  # bytes of a refused request that are still taken: twice what deploy/nginx.conf lets through

log = logging.getLogger("formicarium.access")


class Safety:
    """Middleware around the application; sockets check their origin and pay themselves."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.hosts = Hosts(settings)
        self.folders: dict[str, StaticFiles] = {ASSETS: Assets()}
        if settings.site:
            self.folders[DOCUMENTS] = StaticFiles(directory=settings.site)
        https = urlsplit(settings.origin).scheme == "https"
        self.headers = HEADERS | ({"Strict-Transport-Security": HTTPS_ONLY} if https else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self.hosts.check(Headers(scope=scope).get("host", ""))
        except IdentityError as error:
            await WebSocket(scope, receive, send).send_denial_response(problem(error))
            return
        await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status, headers = time.perf_counter(), 500, Headers(scope=scope)
        body = Body(receive, 2 * self.settings.record_bytes if scope["path"] == LARGE else self.settings.body_bytes)

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                out = MutableHeaders(scope=message)
                if DOCUMENTS in self.folders and scope["path"].startswith(DOCUMENTS):
                    out["Content-Security-Policy"] = DOCUMENTS_POLICY
                for name, value in self.headers.items():
                    out.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    out.setdefault("Cache-Control", "no-store")
            await send(message)

        async def answer_unless_too_large(message: Message) -> None:
            if not body.too_large:
                await answer(message)

        try:
            if scope["path"] not in WATCHED:
                self.hosts.check(headers.get("host", ""))
            state: State | None = getattr(scope["app"].state, "server", None)
            if state is not None:
                if not self._is_free(scope["method"], scope["path"]):
                    state.budget.pay("request", address_of(HTTPConnection(scope)), None)
                state.identities.check_origin(scope["method"], headers)
            body.check(headers.get("content-length", "0"))
            await self.app(scope, body.receive, answer_unless_too_large)
            if body.too_large:
                raise body.error()
        except (IdentityError, LimitError) as error:
            await body.drain()
            await problems.refuse(Request(scope), error)(scope, receive, answer)
        finally:
            route = getattr(scope.get("route"), "path", "")
            metrics.requests.labels(scope["method"], route, status).inc()
            milliseconds = round(1000 * (time.perf_counter() - began), 1)
            facts = {"method": scope["method"], "route": route, "status": status, "ms": milliseconds}
            facts["request"] = _request_id(headers.get("x-request-id", ""))
            if "table" in scope.get("path_params", {}):
                facts["table"] = scope["path_params"]["table"]
            log.info("request", extra=facts)

    def _is_free(self, method: str, path: str) -> bool:
        """Whether nobody pays for a request; for one that finds nothing everybody does."""
        if method != "GET" or path in FREE:
            return method == "GET"
        for beginning, folder in self.folders.items():
            if path.startswith(beginning):
                return _is_file(folder, path.removeprefix(beginning))
        return False


def _is_file(folder: StaticFiles, path: str) -> bool:
    try:
        _, found = folder.lookup_path(path)
    except (OSError, ValueError):  # too long a name; a letter that no name has
        return False
    return found is not None and stat.S_ISREG(found.st_mode)


def _request_id(given: str) -> str:
    """The name of a request in logs: what the proxy calls it, else one of our own."""
    return given if given.isalnum() and len(given) <= 64 else secrets.token_hex(8)


class Body:
    """The body of a request, refused as soon as it is too large."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._most = receive, most
        self._seen = 0
        self._ended = False
        self.too_large = False

    def check(self, declared: str) -> None:
        """Refuse a request that says itself that it is too large."""
        if not declared.isdigit() or int(declared) > self._most:
            raise self.error()

    def error(self) -> LimitError:
        """Why it is refused."""
        return LimitError("limit/size", f"a request has at most {self._most} bytes here")

    async def receive(self) -> Message:
        """The next piece; beyond the limit, whoever reads gets an error, and the client ours."""
        message = await self._next()
        if self._seen > self._most:
            self.too_large = True
            raise self.error()
        return message

    async def drain(self) -> None:
        """Take the rest: closing a connection on what was not read could lose the answer on its way."""
        while not self._ended and self._seen <= MOST_DRAINED:
            await self._next()

    async def _next(self) -> Message:
        message = await self._receive()
        self._seen += len(message.get("body", b""))
        self._ended = not message.get("more_body", False)
        return message
