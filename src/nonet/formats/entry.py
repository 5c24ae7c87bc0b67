"""Entry: one puzzle of a file, with everything that the file says about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..cells import line_of_digits
from ..errors import ArgumentError
from ..geometry import digits_of
from ..grid import Grid
from ..position import Position
from ..puzzle import Puzzle

__all__ = ["LEFT_OUT", "Entry", "as_entry"]

LEFT_OUT = "left out"
"""The field with what a lenient reader left out."""

_NO_FIELDS: Mapping[str, str] = {}


class Entry(NamedTuple):
    """One puzzle of a file, with everything that the file says about it.

    Two entries are equal if they have the same content; `line` is not compared.

    >>> entry = Entry(Grid("1... .2.. .... ...."), comment="easy", line=7)
    >>> entry.comment, entry.position, dict(entry.fields)
    ('easy', None, {})
    >>> entry == entry._replace(line=8)
    True
    """

    grid: Grid
    """The givens."""
    position: Position | None = None
    """Placed digits and candidates, if the source has any."""
    solution: Grid | None = None
    """The solution that the source states, unchecked."""
    comment: str = ""
    """The comment of the source on the puzzle."""
    fields: Mapping[str, str] = _NO_FIELDS
    """Other data of the source, in its order: a title, an author, other columns."""
    line: int | None = None
    """The line where the entry starts, counted from 1."""
    puzzle: Puzzle | None = None
    """The puzzle with its rules; None if it has none beyond rows, columns and boxes."""

    def to_dict(self) -> dict[str, Any]:
        """Return the entry as data for JSON.

        >>> Entry(Grid("1... .2.. .... ...."), comment="easy", fields={"id": "7"}).to_dict()
        {'puzzle': '1....2..........', 'comment': 'easy', 'id': '7'}
        """
        shape = self.grid.shape
        data: dict[str, Any] = {"puzzle": str(self.grid)}
        if not shape.is_usual:
            data["shape"] = f"{shape.box_height}x{shape.box_width}"
        if self.puzzle is not None:
            rules = self.puzzle.to_dict()
            data |= {name: rules[name] for name in ("regions", "constraints") if name in rules}
        if self.solution is not None:
            data["solution"] = str(self.solution)
        if self.position is not None:
            data["state"] = str(self.position.grid)
            if self.position.has_own_candidates:
                data["candidates"] = [line_of_digits(bytes(digits_of(mask))) for mask in self.position.candidate_masks]
        if self.comment:
            data["comment"] = self.comment
        return {**data, **self.fields, **data}  # data comes first, and wins over fields of the same name

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Entry):
            return self[:5] == other[:5] and self.puzzle == other.puzzle
        return NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((*self[:4], self.puzzle))


def as_entry(puzzle: Grid | Position | Puzzle | Entry) -> Entry:
    """Return an entry, made from a grid, a position or a puzzle if it is not an entry yet.

    >>> as_entry(Grid("1... .2.. .... ....")).grid
    Grid('1....2..........')
    """
    if isinstance(puzzle, Entry):
        return puzzle
    if isinstance(puzzle, Position):
        return Entry(puzzle.givens, puzzle)
    if isinstance(puzzle, Puzzle):
        return Entry(puzzle.grid, puzzle=puzzle if puzzle.rules else None)
    if isinstance(puzzle, Grid):
        return Entry(puzzle)
    raise ArgumentError(
        f"each puzzle to write must be a Grid, a Position, a Puzzle or an Entry, not {type(puzzle).__name__}"
    )
