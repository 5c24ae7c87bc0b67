"""The backend in the compiled kernel, with the same functions as the NumPy lanes.

The kernel takes buffers only: rows of cells, with gaps or without, and arrays for the results.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from ..errors import SettingError
from ..kernel import installed_kernel, kernel as kernel
from .numpy_lanes import Solved

__all__ = ["canonical", "pencilmarks", "solve"]


def _kernel() -> ModuleType:
    found = installed_kernel()
    if found is None:
        raise SettingError("the compiled kernel is not installed; NONET_BACKEND=numpy works everywhere")
    return found


def solve(
    cells: NDArray[np.uint8],
    limit: int,
    *,
    want_solutions: bool = True,
    threads: int = 1,
    out: NDArray[np.uint8] | None = None,
    zero: int = 0,
    want_guesses: bool = False,
    weighs_all: bool = False,
) -> Solved:
    """Count the solutions of each row of 81 cells up to the limit, and keep the first one found.

    Solutions are written to the rows of `out`, if it is given, and `zero` is added to each digit. With `want_guesses`,
    the guesses for each puzzle are counted, too. With `weighs_all`, no lane counts as easy in the choice of a guess.

    >>> row = np.frombuffer(b"12..34..." * 9, np.uint8).reshape(1, 81)
    >>> solve(row, 2).status if kernel() else np.array([10], np.uint8)
    array([10], dtype=uint8)
    """
    native = _kernel()
    n = len(cells)
    solutions = np.empty((n if want_solutions else 0, 81), np.uint8) if out is None else out  # every row is filled
    counts = np.empty(n, np.uint64)
    status = np.zeros(n, np.uint8)
    made = np.zeros(n, np.uint64) if want_guesses else None
    if not n:
        return Solved(solutions, counts, status, 0, 0, made)
    buffer, stride = _buffer_of(cells)
    kept, step = _buffer_of(solutions) if want_solutions else (None, 81)
    guesses, sweeps = native.solve(
        buffer, n, stride, limit, kept, counts, status, threads, step, zero, made, weighs_all
    )
    return Solved(solutions, counts, status, guesses, sweeps, made)


def pencilmarks(cells: NDArray[np.uint8], *, threads: int = 1) -> NDArray[np.uint16]:
    """Return the candidates that propagation leaves in each cell; a row of zeros after a contradiction.

    >>> blank = np.zeros((1, 81), np.uint8)
    >>> bin(pencilmarks(blank)[0, 0]) if kernel() else "0b111111111"
    '0b111111111'
    """
    native = _kernel()
    n = len(cells)
    masks = np.zeros((n, 81), np.uint16)
    if n:
        buffer, stride = _buffer_of(cells)
        native.pencilmarks(buffer, n, stride, masks, np.zeros(n, np.uint8), threads)
    return masks


def canonical(
    cells: NDArray[np.uint8],
    forms: NDArray[np.uint8],
    automorphisms: NDArray[np.uint64],
    maps: NDArray[np.uint8],
    status: NDArray[np.uint8],
    *,
    threads: int = 1,
) -> None:
    """Write the canonical form of each row of 81 cells, its number of automorphisms, and the transform (28 bytes).

    >>> form, number, way, status = (np.zeros(n, kind) for n, kind in ((81, "u1"), (1, "u8"), (28, "u1"), (1, "u1")))
    >>> if kernel():
    ...     canonical(np.array([[7] + 80 * [0]], np.uint8), form, number, way, status)
    >>> int(form[80]) if kernel() else 1
    1
    """
    native = _kernel()
    if len(cells):
        buffer, stride = _buffer_of(cells)
        native.canonical(buffer, len(cells), stride, forms, automorphisms, maps, status, threads)


def _buffer_of(cells: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], int]:
    """Return rows as the kernel reads them, and the distance between them; a copy only if rows overlap.

    Lines of text are used in place: their line ends are the bytes between the rows.
    """
    stride = cells.strides[0] if len(cells) > 1 else 81
    if cells.strides[1] == 1 and stride >= 81:
        return cells, stride
    return np.ascontiguousarray(cells), 81
