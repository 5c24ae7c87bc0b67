"""The guard at the door: what a request may weigh and how long it may take to arrive, who may ask how often, and the
headers that tell browsers what the page may do."""

from __future__ import annotations

import asyncio
import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import ProblemError
from .settings import Settings

__all__ = ["Guard"]

log = logging.getLogger("nonet.web")

_CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
_BATCH = "/batch"
_TEXT_TYPES = ("text/plain", "application/x-ndjson")
_MOST_CLIENTS = 10_000


class Bucket:
    """What a client may still ask: it fills up with time, and each question takes one out."""

    __slots__ = ("level", "seen")

    def __init__(self, level: float) -> None:
        self.level, self.seen = level, time.monotonic()

    def take(self, rate: float, burst: float) -> float:
        """0 if the question is allowed, else the seconds until the next one is."""
        now = time.monotonic()
        self.level = min(burst, self.level + (now - self.seen) * rate)
        self.seen = now
        if self.level >= 1:
            self.level -= 1
            return 0.0
        return (1 - self.level) / rate


class Guard:
    """An ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, questions: frozenset[str]) -> None:
        self.app, self.settings, self.questions = app, settings, questions
        self._buckets: dict[str, Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or tell it why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.monotonic(), 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in _HEADERS if pair[0] not in known)]
            await send(message)

        try:
            # a reverse proxy may take the prefix off, or leave it on
            if scope["path"].removeprefix(scope.get("root_path", "")).startswith("/api/"):
                self._allow(scope)
                receive = await self._whole(scope, receive)
            await self.app(scope, receive, send_guarded)
        except ProblemError as problem:
            if not status:
                await problem.response()(scope, receive, send_guarded)
        finally:  # the path and the time, never a puzzle
            log.info("%s %s %d %.1f ms", scope["method"], scope["path"], status, 1000 * (time.monotonic() - began))

    def _allow(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        if self.settings.rate and scope.get("client"):
            wait = self._bucket(scope["client"][0]).take(self.settings.rate, self.settings.burst)
            if wait:
                raise ProblemError("too-many", f"the next question can be asked in {wait:.1f} s", wait)
        if scope["method"] == "POST" and scope["path"].removeprefix(scope.get("root_path", "")) in self.questions:
            kind = headers.get(b"content-type", b"").decode("latin-1").partition(";")[0].strip().lower()
            wanted = _TEXT_TYPES if scope["path"].endswith(_BATCH) else ("application/json",)
            if kind not in wanted:
                raise ProblemError(
                    "bad-type", f"the content type is {kind[:60]!r}, but {' or '.join(wanted)} was expected"
                )
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > self._most(scope):
            raise self._too_large(int(length), scope)

    def _bucket(self, client: str) -> Bucket:
        if len(self._buckets) >= _MOST_CLIENTS and client not in self._buckets:
            self._buckets.clear()  # forgetting all is fair, and bounds the memory
        return self._buckets.setdefault(client, Bucket(self.settings.burst))

    def _most(self, scope: Scope) -> int:
        return self.settings.batch_body if scope["path"].endswith(_BATCH) else self.settings.body

    def _too_large(self, size: int, scope: Scope) -> ProblemError:
        return ProblemError("too-large", f"{size} bytes or more, but at most {self._most(scope)} are taken")

    async def _whole(self, scope: Scope, receive: Receive) -> Receive:
        """The request with its whole body, taken in before anyone works on it, neither too large nor too slow."""
        body = bytearray()
        until = time.monotonic() + self.settings.reading
        more = True
        while more:
            try:
                message = await asyncio.wait_for(receive(), max(0.0, until - time.monotonic()))
            except TimeoutError:
                wanted = f"{self.settings.reading:g} s"
                raise ProblemError("slow", f"the question did not arrive within {wanted}") from None
            body += message.get("body", b"")
            more = message["type"] == "http.request" and message.get("more_body", False)
            if len(body) > self._most(scope):
                raise self._too_large(len(body), scope)
        given = False

        async def replay() -> Message:
            nonlocal given
            if given:  # from now on only the end of the connection is to come
                return await receive()
            given = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        return replay
