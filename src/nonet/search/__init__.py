"""One puzzle, one readable algorithm per file: the classic methods, each traced, all with the same results.

Every method is a function ``search(grid, trace)`` that yields each solution of a board of any shape, and reports to the
`Trace` what it does. `METHODS` lists them from the simplest to the strongest, `find` runs one, and `compare` measures
several on the same puzzle.

>>> from nonet.search import METHODS, Trace, find
>>> for name in METHODS:
...     trace = Trace()
...     solution = next(find("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
...                          method=name, trace=trace))
...     print(f"{name:<12} {str(solution)[:9]} {trace.nodes:5} nodes {trace.guesses:5} guesses")
backtracking 534678912  4208 nodes  1252 guesses
bitmask      534678912  4208 nodes  1252 guesses
singles      534678912    51 nodes     0 guesses
mrv          534678912    51 nodes     0 guesses
propagation  534678912    51 nodes     0 guesses
dlx          534678912    51 nodes     0 guesses
target       534678912    51 nodes     0 guesses

| file | contents |
| --- | --- |
| backtracking | depth-first search, cell by cell |
| bitmask | the same with the digits of a house in one integer |
| singles | cells with one candidate first, then bitmask |
| mrv | the cell with the fewest candidates first |
| propagation | naked and hidden singles at every node |
| dlx | exact cover with dancing links |
| target | the solution with the highest score (Target Sudoku) |
| masks | the free digits of rows, columns and boxes as bits (for bitmask, singles and mrv) |
| bitboards | Board: the possible cells of each digit as bits (for propagation and target) |
| links | Links: the circular lists (for dlx) |
| scoring | scores and their upper bound (for target) |
| ordering | solutions in lexicographic order, by any method |
| trace | Trace and Event |
| methods | METHODS, find and idea |
| _compare | compare and Measurement |
"""

from __future__ import annotations

from ._compare import Measurement, compare
from .bitboards import Board as Board, Choice as Choice
from .masks import CellMasks, cell_masks
from .methods import DEFAULT, METHODS, Method, find, idea
from .ordering import in_order
from .propagation import explore as explore
from .scoring import Best, score, target_weights
from .target import best_solution
from .trace import Event, Trace

__all__ = [
    "DEFAULT",
    "METHODS",
    "Best",
    "CellMasks",
    "Event",
    "Measurement",
    "Method",
    "Trace",
    "best_solution",
    "cell_masks",
    "compare",
    "find",
    "idea",
    "in_order",
    "score",
    "target_weights",
]
