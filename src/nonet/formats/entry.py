"""Entry: one puzzle as a file holds it, with all that the file says about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..grid import Grid
from ..position import Position

__all__ = ["Entry", "as_entry"]

_NO_FIELDS: Mapping[str, str] = {}


class Entry(NamedTuple):
    """One puzzle as a file holds it.

    Two entries are equal if they say the same; where they stood (`line`) does not matter.

    >>> entry = Entry(Grid("1... .2.. .... ...."), comment="easy", line=7)
    >>> entry.comment, entry.position, dict(entry.fields)
    ('easy', None, {})
    >>> entry == entry._replace(line=8)
    True
    """

    grid: Grid
    """The givens."""
    position: Position | None = None
    """Placed digits and candidates, where the source carried any."""
    solution: Grid | None = None
    """The solution that the source states; nobody has checked it."""
    comment: str = ""
    """What the source remarks about the puzzle."""
    fields: Mapping[str, str] = _NO_FIELDS
    """What else the source says, in its order: a title, an author, other columns."""
    line: int | None = None
    """The line where it began, counted from 1."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Entry):
            return self[:5] == other[:5]
        return NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:4])


def as_entry(what: Grid | Position | Entry) -> Entry:
    """An entry, made from a grid or a position if it is not one yet.

    >>> as_entry(Grid("1... .2.. .... ....")).grid
    Grid('1....2..........')
    """
    if isinstance(what, Entry):
        return what
    if isinstance(what, Position):
        return Entry(what.givens, what)
    if isinstance(what, Grid):
        return Entry(what)
    raise TypeError(f"a Grid, a Position or an Entry can be written, not {type(what).__name__}")
