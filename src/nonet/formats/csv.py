"""Tables of puzzles: CSV with commas, semicolons or tabs, the usual format of large data sets.

The first row names the columns. Without names, the first column with a board is the puzzle, and the next board is its
solution. All other columns are kept. The cells of a board may be separated by semicolons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from ..errors import ArgumentError, FormatError
from ..geometry import BLANKS, SYMBOLS, Shape
from ..grid import Grid
from .entry import Entry
from .format import Entries, Format, Lines, contents, grid_of_cells, is_board
from .gsf import GSF

__all__ = ["CSV", "PUZZLE_NAMES", "SOLUTION_NAMES", "Csv"]

PUZZLE_NAMES = ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions")
"""The names that a column of puzzles may have."""

SOLUTION_NAMES = ("solution", "solutions", "answer", "answers")
"""The names that a column of solutions may have."""

_DELIMITERS = ",;\t"
_LONGEST_NAME = 25


class _Columns(NamedTuple):
    """The names of the columns, and the indices of those with a meaning."""

    names: list[str]
    puzzle: int
    solution: int | None
    comment: int | None


class Csv(Format):
    """A table with one puzzle per row.

    >>> from nonet.formats import read_many
    >>> for entry in read_many("id,puzzle,solution\\n7,1...........2...,1234341221434321\\n"):
    ...     print(entry.grid, entry.solution, dict(entry.fields))
    1...........2... 1234341221434321 {'id': '7'}
    """

    name = "csv"
    title = "table with columns such as puzzle and solution, separated by commas, semicolons or tabs"
    suffixes = (".csv", ".tsv")

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether the first row names a column of puzzles, or has a board beside another or after a column."""
        lines = contents(head)
        if not lines or GSF.has_form(lines[0], shape):
            return False
        delimiter = _delimiter(lines[0])
        first = _split(lines[0], delimiter)
        if _index(first, PUZZLE_NAMES) is not None:
            return True
        if len(first) > 1 and (boards := _boards(first, shape)):
            return not is_board(first[0].strip(), shape) or 1 in boards
        second = _split(lines[1], delimiter) if len(lines) > 1 else []
        return len(first) == len(second) > 1 and bool(_boards(second, shape)) and not GSF.has_form(lines[1], shape)

    def read(self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None) -> Entries:
        """Yield the puzzles row by row."""
        columns: _Columns | None = None
        names: list[str] | None = None
        for number, row in _rows(lines):
            if isinstance(row, FormatError):
                yield row
                continue
            if columns is None and names is None and _are_names(row, shape):
                names = row
                if _index(row, PUZZLE_NAMES) is not None:
                    columns = _columns(names, [], shape)
                continue
            try:
                columns = columns or _columns(names, row, shape)
                yield _entry(row, columns, shape, symbols)._replace(line=number)
            except FormatError as error:
                yield error.at(line=number)

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the names and one row per puzzle; the columns are those of the first puzzle, or of all in a list."""
        import csv
        import io

        rest = iter(entries)
        known = entries if isinstance(entries, Sequence) else list(islice(rest, 1))
        rest = rest if known is entries else chain(known, rest)
        columns = list(dict.fromkeys(name for entry in known for name in _row_of(entry)))
        if "solution" in columns:
            columns.remove("solution")
            columns.insert(1, "solution")
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns or ["puzzle"])
        for number, entry in enumerate(rest, start=1):
            row = _row_of(entry)
            new = next((name for name in row if name not in columns), None)
            if new is not None:
                raise ArgumentError(
                    f"puzzle {number} has a new column {new!r}, but the columns are those of the first puzzle "
                    f"({', '.join(columns)}) unless the puzzles are a list"
                )
            writer.writerow([row.get(name, "") for name in columns])
            yield text.getvalue()
            text.seek(0)
            text.truncate()
        yield text.getvalue()


def _rows(lines: Lines) -> Iterator[tuple[int, list[str] | FormatError]]:
    """Yield the rows of a table with the number of their first line, without blank rows."""
    import csv  # takes as long to import as a small file to read

    first = next(((number, line) for number, line in lines if line.strip()), None)
    if first is None:
        return
    texts = (f"{line}\n" for _, line in chain([first], lines))
    reader = csv.reader(texts, delimiter=_delimiter(first[1]), strict=True)
    while True:
        number = first[0] + reader.line_num
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield number, FormatError(f"this is not a row of a table ({error})", line=number)
        else:
            if any(map(str.strip, row)):
                yield number, row


def _delimiter(line: str) -> str:
    """Return the delimiter that gives known columns, otherwise the most frequent one."""

    def quality(delimiter: str) -> tuple[bool, int]:
        row = _split(line, delimiter)
        return _index(row, PUZZLE_NAMES) is not None or bool(_boards(row, None)), len(row)

    return max(_DELIMITERS, key=quality)


def _split(line: str, delimiter: str) -> list[str]:
    import csv

    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _index(row: Sequence[str], names: Sequence[str]) -> int | None:
    """Return the index of the first column with one of these names."""
    return next((index for index, text in enumerate(row) if text.strip().lower() in names), None)


def _cells(text: str) -> Sequence[str]:
    text = text.strip()
    return [cell.strip() for cell in text.split(";")] if ";" in text else text


def _boards(row: Sequence[str], shape: Shape | None) -> list[int]:
    """Return the columns with a board."""
    return [index for index, text in enumerate(row) if is_board("".join(c[-1:] for c in _cells(text)), shape)]


def _is_bad_board(text: str) -> bool:
    """Return whether a text consists of cells and is too long for anything but a board."""
    return len(text) > _LONGEST_NAME and set(text.strip().upper()) <= set(SYMBOLS + BLANKS)


def _are_names(row: Sequence[str], shape: Shape | None) -> bool:
    return _index(row, PUZZLE_NAMES) is not None or not _boards(row, shape)


def _columns(names: list[str] | None, row: Sequence[str], shape: Shape | None) -> _Columns:
    """Return the columns by their names, otherwise by the contents of the first row."""
    names = names or [""] * len(row)
    if row:
        _check_length(row, names)
    known = set(_boards(row, shape))
    boards = [index for index, text in enumerate(row) if index in known or _is_bad_board(text)] or [0]
    puzzle, solution = _index(names, PUZZLE_NAMES), _index(names, SOLUTION_NAMES)
    if puzzle is None:
        puzzle = boards[0]
        if solution is None and len(boards) > 1:
            solution = boards[1]
    return _Columns(_unique(names), puzzle, solution, _index(names, ("comment",)))


def _unique(names: Sequence[str]) -> list[str]:
    """Return a different name for each column: the number of the column follows an empty or repeated name."""
    own = {name.strip() for name in names}
    unique: dict[str, None] = {}
    for index, name in enumerate(map(str.strip, names), start=1):
        numbered = f"{name or 'column'} {index}"
        while numbered in own:
            numbered += "'"
        unique[name if name and name not in unique else numbered] = None
    return list(unique)


def _check_length(row: Sequence[str], names: Sequence[str]) -> None:
    if len(row) != len(names):
        raise FormatError(f"{len(row)} columns, but the first row has {len(names)}")


def _entry(row: Sequence[str], columns: _Columns, shape: Shape | None, symbols: str | None) -> Entry:
    _check_length(row, columns.names)
    grid = grid_of_cells(_cells(row[columns.puzzle]), shape, symbols)
    solution: Grid | None = None
    if columns.solution is not None and row[columns.solution].strip():
        try:
            solution = grid_of_cells(_cells(row[columns.solution]), grid.shape, symbols)
        except FormatError as error:
            raise FormatError(f"in the solution, {error.reason}") from None
    comment = "" if columns.comment is None else row[columns.comment]
    others = enumerate(zip(columns.names, row, strict=True))
    return Entry(grid, None, solution, comment, {name: text for i, (name, text) in others if i not in columns[1:]})


def _row_of(entry: Entry) -> dict[str, str]:
    """Return the contents of an entry by column."""
    row = {"puzzle": str(entry.grid)}
    if entry.solution is not None:
        row["solution"] = str(entry.solution)
    if entry.comment:
        row["comment"] = entry.comment
    return {**row, **entry.fields, **row}


CSV = Csv()
