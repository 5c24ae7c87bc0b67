"""Explanations as streams: steps are sent as they are found, within limits, and only while the client is there."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nonet
from nonet.web import Settings, create_app
from nonet.web.operations import run
from nonet.web.pool import Busy, Part
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA
from tests.web.service import Service, run_apart

EXAMPLES = Path(nonet.__file__).parent / "web" / "static" / "js" / "examples.js"


def examples() -> list[str]:
    """Return the example puzzles of the page."""
    found = re.findall(r'puzzle:\s*((?:"[^"]+"[\s+]*)+)', EXAMPLES.read_text(encoding="utf-8"))
    return ["".join(re.findall(r'"([^"]+)"', text)) for text in found]


def explained(service: Service, puzzle: str, **fields: object) -> list[dict[str, Any]]:
    """Return the lines of an explanation."""
    reply = service.post("explain/stream", puzzle=puzzle, **fields)
    assert (reply.status, reply.headers["content-type"]) == (200, "application/x-ndjson"), reply.body
    return [json.loads(line) for line in reply.body.splitlines()]


@pytest.mark.parametrize("puzzle", examples())
def test_the_examples_of_the_page_are_explained_with_the_usual_limits(
    service_with: Callable[..., Service], puzzle: str
) -> None:
    *steps, last = explained(service_with(workers=1), puzzle)
    assert last["end"]["solved"]
    assert last["end"]["logical"]
    assert last["end"]["complete"]
    assert last["end"]["end"] == str(nonet.solve(puzzle))
    assert len(steps) == last["end"]["rating"]["steps"]
    nested = [line["step"] for line in steps if "parts" in line["step"]]
    assert bool(nested) == (puzzle == INKALA), "only Sudoku Explainer's chains inside chains lead on there"


def test_a_stream_agrees_with_explain(service: Service) -> None:
    for fields in ({}, {"order": "explainer"}, {"language": "zh", "cells": "a1"}):
        whole = service.post("explain", puzzle=SEVENTEEN, **fields).data
        *lines, last = explained(service, SEVENTEEN, **fields)
        assert [line["step"] for line in lines] == whole["steps"]
        assert [line["position"] for line in lines] == whole["positions"][:-1]
        assert last["end"] == {
            **{name: value for name, value in whole.items() if name not in ("steps", "positions")},
            "position": whole["positions"][-1],
            "complete": True,
        }


def test_the_first_steps_arrive_long_before_the_last(service: Service) -> None:
    connection = http.client.HTTPConnection(service.host, service.port, timeout=60)
    began = time.monotonic()
    headers = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}
    connection.request("POST", "/api/v1/explain/stream", json.dumps({"puzzle": INKALA}), headers)
    response = connection.getresponse()
    assert response.headers["content-encoding"] == "gzip"
    decompressor = zlib.decompressobj(wbits=31)
    text = b""
    while b"\n" not in text:  # a compressor that waits for more data would keep the first line back
        text += decompressor.decompress(response.read1(1000))
    first = time.monotonic() - began
    assert json.loads(text.splitlines()[0])["step"]
    text += decompressor.decompress(response.read())
    assert json.loads(text.splitlines()[-1])["end"]["solved"]
    assert first < (time.monotonic() - began) / 2
    connection.close()


def test_a_puzzle_that_cannot_be_explained_has_a_status(service: Service) -> None:
    reply = service.post("explain/stream", puzzle=81 * ".")
    assert (reply.status, reply.data["code"]) == (422, "not-unique")


def test_the_number_of_steps_is_limited() -> None:
    fields = {"puzzle": WIKIPEDIA, "language": "en", "cells": "rc", "limit": 5}
    part = run(("explain-part", fields))
    assert isinstance(part, Part)
    lines = [json.loads(line) for line in part.data.splitlines()]
    assert (len(lines), part.rest) == (6, None)
    assert not lines[-1]["end"]["complete"]
    assert lines[-1]["end"]["end"].count(".") == WIKIPEDIA.count(".") - 5


class EndlessPool:
    """Workers that always find another step, or are busy from some call on."""

    waiting = 0

    def __init__(self, calls_until_busy: float = float("inf")) -> None:
        self.calls, self.calls_until_busy = 0, calls_until_busy

    async def call(self, *_: object) -> Part:
        await asyncio.sleep(0.01)
        self.calls += 1
        if self.calls > self.calls_until_busy:
            raise Busy
        return Part(b'{"step": {}}\n', b"state")


def lines_of_endless_stream(pool: EndlessPool, settings: Settings, *, leave_after: float = 60) -> list[Any]:
    """Request a stream from the application itself, leave after some seconds, and return the lines that were sent."""
    app = create_app(settings)
    app.state.pool = pool
    body = json.dumps({"puzzle": WIKIPEDIA}).encode()
    sent: list[bytes] = []
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop()
        await asyncio.sleep(leave_after)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message.get("body", b""))

    headers = [(b"content-type", b"application/json"), (b"host", b"localhost")]
    path = "/api/v1/explain/stream"
    scope: dict[str, Any] = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
    }
    scope |= {"headers": headers, "asgi": {"spec_version": "2.3"}}
    run_apart(lambda: app(scope, receive, send))
    return [json.loads(line) for line in b"".join(sent).splitlines()]


class TestLimits:
    def test_a_client_that_leaves_stops_the_work(self) -> None:
        pool = EndlessPool()
        lines_of_endless_stream(pool, Settings(), leave_after=0.2)
        assert 1 < pool.calls < 50

    def test_a_stream_ends_after_its_time(self) -> None:
        *steps, last = lines_of_endless_stream(EndlessPool(), Settings(stream=0.2))
        assert steps
        assert last == {"problem": "timeout", "reason": "not all steps were found within 0.2 s"}

    def test_a_stream_that_finds_no_free_worker_says_so(self) -> None:
        *steps, last = lines_of_endless_stream(EndlessPool(calls_until_busy=3), Settings())
        assert len(steps) == 3
        assert last["problem"] == "busy"
