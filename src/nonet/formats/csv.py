"""Tables of puzzles: CSV with commas, semicolons or tabs, as the big data sets are passed on.

The head row names the columns; where there is none, the first column that is a board is the puzzle, and the next of
the same size its solution. Whatever else a row says is kept. The cells of a board may stand apart with semicolons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from ..errors import FormatError, NonetError
from ..geometry import BLANKS, SYMBOLS, Shape
from ..grid import Grid
from .entry import Entry
from .format import Format, Lines, board_text, contents, grid_of_cells, is_board
from .gsf import is_q2

__all__ = ["CSV", "PUZZLE_NAMES", "SOLUTION_NAMES", "Csv"]

PUZZLE_NAMES = ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions")
"""How a column of puzzles may be called."""

SOLUTION_NAMES = ("solution", "solutions", "answer", "answers")
"""How a column of solutions may be called."""

_DELIMITERS = ",;\t"


class _Head(NamedTuple):
    """What the columns are."""

    names: list[str]
    puzzle: int
    solution: int | None
    comment: int | None


class Csv(Format):
    """A table with a puzzle a row.

    >>> from nonet.formats import read_many
    >>> for entry in read_many("id,puzzle,solution\\n7,1...........2...,1234341221434321\\n"):
    ...     print(entry.grid, entry.solution, dict(entry.fields))
    1...........2... 1234341221434321 {'id': '7'}
    """

    name = "csv"
    title = "table with columns such as puzzle and solution, with commas, semicolons or tabs"
    suffixes = (".csv", ".tsv")

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether the first row names a column of puzzles, or has a board beside another or after other columns."""
        lines = contents(head)
        if not lines or is_q2(lines[0], shape):
            return False
        delimiter = _delimiter(lines[0])
        row = _split(lines[0], delimiter)
        if _named(row, PUZZLE_NAMES) is not None:
            return True
        if len(row) > 1 and _boards(row, shape):
            return not is_board(row[0].strip(), shape) or 1 in _boards(row, shape)
        under = _split(lines[1], delimiter) if len(lines) > 1 else []
        return len(row) == len(under) > 1 and bool(_boards(under, shape)) and not is_q2(lines[1], shape)

    def read(
        self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None
    ) -> Iterator[Entry | FormatError]:
        """The puzzles row by row."""
        import csv

        first = next(((number, line) for number, line in lines if line.strip()), None)
        if first is None:
            return
        tap = _Tap(chain([first], lines))
        rows = csv.reader(tap, delimiter=_delimiter(first[1]), strict=True)
        head: _Head | None = None
        names: list[str] | None = None
        while True:
            number = tap.next_number
            try:
                row = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                yield FormatError(f"this is not a row of a table ({error})", line=number)
                continue
            if not any(map(str.strip, row)):
                continue
            if head is None and names is None and _is_head(row, shape):
                names = row
                if _named(row, PUZZLE_NAMES) is not None:
                    head = _head_of(names, [], shape)
                continue
            try:
                if head is None:
                    head = _head_of(names, row, shape)
                yield _entry(row, head, shape, symbols)._replace(line=number)
            except FormatError as error:
                yield error.at(line=number)

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """The head row, then a row a puzzle; the columns are those of the first puzzle, or of all in a list."""
        import csv
        import io

        if isinstance(entries, Sequence):
            known, rest = entries, iter(entries)
        else:
            rest = iter(entries)
            known = list(islice(rest, 1))
            rest = chain(known, rest)
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
                raise NonetError(
                    f"puzzle {number} has a {new!r}, but the columns were written before it: "
                    f"they are those of the first puzzle ({', '.join(columns)}) unless the puzzles come as a list"
                )
            writer.writerow([row.get(name, "") for name in columns])
            yield text.getvalue()
            text.seek(0)
            text.truncate()
        yield text.getvalue()


class _Tap:
    """The lines for the csv module, which wants their ends, and the number of the line that comes next."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.ahead = next(lines, None)

    @property
    def next_number(self) -> int | None:
        return self.ahead[0] if self.ahead else None

    def __iter__(self) -> _Tap:
        return self

    def __next__(self) -> str:
        if self.ahead is None:
            raise StopIteration
        line = self.ahead[1]
        self.ahead = next(self.lines, None)
        return f"{line}\n"


def _delimiter(line: str) -> str:
    """The sign between the columns: the one by which the line falls into known columns, else the most frequent."""

    def worth(delimiter: str) -> tuple[bool, int]:
        row = _split(line, delimiter)
        return _named(row, PUZZLE_NAMES) is not None or bool(_boards(row, None)), len(row)

    return max(_DELIMITERS, key=worth)


def _split(line: str, delimiter: str) -> list[str]:
    import csv

    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _named(row: Sequence[str], names: Sequence[str]) -> int | None:
    return next((index for index, text in enumerate(row) if text.strip().lower() in names), None)


def _cells(text: str) -> Sequence[str]:
    text = text.strip()
    return [cell.strip() for cell in text.split(";")] if ";" in text else text


def _boards(row: Sequence[str], shape: Shape | None) -> list[int]:
    """The columns that hold a board."""
    return [index for index, text in enumerate(row) if is_board("".join(c[-1:] for c in _cells(text)), shape)]


def _is_bad_board(text: str) -> bool:
    """Whether a text is longer than anything but a board, and has nothing but cells."""
    return len(text) > 25 and set(text.strip().upper()) <= set(SYMBOLS + BLANKS)


def _is_head(row: Sequence[str], shape: Shape | None) -> bool:
    return _named(row, PUZZLE_NAMES) is not None or not _boards(row, shape)


def _head_of(names: list[str] | None, row: Sequence[str], shape: Shape | None) -> _Head:
    """What the columns are, by their names, else by what the first row holds."""
    known = names or [""] * len(row)
    if row and len(row) != len(known):
        raise FormatError(f"{len(row)} columns, but the first row has {len(known)}")
    boards = [index for index, text in enumerate(row) if index in _boards(row, shape) or _is_bad_board(text)] or [0]
    puzzle, solution = _named(known, PUZZLE_NAMES), _named(known, SOLUTION_NAMES)
    if puzzle is None:
        puzzle = boards[0]
        if solution is None and len(boards) > 1:
            solution = boards[1]
    unique: list[str] = []
    for index, name in enumerate(map(str.strip, known)):
        unique.append(name if name and name not in unique else f"{name or 'column'} {index + 1}")
    return _Head(unique, puzzle, solution, _named(known, ("comment",)))


def _entry(row: Sequence[str], head: _Head, shape: Shape | None, symbols: str | None) -> Entry:
    if len(row) != len(head.names):
        raise FormatError(f"{len(row)} columns, but the first row has {len(head.names)}")
    grid = grid_of_cells(_cells(row[head.puzzle]), shape, symbols)
    solution: Grid | None = None
    if head.solution is not None and row[head.solution].strip():
        try:
            solution = grid_of_cells(_cells(row[head.solution]), grid.shape, symbols)
        except FormatError as error:
            raise FormatError(f"in the solution, {error.reason}") from None
    comment = "" if head.comment is None else row[head.comment]
    used = (head.puzzle, head.solution, head.comment)
    fields = {name: text for index, (name, text) in enumerate(zip(head.names, row, strict=True)) if index not in used}
    return Entry(grid, None, solution, comment, fields)


def _row_of(entry: Entry) -> dict[str, str]:
    """What an entry says, by column."""
    row = {"puzzle": board_text(entry.grid)}
    if entry.solution is not None:
        row["solution"] = board_text(entry.solution)
    if entry.comment:
        row["comment"] = entry.comment
    for name, text in entry.fields.items():
        row.setdefault(name, text)
    return row


CSV = Csv()
