"""What follows from what, counted for all assumptions at once: the part of the chains that is worth compiling.

Nothing here knows Sudoku. A graph is a list of bitsets, one a node: its successors. The compiled kernel does the same
where it is installed; the results are equal.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from ...kernel import kernel

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["closure", "closure_plain", "propagate", "propagate_plain"]


class _Rows(Sequence[int]):
    """Rows of bits that are made into integers when they are asked for: few of them ever are."""

    def __init__(self, raw: bytearray, size: int) -> None:
        self._raw, self._width = raw, _width(size)

    def __len__(self) -> int:
        return len(self._raw) // self._width

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


def closure(forward: Sequence[int], backward: Sequence[int]) -> Sequence[int]:
    """For each node of a directed graph all that it leads to, itself included; the graph is given both ways.

    >>> [f"{row:03b}" for row in closure([0b010, 0b001, 0b001], [0b110, 0b001, 0b000])]
    ['011', '011', '111']
    """
    native = _native()
    if native is None or not forward:
        return closure_plain(forward, backward)
    size = len(forward)
    out = bytearray(size * _width(size))
    native.closure(_as_bytes(forward, size), size, out)
    return _Rows(out, size)


def _native() -> ModuleType | None:
    return kernel()


def _width(size: int) -> int:
    """The bytes of a row of so many bits: whole words of 64."""
    return (size + 63) // 64 * 8


def _as_bytes(rows: Sequence[int], size: int) -> bytes:
    width = _width(size)
    return b"".join([row.to_bytes(width, "little") for row in rows])


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


def propagate(
    sets: Sequence[int], members: int, within: Sequence[tuple[int, int]] = ()
) -> tuple[list[int], Sequence[int]]:
    """For each member what is left if it is true, and in which round a set had nothing left; 0 if none had.

    Of each set exactly one member is true. In a round all sets with one member left make it true at once, and all that
    share a set with it false. Where no set does so, the pairs (a, b) are looked at: if all that is left of the set a is
    in b, the rest of b is false. What leads to an empty set leaves nothing.

    >>> left, rounds = propagate([0b011, 0b110], 3)
    >>> [f"{row:03b}" for row in left], list(rounds)
    (['101', '010', '101'], [0, 0, 0])
    >>> left, rounds = propagate([0b011, 0b110, 0b101], 3)
    >>> left, list(rounds)
    ([0, 0, 0], [1, 1, 1])
    """
    native = _native()
    if native is None or not members:
        return propagate_plain(sets, members, within)
    left, rounds = bytearray(members * _width(members)), array("H", bytes(2 * members))
    pairs = array("H", [number for pair in within for number in pair])
    native.propagate(_as_bytes(sets, members), len(sets), members, pairs, left, rounds)
    return _Rows(left, members)[:], rounds


def propagate_plain(
    sets: Sequence[int], members: int, within: Sequence[tuple[int, int]] = ()
) -> tuple[list[int], list[int]]:
    """The same in Python.

    >>> propagate_plain([0b0011, 0b0110], 3)
    ([5, 2, 5], [0, 0, 0])
    """
    beside = [0] * members
    for mask in sets:
        rest = mask
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            beside[lowest.bit_length() - 1] |= mask
    for member in range(members):
        beside[member] &= ~(1 << member)
    everyone = (1 << members) - 1
    answers = [
        _propagated(member, everyone & ~beside[member], sets, beside, within) if sets else (everyone, 0)
        for member in range(members)
    ]
    return [left for left, _ in answers], [rounds for _, rounds in answers]


def _propagated(
    member: int, left: int, sets: Sequence[int], beside: Sequence[int], within: Sequence[tuple[int, int]]
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
        waiting = several  # what is true stays: whatever could contradict it is false already
        units &= ~true
        true |= units
        before = left
        rest = units
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            left &= ~beside[lowest.bit_length() - 1]
        if not units:
            for one, other in within:
                if not sets[one] & ~sets[other] & before:
                    left &= ~sets[other] | sets[one]
            if left == before:
                return left, 0
