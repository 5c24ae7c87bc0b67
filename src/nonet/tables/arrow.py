"""The questions asked of Arrow columns and tables: solve, count, check, canonical, rate, pencilmarks, answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import NonetError
from ..formats import PUZZLE_NAMES
from ..geometry import BLANKS
from .cells import CELLS, is_puzzle_type
from .columns import answers_to, columns_named
from .needs import pa

__all__ = [
    "ADDED",
    "answer",
    "canonical",
    "check",
    "count",
    "new_fields",
    "pencilmarks",
    "puzzle_column",
    "rate",
    "solve",
]

ADDED = ("solution", "count", "status")
"""The columns that are added if none are named."""

_MORE_NAMES = ("sudoku", "sudokus", "board", "boards", "grid", "grids", "givens", "unsolved", "problem", "problems")
_LOOKED_AT = 100


def solve(puzzles: Any, *, limit: int = 2, threads: int | None = None) -> Any:
    """The solutions of an Arrow column of puzzles, 81 digits each; null where there is not exactly one.

    With `limit` 1 any solution will do. `puzzles` is an Arrow array or chunked array, or anything that hands itself
    over as one; an array is answered by an array, all else by a chunked array. Puzzles are strings or bytes of 81
    characters, or lists of 81 numbers; a row that is none of that is null in the answer, and `check` says why.

    >>> import pyarrow as pa
    >>> solve(pa.array(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", None]))[0]
    <pyarrow.StringScalar: '534678912672195348198342567859761423426853791713924856961537284287419635345286179'>
    """
    return _one("solution", puzzles, limit, threads)


def count(puzzles: Any, *, limit: int = 2, threads: int | None = None) -> Any:
    """The number of solutions of each puzzle of an Arrow column, counted up to `limit`; null where there is no board.

    >>> import pyarrow as pa
    >>> count(pa.array(["." * 81, "11" + "." * 79, "x"]), limit=10).to_pylist()
    [10, 0, None]
    """
    return _one("count", puzzles, limit, threads)


def check(puzzles: Any, *, limit: int = 2, threads: int | None = None) -> Any:
    """What each row of an Arrow column is: unique, several, none, conflict, bad value, bad length or missing.

    >>> import pyarrow as pa
    >>> check(pa.array(["." * 81, "11" + "." * 79, "x" * 81, "x", None])).to_pylist()
    ['several', 'conflict', 'bad value', 'bad length', 'missing']
    """
    return _one("status", puzzles, limit, threads)


def canonical(puzzles: Any, *, threads: int | None = None) -> Any:
    """The canonical form of each board of an Arrow column, the same for all that are the same in disguise.

    Null where there is no board, or where its givens clash.

    >>> import pyarrow as pa
    >>> forms = canonical(pa.array(["7" + "." * 80, "." * 80 + "3", "11" + "." * 79]))
    >>> forms[0] == forms[1], forms[2].as_py()
    (True, None)
    """
    return _one("canonical", puzzles, 2, threads)


def rate(puzzles: Any, *, threads: int | None = None) -> Any:
    """How hard each puzzle of an Arrow column is: level, HoDoKu's score, hardest technique and number of steps.

    They come as a struct, null where there is not exactly one solution. A rating takes milliseconds; `threads` are
    processes here.

    >>> import pyarrow as pa
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> rate(pa.array([puzzle]), threads=1)[0]["level"].as_py()
    'Easy'
    """
    return _one("rating", puzzles, 2, threads)


def pencilmarks(puzzles: Any, *, threads: int | None = None) -> Any:
    """The candidates of each cell that singles and locked candidates leave: lists of 81 masks, bit d - 1 for digit d.

    Null where there is no board, or where these rules alone show that it has no solution.

    >>> import pyarrow as pa
    >>> pencilmarks(pa.array(["1" + "." * 80]))[0].as_py()[:4]
    [1, 510, 510, 510]
    """
    return _one("pencilmarks", puzzles, 2, threads)


def answer(
    table: Any,
    column: str | None = None,
    *,
    add: Sequence[str] = ADDED,
    limit: int = 2,
    threads: int | None = None,
    prefix: str = "",
) -> Any:
    """An Arrow table or record batch with the answers as new columns behind its own.

    The puzzles are in `column`; without a name, in the one that is called quizzes, puzzle or the like, or the only one
    that holds boards. `add` names columns of `nonet.tables.COLUMNS`, and `prefix` is put before their names.

    >>> import pyarrow as pa
    >>> answer(pa.table({"id": [7], "quiz": ["." * 81]}), add=["count", "status"]).to_pylist()[0]["status"]
    'several'
    """
    is_batch = isinstance(table, pa.RecordBatch)
    if not is_batch and not isinstance(table, pa.Table):
        table = pa.table(table)
    name = puzzle_column(table.schema, table.slice(0, _LOOKED_AT), column)
    fields = new_fields(table.schema, add, prefix)
    puzzles = table.column(name)
    for field, values in zip(fields, answers_to(puzzles, add, limit=limit, threads=threads), strict=True):
        table = table.append_column(field, _joined(values) if is_batch else values)
    return table


def new_fields(schema: pa.Schema, add: Sequence[str], prefix: str = "") -> list[pa.Field]:
    """The fields of the columns to add, none of which the table may have already.

    >>> import pyarrow as pa
    >>> new_fields(pa.schema([("solution", pa.string())]), ["solution"])
    Traceback (most recent call last):
    nonet.errors.NonetError: there is a column 'solution' already; a prefix tells the new one apart
    """
    fields = [pa.field(prefix + column.name, column.type) for column in columns_named(add)]
    for field in fields:
        if field.name in schema.names:
            raise NonetError(f"there is a column {field.name!r} already; a prefix tells the new one apart")
    return fields


def puzzle_column(schema: pa.Schema, head: Any, wanted: str | None = None) -> str:
    """The name of the column that holds the puzzles: the one that is wanted, or the one that looks like it.

    >>> import pyarrow as pa
    >>> table = pa.table({"id": [1], "solutions": ["1" * 81], "quizzes": ["." * 81]})
    >>> puzzle_column(table.schema, table)
    'quizzes'
    """
    names: list[str] = schema.names
    listed = ", ".join(names) or "none"
    if wanted is not None:
        if names.count(wanted) != 1:
            raise NonetError(
                f"there is {'more than one' if wanted in names else 'no'} column {wanted!r}; it has {listed}"
            )
        if not is_puzzle_type(schema.field(wanted).type):
            raise NonetError(
                f"the column {wanted!r} holds {schema.field(wanted).type}, "
                "but puzzles are text, bytes or lists of 81 whole numbers"
            )
        return wanted
    possible = [name for name in names if names.count(name) == 1 and is_puzzle_type(schema.field(name).type)]
    lower = {name.strip().lower(): name for name in reversed(possible)}
    called = [lower[name] for name in (*PUZZLE_NAMES, *_MORE_NAMES) if name in lower]
    found = called[:1] or [name for name in possible if _holds_boards(head.column(name))]
    if len(found) != 1:
        several = "more than one column looks like puzzles" if found else "no column looks like puzzles"
        raise NonetError(f"{several} (there are {listed}); name the one")
    return found[0]


def _holds_boards(values: Any) -> bool:
    """Whether the first values are boards with blanks, which a solution is not."""
    words = set(answers_to(values, ["status"])[0].to_pylist())
    return words <= {"unique", "several", "none", "missing"} and words != {"missing"} and _has_blank(values)


def _has_blank(values: Any) -> bool:
    blanks = {*BLANKS, *BLANKS.encode(), 0}
    return any(
        not blanks.isdisjoint(value) for value in values.to_pylist() if value is not None and len(value) == CELLS
    )


def _one(name: str, puzzles: Any, limit: int, threads: int | None) -> Any:
    is_array = isinstance(puzzles, pa.Array)
    if not is_array and not isinstance(puzzles, pa.ChunkedArray):
        puzzles = _arrow(puzzles)
    values = answers_to(puzzles, [name], limit=limit, threads=threads)[0]
    return _joined(values) if is_array else values


def _arrow(puzzles: Any) -> Any:
    """What hands itself over as Arrow, as a chunked array."""
    try:
        if hasattr(puzzles, "__arrow_c_stream__"):
            return pa.chunked_array(puzzles)
        return pa.chunked_array([pa.array(puzzles)])
    except (pa.ArrowException, TypeError) as error:
        raise NonetError(f"a {type(puzzles).__name__} cannot be taken as an Arrow column ({error})") from None


def _joined(values: pa.ChunkedArray) -> Any:
    """One array; with large offsets if the text is longer than the usual ones can tell."""
    if values.nbytes > 2**31 - 1 and pa.types.is_string(values.type):
        values = values.cast(pa.large_string())
    return values.combine_chunks() if values.num_chunks != 1 else values.chunk(0)
