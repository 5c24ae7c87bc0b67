"""A book of puzzles as a print-ready PDF.

::

    title page      the title, and what is inside
    puzzles         by sections, 1, 2, 4 or 6 a page, each with its number
    hints           if wanted: the first step of each puzzle that takes more than singles, drawn
    solutions       small, at the end

Odd pages are right-hand pages: the gutter for the binding is on their left, and on the right of even ones. Fonts are
embedded, and the same puzzles give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..errors import NonetError, counted
from ..grid import Grid, GridLike, as_grid
from ..logic import Level, Marks, Step, explain, find_next, technique
from ..position import Position
from ..solving import solve
from .document import Pen
from .fonts import has_wide_letters
from .layout import laid_out
from .picture import Picture
from .scene import scene_of, scene_of_step
from .sheets import conclusion, shorter

__all__ = ["PAPERS", "PER_PAGE", "Book", "Section", "book"]

MILLIMETRE = 72 / 25.4
PAPERS = {"a4": (210 * MILLIMETRE, 297 * MILLIMETRE), "letter": (8.5 * 72, 11 * 72)}
"""The sizes of paper, in points."""
PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""How many puzzles go on a page, as columns and rows."""
_SOLUTIONS = (4, 5)
_HINTS = (2, 2)
_HEAD = 34.0
_FOOT = 26.0
_CAPTION = 18.0
_GAP = 22.0


class Section(NamedTuple):
    """Puzzles under one heading.

    >>> Section("Easy", (Grid("1... ..2. .3.. ...4"),)).heading
    'Easy'
    """

    heading: str
    puzzles: tuple[Grid, ...]
    remarks: tuple[str, ...] = ()
    """A few words to each puzzle, where there are any."""


class _Numbered(NamedTuple):
    number: int
    puzzle: Grid
    solution: Grid
    remark: str


@dataclass(frozen=True, slots=True)
class Book:
    """What goes into a book, and how it is laid out.

    >>> made = Book((Section("Easy", (Grid("1... ..2. .3.. ...4"),)),), title="Four by four")
    >>> made.pdf()[:5]
    b'%PDF-'
    """

    sections: tuple[Section, ...]
    title: str = "Sudoku"
    author: str = ""
    paper: str = "a4"
    per_page: int = 4
    margin: float = 18.0
    """In millimetres, on every side."""
    gutter: float = 7.0
    """In millimetres, more on the side of the binding."""
    hints: bool = False
    font: Path | None = None
    """A TrueType font for Chinese text, where that of `nonet[chinese]` is not to be used."""

    def pdf(self, progress: Callable[[int], None] | None = None) -> bytes:
        """The whole book; `progress` is told the number of each puzzle that is done."""
        self._refuse_nonsense()
        return _Press(self, list(self._numbered(progress))).printed()

    def _refuse_nonsense(self) -> None:
        if self.paper not in PAPERS:
            raise NonetError(f"there is no paper {self.paper!r:.40}; the papers are {', '.join(PAPERS)}")
        if self.per_page not in PER_PAGE:
            raise NonetError(f"{self.per_page} puzzles a page cannot be laid out; it can be {_listed(PER_PAGE)}")
        if not any(section.puzzles for section in self.sections):
            raise NonetError("a book needs at least one puzzle")
        if not (0 <= self.margin <= 50 and 0 <= self.gutter <= 40):
            raise NonetError("the margin goes from 0 to 50 mm, the gutter from 0 to 40 mm")

    def _numbered(self, progress: Callable[[int], None] | None) -> Iterator[_Numbered]:
        number = 0
        for section in self.sections:
            remarks = section.remarks or ("",) * len(section.puzzles)
            for puzzle, remark in zip(section.puzzles, remarks, strict=True):
                number += 1
                try:
                    solution = solve(puzzle)
                except NonetError as error:
                    raise NonetError(f"puzzle {number}: {error}") from None
                yield _Numbered(number, puzzle, solution, remark)
                if progress:
                    progress(number)


def _listed(numbers: Iterable[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}"


def book(
    puzzles: Iterable[GridLike | Section],
    *,
    title: str = "Sudoku",
    author: str = "",
    paper: str = "a4",
    per_page: int = 4,
    hints: bool = False,
    font: Path | None = None,
) -> bytes:
    """A print-ready PDF of puzzles, or of sections of them, with the solutions at the end.

    >>> book(["1... ..2. .3.. ...4"], title="One puzzle")[:5]
    b'%PDF-'
    """
    sections: list[Section] = []
    loose: list[Grid] = []
    for item in puzzles:
        if isinstance(item, Section):
            sections.append(item)
        else:
            loose.append(as_grid(item))
    if loose:
        sections.insert(0, Section("", tuple(loose)))
    made = Book(tuple(sections), title=title, author=author, paper=paper, per_page=per_page, hints=hints, font=font)
    return made.pdf()


class _Press:
    """Lays a book out, page after page."""

    def __init__(self, made: Book, numbered: Sequence[_Numbered]) -> None:
        self.book, self.numbered = made, numbered
        size = PAPERS[made.paper]
        texts = [made.title, made.author, *(s.heading for s in made.sections), *(item.remark for item in numbered)]
        self.pen = Pen(size, title=made.title, author=made.author, font=made.font, wide=has_wide_letters(texts))
        self.pen.canvas.setViewerPreference("PrintScaling", "None")
        self.page = 1
        self.first_steps: dict[int, tuple[Position, Step | None]] = {}
        self.inner_width = size[0] - (2 * made.margin + made.gutter) * MILLIMETRE
        self.top, self.bottom = made.margin * MILLIMETRE, size[1] - made.margin * MILLIMETRE

    @property
    def left(self) -> float:
        """Where the text of this page begins: the gutter is on the left of odd pages."""
        return (self.book.margin + (self.book.gutter if self.page % 2 else 0)) * MILLIMETRE

    def printed(self) -> bytes:
        """The bytes of the file."""
        self.title_page()
        done = 0
        for section in self.book.sections:
            if section.puzzles:
                part = self.numbered[done : done + len(section.puzzles)]
                done += len(part)
                self.pages(section.heading or self.book.title, part, PER_PAGE[self.book.per_page], self.puzzle)
        if self.book.hints:
            harder = [item for item in self.numbered if self.first_step(item)[1]]
            self.pages("Hints: the first step that takes more than singles", harder, _HINTS, self.hint)
        self.pages("Solutions", self.numbered, _SOLUTIONS, self.solution)
        return self.pen.finish()

    def title_page(self) -> None:
        """The title, the number of puzzles, the sections with their numbers."""
        middle, pen = self.left + self.inner_width / 2, self.pen
        size = min(40.0, 40 * self.inner_width / max(1.0, pen.width_of(self.book.title, 40, bold=True)))
        pen.text(self.book.title, middle, self.top + 130, size, bold=True, anchor="middle")
        if self.book.author:
            pen.text(self.book.author, middle, self.top + 175, 15, anchor="middle")
        emblem = laid_out(scene_of(self.numbered[0].puzzle), frame=False)
        side = min(230.0, self.inner_width * 0.5)
        pen.picture(emblem, middle - side / 2, self.top + 215, width=side, theme="grey")
        y = self.top + 265 + side
        pen.text(counted(len(self.numbered), "puzzle"), middle, y, 14, anchor="middle")
        done = 0
        for section in self.book.sections:
            if section.heading and section.puzzles and y + 24 < self.bottom:
                y += 24
                first, done = done + 1, done + len(section.puzzles)
                numbers = f"{first} to {done}" if done > first else str(first)
                pen.text(section.heading, middle - 8, y, 12, anchor="end")
                pen.text(numbers, middle + 8, y, 12)
        self.bookmark(self.book.title)
        self.turn()

    def pages(
        self,
        heading: str,
        items: Sequence[_Numbered],
        layout: tuple[int, int],
        draw: Callable[[_Numbered, float, float, float], None],
    ) -> None:
        """Pages of equal fields under a heading."""
        columns, rows = layout
        for first in range(0, len(items), columns * rows):
            if first == 0:
                self.bookmark(heading)
            self.pen.text(heading, self.left, self.top + 8, 15, bold=True)
            self.pen.canvas.setLineWidth(0.6)
            y = self.pen.height - self.top - 21
            self.pen.canvas.setStrokeColor("#000000")
            self.pen.canvas.line(self.left, y, self.left + self.inner_width, y)
            for index, item in enumerate(items[first : first + columns * rows]):
                row, column = divmod(index, columns)
                draw(item, *self.field(column, row, columns, rows))
            self.number_page()
            self.turn()

    def field(self, column: int, row: int, columns: int, rows: int) -> tuple[float, float, float]:
        """The upper left corner of a field, and the side of the board that fits into it."""
        width = (self.inner_width - (columns - 1) * _GAP) / columns
        height = (self.bottom - self.top - _HEAD - _FOOT - (rows - 1) * _GAP * 0.5) / rows
        side = min(width, height - _CAPTION)
        x = self.left + column * (width + _GAP) + (width - side) / 2
        y = self.top + _HEAD + row * (height + _GAP * 0.5) + (height - side - _CAPTION) / 2
        return x, y, side

    def puzzle(self, item: _Numbered, x: float, y: float, side: float) -> None:
        """A puzzle with its number, which leads to its solution on a screen."""
        label = f"Puzzle {item.number}"
        self.caption(label, item.remark, x, y, side)
        self.pen.canvas.linkRect(
            "", f"solution-{item.number}", (x, self.pen.height - y - _CAPTION, x + 70, self.pen.height - y), relative=0
        )
        self.pen.canvas.bookmarkHorizontal(f"puzzle-{item.number}", 0, self.pen.height - y)
        self.board(laid_out(scene_of(item.puzzle), frame=False), x, y + _CAPTION, side)

    def solution(self, item: _Numbered, x: float, y: float, side: float) -> None:
        """A solution, its givens bold."""
        self.caption(f"Solution {item.number}", "", x, y, side)
        self.pen.canvas.bookmarkHorizontal(f"solution-{item.number}", 0, self.pen.height - y)
        self.board(
            laid_out(scene_of(Position(item.puzzle, item.solution), candidates=False), frame=False),
            x,
            y + _CAPTION,
            side,
        )

    def hint(self, item: _Numbered, x: float, y: float, side: float) -> None:
        """The first step that takes more than singles, on the board as it is then."""
        position, step = self.first_step(item)
        if step is None:
            return
        self.caption(f"Puzzle {item.number}", technique(step.technique).title, x, y, side)
        small = max(7.0, side / 34)
        self.board(laid_out(scene_of_step(step, position), frame=False), x, y + _CAPTION, side - 14)
        words = shorter(conclusion(step, item.puzzle.shape), int(side / small / 0.6))
        self.pen.text(words, x, y + _CAPTION + side - 6, small)

    def first_step(self, item: _Numbered) -> tuple[Position, Step | None]:
        """What is looked for once, and used to choose the puzzles and to draw them."""
        if item.number not in self.first_steps:
            self.first_steps[item.number] = first_hard_step(item.puzzle)
        return self.first_steps[item.number]

    def caption(self, label: str, remark: str, x: float, y: float, side: float) -> None:
        """A label on the left, a remark on the right as far as there is room."""
        size = 11.0 if side > 150 else 8.5
        self.pen.text(label, x, y + _CAPTION - 9, size, bold=True)
        room = side - self.pen.width_of(label, size, bold=True) - 10
        while remark and self.pen.width_of(remark, size - 2) > room:
            remark = remark[:-2].rstrip() + "…" if len(remark) > 2 else ""
        if remark:
            self.pen.text(remark, x + side, y + _CAPTION - 9, size - 2, anchor="end")

    def board(self, picture: Picture, x: float, y: float, side: float) -> None:
        """A board in black on white."""
        self.pen.picture(picture, x, y, width=side, theme="grey")

    def number_page(self) -> None:
        """The page number at the outer edge."""
        outer = self.left + self.inner_width if self.page % 2 else self.left
        self.pen.text(str(self.page), outer, self.bottom - 6, 9.5, anchor="end" if self.page % 2 else "start")

    def bookmark(self, heading: str) -> None:
        """An entry of the reader's table of contents."""
        key = f"page-{self.page}"
        self.pen.canvas.bookmarkPage(key)
        self.pen.canvas.addOutlineEntry(heading, key, 0)

    def turn(self) -> None:
        """The next page."""
        self.pen.next_page()
        self.page += 1


def first_hard_step(puzzle: Grid) -> tuple[Position, Step | None]:
    """The position after all easy steps, and the first step from there; None if easy steps are enough.

    >>> first_hard_step(Grid("1... ..2. .3.. ...4"))[1] is None
    True
    """
    marks = Marks.of(Position(puzzle))
    while marks.blanks and (step := find_next(marks)) is not None:
        if technique(step.technique).level > Level.EASY:
            return marks.position, step
        marks = marks.after(step.placements, step.eliminations)
    return marks.position, None


def levels_of(puzzles: Iterable[Grid]) -> list[Level]:
    """How hard each puzzle is: the level of the hardest technique on its path.

    >>> [level.title for level in levels_of([Grid("1... ..2. .3.. ...4")])]
    ['Easy']
    """
    return [
        max((technique(step.technique).level for step in explain(grid).steps), default=Level.EASY) for grid in puzzles
    ]
