"""The layout of a moment of a search: the board, the masks of the active cell, the counters and the legend.

One search has the masks beside its board. Two searches stand side by side, each with its masks below its board. The
moving pictures use the same places as the pictures that stand still.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import ArgumentError
from ..grid import Grid, GridLike, as_grid
from ._watch import Frame, Watcher, watch
from .film import Film, as_films, film_note, method_of, outcome_of
from .film_words import phrase
from .layout import Board, board_shapes
from .legend import legend_shapes
from .masks import MaskPanel, brief_lines, event_title, mask_lines
from .picture import Picture, Rect, Shape2D, Text
from .scene import Scene, scene_of

__all__ = ["FilmLayout", "SearchPlaces", "counters", "film_picture", "scene_at", "search_moment", "shading"]

ROLES = ("given", "placed", "guess", "ground-now", "ground-dead")
"""What the legend explains; the colors of row, column and box are beside the names of their masks."""
_EDGE = 16.0
_HEAD = 40.0
_COUNTERS = 44.0
_BESIDE = 1.25  # how much larger masks are beside a board than below it


class SearchPlaces:
    """The places of one search in a picture: its board, its masks, its counters."""

    def __init__(self, grid: Grid, left: float, *, beside: bool) -> None:
        self.board = Board(scene_of(grid), left, _HEAD)
        if beside:
            self.panel = MaskPanel(grid.shape, left + self.board.side + 2 * _EDGE, _HEAD - 6, scale=_BESIDE)
        else:
            self.panel = MaskPanel(grid.shape, left, _HEAD + self.board.side + 8)
        self.foot = self.panel.top + self.panel.height
        """The top of the counters."""
        self.right = max(self.board.left + self.board.side, self.panel.left + self.panel.width)

    def shapes(self, grid: Grid, frame: Frame, language: str, *, brief: bool = False) -> Iterator[Shape2D]:
        """Yield the board and the masks at a moment."""
        yield from board_shapes(Board(scene_at(grid, frame), self.board.left, self.board.top))
        yield from self.panel_shapes(frame, language, brief=brief)

    def panel_shapes(self, frame: Frame, language: str, *, brief: bool = False) -> Iterator[Shape2D]:
        """Yield the masks at a moment; if `brief`, without the digits not tried yet if these are all candidates."""
        shape = self.board.shape
        lines = mask_lines(frame, shape, language=language)
        title = event_title(frame, shape, language=language)
        yield from self.panel.shapes(brief_lines(lines) if brief else lines, title, language=language)


class FilmLayout:
    """The places of one search, or of two side by side, and of the legend below."""

    def __init__(self, grid: Grid, films: int, *, counted: bool = True, language: str = "en") -> None:
        self.searches: list[SearchPlaces] = []
        self.language = language
        left = _EDGE
        for _ in range(films):
            self.searches.append(SearchPlaces(grid, left, beside=films == 1))
            left = self.searches[-1].right + 2 * _EDGE
        first, last = self.searches[0], self.searches[-1]
        self.width = last.right + _EDGE
        left = first.panel.left
        below = first.foot + (_COUNTERS if counted else 0) + 6
        self.legend, bottom = legend_shapes(ROLES, left, below, self.width - left - _EDGE, language)
        self.height = max(bottom, first.board.top + first.board.side + _EDGE) + 4

    def picture(self, shapes: Sequence[Shape2D], title: str, description: str) -> Picture:
        """Return a picture with a background and the legend."""
        paper = Rect("paper", 0, 0, self.width, self.height, 6)
        every = (paper, *shapes, *self.legend)
        return Picture(self.width, self.height, every, title, description, language=self.language)


def scene_at(grid: Grid, frame: Frame) -> Scene:
    """Return the board at a moment, with the active cell and its houses colored."""
    shape, cell = grid.shape, frame.cell
    cells: tuple[tuple[str, int], ...] = ()
    if cell >= 0:
        houses = zip(("row", "column", "box"), shape.houses_of[cell], strict=True)
        active = ("dead" if frame.kind == "fail" else "now", 1 << cell)
        cells = (active, *((kind, shape.house_masks[house]) for kind, house in houses))
    return Scene(shape, tuple(frame.digits), grid.givens.mask, guess_mask=frame.guessed, cells=cells)


def shading(board: Board, frame: Frame) -> list[Rect]:
    """Return the colors of a moment in four rectangles: the box, the column, the row and the active cell."""
    if frame.cell < 0:
        return []
    shape, cell, found = board.shape, frame.cell, []
    row, column = divmod(cell, shape.size)
    top, left = row - row % shape.box_height, column - column % shape.box_width
    for role, first, width, height in (
        ("box", top * shape.size + left, shape.box_width, shape.box_height),
        ("column", column, 1, shape.size),
        ("row", row * shape.size, shape.size, 1),
        ("dead" if frame.kind == "fail" else "now", cell, 1, 1),
    ):
        found.append(Rect(f"ground-{role}", *board.corner(first), width * board.cell, height * board.cell))
    return found


def film_picture(films: Film | Sequence[Film], work: int, *, most: int | None = None, language: str = "en") -> Picture:
    """Return the boards of films side by side at one moment, each with the masks of its active cell.

    >>> from nonet.drawing.film import record
    >>> film = record("1... .2.. ..3. ...4", "mrv")
    >>> sum(shape.role in ("placed", "guess") for shape in film_picture(film, 3).shapes) - len(("placed", "guess"))
    3
    """
    films = as_films(films)
    layout = FilmLayout(films[0].grid, len(films), language=language)
    shapes: list[Shape2D] = []
    for film, places in zip(films, layout.searches, strict=True):
        shapes += [film_title(film, places, language), *places.shapes(film.grid, film.at(work), language)]
        shapes += counters(film, work, places, language)
    title = "; ".join(outcome_of(film, language=language) for film in films)
    return layout.picture(shapes, title, film_note(films, most, language=language))


def film_title(film: Film, places: SearchPlaces, language: str) -> Text:
    """Return the name of the method above its board."""
    return Text("title", places.board.left, 22, 17, method_of(film, language=language), "start")


def counters(film: Film, work: int, places: SearchPlaces, language: str = "en") -> list[Text]:
    """Return two lines that say what the search has done so far."""
    frame = film.at(work)
    done = f"done-{film.ending}" if work >= film.work else "done"
    counts = {name: getattr(frame, name) for name in ("nodes", "guesses", "backtracks")}
    left, top = places.panel.left, places.foot + 14
    return [
        Text("label", left, top, 13, phrase(language, done, work=min(work, film.work)), "start"),
        Text("caption", left, top + 18, 13, phrase(language, "counts", **counts), "start"),
    ]


def search_moment(puzzle: GridLike, method: str = "bitmask", *, event: int = 1, language: str = "en") -> Picture:
    """Return one moment of a search: the board, and the masks of the cell that the event is about.

    The row, the column and the box of the cell are shaded. Beside the board are their masks in binary, the candidates
    ``row & column & box``, and the lowest bit, which is the digit that `bitmask` writes.

    >>> picture = search_moment("1... .2.. ..3. ...4")
    >>> picture.title
    'bitmask, event 1: r1c2 = 3, guess'
    """
    if event < 1:
        raise ArgumentError(f"event must be at least 1, not {event}")
    grid = as_grid(puzzle)
    found: list[Frame] = []

    def see(watcher: Watcher) -> None:
        if watcher.work == event:
            found.append(watcher.frame())

    watcher = watch(grid, method, see, most=event)
    if not found:
        raise ArgumentError(f"event must be at most {watcher.work}, the last event of {method}, not {event}")
    layout = FilmLayout(grid, 1, counted=False, language=language)
    places = layout.searches[0]
    name = phrase(language, "event", method=method, number=event)
    shapes = [
        Text("title", places.board.left, 22, 17, name, "start"),
        *places.shapes(grid, found[0], language, brief=True),
    ]
    happens = event_title(found[0], grid.shape, language=language)
    return layout.picture(shapes, f"{name}{'：' if language == 'zh' else ': '}{happens}", phrase(language, "masks"))
