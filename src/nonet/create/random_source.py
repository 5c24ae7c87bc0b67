"""Random numbers that depend only on the seed, on a candidate's number, and on what they decide.

A usual generator continues from number to number. Then a puzzle would depend on those before it, and so on how many are
made at a time. Here each number is computed from its own place, by the mixing function of SplitMix64. So a candidate is
the same whichever thread makes it, and in whatever order.
"""

from __future__ import annotations

import operator
import secrets

import numpy as np
from numpy.typing import NDArray

from ..errors import ArgumentError

__all__ = ["RandomSource", "as_seed"]

_Bits = NDArray[np.uint64]
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MASK = (1 << 64) - 1


def _mix(numbers: _Bits) -> _Bits:
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


class RandomSource:
    """The random numbers of some candidates.

    Each method takes a `topic`, the name of what is decided. Other topics give other numbers, so a change of their
    names changes the puzzles of every seed.

    >>> source = RandomSource.of(7, [0, 1, 2])
    >>> bool((source.bits("order", 5)[1] == RandomSource.of(7, [1]).bits("order", 5)[0]).all())
    True
    >>> source.below("turn", 1, 4).ravel().tolist()
    [1, 0, 3]
    """

    __slots__ = ("_keys",)

    def __init__(self, keys: _Bits) -> None:
        self._keys = keys

    @classmethod
    def of(cls, seed: int, candidates: range | list[int]) -> RandomSource:
        """Return the source for the candidates with these numbers."""
        folded = np.zeros(1, np.uint64)
        rest = abs(seed) << 1 | (seed < 0)
        while True:
            folded = _mix(folded + np.uint64(rest & _MASK) + _STEP)
            rest >>= 64
            if not rest:
                break
        return cls(_mix(folded + np.asarray(candidates, np.uint64) * _STEP))

    def __len__(self) -> int:
        return len(self._keys)

    def select(self, selected: NDArray[np.bool_]) -> RandomSource:
        """Return the source for some of the candidates."""
        return RandomSource(self._keys[selected])

    def bits(self, topic: str, number: int) -> _Bits:
        """Return `number` random numbers of 64 bits for each candidate, as one row."""
        place = int.from_bytes(topic.encode()[:8], "little") * int(_STEP) & _MASK
        keys = _mix(self._keys + np.uint64(place))
        return _mix(keys[:, None] + np.arange(1, number + 1, dtype=np.uint64) * _STEP)

    def below(self, topic: str, number: int, bound: int) -> NDArray[np.intp]:
        """Return `number` random numbers from 0 to ``bound - 1`` for each candidate, as one row."""
        return (self.bits(topic, number) % np.uint64(bound)).astype(np.intp)

    def permutations(self, topic: str, number: int, groups: int = 1) -> NDArray[np.intp]:
        """Return `groups` random permutations of ``range(number)`` for each candidate, all equally likely."""
        bits = self.bits(topic, groups * number).reshape(len(self), groups, number)
        return bits.argsort(axis=2, kind="stable")


def as_seed(seed: int | None) -> int:
    """Return the seed, or a new random one if it is None.

    >>> as_seed(5), as_seed(None) != as_seed(None)
    (5, True)
    """
    if seed is None:
        return secrets.randbits(63)
    try:
        return operator.index(seed)
    except TypeError:
        raise ArgumentError(f"seed must be an integer, not {seed!r:.40}") from None
