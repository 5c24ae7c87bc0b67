"""Columns of puzzles for the tests, and the expected results, found one puzzle at a time."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

import nonet
from nonet.errors import Contradiction, FormatError, NonetError, NoSolution, NotUnique
from tests.boards import INKALA, SEVENTEEN, TARGET_3, TARGET_85, WIKIPEDIA, WITHOUT_SOLUTION

EMPTY = "." * 81
CONFLICT = "55" + EMPTY[2:]
BLOCK = "\n".join(WIKIPEDIA[i : i + 9] for i in range(0, 81, 9))

TEXTS: list[str | None] = [
    WIKIPEDIA,
    None,
    EMPTY,
    INKALA.replace(".", "0"),
    "",
    WITHOUT_SOLUTION,
    CONFLICT,
    "x" + EMPTY[1:],
    SEVENTEEN,
    WIKIPEDIA[:80],
    TARGET_3 + "." * 3,
    TARGET_85,
    BLOCK,
    "é" + EMPTY[1:],
]
"""One row of every kind: good, missing, empty, without solution, in conflict, bad, too short, too long, a block."""


def answer_to(text: str | None) -> dict[str, Any]:
    """Return the columns of one row, found by `nonet.solve`."""
    if text is None:
        return {"solution": None, "count": None, "status": "missing"}
    try:
        grid = nonet.Grid(text, (3, 3))
    except FormatError:
        return {"solution": None, "count": None, "status": "bad"}
    try:
        return {"solution": str(nonet.solve(grid)), "count": 1, "status": "unique"}
    except Contradiction:
        return {"solution": None, "count": 0, "status": "conflict"}
    except NoSolution:
        return {"solution": None, "count": 0, "status": "none"}
    except NotUnique:
        return {"solution": None, "count": 2, "status": "several"}


def expected(texts: list[str | None]) -> dict[str, list[Any]]:
    """Return the columns of all rows."""
    answers = [answer_to(text) for text in texts]
    return {name: [each[name] for each in answers] for name in ("solution", "count", "status")}


def digits(text: str) -> list[int]:
    return [0 if cell in ".0" else int(cell) for cell in text]


def is_valid(array: Any) -> bool:
    """Return whether Arrow itself finds nothing wrong with an array."""
    try:
        array.validate(full=True)
    except pa.ArrowInvalid as error:
        raise NonetError(str(error)) from None
    return True
