"""Where the work is done: in threads of this process, on a Ray cluster or on a Dask cluster.

A cluster takes pieces of work and hands back results; it retries what fails for no fault of the work (a worker that
dies), and says so if it gives up. `in_order` keeps few pieces in flight and the results in their order. Threads take
pieces from end to end, and take turns where there is an order.
"""

from __future__ import annotations

import os
import re
import socket
import sys
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import Any, Generic, Self, TypeVar

from ..errors import NonetError
from .needs import needed

__all__ = ["ENGINES", "Cluster", "Dask", "Engine", "Local", "Lost", "Ray", "in_order", "start"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_Last = TypeVar("_Last")

_RETRIES = 4
_AHEAD_PER_SLOT = 2
_SECONDS_TO_REACH = 10.0


class Lost(NonetError):
    """A piece of work that the engine gave up.

    >>> str(Lost("the worker died"))
    'the worker died'
    """


class Engine(ABC):
    """Something that does pieces of work, several at a time.

    >>> with Local(2) as engine:
    ...     engine.slots
    2
    """

    threads: int
    """How many threads a piece of work may use: the processors that it is given."""
    slots: int
    """How many pieces are done at a time."""

    @abstractmethod
    def close(self) -> None:
        """Give back what was taken."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Local(Engine):
    """Threads of this process: each does a piece from end to end, since the kernel lets go of Python's lock.

    No more threads work than there are processors: one that has Python's lock and no processor would stop all others.

    >>> with Local(3) as engine:
    ...     list(engine.each(range(5), lambda n: n * n, str))
    ['0', '1', '4', '9', '16']
    """

    threads = 1

    def __init__(self, threads: int | None = None, address: str | None = None) -> None:
        if address is not None:
            raise NonetError("an address goes with a cluster engine, ray or dask")
        self.slots = threads or _processors()
        self.stopping = threading.Event()
        """Set when the work is to stop."""

    def each(
        self, items: Iterable[_Item], work: Callable[[_Item], _Result], finish: Callable[[_Result], _Last]
    ) -> Iterator[_Last]:
        """Work on each item in any thread, and finish with each result, one at a time and in order."""
        line = _Line(iter(items), work, finish, self.slots)
        threads = [threading.Thread(target=line.run, name=f"nonet-{i}", daemon=True) for i in range(self.slots)]
        for thread in threads:
            thread.start()
        try:
            yield from line.results(len(threads))
        finally:  # nobody may work on when what is worked on is closed
            self.stopping.set()
            line.stop()
            for thread in threads:
                thread.join()
            self.stopping.clear()

    def close(self) -> None:
        """Stop what is in work."""
        self.stopping.set()


class _Line(Generic[_Item, _Result, _Last]):
    """Items that several threads work on, and that are finished in order by whichever thread is at hand."""

    def __init__(
        self, items: Iterator[_Item], work: Callable[[_Item], _Result], finish: Callable[[_Result], _Last], ahead: int
    ) -> None:
        self._items, self._work, self._finish, self._ahead = items, work, finish, ahead
        self._taking, self._state = threading.Lock(), threading.Condition()
        self._taken = self._finished = 0
        self._ready: dict[int, _Result] = {}
        self._is_finishing = self._is_stopped = False
        self._done: SimpleQueue[tuple[_Last] | BaseException | None] = SimpleQueue()

    def run(self) -> None:
        """What each thread does."""
        try:
            while self._one():
                pass
        except BaseException as error:
            self.stop()
            self._done.put(error)
        self._done.put(None)

    def stop(self) -> None:
        """Take no more items."""
        with self._state:
            self._is_stopped = True
            self._state.notify_all()

    def results(self, threads: int) -> Iterator[_Last]:
        """What was finished, in order, until all threads have ended; raises what one of them raised."""
        while threads:
            done = self._done.get()
            if isinstance(done, BaseException):
                raise done
            if done is None:
                threads -= 1
            else:
                yield done[0]

    def _one(self) -> bool:
        """Take an item and work on it; False if there is none to take."""
        with self._taking:
            with self._state:
                self._state.wait_for(lambda: self._is_stopped or self._taken - self._finished <= self._ahead)
                if self._is_stopped:
                    return False
            try:
                item = next(self._items)
            except StopIteration:
                return False
            number = self._taken
            self._taken += 1
        result = self._work(item)
        with self._state:
            self._ready[number] = result
            if self._is_finishing:
                return True
            self._is_finishing = True
        while self._finish_next():
            pass
        return True

    def _finish_next(self) -> bool:
        """Finish with the next result, if it is there; only one thread at a time does so."""
        with self._state:
            if self._is_stopped or self._finished not in self._ready:
                self._is_finishing = False
                return False
            result = self._ready.pop(self._finished)
        self._done.put((self._finish(result),))
        with self._state:
            self._finished += 1
            self._state.notify_all()
        return True


class Cluster(Engine):
    """Processes, here or elsewhere, to which the work is sent."""

    @abstractmethod
    def submit(self, work: Callable[..., Any], *values: Any) -> Any:
        """Begin a piece of work."""

    @abstractmethod
    def result(self, handle: Any) -> Any:
        """Wait for its end; raises what it raised, or `Lost`."""


def in_order(engine: Cluster, items: Iterable[_Item], begin: Callable[[_Item], Any]) -> Iterator[tuple[_Item, Any]]:
    """Each item with the handle of its work, in order; few are begun before the first of them is taken back."""
    flying: deque[tuple[_Item, Any]] = deque()
    for item in items:
        flying.append((item, begin(item)))
        if len(flying) > _AHEAD_PER_SLOT * engine.slots:
            yield flying.popleft()
    yield from flying


class Ray(Cluster):
    """Ray tasks: on the cluster at `address`, or on one that is started here and stopped at the end.

    A task owns `threads` processors (1 if not given), and is tried again on another worker if its own dies. A cluster
    that the program has joined already is used and left alone.
    """

    def __init__(self, threads: int | None = None, address: str | None = None) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        self._ray = needed("ray")
        self.threads = threads or 1
        self._tasks: dict[Callable[..., Any], Any] = {}
        self._is_ours = not self._ray.is_initialized()
        if self._is_ours:
            options: dict[str, Any] = {"address": address} if address else {"include_dashboard": False}
            _reach(address or "")
            try:
                self._ray.init(**options, logging_level="ERROR", log_to_driver=False)
            except (ConnectionError, ValueError, RuntimeError) as error:
                words = str(error).strip().partition("\n")[0]
                raise NonetError(f"no Ray cluster at {address or 'this machine'}: {words}") from None
        processors = int(self._ray.cluster_resources().get("CPU", 0))
        self.slots = processors // self.threads
        if not self.slots:
            self.close()
            raise NonetError(f"a task wants {self.threads} processors, but the Ray cluster has {processors} in all")

    def submit(self, work: Callable[..., Any], *values: Any) -> Any:
        """Begin a task."""
        if work not in self._tasks:
            options = {"num_cpus": self.threads, "max_retries": _RETRIES, "retry_exceptions": False}
            self._tasks[work] = self._ray.remote(**options)(work)
        return self._tasks[work].remote(*values)

    def result(self, handle: Any) -> Any:
        """Wait for its end."""
        try:
            return self._ray.get(handle)
        except self._ray.exceptions.RayTaskError as error:
            raise (error.cause if isinstance(error.cause, NonetError) else Lost(_words(error.cause))) from None
        except self._ray.exceptions.RayError as error:
            raise Lost(f"given up after {_RETRIES + 1} tries: {_words(error)}") from None

    def close(self) -> None:
        """Stop the cluster if it was started here, or leave it."""
        if self._is_ours:
            self._ray.shutdown()


class Dask(Cluster):
    """Dask tasks: on the scheduler at `address`, or on processes that are started here and stopped at the end."""

    def __init__(self, threads: int | None = None, address: str | None = None) -> None:
        distributed = needed("distributed")
        self.threads = threads or 1
        try:
            if address:
                self._client = distributed.Client(address)
            else:
                workers = max(_processors() // self.threads, 1)
                self._client = distributed.Client(n_workers=workers, threads_per_worker=1, dashboard_address=None)
        except OSError as error:
            raise NonetError(f"no Dask scheduler at {address or 'this machine'}: {_words(error)}") from None
        self.slots = max(len(self._client.scheduler_info(-1)["workers"]), 1)

    def submit(self, work: Callable[..., Any], *values: Any) -> Any:
        """Begin a task."""
        return self._client.submit(work, *values, pure=False, retries=_RETRIES)

    def result(self, handle: Any) -> Any:
        """Wait for its end."""
        try:
            return handle.result()
        except NonetError:
            raise
        except Exception as error:
            raise Lost(_words(error)) from None

    def close(self) -> None:
        """Stop what was started here, or leave the scheduler."""
        self._client.close()


def _reach(address: str) -> None:
    """Make sure that somebody listens at an address; Ray would try for minutes, and fill the screen."""
    place = re.fullmatch(r"(?:ray://)?\[?([^/\[\]]+?)\]?:(\d{1,5})", address)
    if place is None:  # auto, or what else Ray knows
        return
    try:
        socket.create_connection((place[1], int(place[2])), _SECONDS_TO_REACH).close()
    except (OSError, OverflowError) as error:
        words = getattr(error, "strerror", None) or str(error)
        raise NonetError(f"no Ray cluster at {address}: {words}") from None


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _words(error: Any) -> str:
    return f"{type(error).__name__}: {error}".strip().partition("\n")[0].rstrip(": ")


ENGINES: dict[str, type[Local] | type[Ray] | type[Dask]] = {"local": Local, "ray": Ray, "dask": Dask}
"""The engines by their names."""


def start(name: str, threads: int | None = None, address: str | None = None) -> Engine:
    """The engine of this name, ready to work.

    >>> with start("local", 1) as engine:
    ...     type(engine).__name__
    'Local'
    """
    if name not in ENGINES:
        raise NonetError(f"there is no engine {name!r}; the engines are {', '.join(ENGINES)}")
    return ENGINES[name](threads, address)
