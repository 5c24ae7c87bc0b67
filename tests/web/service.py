"""The service for the tests: the real program, on a free port of this machine."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tests.boards import WIKIPEDIA

_Result = TypeVar("_Result")


class Reply(NamedTuple):
    """The response to a request."""

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
        """The address of the page."""
        return f"http://{self.host}:{self.port}"

    @property
    def workers(self) -> list[int]:
        """The process ids of the workers."""
        command = ["pgrep", "-P", str(self.process.pid), "-f", "nonet.web.operations:run"]
        return [int(pid) for pid in subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()]

    def request(self, method: str, path: str, body: bytes | None = None, timeout: float = 30, **headers: str) -> Reply:
        """Send a request on a new connection."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            reply = connection.getresponse()
            return Reply(reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read())
        finally:
            connection.close()

    def post(self, endpoint: str, **fields: Any) -> Reply:
        """Send a request with these fields as JSON."""
        body = json.dumps(fields).encode()
        return self.request("POST", f"/api/v1/{endpoint}", body, content_type="application/json")

    def status_when_free(self) -> int:
        """Return the status of a request that needs a worker, sent again while all are busy."""
        until = time.monotonic() + 60
        while (status := self.post("count", puzzle=WIKIPEDIA).status) == 503 and time.monotonic() < until:
            time.sleep(0.05)
        return status


@contextmanager
def running(
    *, prefix_command: Sequence[str] = (), host: str = "127.0.0.1", cwd: Path | None = None, **settings: object
) -> Iterator[Service]:
    """Run a service with these settings, and stop it at the end."""
    environment = {**os.environ, **{f"NONET_WEB_{name.upper()}": str(value) for name, value in settings.items()}}
    command = [*prefix_command, sys.executable, "-P", "-m", "nonet", "web", "--no-browser", "--port", "0"]
    process = subprocess.Popen([*command, "--host", host], stderr=subprocess.PIPE, text=True, env=environment, cwd=cwd)
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        found = re.search(r"http://([\d.]+):(\d+)", line)
        assert found, line
        yield Service(process, found[1], int(found[2]))
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stderr.close()


def run_apart(function: Callable[[], Coroutine[Any, Any, _Result]]) -> _Result:
    """Run a coroutine in a thread of its own, since the browser tests run an event loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(lambda: asyncio.run(function())).result()
