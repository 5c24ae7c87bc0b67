"""The questions that make something: new puzzles, and pictures; they run in a worker process."""

from __future__ import annotations

import time
from typing import Any

from ..create import generate
from ..draw import draw
from ..errors import NotFound, counted
from ..logic import rate
from ..position import Position

__all__ = ["MEDIA_TYPES", "drawn", "generated"]

MEDIA_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
"""What `drawn` can make."""


def generated(data: dict[str, Any]) -> dict[str, Any]:
    """New puzzles; those that were found if time is up before there are enough.

    >>> answer = generated({"level": "Easy", "count": 2, "seed": 1, "seconds": 5.0})
    >>> answer["sentence"], [puzzle["level"] for puzzle in answer["puzzles"]]
    ('2 puzzles', ['Easy', 'Easy'])
    """
    names = ("level", "technique", "symmetry", "clues", "seed", "count")
    order = {name: data[name] for name in names if data.get(name) is not None}
    until = time.monotonic() + data["seconds"]
    made: list[dict[str, Any]] = []
    sentence = ""
    try:
        for puzzle in generate(**order, threads=1, timeout=data["seconds"]):
            rating = rate(puzzle)
            told = {"puzzle": str(puzzle), "clues": len(puzzle.givens), "level": rating.level.title}
            made.append({**told, "hardest": rating.hardest, "score": rating.score})
            if time.monotonic() > until:  # to rate them takes time as well
                break
    except NotFound as error:
        sentence = str(error)
    complete = len(made) == order["count"]
    late = f"found {len(made)} of {order['count']} puzzles in {data['seconds']:g} s"
    return {
        "puzzles": made,
        "complete": complete,
        "sentence": counted(len(made), "puzzle") if complete else sentence or late,
    }


def drawn(position: Position, kind: str) -> bytes:
    """A position as a picture; the candidates are shown if they are not those that the digits alone leave.

    >>> drawn(Position("1... ..2. .3.. ...4"), "svg")[:4]
    b'<svg'
    """
    if kind == "svg":
        return draw(position, to="svg").encode()
    return draw(position, to="png") if kind == "png" else draw(position, to="pdf")
