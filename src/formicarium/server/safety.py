"""Safety: around every request its size, its origin, the headers of the answer, a count and a line in the log."""

from __future__ import annotations

import logging
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from formicarium.server import api, metrics
from formicarium.server.identity import IdentityError
from formicarium.server.limits import LimitError
from formicarium.server.settings import Settings

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
LARGE = "/api/records"  # the one address that takes a whole record file

log = logging.getLogger("formicarium.access")


class Safety:
    """Middleware around the application; sockets check their origin themselves."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, headers = time.perf_counter(), 500, Headers(scope=scope)

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    out.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            state = getattr(scope["app"].state, "server", None)
            if state is not None:
                state.identities.check_origin(scope["method"], headers)
            await self.app(scope, self._measured(scope, headers, receive), answer)
        except (IdentityError, LimitError) as error:
            await api.problem(error)(scope, receive, answer)
        finally:
            route = getattr(scope.get("route"), "path", "")
            metrics.requests.labels(scope["method"], route, status).inc()
            milliseconds = round(1000 * (time.perf_counter() - began), 1)
            log.info(
                "request",
                extra={"method": scope["method"], "route": route, "status": status, "ms": milliseconds},
            )

    def _measured(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        """The body of a request, refused as soon as it is too large."""
        most = self.settings.record_bytes + 1000 if scope["path"] == LARGE else self.settings.body_bytes
        declared = headers.get("content-length", "0")
        if not declared.isdigit() or int(declared) > most:
            raise LimitError("limit/size", f"a request has at most {most} bytes")
        seen = 0

        async def measured() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise LimitError("limit/size", f"a request has at most {most} bytes")
            return message

        return measured
