"""The .sdk files of SudoCue and SadMan: one row per line, below header lines or in sections.

SudoCue writes header lines above a puzzle, such as ``#A`` with the author and ``#L`` with the level. SadMan writes
sections: ``[Puzzle]`` has the givens and ``[State]`` all digits; other sections are kept as they are and written back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..cells import is_frame
from ..errors import FormatError
from ..geometry import Shape
from ..grid import Grid
from ..limits import MOST_LINES
from ..position import Position
from .blocks import Block, cells_across
from .entry import Entry
from .format import HEADING, Entries, Format, Lines, heading_lines, is_size, text_of_lines, too_many_lines

__all__ = ["HEADERS", "SDK", "Sdk"]

_NAMES = ("author", "description", "comment", "date", "source", "level", "url")
HEADERS = dict(zip("ADCBSLU", _NAMES, strict=True))
"""The meaning of the letters after #."""

_HEADER = re.compile(rf"#([{''.join(HEADERS)}])(.*)")
_SECTION = re.compile(r"\[[^\]]*\]")
_PUZZLE, _STATE, _NONE = "[puzzle]", "[state]", ""
_BOARDS = (_NONE, _PUZZLE, _STATE)


class Sdk(Format):
    """Rows below header lines, or in sections.

    >>> from nonet.formats import read_many
    >>> (entry,) = read_many("#ARuud\\n#LEasy\\n1...\\n....\\n..2.\\n....\\n")
    >>> entry.grid, dict(entry.fields)
    (Grid('1.........2.....'), {'author': 'Ruud', 'level': 'Easy'})
    """

    name = "sdk"
    title = "SudoCue and SadMan: rows of cells below # lines, or in [sections]"
    suffixes = (".sdk",)

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether there is a header line or a section above a row of cells."""
        lines = [line for text in head if (line := text.strip())]
        above = 0
        while above < len(lines) and (lines[above].startswith("#") or _SECTION.fullmatch(lines[above])):
            above += 1
        has_header = any(_HEADER.match(line) or line.startswith("[") for line in lines[:above])
        return has_header and above < len(lines) and is_size(cells_across(lines[above]), shape)

    def read(self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None) -> Entries:
        """Yield the puzzles; a header line or a new [Puzzle] starts the next one."""
        puzzle = _Puzzle()
        for number, text in lines:
            line = text.strip()
            if puzzle.is_ended_by(line):
                yield puzzle.entry(shape, symbols)
                puzzle = _Puzzle()
            puzzle.add(number, line)
            if puzzle.lines > MOST_LINES:
                yield too_many_lines(number)
                puzzle = _Puzzle()
        if puzzle.sections or puzzle.headers:
            yield puzzle.entry(shape, symbols)

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the puzzles one by one, in sections if digits are placed."""
        for index, entry in enumerate(entries):
            yield ("\n" if index else "") + text_of_lines(_lines_of(entry))


class _Puzzle:
    """The lines of one puzzle that have been read."""

    def __init__(self) -> None:
        self.headers: dict[str, list[str]] = {}
        self.heading: list[str] = []
        self.sections: dict[str, list[tuple[int, str]]] = {}
        self.names: dict[str, str] = {}
        self.current = _NONE
        self.first: int | None = None
        self.lines = 0
        self.rows_left: int | None = None  # of the rows without a section, as the first of them is wide

    def is_ended_by(self, line: str) -> bool:
        """Return whether a line can only be the first line of another puzzle."""
        if not self.sections:
            return False
        if line.startswith("#"):
            return self.current in _BOARDS or _HEADER.match(line) is not None
        if _SECTION.fullmatch(line):
            return line.lower() in self.sections
        return bool(line) and self.current == _NONE and self.rows_left == 0 and not is_frame(line)

    def add(self, number: int, line: str) -> None:
        """Add a line."""
        if not line:
            return
        header = _HEADER.match(line)
        self.lines += 1
        self.first = self.first or number
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
            if self.current == _NONE and not is_frame(line):
                self.rows_left = (cells_across(line) if self.rows_left is None else self.rows_left) - 1

    def entry(self, shape: Shape | None, symbols: str | None) -> Entry | FormatError:
        """Return the puzzle, or the error that names the bad line."""
        try:
            return self._entry(shape, symbols)
        except FormatError as error:
            return error.at(line=self.first)

    def _entry(self, shape: Shape | None, symbols: str | None) -> Entry:
        lines = self.sections.get(_PUZZLE) or self.sections.get(_NONE)
        if not lines:
            raise FormatError("a heading without a puzzle; rows of cells or a [Puzzle] section were expected")
        if _PUZZLE in self.sections and _NONE in self.sections:
            raise FormatError("rows of cells outside the [Puzzle] section", line=self.sections[_NONE][0][0])
        grid = Block([], lines).grid(shape, symbols)
        position = None
        if rows := self.sections.get(_STATE):
            position = Position(grid, _filled(grid, Block([], rows).grid(grid.shape, symbols), rows[0][0]))
        fields = {name: "\n".join(texts) for name, texts in self.headers.items()}
        comment = fields.pop("comment", "")
        if self.heading:
            fields[HEADING] = "\n".join(self.heading)
        for section, rows in self.sections.items():
            if section not in _BOARDS:
                fields[self.names[section]] = "\n".join(line for _, line in rows)
        return Entry(grid, position, comment=comment, fields=fields, line=self.first)


def _filled(givens: Grid, state: Grid, line: int) -> Grid:
    """Return the digits of [State], with the givens that it leaves out."""
    shape = givens.shape
    for cell, (given, digit) in enumerate(zip(givens, state, strict=True)):
        if given and digit and given != digit:
            raise FormatError(
                f"{shape.cell_name(cell)} is {shape.symbol(digit)} in [State], but {shape.symbol(given)} in [Puzzle]",
                line=line,
            )
    return Grid.of_digits(bytes(digit or given for given, digit in zip(givens, state, strict=True)), shape)


def _lines_of(entry: Entry) -> list[str]:
    texts = {**entry.fields, "comment": entry.comment}
    lines = [f"#{letter}{line}" for letter, name in HEADERS.items() for line in texts.get(name, "").splitlines()]
    lines += heading_lines(entry)
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
    text, size = str(grid), grid.shape.size
    return [text[start : start + size] for start in range(0, len(text), size)]


SDK = Sdk()
