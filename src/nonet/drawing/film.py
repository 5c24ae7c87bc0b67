"""Films of searches: the board at chosen moments of a method's work.

The work of a search is its number of events: a digit written, a digit removed, a dead end, a solution. A film keeps
the moments of one fixed timetable, whatever the method: every event at first, later one in a hundred of the events so
far. So two films of one puzzle are always at the same work when they are shown moment by moment, a search with a
million events needs a thousand frames, and a short search is shown event by event.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import ArgumentError
from ..grid import Grid, GridLike, as_grid
from ..search import Event, Trace
from ._watch import MOST_WORK, Frame, Watcher, watch
from .film_words import phrase

__all__ = ["Film", "as_films", "film_note", "film_of", "method_of", "moments", "outcome_of", "outcome_text", "record"]

EVENTS_KEPT = 20_000
"""The number of first events that a film keeps one by one, for the picture of the search tree."""
_PACE = 100


class _Recorder:
    """Keeps frames, and the first events."""

    def __init__(self, grid: Grid) -> None:
        self.first: list[Event] = []
        self.frames = [Frame(0, bytes(grid), "start", -1, 0, 0, 0, 0)]
        self.next_frame = 1

    def see(self, watcher: Watcher) -> None:
        """Keep the event if it is one of the first, and its frame if it is time for one."""
        if watcher.work <= EVENTS_KEPT:
            digit = watcher.digit if watcher.kind == "place" else 0
            guess = digit > 0 and bool(watcher.guessed >> watcher.cell & 1)
            self.first.append(Event(watcher.kind, watcher.cell, digit, guess))  # type: ignore[arg-type]
        if watcher.work >= self.next_frame:
            self.frames.append(watcher.frame())
            self.next_frame = watcher.work + max(1, watcher.work // _PACE)

    def film(self, method: str, grid: Grid, watcher: Watcher) -> Film:
        """Return the film; its last frame shows the end of the search."""
        if self.frames[-1].work != watcher.work:
            self.frames.append(watcher.frame())
        return Film(method, grid, tuple(self.frames), tuple(self.first), watcher.ending)


class Film(NamedTuple):
    """The frames of one search on one puzzle.

    >>> film = record("1... .2.. ..3. ...4", "mrv")
    >>> film.method, film.ending, film.work
    ('mrv', 'found', 13)
    >>> print(film)
    mrv found a solution after 13 events
    """

    method: str
    grid: Grid
    frames: tuple[Frame, ...]
    events: tuple[Event, ...]
    """The first events, for the search tree."""
    ending: str
    """found, none (no solution) or stopped."""

    @property
    def work(self) -> int:
        """The number of all events."""
        return self.frames[-1].work

    def at(self, work: int) -> Frame:
        """Return the last frame with at most this work."""
        return self.frames[max(0, bisect_right(self.frames, work, key=lambda frame: frame.work) - 1)]

    @property
    def outcome(self) -> str:
        """How the search ended, as a sentence without a period."""
        return outcome_of(self)

    def to_dict(self) -> dict[str, object]:
        """Return the film as data for JSON; each frame has the cells that changed since the frame before.

        A choice is the digit of a frame, the digits tried before as a mask, and the guessed cells as a bitboard in hex.

        >>> record("1... .2.. ..3. ...4", "mrv").to_dict()["frames"][1]
        [[1, 1, 1, 0, 1], 'place', 1, [1, 3]]
        """
        frames, before = [], self.frames[0].digits
        for frame in self.frames:
            changed = [cell for cell, (old, new) in enumerate(zip(before, frame.digits, strict=True)) if old != new]
            changes = [value for cell in changed for value in (cell, frame.digits[cell])]
            counts = [frame.work, frame.nodes, frame.guesses, frame.backtracks, frame.placed]
            frames.append([counts, frame.kind, frame.cell, changes])
            before = frame.digits
        return {
            "method": self.method,
            "ending": self.ending,
            "size": self.grid.shape.size,
            "box": [self.grid.shape.box_height, self.grid.shape.box_width],
            "symbols": self.grid.shape.symbols,
            "start": list(self.frames[0].digits),
            "frames": frames,
            "choices": [[frame.digit, frame.tried, f"{frame.guessed:x}"] for frame in self.frames],
        }

    def __str__(self) -> str:
        return self.outcome

    def _repr_svg_(self) -> str:
        from .film_pages import film_svg

        return film_svg(self)


def outcome_of(film: Film, *, language: str = "en") -> str:
    """Return how a search ended, as a sentence without a period.

    >>> outcome_of(record("1... .2.. ..3. ...4", "mrv"), language="zh")
    'mrv：13 个事件后找到解'
    """
    return outcome_text(method_of(film, language=language), film.ending, film.work, language=language)


def outcome_text(method: str, ending: str, work: int, *, language: str = "en") -> str:
    """Return how a search ended: found, none (no solution) or stopped, and the number of events (`work`).

    >>> outcome_text("mrv", "none", 1)
    'mrv proved that there is no solution after 1 event'
    """
    return phrase(language, f"outcome-{ending}", method=method, work=work)


def method_of(film: Film, *, language: str = "en") -> str:
    """Return the name of the method of a film.

    >>> method_of(record("1... .2.. ..3. ...4", "mrv"))
    'mrv'
    """
    return film.method or phrase(language, "search")


def record(puzzle: GridLike, method: str, *, most: int = MOST_WORK) -> Film:
    """Return the film of a method on a puzzle, until its first solution or until `most` events.

    >>> record("1... .2.. ..3. ...4", "backtracking", most=5).ending
    'stopped'
    """
    grid = as_grid(puzzle)
    recorder = _Recorder(grid)
    return recorder.film(method, grid, watch(grid, method, recorder.see, most=most))


def film_of(trace: Trace, grid: Grid, method: str = "") -> Film:
    """Return the film of a trace that recorded its events."""
    if trace.events is None:
        raise ArgumentError("the trace has no events; make it with Trace(record=True), or use record")
    recorder = _Recorder(grid)
    watcher = Watcher(grid, recorder.see, len(trace.events) + 1)
    watcher.ending = "found" if trace.solutions else "none"
    for event in trace.events:
        if event.kind == "place":
            watcher.place(event.cell, event.digit, event.guess)
        elif event.kind == "remove":
            watcher.remove()
        elif event.kind == "fail":
            watcher.fail(event.cell)
        else:
            watcher.found()
    return recorder.film(method, grid, watcher)


# Films side by side


def as_films(films: Film | Sequence[Film]) -> list[Film]:
    """Return one film or several films of one puzzle as a list."""
    films = [films] if isinstance(films, Film) else list(films)
    if not films or any(film.grid != films[0].grid for film in films):
        raise ArgumentError("films can be shown side by side only if they are of one puzzle")
    return films


def moments(films: Sequence[Film], most: int | None = None) -> list[int]:
    """Return the work at each moment of the longest film; with `most`, an even selection of at most that number."""
    works = sorted({frame.work for film in films for frame in film.frames})
    if most is None or len(works) <= most:
        return works
    return [works[round(index * (len(works) - 1) / (most - 1))] for index in range(most)]


def film_note(films: Sequence[Film], most: int | None = None, *, language: str = "en") -> str:
    """Return what a viewer must know to compare films fairly.

    >>> film_note([record("1... .2.. ..3. ...4", "mrv")])
    'Every event is shown: a digit written, a digit removed, a dead end.'
    """
    both = phrase(language, "same-work") if len(films) > 1 else ""
    shown, longest = moments(films, most), max(film.work for film in films)
    if len(shown) > longest:
        return both + phrase(language, "every-event")
    single = next((index for index, work in enumerate(shown) if work > index), len(shown)) - 1
    pace = phrase(language, "pace", number=single) if single > 1 else phrase(language, "pace-fast")
    return both + phrase(language, "some-events", pace=pace, frames=len(shown) - 1, work=longest)
