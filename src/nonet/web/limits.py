"""Limits on the size, the arrival time and the rate of requests, and the security headers of all responses."""

from __future__ import annotations

import asyncio
import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import ProblemError, accepted_language
from .settings import Settings

__all__ = ["RequestLimits"]

_log = logging.getLogger("nonet.web")

_CONTENT_POLICY = (
    b"default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    b"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _CONTENT_POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
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
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in _HEADERS if pair[0] not in known)]
            await send(message)

        try:
            if path.startswith("/api/"):
                self._check_rate(scope)
                if scope["method"] == "POST" and path in self.paths:
                    _check_type(scope, path)
                receive = await self._read_body(scope, receive)
            await self.app(scope, receive, send_with_headers)
        except ProblemError as problem:
            if not status:
                language = accepted_language(_header(scope, b"accept-language"))
                await problem.response(language)(scope, receive, send_with_headers)
        finally:  # log the path and the time, never a puzzle
            _log.info("%s %s %d %.1f ms", scope["method"], scope["path"], status, 1000 * (time.monotonic() - began))

    def _check_rate(self, scope: Scope) -> None:
        if not self.settings.rate or not scope.get("client"):
            return
        client = scope["client"][0]
        if len(self._buckets) >= _MAX_CLIENTS and client not in self._buckets:
            self._buckets.clear()  # bounds the memory, and is fair to all clients
        bucket = self._buckets.setdefault(client, TokenBucket(self.settings.burst))
        if wait := bucket.take(self.settings.rate, self.settings.burst):
            raise ProblemError("too-many", f"send the next request in {wait:.1f} s", wait)

    async def _read_body(self, scope: Scope, receive: Receive) -> Receive:
        """Read the whole body before anything works on it, and return a function that receives it again."""
        limit = self.settings.batch_body if scope["path"].endswith(_BATCH) else self.settings.body
        announced = _header(scope, b"content-length")
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


def _header(scope: Scope, name: bytes) -> str:
    """Return a header of a request, or an empty text."""
    value: bytes = dict(scope["headers"]).get(name, b"")
    return value.decode("latin-1")


def _check_type(scope: Scope, path: str) -> None:
    kind = _header(scope, b"content-type").partition(";")[0].strip().lower()
    expected = ("text/plain", "application/x-ndjson") if path.endswith(_BATCH) else ("application/json",)
    if kind not in expected:
        raise ProblemError("bad-type", f"the content type must be {' or '.join(expected)}, not {kind[:60]!r}")


def _check_size(size: int, limit: int) -> None:
    if size > limit:
        raise ProblemError("too-large", f"the body has {size} bytes or more, but at most {limit} are allowed")
