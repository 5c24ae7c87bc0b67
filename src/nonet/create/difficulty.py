"""Difficulty: how a requested puzzle must be solved, and which puzzles match.

A puzzle matches if the steps of `nonet.explain` are as requested. That is decided in a fraction of the time:

- `explain` works on the canonical form of a puzzle, and so does everything here.
- Singles, locked candidates and subsets are *confluent*: with fewer candidates they eliminate at least as much, so they
  end in the same position in any order. So all their steps are taken at once. Only harder steps are taken one by one,
  as in the explanation.
- An explanation takes a harder step only if no easier one exists. So if the first techniques of the table solve the
  puzzle, their steps are the explanation; if they do not, a later technique is needed. Techniques that compete, such as
  X-Chain and XY-Chain, count as one here.

`prefilter` decides what it can for many puzzles together: what singles do is computed with arrays, and what locked
candidates add is computed by the engine. `matches` decides about one puzzle.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..engine import canonical_many, pencilmarks_many
from ..errors import ArgumentError
from ..geometry import Shape
from ..grid import Grid
from ..logic import (
    DEFAULT_TECHNIQUES,
    Level,
    Marks,
    Step,
    Technique,
    canonical_start,
    find_next,
    rating_of,
    rivals,
    technique,
)
from ..position import Position
from ..rows import has_several
from .bank import NEVER_USED
from .reduction import Digits

__all__ = [
    "Difficulty",
    "Prefiltered",
    "Task",
    "after_singles",
    "house_tables",
    "is_solved",
    "match",
    "matches",
    "matches_by_explanation",
    "prefilter",
    "take_all",
]

Masks: TypeAlias = NDArray[np.unsignedinteger[Any]]
"""The candidates of puzzles, one puzzle per row, one mask per cell; a filled cell has its digit as the only one."""

_NINE = Shape(3, 3)
_RANK = {row.id: rank for rank, row in enumerate(DEFAULT_TECHNIQUES)}
_SINGLES = tuple(row for row in DEFAULT_TECHNIQUES if row.level is Level.EASY)
_CONFLUENT = tuple(row for row in DEFAULT_TECHNIQUES if row.level <= Level.MEDIUM)
_SINGLE_SCORES = sorted({row.score for row in _SINGLES})
_OTHER_SCORE = min(row.score for row in DEFAULT_TECHNIQUES if row.level > Level.EASY)


@dataclass(frozen=True)
class Difficulty:
    """What the explanation of a puzzle must be like.

    >>> difficulty = Difficulty.of(level="hard")
    >>> difficulty.description, difficulty.allows("x-wing"), difficulty.allows("xy-chain")
    ('the level Hard', True, False)
    >>> Difficulty.of(technique="X-Wing", only=True, rating=(100, 900)).description
    'X-Wing and singles as its only steps and a score of 100 to 900'
    >>> Difficulty.of(level="easy", technique="x-wing")
    Traceback (most recent call last):
    nonet.errors.ArgumentError: level Easy and technique X-Wing exclude each other: a puzzle that needs X-Wing is Hard
    """

    level: Level | None
    """The level of the explanation; that of the technique, if one is requested."""
    technique: str | None
    """The last technique of the table that is used."""
    only: bool
    """Whether all other steps are singles."""
    least: int
    most: float
    """The lowest and the highest score."""

    @classmethod
    def of(
        cls,
        level: Level | str | None = None,
        technique: str | None = None,
        only: bool = False,
        rating: tuple[int, int] | None = None,
    ) -> Difficulty | None:
        """Return the difficulty, or None if nothing is requested."""
        wanted = None if level is None else _level_of(level)
        row = None if technique is None else _technique_of(technique)
        if row is not None:
            if wanted not in (None, row.level):
                raise ArgumentError(
                    f"level {wanted.title} and technique {row.title} exclude each other: "
                    f"a puzzle that needs {row.title} is {row.level.title}"
                )
            wanted = row.level
        elif only:
            raise ArgumentError("only needs a technique")
        least, most = (0, math.inf) if rating is None else _scores_of(rating)
        difficulty = cls(wanted, row and row.id, bool(only), least, most)
        return difficulty if wanted is not None or difficulty.is_scored else None

    @property
    def description(self) -> str:
        """What the explanation of a matching puzzle has, in words."""
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

    @property
    def is_after_locked(self) -> bool:
        """Whether the technique comes after the locked candidates, which the engine finds."""
        return self.technique is not None and _RANK[self.technique] > _RANK["claiming"]

    @cached_property
    def tables(self) -> tuple[Sequence[Technique], Sequence[Technique]]:
        """The techniques to try: those whose steps are taken at once, and those whose steps are taken one by one.

        Extreme puzzles are those that all techniques up to Unfair do not solve, so no harder ones are tried.
        """
        if self.technique is not None:
            table = DEFAULT_TECHNIQUES[: 1 + max(_RANK[name] for name in rivals(self.technique))]
        else:
            most = Level.UNFAIR if self.level in (None, Level.EXTREME) else self.level
            table = tuple(row for row in DEFAULT_TECHNIQUES if row.level <= most)
        at_once = [row for row in table if row in (_SINGLES if self.only else _CONFLUENT) and row.id != self.technique]
        return at_once, table[len(at_once) :]

    @cached_property
    def _allowed(self) -> frozenset[str]:
        last = len(DEFAULT_TECHNIQUES) if self.technique is None else _RANK[self.technique]
        return frozenset(row.id for rank, row in enumerate(DEFAULT_TECHNIQUES) if self._is_allowed(row, rank, last))

    def _is_allowed(self, row: Technique, rank: int, last: int) -> bool:
        if self.only:
            return row.level is Level.EASY or row.id == self.technique
        return rank <= last and (self.level is None or row.level <= self.level)

    def allows(self, name: str) -> bool:
        """Return whether an explanation with such a step may match."""
        return name in self._allowed

    def is_met(self, used: set[str], score: int) -> bool:
        """Return whether an explanation with these techniques and this score matches."""
        if not (used <= self._allowed and self.least <= score <= self.most):
            return False
        if self.technique is not None:
            return self.technique in used
        return self.level is None or max((technique(name).level for name in used), default=Level.EASY) is self.level


def _level_of(level: Level | str) -> Level:
    if isinstance(level, Level):
        return level
    if not isinstance(level, str):
        raise ArgumentError.unknown("level", level, [each.title for each in Level])
    return Level.parse(level)


def _technique_of(name: str) -> Technique:
    if not isinstance(name, str):
        raise ArgumentError(f"technique must be a name, not {name!r:.40}")
    row = technique(name)
    if row.id == "answer":
        raise ArgumentError("technique cannot be the answer, which is not a technique to solve with")
    if not row.default:
        raise ArgumentError(f"technique cannot be {row.title}, which no explanation uses unless it is asked for")
    if row.id in NEVER_USED:
        raise ArgumentError(
            f"technique cannot be {row.title}: wherever it has a step, an easier technique has one, too, "
            "so no explanation uses it"
        )
    return row


def _scores_of(rating: tuple[int, int]) -> tuple[int, int]:
    try:
        least, most = map(operator.index, rating)
    except (TypeError, ValueError):
        least, most = 0, -1
    if not 0 <= least <= most:
        raise ArgumentError(f"rating must be (least, most) with 0 <= least <= most, not {rating!r:.40}")
    return least, most


# Many puzzles


class Prefiltered(NamedTuple):
    """The puzzles of a block that may match."""

    rows: Digits
    is_match: NDArray[np.bool_]
    """The puzzles that are known to match; the others must be tested."""
    forms: Digits
    """The canonical forms of 9x9 puzzles that must be tested; else the puzzles."""
    masks: Masks | None
    """The candidates that singles and locked candidates leave in these forms; None if the board is not 9x9."""


def prefilter(difficulty: Difficulty, rows: Digits, shape: Shape) -> Prefiltered:
    """Return the puzzles that may match.

    >>> row = np.array([[1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]], np.uint8)
    >>> prefilter(Difficulty.of("easy"), row, Shape(2, 2)).is_match.tolist()
    [True]
    >>> len(prefilter(Difficulty.of("hard"), row, Shape(2, 2)).rows)
    0
    """
    if shape is not _NINE or not len(rows):
        is_easy = is_solved(after_singles(rows, shape))
        possible = _may_match(difficulty, rows, is_easy, ~is_easy)
        rows = rows[possible]
        return Prefiltered(rows, _is_match(difficulty, is_easy[possible], is_easy[possible]), rows, None)
    masks = pencilmarks_many(rows, threads=1)
    is_simple = is_solved(masks)  # by singles and locked candidates
    is_easy = np.zeros(len(rows), np.bool_)
    is_easy[is_simple] = is_solved(after_singles(rows[is_simple], shape))
    needs_more = difficulty.is_after_locked or (difficulty.level or Level.EASY) > Level.MEDIUM
    possible = _may_match(difficulty, rows, is_easy, ~is_simple if needs_more else ~is_easy)
    if difficulty.only and difficulty.is_after_locked:  # then locked candidates must not add anything to singles
        possible[possible] = (after_singles(rows[possible], shape) == masks[possible]).all(axis=1)
    rows, is_match = rows[possible], _is_match(difficulty, is_easy[possible], is_simple[possible])
    forms = np.where(is_match[:, None], rows, 0)
    forms[~is_match] = canonical_many(rows[~is_match], threads=1).digits
    return Prefiltered(rows, is_match, forms, pencilmarks_many(forms, threads=1))


def is_solved(masks: Masks) -> NDArray[np.bool_]:
    """Return in which puzzles every cell has one candidate.

    >>> is_solved(np.array([[1, 2], [1, 6]], np.uint16)).tolist()
    [True, False]
    """
    return np.asarray(~has_several(masks).any(axis=1))


def _may_match(
    difficulty: Difficulty, rows: Digits, is_easy: NDArray[np.bool_], is_harder: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return which puzzles may match, by whether they are Easy, and by the score that their steps have at least."""
    blanks = np.count_nonzero(rows == 0, axis=1)
    lowest = _SINGLE_SCORES[0] * blanks + np.where(is_easy, 0, _OTHER_SCORE)
    possible = (lowest <= difficulty.most) & (~is_easy | (_SINGLE_SCORES[-1] * blanks >= difficulty.least))
    if difficulty.level is not None:
        possible &= is_easy if difficulty.level is Level.EASY else ~is_easy & is_harder
    return np.asarray(possible)


def _is_match(difficulty: Difficulty, is_easy: NDArray[np.bool_], is_simple: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which puzzles are known to match: Easy ones, and Medium ones that locked candidates solve."""
    has_more = difficulty.is_scored or difficulty.technique is not None
    if has_more or difficulty.level is None or difficulty.level > Level.MEDIUM:
        return np.zeros(len(is_easy), np.bool_)
    return is_easy if difficulty.level is Level.EASY else is_simple & ~is_easy


def after_singles(rows: Digits, shape: Shape) -> Masks:
    """Return the candidates that naked and hidden singles leave.

    >>> row = np.array([[1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]], np.uint8)
    >>> after_singles(row, Shape(2, 2))[0, :4].tolist()
    [1, 2, 8, 4]
    """
    bits = [shape.all_digits, *(1 << digit for digit in range(shape.size))]
    masks: Masks = np.array(bits, np.uint16)[rows] if shape.size < 16 else np.array(bits, np.uint32)[rows]
    done = masks.copy()
    unfinished = np.arange(len(rows))
    while len(unfinished):
        after = _take_singles(masks, shape)
        changed = (after != masks).any(axis=1)
        done[unfinished[~changed]] = masks[~changed]
        unfinished, masks = unfinished[changed], after[changed]
    return done


def _take_singles(masks: Masks, shape: Shape) -> Masks:
    """Remove the digit of each filled cell from its peers, then fill each cell that is the only one for a digit."""
    houses, houses_of = house_tables(shape)
    nothing = masks.dtype.type(0)
    filled = np.where(has_several(masks), nothing, masks)
    taken = np.bitwise_or.reduce(filled[:, houses], axis=2)
    masks = np.where(filled > 0, masks, masks & ~np.bitwise_or.reduce(taken[:, houses_of], axis=2))
    once = np.zeros((len(masks), len(houses)), masks.dtype)
    twice = once.copy()
    for place in range(shape.size):
        here = masks[:, houses[:, place]]
        twice |= once & here
        once |= here
    hidden = masks & np.bitwise_or.reduce((once & ~twice)[:, houses_of], axis=2)
    return np.where(hidden > 0, hidden, masks)


@lru_cache
def house_tables(shape: Shape) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the cells of each house, and the houses of each cell.

    >>> [len(table) for table in house_tables(Shape(3, 3))]
    [27, 81]
    """
    return np.array([list(house) for house in shape.houses], np.intp), np.array(shape.houses_of, np.intp)


# One puzzle


class Task(NamedTuple):
    """Puzzles to test in one call, possibly by a worker process."""

    difficulty: Difficulty
    puzzles: Sequence[Grid]
    masks: Sequence[Sequence[int]] | None
    """What `matches` takes as masks, for each puzzle."""


def _go_on() -> None:
    """Check nothing."""


def match(task: Task, check: Callable[[], None] = _go_on) -> list[bool]:
    """Return which puzzles of a task match.

    >>> match(Task(Difficulty.of("easy"), [Grid("1... ..2. .3.. ...4")], None))
    [True]
    """
    all_masks: Sequence[Sequence[int] | None] = task.masks or [None] * len(task.puzzles)
    return [matches(task.difficulty, *each, check) for each in zip(task.puzzles, all_masks, strict=True)]


def matches(
    difficulty: Difficulty, puzzle: Grid, masks: Sequence[int] | None = None, check: Callable[[], None] = _go_on
) -> bool:
    """Return whether a puzzle with one solution matches.

    If `masks` is given, the puzzle has passed the prefilter and is in canonical form, and these are the candidates that
    singles and locked candidates leave. `check` is called between steps and may raise an exception to stop.

    >>> matches(Difficulty.of("easy"), Grid("1... ..2. .3.. ...4"))
    True
    """
    form = canonical_start(puzzle) if masks is None else puzzle
    if difficulty.level is not None and difficulty.level > Level.EASY:
        # Up to the locked candidates the steps themselves matter, so the masks, which skip such steps, are of no use.
        if masks is not None and (difficulty.technique is None or difficulty.is_after_locked):
            marks = _marks_of(form, masks)
        else:
            marks = Marks.of(Position(form))
        if masks is None and not take_all(marks, _SINGLES).blanks:
            return False
        is_match = _matches_in_tables(difficulty, marks, check)
        if not (is_match and difficulty.is_scored):
            return is_match
    return matches_by_explanation(difficulty, form, check)


def matches_by_explanation(difficulty: Difficulty, form: Grid, check: Callable[[], None] = _go_on) -> bool:
    """Return the same from all steps of the explanation of a puzzle in canonical form, up to one that cannot match.

    >>> matches_by_explanation(Difficulty.of(rating=(0, 20)), Grid("1... ..2. .3.. ...4"))
    False
    """
    start = marks = Marks.of(Position(form))
    steps: list[Step] = []
    lowest = 0  # a hidden single may count as a naked one
    while marks.blanks:
        check()
        step = find_next(marks)
        if step is None or not difficulty.allows(step.technique):
            return False
        steps.append(step)
        row = technique(step.technique)
        lowest += _SINGLE_SCORES[0] if row in _SINGLES else row.score
        if lowest > difficulty.most:
            return False
        marks = marks.after(step.placements, step.eliminations)
    return difficulty.is_met({step.technique for step in steps}, rating_of(steps, start).score)


def _matches_in_tables(difficulty: Difficulty, marks: Marks, check: Callable[[], None]) -> bool:
    """Return whether the techniques up to the requested technique or level are just enough."""
    at_once, one_by_one = difficulty.tables
    used: set[str] = set()
    while True:
        check()
        marks = take_all(marks, at_once)
        step = find_next(marks, one_by_one) if marks.blanks else None
        if step is None:
            break
        if difficulty.technique is not None and not difficulty.allows(step.technique):
            return False
        used.add(step.technique)
        marks = marks.after(step.placements, step.eliminations)
    if difficulty.technique is not None:
        return not marks.blanks and difficulty.technique in used
    if difficulty.level is Level.EXTREME:
        return bool(marks.blanks)
    hardest = max((technique(name).level for name in used), default=Level.MEDIUM)
    return not marks.blanks and hardest is difficulty.level


def take_all(marks: Marks, rows: Sequence[Technique]) -> Marks:
    """Return the marks after all steps of confluent techniques."""
    while marks.blanks:
        steps = next((steps for row in rows if (steps := list(row.find(marks)))), None)
        if steps is None:
            break
        placements = {candidate for step in steps for candidate in step.placements}
        eliminations = {candidate for step in steps for candidate in step.eliminations}
        marks = marks.after(placements, eliminations)
    return marks


def _marks_of(puzzle: Grid, masks: Sequence[int]) -> Marks:
    """Return the marks of a puzzle with these candidates; a cell with only one candidate is filled."""
    digits = bytes(0 if mask & mask - 1 else mask.bit_length() for mask in masks)
    candidates = [mask if mask & mask - 1 else 0 for mask in masks]
    return Marks.of(Position(puzzle, Grid.of_digits(digits, puzzle.shape), candidates))
