"""The service under load: ``python benchmarks/web.py [--clients 50] [--seconds 10] [--crowd 200] [--minute 60]``.

Throughput and latency of ``/solve`` and ``/hint`` for many clients, beside a bare application of the same framework on
the same server in the same run, which is the ceiling. Then a crowd of clients, some of whom ask for the impossible: how
many were answered, turned away or stopped, how the memory grows, and how soon SIGTERM ends it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

Questions = list[tuple[str, dict[str, object]]]

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
STRESS = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
BARE = """
import sys, uvicorn
from fastapi import FastAPI
from pydantic import BaseModel
from nonet.web.server import TimedProtocol
app = FastAPI()
class Question(BaseModel):
    puzzle: str
@app.post("/api/v1/solve")
async def solve(question: Question):
    return {"puzzle": question.puzzle}
print("http://127.0.0.1:8991", file=sys.stderr, flush=True)
uvicorn.run(app, port=8991, http=TimedProtocol, log_level="error", access_log=False)
"""


@contextmanager
def serving(command: list[str]) -> Iterator[tuple[subprocess.Popen[str], int]]:
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


async def ask(port: int, path: str, data: dict[str, object]) -> tuple[int, float]:
    """Status and seconds of one question on a connection of its own; 0 if the connection was lost."""
    began = time.perf_counter()
    body = json.dumps(data).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n"
    head += f"Content-Length: {len(body)}\r\n\r\n"
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head.encode() + body)
        answer = await asyncio.wait_for(reader.read(), 30)
        writer.close()
        return int(answer.split(b" ", 2)[1]), time.perf_counter() - began
    except (OSError, IndexError, TimeoutError):
        return 0, time.perf_counter() - began


async def load(
    port: int, clients: int, seconds: float, questions: list[tuple[str, dict[str, object]]]
) -> tuple[Counter[int], list[float]]:
    """Clients that ask one question after the other, each its own."""
    until = time.perf_counter() + seconds
    statuses: Counter[int] = Counter()
    times: list[float] = []

    async def client(number: int) -> None:
        turn = number
        while time.perf_counter() < until:
            path, data = questions[turn % len(questions)]
            turn += 1
            status, took = await ask(port, path, data)
            statuses[status] += 1
            times.append(took)
            if status in (0, 429, 503):
                await asyncio.sleep(0.2)

    await asyncio.gather(*map(client, range(clients)))
    return statuses, sorted(times)


def tell(name: str, statuses: Counter[int], times: list[float], seconds: float) -> float:
    rate = len(times) / seconds
    p50, p99 = (1000 * times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.99))
    print(f"{name:26} {rate:8.0f} a second   p50 {p50:7.1f} ms   p99 {p99:7.1f} ms   {dict(statuses)}", flush=True)
    return rate


def memory(process: int) -> int:
    """Resident kilobytes of a process and all below it."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/status"):
        try:
            text = stat.read_text(encoding="ascii", errors="replace")
            pid = int(stat.parent.name)
            if pid == process or is_below(pid, process):
                total += int(re.search(r"VmRSS:\s+(\d+)", text)[1])  # type: ignore[index]
        except (OSError, TypeError):
            continue
    return total


def is_below(pid: int, ancestor: int) -> bool:
    while pid > 1:
        pid = int(Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[1])
        if pid == ancestor:
            return True
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--crowd", type=int, default=200)
    parser.add_argument("--minute", type=float, default=60)
    arguments = parser.parse_args()
    solve: Questions = [("/api/v1/solve", {"puzzle": PUZZLE})]
    hint: Questions = [("/api/v1/hint", {"puzzle": PUZZLE})]
    with serving([sys.executable, "-c", BARE]) as (_, port):
        ceiling = tell(
            "bare framework", *asyncio.run(load(port, arguments.clients, arguments.seconds, solve)), arguments.seconds
        )
    with serving([sys.executable, "-m", "nonet", "web", "--no-browser", "--port", "0"]) as (process, port):
        for name, questions in (("solve", solve), ("hint", hint)):
            rate = tell(
                f"nonet {name}",
                *asyncio.run(load(port, arguments.clients, arguments.seconds, questions)),
                arguments.seconds,
            )
            print(f"{'':26} {rate / ceiling:.2f} of the ceiling")
        mixed = [
            *solve,
            *hint,
            ("/api/v1/solve", {"puzzle": STRESS}),
            ("/api/v1/count", {"puzzle": 256 * ".", "limit": 10**6}),
        ]
        mixed += [("/api/v1/count", {"puzzle": 81 * ".", "limit": 10**6}), ("/api/v1/solve", {"puzzle": 100_000 * "x"})]
        before = memory(process.pid)
        tell(
            f"crowd of {arguments.crowd}",
            *asyncio.run(load(port, arguments.crowd, arguments.minute, mixed)),
            arguments.minute,
        )
        print(f"memory: {before / 1024:.0f} MB before the crowd, {memory(process.pid) / 1024:.0f} MB after")
        status, took = asyncio.run(ask(port, *solve[0]))
        print(f"then one question: {status} in {1000 * took:.0f} ms")
        began = time.perf_counter()
        os.kill(process.pid, signal.SIGTERM)
        process.wait(15)
        print(f"SIGTERM: stopped after {time.perf_counter() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
