"""A service for the tests: the real program, on a free port of this machine."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Service(NamedTuple):
    """A running service."""

    process: subprocess.Popen[str]
    host: str
    port: int

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{self.host}:{self.port}"

    def request(self, method: str, path: str, body: bytes | None = None, timeout: float = 30, **headers: str) -> Reply:
        """One request on a connection of its own."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            reply = connection.getresponse()
            return Reply(reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read())
        finally:
            connection.close()

    def ask(self, question: str, **data: Any) -> Reply:
        """A question in JSON."""
        body = json.dumps(data).encode()
        return self.request("POST", f"/api/v1/{question}", body, content_type="application/json")


@contextmanager
def running(**settings: object) -> Iterator[Service]:
    """A service with these settings, stopped at the end."""
    environment = {**os.environ, **{f"NONET_WEB_{name.upper()}": str(value) for name, value in settings.items()}}
    command = [sys.executable, "-m", "nonet", "web", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        found = re.search(r"http://([\d.]+):(\d+)", line)
        assert found, line
        service = Service(process, found[1], int(found[2]))
        yield service
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stderr.close()
