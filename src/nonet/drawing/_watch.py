"""Searches as they run: `watch` calls a function at every event, and keeps nothing but the board.

A frame is one moment of a search: the board, the cell and the digit of the last event, and the counters. Its masks are
those of the cell by row, column and box, as the `bitmask` method keeps them. They follow from the board alone, so every
method has them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from ..errors import ArgumentError
from ..geometry import Shape
from ..grid import Grid, GridLike, as_grid
from ..search import CellMasks, Trace, cell_masks, find

__all__ = ["MASK_METHODS", "MOST_WORK", "Frame", "Watcher", "watch"]

MOST_WORK = 1_000_000
"""The number of events after which a search is stopped by default."""

MASK_METHODS = ("bitmask", "singles", "mrv")
"""The methods that keep masks of rows, columns and boxes themselves."""


class Frame(NamedTuple):
    """One moment of a search."""

    work: int
    """The number of events so far."""
    digits: bytes
    """The digits on the board."""
    kind: str
    """The last event: place, remove, fail or found; start in the first frame."""
    cell: int
    nodes: int
    guesses: int
    backtracks: int
    placed: int
    """The number of digits that the search has on the board."""
    digit: int = 0
    """The digit that is written or removed; 0 for other events."""
    guessed: int = 0
    """The cells whose digits are guesses, as a bitboard."""
    tried: int = 0
    """The digits that were tried in the cell before, on the same board, as a mask."""

    @property
    def is_guess(self) -> bool:
        """Whether a digit is written although another one is left to try."""
        return self.kind == "place" and bool(self.guessed >> self.cell & 1)

    def masks(self, shape: Shape) -> CellMasks | None:
        """Return the masks of the cell, taken as blank; None if the event has no cell.

        >>> frames = []
        >>> watcher = watch("1... .2.. ..3. ...4", "bitmask", lambda watcher: frames.append(watcher.frame()))
        >>> masks = frames[0].masks(Shape(2, 2))
        >>> f"{masks.candidates:04b}", frames[0].digit
        ('1100', 3)
        """
        if self.cell < 0:
            return None
        blank = bytearray(self.digits)
        blank[self.cell] = 0
        return cell_masks(blank, shape, self.cell)

    def left(self, masks: CellMasks) -> int:
        """Return the candidates that are left to try, the digit written now among them."""
        return masks.candidates & ~self.tried

    def takes_lowbit(self, masks: CellMasks) -> bool:
        """Return whether the digit written is the lowest one left, as the masks alone would choose it."""
        left = self.left(masks)
        return 1 << self.digit >> 1 == left & -left and self.is_guess == bool(left & (left - 1))

    def to_dict(self, shape: Shape) -> dict[str, object]:
        """Return the event as data for JSON; the masks are strings of bits, the highest digit first.

        >>> frames = []
        >>> watcher = watch("1... .2.. ..3. ...4", "bitmask", lambda watcher: frames.append(watcher.frame()))
        >>> frames[0].to_dict(Shape(2, 2))["masks"]["row"]
        '1110'
        """
        masks = self.masks(shape)
        data: dict[str, object] = {
            "event": self.work,
            "kind": self.kind,
            "cell": shape.cell_name(self.cell) if masks else None,
            "digit": self.digit or None,
            "guess": self.is_guess,
            "depth": self.placed,
        }
        if masks:
            left = self.left(masks)
            found = {**masks._asdict(), "candidates": masks.candidates, "untried": left, "lowbit": left & -left}
            data["masks"] = {name: f"{mask:0{shape.size}b}" for name, mask in found.items()}
        return data


class _Stopped(Exception):  # not an error: it stops the search
    pass


class Watcher(Trace):
    """A trace that has the board at every event, and calls `see` with itself.

    >>> watcher = watch("1... .2.. ..3. ...4", "mrv", lambda watcher: None)
    >>> watcher.ending, watcher.work, watcher.nodes
    ('found', 13, 12)
    """

    __slots__ = ("_tried", "board", "cell", "digit", "ending", "guessed", "kind", "most", "see", "tried", "work")

    def __init__(self, grid: Grid, see: Callable[[Watcher], object], most: int) -> None:
        super().__init__()
        self.board = bytearray(bytes(grid))
        self.see, self.most, self.work = see, most, 0
        self.kind, self.cell, self.digit = "start", -1, 0
        self.guessed = self.tried = 0
        self.ending = "stopped"
        """found, none (no solution) or stopped."""
        self._tried: list[tuple[int, int]] = []  # at each depth: the cell, and the digits written there so far

    def place(self, cell: int, digit: int, guess: bool = False) -> None:
        """Watch a digit that is written into a blank."""
        depth = self.placed
        before = self._tried[depth] if depth < len(self._tried) else (cell, 0)
        self.tried = before[1] if before[0] == cell else 0
        self._tried[depth:] = [(cell, self.tried | 1 << digit - 1)]
        super().place(cell, digit, guess)
        self.board[cell] = digit
        self.guessed |= guess << cell
        self._tick("place", cell, digit)

    def remove(self) -> int:
        """Watch the last digit being removed."""
        cell = super().remove()
        digit, self.board[cell] = self.board[cell], 0
        self.guessed &= ~(1 << cell)
        self.tried = self._tried[self.placed][1]
        self._tick("remove", cell, digit)
        return cell

    def fail(self, cell: int = -1) -> None:
        """Watch a dead end."""
        super().fail(cell)
        self.tried = 0
        self._tick("fail", cell, 0)

    def found(self) -> None:
        """Watch a solution."""
        super().found()
        self.tried = 0
        self._tick("found", -1, 0)

    def _tick(self, kind: str, cell: int, digit: int) -> None:
        self.work += 1
        self.kind, self.cell, self.digit = kind, cell, digit
        self.see(self)
        if self.work >= self.most and kind != "found":
            raise _Stopped

    def frame(self) -> Frame:
        """Return the frame of this moment."""
        event, counts = (self.kind, self.cell), (self.nodes, self.guesses, self.backtracks, self.placed)
        return Frame(self.work, bytes(self.board), *event, *counts, self.digit, self.guessed, self.tried)


def watch(puzzle: GridLike, method: str, see: Callable[[Watcher], object], *, most: int = MOST_WORK) -> Watcher:
    """Run a method on a puzzle until its first solution or until `most` events, and call `see` at every event.

    `see` gets the watcher, with the kind, cell and digit of the event; `Watcher.frame` returns all of it as a value.

    >>> watcher = watch("1... .2.. ..3. ...4", "mrv", lambda watcher: print(watcher.kind, watcher.cell), most=2)
    place 1
    place 3
    >>> watcher.ending
    'stopped'
    """
    if most < 1:
        raise ArgumentError(f"most must be at least 1, not {most}")
    grid = as_grid(puzzle)
    watcher = Watcher(grid, see, most)
    with suppress(_Stopped):
        watcher.ending = "none" if next(find(grid, method=method, trace=watcher), None) is None else "found"
    return watcher
