"""Deadline: one time limit for all that a call does."""

from __future__ import annotations

from time import monotonic

from ..errors import ArgumentError, OutOfTime

__all__ = ["Deadline"]


class Deadline:
    """The end of the time that a call may take.

    >>> Deadline(None).left() is None, 0 < Deadline(60).left() <= 60
    (True, True)
    """

    def __init__(self, timeout: float | None) -> None:
        if timeout is not None and not timeout > 0:
            raise ArgumentError(f"timeout must be greater than 0, not {timeout!r:.40}")
        self._timeout = timeout
        self._end = None if timeout is None else monotonic() + timeout

    def left(self) -> float | None:
        """Return the seconds that are left, None if there is no limit; raise `OutOfTime` if the time is over."""
        if self._end is None:
            return None
        left = self._end - monotonic()
        if left <= 0:
            raise self.error
        return left

    @property
    def error(self) -> OutOfTime:
        """The exception of a call that took too long."""
        return OutOfTime(f"stopped after {self._timeout:g} s without the next step")
