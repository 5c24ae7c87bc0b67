"""Workers: a few processes that answer questions, one at a time each, and are stopped when their time is over.

::

    ask --> a free seat? --> send to its process --> answer in time --> back
             | none: wait, if the queue has room       | too late: kill the process, a new one sits down
             | queue full: Busy

A process is the only thing that can be stopped for certain: whatever a question makes it do, after the deadline its
memory and its processor are free again.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from .worker import Answer, work

__all__ = ["Busy", "Pool", "TooLate", "WorkerLost"]


class Busy(Exception):
    """No worker is free, and the queue is full."""


class TooLate(Exception):
    """The question was not answered in time."""


class WorkerLost(Exception):
    """The worker died in the middle of the question."""


class Seat:
    """The place of one worker: a process and the pipe to it, both made anew when the process is gone."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def start(self) -> None:
        """A process, if there is none."""
        if self._process is None or not self._process.is_alive():
            self.stop()
            self._pipe, theirs = self._context.Pipe()
            self._process = self._context.Process(target=work, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()

    def ask(self, question: str, data: dict[str, Any], until: float) -> Answer:
        """The worker's answer; if it comes too late, the worker is stopped."""
        self.start()
        assert self._pipe is not None  # noqa: S101
        try:
            self._pipe.send((question, data))
            if not self._pipe.poll(max(0.0, until - time.monotonic())):
                self.stop()
                raise TooLate
            answer: Answer = self._pipe.recv()
        except (EOFError, OSError):
            self.stop()
            raise WorkerLost from None
        return answer

    def stop(self) -> None:
        """No process any more."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


class Pool:
    """The workers of a service, and the queue before them."""

    def __init__(self, workers: int = 0, queue: int = 64) -> None:
        number = workers or os.cpu_count() or 1
        method = "spawn" if sys.platform == "win32" else "forkserver"
        context = multiprocessing.get_context(method)
        if method == "forkserver":
            context.set_forkserver_preload(["nonet.web.worker"])
        self._seats = [Seat(context) for _ in range(number)]
        self._free: asyncio.LifoQueue[Seat] = asyncio.LifoQueue()
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="nonet-seat")
        self._queue = queue
        self._waiting = 0

    async def start(self) -> None:
        """All workers sit down."""
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._threads, seat.start) for seat in self._seats))
        for seat in self._seats:
            self._free.put_nowait(seat)

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return self._waiting

    async def ask(self, question: str, data: dict[str, Any], seconds: float) -> Answer:
        """The answer to a question; raises `Busy`, `TooLate` or `WorkerLost`."""
        until = time.monotonic() + seconds
        seat = await self._seat(seconds)
        loop = asyncio.get_running_loop()
        asked = loop.run_in_executor(self._threads, seat.ask, question, data, until)
        asked.add_done_callback(lambda _: self._free.put_nowait(seat))
        return await asyncio.shield(asked)

    async def _seat(self, seconds: float) -> Seat:
        with contextlib.suppress(asyncio.QueueEmpty):
            return self._free.get_nowait()
        if self._waiting >= self._queue:
            raise Busy
        self._waiting += 1
        try:
            return await asyncio.wait_for(self._free.get(), seconds)
        except TimeoutError:
            raise Busy from None
        finally:
            self._waiting -= 1

    async def stop(self) -> None:
        """All workers leave at once."""
        for seat in self._seats:
            with contextlib.suppress(Exception):
                seat.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
