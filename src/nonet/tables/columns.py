"""The columns that nonet can add to a table of puzzles, each by its name in `COLUMNS`.

A column is a function from the `Answers` to some puzzles to an Arrow array; `column` enters it, and whatever adds
columns (the functions of `nonet.tables`, ``nonet batch --add``) finds it there. The kernel is asked once for
all columns of a batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..engine import Batch, Status, canonical_many, count_many, pencilmarks_many, solve_many
from ..errors import NonetError
from ..logic import rate_many
from .cells import CELLS, Cells, cells_of, numbers
from .needs import pa, pc
from .texts import EvenTexts, as_arrow

__all__ = [
    "COLUMNS",
    "STATUS_WORDS",
    "Answers",
    "Column",
    "Maker",
    "answers_as_made",
    "answers_to",
    "column",
    "columns_named",
    "joined",
]

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
        self,
        puzzles: Cells,
        *,
        limit: int = 2,
        threads: int | None = None,
        want_solutions: bool = True,
        room: EvenTexts | None = None,
    ) -> None:
        self.puzzles = puzzles
        self.room = room if room is not None and len(room) == len(puzzles.cells) else None
        """Where the solutions go, if there is a place for them."""
        self.limit, self.threads = limit, threads
        self._want_solutions = want_solutions
        self._batch: Batch | None = None  # a cached_property of Python 3.11 lets one thread work at a time
        self._status: NDArray[np.uint8] | None = None

    @property
    def batch(self) -> Batch:
        """The solutions, as characters, and their numbers."""
        if self._batch is None:
            cells, limit, threads = self.puzzles.cells, self.limit, self.threads
            if self._want_solutions:
                out = None if self.room is None else self.room.rows
                self._batch = solve_many(cells, limit=limit, threads=threads, out=out, as_text=True)
            else:
                self._batch = count_many(cells, limit=limit, threads=threads)
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


Maker: TypeAlias = Callable[[Answers], pa.Array | EvenTexts]
"""Makes the values of a column."""


class Column(NamedTuple):
    """A column that can be added to a table.

    >>> COLUMNS["status"].about.partition(":")[0]
    'What the row is'
    """

    name: str
    """What it is called."""
    type: pa.DataType
    make: Maker
    """Its values, or a dictionary array of them."""
    wants_solutions: bool
    """Whether the solutions are needed for it; counting them takes less."""
    about: str
    """What it holds, in a sentence."""


COLUMNS: dict[str, Column] = {}
"""The columns by their names."""


def column(name: str, kind: pa.DataType, *, wants_solutions: bool = False) -> Callable[[Maker], Maker]:
    """Enter a function as the maker of a column; the first line of its docstring says what the column holds.

    >>> @column("clues", pa.uint8())
    ... def clues(answers):
    ...     '''How many cells are given.'''
    ...     return pa.array((answers.puzzles.cells != ord(".")).sum(axis=1, dtype="u1"))
    >>> answers_to(pa.array(["1" + "." * 80]), ["clues"])[0].to_pylist()
    [1]
    >>> del COLUMNS["clues"]
    """

    def enter(make: Maker) -> Maker:
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
    puzzles: pa.Array | pa.ChunkedArray | EvenTexts, names: Sequence[str], *, limit: int = 2, threads: int | None = None
) -> list[pa.ChunkedArray]:
    """The columns of these names for an Arrow column of puzzles, or for texts of one length.

    >>> [values.to_pylist() for values in answers_to(pa.array(["." * 81, "12", None]), ["count", "status"])]
    [[2, None, None], ['several', 'bad length', 'missing']]
    """
    columns = columns_named(names)
    made = answers_as_made(puzzles, names, limit=limit, threads=threads)
    return [_cast(as_arrow(values), column.type) for values, column in zip(made, columns, strict=True)]


def answers_as_made(
    puzzles: pa.Array | pa.ChunkedArray | EvenTexts,
    names: Sequence[str],
    *,
    limit: int = 2,
    threads: int | None = None,
    room: EvenTexts | None = None,
) -> list[pa.ChunkedArray | EvenTexts]:
    """The same as they come: dictionaries where few words repeat, and texts of one length, these in `room` if it fits.

    >>> [type(made).__name__ for made in answers_as_made(pa.array(["." * 81]), ["solution", "status"])]
    ['EvenTexts', 'ChunkedArray']
    """
    columns = columns_named(names)
    chunks = puzzles.chunks if isinstance(puzzles, pa.ChunkedArray) else [puzzles]
    pieces = [chunk[start : start + _MOST_ROWS] for chunk in chunks for start in range(0, len(chunk), _MOST_ROWS)]
    if not pieces:
        return [pa.chunked_array([], column.type) for column in columns]
    question = _Question(columns, limit, threads, room if len(pieces) == 1 else None)
    return [joined(column) for column in zip(*(question.about(piece) for piece in pieces), strict=True)]


def joined(parts: Sequence[pa.Array | pa.ChunkedArray | EvenTexts]) -> pa.ChunkedArray | EvenTexts:
    """The parts of a column as one.

    >>> joined([pa.array([1]), pa.array([2, 3])]).to_pylist()
    [1, 2, 3]
    """
    if len(parts) == 1 and isinstance(parts[0], EvenTexts):
        return parts[0]
    arrays = [as_arrow(part) for part in parts]
    return pa.chunked_array([chunk for array in arrays for chunk in getattr(array, "chunks", [array])])


def _cast(values: Any, kind: pa.DataType) -> Any:
    """An array, or a chunked one, as one of this type."""
    chunked = values if isinstance(values, pa.ChunkedArray) else pa.chunked_array([values])
    return chunked if chunked.type == kind else chunked.cast(kind)


class _Question(NamedTuple):
    """What is asked about each piece of a column of puzzles."""

    columns: list[Column]
    limit: int
    threads: int | None
    room: EvenTexts | None

    def about(self, piece: pa.Array | EvenTexts) -> list[pa.Array | EvenTexts]:
        if isinstance(piece, EvenTexts):
            if piece.rows.shape[1] == CELLS and piece.valid is None:
                return self._of_cells(Cells(piece.rows, None, np.empty(0, np.intp)))
            piece = piece.arrow()
        if isinstance(piece.type, pa.BaseExtensionType):
            return self.about(piece.storage)
        if pa.types.is_run_end_encoded(piece.type):
            return self.about(pc.run_end_decode(piece))
        if pa.types.is_dictionary(piece.type):
            return self._of_dictionary(piece)
        return self._of_cells(cells_of(piece))

    def _of_cells(self, cells: Cells) -> list[pa.Array | EvenTexts]:
        want_solutions = any(column.wants_solutions for column in self.columns)
        answers = Answers(cells, limit=self.limit, threads=self.threads, want_solutions=want_solutions, room=self.room)
        return [column.make(answers) for column in self.columns]

    def _of_dictionary(self, piece: pa.Array) -> list[pa.Array | EvenTexts]:
        """The answers to the values that the rows use, each asked once; a null row stands for one more value."""
        rows, values = piece.indices, piece.dictionary
        if len(values) > 2 * len(rows):
            return self.about(piece.dictionary_decode())
        if rows.null_count:
            rows = pc.fill_null(rows.cast(pa.int64()), len(values))
            values = pa.concat_arrays([values, pa.nulls(1, values.type)])
        return [as_arrow(made).take(rows) for made in self._replace(room=None).about(values)]


# The columns


@column("solution", pa.string(), wants_solutions=True)
def _solution(answers: Answers) -> EvenTexts:
    """The solution, 81 digits; null if there is not exactly one (with limit 1: if there is none).

    Under a null the characters mean nothing; so every row takes 81 of them, and no row is moved.
    """
    status = answers.status
    has = (status == np.uint8(Status.UNIQUE)) | (status == np.uint8(Status.SOLVED))
    page = None if answers.room is None else answers.room.page
    return EvenTexts(answers.batch.solutions, None if has.all() else has, page)


@column("count", pa.uint32())
def _count(answers: Answers) -> pa.Array:
    """The number of solutions, up to the limit; null where there is no board."""
    is_board = answers.status <= np.uint8(Status.CONFLICT)
    return pa.Array.from_buffers(pa.uint32(), len(is_board), [_validity(is_board), pa.py_buffer(answers.batch.counts)])


@column("status", pa.string())
def _status(answers: Answers) -> pa.Array:
    """What the row is: unique, several, none, conflict, bad value, bad length or missing; with limit 1 solved."""
    codes = numbers(answers.status.view(np.int8), pa.int8())
    return pa.DictionaryArray.from_arrays(codes, _words(), safe=False)


@column("pencilmarks", pa.list_(pa.uint16(), CELLS))
def _pencilmarks(answers: Answers) -> pa.Array:
    """The candidates of each cell after singles and locked candidates, bit d - 1 for d; null if one has none."""
    masks = pencilmarks_many(answers.puzzles.cells, threads=answers.threads)
    values = numbers(masks.reshape(-1), pa.uint16())
    kind = pa.list_(pa.uint16(), CELLS)
    return pa.Array.from_buffers(kind, len(masks), [_validity(np.asarray(masks.any(axis=1)))], children=[values])


@column("canonical", pa.string())
def _canonical(answers: Answers) -> EvenTexts:
    """The canonical form of the board, the same for all boards that are the same in disguise; null for a bad one."""
    forms = canonical_many(answers.puzzles.cells, threads=answers.threads)
    digits = forms.digits
    text: NDArray[np.uint8] = np.where(digits, digits | np.uint8(ord("0")), np.uint8(ord(".")))
    return EvenTexts(text, ~forms.is_bad if forms.is_bad.any() else None)


_RATING = pa.struct([("level", pa.string()), ("score", pa.uint32()), ("hardest", pa.string()), ("steps", pa.uint16())])
_AS_TEXT = bytes.maketrans(bytes(range(10)), b".123456789")


@column("rating", _RATING)
def _rating(answers: Answers) -> pa.Array:
    """How hard the puzzle is: level, HoDoKu's score, hardest technique, steps; null if there is not one solution.

    A rating takes milliseconds, not a microsecond: rate what you need. `threads` are processes here.
    """
    unique = answers.status == np.uint8(Status.UNIQUE)
    puzzles = [row.tobytes().translate(_AS_TEXT).decode() for row in answers.puzzles.cells[unique]]
    values: list[dict[str, object] | None] = [None] * len(unique)
    for row, (rating, _, _) in zip(np.flatnonzero(unique), rate_many(puzzles, threads=answers.threads), strict=True):
        if rating is not None:
            level, hardest = rating.level.title, rating.hardest
            values[row] = {"level": level, "score": rating.score, "hardest": hardest, "steps": rating.steps}
    return pa.array(values, _RATING)


_PARTS = ("solution", "count", "status")


@column("answer", pa.struct([(name, COLUMNS[name].type) for name in _PARTS]), wants_solutions=True)
def _answer(answers: Answers) -> pa.Array:
    """Solution, count and status as one column of structs, for which the engine is asked once."""
    parts = [_cast(as_arrow(COLUMNS[name].make(answers)), COLUMNS[name].type) for name in _PARTS]
    return pa.StructArray.from_arrays([part.chunk(0) for part in parts], list(_PARTS))


@cache
def _words() -> pa.Array:
    text = "".join(_WORDS).encode()
    offsets = np.cumsum([0, *map(len, _WORDS)], dtype=np.int32)
    return pa.Array.from_buffers(pa.string(), len(_WORDS), [None, pa.py_buffer(offsets), pa.py_buffer(text)])


def _validity(has: NDArray[np.bool_]) -> pa.Buffer | None:
    return None if has.all() else pa.py_buffer(np.packbits(has, bitorder="little"))
