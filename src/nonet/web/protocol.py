"""HTTP connections that are closed if the client sends no request. Importing this file needs uvicorn."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["TimedProtocol"]


class TimedProtocol(H11Protocol):
    """An HTTP connection that is closed if no request arrives within `timeout` seconds."""

    timeout = 10.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(self.timeout, self._close_if_silent)

    def _close_if_silent(self) -> None:
        if getattr(self, "cycle", None) is None and not self.transport.is_closing():
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._timer.cancel()
        super().connection_lost(exc)
