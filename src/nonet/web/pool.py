"""The worker processes of a service, and the queue in front of them.

::

    call --> free worker? -- yes --> run it there -- done in time --> result
               | no                      | late: the worker is killed and replaced, OutOfTime
               v
             queue full? -- yes --> Busy
               | no
               v
             wait for a worker
"""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from ..errors import NonetError, OutOfTime, WorkerError
from ..kernel import cpu_count
from ..workers import MessageReader, WorkerSlot

__all__ = ["Busy", "Part", "Pool"]

_LARGE = frozenset({"batch", "explain-part"})
"""The operations whose requests may be larger than what a pipe holds, so that sending them could block."""
_READ_SIZE = 1 << 16
_WARM_UP = ("hint", {"puzzle": "1.....2..3.....4"})
"""A call after which a worker has loaded what most requests need."""


class Part(NamedTuple):
    """A part of a result that is computed in several calls."""

    data: bytes
    rest: bytes | None
    """The state from which the next call goes on; None after the last part."""


class Busy(Exception):
    """The queue is full, or no worker became free in time."""


class Pool:
    """Worker processes, and a queue of at most `queue` calls that wait for them."""

    def __init__(self, workers: int = 0, queue: int = 64) -> None:
        self._slots = [WorkerSlot("nonet.web.operations:run") for _ in range(workers or cpu_count())]
        self._free: asyncio.LifoQueue[WorkerSlot] = asyncio.LifoQueue()
        self._threads = ThreadPoolExecutor(len(self._slots))
        self._starting: set[asyncio.Task[None]] = set()
        self._is_stopped = False
        self._max_waiting = queue
        self.waiting = 0

    async def start(self) -> None:
        """Start the workers, and wait until they are ready."""
        await asyncio.gather(*map(self._start, self._slots))

    async def _start(self, slot: WorkerSlot) -> None:
        """Start a worker, and make it available when it has imported what it needs."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, slot.call, _WARM_UP)
        finally:
            self._free.put_nowait(slot)

    async def call(self, request: tuple[str, dict[str, Any]], timeout: float) -> Any:
        """Run an operation in a worker, and return its result.

        Raises `Busy`, `OutOfTime` if there is no result within `timeout` seconds, or `WorkerError` if the worker died.
        """
        deadline = time.monotonic() + timeout
        slot = await self._free_slot(timeout)
        left = deadline - time.monotonic()
        loop = asyncio.get_running_loop()
        if _can_watch(loop) and request[0] not in _LARGE:
            result = _Answer(loop, slot, request, left).result
        else:
            result = loop.run_in_executor(self._threads, partial(slot.call, request, timeout=left))
        result.add_done_callback(partial(self._release, slot))
        return await asyncio.shield(result)  # the worker continues if the client disconnects

    async def _free_slot(self, timeout: float) -> WorkerSlot:
        with suppress(asyncio.QueueEmpty):
            return self._free.get_nowait()
        if self.waiting >= self._max_waiting:
            raise Busy
        self.waiting += 1
        try:
            return await asyncio.wait_for(self._free.get(), timeout)
        except TimeoutError:
            raise Busy from None
        finally:
            self.waiting -= 1

    def _release(self, slot: WorkerSlot, result: asyncio.Future[Any]) -> None:
        if self._is_stopped:
            return
        if isinstance(result.exception(), OutOfTime | WorkerError):
            # The process is gone. A new one needs some time to start, which no request should have to wait for.
            task = asyncio.ensure_future(self._start(slot))
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)
        else:
            self._free.put_nowait(slot)

    def stop(self) -> None:
        """Kill the workers, even if they are busy."""
        self._is_stopped = True
        for task in self._starting:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for slot in self._slots:
            slot.stop()
        self._threads.shutdown()  # without a process, each thread ends at once


class _Answer:
    """The answer to a call, which the event loop reads as it arrives. That is faster than a thread that waits."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, slot: WorkerSlot, request: tuple[str, dict[str, Any]], timeout: float
    ) -> None:
        self._loop, self._slot, self._timeout = loop, slot, timeout
        self._reader = MessageReader()
        self.result: asyncio.Future[Any] = loop.create_future()
        try:
            self._pipe = slot.begin(request)
        except WorkerError as error:
            self.result.set_exception(error)
            return
        self._timer = loop.call_later(max(0, timeout), self._expire)
        loop.add_reader(self._pipe, self._read)

    def _read(self) -> None:
        try:
            if self._reader.add(os.read(self._pipe, _READ_SIZE)):
                self._finish(self._reader.result())
        except OSError as error:
            self._finish(WorkerError(str(error)))
        except NonetError as error:
            self._finish(error)

    def _expire(self) -> None:
        self._finish(OutOfTime(f"stopped after {self._timeout:g} s without an answer"))

    def _finish(self, outcome: Any) -> None:
        self._timer.cancel()
        self._loop.remove_reader(self._pipe)
        if isinstance(outcome, OutOfTime | WorkerError):
            self._slot.stop()
        if self.result.done():  # the service stops
            return
        if isinstance(outcome, BaseException):
            self.result.set_exception(outcome)
        else:
            self.result.set_result(outcome)


def _can_watch(loop: asyncio.AbstractEventLoop) -> bool:
    """Return whether an event loop can wait for a pipe; that of Windows cannot."""
    return isinstance(loop, asyncio.SelectorEventLoop) or type(loop).__module__.startswith("uvloop")
