"""canonical_many: the canonical forms of many 9x9 boards at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..engine import PuzzleBatch, Status, backend
from ..engine.many import workers
from ..engine.native import canonical as native_canonical
from ..engine.puzzles import BAD, DIGIT_OF_BYTE, Puzzles
from ..errors import NonetError
from ..geometry import Shape
from ..grid import Grid
from .forms import transform_of_map
from .group import Transform
from .least import least

__all__ = ["Forms", "canonical_many"]

_NINE = Shape(3, 3)
_MAP_BYTES = 28


class Forms:
    """The canonical forms of a batch: row i of every array is about board i.

    >>> forms = canonical_many(["." * 80 + "7", "11" + "." * 79])
    >>> forms.is_bad, forms.automorphisms
    (array([False,  True]), array([1672151040,          0], dtype=uint64))
    >>> forms.grid(0)["r9c9"]
    1
    >>> forms.reason(1)
    'r1c1 and r1c2 both hold 1, but row 1 takes each digit once'
    """

    __slots__ = ("_maps", "_puzzles", "automorphisms", "digits", "status")

    def __init__(
        self,
        puzzles: Puzzles,
        digits: NDArray[np.uint8],
        automorphisms: NDArray[np.uint64],
        maps: NDArray[np.uint8],
        status: NDArray[np.uint8],
    ) -> None:
        self._puzzles = puzzles
        self._maps = maps
        self.digits = digits
        """The form of each board, 81 digits in reading order, 0 for a blank; zeros for a bad board."""
        self.automorphisms = automorphisms
        """How many transforms keep each board as it is; 0 for a bad board."""
        self.status = status
        """The `nonet.engine.Status` of each board: SOLVED, or what is bad about it."""

    def __len__(self) -> int:
        return len(self.status)

    @property
    def is_bad(self) -> NDArray[np.bool_]:
        """Which boards have no form: see `reason`."""
        return self.status >= np.uint8(Status.CONFLICT)

    def reason(self, index: int) -> str:
        """What is wrong with a bad board, in a sentence that names the cells; nothing for a good one."""
        return self._puzzles.complaint(range(len(self))[index], Status(int(self.status[index])))

    def grid(self, index: int) -> Grid:
        """The form of one board; raises `NonetError` with the reason if it is bad."""
        if self.is_bad[index]:
            raise NonetError(self.reason(index))
        return Grid.of_digits(self.digits[index].tobytes(), _NINE)

    def transform(self, index: int) -> Transform:
        """The transform that takes one board to its form; raises `NonetError` with the reason if it is bad."""
        if self.is_bad[index]:
            raise NonetError(self.reason(index))
        return transform_of_map(self._maps[index].tobytes())

    def __repr__(self) -> str:
        return f"<Forms of {len(self)}: {np.count_nonzero(self.is_bad)} bad>"


def canonical_many(puzzles: PuzzleBatch, *, threads: int | None = None) -> Forms:
    """The canonical forms of many 9x9 boards, as `canonical` gives that of one.

    `puzzles` are what `solve_many` takes: grids or texts, the bytes of a file with a puzzle a line, or an array of
    cells. A board that is not understood or breaks a rule is reported in its row and disturbs no other.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> forms = canonical_many([puzzle, puzzle[::-1]])
    >>> bool((forms.digits[0] == forms.digits[1]).all())
    True
    >>> str(forms.transform(0)(Grid(puzzle))) == str(forms.grid(0))
    True
    """
    rows = Puzzles.of(puzzles)
    n = len(rows)
    forms = Forms(
        rows,
        np.zeros((n, _NINE.cells), np.uint8),
        np.zeros(n, np.uint64),
        np.zeros((n, _MAP_BYTES), np.uint8),
        np.zeros(n, np.uint8),
    )
    number = workers(threads)
    if backend() == "native":
        native_canonical(rows.cells, forms.digits, forms.automorphisms, forms._maps, forms.status, threads=number)
    else:
        for index in range(n):
            _fill(forms, index, DIGIT_OF_BYTE[rows.cells[index]])
    forms.status[rows.misfits] = Status.BAD_LENGTH
    return forms


def _fill(forms: Forms, index: int, digits: NDArray[np.uint8]) -> None:
    """The form of one row, without the kernel."""
    if (digits == BAD).any():
        forms.status[index] = Status.BAD_VALUE
        return
    grid = Grid.of_digits(digits.tobytes(), _NINE)
    if not grid.is_consistent:
        forms.status[index] = Status.CONFLICT
        return
    form, number, way = least(grid)
    forms.digits[index] = np.frombuffer(bytes(form), np.uint8)
    forms.automorphisms[index] = number
    forms._maps[index] = [way.transposed, *way.rows, *way.columns, *way.digits]
    forms.status[index] = Status.SOLVED
