"""Films of searches: what a method had on the board at chosen moments of its work.

The work of a search is counted in events: a digit written, a digit taken back, a dead end, a solution. A film keeps
the moments of one fixed timetable, whatever the method: every event at first, and from then on each moment a hundredth
further on than the one before. So two films of one puzzle are always at the same work when they are shown moment by
moment, a search of a million events needs a thousand frames, and a search that ends early is shown event by event.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

from ..errors import NonetError
from ..grid import Grid, GridLike, as_grid
from ..search import Event, Trace, find

__all__ = ["EVENTS_KEPT", "MOST_WORK", "Film", "Frame", "film_of", "record"]

_PACE = 100
MOST_WORK = 1_000_000
"""A search is stopped after so many events, if it was not told otherwise."""
EVENTS_KEPT = 20_000
"""So many of the first events are kept one by one, for the picture of the search tree."""


class Frame(NamedTuple):
    """One moment of a search."""

    work: int
    """The events until then."""
    digits: bytes
    """What stands on the board."""
    kind: str
    """The event itself: place, remove, fail or found; start for the first frame."""
    cell: int
    nodes: int
    guesses: int
    backtracks: int
    standing: int


class _Enough(Exception):  # not an error: the search is told to stop
    pass


class _Recorder(Trace):
    """A trace that keeps frames, and the first events."""

    __slots__ = ("board", "first", "frames", "most", "next_frame", "work")

    def __init__(self, grid: Grid, most: int) -> None:
        super().__init__()
        self.board = bytearray(bytes(grid))
        self.first: list[Event] = []
        self.most, self.work, self.next_frame = most, 0, 1
        self.frames = [self.frame("start", -1)]

    def place(self, cell: int, digit: int, guess: bool = False) -> None:
        """A digit is written into a blank."""
        super().place(cell, digit, guess)
        self.board[cell] = digit
        self._tick(Event("place", cell, digit, guess))

    def remove(self) -> int:
        """The digit written last is taken back."""
        cell = super().remove()
        self.board[cell] = 0
        self._tick(Event("remove", cell))
        return cell

    def fail(self, cell: int = -1) -> None:
        """A dead end."""
        super().fail(cell)
        self._tick(Event("fail", cell))

    def found(self) -> None:
        """A solution."""
        super().found()
        self._tick(Event("found"))

    def _tick(self, event: Event) -> None:
        self.work += 1
        if self.work <= EVENTS_KEPT:
            self.first.append(event)
        if self.work >= self.next_frame:
            self.frames.append(self.frame(event.kind, event.cell))
            self.next_frame = self.work + max(1, self.work // _PACE)
        if self.work >= self.most and event.kind != "found":
            raise _Enough

    def frame(self, kind: str, cell: int) -> Frame:
        """This moment."""
        return Frame(self.work, bytes(self.board), kind, cell, self.nodes, self.guesses, self.backtracks, self.placed)


@dataclass(frozen=True, slots=True)
class Film:
    """The frames of one search on one puzzle.

    >>> film = record("1... .2.. ..3. ...4", "mrv")
    >>> film.method, film.ending, film.work
    ('mrv', 'found', 13)
    """

    method: str
    grid: Grid
    frames: tuple[Frame, ...]
    events: tuple[Event, ...]
    """The first events one by one, for the search tree."""
    ending: str
    """found, none (no solution) or stopped."""

    @property
    def work(self) -> int:
        """The events in all."""
        return self.frames[-1].work

    def at(self, work: int) -> Frame:
        """The frame that stands when so much work is done."""
        return self.frames[max(0, bisect_right(self.frames, work, key=lambda frame: frame.work) - 1)]

    @property
    def outcome(self) -> str:
        """How it ended, in a sentence without its end.

        >>> record("1... .2.. ..3. ...4", "mrv").outcome
        'mrv found a solution after 13 events'
        """
        did = {"found": "found a solution", "none": "proved that there is no solution", "stopped": "was stopped"}
        left = " without an answer" if self.ending == "stopped" else ""
        return f"{self.method} {did[self.ending]} after {self.work:,} event{'s' * (self.work != 1)}{left}"


def record(puzzle: GridLike, method: str, *, most: int = MOST_WORK) -> Film:
    """A method at work until its first solution, or until it has done so many events.

    >>> record("1... .2.. ..3. ...4", "backtracking", most=5).ending
    'stopped'
    """
    if most < 1:
        raise NonetError(f"a film of {most} events shows nothing; at least 1 was expected")
    grid = as_grid(puzzle)
    recorder = _Recorder(grid, most)
    try:
        ending = "none" if next(find(grid, method=method, trace=recorder), None) is None else "found"
    except _Enough:
        ending = "stopped"
    return _film(method, grid, recorder, ending)


def _film(method: str, grid: Grid, recorder: _Recorder, ending: str) -> Film:
    frames = recorder.frames
    if frames[-1].work != recorder.work:
        frames = [*frames, recorder.frame("found" if ending == "found" else "stop", -1)]
    return Film(method, grid, tuple(frames), tuple(recorder.first), ending)


def film_of(trace: Trace, grid: Grid, method: str = "the search") -> Film:
    """A trace whose events were recorded, as a film."""
    if trace.events is None:
        raise NonetError("the trace has no events: make it with Trace(record=True), or use record")
    recorder = _Recorder(grid, len(trace.events) + 1)
    for event in trace.events:
        if event.kind == "place":
            recorder.place(event.cell, event.digit, event.guess)
        elif event.kind == "remove":
            recorder.remove()
        elif event.kind == "fail":
            recorder.fail(event.cell)
        else:
            recorder.found()
    return _film(method, grid, recorder, "found" if trace.solutions else "none")
