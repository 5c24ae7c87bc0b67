"""The HTTP service, and the page that uses it.

`serve` runs the service; `create_app` returns it as an ASGI application that any server can run. FastAPI and uvicorn
are imported when one of them is called. Worker processes do what can take long, because a process can be stopped at its
deadline and a thread cannot.

| file | contents |
| --- | --- |
| settings.py | the limits of a service, read from the environment |
| server.py | `serve` and `create_app` |
| protocol.py | HTTP connections that are closed if no request arrives |
| app.py | the endpoints and the page, as a FastAPI application |
| page.py | the files of the page, of which the first load takes two |
| models.py | the fields of requests and responses |
| problems.py | error responses |
| limits.py | limits on request size, time and rate; security headers |
| pool.py | the worker processes, and the queue in front of them |
| operations.py | what the workers run: solve, hint, draw, ...; and what the service runs itself |
| static/ | the page: HTML, CSS and JavaScript modules |
"""

from __future__ import annotations

from .server import create_app, serve
from .settings import Settings

__all__ = ["Settings", "create_app", "serve"]
