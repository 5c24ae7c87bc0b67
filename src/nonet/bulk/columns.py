"""What can be computed for each puzzle: the columns of `COLUMNS`, each with its name.

A column is a function from `Answers`, the results for some puzzles, to an Arrow array. `column` registers it; then
`nonet.tables.answer`, `process_files` and ``nonet batch --add`` know it. The engine is called once for all columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..engine import Batch, canonical_many, count_many, pencilmarks_many, solve_many
from ..errors import ArgumentError, ColumnError, NonetError, listed
from ..extras import require
from ..formats import PUZZLE_NAMES, SOLUTION_NAMES
from ..geometry import BLANKS
from ..grid import Grid
from ..kernel import Status
from ..rows import DIGIT_OF_BYTE, Rows, as_characters, is_puzzle_type
from ..transforms import canonical
from .others import OtherBoard, other_grids

if TYPE_CHECKING:
    from ..logic import Rated

__all__ = [
    "ADDED",
    "COLUMNS",
    "RATING_COLUMNS",
    "Answers",
    "Column",
    "added_columns",
    "column",
    "columns_named",
    "compute_columns",
    "new_fields",
    "puzzle_column",
    "stated_column",
    "text_array",
]

ADDED = ("solution", "count", "status")
"""The columns that are added if none are named."""

RATING_COLUMNS = frozenset({"rating", "level", "score", "hardest", "steps"})
"""The columns that need ratings, which take milliseconds each."""

_CELLS = 81
_MOST_ROWS = 1 << 17
"""The number of rows that are computed at once: enough for all threads, but few enough for the memory."""

_MISSING = max(Status) + 1
_KNOWN = {int(status): status.word for status in Status} | {_MISSING: "missing"}
_WORDS = [_KNOWN.get(code, "") for code in range(_MISSING + 1)]
"""The words of the column status, by status code; a row that is null is missing."""

Rate: TypeAlias = "Callable[[list[str]], Iterable[Rated]]"
"""A function that rates some puzzles."""


class Answers:
    """Some puzzles and the results for them, which are computed when they are first needed.

    The engine solves 9x9 boards. `others` are the boards of other sizes by row; to the engine such rows are bad.

    >>> answers = Answers(Rows.of(["." * 81]), limit=5)
    >>> answers.batch.counts
    array([5], dtype=uint64)
    """

    def __init__(
        self,
        puzzles: Rows,
        *,
        limit: int = 2,
        threads: int | None = None,
        needs_solutions: bool = True,
        needs_guesses: bool = False,
        rate: Rate | None = None,
        stated: Rows | None = None,
        others: Mapping[int, Grid] | None = None,
        stated_others: Mapping[int, Grid] | None = None,
    ) -> None:
        self.puzzles = puzzles
        self.stated = stated
        self.stated_others = stated_others or {}
        self.others = {row: OtherBoard.of(grid, limit) for row, grid in (others or {}).items()}
        self.limit, self.threads = limit, threads
        self._needs_solutions = needs_solutions
        self._needs_guesses = needs_guesses
        self._rate = rate
        self._batch: Batch | None = None  # the lock of a cached_property (Python 3.11) would stop all other threads
        self._status: NDArray[np.uint8] | None = None
        self._ratings: list[dict[str, object] | None] | None = None

    @property
    def batch(self) -> Batch:
        """The results of the engine. The solutions are characters."""
        if self._batch is None:
            compute = partial(solve_many, as_text=True) if self._needs_solutions else count_many
            options: dict[str, Any] = {"limit": self.limit, "threads": self.threads}
            self._batch = compute(self.puzzles.cells, with_guesses=self._needs_guesses, **options)
        return self._batch

    @property
    def status(self) -> NDArray[np.uint8]:
        """The status code of each row; one more than the last `Status` if the row is null."""
        if self._status is None:
            self._status = self.batch.status.copy()
            self._status[self.puzzles.misfits] = Status.BAD_LENGTH
            if self.puzzles.missing is not None:
                self._status[self.puzzles.missing] = _MISSING
            for row, board in self.others.items():
                self._status[row] = board.status
        return self._status

    @property
    def has_solution(self) -> NDArray[np.bool_]:
        """Which rows have a solution to show: exactly one, or any if the limit is 1."""
        return np.asarray((self.status == np.uint8(Status.UNIQUE)) | (self.status == np.uint8(Status.SOLVED)))

    @property
    def is_board(self) -> NDArray[np.bool_]:
        """Which rows are boards, with solutions or without."""
        return np.asarray(self.status <= np.uint8(Status.CONFLICT))

    def with_others(self, values: Any, value_of: Callable[[OtherBoard], object]) -> Any:
        """Return an Arrow array with the values of the boards of other sizes in their rows."""
        if not self.others:
            return values
        pa, mask = require("pyarrow"), np.zeros(len(values), np.bool_)
        rows = sorted(self.others)
        mask[rows] = True
        new = pa.array([value_of(self.others[row]) for row in rows], values.type)
        return require("pyarrow.compute").replace_with_mask(values, pa.array(mask), new)

    def ratings(self) -> list[dict[str, object] | None]:
        """Return the rating of each row by steps; None if the puzzle does not have exactly one solution."""
        from ..logic import rate_many  # loading logic takes as long as solving a hundred thousand puzzles

        if self._ratings is None:
            rate = self._rate or partial(rate_many, threads=self.threads, scale="hodoku")
            self._ratings = [rated and rating_fields(rated) for rated in self._rated(rate)]
        return self._ratings

    def explainer_ratings(self, canonical: bool = False) -> list[dict[str, float] | None]:
        """Return ER, EP and ED of each row, or of its canonical form; None without exactly one solution."""
        from ..logic import rate_many

        rate = partial(rate_many, threads=self.threads, scale="se", canonical=canonical)
        ratings = [rated and rated.rating and rated.rating.se for rated in self._rated(rate, only_nine=True)]
        return [None if se is None else se._asdict() for se in ratings]

    def _rated(self, rate: Rate, *, only_nine: bool = False) -> list[Rated | None]:
        """Rate the rows with exactly one solution; the others are None, and so are those without a rating."""
        rows = np.flatnonzero(self.status == np.uint8(Status.UNIQUE)).tolist()
        if only_nine:
            rows = [row for row in rows if row not in self.others]
        characters = as_characters(DIGIT_OF_BYTE[self.puzzles.cells[rows]])
        puzzles = [row.tobytes().decode() for row in characters]
        for place, row in enumerate(rows):
            if row in self.others:
                puzzles[place] = str(self.others[row].grid)
        ratings: list[Rated | None] = [None] * len(self.status)
        for row, rated in zip(rows, rate(puzzles), strict=True):
            if rated.rating is not None:
                ratings[row] = rated
        return ratings


def rating_fields(rated: Rated) -> dict[str, Any]:
    """Return a rating as the columns show it."""
    rating = rated.rating
    if rating is None:
        return {"level": rated.status, "score": 0, "hardest": "-", "steps": 0}
    return {"level": rating.level.title, "score": rating.score, "hardest": rating.hardest, "steps": rating.steps}


Make: TypeAlias = Callable[[Answers], Any]
"""A function from answers to an Arrow array."""


class Column(NamedTuple):
    """A column that can be added to a table.

    >>> COLUMNS["count"].about.partition(",")[0], str(COLUMNS["count"].type)
    ('The number of solutions', 'uint64')
    """

    name: str
    kind: Any
    """The Arrow type, or a function from the module pyarrow to it."""
    make: Make
    """Returns the values."""
    needs_solutions: bool
    """Whether the values depend on solutions; without them, solutions are only counted, which is faster."""
    about: str
    """What the column contains, in one sentence."""
    needs_guesses: bool = False
    """Whether the values depend on the guesses for each puzzle."""

    @property
    def type(self) -> Any:
        """The Arrow type."""
        return self.kind(require("pyarrow")) if callable(self.kind) else self.kind


COLUMNS: dict[str, Column] = {}
"""The columns by name."""


def column(
    name: str, kind: Any, *, needs_solutions: bool = False, needs_guesses: bool = False
) -> Callable[[Make], Make]:
    """Register a function as a column. The first line of its docstring says what the column contains.

    `kind` is the Arrow type, or a function that returns it, which is given the module pyarrow.

    >>> import pyarrow as pa
    >>> @column("blanks", pa.uint8())
    ... def blanks(answers):
    ...     '''The number of blanks.'''
    ...     return pa.array((answers.puzzles.cells == ord(".")).sum(axis=1, dtype="u1"))
    >>> compute_columns(pa.array(["1" + "." * 80]), ["blanks"])[0].to_pylist()
    [80]
    >>> del COLUMNS["blanks"]
    """

    def register(make: Make) -> Make:
        about = (make.__doc__ or "").strip().partition("\n")[0]
        COLUMNS[name] = Column(name, kind, make, needs_solutions, about, needs_guesses)
        return make

    return register


def columns_named(names: Iterable[str]) -> list[Column]:
    """Return the columns of these names, each once.

    >>> [column.name for column in columns_named(["status", "count", "status"])]
    ['status', 'count']
    """
    unknown = [name for name in names if name not in COLUMNS]
    if unknown:
        raise ArgumentError.unknown("column", unknown[0], COLUMNS)
    return [COLUMNS[name] for name in dict.fromkeys(names)]


def compute_columns(
    puzzles: Any,
    names: Sequence[str],
    *,
    limit: int = 2,
    threads: int | None = None,
    rate: Rate | None = None,
    stated: Any = None,
) -> list[Any]:
    """Return the columns of these names for an Arrow array or chunked array of puzzles, as chunked arrays.

    `stated` has the solutions that the table states, for the column agrees.

    >>> import pyarrow as pa
    >>> [values.to_pylist() for values in compute_columns(pa.array(["." * 81, "12", None]), ["count", "status"])]
    [[2, None, None], ['several', 'bad', 'missing']]
    """
    pa = require("pyarrow")
    columns = columns_named(names)
    check_not_numbers(puzzles.type)
    needs = {
        "needs_solutions": any(column.needs_solutions for column in columns),
        "needs_guesses": any(column.needs_guesses for column in columns),
    }

    def compute(piece: Any, given: Any = None) -> list[Any]:
        if isinstance(piece.type, pa.BaseExtensionType):
            return compute(piece.storage, given)
        if given is None and pa.types.is_dictionary(piece.type) and len(piece.dictionary) <= 2 * len(piece):
            return _compute_once(piece, compute)
        rows, known = Rows.of(piece), None if given is None else Rows.of(given)
        options: dict[str, Any] = {"limit": limit, "threads": threads, "rate": rate, "stated": known, **needs}
        options["others"] = other_grids(piece, rows)
        options["stated_others"] = other_grids(given, known) if options["others"] and known is not None else None
        return _made(columns, Answers(rows, **options))

    results = [compute(piece, given) for piece, given in _pieces(puzzles, stated)]
    return [pa.chunked_array([result[i] for result in results], column.type) for i, column in enumerate(columns)]


def _made(columns: Sequence[Column], answers: Answers) -> list[Any]:
    """Return the values of each column for some puzzles, one value per puzzle."""
    results = [column.make(answers) for column in columns]
    for column, result in zip(columns, results, strict=True):
        if len(result) != len(answers.puzzles):
            raise ColumnError(f"the column {column.name!r} has {len(result)} values for {len(answers.puzzles)} puzzles")
    return results


def check_not_numbers(kind: Any) -> None:
    """Raise `ColumnError` if the puzzles of a column were read as numbers, which have lost their first zeros.

    >>> import pyarrow as pa
    >>> try:
    ...     check_not_numbers(pa.float64())
    ... except ColumnError as error:
    ...     print(str(error).partition(";")[0])
    the puzzles were read as numbers (double), which lose digits
    """
    types = require("pyarrow").types
    if types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind):
        raise ColumnError(
            f"the puzzles were read as numbers ({kind}), which lose digits; "
            "read the file with dtype=str (pandas) or infer_schema=False (Polars)"
        )


def _pieces(puzzles: Any, stated: Any) -> Iterator[tuple[Any, Any]]:
    """Yield pieces of the puzzles that fit into memory, each with the solutions that the table states, if it does."""
    start = 0
    for chunk in getattr(puzzles, "chunks", [puzzles]):
        for first in range(0, len(chunk), _MOST_ROWS):
            piece = chunk[first : first + _MOST_ROWS]
            yield piece, None if stated is None else _one_chunk(stated.slice(start, len(piece)))
            start += len(piece)


def _one_chunk(values: Any) -> Any:
    """Return a chunked array as one array."""
    return values.combine_chunks() if isinstance(values, require("pyarrow").ChunkedArray) else values


def _compute_once(piece: Any, compute: Callable[[Any], list[Any]]) -> list[Any]:
    """Return the columns of a dictionary array: each of its values is computed once. Null is one more value."""
    pa = require("pyarrow")
    rows, values = piece.indices, piece.dictionary
    if rows.null_count:
        rows = require("pyarrow.compute").fill_null(rows.cast(pa.int64()), len(values))
        values = pa.concat_arrays([values, pa.nulls(1, values.type)])
    return [result.take(rows) for result in compute(values)]


# The columns of a table


def new_fields(schema: Any, names: Sequence[str], prefix: str = "") -> list[Any]:
    """Return the fields of the columns to add. Raise `ColumnError` if the table has one of them already.

    >>> import pyarrow as pa
    >>> new_fields(pa.schema([("solution", pa.string())]), ["solution"])
    Traceback (most recent call last):
    nonet.errors.ColumnError: the table already has a column 'solution'; a prefix gives the new one another name
    """
    pa = require("pyarrow")
    fields = [pa.field(prefix + column.name, column.type) for column in columns_named(names)]
    for field in fields:
        if field.name in schema.names:
            raise ColumnError(f"the table already has a column {field.name!r}; a prefix gives the new one another name")
    return fields


def added_columns(schema: Any, names: Sequence[str] | None, prefix: str = "") -> tuple[str, ...]:
    """Return the names of the columns to add: the given ones, or by default those that fit the table.

    If the table states solutions, they are checked, and a column of the same name is not added again.

    >>> import pyarrow as pa
    >>> added_columns(pa.schema([("puzzle", pa.string()), ("solution", pa.string())]), None)
    ('count', 'status', 'agrees')
    >>> added_columns(pa.schema([("puzzle", pa.string())]), None)
    ('solution', 'count', 'status')
    """
    if names is not None:
        return tuple(names)
    stated = stated_column(schema)
    if stated is None:
        return ADDED
    return (*(name for name in ADDED if prefix + name != stated), "agrees")


def stated_column(schema: Any) -> str | None:
    """Return the name of the column with the solutions that a table states, if there is one.

    >>> import pyarrow as pa
    >>> stated_column(pa.schema([("quizzes", pa.string()), ("Solutions", pa.string())]))
    'Solutions'
    """
    names = [name for name in schema.names if schema.names.count(name) == 1]
    lower = {name.strip().lower(): name for name in reversed(names) if is_puzzle_type(schema.field(name).type)}
    return next((lower[name] for name in SOLUTION_NAMES if name in lower), None)


_MORE_NAMES = ("sudoku", "sudokus", "board", "boards", "grid", "grids", "givens", "unsolved", "problem", "problems")


def puzzle_column(table: Any, name: str | None = None) -> str:
    """Return the name of the column of puzzles: the given name, or the one column that looks like puzzles.

    A column looks like puzzles if its name is one of the usual names, or if its first values are boards with blanks.

    >>> import pyarrow as pa
    >>> puzzle_column(pa.table({"id": [1], "solutions": ["1" * 81], "quizzes": ["." * 81]}))
    'quizzes'
    """
    names: list[str] = table.schema.names
    types = dict(zip(names, table.schema.types, strict=True))
    if name is not None:
        if names.count(name) != 1:
            raise ColumnError(
                f"{'several columns' if name in names else 'no column'} {name!r:.40}; the columns are {listed(names)}"
            )
        check_not_numbers(types[name])
        if not is_puzzle_type(types[name]):
            raise ColumnError(
                f"the column {name!r} has the type {types[name]}, but puzzles are text, bytes or lists of integers"
            )
        return name
    possible = [name for name in names if names.count(name) == 1 and is_puzzle_type(types[name])]
    lower = {name.strip().lower(): name for name in reversed(possible)}
    usual = [lower[name] for name in (*PUZZLE_NAMES, *_MORE_NAMES) if name in lower]
    if not usual:
        for each in names:
            if each.strip().lower() in PUZZLE_NAMES:
                check_not_numbers(types[each])
    found = usual[:1] or [name for name in possible if _has_boards(table.column(name).slice(0, 100))]
    if len(found) != 1:
        number = "several columns look" if found else "no column looks"
        raise ColumnError(f"{number} like puzzles (the columns are {listed(names)}); name the column")
    return found[0]


def _has_boards(values: Any) -> bool:
    """Return whether all values are boards and some have blanks, so that they are not solutions."""
    words = set(compute_columns(values, ["status"])[0].to_pylist())
    blanks = {*BLANKS, *BLANKS.encode(), 0}
    boards = [_cells(value) for value in values.to_pylist() if value]
    return words <= {"unique", "several", "none", "missing"} and any(not blanks.isdisjoint(board) for board in boards)


def _cells(value: Any) -> Any:
    """Return the cells of a board: of a text or a list itself, of rows those of each row."""
    return [cell for row in value for cell in row] if isinstance(value[0], list) else value


# The registered columns


def text_array(rows: NDArray[np.uint8], is_valid: NDArray[np.bool_] | None = None) -> Any:
    """Return rows of characters as an Arrow array of strings; rows that are not valid are null.

    >>> text_array(np.frombuffer(b"onetwo", np.uint8).reshape(2, 3), np.array([True, False])).to_pylist()
    ['one', None]
    """
    pa = require("pyarrow")
    offsets = np.arange(len(rows) + 1, dtype=np.int32) * rows.shape[1]
    buffers = [_validity(is_valid), pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(rows))]
    return pa.Array.from_buffers(pa.string(), len(rows), buffers)


def _validity(is_valid: NDArray[np.bool_] | None) -> Any:
    if is_valid is None or is_valid.all():
        return None
    return require("pyarrow").py_buffer(np.packbits(is_valid, bitorder="little"))


def _numbers(values: NDArray[Any], kind: Any, is_valid: NDArray[np.bool_] | None = None) -> Any:
    """Return numbers as an Arrow array without a copy; ``pa.array`` would import pandas first, which takes long."""
    pa = require("pyarrow")
    return pa.Array.from_buffers(kind, len(values), [_validity(is_valid), pa.py_buffer(np.ascontiguousarray(values))])


@column("solution", lambda pa: pa.string(), needs_solutions=True)
def _solution(answers: Answers) -> Any:
    """The solution, 81 digits; null if there is not exactly one (with limit 1: if there is none)."""
    solutions = text_array(answers.batch.solutions, answers.has_solution)
    return answers.with_others(solutions, lambda board: None if board.solution is None else str(board.solution))


@column("count", lambda pa: pa.uint64())
def _count(answers: Answers) -> Any:
    """The number of solutions, up to the limit; null if the row is not a board."""
    counts = _numbers(answers.batch.counts, require("pyarrow").uint64(), answers.is_board)
    return answers.with_others(counts, lambda board: board.number)


@column("status", lambda pa: pa.string())
def _status(answers: Answers) -> Any:
    """The status of the row: unique, several, none, conflict, bad or missing; with limit 1 solved."""
    pa = require("pyarrow")
    offsets = pa.py_buffer(np.cumsum([0, *map(len, _WORDS)], dtype=np.int32))
    buffers = [None, offsets, pa.py_buffer("".join(_WORDS).encode())]  # as in _numbers, without pandas
    return pa.Array.from_buffers(pa.string(), len(_WORDS), buffers).take(_numbers(answers.status, pa.uint8()))


@column("agrees", lambda pa: pa.bool_(), needs_solutions=True)
def _agrees(answers: Answers) -> Any:
    """Whether the table states the only solution; null if it states none, or if there is not exactly one."""
    pa = require("pyarrow")
    stated = answers.stated
    if stated is None:
        return pa.nulls(len(answers.puzzles), pa.bool_())
    is_same = (DIGIT_OF_BYTE[stated.cells] == DIGIT_OF_BYTE[answers.batch.solutions]).all(axis=1)
    for row, board in answers.others.items():
        is_same[row] = board.solution is not None and board.solution == answers.stated_others.get(row)
    is_valid = answers.status == np.uint8(Status.UNIQUE)
    if stated.missing is not None:
        is_valid &= ~stated.missing
    packed = pa.py_buffer(np.packbits(is_same, bitorder="little"))
    return pa.Array.from_buffers(pa.bool_(), len(is_same), [_validity(np.asarray(is_valid)), packed])


@column("clues", lambda pa: pa.uint16())
def _clues(answers: Answers) -> Any:
    """The number of givens; null if the row is not a board."""
    givens = (DIGIT_OF_BYTE[answers.puzzles.cells] != 0).sum(axis=1, dtype=np.uint16)
    clues = _numbers(givens, require("pyarrow").uint16(), answers.is_board)
    return answers.with_others(clues, lambda board: len(board.grid.givens))


@column("guesses", lambda pa: pa.uint64(), needs_guesses=True)
def _guesses(answers: Answers) -> Any:
    """The guesses of the search, besides singles and locked candidates; null if the limit ends it, or if not 9x9."""
    made, limit = answers.batch.guesses_per_puzzle, np.uint64(answers.limit)
    assert made is not None  # noqa: S101
    is_complete = answers.is_board & (answers.batch.counts < limit)
    is_complete[list(answers.others)] = False
    return _numbers(made, require("pyarrow").uint64(), is_complete)


@column("pencilmarks", lambda pa: pa.list_(pa.uint16(), _CELLS))
def _pencilmarks(answers: Answers) -> Any:
    """The candidates of each cell after singles and locked candidates, bit d - 1 for d; null if a cell has none."""
    pa = require("pyarrow")
    masks = pencilmarks_many(answers.puzzles.cells, threads=answers.threads)
    values = _numbers(masks.reshape(-1), pa.uint16())
    validity = _validity(np.asarray(masks.any(axis=1)))
    return pa.Array.from_buffers(pa.list_(pa.uint16(), _CELLS), len(masks), [validity], children=[values])


@column("canonical", lambda pa: pa.string())
def _canonical(answers: Answers) -> Any:
    """The canonical form of the board, the same for all equivalent boards; null if the board is bad."""
    forms = canonical_many(answers.puzzles.cells, threads=answers.threads)
    return answers.with_others(text_array(as_characters(forms.digits), ~forms.is_bad), _form)


def _form(board: OtherBoard) -> str | None:
    """Return the canonical form of a board of another size; None if it is bad, or takes too long."""
    try:
        return str(canonical(board.grid))
    except NonetError:
        return None


def rating_type(pa: Any) -> Any:
    """Return the Arrow type of a rating."""
    fields = [("level", pa.string()), ("score", pa.uint32()), ("hardest", pa.string()), ("steps", pa.uint16())]
    return pa.struct(fields)


@column("rating", rating_type)
def _rating(answers: Answers) -> Any:
    """The difficulty: level, HoDoKu score, hardest technique, number of steps; null without exactly one solution."""
    pa = require("pyarrow")
    return pa.array(answers.ratings(), rating_type(pa))


def explainer_type(pa: Any) -> Any:
    """Return the Arrow type of the ratings of Sudoku Explainer."""
    return pa.struct([(name, pa.float64()) for name in ("er", "ep", "ed")])


@column("se", explainer_type)
def _se(answers: Answers) -> Any:
    """The ratings ER, EP and ED of Sudoku Explainer; null without exactly one solution."""
    pa = require("pyarrow")
    return pa.array(answers.explainer_ratings(), explainer_type(pa))


@column("canonical_se", explainer_type)
def _canonical_se(answers: Answers) -> Any:
    """The same ratings for the canonical form, equal for all equivalent boards."""
    pa = require("pyarrow")
    return pa.array(answers.explainer_ratings(canonical=True), explainer_type(pa))


def _of_rating(name: str, kind: str, about: str) -> None:
    """Register one field of the rating as a column of its own."""

    def make(answers: Answers) -> Any:
        pa = require("pyarrow")
        return pa.array([rating and rating[name] for rating in answers.ratings()], getattr(pa, kind)())

    make.__doc__ = about
    column(name, lambda pa: getattr(pa, kind)())(make)


_of_rating("level", "string", "The level of the rating; null without exactly one solution.")
_of_rating("score", "uint32", "HoDoKu's score; null without exactly one solution.")
_of_rating("hardest", "string", "The hardest technique needed; null without exactly one solution.")
_of_rating("steps", "uint16", "The number of steps of the rating; null without exactly one solution.")


@column("answer", lambda pa: pa.struct([(name, COLUMNS[name].type) for name in ADDED]), needs_solutions=True)
def _answer(answers: Answers) -> Any:
    """Solution, count and status as one struct, from one search."""
    pa = require("pyarrow")
    return pa.StructArray.from_arrays([COLUMNS[name].make(answers) for name in ADDED], list(ADDED))
