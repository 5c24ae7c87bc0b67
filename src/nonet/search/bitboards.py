"""A board as one bitboard per digit, and its naked and hidden singles.

The other methods keep the possible digits of each blank. A `Board` keeps the possible cells of each digit, in one
integer per digit: bit i is the cell with index i. One operation then handles all cells at once.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from ..geometry import bits
from ..grid import Grid
from ..position import possible_masks
from .trace import Trace

__all__ = ["Board", "Choice"]

Choice: TypeAlias = tuple[int, int]
"""A cell and a digit to write there; the digit less 1, so that it is an index."""


class Board:
    """The candidates as one bitboard per digit; a filled cell has its own digit.

    >>> board = Board(Grid("12.. 3... .... ...."))
    >>> bin(board.solved), bin(board.places[0]), board.candidates(5)
    ('0b10011', '0b1110111011000001', [(5, 3)])
    """

    __slots__ = ("everywhere", "places", "shape", "solved")

    def __init__(self, grid: Grid) -> None:
        self.shape = grid.shape
        self.everywhere = (1 << grid.shape.cells) - 1
        self.solved = grid.givens.mask
        """The cells with a digit, as a bitboard."""
        self.places = [0] * grid.shape.size
        """For each digit, from 1 on, the cells that have it or may take it, as a bitboard."""
        for cell, (digit, candidates) in enumerate(zip(grid, possible_masks(grid), strict=True)):
            for index in (digit - 1,) if digit else bits(candidates):
                self.places[index] |= 1 << cell

    def after(self, cell: int, index: int) -> Board:
        """Return a copy with digit index + 1 in a cell."""
        board = object.__new__(Board)
        board.shape, board.everywhere, board.solved, board.places = (
            self.shape,
            self.everywhere,
            self.solved,
            self.places,
        )
        board.place(cell, index)
        return board

    def place(self, cell: int, index: int) -> None:
        """Write digit index + 1 into a cell."""
        bit = 1 << cell
        keep = ~bit
        self.places = [places & keep for places in self.places]
        self.places[index] = self.places[index] & ~self.shape.peer_masks[cell] | bit
        self.solved |= bit

    def candidates(self, cell: int) -> list[Choice]:
        """Return the digits that a cell may take, or the one that it has."""
        return [(cell, index) for index, places in enumerate(self.places) if places >> cell & 1]

    def with_fewest_candidates(self) -> int:
        """Return the blanks with the fewest candidates, as a bitboard."""
        at_least = [self.everywhere ^ self.solved] + [0] * (self.shape.size + 1)  # [k]: cells with k candidates or more
        for places in self.places:
            for k in range(len(at_least) - 1, 0, -1):
                at_least[k] |= at_least[k - 1] & places
        return next(with_k ^ more for with_k, more in pairwise(at_least[2:]) if with_k ^ more)

    def grid(self) -> Grid:
        """Return the grid of a solved board."""
        digits = bytearray(self.shape.cells)
        for index, places in enumerate(self.places):
            for cell in bits(places):
                digits[cell] = index + 1
        return Grid.of_digits(bytes(digits), self.shape)

    def place_singles(self, trace: Trace) -> bool:
        """Place naked and hidden singles until none is left; return False on a contradiction."""
        placed = -1
        while placed != trace.placed:
            placed = trace.placed
            if not (self.place_naked_singles(trace) and self.place_hidden_singles(trace)):
                return False
        return True

    def place_naked_singles(self, trace: Trace) -> bool:
        """Place every digit that is the only candidate of a cell; return False if a cell has no candidate.

        Counting the bitboards with saturation gives all cells with one candidate or more, and with two or more.
        """
        while True:
            once = twice = 0
            for places in self.places:
                twice |= once & places
                once |= places
            if once != self.everywhere:
                trace.fail(next(bits(self.everywhere ^ once)))
                return False
            naked = once & ~twice & ~self.solved
            if not naked:
                return True
            for cell in bits(naked):
                choices = self.candidates(cell)
                if not choices:  # a single placed just before took its last candidate
                    trace.fail(cell)
                    return False
                self.place(*choices[0])
                trace.place(cell, choices[0][1] + 1)

    def place_hidden_singles(self, trace: Trace) -> bool:
        """Place every digit that has one cell left in a house; return False if a digit has none."""
        for index in range(self.shape.size):
            for house in self.shape.house_masks:
                here = self.places[index] & house
                if not here & (here - 1):
                    if not here:
                        trace.fail()
                        return False
                    if not here & self.solved:
                        cell = here.bit_length() - 1
                        self.place(cell, index)
                        trace.place(cell, index + 1)
        return True
