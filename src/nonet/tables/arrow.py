"""Functions for Arrow columns and tables: `answer` for a table, the others for one column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..bulk import added_columns, compute_columns, new_fields, puzzle_column, stated_column
from ..extras import require
from ..rows import as_arrow

__all__ = ["answer", "canonical", "check", "clues", "count", "guesses", "pencilmarks", "rate", "se", "solve"]


def solve(puzzles: Any, *, limit: int = 2, threads: int | None = None) -> Any:
    """Return the solutions of an Arrow column of puzzles as text; null if there is not exactly one.

    With `limit` 1, any solution is enough. `puzzles` is an Arrow array or chunked array, or a column of another library
    that can export to Arrow. The result is an array for an array, otherwise a chunked array. Puzzles are strings or
    bytes of 81 characters, lists of 81 numbers, or lists of nine rows; or the same for boards of other sizes, which are
    solved one by one. For other values the result is null, and `check` says why.

    >>> import pyarrow as pa
    >>> solve(pa.array(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", None]))[0]
    <pyarrow.StringScalar: '534678912672195348198342567859761423426853791713924856961537284287419635345286179'>
    """
    return _compute("solution", puzzles, limit=limit, threads=threads)


def count(puzzles: Any, *, limit: int = 2, threads: int | None = None) -> Any:
    """Return the number of solutions of each puzzle of an Arrow column, up to `limit`; null if it is not a board.

    >>> import pyarrow as pa
    >>> count(pa.array(["." * 81, "11" + "." * 79, "x"]), limit=10).to_pylist()
    [10, 0, None]
    """
    return _compute("count", puzzles, limit=limit, threads=threads)


def check(puzzles: Any, *, limit: int = 2, threads: int | None = None) -> Any:
    """Return the status of each row of an Arrow column: unique, several, none, conflict, bad or missing.

    >>> import pyarrow as pa
    >>> check(pa.array(["." * 81, "11" + "." * 79, "x" * 81, "x", None])).to_pylist()
    ['several', 'conflict', 'bad', 'bad', 'missing']
    """
    return _compute("status", puzzles, limit=limit, threads=threads)


def clues(puzzles: Any, *, threads: int | None = None) -> Any:
    """Return the number of givens of each puzzle of an Arrow column; null if it is not a board.

    >>> import pyarrow as pa
    >>> clues(pa.array(["12" + "." * 79, "12" + "." * 14, "x"])).to_pylist()
    [2, 2, None]
    """
    return _compute("clues", puzzles, threads=threads)


def guesses(puzzles: Any, *, limit: int = 2, threads: int | None = None) -> Any:
    """Return how many guesses each puzzle of an Arrow column needs, besides singles and locked candidates.

    The number is the same with every backend. It is null if the row is not a 9x9 board, or if it has as many solutions
    as `limit`, since the search ends there.

    >>> import pyarrow as pa
    >>> hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> guesses(pa.array([hard, "." * 81])).to_pylist()
    [32, None]
    """
    return _compute("guesses", puzzles, limit=limit, threads=threads)


def canonical(puzzles: Any, *, threads: int | None = None) -> Any:
    """Return the canonical form of each board of an Arrow column, the same for all equivalent boards.

    The result is null if the row is not a board, or if its givens break a rule.

    >>> import pyarrow as pa
    >>> forms = canonical(pa.array(["7" + "." * 80, "." * 80 + "3", "11" + "." * 79]))
    >>> forms[0] == forms[1], forms[2].as_py()
    (True, None)
    """
    return _compute("canonical", puzzles, threads=threads)


def rate(puzzles: Any, *, threads: int | None = None) -> Any:
    """Return the difficulty of each puzzle of an Arrow column: level, HoDoKu score, hardest technique, steps.

    The results are structs, null if there is not exactly one solution. A rating takes milliseconds. `threads` is the
    number of worker processes.

    >>> import pyarrow as pa
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> rate(pa.array([puzzle]), threads=1)[0]["level"].as_py()
    'Easy'
    """
    return _compute("rating", puzzles, threads=threads)


def se(puzzles: Any, *, canonical: bool = False, threads: int | None = None) -> Any:
    """Return the ratings of Sudoku Explainer of each puzzle of an Arrow column: ER, EP and ED.

    The results are structs, null if there is not exactly one solution. With `canonical` they are those of the canonical
    form, equal for all equivalent boards. A rating takes less than a millisecond for most puzzles, and seconds for the
    hardest ones.

    >>> import pyarrow as pa
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> se(pa.array([puzzle]), threads=1)[0].as_py()
    {'er': 1.2, 'ep': 1.2, 'ed': 1.2}
    """
    return _compute("canonical_se" if canonical else "se", puzzles, threads=threads)


def pencilmarks(puzzles: Any, *, threads: int | None = None) -> Any:
    """Return the candidates that singles and locked candidates leave: lists of 81 masks, bit d - 1 for digit d.

    The result is null if the row is not a board, or if these rules alone show that it has no solution.

    >>> import pyarrow as pa
    >>> pencilmarks(pa.array(["1" + "." * 80]))[0].as_py()[:4]
    [1, 510, 510, 510]
    """
    return _compute("pencilmarks", puzzles, threads=threads)


def answer(
    table: Any,
    column: str | None = None,
    *,
    add: Sequence[str] | None = None,
    limit: int = 2,
    threads: int | None = None,
    prefix: str = "",
) -> Any:
    """Return an Arrow table or record batch with new columns after its own.

    The puzzles are in `column`; if no name is given, in the column that is called quizzes, puzzle or the like, or in
    the only one that contains boards. `add` names columns of `nonet.bulk.COLUMNS`, by default solution, count and
    status. If the table has a column solution, solutions or answer, a column agrees says whether that is the only
    solution. The names of the new columns start with `prefix`.

    >>> import pyarrow as pa
    >>> answer(pa.table({"id": [7], "quiz": ["." * 81]}), add=["count", "status"]).to_pylist()[0]["status"]
    'several'
    """
    pa = require("pyarrow")
    is_batch = isinstance(table, pa.RecordBatch)
    if not is_batch and not isinstance(table, pa.Table):
        table = pa.table(table)
    puzzles = table.column(puzzle_column(table, column))
    names = added_columns(table.schema, add, prefix)
    fields = new_fields(table.schema, names, prefix)
    solutions = stated_column(table.schema) if "agrees" in names else None
    stated = None if solutions is None else table.column(solutions)
    columns = compute_columns(puzzles, names, limit=limit, threads=threads, stated=stated)
    for field, values in zip(fields, columns, strict=True):
        table = table.append_column(field, _one_array(values) if is_batch else values)
    return table


def _compute(name: str, puzzles: Any, **options: Any) -> Any:
    column = as_arrow(puzzles)
    values = compute_columns(column, [name], **options)[0]
    return _one_array(values) if isinstance(puzzles, require("pyarrow").Array) else values


def _one_array(values: Any) -> Any:
    """Return a chunked array as one array; with large offsets if it has more than 2 GB of text."""
    pa = require("pyarrow")
    if values.nbytes > 2**31 - 1 and pa.types.is_string(values.type):
        values = values.cast(pa.large_string())
    return values.combine_chunks() if values.num_chunks != 1 else values.chunk(0)
