"""Ray and Dask: functions that run in processes on this machine or on a cluster.

A cluster runs a function again if a worker process dies, and gives up after some tries. `Cluster.map` keeps the results
in order and few calls in flight.
"""

from __future__ import annotations

import os
import re
import socket
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Self, TypeVar

from ..errors import ArgumentError, NonetError, WorkerError
from ..extras import require
from ..kernel import cpu_count, thread_count

__all__ = ["CLUSTERS", "Cluster", "Dask", "Ray"]

_Item = TypeVar("_Item")

_RETRIES = 4
_AHEAD_PER_SLOT = 2
_SECONDS_TO_CONNECT = 10.0


class Cluster(ABC):
    """Processes, here or on other machines, that call functions."""

    threads: int
    """The number of CPUs that a call may use."""
    slots: int
    """The number of calls that run at the same time."""

    def map(
        self, function: Callable[..., Any], items: Iterable[_Item], arguments: Callable[[_Item], tuple[Any, ...]]
    ) -> Iterator[tuple[_Item, Callable[[], Any]]]:
        """Yield each item, in order, with a function that returns the result of its call or raises its error.

        A call gets ``arguments(item)``. Few calls are started before the first result is yielded.
        """
        running: deque[tuple[_Item, Callable[[], Any]]] = deque()
        for item in items:
            running.append((item, self.start(function, *arguments(item))))
            if len(running) > _AHEAD_PER_SLOT * self.slots:
                yield running.popleft()
        while running:
            yield running.popleft()

    @abstractmethod
    def start(self, function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
        """Start a call, and return a function that waits for its result.

        That function raises the `NonetError` of the call, or `WorkerError` if it failed in another way.
        """

    @abstractmethod
    def close(self) -> None:
        """Disconnect, and stop what was started here."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Ray(Cluster):
    """Ray tasks: on the cluster at `address`, or on one that is started here and stopped at the end.

    A task has `threads` CPUs (1 if not given). A cluster to which the program is connected already is used and left
    running.
    """

    def __init__(self, threads: int | None = None, address: str | None = None) -> None:
        self.threads = 1 if threads is None else thread_count(threads)
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        self._ray = require("ray")
        self._tasks: dict[Callable[..., Any], Any] = {}
        self._is_ours = not self._ray.is_initialized()
        if self._is_ours:
            options: dict[str, Any] = {"address": address} if address else {"include_dashboard": False}
            _check_address(address or "")
            try:
                with _safe_path():
                    self._ray.init(**options, logging_level="ERROR", log_to_driver=False)
            except (ConnectionError, ValueError, RuntimeError) as error:
                reason = str(error).strip().partition("\n")[0]
                raise WorkerError(f"no Ray cluster at {address or 'this machine'}: {reason}") from None
        cpus = int(self._ray.cluster_resources().get("CPU", 0))
        self.slots = cpus // self.threads
        if not self.slots:
            self.close()
            raise ArgumentError(f"threads must be at most {cpus}, the CPUs of the Ray cluster, not {self.threads}")

    def start(self, function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
        """Start a task."""
        if function not in self._tasks:
            options = {"num_cpus": self.threads, "max_retries": _RETRIES, "retry_exceptions": False}
            self._tasks[function] = self._ray.remote(**options)(function)
        task = self._tasks[function].remote(*arguments)

        def result() -> Any:
            try:
                return self._ray.get(task)
            except self._ray.exceptions.RayTaskError as error:
                raise (error.cause if isinstance(error.cause, NonetError) else _worker_error(error.cause)) from None
            except self._ray.exceptions.RayError as error:
                raise WorkerError(f"failed {_RETRIES + 1} times: {_worker_error(error)}") from None

        return result

    def close(self) -> None:
        """Stop the cluster if it was started here, or disconnect."""
        if self._is_ours:
            self._ray.shutdown()


class Dask(Cluster):
    """Dask tasks: on the scheduler at `address`, or in processes that are started here and stopped at the end."""

    def __init__(self, threads: int | None = None, address: str | None = None) -> None:
        self.threads = 1 if threads is None else thread_count(threads)
        distributed = require("distributed")
        try:
            if address:
                self._client = distributed.Client(address)
            else:
                workers = max(cpu_count() // self.threads, 1)
                with _safe_path():
                    self._client = distributed.Client(n_workers=workers, threads_per_worker=1, dashboard_address=None)
        except OSError as error:
            raise WorkerError(f"no Dask scheduler at {address or 'this machine'}: {_worker_error(error)}") from None
        self.slots = max(len(self._client.scheduler_info(-1)["workers"]), 1)

    def start(self, function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
        """Start a task."""
        future = self._client.submit(function, *arguments, pure=False, retries=_RETRIES)

        def result() -> Any:
            try:
                return future.result()
            except NonetError:
                raise
            except Exception as error:
                raise _worker_error(error) from None

        return result

    def close(self) -> None:
        """Stop the processes that were started here, or disconnect."""
        self._client.close()


@contextmanager
def _safe_path() -> Iterator[None]:
    """Let Python programs that are started now not import modules from the working directory."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _check_address(address: str) -> None:
    """Raise an error if nothing listens at an address; Ray itself would try for minutes and print a lot."""
    place = re.fullmatch(r"(?:ray://)?\[?([^/\[\]]+?)\]?:(\d{1,5})", address)
    if place is None:  # "auto", or another form that Ray knows
        return
    try:
        socket.create_connection((place[1], int(place[2])), _SECONDS_TO_CONNECT).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise WorkerError(f"no Ray cluster at {address}: {reason}") from None


def _worker_error(error: object) -> WorkerError:
    return WorkerError(f"{type(error).__name__}: {error}".strip().partition("\n")[0].rstrip(": "))


CLUSTERS: dict[str, Callable[[int | None, str | None], Cluster]] = {"ray": Ray, "dask": Dask}
"""The kinds of clusters by name."""
