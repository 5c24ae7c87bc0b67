"""Wish: what is asked of the way a puzzle is solved: its level, its hardest technique, its score."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from ..errors import NonetError
from ..logic import DEFAULT_TECHNIQUES, Level, Technique, technique

__all__ = ["Wish", "wish_of"]

_RANK = {row.id: rank for rank, row in enumerate(DEFAULT_TECHNIQUES)}
_LAST_LOCKED = _RANK["claiming"]


class _Fields(NamedTuple):
    level: Level | None
    """The level that the path has; the technique's, if there is one."""
    technique: str | None
    """The last technique of the table that the path uses."""
    only: bool
    """Whether all other steps are singles."""
    least: int
    most: float
    """The score of the path, from the least to the most."""


class Wish(_Fields):
    """What is asked of a path; every part of it follows from the puzzle alone.

    >>> wish = wish_of("hard", None, False, None)
    >>> wish.words, wish.admits("x-wing"), wish.admits("xy-chain")
    ('the level Hard', True, False)
    """

    @property
    def words(self) -> str:
        """What the path of a puzzle that meets it has, as a sentence calls it."""
        parts = []
        if self.technique is not None:
            title = technique(self.technique).title
            parts.append(f"{title} and singles as its only steps" if self.only else f"{title} as its hardest step")
        elif self.level is not None:
            parts.append(f"the level {self.level.title}")
        if self.is_scored:
            parts.append(f"a score of {self.least} to {self.most}")
        return " and ".join(parts)

    @property
    def is_scored(self) -> bool:
        """Whether the score matters."""
        return (self.least, self.most) != (0, math.inf)

    @cached_property
    def rank(self) -> int:
        """Where the technique is in the table of those that paths use; after all of them if none is asked for."""
        return len(DEFAULT_TECHNIQUES) if self.technique is None else _RANK[self.technique]

    @property
    def is_past_locked(self) -> bool:
        """Whether the technique comes after the locked candidates, with which the engine can help."""
        return self.technique is not None and self.rank > _LAST_LOCKED

    @cached_property
    def _admitted(self) -> frozenset[str]:
        return frozenset(row.id for rank, row in enumerate(DEFAULT_TECHNIQUES) if self._is_admitted(row, rank))

    def _is_admitted(self, row: Technique, rank: int) -> bool:
        if self.level is not None and row.level > self.level:
            return False
        if self.only and row.level > Level.EASY and row.id != self.technique:
            return False
        return rank <= self.rank or (self.only and row.level is Level.EASY)

    def admits(self, name: str) -> bool:
        """Whether a path that has such a step may meet the wish."""
        return name in self._admitted

    def is_met(self, used: set[str], score: int) -> bool:
        """Whether a whole path that uses these techniques and has this score is what was asked for."""
        if not (used <= self._admitted and self.least <= score <= self.most):
            return False
        if self.technique is not None:
            return self.technique in used
        return self.level is None or max((technique(name).level for name in used), default=Level.EASY) is self.level

    @property
    def table(self) -> Sequence[Technique]:
        """The techniques of the table as far as the path may go; of an Extreme puzzle all that do not suffice."""
        if self.technique is not None:
            return DEFAULT_TECHNIQUES[: self.rank + 1]
        most = Level.UNFAIR if self.level in (None, Level.EXTREME) else self.level
        return [row for row in DEFAULT_TECHNIQUES if row.level <= most]


def wish_of(
    level: Level | str | None, technique_name: str | None, only: bool, rating: tuple[int, int] | None
) -> Wish | None:
    """The wish, if it makes sense; None if nothing is asked for.

    >>> wish_of(None, "X-Wing", True, (100, 900)).words
    'X-Wing and singles as its only steps and a score of 100 to 900'
    >>> wish_of("easy", "x-wing", False, None)
    Traceback (most recent call last):
    nonet.errors.NonetError: a puzzle that needs X-Wing is Hard, not Easy; leave out one of the two
    """
    wanted = None if level is None else _level_of(level)
    name = None if technique_name is None else _technique_of(technique_name)
    if only and name is None:
        raise NonetError("only says that a technique is the only one beside singles, but no technique is named")
    if name is not None:
        own = technique(name).level
        if wanted not in (None, own):
            title = technique(name).title
            raise NonetError(
                f"a puzzle that needs {title} is {own.title}, not {wanted.title}; leave out one of the two"
            )
        wanted = own
    least, most = (0, math.inf) if rating is None else _scores_of(rating)
    wish = Wish(wanted, name, bool(only), least, most)
    return wish if wanted is not None or wish.is_scored else None


def _level_of(level: Level | str) -> Level:
    if isinstance(level, Level):
        return level
    if not isinstance(level, str):
        raise NonetError(f"a level is one of {', '.join(each.title for each in Level)}, not {level!r:.40}")
    return Level.parse(level)


def _technique_of(name: str) -> str:
    if not isinstance(name, str):
        raise NonetError(f"a technique is given by its name, not as {name!r:.40}")
    row = technique(name)
    if row.id == "answer":
        raise NonetError("the answer is no technique that a puzzle could be made for")
    if not row.default:
        raise NonetError(f"{row.title} is found on request only: no path uses it, so no puzzle is made for it")
    return row.id


def _scores_of(rating: tuple[int, int]) -> tuple[int, int]:
    try:
        least, most = map(operator.index, rating)
    except (TypeError, ValueError):
        raise NonetError(f"a rating is the least and the most score, not {rating!r:.40}") from None
    if not 0 <= least <= most:
        raise NonetError(f"a rating goes from a score of 0 or more to one that is not less, not from {least} to {most}")
    return least, most
