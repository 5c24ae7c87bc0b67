"""HTTP connections with limits on their number and on slow clients. Importing this file needs uvicorn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .limits import refuse, with_headers
from .problems import problem_response
from .settings import Settings

__all__ = ["LimitedProtocol"]

_REFUSED_SECONDS = 1.0
"""Time that a connection above the limit gets to send the request that is refused."""


class LimitedProtocol(H11Protocol):
    """An HTTP connection that is closed if the client sends a request or reads a response too slowly.

    The head of each request must arrive within `Settings.reading` seconds after its first byte, and a client must not
    stop reading a response for longer than that. Connections above `Settings.connections` get an error response.
    """

    def __init__(self, *arguments: Any, settings: Settings, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._seconds, self._most = settings.reading, settings.connections
        self._reading, self._writing = _Timer(self.loop), _Timer(self.loop)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the first request."""
        super().connection_made(transport)
        if len(self.connections) > self._most:
            self.app = refuse
            self._seconds = min(self._seconds, _REFUSED_SECONDS)
        self._reading.start(self._seconds, transport.close)

    def data_received(self, data: bytes) -> None:
        """Limit the time until the head of the request is complete."""
        if not self._is_responding:
            self._reading.start(self._seconds, self.transport.close)
        super().data_received(data)
        if self._is_responding:
            self._reading.stop()

    @property
    def _is_responding(self) -> bool:
        """Whether a request is being handled. The application limits the time in which its body must arrive."""
        return self.cycle is not None and not self.cycle.response_complete

    def pause_writing(self) -> None:
        """Limit the time until the client reads again."""
        super().pause_writing()
        self._writing.start(self._seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue to write."""
        super().resume_writing()
        self._writing.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._reading.stop()
        self._writing.stop()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Respond to bytes that are not an HTTP request."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            response = with_headers(problem_response("bad-http", "the request is not valid HTTP"))
            headers = [*response.raw_headers, (b"connection", b"close")]
            start = h11.Response(status_code=response.status_code, headers=headers)
            for event in (start, h11.Data(data=bytes(response.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class _Timer:
    """A function that is called after some time unless the timer is stopped."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float, action: Callable[[], None]) -> None:
        """Start the timer; if it is running, it goes on."""
        self._handle = self._handle or self._loop.call_later(seconds, action)

    def stop(self) -> None:
        """Stop the timer."""
        if self._handle:
            self._handle.cancel()
            self._handle = None
