"""Naked and hidden singles at every node, then the fewest choices.

Where `mrv` keeps for each blank the digits that are open, this search keeps for each digit the blanks that are open
to it: one integer a digit, the bitboard, bit i for the cell of index i. That makes both kinds of single cheap, for
all cells at once:

- *naked single*: adding up the bitboards as a counter that saturates (`once`, `twice`) leaves in ``once & ~twice``
  all cells with one candidate, and outside of ``once`` those with none;
- *hidden single*: within a house, a digit's bitboard with one bit set (``x & (x - 1) == 0``) has one place left.

Each single narrows others, so they are placed until none is left; one contradiction ends the branch. Only then does
the search guess: in the cell with the fewest candidates or, if that is fewer, on the digit with the fewest places
in a house. The state is a short list of integers, so a branch is taken back by dropping a copy.
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
    """The candidates as a bitboard a digit; a filled cell keeps its own digit."""

    __slots__ = ("everywhere", "places", "shape", "solved")

    def __init__(self, grid: Grid) -> None:
        self.shape = grid.shape
        self.everywhere = (1 << grid.shape.cells) - 1
        self.solved = 0
        """The cells that hold a digit."""
        self.places = [0] * grid.shape.size
        """For each digit, from 1 on, the cells it stands in or may stand in."""
        for cell, (digit, candidates) in enumerate(zip(grid, possible_masks(grid), strict=True)):
            self.solved |= bool(digit) << cell
            for index in (digit - 1,) if digit else bits(candidates):
                self.places[index] |= 1 << cell

    def copy(self) -> Board:
        """A board that can be changed without changing this one."""
        twin = object.__new__(Board)
        twin.shape, twin.everywhere, twin.solved, twin.places = self.shape, self.everywhere, self.solved, self.places
        return twin

    def place(self, cell: int, index: int) -> None:
        """Write digit index + 1 into a cell."""
        bit = 1 << cell
        keep = ~bit
        self.places = [places & keep for places in self.places]
        self.places[index] = self.places[index] & ~self.shape.peer_masks[cell] | bit
        self.solved |= bit

    def candidates(self, cell: int) -> list[Choice]:
        """The digits that a cell may take, or the one that it holds."""
        return [(cell, index) for index, places in enumerate(self.places) if places >> cell & 1]

    def grid(self) -> Grid:
        """The grid of a board that is solved."""
        digits = bytearray(self.shape.cells)
        for index, places in enumerate(self.places):
            for cell in bits(places):
                digits[cell] = index + 1
        return Grid.of_digits(bytes(digits), self.shape)


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Every solution, in an order that follows the candidates.

    >>> trace = Trace()
    >>> [str(solution) for solution in search(Grid("...3 .3.. 1... .4.1"), trace)], trace.guesses
    (['2143431212343421'], 0)
    """
    return explore(grid, trace, fewest_choices)


def explore(grid: Grid, trace: Trace, choose: Callable[[Board], list[Choice]]) -> Iterator[Grid]:
    """Every solution below the choices that `choose` makes; where it makes none, the search turns back."""
    if not grid.is_consistent:
        trace.fail()
        return
    bottom = trace.standing
    board = Board(grid)
    saved: list[tuple[Board, int, list[Choice]]] = []  # at each guess: the board before, its digits, still to try
    while True:
        if propagate(board, trace):
            if board.solved == board.everywhere:
                trace.found()
                yield board.grid()
            else:
                choices = choose(board)
                if not choices:
                    trace.fail()
                saved.append((board, trace.standing, choices))
        while saved:  # back to the last guess with an alternative left
            board, standing, choices = saved.pop()
            trace.remove_down_to(standing)
            if choices:
                break
        else:
            trace.remove_down_to(bottom)
            return
        (cell, index), *others = choices
        saved.append((board, standing, others))
        board = board.copy()
        board.place(cell, index)
        trace.place(cell, index + 1, guess=bool(others))


def propagate(board: Board, trace: Trace) -> bool:
    """Place naked and hidden singles until none is left; False if a contradiction came up."""
    standing = -1
    while standing != trace.standing:
        standing = trace.standing
        if not (place_naked_singles(board, trace) and place_hidden_singles(board, trace)):
            return False
    return True


def place_naked_singles(board: Board, trace: Trace) -> bool:
    """Place every digit that is a cell's only candidate; False if a cell has none."""
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
    """Place every digit that has one place left in a house; False if one has none."""
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
    """The alternatives of the next guess, one of which must be right: a cell's digits, or a digit's places.

    Of several cells with as few candidates it is the first, or the one with most at `stake`.
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
    """The blanks that have fewer candidates than all others, as a bitboard."""
    at_least = [board.everywhere ^ board.solved] + [0] * (board.shape.size + 1)  # [k]: cells with k candidates or more
    for places in board.places:
        for k in range(len(at_least) - 1, 0, -1):
            at_least[k] |= at_least[k - 1] & places
    return next(with_k ^ more for with_k, more in pairwise(at_least[2:]) if with_k ^ more)
