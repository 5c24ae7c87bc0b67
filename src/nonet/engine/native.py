"""The native lanes: the compiled kernel behind the same functions as the NumPy lanes.

Only buffers cross over: rows of cells as they are, however far apart, and arrays for the answers.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from ..errors import NonetError
from .numpy_lanes import Solved
from .single import kernel

__all__ = ["canonical", "is_available", "pencilmarks", "solve"]


def _require_kernel() -> ModuleType:
    found = kernel()
    if found is None:
        raise NonetError("the native backend is not part of this installation; NONET_BACKEND=numpy works everywhere")
    return found


def is_available() -> bool:
    """Whether the compiled kernel is installed.

    >>> is_available() in (True, False)
    True
    """
    return kernel() is not None


def solve(
    cells: NDArray[np.uint8],
    limit: int,
    *,
    want_solutions: bool = True,
    threads: int = 1,
    out: NDArray[np.uint8] | None = None,
    zero: int = 0,
) -> Solved:
    """Count the solutions of each row of 81 cells up to the limit, and keep the first one found.

    Solutions go to the rows of `out`, if it is given, with `zero` for 0.

    >>> row = np.frombuffer(b"12..34..." * 9, np.uint8).reshape(1, 81)
    >>> solve(row, 2).status if is_available() else np.array([10], np.uint8)
    array([10], dtype=uint8)
    """
    kernel = _require_kernel()
    n = len(cells)
    solutions = np.empty((n if want_solutions else 0, 81), np.uint8) if out is None else out  # every row is filled
    counts = np.zeros(n, np.uint32)
    status = np.zeros(n, np.uint8)
    if not n:
        return Solved(solutions, counts, status, 0, 0)
    buffer, stride = _buffer_of(cells)
    kept, step = _buffer_of(solutions, writeable=True) if want_solutions else (None, 81)
    guesses, sweeps = kernel.solve(buffer, n, stride, limit, kept, counts.data, status.data, threads, step, zero)
    return Solved(solutions, counts, status, guesses, sweeps)


def pencilmarks(cells: NDArray[np.uint8], *, threads: int = 1) -> NDArray[np.uint16]:
    """The candidates that propagation alone leaves in each cell; a row of zeros where it meets a contradiction.

    >>> blank = np.zeros((1, 81), np.uint8)
    >>> bin(pencilmarks(blank)[0, 0]) if is_available() else "0b111111111"
    '0b111111111'
    """
    kernel = _require_kernel()
    n = len(cells)
    masks = np.zeros((n, 81), np.uint16)
    if n:
        buffer, stride = _buffer_of(cells)
        kernel.pencilmarks(buffer, n, stride, masks.data, np.zeros(n, np.uint8).data, threads)
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
    """Write the canonical form of each row of 81 cells, its number of automorphisms, and the way there, 28 bytes each.

    >>> form, number, way, status = (np.zeros(n, kind) for n, kind in ((81, "u1"), (1, "u8"), (28, "u1"), (1, "u1")))
    >>> if is_available():
    ...     canonical(np.array([[7] + 80 * [0]], np.uint8), form, number, way, status)
    >>> int(form[80]) if is_available() else 1
    1
    """
    kernel = _require_kernel()
    if len(cells):
        buffer, stride = _buffer_of(cells)
        kernel.canonical(buffer, len(cells), stride, forms.data, automorphisms.data, maps.data, status.data, threads)


def _buffer_of(cells: NDArray[np.uint8], *, writeable: bool = False) -> tuple[memoryview, int]:
    """The bytes from the first cell to the last, and the step from row to row; a copy only if rows overlap or run back.

    Lines of text keep their line endings: they are the bytes between the rows.
    """
    stride = cells.strides[0] if len(cells) > 1 else 81
    if not writeable and (stride < 81 or cells.strides[1] != 1):
        cells, stride = np.ascontiguousarray(cells), 81
    span = (len(cells) - 1) * stride + 81
    return np.lib.stride_tricks.as_strided(cells, (span,), (1,), writeable=writeable).data, stride
