"""Trace: counters of a search, and its events if they are recorded.

The words mean the same for every method, so the numbers of two methods can be compared:

- a *node* is a digit written into a blank, tried or forced;
- a *guess* is a node where another digit is still possible and may be tried later;
- a *backtrack* is a dead end: a blank, or a digit in a house, with nothing left to try;
- *deepest* is the largest number of guesses on the board at the same time.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any, Literal, NamedTuple

from ..errors import ArgumentError, OutOfTime

__all__ = ["Event", "Trace"]

_NODES_PER_TIME_CHECK = 256
_COUNTERS = ("nodes", "guesses", "backtracks", "deepest", "solutions")


class Event(NamedTuple):
    """One event of a search.

    >>> Event("place", 40, 5, guess=True)
    Event(kind='place', cell=40, digit=5, guess=True)
    """

    kind: Literal["place", "remove", "fail", "found"]
    cell: int = -1
    """The index of the cell; -1 if the event is about the whole board or a house."""
    digit: int = 0
    guess: bool = False


class Trace:
    """Counters of a search, and its events if `record` is set.

    After `timeout` seconds the search raises `OutOfTime`; the counters keep their values.

    >>> import nonet
    >>> trace = Trace(record=True)
    >>> grid = nonet.solve("1... .2.. ..3. ...4", method="mrv", any=True, trace=trace)
    >>> trace
    Trace(nodes=12, guesses=1, backtracks=0, deepest=1, solutions=1)
    >>> next(iter(trace))
    Event(kind='place', cell=1, digit=3, guess=True)
    """

    __slots__ = ("_deadline", "_open_guesses", "_placements", "_timeout", "events", *_COUNTERS)

    def __init__(self, *, record: bool = False, timeout: float | None = None) -> None:
        self.nodes = 0
        self.guesses = 0
        self.backtracks = 0
        self.deepest = 0
        self.solutions = 0
        self.events: list[Event] | None = [] if record else None
        self._placements: list[tuple[int, bool]] = []
        self._open_guesses = 0
        if timeout is not None and not timeout >= 0:
            raise ArgumentError(f"timeout must be a number of seconds, at least 0, not {timeout}")
        self._timeout = timeout
        self._deadline = None if timeout is None else monotonic() + timeout

    # Called by the search

    def place(self, cell: int, digit: int, guess: bool = False) -> None:
        """Count a digit that is written into a blank."""
        self.nodes += 1
        self._placements.append((cell, guess))
        if guess:
            self.guesses += 1
            self._open_guesses += 1
            if self._open_guesses > self.deepest:
                self.deepest = self._open_guesses
        if self.events is not None:
            self.events.append(Event("place", cell, digit, guess))
        if not self.nodes % _NODES_PER_TIME_CHECK:
            self.check_time()

    def remove(self) -> int:
        """Note that the last digit is taken back, and return its cell."""
        cell, guess = self._placements.pop()
        self._open_guesses -= guess
        if self.events is not None:
            self.events.append(Event("remove", cell))
        return cell

    def remove_to(self, placed: int) -> None:
        """Note that digits are taken back, the last first, until this number is left."""
        while len(self._placements) > placed:
            self.remove()

    def fail(self, cell: int = -1) -> None:
        """Count a dead end: a blank (or, without a cell, a digit in a house) has nothing left to try."""
        self.backtracks += 1
        if self.events is not None:
            self.events.append(Event("fail", cell))

    def found(self) -> None:
        """Count a solution."""
        self.solutions += 1
        if self.events is not None:
            self.events.append(Event("found"))

    def check_time(self) -> None:
        """Raise `OutOfTime` if the time is over."""
        if self._deadline is not None and monotonic() >= self._deadline:
            raise OutOfTime(f"stopped after {self._timeout:g} s without an answer")

    # For the reader

    @property
    def placed(self) -> int:
        """The number of digits that the search has on the board now."""
        return len(self._placements)

    def counters(self) -> dict[str, int]:
        """Return the counters by name.

        >>> Trace().counters()
        {'nodes': 0, 'guesses': 0, 'backtracks': 0, 'deepest': 0, 'solutions': 0}
        """
        return {name: getattr(self, name) for name in _COUNTERS}

    def to_dict(self) -> dict[str, Any]:
        """Return the counters, and the events if they were recorded, as data for JSON.

        >>> trace = Trace(record=True)
        >>> trace.fail(3)
        >>> trace.to_dict()["events"]
        [{'kind': 'fail', 'cell': 3, 'digit': 0, 'guess': False}]
        """
        events = {} if self.events is None else {"events": [event._asdict() for event in self.events]}
        return {**self.counters(), **events}

    def __iter__(self) -> Iterator[Event]:
        """Iterate over the events, if they were recorded."""
        return iter(self.events or ())

    def __repr__(self) -> str:
        return f"Trace({', '.join(f'{name}={value}' for name, value in self.counters().items())})"
