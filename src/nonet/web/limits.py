"""Limits on the origin, size, arrival time and rate of requests, and the security headers of all responses."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import TypeAlias

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import ProblemError, accepted_language
from .settings import Settings, split_list

__all__ = ["RequestLimits", "content_policy", "refuse", "with_headers"]

_log = logging.getLogger("nonet.web")


def content_policy(scripts: Iterable[str] = (), styles: Iterable[str] = ()) -> str:
    """Return the content policy: files of this service, and scripts and styles with these hashes."""
    script, style = (" ".join(["'self'", *hashes]) for hashes in (scripts, styles))
    return (
        f"default-src 'self'; script-src {script}; style-src {style}; img-src 'self' data: blob:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


_HEADERS = [
    (b"content-security-policy", content_policy().encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
_Headers: TypeAlias = dict[bytes, bytes]
_BATCH = "/batch"
_MAX_CLIENTS = 10_000


class TokenBucket:
    """The requests that a client may still send. Tokens are added with time, and each request takes one."""

    __slots__ = ("tokens", "updated")

    def __init__(self, tokens: float) -> None:
        self.tokens, self.updated = tokens, time.monotonic()

    def take(self, rate: float, burst: float) -> float:
        """Take a token and return 0; without a token, return the seconds until there is one."""
        now = time.monotonic()
        self.tokens = min(burst, self.tokens + (now - self.updated) * rate)
        self.updated = now
        if self.tokens >= 1:
            self.tokens -= 1
            return 0.0
        return (1 - self.tokens) / rate


class RequestLimits:
    """ASGI middleware around the whole application. `paths` are the paths that take a body."""

    def __init__(self, app: ASGIApp, settings: Settings, paths: frozenset[str]) -> None:
        self.app, self.settings, self.paths = app, settings, paths
        self._hosts = frozenset(host.lower() for host in split_list(settings.hosts))
        self._origins = frozenset(split_list(settings.origins))
        self._buckets: dict[str, TokenBucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, pass it on, and log it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.monotonic(), 0
        if self.settings.prefix:
            scope["root_path"] = self.settings.prefix
        # A reverse proxy may remove the prefix, or leave it.
        path = scope["path"].removeprefix(self.settings.prefix)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _with_missing(message["headers"])
            await send(message)

        try:
            headers = dict(scope["headers"])
            self._check_host(headers)
            if path.startswith("/api/"):
                self._check_rate(scope)
                self._check_origin(scope["method"], headers)
                if scope["method"] == "POST" and path in self.paths:
                    _check_type(headers, path)
                receive = await self._read_body(path, headers, receive)
            await self.app(scope, receive, send_with_headers)
        except ProblemError as problem:
            if not status:
                language = accepted_language(_header(headers, b"accept-language"))
                await problem.response(language)(scope, receive, send_with_headers)
        finally:  # log the path and the time, never a puzzle
            _log.info("%s %s %d %.1f ms", scope["method"], scope["path"], status, 1000 * (time.monotonic() - began))

    def _check_host(self, headers: _Headers) -> None:
        host = _header(headers, b"host").lower()
        name = host if host.endswith("]") else host.rpartition(":")[0] or host
        if self._hosts and name not in self._hosts:
            raise ProblemError("bad-host", f"the service does not accept the host name {name[:60]!r}")

    def _check_origin(self, method: str, headers: _Headers) -> None:
        """Reject a request of another site's page. Browsers send plain text for it without asking first."""
        origin, site = _header(headers, b"origin"), _header(headers, b"sec-fetch-site")
        is_own = not origin or origin.partition("://")[2] == _header(headers, b"host")
        is_rejected = site in ("cross-site", "same-site") or (not site and not is_own)
        if is_rejected and method == "POST" and origin not in self._origins:
            raise ProblemError("cross-site", f"the service does not accept requests of {origin[:60]!r}")

    def _check_rate(self, scope: Scope) -> None:
        if not self.settings.rate or not scope.get("client"):
            return
        client = scope["client"][0]
        if len(self._buckets) >= _MAX_CLIENTS and client not in self._buckets:
            self._buckets.clear()  # bounds the memory, and is fair to all clients
        bucket = self._buckets.setdefault(client, TokenBucket(self.settings.burst))
        if wait := bucket.take(self.settings.rate, self.settings.burst):
            raise ProblemError("too-many", f"send the next request in {wait:.1f} s", wait)

    async def _read_body(self, path: str, headers: _Headers, receive: Receive) -> Receive:
        """Read the whole body before anything works on it, and return a function that receives it again."""
        limit = self.settings.batch_body if path.endswith(_BATCH) else self.settings.body
        announced = _header(headers, b"content-length")
        _check_size(int(announced) if announced.isdigit() else 0, limit)
        body = bytearray()
        is_complete = False
        try:
            async with asyncio.timeout(self.settings.reading):
                while not is_complete:
                    message = await receive()
                    body += message.get("body", b"")
                    is_complete = message["type"] != "http.request" or not message.get("more_body", False)
                    _check_size(len(body), limit)
        except TimeoutError:
            raise ProblemError("slow", f"the request did not arrive within {self.settings.reading:g} s") from None
        messages: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def receive_again() -> Message:
            return messages.pop() if messages else await receive()

        return receive_again


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Respond to a request on a connection above the limit, and close the connection."""
    problem = ProblemError("busy", "too many connections are open; try again in a moment", 1)
    response = with_headers(problem.response(accepted_language(_header(dict(scope["headers"]), b"accept-language"))))
    response.headers["Connection"] = "close"
    await response(scope, receive, send)


def with_headers(response: Response) -> Response:
    """Return a response with the headers that all responses have."""
    response.raw_headers = _with_missing(response.raw_headers)
    return response


def _with_missing(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers of a response with those that it must have."""
    known = {name.lower() for name, _ in headers}
    return [*headers, *(pair for pair in _HEADERS if pair[0] not in known)]


def _header(headers: _Headers, name: bytes) -> str:
    """Return a header of a request, or an empty text."""
    return headers.get(name, b"").decode("latin-1")


def _check_type(headers: _Headers, path: str) -> None:
    kind = _header(headers, b"content-type").partition(";")[0].strip().lower()
    expected = ("text/plain", "application/x-ndjson") if path.endswith(_BATCH) else ("application/json",)
    if kind not in expected:
        raise ProblemError("bad-type", f"the content type must be {' or '.join(expected)}, not {kind[:60]!r}")


def _check_size(size: int, limit: int) -> None:
    if size > limit:
        raise ProblemError("too-large", f"the body has {size} bytes or more, but at most {limit} are allowed")
