"""Chance: numbers that follow from a seed, the candidate they are for, and what they decide; nothing else.

A generator that goes on from number to number would make a puzzle depend on those before it, and so on how many are
made at a time. Here every number is computed from its own place, by the mixing function of SplitMix64, so that a
candidate is the same whoever makes it, in whatever order.
"""

from __future__ import annotations

import operator
import secrets

import numpy as np
from numpy.typing import NDArray

from ..errors import NonetError

__all__ = ["Chance", "as_seed"]

_Bits = NDArray[np.uint64]
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MASK = (1 << 64) - 1


def _mixed(numbers: _Bits) -> _Bits:
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


class Chance:
    """The chance of some candidates, each known by its number; `topic` says what is decided.

    >>> chance = Chance.of(7, [0, 1, 2])
    >>> bool((chance.bits("order", 5)[1] == Chance.of(7, [1]).bits("order", 5)[0]).all())
    True
    >>> chance.below("turn", 1, 4).ravel().tolist()
    [1, 0, 3]
    """

    __slots__ = ("_keys", "seed")

    def __init__(self, seed: int, keys: _Bits) -> None:
        self.seed = seed
        self._keys = keys

    @classmethod
    def of(cls, seed: int, candidates: range | list[int]) -> Chance:
        """The chance of candidates by their numbers."""
        folded = np.zeros(1, np.uint64)
        rest = abs(seed) << 1 | (seed < 0)
        while True:
            folded = _mixed(folded + np.uint64(rest & _MASK) + _STEP)
            rest >>= 64
            if not rest:
                break
        return cls(seed, _mixed(folded + np.asarray(candidates, np.uint64) * _STEP))

    def __len__(self) -> int:
        return len(self._keys)

    def only(self, kept: NDArray[np.bool_]) -> Chance:
        """The chance of some of the candidates."""
        return Chance(self.seed, self._keys[kept])

    def bits(self, topic: str, number: int) -> _Bits:
        """So many numbers of 64 bits for each candidate, a row each."""
        place = int.from_bytes(topic.encode()[:8], "little") * int(_STEP) & _MASK
        keys = _mixed(self._keys + np.uint64(place))
        return _mixed(keys[:, None] + np.arange(1, number + 1, dtype=np.uint64) * _STEP)

    def below(self, topic: str, number: int, bound: int) -> NDArray[np.intp]:
        """So many numbers from 0 on and below a bound, a row for each candidate."""
        return (self.bits(topic, number) % np.uint64(bound)).astype(np.intp)

    def orders(self, topic: str, number: int, groups: int = 1) -> NDArray[np.intp]:
        """For each candidate an order of so many things, or of several groups of them; each order is as likely."""
        bits = self.bits(topic, groups * number).reshape(len(self), groups, number)
        return bits.argsort(axis=2, kind="stable")


def as_seed(seed: int | None) -> int:
    """The seed as a number; without one, a new one.

    >>> as_seed(5), as_seed(None) != as_seed(None)
    (5, True)
    """
    if seed is None:
        return secrets.randbits(63)
    try:
        return operator.index(seed)
    except TypeError:
        raise NonetError(f"a seed is a whole number, not {seed!r:.40}") from None
