"""The columns that nonet can add to a table of puzzles, each by its name in `COLUMNS`.

A column is a function from the `Answers` to some puzzles to an Arrow array; `column` enters it, and whatever adds
columns (the functions of `nonet.tables`, ``nonet batch --add``) finds it there. The kernel is asked once for
all columns of a batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engine import Batch, Status, count_many, pencilmarks_many, solve_many
from ..errors import NonetError
from ..logic import rate_many
from ..transforms import canonical_many
from .cells import CELLS, Cells, cells_of, even_text, numbers
from .needs import pa, pc

__all__ = ["COLUMNS", "STATUS_WORDS", "Answers", "Column", "answers_to", "column", "columns_named"]

_MOST_ROWS = 1 << 17
"""So many rows are answered at a time: enough for every lane, little enough for the cache and for memory."""

STATUS_WORDS = {
    Status.NO_SOLUTION: "none",
    Status.UNIQUE: "unique",
    Status.SEVERAL: "several",
    Status.SOLVED: "solved",
    Status.CONFLICT: "conflict",
    Status.BAD_VALUE: "bad value",
    Status.BAD_LENGTH: "bad length",
}
"""What the status column says for each status; of a row that is null it says missing."""

_MISSING = max(STATUS_WORDS) + 1
_WORDS = [STATUS_WORDS.get(Status(code), "") if code in list(Status) else "" for code in range(_MISSING)] + ["missing"]


class Answers:
    """Some puzzles and what the engine says about them, asked when it is first needed.

    >>> answers = Answers(cells_of(pa.array(["." * 81, None])), limit=5)
    >>> answers.batch.counts
    array([5, 0], dtype=uint32)
    """

    def __init__(
        self, puzzles: Cells, *, limit: int = 2, threads: int | None = None, want_solutions: bool = True
    ) -> None:
        self.puzzles = puzzles
        self.limit, self.threads = limit, threads
        self._want_solutions = want_solutions
        self._batch: Batch | None = None  # a cached_property of Python 3.11 lets one thread work at a time
        self._status: NDArray[np.uint8] | None = None

    @property
    def batch(self) -> Batch:
        """The solutions and their numbers."""
        if self._batch is None:
            ask = solve_many if self._want_solutions else count_many
            self._batch = ask(self.puzzles.cells, limit=self.limit, threads=self.threads)
        return self._batch

    @property
    def status(self) -> NDArray[np.uint8]:
        """The status of each row; one more than the last `Status` for a row that is null."""
        if self._status is None:
            self._status = self.batch.status.copy()
            self._status[self.puzzles.misfits] = Status.BAD_LENGTH
            if self.puzzles.missing is not None:
                self._status[self.puzzles.missing] = _MISSING
        return self._status


class Column(NamedTuple):
    """A column that can be added to a table.

    >>> COLUMNS["status"].about.partition(":")[0]
    'What the row is'
    """

    name: str
    """What it is called."""
    type: pa.DataType
    make: Callable[[Answers], pa.Array]
    """Its values, or a dictionary array of them."""
    wants_solutions: bool
    """Whether the solutions are needed for it; counting them takes less."""
    about: str
    """What it holds, in a sentence."""


COLUMNS: dict[str, Column] = {}
"""The columns by their names."""


def column(
    name: str, kind: pa.DataType, *, wants_solutions: bool = False
) -> Callable[[Callable[[Answers], pa.Array]], Callable[[Answers], pa.Array]]:
    """Enter a function as the maker of a column; the first line of its docstring says what the column holds.

    >>> @column("clues", pa.uint8())
    ... def clues(answers):
    ...     '''How many cells are given.'''
    ...     return pa.array((answers.puzzles.cells != ord(".")).sum(axis=1, dtype="u1"))
    >>> answers_to(pa.array(["1" + "." * 80]), ["clues"])[0].to_pylist()
    [1]
    >>> del COLUMNS["clues"]
    """

    def enter(make: Callable[[Answers], pa.Array]) -> Callable[[Answers], pa.Array]:
        about = (make.__doc__ or "").strip().partition("\n")[0]
        COLUMNS[name] = Column(name, kind, make, wants_solutions, about)
        return make

    return enter


def columns_named(names: Iterable[str]) -> list[Column]:
    """The columns of these names, each once.

    >>> [column.name for column in columns_named(["status", "count", "status"])]
    ['status', 'count']
    """
    unknown = [name for name in names if name not in COLUMNS]
    if unknown:
        raise NonetError(f"there is no column {unknown[0]!r}; nonet can add {', '.join(COLUMNS)}")
    return [COLUMNS[name] for name in dict.fromkeys(names)]


def answers_to(
    puzzles: pa.Array | pa.ChunkedArray | NDArray[np.uint8],
    names: Sequence[str],
    *,
    limit: int = 2,
    threads: int | None = None,
    as_made: bool = False,
) -> list[pa.ChunkedArray]:
    """The columns of these names for an Arrow column of puzzles, or for the bytes of texts of one length.

    With `as_made` a column that is made as a dictionary stays one, whatever its type.

    >>> [values.to_pylist() for values in answers_to(pa.array(["." * 81, "12", None]), ["count", "status"])]
    [[2, None, None], ['several', 'bad length', 'missing']]
    """
    columns = columns_named(names)
    chunks = puzzles.chunks if isinstance(puzzles, pa.ChunkedArray) else [puzzles]
    parts = [
        _of_chunk(chunk[start : start + _MOST_ROWS], columns, limit, threads)
        for chunk in chunks
        for start in range(0, len(chunk), _MOST_ROWS)
    ]
    if not parts:
        return [pa.chunked_array([], column.type) for column in columns]
    if as_made:
        return [pa.chunked_array(list(column)) for column in zip(*parts, strict=True)]
    return [
        pa.chunked_array([_cast(part[i], column.type) for part in parts], column.type)
        for i, column in enumerate(columns)
    ]


def _cast(values: pa.Array, kind: pa.DataType) -> pa.Array:
    return values if values.type == kind else values.cast(kind)


def _of_chunk(
    chunk: pa.Array | NDArray[np.uint8], columns: list[Column], limit: int, threads: int | None
) -> list[pa.Array]:
    if isinstance(chunk, np.ndarray):
        if chunk.shape[1] == CELLS:
            return _of_cells(Cells(chunk, None, np.empty(0, np.intp)), columns, limit, threads)
        chunk = even_text(chunk)
    if isinstance(chunk.type, pa.BaseExtensionType):
        return _of_chunk(chunk.storage, columns, limit, threads)
    if pa.types.is_run_end_encoded(chunk.type):
        return _of_chunk(pc.run_end_decode(chunk), columns, limit, threads)
    if pa.types.is_dictionary(chunk.type):
        return _of_dictionary(chunk, columns, limit, threads)
    return _of_cells(cells_of(chunk), columns, limit, threads)


def _of_cells(cells: Cells, columns: list[Column], limit: int, threads: int | None) -> list[pa.Array]:
    want_solutions = any(column.wants_solutions for column in columns)
    answers = Answers(cells, limit=limit, threads=threads, want_solutions=want_solutions)
    return [column.make(answers) for column in columns]


def _of_dictionary(chunk: pa.Array, columns: list[Column], limit: int, threads: int | None) -> list[pa.Array]:
    """The answers to the values that the rows use, each asked once; a null row stands for one more value."""
    rows, values = chunk.indices, chunk.dictionary
    if len(values) > 2 * len(rows):
        return _of_chunk(chunk.dictionary_decode(), columns, limit, threads)
    if rows.null_count:
        rows = pc.fill_null(rows.cast(pa.int64()), len(values))
        values = pa.concat_arrays([values, pa.nulls(1, values.type)])
    return [made.take(rows) for made in _of_chunk(values, columns, limit, threads)]


# The columns


@column("solution", pa.string(), wants_solutions=True)
def _solution(answers: Answers) -> pa.Array:
    """The solution, 81 digits; null if there is not exactly one (with limit 1: if there is none).

    Under a null the characters mean nothing; so every row takes 81 of them, and no row is moved.
    """
    status = answers.status
    has = (status == Status.UNIQUE) | (status == Status.SOLVED)
    digits = answers.batch.solutions
    return even_text(digits | np.uint8(ord("0")), _validity(has))


@column("count", pa.uint32())
def _count(answers: Answers) -> pa.Array:
    """The number of solutions, up to the limit; null where there is no board."""
    is_board = answers.status <= Status.CONFLICT
    return pa.Array.from_buffers(pa.uint32(), len(is_board), [_validity(is_board), pa.py_buffer(answers.batch.counts)])


@column("status", pa.string())
def _status(answers: Answers) -> pa.Array:
    """What the row is: unique, several, none, conflict, bad value, bad length or missing; with limit 1 solved."""
    codes = numbers(answers.status.view(np.int8), pa.int8())
    return pa.DictionaryArray.from_arrays(codes, _words())


@column("pencilmarks", pa.list_(pa.uint16(), CELLS))
def _pencilmarks(answers: Answers) -> pa.Array:
    """The candidates of each cell after singles and locked candidates, bit d - 1 for d; null if one has none."""
    masks = pencilmarks_many(answers.puzzles.cells, threads=answers.threads)
    values = numbers(masks.reshape(-1), pa.uint16())
    kind = pa.list_(pa.uint16(), CELLS)
    return pa.Array.from_buffers(kind, len(masks), [_validity(np.asarray(masks.any(axis=1)))], children=[values])


@column("canonical", pa.string())
def _canonical(answers: Answers) -> pa.Array:
    """The canonical form of the board, the same for all boards that are the same in disguise; null for a bad one."""
    forms = canonical_many(answers.puzzles.cells, threads=answers.threads)
    digits = forms.digits
    text: NDArray[np.uint8] = np.where(digits, digits | np.uint8(ord("0")), np.uint8(ord(".")))
    return even_text(text, _validity(~forms.is_bad))


_RATING = pa.struct([("level", pa.string()), ("score", pa.uint32()), ("hardest", pa.string()), ("steps", pa.uint16())])
_AS_TEXT = bytes.maketrans(bytes(range(10)), b".123456789")


@column("rating", _RATING)
def _rating(answers: Answers) -> pa.Array:
    """How hard the puzzle is: level, HoDoKu's score, hardest technique, steps; null if there is not one solution.

    A rating takes milliseconds, not a microsecond: rate what you need. `threads` are processes here.
    """
    unique = answers.status == Status.UNIQUE
    puzzles = [row.tobytes().translate(_AS_TEXT).decode() for row in answers.puzzles.cells[unique]]
    values: list[dict[str, object] | None] = [None] * len(unique)
    for row, (rating, _, _) in zip(np.flatnonzero(unique), rate_many(puzzles, processes=answers.threads), strict=True):
        if rating is not None:
            level, hardest = rating.level.title, rating.hardest
            values[row] = {"level": level, "score": rating.score, "hardest": hardest, "steps": rating.steps}
    return pa.array(values, _RATING)


_PARTS = ("solution", "count", "status")


@column("answer", pa.struct([(name, COLUMNS[name].type) for name in _PARTS]), wants_solutions=True)
def _answer(answers: Answers) -> pa.Array:
    """Solution, count and status as one column of structs, for which the engine is asked once."""
    parts = [_cast(COLUMNS[name].make(answers), COLUMNS[name].type) for name in _PARTS]
    return pa.StructArray.from_arrays(parts, list(_PARTS))


@cache
def _words() -> pa.Array:
    text = "".join(_WORDS).encode()
    offsets = np.cumsum([0, *map(len, _WORDS)], dtype=np.int32)
    return pa.Array.from_buffers(pa.string(), len(_WORDS), [None, pa.py_buffer(offsets), pa.py_buffer(text)])


def _validity(has: NDArray[np.bool_]) -> pa.Buffer | None:
    return None if has.all() else pa.py_buffer(np.packbits(has, bitorder="little"))
