"""Unions and intersections of bitsets: integers in which bit i stands for element i."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

__all__ = ["intersection_of", "union", "union_of"]


def union(sets: Iterable[int]) -> int:
    """Return the union of some bitsets.

    >>> bin(union([0b001, 0b100]))
    '0b101'
    """
    return reduce(or_, sets, 0)


def union_of(rows: Sequence[int], chosen: int) -> int:
    """Return the union of the chosen rows, given as a bitset of their indices.

    >>> bin(union_of([0b001, 0b010, 0b100], 0b101))
    '0b101'
    """
    whole = 0
    while chosen:
        lowest = chosen & -chosen
        chosen ^= lowest
        whole |= rows[lowest.bit_length() - 1]
    return whole


def intersection_of(rows: Sequence[int] | Mapping[int, int], chosen: int) -> int:
    """Return the intersection of the chosen rows; -1, which has all bits, if none is chosen.

    >>> bin(intersection_of([0b011, 0b110, 0b111], 0b011))
    '0b10'
    """
    common = -1
    while chosen and common:
        lowest = chosen & -chosen
        chosen ^= lowest
        common &= rows[lowest.bit_length() - 1]
    return common
