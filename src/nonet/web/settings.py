"""What a service allows: every limit in one place, each of which the environment can change."""

from __future__ import annotations

import os
from typing import NamedTuple

from ..errors import NonetError

__all__ = ["Settings"]

_PREFIX = "NONET_WEB_"


class Settings(NamedTuple):
    """The limits of a service; ``NONET_WEB_DEADLINE=2`` and the like change them.

    >>> Settings().deadline
    5.0
    >>> Settings.from_environment({"NONET_WEB_WORKERS": "3"}).workers
    3
    """

    workers: int = 0
    """Worker processes; 0 for one a processor."""
    queue: int = 64
    """So many questions may wait for a worker; one more is turned away."""
    deadline: float = 5.0
    """Seconds for a question, waiting included; then its worker is stopped."""
    body: int = 64 * 1024
    """Bytes in the body of a question."""
    batch_body: int = 16 * 1024 * 1024
    """Bytes in the body of a batch."""
    batch_lines: int = 100_000
    """Puzzles in a batch."""
    reading: float = 10.0
    """Seconds for a client to send its question."""
    count_limit: int = 1_000_000
    """The most solutions that are counted."""
    steps: int = 400
    """The most steps that are told at once."""
    events: int = 20_000
    """The most events of a search that are told."""
    puzzles: int = 20
    """The most puzzles that are generated at once."""
    rate: float = 0.0
    """Questions a second and client, in the long run; 0 for no such limit."""
    burst: int = 40
    """So many questions a client may ask at once before the rate counts."""
    connections: int = 512
    """Connections at one time."""
    stopping: float = 4.0
    """Seconds that questions under way are given when the service stops."""
    prefix: str = ""
    """The path under which a reverse proxy serves it, such as /sudoku."""
    hosts: str = ""
    """The host names it answers to, with commas between; empty for any."""
    origins: str = ""
    """The origins of other pages that may ask it (CORS), with commas between; empty for none."""

    @classmethod
    def from_environment(cls, environment: dict[str, str] | None = None) -> Settings:
        """The settings that the environment asks for."""
        found = {}
        for name, default in cls()._asdict().items():
            text = (os.environ if environment is None else environment).get(_PREFIX + name.upper())
            if text is not None:
                try:
                    found[name] = type(default)(text)
                except ValueError:
                    kind = "a whole number" if isinstance(default, int) else "a number"
                    raise NonetError(f"{_PREFIX}{name.upper()} is {text!r:.40}, but {kind} was expected") from None
        return cls(**found)
