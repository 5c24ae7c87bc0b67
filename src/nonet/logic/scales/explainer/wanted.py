"""ExplainerWanted: which ratings of Sudoku Explainer are wanted, and whether a walk can still have them."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from typing import NamedTuple, TypeAlias

from ....errors import ArgumentError, MissingKernel
from ....kernel import kernel
from .walk import LAST_PRODUCER

__all__ = ["ExplainerRange", "ExplainerWanted"]

ExplainerRange: TypeAlias = float | tuple[float, float]
"""A rating, or the lowest and the highest rating; `math.inf` as the highest means any."""

_Tenths: TypeAlias = tuple[int, int]
_GREATEST = 200
"""The greatest rating in tenths, that of a puzzle for which no producer has a hint."""
_ANY = (0, _GREATEST)

_LOWEST = (
    *(10, 17, 20, 23, 25, 26, 30, 32, 34, 36, 38, 40, 42, 44, 45),
    *(50, 52, 54, 56, 62, 65, 75, 75, 80, 85, 90, 95, 100, 105, 110),
)
"""The lowest rating of each producer, in tenths. No producer has a lower one than the producer before it."""
FROM_NESTED = _LOWEST[LAST_PRODUCER]
"""The lowest rating of the producers that only the kernel has."""
_NOT_SINGLE = _LOWEST[5]
"""The lowest rating of a step that places no digit."""


class ExplainerWanted(NamedTuple):
    """Ranges of ER, EP and ED in tenths, both ends included.

    >>> wanted = ExplainerWanted.of((7.0, 7.5), diamond=True)
    >>> wanted.er, wanted.description
    ((70, 75), 'ER 7.0 to 7.5 and ED equal to ER')
    >>> ExplainerWanted.of((7.0, 7.5), ed=(8.0, 9.0))
    Traceback (most recent call last):
    nonet.errors.ArgumentError: se and ed exclude each other: ED is never greater than ER
    """

    er: _Tenths = _ANY
    ep: _Tenths = _ANY
    ed: _Tenths = _ANY
    diamond: bool = False
    """Whether ED must equal ER."""
    pearl: bool = False
    """Whether EP must equal ER."""

    @classmethod
    def of(
        cls,
        se: ExplainerRange | None = None,
        ep: ExplainerRange | None = None,
        ed: ExplainerRange | None = None,
        diamond: bool = False,
        pearl: bool = False,
    ) -> ExplainerWanted | None:
        """Return what is wanted, or None if nothing is.

        Ranges that no puzzle can have raise `ArgumentError`, ranges that need a missing kernel `MissingKernel`.
        """
        given = {"se": se, "ep": ep, "ed": ed}
        ranges = {name: _ANY if value is None else _tenths_of(name, value) for name, value in given.items()}
        for low, high, names in (
            ("ed", "ep", "ED is never greater than EP"),
            ("ep", "se", "EP is never greater than ER"),
        ):
            if ranges[low][0] > ranges[high][1]:
                raise ArgumentError(f"{high} and {low} exclude each other: {names}")
        if ranges["ed"][0] > ranges["se"][1]:
            raise ArgumentError("se and ed exclude each other: ED is never greater than ER")
        wanted = cls(ranges["se"], ranges["ep"], ranges["ed"], bool(diamond), bool(pearl))
        wanted.check_reach()
        return None if wanted == cls() else wanted

    @property
    def description(self) -> str:
        """What a puzzle has that is wanted, in words."""
        parts = [f"{name} {_words(tenths)}" for name, tenths in self._ranges.items() if tenths != _ANY]
        parts += [f"{name} equal to ER" for name, is_equal in self._equals.items() if is_equal]
        return " and ".join(parts)

    @property
    def _ranges(self) -> dict[str, _Tenths]:
        return {"ER": self.er, "EP": self.ep, "ED": self.ed}

    @property
    def _equals(self) -> dict[str, bool]:
        return {"EP": self.pearl, "ED": self.diamond}

    @property
    def last_producer(self) -> int:
        """The last producer to ask. If none up to it has a hint, the lowest rating of the next one decides."""
        is_er_only = self.ep == self.ed == _ANY and not (self.diamond or self.pearl)
        if is_er_only and self.er[1] >= _GREATEST:  # then a step of a later producer is enough
            return max(bisect_left(_LOWEST, self.er[0]), 1)
        highest = [min(self.er[1], self.ep[1], self.ed[1])]
        if self.ep != _ANY or self.pearl:
            highest.append(min(self.er[1], self.ep[1]))
        if self.er != _ANY or self.pearl or self.diamond:
            highest.append(self.er[1])
        return max(bisect_right(_LOWEST, max(highest)), 1)

    @property
    def is_rare(self) -> bool:
        """Whether no digit can be placed at first, which one random puzzle in some thousands has."""
        least = max(self.ep[0], self.ed[0], self.er[0] if self.diamond or self.pearl else 0)
        return least >= _NOT_SINGLE

    def check_reach(self) -> None:
        """Raise `MissingKernel` if only producers that the kernel has can decide, and there is no kernel."""
        if kernel() is None and self.last_producer > LAST_PRODUCER:
            raise MissingKernel(
                "these ratings of Sudoku Explainer need the compiled kernel: "
                f"without it, the highest one must be below {FROM_NESTED / 10}"
            )

    def to_bytes(self, last_producer: int | None = None) -> bytes:
        """Return the ranges as the kernel takes them."""
        last = last_producer or self.last_producer
        return array("H", [*self.er, *self.ep, *self.ed, self.diamond, self.pearl, last]).tobytes()

    def judge(self, er: int, ep: int, ed: int, *, has_placed: bool, is_finished: bool = False) -> bool | None:
        """Decide by the ratings of the steps so far, in tenths; None if the next step can change the decision.

        ER never falls. EP never falls until a digit is placed, and stays then. ED stays from the first step.

        >>> ExplainerWanted.of((7.0, 7.5)).judge(76, 12, 12, has_placed=True)
        False
        >>> ExplainerWanted.of((7.0, math.inf)).judge(76, 12, 12, has_placed=True)
        True
        """
        least, most = self.er
        if self.diamond:
            least, most = max(least, ed), min(most, ed)
        if self.pearl and has_placed:
            least, most = max(least, ep), min(most, ep)
        if least > most or er > most or ep > self.ep[1] or not self.ed[0] <= ed <= self.ed[1]:
            return False
        if (has_placed or is_finished) and ep < self.ep[0]:
            return False
        if is_finished:
            return er >= least
        ep_is_known = has_placed or (not self.pearl and ep >= self.ep[0] and self.ep[1] >= _GREATEST)
        return True if ep_is_known and er >= least and most >= _GREATEST else None


def _tenths_of(name: str, value: ExplainerRange) -> _Tenths:
    """Return the ends of a range in tenths."""
    try:
        least, most = (float(end) for end in (value if isinstance(value, tuple) else (value, value)))
    except (TypeError, ValueError):
        least = most = math.nan
    if not 0 <= least <= most or math.isinf(least):
        raise ArgumentError(f"{name} must be a rating or (lowest, highest), such as (7.0, 7.5), not {value!r:.40}")
    if most < _LOWEST[0] / 10:
        raise ArgumentError(f"{name} must reach {_LOWEST[0] / 10}, the lowest rating of a step, not only {most:g}")
    # 7.3 * 10 is a little more than 73, so the product is rounded first
    tenths = math.ceil(round(least * 10, 6)), math.floor(round(min(most, _GREATEST / 10) * 10, 6))
    if tenths[0] > tenths[1]:
        raise ArgumentError(f"{name} has no rating between {least:g} and {most:g}: ratings have one decimal")
    return tenths


def _words(tenths: _Tenths) -> str:
    least, most = (f"{tenth / 10}" for tenth in tenths)
    if tenths[1] == _GREATEST:
        return f"of at least {least}"
    return least if least == most else f"{least} to {most}"
