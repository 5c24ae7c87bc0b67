"""A book of puzzles as a print-ready PDF.

::

    title page      the title and the sections
    puzzles         by section, 1, 2, 4 or 6 per page, with numbers
    hints           on request: a picture of the first step of each puzzle that is harder than a single
    solutions       small, at the end

Odd pages are right-hand pages: their gutter, the extra margin for the binding, is on the left, and that of even pages
on the right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import ArgumentError, NonetError, counted
from ..formats import Entry
from ..grid import Grid, GridLike, as_grid
from ..logic import LANGUAGES, Level, Marks, Step, Words, find_next, rate, technique
from ..position import Position
from ..solving import solve
from .explanation import shortened
from .layout import lay_out
from .render import MILLIMETER, Pen, paper_size
from .scene import Scene, conclusion, scene_of, scene_of_step

__all__ = ["PER_PAGE", "Book", "Section", "book", "sections_by"]

PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""The possible numbers of puzzles per page, each with its columns and rows."""
_SOLUTIONS = (4, 5)
_HINTS = (2, 2)
_HEAD = 34.0
_FOOT = 26.0
_CAPTION = 18.0
_GAP = 22.0


class _Texts(NamedTuple):
    """The words of a book in one language, apart from its title."""

    puzzle: str
    solution: str
    puzzles: str
    range: str
    hints: str
    solutions: str
    others: str


_TEXTS = {
    "en": _Texts(
        "Puzzle {}",
        "Solution {}",
        "{counted}",
        "{} to {}",
        "Hints: the first step that is harder than a single",
        "Solutions",
        "Others",
    ),
    "zh": _Texts(
        "第 {} 题",
        "第 {} 题",
        "共 {number} 题",
        "第 {} 至 {} 题",
        "提示：第一个比唯一余数和摒除法难的步骤",
        "答案",
        "其他",
    ),
}


class Section(NamedTuple):
    """Puzzles under one heading.

    >>> Section("Easy", (Grid("1... ..2. .3.. ...4"),)).heading
    'Easy'
    """

    heading: str
    puzzles: tuple[Grid, ...]
    remarks: tuple[str, ...] = ()
    """A remark for each puzzle, or nothing."""


def sections_by(entries: Sequence[Entry], field: str | None = None, language: str = "en") -> tuple[Section, ...]:
    """Return puzzles under the values of a field as headings, in the order of the entries; without a field, under none.

    If the field is ``level`` and no entry has it, the puzzles are rated, and the headings go from easy to hard. The
    remark of a puzzle is its title or its comment. The names of levels are in the language.

    >>> from nonet.formats import read_many
    >>> entries = list(read_many("puzzle,source\\n1.....2..3.....4,old\\n.4..3....2.....1,new\\n"))
    >>> [section.heading for section in sections_by(entries, "source")]
    ['old', 'new']
    >>> [section.heading for section in sections_by(entries, "level")]
    ['Easy']
    >>> [section.heading for section in sections_by(entries, "level", "zh")]
    ['简单']
    """
    headings = [entry.fields.get(field, "") if field else "" for entry in entries]
    order = list(dict.fromkeys(headings))
    if field == "level" and not any(headings):
        levels = [rate(entry.grid, scale="hodoku").level for entry in entries]
        headings, order = [level.title for level in levels], [level.title for level in sorted(set(levels))]
    elif field and not any(headings):
        fields = ", ".join(sorted({name for entry in entries for name in entry.fields}))
        raise ArgumentError(f"no puzzle has the field {field!r:.40}; the fields are {fields or 'none'}")
    names = {level.title: level.chinese for level in Level} if field == "level" and language == "zh" else {}
    names |= {"": _TEXTS[language].others if field else ""}
    sections = []
    for heading in order:
        group = [entry for entry, own in zip(entries, headings, strict=True) if own == heading]
        remarks = tuple(entry.fields.get("title", "") or entry.comment for entry in group)
        sections.append(Section(names.get(heading, heading), tuple(entry.grid for entry in group), remarks))
    return tuple(sections)


class _Item(NamedTuple):
    """A puzzle with what the book prints about it."""

    number: int
    puzzle: Grid
    solution: Grid
    remark: str


class Book(NamedTuple):
    """The content and the layout of a book.

    >>> book = Book((Section("Easy", (Grid("1... ..2. .3.. ...4"),)),), title="Four by four")
    >>> book.pdf()[:5]
    b'%PDF-'
    """

    sections: tuple[Section, ...]
    title: str = "Sudoku"
    author: str = ""
    paper: str = "a4"
    per_page: int = 4
    margin: float = 18.0
    """The margin on every side, in millimeters."""
    gutter: float = 7.0
    """The extra margin for the binding, in millimeters."""
    hints: bool = False
    font: Path | None = None
    """A TrueType font for Chinese text, instead of that of `nonet[chinese]`."""
    language: str = "en"

    def pdf(self, progress: Callable[[int], None] | None = None) -> bytes:
        """Return the whole book; `progress` is called with the number of each puzzle that is done."""
        if self.per_page not in PER_PAGE:
            raise ArgumentError(f"per_page must be 1, 2, 4 or 6, not {self.per_page}")
        if not any(section.puzzles for section in self.sections):
            raise ArgumentError("a book needs at least one puzzle")
        for name, value, most in (("margin", self.margin, 50), ("gutter", self.gutter, 40)):
            if not 0 <= value <= most:
                raise ArgumentError(f"{name} must be from 0 to {most} mm, not {value:g}")
        if self.language not in _TEXTS:
            raise ArgumentError.unknown("language", self.language, LANGUAGES)
        size = paper_size(self.paper)
        return _Printer(self, size, list(self._items(progress))).file()

    def _items(self, progress: Callable[[int], None] | None) -> Iterator[_Item]:
        number = 0
        for section in self.sections:
            remarks = section.remarks or ("",) * len(section.puzzles)
            for puzzle, remark in zip(section.puzzles, remarks, strict=True):
                number += 1
                try:
                    solution = solve(puzzle)
                except NonetError as error:
                    raise ArgumentError(f"puzzle {number}: {error}") from None
                yield _Item(number, puzzle, solution, remark)
                if progress:
                    progress(number)


def book(
    puzzles: Iterable[GridLike | Section],
    *,
    title: str = "Sudoku",
    author: str = "",
    paper: str = "a4",
    per_page: int = 4,
    hints: bool = False,
    font: Path | None = None,
    language: str = "en",
) -> bytes:
    """Return a print-ready PDF of puzzles, or of sections of puzzles, with the solutions at the end.

    >>> book(["1... ..2. .3.. ...4"], title="One puzzle")[:5]
    b'%PDF-'
    """
    items = list(puzzles)
    sections = [item for item in items if isinstance(item, Section)]
    single = tuple(as_grid(item) for item in items if not isinstance(item, Section))
    if single:
        sections.insert(0, Section("", single))
    return Book(tuple(sections), title, author, paper, per_page, hints=hints, font=font, language=language).pdf()


class _Printer:
    """Prints a book, page after page."""

    def __init__(self, book: Book, size: tuple[float, float], items: Sequence[_Item]) -> None:
        self.book, self.items = book, items
        self.texts = _TEXTS[book.language]
        texts = [
            self.texts.solutions,
            book.title,
            book.author,
            *(s.heading for s in book.sections),
            *(item.remark for item in items),
        ]
        self.pen = Pen(size, texts=texts, title=book.title, author=book.author, font=book.font)
        self.pen.canvas.setViewerPreference("PrintScaling", "None")
        self.page = 1
        self.hints: dict[int, tuple[Position, Step]] = {}
        self.inner_width = size[0] - (2 * book.margin + book.gutter) * MILLIMETER
        self.top, self.bottom = book.margin * MILLIMETER, size[1] - book.margin * MILLIMETER

    @property
    def left(self) -> float:
        """The left edge of the text on this page: the gutter is on the left of odd pages."""
        return (self.book.margin + (self.book.gutter if self.page % 2 else 0)) * MILLIMETER

    def file(self) -> bytes:
        """Print everything and return the file."""
        self.title_page()
        done = 0
        for section in self.book.sections:
            part = self.items[done : done + len(section.puzzles)]
            done += len(part)
            self.pages(section.heading or self.book.title, part, PER_PAGE[self.book.per_page], self.puzzle)
        if self.book.hints:
            self.hints = {item.number: found for item in self.items if (found := first_hard_step(item.puzzle))}
            harder = [item for item in self.items if item.number in self.hints]
            self.pages(self.texts.hints, harder, _HINTS, self.hint)
        self.pages(self.texts.solutions, self.items, _SOLUTIONS, self.solution)
        return self.pen.finish()

    def title_page(self) -> None:
        """Print the title, the number of puzzles, and the sections with the numbers of their puzzles."""
        middle, pen = self.left + self.inner_width / 2, self.pen
        size = min(40.0, 40 * self.inner_width / max(1.0, pen.width_of(self.book.title, 40, bold=True)))
        pen.text(self.book.title, middle, self.top + 130, size, bold=True, anchor="middle")
        if self.book.author:
            pen.text(self.book.author, middle, self.top + 175, 15, anchor="middle")
        side = min(230.0, self.inner_width * 0.5)
        self.board(scene_of(self.items[0].puzzle), middle - side / 2, self.top + 215, side)
        y = self.top + 265 + side
        number = len(self.items)
        words = self.texts.puzzles.format(number=number, counted=counted(number, "puzzle"))
        pen.text(words, middle, y, 14, anchor="middle")
        done = 0
        for section in self.book.sections:
            if section.heading and section.puzzles and y + 24 < self.bottom:
                y += 24
                first, done = done + 1, done + len(section.puzzles)
                numbers = self.texts.range.format(first, done) if done > first else str(first)
                pen.text(section.heading, middle - 8, y, 12, anchor="end")
                pen.text(numbers, middle + 8, y, 12)
        self.bookmark(self.book.title)
        self.next_page()

    def pages(
        self,
        heading: str,
        items: Sequence[_Item],
        layout: tuple[int, int],
        draw: Callable[[_Item, float, float, float], None],
    ) -> None:
        """Print pages of equal fields under a heading."""
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
            outer, anchor = (self.left + self.inner_width, "end") if self.page % 2 else (self.left, "start")
            self.pen.text(str(self.page), outer, self.bottom - 6, 9.5, anchor=anchor)
            self.next_page()

    def field(self, column: int, row: int, columns: int, rows: int) -> tuple[float, float, float]:
        """Return the upper left corner of a field, and the side of the board that fits into it."""
        width = (self.inner_width - (columns - 1) * _GAP) / columns
        height = (self.bottom - self.top - _HEAD - _FOOT - (rows - 1) * _GAP * 0.5) / rows
        side = min(width, height - _CAPTION)
        x = self.left + column * (width + _GAP) + (width - side) / 2
        y = self.top + _HEAD + row * (height + _GAP * 0.5) + (height - side - _CAPTION) / 2
        return x, y, side

    def puzzle(self, item: _Item, x: float, y: float, side: float) -> None:
        """Print a puzzle with its number, which is a link to the solution."""
        self.caption(self.texts.puzzle.format(item.number), item.remark, x, y, side)
        top = self.pen.height - y
        self.pen.canvas.linkRect("", f"solution-{item.number}", (x, top - _CAPTION, x + 70, top), relative=0)
        self.pen.canvas.bookmarkHorizontal(f"puzzle-{item.number}", 0, top)
        self.board(scene_of(item.puzzle), x, y + _CAPTION, side)

    def solution(self, item: _Item, x: float, y: float, side: float) -> None:
        """Print a solution with the givens in bold."""
        self.caption(self.texts.solution.format(item.number), "", x, y, side)
        self.pen.canvas.bookmarkHorizontal(f"solution-{item.number}", 0, self.pen.height - y)
        self.board(scene_of(Position(item.puzzle, item.solution), candidates=False), x, y + _CAPTION, side)

    def hint(self, item: _Item, x: float, y: float, side: float) -> None:
        """Print the first step that is harder than a single, on the board at that moment."""
        position, step = self.hints[item.number]
        name = Words(item.puzzle.shape, language=self.book.language).title(step)
        self.caption(self.texts.puzzle.format(item.number), name, x, y, side)
        small = max(7.0, side / 34)
        self.board(scene_of_step(step, position), x, y + _CAPTION, side - 14)
        words = shortened(conclusion(step, item.puzzle.shape), int(side / small / 0.6))
        self.pen.text(words, x, y + _CAPTION + side - 6, small)

    def caption(self, label: str, remark: str, x: float, y: float, side: float) -> None:
        """Print a label on the left, and as much of a remark as fits on the right."""
        size = 11.0 if side > 150 else 8.5
        self.pen.text(label, x, y + _CAPTION - 9, size, bold=True)
        width = side - self.pen.width_of(label, size, bold=True) - 10
        while remark and self.pen.width_of(remark, size - 2) > width:
            remark = remark[:-2].rstrip() + "…" if len(remark) > 2 else ""
        if remark:
            self.pen.text(remark, x + side, y + _CAPTION - 9, size - 2, anchor="end")

    def board(self, scene: Scene, x: float, y: float, side: float) -> None:
        """Print a board in black on white."""
        self.pen.picture(lay_out(scene, rounded=False), x, y, width=side, theme="gray")

    def bookmark(self, heading: str) -> None:
        """Add this page to the reader's table of contents."""
        key = f"page-{self.page}"
        self.pen.canvas.bookmarkPage(key)
        self.pen.canvas.addOutlineEntry(heading, key, 0)

    def next_page(self) -> None:
        """Start the next page."""
        self.pen.next_page()
        self.page += 1


def first_hard_step(puzzle: Grid) -> tuple[Position, Step] | None:
    """Return the position after all easy steps and the next step, or None if easy steps solve the puzzle.

    >>> first_hard_step(Grid("1... ..2. .3.. ...4")) is None
    True
    """
    marks = Marks.of(Position(puzzle))
    while marks.blanks and (step := find_next(marks)) is not None:
        if technique(step.technique).level > Level.EASY:
            return marks.position, step
        marks = marks.after(step.placements, step.eliminations)
    return None
