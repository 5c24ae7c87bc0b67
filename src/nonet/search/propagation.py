"""Naked and hidden singles at every node, then the fewest choices.

`mrv` keeps the possible digits of each blank. This search keeps the possible cells of each digit, in one integer per
digit, a bitboard: bit i is the cell with index i. This makes both kinds of singles cheap, for all cells at once:

- *naked single*: counting the bitboards with saturation (`once`, `twice`) gives all cells with one candidate,
  ``once & ~twice``, and all cells with none, those outside ``once``;
- *hidden single*: a digit whose bitboard has one bit in a house (``x & (x - 1) == 0``) has one cell left there.

Each single removes candidates, so singles are placed until none is left; a contradiction ends the branch. Only then the
search guesses: in the cell with the fewest candidates or, if there are fewer, on the digit with the fewest cells in a
house. The state is a short list of integers, so a branch works on a copy, and going back drops the copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

from ..geometry import bits
from ..grid import Grid
from ..position import possible_masks
from .trace import Trace

Choice: TypeAlias = tuple[int, int]
"""A cell and a digit to write there; the digit less 1, so that it is an index."""


class Board:
    """The candidates as one bitboard per digit; a filled cell has its own digit."""

    __slots__ = ("everywhere", "places", "shape", "solved")

    def __init__(self, grid: Grid) -> None:
        self.shape = grid.shape
        self.everywhere = (1 << grid.shape.cells) - 1
        self.solved = 0
        """The cells with a digit, as a bitboard."""
        self.places = [0] * grid.shape.size
        """For each digit, from 1 on, the cells that have it or may take it, as a bitboard."""
        for cell, (digit, candidates) in enumerate(zip(grid, possible_masks(grid), strict=True)):
            self.solved |= bool(digit) << cell
            for index in (digit - 1,) if digit else bits(candidates):
                self.places[index] |= 1 << cell

    def copy(self) -> Board:
        """Return a board that can be changed without changing this one."""
        board = object.__new__(Board)
        board.shape, board.everywhere, board.solved, board.places = (
            self.shape,
            self.everywhere,
            self.solved,
            self.places,
        )
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

    def grid(self) -> Grid:
        """Return the grid of a solved board."""
        digits = bytearray(self.shape.cells)
        for index, places in enumerate(self.places):
            for cell in bits(places):
                digits[cell] = index + 1
        return Grid.of_digits(bytes(digits), self.shape)


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Yield every solution, in the order of the search.

    >>> trace = Trace()
    >>> [str(solution) for solution in search(Grid("...3 .3.. 1... .4.1"), trace)], trace.guesses
    (['2143431212343421'], 0)
    """
    return explore(grid, trace, fewest_choices)


def explore(grid: Grid, trace: Trace, choose: Callable[[Board], list[Choice]]) -> Iterator[Grid]:
    """Yield every solution; `choose` returns the alternatives of a guess, or none to leave the branch."""
    if not grid.is_consistent:
        trace.fail()
        return
    bottom = trace.placed
    board = Board(grid)
    saved: list[tuple[Board, int, list[Choice]]] = []  # per guess: board, digits placed, choices left
    while True:
        if propagate(board, trace):
            if board.solved == board.everywhere:
                trace.found()
                yield board.grid()
            else:
                choices = choose(board)
                if not choices:
                    trace.fail()
                saved.append((board, trace.placed, choices))
        while saved:  # go back to the last guess with an alternative left
            board, placed, choices = saved.pop()
            trace.remove_to(placed)
            if choices:
                break
        else:
            trace.remove_to(bottom)
            return
        (cell, index), *others = choices
        saved.append((board, placed, others))
        board = board.copy()
        board.place(cell, index)
        trace.place(cell, index + 1, guess=bool(others))


def propagate(board: Board, trace: Trace) -> bool:
    """Place naked and hidden singles until none is left; return False on a contradiction."""
    placed = -1
    while placed != trace.placed:
        placed = trace.placed
        if not (place_naked_singles(board, trace) and place_hidden_singles(board, trace)):
            return False
    return True


def place_naked_singles(board: Board, trace: Trace) -> bool:
    """Place every digit that is the only candidate of a cell; return False if a cell has no candidate."""
    while True:
        once = twice = 0
        for places in board.places:
            twice |= once & places
            once |= places
        if once != board.everywhere:
            trace.fail(next(bits(board.everywhere ^ once)))
            return False
        naked = once & ~twice & ~board.solved
        if not naked:
            return True
        for cell in bits(naked):
            choices = board.candidates(cell)
            if not choices:  # a single placed just before took its last candidate
                trace.fail(cell)
                return False
            board.place(*choices[0])
            trace.place(cell, choices[0][1] + 1)


def place_hidden_singles(board: Board, trace: Trace) -> bool:
    """Place every digit that has one cell left in a house; return False if a digit has none."""
    for index in range(board.shape.size):
        places = board.places[index]
        for house in board.shape.house_masks:
            here = places & house
            if not here & (here - 1):
                if not here:
                    trace.fail()
                    return False
                if not here & board.solved:
                    cell = here.bit_length() - 1
                    board.place(cell, index)
                    trace.place(cell, index + 1)
                    places = board.places[index]
    return True


def fewest_choices(board: Board, stake: Callable[[list[Choice]], float] | None = None) -> list[Choice]:
    """Return the alternatives of the next guess, one of which must be right: digits of a cell, or cells of a digit.

    If several cells have the fewest candidates, the first counts, or the one with the highest `stake`.
    """
    cells = map(board.candidates, bits(cells_with_fewest_candidates(board)))
    choices = max(cells, key=stake) if stake else next(cells)
    if len(choices) > 2:
        for index, places in enumerate(board.places):
            for house in board.shape.house_masks:
                if 1 < (places & house).bit_count() < len(choices):
                    choices = [(cell, index) for cell in bits(places & house)]
    return choices


def cells_with_fewest_candidates(board: Board) -> int:
    """Return the blanks with the fewest candidates, as a bitboard."""
    at_least = [board.everywhere ^ board.solved] + [0] * (board.shape.size + 1)  # [k]: cells with k candidates or more
    for places in board.places:
        for k in range(len(at_least) - 1, 0, -1):
            at_least[k] |= at_least[k - 1] & places
    return next(with_k ^ more for with_k, more in pairwise(at_least[2:]) if with_k ^ more)
