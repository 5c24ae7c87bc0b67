"""Ratings in ``nonet batch``: processes instead of lanes, and small blocks, since a puzzle takes milliseconds."""

from __future__ import annotations

from ..geometry import BLANKS
from ..logic import Raters
from .chunks import Chunk

SMALLEST_RATED = 1 << 12
"""Bytes of puzzles that are rated before the first of them is written."""

SYMBOLS = bytes.maketrans(bytes(range(10)) + BLANKS.encode(), b".123456789" + b"." * len(BLANKS))
"""From a cell of the engine to the character that is printed for it."""

_raters: dict[int | None, Raters] = {}
"""The processes that rate, one set for the whole run."""


def dismiss_raters() -> None:
    """Stop the processes, if there are any."""
    while _raters:
        _raters.popitem()[1].close()


def rated_lines(chunk: Chunk, template: str, number: int | None) -> bytes:
    """The ratings of a chunk; a puzzle without one has its status as its level."""
    boards = iter(chunk.cells)
    puzzles = [
        str(chunk.others[place]) if place in chunk.others else next(boards).tobytes().translate(SYMBOLS).decode()
        for place in range(len(chunk))
    ]
    raters = _raters.setdefault(number, Raters(number))  # one of several threads wins, and the others use its raters
    lines = []
    for puzzle, (rating, status, _) in zip(puzzles, raters.rate(puzzles), strict=True):
        line = template.format(
            puzzle=puzzle,
            status=status,
            level=rating.level.title if rating else status,
            score=rating.score if rating else 0,
            hardest=rating.hardest if rating else "-",
            steps=rating.steps if rating else 0,
        )
        lines.append(f"{line}\n")
    return "".join(lines).encode()
