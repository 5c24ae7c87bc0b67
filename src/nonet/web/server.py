"""Running the service: uvicorn, with limits on connections and on clients that never ask."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import sys
import threading
import webbrowser
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..errors import NonetError
from .app import create_app
from .settings import Settings

__all__ = ["is_loopback", "serve"]

_LARGEST_HEAD = 16 * 1024


class TimedProtocol(H11Protocol):
    """HTTP, where a client that connects and does not ask within the time for reading is sent away."""

    asking_within = 10.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The clock starts."""
        super().connection_made(transport)
        self._asking = self.loop.call_later(self.asking_within, self._send_away)

    def _send_away(self) -> None:
        if getattr(self, "cycle", None) is None and not self.transport.is_closing():
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The clock stops."""
        self._asking.cancel()
        super().connection_lost(exc)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve(
    host: str = "127.0.0.1", port: int = 8000, *, settings: Settings | None = None, open_browser: bool = False
) -> None:
    """Serve until stopped by Ctrl-C or SIGTERM.

    >>> serve(port=99999)
    Traceback (most recent call last):
    nonet.errors.NonetError: there is no port 99999; ports go from 0 to 65535
    """
    if not 0 <= port <= 65535:
        raise NonetError(f"there is no port {port}; ports go from 0 to 65535")
    chosen = settings or Settings.from_environment()
    listening = _socket(host, port)
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}{chosen.prefix}/"
    print(f"nonet is at {address} (Ctrl-C stops it)", file=sys.stderr, flush=True)
    logging.getLogger("nonet.web").setLevel(logging.INFO if not is_loopback(host) else logging.WARNING)
    if open_browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    TimedProtocol.asking_within = chosen.reading
    options: dict[str, Any] = {
        "http": TimedProtocol,
        "ws": "none",
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "limit_concurrency": chosen.connections,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": max(1, int(chosen.stopping)),
        "h11_max_incomplete_event_size": _LARGEST_HEAD,
        "lifespan": "on",
    }
    server = uvicorn.Server(uvicorn.Config(create_app(chosen), **options))
    try:
        server.run(sockets=[listening])
    finally:
        listening.close()


def _socket(host: str, port: int) -> socket.socket:
    """A listening socket, or a sentence why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(256)  # whoever comes now waits until the workers sit
    except (OSError, OverflowError) as error:
        listening.close()
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise NonetError(f"cannot listen on {host} port {port}: {reason}") from None
    return listening
