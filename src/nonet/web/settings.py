"""The limits of a service. Each can be changed by an environment variable."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..errors import SettingError

__all__ = ["Settings", "split_list"]


class Settings(NamedTuple):
    """The limits of a service. The variable ``NONET_WEB_DEADLINE`` changes `deadline`, and so on.

    >>> Settings().deadline
    5.0
    >>> Settings.from_environment({"NONET_WEB_WORKERS": "3"}).workers
    3
    """

    workers: int = 0
    """Number of worker processes. 0 means one per CPU."""
    queue: int = 64
    """Maximum queued requests. Further requests get 503."""
    deadline: float = 5.0
    """Seconds per request, including the time in the queue. Then its worker process is stopped."""
    stream: float = 60.0
    """Seconds in which all steps of an explanation must be found. Each part has the deadline of a request."""
    body: int = 64 * 1024
    """Maximum bytes in the body of a request."""
    batch_body: int = 16 * 1024 * 1024
    """Maximum bytes in the body of a batch."""
    batch_lines: int = 100_000
    """Maximum puzzles in a batch."""
    reading: float = 10.0
    """Seconds within which a client must send its request."""
    count_limit: int = 1_000_000
    """Maximum solutions that are counted."""
    steps: int = 400
    """Maximum steps in a response."""
    events: int = 20_000
    """Maximum search events in a response."""
    puzzles: int = 20
    """Maximum puzzles that a request generates."""
    rate: float = 0.0
    """Average requests per second of one client. 0 means no limit."""
    burst: int = 40
    """Requests that a client may send at once before the rate is limited."""
    connections: int = 512
    """Maximum open connections."""
    stopping: float = 4.0
    """Seconds that running requests get to finish when the service stops."""
    prefix: str = ""
    """Path under which a reverse proxy serves the page, such as /sudoku."""
    hosts: str = ""
    """Accepted host names, separated by commas. Empty means any; on loopback, the names of this machine."""
    origins: str = ""
    """Origins of other pages that may use the service (CORS), separated by commas. Empty means none."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Return the settings with the values of the environment variables that are set."""
        found = {}
        for name, default in cls._field_defaults.items():
            variable = f"NONET_WEB_{name.upper()}"
            if variable in environment:
                found[name] = _parse(variable, environment[variable], type(default))
        return cls(**found)


def split_list(text: str) -> list[str]:
    """Return the items of a setting that is a list.

    >>> split_list("localhost, [::1],")
    ['localhost', '[::1]']
    """
    return [item.strip() for item in text.split(",") if item.strip()]


def _parse(variable: str, text: str, kind: type) -> Any:
    """Return the value of a variable; numbers must not be negative or infinite."""
    try:
        value = kind(text)
        if kind is str or 0 <= value < math.inf:
            return value
    except ValueError:
        pass
    expected = "a whole number" if kind is int else "a number"
    raise SettingError(f"{variable} must be {expected} of at least 0, not {text!r:.40}")
