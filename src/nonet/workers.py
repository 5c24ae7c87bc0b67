"""Worker processes, and one ordered map over threads or processes.

Python computes in one thread at a time, and a thread cannot be stopped. So what takes long and runs Python code is done
by worker processes: they use all CPUs, and one that misses its deadline is killed. A worker is a program of its own
(``python -P -c ...``) that imports nonet and nothing else. It does not run the user's script again, as
`multiprocessing` would, and the working directory is not on its import path::

    ordered_map --> thread 1 --> WorkerSlot 1 --stdin/stdout--> worker process 1
                --> thread 2 --> WorkerSlot 2 --stdin/stdout--> worker process 2

Messages are pickles, each preceded by its length. A worker that reads the end of its input exits at once, so no worker
survives the process that started it.
"""

from __future__ import annotations

import atexit
import os
import pickle
import queue
import select
import signal
import struct
import subprocess
import sys
import threading
import traceback
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

from .errors import NonetError, OutOfTime, WorkerError
from .kernel import cpu_count

__all__ = ["MessageReader", "WorkerSlot", "Workers", "ordered_map"]

_LENGTH = struct.Struct("<Q")
_PROGRAM = "import sys; sys.path.append(sys.argv[1]); from nonet.workers import serve; serve(sys.argv[2])"
_DIED = "a worker process died"
_STOPPED = "the worker processes were stopped"
_MOST_PROCESSES = 64
"""More processes than this, or than there are CPUs, only need memory."""
_LONGEST_WAIT = 1e6
"""The longest timeout in seconds that the system can wait for; a longer one has the same effect."""

_slots: weakref.WeakSet[WorkerSlot] = weakref.WeakSet()
"""The slots that have started a process."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class WorkerSlot:
    """One worker process, started when it is first needed and again after it was killed or died.

    `function` names what the worker calls, as ``package:function``. Only one thread may use a slot at a time.

    >>> with WorkerSlot("math:sqrt") as slot:
    ...     slot.call(16.0)
    4.0
    """

    def __init__(self, function: str, environment: Mapping[str, str] | None = None) -> None:
        self._function = function
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = threading.Lock()
        self._is_closed = False

    def start(self) -> subprocess.Popen[bytes]:
        """Start the process, unless it is running, and return it."""
        with self._starting:
            if self._is_closed:
                raise WorkerError(_STOPPED)
            if self._process is None or self._process.poll() is not None:
                self.stop()
                command = [sys.executable, "-P", "-c", _PROGRAM, str(Path(__file__).parents[1]), self._function]
                environment = None if self._environment is None else {**os.environ, **self._environment}
                try:
                    self._process = subprocess.Popen(  # noqa: S603
                        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
                    )
                except OSError as error:
                    raise WorkerError(f"a worker process cannot be started: {error}") from None
                _slots.add(self)
            return self._process

    def call(self, value: object, *, timeout: float | None = None) -> Any:
        """Return the function's result for a value.

        Raises what the function raises, `OutOfTime` if there is no result within `timeout` seconds, and `WorkerError`
        if the process dies. In the last two cases the next call starts a new process.
        """
        process = self.start()
        try:
            _send(process.stdin, value)
            outcome = _receive(process.stdout) if _is_readable(process.stdout, timeout) else None
        except (OSError, EOFError, ValueError):  # a pipe is closed: the process is gone
            self.stop()
            raise WorkerError(_DIED) from None
        if outcome is None:
            self.stop()
            raise OutOfTime(f"stopped after {timeout:g} s without an answer")
        return _result(outcome)

    def begin(self, value: object) -> int:
        """Send a value, and return the file descriptor at which the answer arrives, for a program that waits itself.

        The program reads from it until `MessageReader.add` returns True; then `MessageReader.result` has the result.
        """
        process = self.start()
        try:
            _send(process.stdin, value)
            return process.stdout.fileno() if process.stdout else -1
        except (OSError, ValueError):
            self.stop()
            raise WorkerError(_DIED) from None

    def stop(self) -> None:
        """Kill the process. A call in another thread then raises `WorkerError`."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError, ValueError):  # another thread may still be reading or writing
                    pipe.close()

    def close(self) -> None:
        """Kill the process for good: no call, not even one that has just begun, starts another one."""
        with self._starting:
            self._is_closed = True
        self.stop()

    def __enter__(self) -> WorkerSlot:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class MessageReader:
    """The answer of a worker, of which some bytes have arrived.

    >>> reader = MessageReader()
    >>> message = pickle.dumps((True, 4.0))
    >>> reader.add(_LENGTH.pack(len(message)) + message[:5]), reader.add(message[5:]), reader.result()
    (False, True, 4.0)
    """

    def __init__(self) -> None:
        self._data = bytearray()

    def add(self, data: bytes) -> bool:
        """Add some bytes; without bytes, the worker has died. Return whether the answer is complete."""
        if not data:
            raise WorkerError(_DIED)
        self._data += data
        if len(self._data) < _LENGTH.size:
            return False
        (length,) = _LENGTH.unpack_from(self._data)
        return len(self._data) - _LENGTH.size >= int(length)

    def result(self) -> Any:
        """Return what the function has returned, or raise what it has raised."""
        return _result(pickle.loads(memoryview(self._data)[_LENGTH.size :]))  # noqa: S301  # from our own worker


def _result(outcome: tuple[bool, Any]) -> Any:
    succeeded, result = outcome
    if succeeded:
        return result
    raise result


@atexit.register
def _close_slots() -> None:
    """Kill all worker processes when Python exits.

    Later it is too late: the threads that wait for a result no longer run then, but still hold the locks of the pipes,
    and closing a pipe ends the program with a fatal error.
    """
    for slot in list(_slots):
        slot.close()


class Workers:
    """A number of worker processes that call one function. Any thread may call; it waits for a free worker.

    With `number` 1 no process is started, and the function runs in the calling thread.

    >>> with Workers("math:sqrt", 2) as workers:
    ...     list(ordered_map(workers.call, [1.0, 4.0, 9.0], threads=2))
    [1.0, 2.0, 3.0]
    """

    def __init__(self, function: str, number: int) -> None:
        self._function = function
        number = min(number, max(cpu_count(), _MOST_PROCESSES))
        self._slots = [WorkerSlot(function) for _ in range(number)] if number > 1 and sys.executable else []
        self._free: queue.LifoQueue[WorkerSlot | None] = queue.LifoQueue()
        self._is_stopped = False
        for slot in self._slots:
            self._free.put(slot)

    def start(self) -> None:
        """Start the processes without waiting for them, so that later calls do not wait either."""
        for slot in self._slots:
            slot.start()

    def call(self, value: object, *, timeout: float | None = None) -> Any:
        """Return the function's result for a value, as `WorkerSlot.call` does.

        Without processes there is nothing to kill, so the function itself must then observe the `timeout`.
        """
        if not self._slots:
            self._check()
            return _function_named(self._function)(value)
        slot = self._free.get()
        try:
            self._check()
            assert slot is not None  # noqa: S101
            return slot.call(value, timeout=timeout)
        except WorkerError:
            self._check()
            raise
        finally:
            self._free.put(slot)

    def _check(self) -> None:
        if self._is_stopped:
            raise WorkerError(_STOPPED)

    def stop(self) -> None:
        """Kill the processes, whatever they do. Calls that wait raise `WorkerError`."""
        self._is_stopped = True
        self._free.put(None)  # wakes a waiting call, which puts it back for the next one
        for slot in self._slots:
            slot.close()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def ordered_map(
    work: Callable[[_Item], _Result],
    items: Iterable[_Item],
    *,
    threads: int,
    ahead: int = 2,
    is_waiting: Callable[[], bool] = lambda: False,
) -> Iterator[_Result]:
    """Yield ``work(item)`` for each item, in order, computed by `threads` threads.

    At most ``threads * ahead`` items are taken before the first result is yielded, so memory stays bounded for endless
    input. `is_waiting` says whether the next item is not there yet; then all results are yielded before it is taken, so
    that a producer can wait for them. With one thread everything runs in the calling thread. Ctrl-C, or closing the
    iterator, ends the map at once: no further item is taken, and the threads end when their current item is done.

    >>> list(ordered_map(lambda n: n * n, range(5), threads=3))
    [0, 1, 4, 9, 16]
    """
    if threads == 1:
        yield from map(work, items)
        return
    pool = _Threads(work, threads)
    waiting: queue.SimpleQueue[_Task[_Item, _Result]] = queue.SimpleQueue()
    try:
        for item in items:
            waiting.put(pool.submit(item))
            while not waiting.empty() and (waiting.qsize() >= threads * ahead or is_waiting()):
                yield waiting.get().result()
        while not waiting.empty():
            yield waiting.get().result()
    finally:
        pool.stop()


class _Task(Generic[_Item, _Result]):
    """One item and, once it is done, its result or what was raised instead."""

    def __init__(self, item: _Item) -> None:
        self.item = item
        self.done: queue.SimpleQueue[tuple[_Result] | BaseException] = queue.SimpleQueue()
        """Gets the outcome. Ctrl-C while an Event is waited for can leave its lock in a wrong state."""

    def result(self) -> _Result:
        """Wait for the result."""
        outcome = self.done.get()
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome[0]


class _Threads(Generic[_Item, _Result]):
    """Daemon threads that take tasks from a queue: unlike an executor's, they never delay the end of the program.

    A thread is started with each task until there are `number`. If the system has no more threads, those that run do
    the work; if there are none, `submit` does it.
    """

    def __init__(self, work: Callable[[_Item], _Result], number: int) -> None:
        self._work = work
        self._tasks: queue.SimpleQueue[_Task[_Item, _Result] | None] = queue.SimpleQueue()
        self._is_stopped = False
        self._number = number
        self._started = 0

    def submit(self, item: _Item) -> _Task[_Item, _Result]:
        """Queue an item."""
        task = _Task[_Item, _Result](item)
        if self._started < self._number:
            try:
                threading.Thread(target=self._run, daemon=True).start()
                self._started += 1
            except RuntimeError:  # the system cannot start another thread
                self._number = self._started
        if self._started:
            self._tasks.put(task)
        else:
            self._do(task)
        return task

    def stop(self) -> None:
        """Let each thread end after its current item."""
        self._is_stopped = True
        for _ in range(self._started):
            self._tasks.put(None)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None and not self._is_stopped:
            self._do(task)
            del task  # do not keep a large result alive while waiting

    def _do(self, task: _Task[_Item, _Result]) -> None:
        try:
            task.done.put((self._work(task.item),))
        except BaseException as error:  # raised again where the result is asked for
            task.done.put(error)


# In the worker process


def serve(function: str) -> None:
    """Answer calls on standard input and output until the input ends; the program of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then stops its workers
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever the function prints must not get between messages
    call = _function_named(function)  # not while another thread imports the modules that a call needs
    calls: queue.SimpleQueue[object] = queue.SimpleQueue()
    threading.Thread(target=_read_calls, args=(source, calls), daemon=True).start()
    while True:
        _send(sink, _outcome(call, calls.get()))


def _read_calls(source: BinaryIO, calls: queue.SimpleQueue[object]) -> None:
    """Queue the calls, and exit at the end of the input even while a call is being answered."""
    with suppress(EOFError, OSError):
        while True:
            calls.put(_receive(source))
    os._exit(0)


def _outcome(call: Callable[[object], object], value: object) -> tuple[bool, object]:
    try:
        return True, call(value)
    except NonetError as error:
        return False, error
    except Exception as error:
        traceback.print_exc()
        return False, WorkerError(f"a worker process failed: {type(error).__name__}: {error}")


def _function_named(name: str) -> Callable[[object], object]:
    module, _, function = name.partition(":")
    found: Callable[[object], object] = getattr(import_module(module), function)
    return found


def _is_readable(pipe: Any, timeout: float | None) -> bool:
    """Wait until a pipe has data or is closed. Return whether this happens within `timeout` seconds."""
    if timeout is None:
        return True
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(pipe, select.POLLIN)
        return bool(poll.poll(1000 * min(max(0, timeout), _LONGEST_WAIT)))
    thread = threading.Thread(target=pipe.peek, daemon=True)  # Windows cannot poll a pipe
    thread.start()
    thread.join(min(max(0, timeout), _LONGEST_WAIT))
    return not thread.is_alive()


def _send(sink: Any, value: object) -> None:
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    sink.write(_LENGTH.pack(len(data)))
    sink.write(data)
    sink.flush()


def _receive(source: Any) -> Any:
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = source.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)  # noqa: S301  # from our own worker, or our own parent
