"""Naked and hidden singles at every node, then the fewest choices.

- *naked single*: a cell with one candidate left;
- *hidden single*: a digit with one cell left in a house.

Each single removes candidates, so singles are placed until none is left; a contradiction ends the branch. Only then the
search guesses: in the cell with the fewest candidates or, if there are fewer, on the digit with the fewest cells in a
house. The board is a short list of integers (`Board`), so each branch works on a copy, and nothing has to be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..geometry import bits
from ..grid import Grid
from .bitboards import Board, Choice
from .trace import Trace


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Yield every solution, in the order of the search.

    >>> trace = Trace()
    >>> [str(solution) for solution in search(Grid("...3 .3.. 1... .4.1"), trace)], trace.guesses
    (['2143431212343421'], 0)
    """
    return explore(Board(grid), trace, fewest_choices)


def explore(board: Board, trace: Trace, choose: Callable[[Board], list[Choice]]) -> Iterator[Grid]:
    """Yield every solution; `choose` returns the alternatives of a guess, or none to leave the branch."""
    before = trace.placed
    if board.place_singles(trace):
        if board.solved == board.everywhere:
            trace.found()
            yield board.grid()
        else:
            choices = choose(board)
            if not choices:
                trace.fail()
            for number, (cell, index) in enumerate(choices, start=1):
                trace.place(cell, index + 1, guess=number < len(choices))
                yield from explore(board.after(cell, index), trace, choose)
                trace.remove()
    trace.remove_to(before)


def fewest_choices(board: Board, stake: Callable[[list[Choice]], float] | None = None) -> list[Choice]:
    """Return the alternatives of the next guess, one of which must be right: digits of a cell, or cells of a digit.

    If several cells have the fewest candidates, the first counts, or the one with the highest `stake`.
    """
    cells = map(board.candidates, bits(board.with_fewest_candidates()))
    choices = max(cells, key=stake) if stake else next(cells)
    if len(choices) > 2:
        for index, places in enumerate(board.places):
            for house in board.shape.house_masks:
                if 1 < (places & house).bit_count() < len(choices):
                    choices = [(cell, index) for cell in bits(places & house)]
    return choices
