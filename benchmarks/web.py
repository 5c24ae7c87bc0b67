"""Measure the web service under load.

    python benchmarks/web.py [--clients 50] [--seconds 10] [--crowd 100] [--minute 60]

Measures the latency of one client that keeps its connection, next to plain uvicorn with the same handler in its own
process. Then it measures the throughput of ``/solve`` and ``/hint`` with many clients; a FastAPI application that only
returns the request shows the upper bound. Then a crowd of clients sends requests, some of which take too long. The
benchmark reports how many succeeded, were rejected or were stopped, how much memory is used, and how long SIGTERM
takes. It fails if a response has another status than 200, 429, 503 or 504, if 1 % of them take longer than the deadline
and two seconds, or if the memory grows by more than 100 MB.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from nonet.web import Settings

Requests = list[tuple[str, dict[str, object]]]

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
MINIMAL = """
import sys, uvicorn
from fastapi import FastAPI
from fastapi.responses import Response
from nonet.web.models import PuzzleRequest
from nonet.web.operations import run
app = FastAPI()
@app.get("/healthz")
async def healthz():
    return {"status": "ok", "version": "0", "kernel": "none", "waiting": 0}
@app.post("/api/v1/solve")
async def solve(body: PuzzleRequest):
    return Response(run(("solve", {"puzzle": body.puzzle})), media_type="application/json")
@app.post("/api/v1/return")
async def same(body: PuzzleRequest):
    return {"puzzle": body.puzzle}
print("http://127.0.0.1:8991", file=sys.stderr, flush=True)
uvicorn.run(app, port=8991, http="h11", log_level="error", access_log=False)
"""


@contextmanager
def serving(command: list[str]) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run a service, and yield its process and its port."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    port = int(re.search(r":(\d+)", process.stderr.readline())[1])  # type: ignore[index]
    time.sleep(2)
    try:
        yield process, port
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(15)


async def post(port: int, path: str, data: dict[str, object]) -> tuple[int, float]:
    """Send a request on a new connection. Return its status (0 if the connection was lost) and its duration."""
    began = time.perf_counter()
    body = json.dumps(data).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    head += f"Content-Length: {len(body)}\r\n\r\n"
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head.encode() + body)
        response = await asyncio.wait_for(reader.read(), 30)
        writer.close()
        return int(response.split(b" ", 2)[1]), time.perf_counter() - began
    except (OSError, IndexError, TimeoutError):
        return 0, time.perf_counter() - began


def latency(connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None) -> float:
    """Return the seconds of one request on a connection that is kept."""
    began = time.perf_counter()
    connection.request(method, path, body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    response.read()
    assert response.status == 200, response.status
    return time.perf_counter() - began


def compare_latency(ports: Sequence[int], rounds: int = 1000) -> None:
    """Print the median latency of the first service and of the second, whose requests alternate."""
    connections = [http.client.HTTPConnection("127.0.0.1", port) for port in ports]
    body = json.dumps({"puzzle": PUZZLE}).encode()
    for request in (("GET", "/healthz", None), ("POST", "/api/v1/solve", body)):
        pairs = [[latency(connection, *request) for connection in connections] for _ in range(rounds)]
        ours, plain = (1000 * statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"{request[1]:26} nonet {ours:.2f} ms, plain uvicorn {plain:.2f} ms, ratio {ours / plain:.2f}")


async def load(port: int, clients: int, seconds: float, requests: Requests) -> tuple[Counter[int], list[float]]:
    """Let clients send one request after the other. Return the statuses and the sorted durations."""
    until = time.perf_counter() + seconds
    statuses: Counter[int] = Counter()
    times: list[float] = []

    async def client(number: int) -> None:
        turn = number
        while time.perf_counter() < until:
            path, data = requests[turn % len(requests)]
            turn += 1
            status, duration = await post(port, path, data)
            statuses[status] += 1
            times.append(duration)
            if status in (0, 429, 503):
                await asyncio.sleep(0.2)

    await asyncio.gather(*map(client, range(clients)))
    return statuses, sorted(times)


class Load(NamedTuple):
    """The results of a load."""

    rate: float
    """Requests per second."""
    p99: float
    """Seconds after which 99 % of the requests had a response."""
    statuses: Counter[int]


def measure(name: str, port: int, clients: int, seconds: float, requests: Requests) -> Load:
    """Run a load, print its results, and return them."""
    statuses, times = asyncio.run(load(port, clients, seconds, requests))
    rate = len(times) / seconds
    p50, p99 = (times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.99))
    counts = dict(sorted(statuses.items()))
    print(
        f"{name:26} {rate:8.0f} per second   p50 {1000 * p50:7.1f} ms   p99 {1000 * p99:7.1f} ms   {counts}", flush=True
    )
    return Load(rate, p99, statuses)


def memory(process: int) -> int:
    """Return the resident kilobytes of a process and its descendants."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/status"):
        try:
            text = stat.read_text(encoding="ascii", errors="replace")
            pid = int(stat.parent.name)
            if pid == process or is_descendant(pid, process):
                total += int(re.search(r"VmRSS:\s+(\d+)", text)[1])  # type: ignore[index]
        except (OSError, TypeError):
            continue
    return total


def is_descendant(pid: int, ancestor: int) -> bool:
    """Return whether a process was started by another, directly or indirectly."""
    while pid > 1:
        pid = int(Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[1])
        if pid == ancestor:
            return True
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=50, help="number of clients of each load (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=10, help="duration of each load (default: %(default)s)")
    parser.add_argument("--crowd", type=int, default=100, help="number of clients in the crowd (default: %(default)s)")
    parser.add_argument("--minute", type=float, default=60, help="seconds that the crowd stays (default: %(default)s)")
    options = parser.parse_args()
    solve: Requests = [("/api/v1/solve", {"puzzle": PUZZLE})]
    hint: Requests = [("/api/v1/hint", {"puzzle": PUZZLE})]
    returned: Requests = [("/api/v1/return", {"puzzle": PUZZLE})]
    nonet = [sys.executable, "-m", "nonet", "web", "--no-browser", "--port", "0"]
    with serving([sys.executable, "-c", MINIMAL]) as (_, plain_port), serving(nonet) as (process, port):
        compare_latency((port, plain_port))
        bound = measure("plain uvicorn, no handler", plain_port, options.clients, options.seconds, returned).rate
        for name, requests in (("solve", solve), ("hint", hint)):
            rate = measure(f"nonet {name}", port, options.clients, options.seconds, requests).rate
            print(f"{'':26} {rate / bound:.2f} of the upper bound")
        mixed: Requests = [
            *solve,
            *hint,
            ("/api/v1/solve", {"puzzle": HARD}),
            ("/api/v1/count", {"puzzle": 256 * ".", "limit": 10**6}),
            ("/api/v1/count", {"puzzle": 81 * ".", "limit": 10**6}),
            ("/api/v1/explain", {"puzzle": INKALA}),
            ("/api/v1/explain/stream", {"puzzle": INKALA}),
        ]
        before = memory(process.pid)
        crowd = measure(f"crowd of {options.crowd}", port, options.crowd, options.minute, mixed)
        after = memory(process.pid)
        print(f"memory: {before / 1024:.0f} MB before the crowd, {after / 1024:.0f} MB after")
        is_bounded = crowd.p99 < Settings().deadline + 2 and after - before < 100 * 1024
        failed = not is_bounded or set(crowd.statuses) - {200, 429, 503, 504}
        status, duration = asyncio.run(post(port, *solve[0]))
        print(f"then one request: {status} in {1000 * duration:.0f} ms")
        began = time.perf_counter()
        os.kill(process.pid, signal.SIGTERM)
        process.wait(15)
        print(f"SIGTERM: stopped after {time.perf_counter() - began:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
