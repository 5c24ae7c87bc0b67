"""What follows from what, counted for all assumptions at once: the part of the chains that is worth compiling.

Nothing here knows Sudoku. A graph is a list of bitsets, one a node: its successors. The compiled kernel does the same
where it is installed; the results are equal.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from ..engine.single import kernel

__all__ = ["closure", "closure_plain"]


def closure(forward: Sequence[int], backward: Sequence[int]) -> list[int]:
    """For each node of a directed graph all that it leads to, itself included; the graph is given both ways.

    >>> [f"{row:03b}" for row in closure([0b010, 0b001, 0b001], [0b110, 0b001, 0b000])]
    ['011', '011', '111']
    """
    native = kernel()
    if native is None or os.environ.get("NONET_BACKEND") == "numpy":
        return closure_plain(forward, backward)
    size = len(forward)
    width = (size + 63) // 64 * 8
    out = bytearray(size * width)
    native.closure(b"".join([row.to_bytes(width, "little") for row in forward]), size, out)
    whole = memoryview(out)
    return [int.from_bytes(whole[start : start + width], "little") for start in range(0, size * width, width)]


def closure_plain(forward: Sequence[int], backward: Sequence[int]) -> list[int]:
    """The same in Python: nodes that lead to one another are found first, and share one answer.

    >>> closure_plain([0b10, 0b00], [0b00, 0b01])
    [3, 2]
    """
    size = len(forward)
    reach = [0] * size
    everyone = (1 << size) - 1
    left = everyone
    # Kosaraju's components come out in topological order of the graph that they were gathered in: gathering along
    # `forward` in the finishing order of `backward` gives each component after all that it leads to.
    for node in reversed(_finished(backward, everyone)):
        if not left >> node & 1:
            continue
        members = fresh = 1 << node
        left ^= fresh
        while fresh:
            lowest = fresh & -fresh
            fresh ^= lowest
            more = forward[lowest.bit_length() - 1] & left
            left ^= more
            members |= more
            fresh |= more
        whole = members
        rest = members
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            todo = forward[lowest.bit_length() - 1] & ~whole
            while todo:
                whole |= reach[(todo & -todo).bit_length() - 1]
                todo &= ~whole
        rest = members
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            reach[lowest.bit_length() - 1] = whole
    return reach


def _finished(rows: Sequence[int], left: int) -> list[int]:
    """The nodes in the order in which a depth-first walk is done with them."""
    order = []
    while left:
        lowest = left & -left
        left ^= lowest
        stack = [lowest.bit_length() - 1]
        while stack:
            onward = rows[stack[-1]] & left
            if onward:
                lowest = onward & -onward
                left ^= lowest
                stack.append(lowest.bit_length() - 1)
            else:
                order.append(stack.pop())
    return order
