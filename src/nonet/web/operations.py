"""The operations of the HTTP API. They run in worker processes, which call `run`; the service itself calls `run_now`.

Each operation takes the fields of a request, and returns the response as data for JSON, or as bytes.
"""

from __future__ import annotations

import json
import pickle
import traceback
from collections.abc import Callable, Sequence
from itertools import islice
from time import monotonic
from typing import Any

from .. import formats
from ..create import generate, practice
from ..drawing import draw
from ..engine import solve_many
from ..errors import (
    ArgumentError,
    Contradiction,
    FormatError,
    MissingExtra,
    MissingKernel,
    NonetError,
    NoSolution,
    NotFound,
    NotUnique,
    OutOfTime,
)
from ..grid import Grid
from ..kernel import kernel
from ..logic import Explanation, Hint, Marks, OrderName, Rating, ScaleName, Walk, explain, hint, rate, steps
from ..messages import in_language
from ..position import Position
from ..search import Trace
from ..solving import check, count, solve
from .pool import Part
from .variants import VARIANT_OPERATIONS

__all__ = ["OPERATIONS", "run", "run_now"]

_Data = dict[str, Any]

_SECONDS_NOW = 0.002
"""The most time for a search in the process of the service. Most boards take less than 0.1 ms."""

_CELLS_NOW = 81
"""The number of characters of a board that is solved there. Only the kernel's search can be stopped after a time."""

_SECONDS_TO_RATE = 1.0
"""The most time for the rating of Sudoku Explainer of a generated puzzle."""

_SECONDS_PER_PART = 0.4
"""The time after which the steps found so far are sent. The next part may be computed by another worker."""

_CODES: dict[type[NonetError], str] = {
    ArgumentError: "invalid-request",
    Contradiction: "contradiction",
    NoSolution: "no-solution",
    NotUnique: "not-unique",
    OutOfTime: "timeout",
    MissingKernel: "not-installed",
    NonetError: "bad-puzzle",
}
"""The problem codes of the exceptions. The first class that matches counts."""


def run(request: tuple[str, _Data]) -> bytes | Part | tuple[str, str]:
    """Run an operation. Return the body of the response, a part of it, or the code and the detail of a problem.

    >>> run(("count", {"puzzle": "1... ..2. .3.. ...4", "limit": 2}))
    b'{"puzzle":"1.....2..3.....4","count":1,"limit":2,"exact":true}'
    >>> run(("rate", {"puzzle": 81 * ".", "timeout": 1}))[0]
    'not-unique'
    """
    operation, fields = request
    try:
        result = OPERATIONS[operation](**fields)
        return result if isinstance(result, bytes | Part) else _json(result).encode()
    except MissingExtra as error:  # its command is for the person who runs the service, and names a path
        return "not-installed", f"the service needs {error.needed}, which is not installed"
    except NonetError as error:
        return next(code for kind, code in _CODES.items() if isinstance(error, kind)), str(error)
    except RecursionError:
        return "too-large", "the request needs too deep a recursion"
    except Exception:  # a bug; the worker must be able to handle the next request
        traceback.print_exc()
        return "failed", "this is a bug in nonet; please report it"


def run_now(request: tuple[str, _Data]) -> bytes | Part | tuple[str, str] | None:
    """Run an operation as `run` does if it takes at most some milliseconds; otherwise return None.

    This saves a client the way to a worker process and back, which takes longer than to solve a board.

    >>> run_now(("count", {"puzzle": "1... ..2. .3.. ...4", "limit": 2})) is None
    True
    """
    operation, fields = request
    if operation != "solve" or len(fields["puzzle"]) != _CELLS_NOW or kernel() is None:
        return None
    if Grid.parse_fast(fields["puzzle"]) is None:
        return None
    result = run((operation, {**fields, "timeout": _SECONDS_NOW}))
    return None if result[0] == _CODES[OutOfTime] else result


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _read_position(puzzle: str, digits: str | None = None, candidates: Sequence[str] | None = None) -> Position:
    """Return a puzzle in any format as a position, with the player's own digits and candidates if they are given."""
    position = formats.read_position(puzzle)
    if digits is None and candidates is None:
        return position
    givens = position.givens
    grid = givens if digits is None else Grid(digits, givens.shape)
    return Position(givens, grid, None if candidates is None else _masks(candidates, grid))


def _read_grid(puzzle: str) -> Grid:
    """Return the givens of a puzzle in any format. Most puzzles are one plain line, whose format is known at once."""
    return Grid.parse_fast(puzzle) or _read_position(puzzle).givens


def _masks(candidates: Sequence[str], grid: Grid) -> list[int]:
    """Return the candidates of each cell as a bit mask."""
    shape = grid.shape
    if len(candidates) != shape.cells:
        raise ArgumentError(f"candidates has {len(candidates)} cells, but {shape.a_board} has {shape.cells}")
    for cell, symbols in enumerate(candidates):
        if unknown := set(symbols) - set(shape.symbols):
            raise ArgumentError(f"{min(unknown)!r} in {shape.cell_name(cell)} is not a digit of {shape.a_board}")
    return [
        0 if digit else sum(1 << shape.symbols.index(symbol) for symbol in set(symbols))
        for digit, symbols in zip(grid, candidates, strict=True)
    ]


def _solve(puzzle: str, timeout: float | None = None) -> _Data:
    grid = _read_grid(puzzle)
    solution, examples = None, []
    try:
        solution = str(solve(grid, timeout=timeout))
    except NotUnique as error:
        examples = list(map(str, error.solutions))
    except NoSolution as error:
        if isinstance(error, Contradiction):
            raise
    number = 1 if solution else len(examples)
    return {"puzzle": str(grid), "count": number, "solution": solution, "examples": examples}


def _count(puzzle: str, limit: int) -> _Data:
    grid = _read_grid(puzzle)
    number = count(grid, limit=limit)
    return {"puzzle": str(grid), "count": number, "limit": limit, "exact": number < limit}


def _check(puzzle: str, language: str) -> _Data:
    grid = _read_grid(puzzle)
    report = check(grid)
    return {"puzzle": str(grid), **report.to_dict(), "sentence": in_language(str(report), language)}


def _hint(puzzle: str, language: str = "en", cells: str = "rc", timeout: float | None = None, **own: Any) -> _Data:
    found = hint(_read_position(puzzle, **own), timeout=timeout)
    return {**found.to_dict(language=language, cells=cells), **_around(found)}


def _around(found: Hint) -> _Data:
    """Return the positions before and after the step of a hint."""
    return {"position": found.position.to_dict(), "after": found.after.to_dict()}


def _practice(technique: str, seed: int | None, language: str, cells: str) -> _Data:
    task = next(practice(technique, seed=seed))
    return {**task.to_dict(language=language, cells=cells), **_around(task)}


def _explain(
    puzzle: str,
    language: str,
    cells: str,
    limit: int,
    timeout: float | None = None,
    order: OrderName = "teacher",
    **own: Any,
) -> _Data:
    explanation = explain(_read_position(puzzle, **own), order=order, timeout=timeout)
    data = explanation.to_dict(language=language, cells=cells)
    data["positions"] = [position.to_dict() for position in islice(explanation.positions(), limit)]
    data["steps"] = data["steps"][:limit]
    return data


def _explain_part(
    language: str,
    cells: str,
    limit: int,
    timeout: float | None = None,
    rest: bytes | None = None,
    puzzle: str = "",
    order: OrderName = "teacher",
    **own: Any,
) -> Part:
    """Return the next steps as lines of JSON. If `rest` is given, it is the state after the part before."""
    if rest is None:
        walk, left = Walk(_read_position(puzzle, **own), order=order), limit
    else:
        walk, left = pickle.loads(rest)  # noqa: S301  # from a worker of the same service
    until = monotonic() + _SECONDS_PER_PART
    lines: list[_Data] = []
    marks = Marks.of(walk.position)
    is_over = True
    for run in walk.runs(timeout):
        for step in run[:left]:
            data = step.to_dict(language=language, cells=cells)
            lines.append({"step": data, "position": marks.position.to_dict()})
            marks = marks.after(step.placements, step.eliminations)
        left -= len(run)
        if left <= 0 or monotonic() > until:
            is_over = left <= 0
            break
    if is_over:
        lines.append({"end": _summary(walk, marks.position, is_complete=left >= 0)})
    text = "".join(f"{_json(line)}\n" for line in lines)
    return Part(text.encode(), None if is_over else pickle.dumps((walk, left)))


def _summary(walk: Walk, end: Position, *, is_complete: bool) -> _Data:
    """Return what is known at the end of an explanation."""
    summary = Explanation(walk.start, (), end, walk.rating, walk.note).to_dict()
    del summary["steps"]
    return {**summary, "position": end.to_dict(), "complete": is_complete}


def _steps(
    puzzle: str,
    language: str,
    cells: str,
    limit: int,
    timeout: float,
    digits: str | None = None,
    candidates: list[str] | None = None,
    **selection: Any,
) -> _Data:
    """Return the steps that are possible now; `selection` has the techniques to use and to leave out."""
    deadline = monotonic() + timeout
    found: list[_Data] = []
    for step in steps(_read_position(puzzle, digits, candidates), **selection):
        if len(found) == limit or monotonic() > deadline:
            return {"steps": found, "complete": False}
        found.append(step.to_dict(language=language, cells=cells))
    return {"steps": found, "complete": True}


def _rate(puzzle: str, timeout: float, scale: ScaleName | None = None, canonical: bool = False) -> _Data:
    """Return the rating of a puzzle."""
    grid = _read_grid(puzzle)
    return {"puzzle": str(grid), **_rating(grid, timeout, scale, canonical).to_dict()}


def _rating(grid: Grid, timeout: float, scale: ScaleName | None = None, canonical: bool = False) -> Rating:
    """Return the rating. If no scale is named, that of Sudoku Explainer may be missing: it can take long."""
    try:
        return rate(grid, scale=scale, canonical=canonical, timeout=timeout)
    except OutOfTime:
        if scale is not None:
            raise
        return rate(grid, scale="hodoku")


def _generate(count: int, language: str, **options: Any) -> _Data:
    """Return the puzzles that were found in time. If some are missing, `sentence` says why."""
    found: list[_Data] = []
    sentence = ""
    request: _Data = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    try:
        for grid in generate(count=count, threads=1, **request):
            rating = _rating(grid, _SECONDS_TO_RATE)
            difficulty = {"level": rating.level.title, "hardest": rating.hardest, "score": rating.score}
            se = {} if rating.se is None else {"se": rating.se.to_dict()}
            found.append({"puzzle": str(grid), "clues": len(grid.givens), **difficulty, **se})
    except NotFound as error:
        sentence = in_language(str(error), language)
    return {"puzzles": found, "complete": len(found) == count, "sentence": sentence}


def _draw(puzzle: str, digits: str | None, candidates: list[str] | None, format: Any, language: str) -> bytes:
    """Return a picture of a position, or of the puzzle alone if nothing is filled in."""
    position = _read_position(puzzle, digits, candidates)
    is_puzzle = digits is None and candidates is None
    theme = "auto" if format == "svg" else "light"
    picture = draw(position.givens if is_puzzle else position, to=format, theme=theme, language=language)
    return picture.encode() if isinstance(picture, str) else picture


def _read(text: str, limit: int, language: str) -> _Data:
    found = []
    entries = formats.read_many(text)
    for entry in islice(entries, limit):
        shape, report = entry.grid.shape, check(entry.grid)
        found.append(
            {
                "puzzle": str(entry.grid),
                **report.to_dict(),
                "box": [shape.box_height, shape.box_width],
                "sentence": in_language(str(report), language),
                "comment": entry.comment,
                "position": entry.position.to_dict() if entry.position else None,
            }
        )
    if not found:
        raise FormatError("no puzzle, but at least one was expected")
    try:
        complete = next(entries, None) is None
    except FormatError:  # after the last puzzle that is read
        complete = False
    return {"puzzles": found, "complete": complete}


def _trace(puzzle: str, method: str, limit: int, timeout: float) -> _Data:
    grid = _read_grid(puzzle)
    trace = Trace(record=True, timeout=timeout)
    ended = "solved"
    try:
        solve(grid, method=method, trace=trace, any=True)
    except NoSolution:
        ended = "no solution"
    except OutOfTime:
        ended = "out of time"
    events = list(islice(trace, limit))
    return {
        "puzzle": str(grid),
        "method": method,
        "ended": ended,
        "counters": trace.counters(),
        "complete": len(events) == len(trace.events or ()),
        "events": [[event.kind, event.cell, event.digit, event.guess] for event in events],
    }


def _batch(lines: list[str], first: int, language: str) -> bytes:
    """Return one line of JSON for each puzzle. `first` is the number of the first line."""
    results = solve_many(lines, threads=1)
    columns: _Data = results.to_dict()
    rows = []
    for index, (status, number) in enumerate(zip(columns["status"], columns["count"], strict=True)):
        is_unique = status == "unique"
        row = {"line": first + index, "status": status, "count": number}
        row["solution"] = columns["solution"][index] if is_unique else None
        row["reason"] = None if is_unique else in_language(results.reason(index), language)
        rows.append(_json(row))
    return "\n".join([*rows, ""]).encode()


OPERATIONS: dict[str, Callable[..., _Data | bytes | Part]] = {
    "solve": _solve,
    "count": _count,
    "check": _check,
    "hint": _hint,
    "practice": _practice,
    "explain": _explain,
    "explain-part": _explain_part,
    "steps": _steps,
    "rate": _rate,
    "generate": _generate,
    "draw": _draw,
    "read": _read,
    "trace": _trace,
    "batch": _batch,
    **VARIANT_OPERATIONS,
}
