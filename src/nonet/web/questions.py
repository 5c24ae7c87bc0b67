"""The questions that the service answers, as plain functions from data to data; they run in a worker process."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from time import monotonic
from typing import Any

from .. import formats
from ..create import generate
from ..drawing import draw
from ..engine import solve_many
from ..errors import Contradiction, NonetError, NoSolution, NotFound, NotUnique, OutOfTime
from ..geometry import Shape
from ..grid import Grid
from ..logic import explain, hint, rate, steps
from ..position import Position
from ..search import Trace
from ..solving import check, count, solve

__all__ = ["QUESTIONS"]

_Data = dict[str, Any]


def _position(data: _Data) -> Position:
    """The position of a question: a puzzle in any format, perhaps with digits and candidates of the player's own."""
    position = formats.read_position(data["puzzle"])
    digits, candidates = data.get("digits"), data.get("candidates")
    if digits is None and candidates is None:
        return position
    givens = position.givens
    grid = givens if digits is None else Grid(digits, givens.shape)
    masks = None if candidates is None else _masks(candidates, grid)
    return Position(givens, grid, masks)


def _masks(candidates: list[str], grid: Grid) -> list[int]:
    shape = grid.shape
    if len(candidates) != shape.cells:
        raise NonetError(f"{len(candidates)} cells of candidates, but {shape.a_board} has {shape.cells}")
    masks = []
    for cell, symbols in enumerate(candidates):
        unknown = set(symbols) - set(shape.symbols)
        if unknown:
            raise NonetError(f"{min(unknown)!r} in {shape.cell_name(cell)} is no candidate of {shape.a_board}")
        mask = sum(1 << shape.symbols.index(symbol) for symbol in set(symbols))
        masks.append(0 if grid[cell] else mask)
    return masks


def _solve(data: _Data) -> _Data:
    grid = _position(data).givens
    try:
        return {"puzzle": str(grid), "count": 1, "solution": str(solve(grid)), "examples": []}
    except NotUnique as error:
        return {"puzzle": str(grid), "count": 2, "solution": None, "examples": list(map(str, error.solutions))}
    except Contradiction:
        raise
    except NoSolution:
        return {"puzzle": str(grid), "count": 0, "solution": None, "examples": []}


def _count(data: _Data) -> _Data:
    grid = _position(data).givens
    number = count(grid, limit=data["limit"])
    return {"puzzle": str(grid), "count": number, "limit": data["limit"], "exact": number < data["limit"]}


def _check(data: _Data) -> _Data:
    grid = _position(data).givens
    report = check(grid)
    return {"puzzle": str(grid), **report.to_dict(), "sentence": str(report)}


def _hint(data: _Data) -> _Data:
    found = hint(_position(data))
    return {
        **found.to_dict(language=data["language"], cells=data["cells"]),
        "position": _position_data(found.position),
        "after": _position_data(found.after),
    }


def _explain(data: _Data) -> _Data:
    position = _position(data)
    path = explain(position)
    told = path.to_dict(language=data["language"], cells=data["cells"])
    told["positions"] = [_position_data(each) for each in islice(path.positions(), data["most"])]
    told["steps"] = told["steps"][: data["most"]]
    return told


def _steps(data: _Data) -> _Data:
    position = _position(data)
    until = monotonic() + data["seconds"]
    found: list[_Data] = []
    for step in steps(position, techniques=data.get("techniques")):
        if len(found) == data["most"] or monotonic() > until:
            return {"steps": found, "complete": False}
        found.append(step.to_dict(language=data["language"], cells=data["cells"]))
    return {"steps": found, "complete": True}


def _rate(data: _Data) -> _Data:
    grid = _position(data).givens
    return {"puzzle": str(grid), **rate(grid).to_dict()}


def _generate(data: _Data) -> _Data:
    """Puzzles to order; what was found in time is told, with a sentence why it is not more."""
    found: list[_Data] = []
    sentence = ""
    clues = data["clues"]
    order = {name: data[name] for name in ("level", "technique", "symmetry", "seed", "count")}
    try:
        for grid in generate(**order, clues=tuple(clues) if clues else None, timeout=data["seconds"], threads=1):
            rating = rate(grid)
            found.append(
                {
                    "puzzle": str(grid),
                    "clues": len(grid.givens),
                    "level": rating.level.title,
                    "hardest": rating.hardest,
                    "score": rating.score,
                }
            )
    except NotFound as error:
        sentence = str(error)
    return {"puzzles": found, "complete": len(found) == data["count"], "sentence": sentence}


def _draw(data: _Data) -> bytes:
    """A picture of a position, or of the puzzle alone if nothing was filled in."""
    position = _position(data)
    bare = data.get("digits") is None and data.get("candidates") is None
    theme = "auto" if data["format"] == "svg" else "light"
    picture = draw(position.givens if bare else position, to=data["format"], theme=theme)
    return picture.encode() if isinstance(picture, str) else picture


def _read(data: _Data) -> _Data:
    """What a text holds, shown back: each puzzle with its clues and whether it has one solution."""
    found = []
    for entry in islice(formats.read_many(data["text"]), data["most"]):
        report = check(entry.grid)
        found.append(
            {
                "puzzle": str(entry.grid),
                "clues": report.clues,
                "board": str(report.shape),
                "box": [entry.grid.shape.box_height, entry.grid.shape.box_width],
                "solutions": ("none", "one", "several")[report.solutions],
                "sentence": str(report),
                "comment": entry.comment,
                "position": _position_data(entry.position) if entry.position else None,
            }
        )
    if not found:
        raise NonetError("no puzzle, but at least one was expected")
    return {"puzzles": found}


def _trace(data: _Data) -> _Data:
    """What a search method does on a puzzle, event by event, up to a number of events."""
    grid = _position(data).givens
    trace = Trace(record=True, timeout=data["seconds"])
    ended = "solved"
    try:
        solve(grid, method=data["method"], trace=trace, any=True)
    except NoSolution:
        ended = "no solution"
    except OutOfTime:
        ended = "out of time"
    events = list(islice(trace, data["most"]))
    return {
        "puzzle": str(grid),
        "method": data["method"],
        "ended": ended,
        "counters": trace.counters(),
        "complete": len(events) == len(trace.events or ()),
        "events": [[event.kind, event.cell, event.digit, event.guess] for event in events],
    }


def _batch(data: _Data) -> list[_Data]:
    """Some lines of a batch, each with its answer."""
    lines = data["lines"]
    answers = solve_many(lines, threads=1)
    return [
        {
            "line": data["first"] + index,
            "count": int(answers.counts[index]),
            "solution": bytes(answers.solutions[index] + 48).decode() if answers.status[index] == 1 else None,
            "reason": None if answers.status[index] == 1 else answers.reason(index),
        }
        for index in range(len(lines))
    ]


def _position_data(position: Position) -> _Data:
    shape: Shape = position.grid.shape
    symbols = shape.symbols
    return {
        "givens": str(position.givens),
        "digits": str(position.grid),
        "candidates": [
            "".join(symbols[bit] for bit in range(shape.size) if mask >> bit & 1) for mask in position.candidate_masks
        ],
    }


QUESTIONS: dict[str, Callable[[_Data], Any]] = {
    "solve": _solve,
    "count": _count,
    "check": _check,
    "hint": _hint,
    "explain": _explain,
    "steps": _steps,
    "rate": _rate,
    "generate": _generate,
    "draw": _draw,
    "read": _read,
    "trace": _trace,
    "batch": _batch,
}
