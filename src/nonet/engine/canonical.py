"""canonical_many: the canonical forms of many 9x9 boards at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..errors import FormatError
from ..geometry import Shape
from ..grid import Grid
from ..kernel import Status, backend, thread_count
from ..rows import BAD, DIGIT_OF_BYTE, PuzzleBatch, Rows
from ..transforms import Transform, minlex, transform_of_map
from . import native_lanes

__all__ = ["Forms", "canonical_many"]

_NINE = Shape(3, 3)
_MAP_BYTES = 28


class Forms:
    """The canonical forms of many boards: row i of every array is board i.

    >>> forms = canonical_many(["." * 80 + "7", "11" + "." * 79])
    >>> forms.is_bad, forms.automorphisms
    (array([False,  True]), array([1672151040,          0], dtype=uint64))
    >>> forms.grid(0)["r9c9"]
    1
    >>> forms.reason(1)
    'r1c1 and r1c2 are both 1, but row 1 needs each digit once'
    """

    __slots__ = ("_maps", "_rows", "automorphisms", "digits", "status")

    def __init__(
        self,
        rows: Rows,
        digits: NDArray[np.uint8],
        automorphisms: NDArray[np.uint64],
        maps: NDArray[np.uint8],
        status: NDArray[np.uint8],
    ) -> None:
        self._rows = rows
        self._maps = maps
        self.digits = digits
        """The form of each board, 81 digits in reading order, 0 for a blank; zeros for a bad board."""
        self.automorphisms = automorphisms
        """How many transforms leave each board unchanged; 0 for a bad board."""
        self.status = status
        """The `Status` of each board: SOLVED, or what is wrong with it."""

    def __len__(self) -> int:
        return len(self.status)

    @property
    def is_bad(self) -> NDArray[np.bool_]:
        """Which boards have no canonical form, as an array; `reason` says why."""
        return self.status >= np.uint8(Status.CONFLICT)

    def reason(self, index: int) -> str:
        """Return what is wrong with a bad board, naming the cells; an empty text for a good one."""
        return self._rows.reason(range(len(self))[index], Status(int(self.status[index])))

    def grid(self, index: int) -> Grid:
        """Return the canonical form of one board; raise `FormatError` with the reason if it is bad."""
        if self.is_bad[index]:
            raise FormatError(self.reason(index))
        return Grid.of_digits(self.digits[index].tobytes(), _NINE)

    def transform(self, index: int) -> Transform:
        """Return the transform from one board to its form; raise `FormatError` with the reason if it is bad."""
        if self.is_bad[index]:
            raise FormatError(self.reason(index))
        return transform_of_map(self._maps[index].tobytes())

    def to_dict(self) -> dict[str, object]:
        """Return the forms as plain values, for JSON: one list per column.

        >>> canonical_many(["." * 80 + "7"]).to_dict()["automorphisms"]
        [1672151040]
        """
        return {
            "form": [None if bad else str(self.grid(i)) for i, bad in enumerate(self.is_bad.tolist())],
            "automorphisms": self.automorphisms.tolist(),
        }

    def __repr__(self) -> str:
        return f"<Forms of {len(self)}: {np.count_nonzero(self.is_bad)} bad>"


def canonical_many(puzzles: PuzzleBatch, *, threads: int | None = None) -> Forms:
    """Return the canonical forms of many 9x9 boards, as `nonet.canonical` does for one.

    `puzzles` are the same as for `solve_many`. A board that cannot be read or breaks a rule is reported in its row and
    does not affect the others.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> forms = canonical_many([puzzle, puzzle[::-1]])
    >>> bool((forms.digits[0] == forms.digits[1]).all())
    True
    >>> str(forms.transform(0)(Grid(puzzle))) == str(forms.grid(0))
    True
    """
    rows = Rows.of(puzzles)
    n = len(rows)
    forms = Forms(
        rows,
        np.zeros((n, _NINE.cells), np.uint8),
        np.zeros(n, np.uint64),
        np.zeros((n, _MAP_BYTES), np.uint8),
        np.zeros(n, np.uint8),
    )
    number = thread_count(threads)
    if backend() == "native":
        native_lanes.canonical(rows.cells, forms.digits, forms.automorphisms, forms._maps, forms.status, threads=number)
    else:
        for index in range(n):
            _fill(forms, index, DIGIT_OF_BYTE[rows.cells[index]])
    forms.status[rows.misfits] = Status.BAD_LENGTH
    return forms


def _fill(forms: Forms, index: int, digits: NDArray[np.uint8]) -> None:
    """Compute the form of one row without the kernel."""
    if (digits == BAD).any():
        forms.status[index] = Status.BAD_VALUE
        return
    grid = Grid.of_digits(digits.tobytes(), _NINE)
    if not grid.is_consistent:
        forms.status[index] = Status.CONFLICT
        return
    form, number, way = minlex(grid)
    forms.digits[index] = np.frombuffer(bytes(form), np.uint8)
    forms.automorphisms[index] = number
    forms._maps[index] = [way.transposed, *way.rows, *way.columns, *way.digits]
    forms.status[index] = Status.SOLVED
