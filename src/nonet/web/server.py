"""Run the service with uvicorn, or return it as an ASGI application for another server."""

from __future__ import annotations

import ipaddress
import logging
import socket
import sys
import threading
import webbrowser
from functools import partial
from typing import TYPE_CHECKING

from ..errors import ArgumentError
from ..extras import require
from .settings import Settings

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["create_app", "is_loopback", "listen", "serve"]

_MAX_HEAD = 16 * 1024
_LOOPBACK_HOSTS = "localhost,127.0.0.1,[::1]"
"""Names of this machine. Others are rejected: a page can let its own host name point here (DNS rebinding)."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the service as an ASGI application. Its worker processes start and stop with it.

    >>> app = create_app()
    >>> sorted(app.openapi()["paths"])[:2]
    ['/api/v1/batch', '/api/v1/check']
    """
    require("fastapi")
    from .app import build_app

    return build_app(settings or Settings.from_environment())


def serve(
    host: str = "127.0.0.1", port: int = 8000, *, settings: Settings | None = None, open_browser: bool = False
) -> None:
    """Run the service until Ctrl-C or SIGTERM. With port 0, the system chooses a free port.

    >>> serve(port=99999)
    Traceback (most recent call last):
    nonet.errors.ArgumentError: port must be between 0 and 65535, not 99999
    """
    if not 0 <= port <= 65535:
        raise ArgumentError(f"port must be between 0 and 65535, not {port}")
    uvicorn = require("uvicorn")
    from .protocol import LimitedProtocol

    settings = settings or Settings.from_environment()
    if is_loopback(host):
        settings = settings._replace(hosts=settings.hosts or f"{host},{_LOOPBACK_HOSTS}")
    else:  # other machines can send requests: log them
        logging.basicConfig(format="%(asctime)s %(message)s")
        logging.getLogger("nonet.web").setLevel(logging.INFO)
    app = create_app(settings)
    with listen(host, port) as listener:
        shown_host = f"[{host}]" if ":" in host else host
        address = f"http://{shown_host}:{listener.getsockname()[1]}{settings.prefix}/"
        app.state.on_ready = lambda: _announce(address, open_browser)
        config = uvicorn.Config(
            app,
            http=partial(LimitedProtocol, settings=settings),
            ws="none",
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=max(1, int(settings.stopping)),
            h11_max_incomplete_event_size=_MAX_HEAD,
        )
        uvicorn.Server(config).run(sockets=[listener])


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _announce(address: str, open_browser: bool) -> None:
    print(f"nonet is ready at {address} (press Ctrl-C to stop)", file=sys.stderr, flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Clients that connect before the workers are ready wait."""
    # asyncio sends small packets without delay (TCP_NODELAY) only if the protocol is named
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise ArgumentError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listener
