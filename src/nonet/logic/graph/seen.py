"""Which nodes see each other: each node is a digit in some cells.

A node sees another one of its digit if all cells of one see all cells of the other. So not both can have the digit.
This is the weak link of chains, and the restricted common of almost locked sets.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...geometry import bits, mask_of
from ..bitsets import intersection_of, union_of
from ..compiled import cells_as_bytes, kernel_for
from ..marks import Marks
from .closures import rows_of

__all__ = ["seen_nodes", "seen_nodes_plain"]


def seen_nodes(marks: Marks, digits: Sequence[int], cells: Sequence[int]) -> Sequence[int]:
    """Return for each node, a digit in some cells, the nodes of its digit all of whose cells see all its cells.

    The compiled kernel, if it is installed, computes the same faster.
    """
    native = kernel_for(marks.shape)
    if native is None:
        return seen_nodes_plain(marks, digits, cells)
    size = len(digits)
    return rows_of(native.seen_nodes(bytes(digits), cells_as_bytes(*cells), size), size)


def seen_nodes_plain(marks: Marks, digits: Sequence[int], cells: Sequence[int]) -> list[int]:
    """Return the same as `seen_nodes`, in Python."""
    of_digit: list[list[int]] = [[] for _ in marks.places]
    for node, digit in enumerate(digits):
        of_digit[digit].append(node)
    seen = [0] * len(cells)
    for places, nodes in zip(marks.places, of_digit, strict=True):
        nodes_with = [0] * marks.shape.cells
        for node in nodes:
            for cell in bits(cells[node]):
                nodes_with[cell] |= 1 << node
        # The nodes that a cell sees are those without a cell that it does not see.
        all_nodes = mask_of(nodes)
        seen_from = {cell: all_nodes & ~union_of(nodes_with, places & ~marks.peers[cell]) for cell in bits(places)}
        for node in nodes:
            seen[node] = intersection_of(seen_from, cells[node])
    return seen
