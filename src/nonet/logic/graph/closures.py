"""Everything that each assumption implies, for all assumptions at once: the part of chains and nets worth compiling.

Nothing here is about Sudoku. A graph is a list of bitsets: the successors of each node. The compiled kernel, if it is
installed, computes the same results faster.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import overload

from ...geometry import bits
from ...kernel import kernel
from ..bitsets import union_of

__all__ = ["Rows", "closure", "closure_plain", "propagate", "propagate_plain", "rows_of"]


class Rows(Sequence[int]):
    """Rows of bits, converted to integers on access, since most rows are never read."""

    def __init__(self, raw: bytes | bytearray, size: int) -> None:
        self._raw, self._width = raw, _width(size)

    def __len__(self) -> int:
        return len(self._raw) // (self._width or 1)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        return int.from_bytes(self._raw[index * self._width : (index + 1) * self._width], "little")

    def has(self, index: int, bit: int) -> bool:
        """Return whether a row has a bit. This is much faster than to read the row."""
        return bool(self._raw[index * self._width + (bit >> 3)] >> (bit & 7) & 1)


def rows_of(raw: bytes | bytearray, size: int) -> list[int]:
    """Return all rows of `size` bits as integers.

    >>> rows_of(bytes([1, *bytes(7), 3, *bytes(7)]), 2)
    [1, 3]
    """
    width, read = _width(size), int.from_bytes
    return [read(raw[row * width : (row + 1) * width], "little") for row in range(size)]


def closure(forward: Sequence[int], backward: Callable[[], Sequence[int]]) -> Rows:
    """Return for each node of a directed graph all nodes that it leads to, itself included.

    The graph is given by the successors of each node, and a function that returns the predecessors if they are needed.

    >>> [f"{row:03b}" for row in closure([0b010, 0b001, 0b001], lambda: [0b110, 0b001, 0b000])]
    ['011', '011', '111']
    """
    native, size = kernel(), len(forward)
    if native is None:
        return Rows(_as_bytes(closure_plain(forward, backward()), size), size)
    out = bytearray(size * _width(size))
    native.closure(_as_bytes(forward, size), size, out)
    return Rows(out, size)


def _width(size: int) -> int:
    """Return the bytes of a row of `size` bits: whole words of 64 bits."""
    return (size + 63) // 64 * 8


def _as_bytes(rows: Sequence[int], size: int) -> bytes:
    width = _width(size)
    return b"".join([row.to_bytes(width, "little") for row in rows])


def closure_plain(forward: Sequence[int], backward: Sequence[int]) -> list[int]:
    """Return the same as `closure`, in Python. Nodes that lead to each other share one result.

    >>> closure_plain([0b10, 0b00], [0b00, 0b01])
    [3, 2]
    """
    size = len(forward)
    reach = [0] * size
    all_nodes = (1 << size) - 1
    left = all_nodes
    # Kosaraju's algorithm finds the components in topological order: collecting them along `forward`, in the finishing
    # order of `backward`, gives each component after all that it leads to.
    for node in reversed(_finished(backward, all_nodes)):
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
        todo = union_of(forward, members) & ~whole
        while todo:
            whole |= reach[(todo & -todo).bit_length() - 1]
            todo &= ~whole
        for member in bits(members):
            reach[member] = whole
    return reach


def _finished(rows: Sequence[int], left: int) -> list[int]:
    """Return the nodes in the order in which a depth-first search finishes them."""
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


def propagate(
    sets: Sequence[int], members: int, within: Sequence[tuple[int, int]] = ()
) -> tuple[list[int], Sequence[int]]:
    """Return for each member which members remain possible if it is true, and the round with an empty set, or 0.

    Exactly one member of each set is true. In each round all sets with one remaining member make it true, and all
    members that share a set with it false. If there is no such set, the pairs (a, b) of `within` are used: if all
    remaining members of set a are in set b, the other members of b are false. A contradiction leaves no members.

    >>> left, rounds = propagate([0b011, 0b110], 3)
    >>> [f"{row:03b}" for row in left], list(rounds)
    (['101', '010', '101'], [0, 0, 0])
    >>> left, rounds = propagate([0b011, 0b110, 0b101], 3)
    >>> left, list(rounds)
    ([0, 0, 0], [1, 1, 1])
    """
    native = kernel()
    if native is None or not members:
        return propagate_plain(sets, members, within)
    left, rounds = bytearray(members * _width(members)), array("H", bytes(2 * members))
    pairs = array("H", [number for pair in within for number in pair])
    native.propagate(_as_bytes(sets, members), len(sets), members, pairs, left, rounds)
    return rows_of(left, members), rounds


def propagate_plain(
    sets: Sequence[int], members: int, within: Sequence[tuple[int, int]] = ()
) -> tuple[list[int], list[int]]:
    """Return the same as `propagate`, in Python.

    >>> propagate_plain([0b0011, 0b0110], 3)
    ([5, 2, 5], [0, 0, 0])
    """
    excluded = [0] * members
    for mask in sets:
        for member in bits(mask):
            excluded[member] |= mask & ~(1 << member)
    all_members = (1 << members) - 1
    results = [
        _propagated(member, all_members & ~excluded[member], sets, excluded, within) if sets else (all_members, 0)
        for member in range(members)
    ]
    return [left for left, _ in results], [rounds for _, rounds in results]


def _propagated(
    member: int, left: int, sets: Sequence[int], excluded: Sequence[int], within: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    true, waiting, rounds = 1 << member, sets, 0
    while True:
        rounds += 1
        units, several = 0, []
        for mask in waiting:
            mask &= left
            if not mask:
                return 0, rounds
            if mask & mask - 1:
                several.append(mask)
            else:
                units |= mask
        waiting = several  # a set with a true member is done: all members that exclude it are false already
        units &= ~true
        true |= units
        before = left
        left &= ~union_of(excluded, units)
        if not units:
            for one, other in within:
                if not sets[one] & ~sets[other] & before:
                    left &= ~sets[other] | sets[one]
            if left == before:
                return left, 0
