"""Results as lines of text: plain, CSV or JSON, one line per puzzle.

The lines of many 9x9 puzzles are made as one array of characters, without a loop over puzzles.
"""

from __future__ import annotations

import re
from string import Formatter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..geometry import BLANKS
from ..grid import Grid
from ..kernel import Status
from ..rows import Rows
from .columns import Answers, Rate, rating_fields
from .others import OtherBoard
from .source import Puzzles

__all__ = ["LINE_FORMATS", "QUESTIONS", "LineFormat", "make_lines"]

QUESTIONS = {"solve": 2, "count": 1000, "check": 2, "rate": 2}
"""What can be asked about each puzzle, with the default limit of solutions."""

LINE_FORMATS = ("lines", "csv", "jsonl")
"""How the lines can be written."""

_CHARACTER_OF_BYTE = bytes.maketrans(bytes(range(10)) + BLANKS.encode(), b".123456789" + b"." * len(BLANKS))

_RATING = '"level": "{level}", "score": {score}, "hardest": "{hardest}", "steps": {steps}'
_TEMPLATES = {
    ("lines", "solve"): "{result}",
    ("lines", "count"): "{count}",
    ("lines", "check"): "{status}",
    ("lines", "rate"): "{level} {score} {hardest}",
    ("csv", "solve"): "{puzzle},{status},{solution}",
    ("csv", "count"): "{puzzle},{count}",
    ("csv", "check"): "{puzzle},{status}",
    ("csv", "rate"): "{puzzle},{status},{level},{score},{hardest},{steps}",
    ("jsonl", "solve"): '{{"puzzle": "{puzzle}", "status": "{status}", "solution": {quoted}}}',
    ("jsonl", "count"): '{{"puzzle": "{puzzle}", "count": {count}}}',
    ("jsonl", "check"): '{{"puzzle": "{puzzle}", "status": "{status}"}}',
    ("jsonl", "rate"): '{{"puzzle": "{puzzle}", "status": "{status}", ' + _RATING + "}}",
}
"""The output lines. `result` is the solution, or the status if there is no solution to show."""

_PATTERNS = {
    "count": r"\d{1,20}",
    "status": "none|unique|several|solved|conflict",
    "result": "[0-9A-Za-z]{16,625}|none|several|conflict",
    "score": r"\d+",
}
"""Regular expressions for the values of fields; other fields can have any value."""


class LineFormat(NamedTuple):
    """What is asked about each puzzle, and how the results are written.

    >>> LineFormat("solve", "csv").header
    'puzzle,status,solution\\n'
    """

    what: str = "solve"
    """One of `QUESTIONS`."""
    to: str = "lines"
    """One of `LINE_FORMATS`."""
    limit: int = 2
    """The number of solutions at which counting stops."""

    @property
    def template(self) -> str:
        """The output line with its fields."""
        return _TEMPLATES[self.to, self.what]

    @property
    def header(self) -> str:
        """The line before all others; empty if there is none."""
        return self.template.replace("{", "").replace("}", "") + "\n" if self.to == "csv" else ""

    def counts_at_limit(self, lines: bytes | memoryview) -> int:
        """Return how many counts among some output lines are the limit, so that there may be more solutions.

        >>> LineFormat("count", limit=5).counts_at_limit(b"5\\n3\\n5\\n")
        2
        """
        if self.what != "count":
            return 0
        end = self.template.partition("{count}")[2].replace("}}", "}")
        return bytes(lines).count(f"{self.limit}{end}\n".encode())  # a longer number would be above the limit

    @property
    def pattern(self) -> str:
        """A regular expression for the first line of an output."""
        parts = Formatter().parse(self.template)
        values = [
            re.escape(literal) + (f"({_PATTERNS.get(field, '.*')})" if field else "") for literal, field, *_ in parts
        ]
        return self.header.strip() or "".join(values)


def make_lines(puzzles: Puzzles, form: LineFormat, rate: Rate | None = None) -> bytes | memoryview | None:
    """Return the output lines for some puzzles; None if a cell is bad.

    >>> make_lines(Puzzles.of([Grid("." * 81), Grid("." * 16)], []), LineFormat("count", limit=5))
    b'5\\n5\\n'
    """
    if form.what == "rate":
        return _rating_lines(puzzles, form, rate)
    text: bytes | memoryview = b""
    if len(puzzles.cells):
        answers = Answers(Rows.of(puzzles.cells), limit=form.limit, threads=1, needs_solutions=form.what == "solve")
        if (answers.status >= np.uint8(Status.BAD_VALUE)).any():
            return None
        text = _Fields(answers).lines(form.template)
    if not puzzles.others:
        return text
    lines = iter(bytes(text).splitlines(keepends=True))
    others = {place: _line_of_board(grid, form) for place, grid in puzzles.others.items()}
    return b"".join(others.get(place) or next(lines) for place in range(len(puzzles)))


def _rating_lines(puzzles: Puzzles, form: LineFormat, rate: Rate | None) -> bytes:
    """Return the lines of ratings. A puzzle without a rating has its status as its level."""
    assert rate is not None  # noqa: S101
    texts = [str(grid) for grid in puzzles.grids()]
    lines = [
        form.template.format(puzzle=text, status=rated.status, **rating_fields(rated))
        for text, rated in zip(texts, rate(texts), strict=True)
    ]
    return "".join(f"{line}\n" for line in lines).encode()


class _Fields:
    """The fields of the output lines as arrays of characters, one row per puzzle; short values end with NULs."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._codes = np.flatnonzero(np.bincount(answers.status)).tolist()
        self._has_gaps = False

    def lines(self, template: str) -> bytes | memoryview:
        """Return all lines."""
        number = len(self._answers.status)
        parts = []
        for literal, field, _, _ in Formatter().parse(template + "\n"):
            if literal:
                parts.append(np.broadcast_to(np.frombuffer(literal.encode(), np.uint8), (number, len(literal))))
            if field:
                parts.append(getattr(self, field)())
        table = np.concatenate(parts, axis=1)
        return table.tobytes().translate(None, b"\0") if self._has_gaps else table.reshape(-1).data

    def puzzle(self) -> NDArray[np.uint8]:
        characters = self._answers.puzzles.cells.tobytes().translate(_CHARACTER_OF_BYTE)
        return np.frombuffer(characters, np.uint8).reshape(-1, 81)

    def status(self) -> NDArray[np.uint8]:
        words = {code: Status(code).word for code in self._codes}
        field = np.zeros((len(self._answers.status), max(map(len, words.values()))), np.uint8)
        return self._with_words(field, words)

    def count(self) -> NDArray[np.uint8]:
        rest = self._answers.batch.counts
        width = len(str(rest.max()))
        field = np.zeros((len(rest), width), np.uint8)
        for place in reversed(range(width)):
            field[:, place] = rest % 10 + ord("0")
            if place < width - 1:
                field[rest == 0, place] = 0
                self._has_gaps = True
            rest = rest // 10
        return field

    def solution(self) -> NDArray[np.uint8]:
        return self._with_words(self._answers.batch.solutions, self._without_solution(""))

    def result(self) -> NDArray[np.uint8]:
        return self._with_words(self._answers.batch.solutions, self._without_solution(None))

    def quoted(self) -> NDArray[np.uint8]:
        field = np.pad(self._answers.batch.solutions, ((0, 0), (1, 1)), constant_values=ord('"'))
        return self._with_words(field, self._without_solution("null"))

    def _without_solution(self, text: str | None) -> dict[int, str]:
        """Return what is printed for each status that has no solution to show: a text, or the status itself."""
        codes = [code for code in self._codes if code not in (Status.UNIQUE, Status.SOLVED)]
        return {code: Status(code).word if text is None else text for code in codes}

    def _with_words(self, field: NDArray[np.uint8], words: dict[int, str]) -> NDArray[np.uint8]:
        """Write one word for all puzzles of a status."""
        for code, word in words.items():
            value = np.frombuffer(word.encode().ljust(field.shape[1], b"\0"), np.uint8)
            if len(self._codes) == 1:
                field[:] = value
            else:
                field[self._answers.status == code] = value
            self._has_gaps |= len(word) < field.shape[1]
        return field


def _line_of_board(grid: Grid, form: LineFormat) -> bytes:
    """Return the output line for a puzzle that is not 9x9."""
    board = OtherBoard.of(grid, form.limit)
    status, solution = board.status.word, "" if board.solution is None else str(board.solution)
    line = form.template.format(
        puzzle=grid,
        status=status,
        count=board.number,
        solution=solution,
        quoted=f'"{solution}"' if solution else "null",
        result=solution or status,
    )
    return f"{line}\n".encode()
