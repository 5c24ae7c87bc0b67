"""Where the work is done: in threads of this process, on a Ray cluster or on a Dask cluster.

An engine takes pieces of work and hands back results; it retries what fails for no fault of the work (a worker that
dies), and says so if it gives up. `in_order` keeps few pieces in flight and the results in their order.
"""

from __future__ import annotations

import os
import sys
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ..errors import NonetError
from .needs import needed

__all__ = ["ENGINES", "Dask", "Engine", "Local", "Lost", "Ray", "in_order", "start"]

_Item = TypeVar("_Item")

_RETRIES = 4
_AHEAD_PER_SLOT = 2


class Lost(NonetError):
    """A piece of work that the engine gave up.

    >>> str(Lost("the worker died"))
    'the worker died'
    """


class Engine(ABC):
    """Something that does pieces of work, several at a time.

    >>> with Local(2) as engine:
    ...     engine.result(engine.submit(pow, 2, 5))
    32
    """

    is_remote = True
    """Whether the work is done in other processes, so that what it needs has to be sent."""
    threads: int
    """How many threads a piece of work may use: the processors that it is given."""
    slots: int
    """How many pieces are done at a time."""
    stopping: threading.Event | None = None
    """Set when work that is done in this process is to stop."""

    @abstractmethod
    def submit(self, work: Callable[..., Any], *values: Any) -> Any:
        """Begin a piece of work."""

    @abstractmethod
    def result(self, handle: Any) -> Any:
        """Wait for its end; raises what it raised, or `Lost`."""

    @abstractmethod
    def close(self) -> None:
        """Give back what was taken."""

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def in_order(engine: Engine, items: Iterable[_Item], begin: Callable[[_Item], Any]) -> Iterator[tuple[_Item, Any]]:
    """Each item with the handle of its work, in order; few are begun before the first of them is taken back.

    >>> with Local(2) as engine:
    ...     [(n, engine.result(h)) for n, h in in_order(engine, range(5), lambda n: engine.submit(pow, n, 2))]
    [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16)]
    """
    flying: deque[tuple[_Item, Any]] = deque()
    for item in items:
        flying.append((item, begin(item)))
        if len(flying) > _AHEAD_PER_SLOT * engine.slots:
            yield flying.popleft()
    yield from flying


class Local(Engine):
    """Threads of this process: each piece in one thread, since the kernel lets go of Python's lock.

    >>> Local(3).slots
    3
    """

    is_remote = False
    threads = 1

    def __init__(self, threads: int | None = None, address: str | None = None) -> None:
        if address is not None:
            raise NonetError("an address goes with a cluster engine, ray or dask")
        self.slots = threads or _processors()
        self.stopping = threading.Event()
        self._pool = ThreadPoolExecutor(self.slots)

    def submit(self, work: Callable[..., Any], *values: Any) -> Any:
        """Begin a piece of work."""
        return self._pool.submit(work, *values)

    def result(self, handle: Any) -> Any:
        """Wait for its end."""
        return handle.result()

    def close(self) -> None:
        """Begin nothing more, and stop what is in work."""
        assert self.stopping is not None  # noqa: S101
        self.stopping.set()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Ray(Engine):
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


class Dask(Engine):
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
