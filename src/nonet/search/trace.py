"""Trace: what a search did, counted always and recorded on request.

The words mean the same for every method, so that their numbers can be compared:

- a *node* is a digit written into a blank, whether tried or forced;
- a *guess* is a node at which another digit was still open, to be tried later;
- a *backtrack* is a dead end: a blank, or a digit in a house, with nothing left to try, so that the search turns back;
- *deepest* is the largest number of guesses that stood on the board at one time.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Literal, NamedTuple

from ..errors import OutOfTime

__all__ = ["Event", "Trace"]

_NODES_BETWEEN_LOOKS_AT_THE_CLOCK = 256


class Event(NamedTuple):
    """One thing that a search did.

    >>> Event("place", 40, 5, guess=True)
    Event(kind='place', cell=40, digit=5, guess=True)
    """

    kind: Literal["place", "remove", "fail", "found"]
    cell: int = -1
    """The index of the cell; -1 where the event is about the whole board or a house."""
    digit: int = 0
    guess: bool = False


class Trace:
    """What a search did: counters, and the events themselves if `record` is set.

    With `seconds` the search is stopped by `OutOfTime` when they are over; what was counted until then stays.

    >>> import nonet
    >>> trace = Trace(record=True)
    >>> grid = nonet.solve("1... .2.. ..3. ...4", method="mrv", any=True, trace=trace)
    >>> trace
    Trace(nodes=12, guesses=1, backtracks=0, deepest=1, solutions=1)
    >>> next(iter(trace))
    Event(kind='place', cell=1, digit=3, guess=True)
    """

    __slots__ = (
        "_deadline",
        "_guess_flags",
        "_guesses_standing",
        "_seconds",
        "backtracks",
        "deepest",
        "events",
        "guesses",
        "nodes",
        "solutions",
    )

    def __init__(self, *, record: bool = False, seconds: float | None = None) -> None:
        self.nodes = 0
        self.guesses = 0
        self.backtracks = 0
        self.deepest = 0
        self.solutions = 0
        self.events: list[Event] | None = [] if record else None
        self._guess_flags: list[tuple[int, bool]] = []
        self._guesses_standing = 0
        self._seconds = seconds
        self._deadline = None if seconds is None else monotonic() + seconds

    # Told by the search

    def place(self, cell: int, digit: int, guess: bool = False) -> None:
        """A digit is written into a blank."""
        self.nodes += 1
        self._guess_flags.append((cell, guess))
        if guess:
            self.guesses += 1
            self._guesses_standing += 1
            if self._guesses_standing > self.deepest:
                self.deepest = self._guesses_standing
        if self.events is not None:
            self.events.append(Event("place", cell, digit, guess))
        if not self.nodes % _NODES_BETWEEN_LOOKS_AT_THE_CLOCK:
            self.look_at_the_clock()

    def remove(self) -> None:
        """The digit written last is taken back."""
        cell, guess = self._guess_flags.pop()
        self._guesses_standing -= guess
        if self.events is not None:
            self.events.append(Event("remove", cell))

    def remove_down_to(self, standing: int) -> None:
        """Digits are taken back, the last first, until only so many stand."""
        while len(self._guess_flags) > standing:
            self.remove()

    def fail(self, cell: int = -1) -> None:
        """A dead end: a blank (or, with no cell named, a digit in a house) has nothing left to try."""
        self.backtracks += 1
        if self.events is not None:
            self.events.append(Event("fail", cell))

    def found(self) -> None:
        """The board is full: a solution."""
        self.solutions += 1
        if self.events is not None:
            self.events.append(Event("found"))

    def look_at_the_clock(self) -> None:
        """Stop the search if its time is over."""
        if self._deadline is not None and monotonic() >= self._deadline:
            raise OutOfTime(f"stopped after {self._seconds:g} s without an answer")

    # Asked by the reader

    @property
    def standing(self) -> int:
        """How many digits the search has on the board now."""
        return len(self._guess_flags)

    def counters(self) -> dict[str, int]:
        """The counters by name.

        >>> Trace().counters()
        {'nodes': 0, 'guesses': 0, 'backtracks': 0, 'deepest': 0, 'solutions': 0}
        """
        names = ("nodes", "guesses", "backtracks", "deepest", "solutions")
        return {name: getattr(self, name) for name in names}

    def __iter__(self) -> Iterator[Event]:
        """The events, if they were recorded."""
        return iter(self.events or ())

    def __repr__(self) -> str:
        return f"Trace({', '.join(f'{name}={value}' for name, value in self.counters().items())})"
