"""Format, the base class of all formats; LineFormat, for one puzzle per line; and what the formats share."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from ..cells import digits_of_cells, is_frame
from ..errors import FormatError, NonetError
from ..geometry import USUAL_SIZES, Shape
from ..grid import Grid
from ..limits import MOST_LINES
from ..puzzle import KNOWN_RULES
from .entry import Entry

__all__ = [
    "HEADING",
    "Entries",
    "Format",
    "LineFormat",
    "Lines",
    "RuleFormat",
    "box_size",
    "cells_fit",
    "comment_lines",
    "contents",
    "grid_of_cells",
    "heading_lines",
    "is_board",
    "is_rule_line",
    "is_size",
    "one_line",
    "region_text",
    "text_of_lines",
    "too_many_lines",
    "with_comment",
]

Lines: TypeAlias = Iterator[tuple[int, str]]
"""The lines of a source without their line ends, each with its number, counted from 1."""

Entries: TypeAlias = Iterator[Entry | FormatError]
"""Puzzles as they are read; a puzzle that cannot be read is an error that names its line."""

HEADING = "heading"
"""The field with the comment lines above a puzzle, as they were written."""

_BOARD = re.compile(r"[0-9A-Pa-p._*?-]+")
_RULE = re.compile(r'(?:([A-Za-z]+(?:-[A-Za-z]+)*)(?: [^:]*)?(?::|$))|\{"type"')
_USUAL_CELLS = frozenset(size * size for size in USUAL_SIZES)


class Format:
    """A way to write puzzles as text.

    >>> from nonet.formats import FORMATS
    >>> FORMATS["sdk"]
    <Format sdk: SudoCue and SadMan: rows of cells below # lines, or in [sections]>
    """

    name: str
    """The name, as `read` and `write` take it."""
    title: str
    """A description in one line."""
    suffixes: tuple[str, ...] = ()
    """The suffixes of its files."""
    carries_candidates: bool = False
    """Whether the candidates of a `Position` are written."""
    carries_rules: bool = False
    """Whether the rules of a `Puzzle` are written."""
    can_write: bool = True
    """Whether puzzles can be written."""

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether text that starts with these lines has the structure of this format."""
        raise NotImplementedError

    def read(self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None) -> Entries:
        """Yield the puzzles of a text one at a time."""
        raise NotImplementedError

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the text of puzzles in pieces."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<Format {self.name}: {self.title}>"


class RuleFormat(Format):
    """A format for puzzles with rules.

    >>> from nonet.formats import FORMATS
    >>> [name for name, form in FORMATS.items() if isinstance(form, RuleFormat)]
    ['fpuzzles', 'iss', 'killer', 'nonet']
    """

    carries_rules = True

    def entry_of(self, text: str, lenient: bool) -> Entry:
        """Return the puzzle of a text."""
        raise NotImplementedError

    def text_of(self, entry: Entry) -> str:
        """Return a puzzle as text."""
        raise NotImplementedError

    def text_from(self, number: int, line: str, lines: Lines) -> str:
        """Return the text of the puzzle that starts with a line; by default it is that line."""
        return line.strip()

    def read(
        self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None, lenient: bool = False
    ) -> Entries:
        """Yield the puzzles of a text; `lenient` keeps the rest of a puzzle of which a part is not understood."""
        heading: list[str] = []
        for number, line in lines:
            if line.lstrip().startswith("#"):
                heading.append(line.strip())
                if len(heading) > MOST_LINES:
                    yield too_many_lines(number)
                    heading = []
            elif line.strip():
                try:
                    entry = self.entry_of(self.text_from(number, line, lines), lenient)
                    fields = {HEADING: "\n".join(heading), **entry.fields} if heading else entry.fields
                    yield entry._replace(fields=fields, line=number)
                except FormatError as error:
                    yield error.at(line=number)
                except NonetError as error:
                    yield FormatError(str(error), line=number)
                heading = []

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the puzzles one after the other."""
        for entry in entries:
            yield text_of_lines([*heading_lines(entry), self.text_of(entry)])


class LineFormat(Format):
    """A format with one puzzle per line. Lines that start with # are comments on the next puzzle.

    >>> from nonet.formats import FORMATS
    >>> list(FORMATS["line"].write([Entry(Grid("1... .2.. .... ...."), fields={"heading": "# by hand"})]))
    ['# by hand\\n1....2..........\\n']
    """

    def has_form(self, line: str, shape: Shape | None) -> bool:
        """Return whether a line has the structure of this format."""
        raise NotImplementedError

    def entry_of(self, line: str, shape: Shape | None, symbols: str | None) -> Entry:
        """Return the puzzle of a line."""
        raise NotImplementedError

    def text_of(self, entry: Entry) -> str:
        """Return a puzzle as a line."""
        raise NotImplementedError

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether the first line has the structure of this format."""
        lines = contents(head)
        return bool(lines) and self.has_form(lines[0], shape)

    def read(self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None) -> Entries:
        """Yield the puzzles line by line, without blank lines."""
        heading: list[str] = []
        for number, text in lines:
            if not heading and (grid := self.parse_plain(text, shape, symbols)) is not None:
                yield Entry(grid, line=number)
                continue
            line = text.strip()
            if line.startswith("#"):
                heading.append(line)
                if len(heading) > MOST_LINES:
                    yield too_many_lines(number)
                    heading = []
            elif line:
                try:
                    entry = self.entry_of(line, shape, symbols)
                except FormatError as error:
                    yield error.at(line=number)
                else:
                    fields = {HEADING: "\n".join(heading), **entry.fields} if heading else entry.fields
                    yield entry._replace(fields=fields, line=number)
                heading = []

    @staticmethod
    def parse_plain(text: str, shape: Shape | None, symbols: str | None) -> Grid | None:
        """Return the grid of a line of nothing but cells, if the format has a fast way to read it."""
        return None

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the puzzles line by line."""
        for entry in entries:
            yield text_of_lines([*heading_lines(entry), self.text_of(entry)])


# Boards


def is_size(size: int, shape: Shape | None) -> bool:
    """Return whether a board can have this number of rows.

    >>> [size for size in range(12) if is_size(size, None)]
    [4, 6, 8, 9, 10]
    """
    return size in USUAL_SIZES if shape is None else size == shape.size


def cells_fit(cells: int, shape: Shape | None) -> bool:
    """Return whether a board can have this number of cells.

    >>> cells_fit(81, None), cells_fit(80, None), cells_fit(25, Shape(1, 5))
    (True, False, True)
    """
    return cells in _USUAL_CELLS if shape is None else cells == shape.cells


def is_board(text: str, shape: Shape | None = None) -> bool:
    """Return whether a text can be a board in one line, by the number and kind of its characters.

    >>> is_board("1....2.........."), is_board("1....2"), is_board("a sentence here.")
    (True, False, False)
    """
    return cells_fit(len(text), shape) and _BOARD.fullmatch(text) is not None and not is_frame(text)


def grid_of_cells(cells: Sequence[str], shape: Shape | None, symbols: str | None) -> Grid:
    """Return the grid of cells; raise `FormatError` if their number or a symbol is wrong.

    >>> grid_of_cells("1....2..........", None, None)
    Grid('1....2..........')
    """
    known, digits = digits_of_cells(cells, shape, symbols)
    return Grid.of_digits(digits, known)


def region_text(regions: Sequence[Hashable], size: int) -> dict[str, Any]:
    """Return the boxes or the regions of a board, as the neutral form has them, from the region of each cell.

    Rows as regions are no regions at all, and None is a cell without one.

    >>> region_text([0, 0, 1, 1] * 2 + [2, 2, 3, 3] * 2, 4), region_text([1] * 3 + [2] * 2 + [1, 2, 1, 2] + [3] * 7, 4)
    ({'boxes': [2, 2]}, {'boxes': None, 'regions': 'AAABBABABCCCCCCC'})
    """
    letters: dict[Hashable, str] = {}
    for region in regions:
        if region is not None and region not in letters:
            if len(letters) == len(_LETTERS):
                raise FormatError(f"more than {len(_LETTERS)} regions")
            letters[region] = _LETTERS[len(letters)]
    text = "".join("." if region is None else letters[region] for region in regions)
    if not letters:
        return {"boxes": None}
    for height in (height for height in range(1, size + 1) if size % height == 0 and len(regions) == size * size):
        if text == "".join(_LETTERS[box] for box in Shape(height, size // height).box_of):
            return {"boxes": None if height == 1 else [height, size // height]}
    return {"boxes": None, "regions": text}


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def box_size(rows: int, columns: int, cells: int) -> list[int] | None:
    """Return the height and width of the usual boxes with this number of cells; None if rows or columns would be boxes.

    >>> box_size(9, 9, 9), box_size(6, 6, 6), box_size(5, 10, 10), box_size(7, 7, 7)
    ([3, 3], [2, 3], [5, 2], None)
    """
    sizes = [
        (abs(height - cells // height), height)
        for height in range(1, rows + 1)
        if cells % height == 0 and rows % height == 0 and columns % (cells // height) == 0
        if (height, cells // height) not in ((1, columns), (rows, 1))
    ]
    return [min(sizes)[1], cells // min(sizes)[1]] if sizes else None


# Lines and comments


def is_rule_line(line: str) -> bool:
    """Return whether a line is a rule, as nonet's own text has it below a board. Its name may be misspelled.

    >>> is_rule_line("killer 5: r1c1 r1c2"), is_rule_line("boxes none"), is_rule_line("kiler 5: r1c1 r1c2")
    (True, True, True)
    >>> is_rule_line("easy: 3 stars")
    False
    """
    match = _RULE.match(line)
    if match is None:
        return False
    from ..variants import is_like_rule  # also makes the rules known; most texts do not need them

    return match[1] is None or match[1] == "boxes" or match[1] in KNOWN_RULES or is_like_rule(line)


def too_many_lines(number: int) -> FormatError:
    """Return the error for a puzzle that has not ended at a line.

    >>> print(too_many_lines(20_000))
    line 20000: more than 10000 lines for one puzzle
    """
    return FormatError(f"more than {MOST_LINES} lines for one puzzle", line=number)


def text_of_lines(lines: Iterable[str]) -> str:
    """Return lines as text, each with a line end.

    >>> text_of_lines(["1...", ".2.."])
    '1...\\n.2..\\n'
    """
    return "".join(f"{line}\n" for line in lines)


def contents(head: Iterable[str]) -> list[str]:
    """Return the lines that are neither blank nor comments, stripped.

    >>> contents(["# one", "", " 1... "])
    ['1...']
    """
    return [line for text in head if (line := text.strip()) and line[0] != "#"]


def one_line(text: str) -> str:
    """Return a comment in one line.

    >>> one_line(" easy,\\n by hand ")
    'easy, by hand'
    """
    return " ".join(part for line in text.splitlines() if (part := line.strip()))


def with_comment(line: str, comment: str) -> str:
    """Return a line of cells with a comment after it.

    >>> with_comment("1....2..........", "easy"), with_comment("1....2..........", "")
    ('1....2.......... # easy', '1....2..........')
    """
    comment = one_line(comment)
    return f"{line} # {comment}" if comment else line


def comment_lines(comment: str) -> list[str]:
    """Return a comment as lines that start with #.

    >>> comment_lines("easy,\\n\\nby hand")
    ['# easy,', '#', '# by hand']
    """
    return [f"# {line}".rstrip() for line in comment.splitlines()]


def heading_lines(entry: Entry) -> list[str]:
    """Return the comment lines above a puzzle.

    >>> heading_lines(Entry(Grid.empty(), fields={"heading": "#1 of 2"}))
    ['#1 of 2']
    """
    lines = [line.strip() for line in entry.fields.get(HEADING, "").splitlines()]
    return [line if line.startswith("#") else f"# {line}".rstrip() for line in lines]
