"""The .sdk files of SudoCue and SadMan: one row a line, under a heading, or in sections.

SudoCue writes what it knows about a puzzle above it, one thing a line: ``#A`` and the author, ``#L`` and the level.
SadMan writes sections: ``[Puzzle]`` holds the givens, ``[State]`` all digits that stand; sections that nonet does
not know are kept as they are and written back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..cells import is_frame
from ..errors import FormatError
from ..geometry import Shape
from ..grid import Grid
from ..position import Position
from .blocks import Block, cells_across, grid_of_block
from .entry import Entry
from .format import HEADING, Format, Lines, heading_lines, is_size

__all__ = ["HEADERS", "SDK", "Sdk"]

HEADERS = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}
"""What the letters after # stand for."""

_HEADER = re.compile(rf"#([{''.join(HEADERS)}])(.*)")
_SECTION = re.compile(r"\[[^\]]*\]")
_PUZZLE, _STATE, _NONE = "[puzzle]", "[state]", ""
_BOARDS = (_NONE, _PUZZLE, _STATE)


class Sdk(Format):
    """Rows under a heading, or in sections.

    >>> from nonet.formats import read_many
    >>> (entry,) = read_many("#ARuud\\n#LEasy\\n1...\\n....\\n..2.\\n....\\n")
    >>> entry.grid, dict(entry.fields)
    (Grid('1.........2.....'), {'author': 'Ruud', 'level': 'Easy'})
    """

    name = "sdk"
    title = "SudoCue and SadMan: rows of cells under a heading of # lines, or in [sections]"
    suffixes = (".sdk",)

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether a header line or a section stands above a row of cells."""
        lines = [line for text in head if (line := text.strip())]
        above = 0
        while above < len(lines) and (lines[above].startswith("#") or _SECTION.fullmatch(lines[above])):
            above += 1
        marked = any(_HEADER.match(line) or line.startswith("[") for line in lines[:above])
        return marked and above < len(lines) and is_size(cells_across(lines[above]), shape)

    def read(
        self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None
    ) -> Iterator[Entry | FormatError]:
        """The puzzles one by one; a header, or a new [Puzzle], begins the next."""
        page = _Page()
        for number, text in lines:
            line = text.strip()
            if page.is_ended_by(line):
                yield page.entry(shape, symbols)
                page = _Page()
            page.take(number, line)
        if page.has_text:
            yield page.entry(shape, symbols)

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """The puzzles one by one, with sections where there are digits placed."""
        for index, entry in enumerate(entries):
            yield "".join(f"{line}\n" for line in ([""] if index else []) + _lines_of(entry))


class _Page:
    """One puzzle of a file, as far as it is read."""

    def __init__(self) -> None:
        self.headers: dict[str, list[str]] = {}
        self.heading: list[str] = []
        self.sections: dict[str, list[tuple[int, str]]] = {}
        self.names: dict[str, str] = {}
        self.current = _NONE
        self.first: int | None = None

    @property
    def has_text(self) -> bool:
        return bool(self.sections or self.headers)

    @property
    def _rows(self) -> list[tuple[int, str]]:
        return [row for row in self.sections.get(self.current, []) if not is_frame(row[1])]

    def is_ended_by(self, line: str) -> bool:
        """Whether a line can only be the first of another puzzle."""
        if not self.sections:
            return False
        if line.startswith("#"):
            return self.current in _BOARDS or _HEADER.match(line) is not None
        if _SECTION.fullmatch(line):
            return line.lower() in self.sections
        rows = self._rows if line and self.current == _NONE else []
        return bool(rows) and len(rows) == cells_across(rows[0][1]) and not is_frame(line)

    def take(self, number: int, line: str) -> None:
        header = _HEADER.match(line)
        if not line:
            return
        if self.first is None:
            self.first = number
        if header and self.current in _BOARDS:
            self.headers.setdefault(HEADERS[header[1]], []).append(header[2].strip())
        elif line.startswith("#") and self.current in _BOARDS:
            self.heading.append(line)
        elif _SECTION.fullmatch(line):
            self.current = line.lower()
            self.names[self.current] = line
            self.sections[self.current] = []
        else:
            self.sections.setdefault(self.current, []).append((number, line))

    def entry(self, shape: Shape | None, symbols: str | None) -> Entry | FormatError:
        try:
            return self._entry(shape, symbols)
        except FormatError as error:
            return error.at(line=self.first)

    def _entry(self, shape: Shape | None, symbols: str | None) -> Entry:
        lines = self.sections.get(_PUZZLE) or self.sections.get(_NONE)
        if not lines:
            raise FormatError("a heading without a puzzle, which is rows of cells or a [Puzzle] section")
        if _PUZZLE in self.sections and _NONE in self.sections:
            raise FormatError("rows of cells outside the [Puzzle] section", line=self.sections[_NONE][0][0])
        grid = grid_of_block(Block([], lines), shape, symbols)
        position = None
        if self.sections.get(_STATE):
            state = grid_of_block(Block([], self.sections[_STATE]), grid.shape, symbols)
            position = Position(grid, _state_over(grid, state, self.sections[_STATE][0][0]))
        fields = {name: "\n".join(texts) for name, texts in self.headers.items()}
        comment = fields.pop("comment", "")
        if self.heading:
            fields[HEADING] = "\n".join(self.heading)
        for section, rows in self.sections.items():
            if section not in _BOARDS:
                fields[self.names[section]] = "\n".join(line for _, line in rows)
        return Entry(grid, position, comment=comment, fields=fields, line=self.first)


def _state_over(givens: Grid, state: Grid, line: int) -> Grid:
    """All digits that stand: those of the state, and the givens where the state leaves them out."""
    shape = givens.shape
    for cell, (given, digit) in enumerate(zip(givens, state, strict=True)):
        if given and digit and given != digit:
            raise FormatError(
                f"{shape.cell_name(cell)} holds {shape.symbol(digit)} in [State], "
                f"but is given as {shape.symbol(given)} in [Puzzle]",
                line=line,
            )
    return Grid.of_digits(bytes(digit or given for given, digit in zip(givens, state, strict=True)), shape)


def _lines_of(entry: Entry) -> list[str]:
    told = {**entry.fields, "comment": entry.comment}
    lines = [
        f"#{letter}{line}" for letter, name in HEADERS.items() for line in told.get(name, "").splitlines()
    ] + heading_lines(entry)
    others = {
        name: text for name, text in entry.fields.items() if _SECTION.fullmatch(name) and name.lower() not in _BOARDS
    }
    if entry.position is not None or others:
        lines.append("[Puzzle]")
    lines += _rows_of(entry.grid)
    if entry.position is not None:
        lines += ["[State]", *_rows_of(entry.position.grid)]
    for name, text in others.items():
        lines += [name, *text.splitlines()]
    return lines


def _rows_of(grid: Grid) -> list[str]:
    return ["".join(map(grid.shape.symbol, row)) for row in grid.rows]


SDK = Sdk()
