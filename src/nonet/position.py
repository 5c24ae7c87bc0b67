"""Position: a puzzle in progress, with givens, placed digits and candidates."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from .cellset import CellSet
from .display import Displayed
from .errors import ShapeError, counted
from .geometry import CellLike, digits_of
from .grid import Grid, GridLike, as_grid

__all__ = ["Position", "possible_masks"]


def possible_masks(grid: Grid) -> tuple[int, ...]:
    """Return for each blank the mask of the digits that no peer has (digit d is bit d - 1); 0 for other cells.

    >>> [f"{mask:04b}" for mask in possible_masks(Grid("12.. 3... .... ...."))][:6]
    ['0000', '0000', '1100', '1100', '0000', '1000']
    """
    houses_of, all_digits = grid.shape.houses_of, grid.shape.all_digits
    used = [0] * len(grid.shape.houses)
    for cell, digit in enumerate(grid):
        if digit:
            for house in houses_of[cell]:
                used[house] |= 1 << digit - 1
    masks = []
    for digit, houses in zip(grid, houses_of, strict=True):
        taken = all_digits if digit else 0
        for house in houses:
            taken |= used[house]
        masks.append(all_digits & ~taken)
    return tuple(masks)


class Position(Displayed):
    """A puzzle in progress: its givens, the digits placed so far, and the candidates left in each blank.

    By default the candidates of a blank are the digits that no peer has. Positions are immutable.

    >>> position = Position("1... .2.. .... ....")
    >>> sorted(position.candidates("r1c2")), sorted(position.candidates("r1c1"))
    ([3, 4], [])
    >>> position = position.place("r1c2", 3).eliminate("r1c3", 4)
    >>> str(position.grid), str(position.givens), [cell.name for cell in position.placed]
    ('13...2..........', '1....2..........', ['r1c2'])
    >>> sorted(position.candidates("r1c3"))
    [2]
    """

    __slots__ = ("_candidate_masks", "_givens", "_grid")

    def __init__(
        self, givens: GridLike, grid: GridLike | None = None, candidate_masks: Sequence[int] | None = None
    ) -> None:
        self._givens = as_grid(givens)
        self._grid = self._givens if grid is None else as_grid(grid)
        shape = self.givens.shape
        if self.grid.shape is not shape:
            raise ShapeError(f"givens is {shape.a_board}, but grid is {self.grid.shape.a_board}")
        for cell, (given, digit) in enumerate(zip(self.givens, self.grid, strict=True)):
            if given and digit != given:
                raise ShapeError(f"{shape.cell_name(cell)} must be {shape.symbol(given)}, which is given")
        masks = possible_masks(self.grid) if candidate_masks is None else map(operator.index, candidate_masks)
        self._candidate_masks = tuple(masks)
        if len(self.candidate_masks) != shape.cells:
            number = counted(len(self.candidate_masks), "candidate mask")
            raise ShapeError(f"{number}, but {shape.a_board} has {shape.cells}")
        for cell, (mask, digit) in enumerate(zip(self.candidate_masks, self.grid, strict=True)):
            if not 0 <= mask <= shape.all_digits or (mask and digit):
                raise ShapeError(f"the candidate mask {mask:#x} is not possible in {shape.cell_name(cell)}")

    @property
    def givens(self) -> Grid:
        """The digits of the puzzle itself."""
        return self._givens

    @property
    def grid(self) -> Grid:
        """All digits: the givens and those placed."""
        return self._grid

    @property
    def candidate_masks(self) -> tuple[int, ...]:
        """The candidates of each cell as a mask, in which digit d is bit d - 1; 0 for a cell with a digit."""
        return self._candidate_masks

    @property
    def placed(self) -> CellSet:
        """The cells with a digit that is not given."""
        return self.grid.givens - self.givens.givens

    def candidates(self, where: CellLike) -> frozenset[int]:
        """Return the candidates of a cell."""
        return frozenset(digits_of(self.candidate_masks[self.givens.shape.cell(where)]))

    @property
    def has_own_candidates(self) -> bool:
        """Whether candidates were eliminated, beyond those that the digits exclude.

        >>> Position("1... .2.. .... ....").has_own_candidates
        False
        """
        return self.candidate_masks != possible_masks(self.grid)

    def place(self, where: CellLike, digit: int) -> Position:
        """Return the position after placing a digit, which is then no candidate of the peers."""
        shape = self.givens.shape
        cell, bit = shape.cell(where), self._bit(digit)
        masks = list(self.candidate_masks)
        for peer in shape.peers[cell]:
            masks[peer] &= ~bit
        masks[cell] = 0
        return Position(self.givens, self.grid.replace({cell: digit}), masks)

    def eliminate(self, where: CellLike, *digits: int) -> Position:
        """Return the position after eliminating candidates of a cell."""
        masks = list(self.candidate_masks)
        cell = self.givens.shape.cell(where)
        for digit in digits:
            masks[cell] &= ~self._bit(digit)
        return Position(self.givens, self.grid, masks)

    def _bit(self, digit: int) -> int:
        shape = self.givens.shape
        if not 1 <= digit <= shape.size:
            raise ShapeError(f"a digit of {shape.a_board} must be 1 to {shape.size}, not {digit}")
        return 1 << operator.index(digit) - 1

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            return (self.givens, self.grid, self.candidate_masks) == (other.givens, other.grid, other.candidate_masks)
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.givens, self.grid, self.candidate_masks))

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self.givens, self.grid, self.candidate_masks)

    def __str__(self) -> str:
        return str(self.grid)

    def to_dict(self) -> dict[str, object]:
        """Return the position as plain values, for JSON.

        >>> Position("1... .2.. .... ....").place("r1c2", 3).to_dict()["digits"]
        '13...2..........'
        """
        shape = self.givens.shape
        return {
            "board": str(shape),
            "givens": str(self.givens),
            "digits": str(self.grid),
            "candidates": ["".join(map(shape.symbol, digits_of(mask))) for mask in self.candidate_masks],
        }

    def __repr__(self) -> str:
        grid = "" if self.grid == self.givens else f", {self.grid!r}"
        masks = f", candidate_masks={self.candidate_masks}" if self.has_own_candidates else ""
        return f"Position({self.givens!r}{grid}{masks})"
