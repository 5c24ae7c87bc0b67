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
from ..search import Event, Trace, find
from .layout import Board, board_shapes
from .picture import Picture, Rect, Shape2D, Text
from .scene import Scene, scene_of

__all__ = [
    "MOST_WORK",
    "Film",
    "Frame",
    "as_films",
    "counters",
    "film_boards",
    "film_note",
    "film_of",
    "film_picture",
    "moments",
    "record",
]

MOST_WORK = 1_000_000
"""The number of events after which a search is stopped by default."""
EVENTS_KEPT = 20_000
"""The number of first events that a film keeps one by one, for the picture of the search tree."""
_PACE = 100
_EDGE = 16.0
_HEAD = 40.0
_FOOT = 66.0


class Frame(NamedTuple):
    """One moment of a search."""

    work: int
    """The number of events so far."""
    digits: bytes
    """The digits on the board."""
    kind: str
    """The last event: place, remove, fail or found; start in the first frame, stop in the last of a stopped search."""
    cell: int
    nodes: int
    guesses: int
    backtracks: int
    placed: int
    """The number of digits that the search has on the board."""


class _Stopped(Exception):  # not an error: it stops the search
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
        """Record that a digit is written into a blank."""
        super().place(cell, digit, guess)
        self.board[cell] = digit
        self._tick(Event("place", cell, digit, guess))

    def remove(self) -> int:
        """Record that the last digit is removed."""
        cell = super().remove()
        self.board[cell] = 0
        self._tick(Event("remove", cell))
        return cell

    def fail(self, cell: int = -1) -> None:
        """Record a dead end."""
        super().fail(cell)
        self._tick(Event("fail", cell))

    def found(self) -> None:
        """Record a solution."""
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
            raise _Stopped

    def frame(self, kind: str, cell: int) -> Frame:
        """Return the frame of this moment."""
        return Frame(self.work, bytes(self.board), kind, cell, self.nodes, self.guesses, self.backtracks, self.placed)

    def film(self, method: str, grid: Grid, ending: str) -> Film:
        """Return the film; its last frame shows the end of the search."""
        if self.frames[-1].work != self.work:
            self.frames.append(self.frame("found" if ending == "found" else "stop", -1))
        return Film(method, grid, tuple(self.frames), tuple(self.first), ending)


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
        did = {"found": "found a solution", "none": "proved that there is no solution", "stopped": "was stopped"}
        left = " without an answer" if self.ending == "stopped" else ""
        return f"{self.method} {did[self.ending]} after {self.work:,} event{'s' * (self.work != 1)}{left}"

    def to_dict(self) -> dict[str, object]:
        """Return the film as data for JSON; each frame has the cells that changed since the frame before.

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
            "symbols": self.grid.shape.symbols,
            "start": list(self.frames[0].digits),
            "frames": frames,
        }

    def __str__(self) -> str:
        return self.outcome

    def _repr_svg_(self) -> str:
        from .film_pages import film_svg

        return film_svg(self)


def record(puzzle: GridLike, method: str, *, most: int = MOST_WORK) -> Film:
    """Return the film of a method on a puzzle, until its first solution or until `most` events.

    >>> record("1... .2.. ..3. ...4", "backtracking", most=5).ending
    'stopped'
    """
    if most < 1:
        raise ArgumentError(f"most must be at least 1, not {most}")
    grid = as_grid(puzzle)
    recorder = _Recorder(grid, most)
    try:
        ending = "none" if next(find(grid, method=method, trace=recorder), None) is None else "found"
    except _Stopped:
        ending = "stopped"
    return recorder.film(method, grid, ending)


def film_of(trace: Trace, grid: Grid, method: str = "the search") -> Film:
    """Return the film of a trace that recorded its events."""
    if trace.events is None:
        raise ArgumentError("the trace has no events; make it with Trace(record=True), or use record")
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
    return recorder.film(method, grid, "found" if trace.solutions else "none")


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


def film_note(films: Sequence[Film], most: int | None = None) -> str:
    """Return what a viewer must know to compare films fairly.

    >>> film_note([record("1... .2.. ..3. ...4", "mrv")])
    'Every event is shown: a digit written, a digit removed, a dead end.'
    """
    both = "Both searches have always done the same work. " if len(films) > 1 else ""
    shown, longest = moments(films, most), max(film.work for film in films)
    if len(shown) > longest:
        return f"{both}Every event is shown: a digit written, a digit removed, a dead end."
    single = next((index for index, work in enumerate(shown) if work > index), len(shown)) - 1
    pace = (
        f"The first {single} are shown one by one, the others in longer and longer steps"
        if single > 1
        else "The film speeds up as it goes"
    )
    return (
        f"{both}An event is a digit written, a digit removed or a dead end. {pace}: "
        f"{len(shown) - 1} frames show {longest:,} events."
    )


def film_boards(films: Sequence[Film], work: int | None = None) -> list[Board]:
    """Return the boards of films side by side, at one moment, or with the puzzle only."""
    boards, left = [], _EDGE
    for film in films:
        board = Board(scene_of(film.grid) if work is None else _scene_at(film, film.at(work)), left, _HEAD)
        boards.append(board)
        left += board.side + 2 * _EDGE
    return boards


def _scene_at(film: Film, frame: Frame) -> Scene:
    """Return the board at a moment, with the active cell colored."""
    active = ("conflict" if frame.kind == "fail" else "now", 1 << frame.cell) if frame.cell >= 0 else None
    return Scene(film.grid.shape, tuple(frame.digits), film.grid.givens.mask, cells=(active,) if active else ())


def film_picture(films: Film | Sequence[Film], work: int | None, *, most: int | None = None) -> Picture:
    """Return the boards of films side by side, at one moment, or without a moment the puzzle only.

    >>> film = record("1... .2.. ..3. ...4", "mrv")
    >>> sum(shape.role == "placed" for shape in film_picture(film, 3).shapes)
    3
    """
    films = as_films(films)
    boards = film_boards(films, work)
    shapes: list[Shape2D] = []
    for film, board in zip(films, boards, strict=True):
        shapes += [Text("title", board.left, 22, 17, film.method, "start"), *board_shapes(board)]
        if work is not None:
            shapes += counters(film, work, board)
    width, height = board.left + board.side + _EDGE, _HEAD + board.side + _FOOT
    title = "; ".join(film.outcome for film in films)
    return Picture(width, height, (Rect("paper", 0, 0, width, height, 6), *shapes), title, film_note(films, most))


def counters(film: Film, work: int, board: Board) -> list[Text]:
    """Return two lines under a board that say what the search has done so far."""
    frame = film.at(work)
    done = f"{min(work, film.work):,} events"
    if work >= film.work:
        done += {"found": ", solved", "none": ", no solution", "stopped": ", stopped"}[film.ending]
    counts = f"{frame.nodes:,} digits, {frame.guesses:,} guesses, {frame.backtracks:,} dead ends"
    top = board.top + board.side + 18
    return [
        Text("label", board.left, top, 13, done, "start"),
        Text("caption", board.left, top + 18, 13, counts, "start"),
    ]
