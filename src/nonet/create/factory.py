"""PuzzleFactory: makes the puzzles of a request from numbered candidates, a block at a time.

A candidate starts as a random solved grid. If a technique is requested, most candidates start from a position of the
bank instead, so that rare techniques are found in seconds. Then clues are removed.

Ratings of Sudoku Explainer are computed next, in the same threads, by the kernel. They also select the candidates for
Extreme puzzles. The steps decide which level a puzzle has, but that takes longer. Without the kernel the steps take
less time than the ratings, so they come first.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from ..engine import solve_many
from ..errors import OutOfTime
from ..geometry import Shape
from ..kernel import backend, kernel
from ..logic import ExplainerWanted, Level
from ..position import Position
from .bank import read_bank
from .difficulty import Prefiltered, prefilter
from .explainer_ratings import has_ratings
from .hill_climbing import SHARE_FOR_EXTREME, climb, climb_to_ratings, is_promising
from .near_bank import near_starts
from .patterns import fill_pattern
from .random_source import RandomSource
from .reduction import Digits, Ranks, is_minimal, random_ranks, remove_clues, solution_counts
from .request import Request
from .solved_grids import solved_grids

__all__ = ["PuzzleFactory"]

_NINE = Shape(3, 3)
_NATIVE_BLOCK, _NUMPY_BLOCK, _PYTHON_BLOCK = 4096, 2048, 8
"""Candidates per block: as many as are fastest with the kernel, with NumPy, and on boards other than 9x9."""
_BLOCK_TO_RATE = 1024
"""Candidates per block if most of the time is spent on ratings."""
_FIRST_BLOCK = (16, 128)
_NEAR_BANK = 4
"""All candidates but one in 4 start from the bank, if they can."""
_OF_EXTREME = ExplainerWanted.of((8.5, math.inf))
"""The ratings of the candidates that are tested for the level Extreme."""
_PATIENCE, _PATIENCE_WITH_PATTERN, _PATIENCE_FOR_LARGE = 200_000, 2_000, 500


class PuzzleFactory:
    """The puzzles of a request and a seed. Each depends only on the number of its candidate.

    Any number of threads may use a factory. After `stop`, or when time is up, all of them get `OutOfTime`.

    >>> factory = PuzzleFactory(Request.of(), seed=1)
    >>> factory.puzzles(range(20)).shape
    (20, 81)
    >>> bool((factory.puzzles(range(5, 6))[0] == factory.puzzles(range(20))[5]).all())
    True
    """

    def __init__(self, request: Request, seed: int) -> None:
        self.request, self.seed = request, seed
        self._unit_of = request.unit_of
        self._positions = _bank_positions(request)
        self._deadline: float | None = None
        self._is_stopped = threading.Event()

    # Time

    def start(self, timeout: float | None) -> None:
        """Start the clock."""
        self._deadline = None if timeout is None else monotonic() + timeout

    def stop(self) -> None:
        """Stop the threads that use the factory."""
        self._is_stopped.set()

    def check(self) -> None:
        """Raise `OutOfTime` if time is up or the factory is stopped."""
        if self._is_stopped.is_set() or (self._deadline is not None and monotonic() > self._deadline):
            raise OutOfTime("stopped")

    @property
    def seconds_left(self) -> float | None:
        """The seconds until time is up, or None if there is no limit."""
        return None if self._deadline is None else max(self._deadline - monotonic(), 1e-3)

    # Blocks

    @property
    def patience(self) -> int:
        """The number of candidates in a row without success after which a run is given up."""
        if self.request.shape.cells > _NINE.cells:
            return _PATIENCE_FOR_LARGE
        return _PATIENCE if self.request.pattern is None else _PATIENCE_WITH_PATTERN

    @property
    def selects_promising(self) -> bool:
        """Whether only the most promising candidates are tested, to find Extreme puzzles."""
        request = self.request
        if self._positions or request.explainer is not None or request.difficulty is None:
            return False
        return request.difficulty.level is Level.EXTREME and request.shape is _NINE and request.pattern is None

    @property
    def may_move_clues(self) -> bool:
        """Whether a puzzle still meets the request if one of its clues moves to another cell, apart from its rating."""
        request = self.request
        return request.pattern is None and request.symmetry == "none" and not (request.extra or self._positions)

    @property
    def climbs(self) -> bool:
        """Whether clues are moved until the ratings are as requested, since few random puzzles have them."""
        return self.may_move_clues and self.request.explainer is not None and self.request.explainer.is_rare

    @property
    def rates_first(self) -> bool:
        """Whether ratings of Sudoku Explainer are computed before the steps that decide about the level."""
        return self.climbs or self.request.difficulty is None or kernel() is not None

    def block_sizes(self, count: int | None) -> Iterator[int]:
        """Yield how many candidates each block has: few at first, in case few are requested, then more."""
        most = _PYTHON_BLOCK if self.request.shape.cells < _NINE.cells else 1
        if self.request.shape is _NINE:
            most = _NATIVE_BLOCK if backend() == "native" else _NUMPY_BLOCK
            most = most if self.request.pattern is None else most // 64
            most = min(most, _BLOCK_TO_RATE) if self._wanted is not None else most
        size = min(max(count or 0, _FIRST_BLOCK[0]), _FIRST_BLOCK[1], most)
        while True:
            yield size
            size = min(2 * size, most)

    def prefiltered(self, numbers: range) -> Prefiltered:
        """Return the puzzles of these candidates that may have the requested difficulty."""
        assert self.request.difficulty is not None  # noqa: S101
        rows = self._candidates(numbers)
        if self.selects_promising:
            rows = rows[is_promising(rows)]
            if self.may_move_clues and not self.request.difficulty.is_scored:
                rows = climb(rows, minimal=self.request.minimal, share=SHARE_FOR_EXTREME)
        if self.rates_first:
            rows = self.rated(rows)
        return prefilter(self.request.difficulty, rows, self.request.shape)

    def puzzles(self, numbers: range) -> Digits:
        """Return the puzzles of these candidates; a candidate that does not meet the request has none."""
        return self.rated(self._candidates(numbers))

    @property
    def _wanted(self) -> ExplainerWanted | None:
        return _OF_EXTREME if self.selects_promising else self.request.explainer

    def rated(self, rows: Digits) -> Digits:
        """Return the puzzles with the requested ratings of Sudoku Explainer, or puzzles near them."""
        if self._wanted is None:
            return rows
        if self.climbs:
            return climb_to_ratings(
                self._wanted, rows, minimal=self.request.minimal, seconds_left=self._checked_seconds_left
            )
        return rows[has_ratings(self._wanted, rows, self._checked_seconds_left)]

    def _checked_seconds_left(self) -> float | None:
        self.check()
        return self.seconds_left

    def _candidates(self, numbers: range) -> Digits:
        """Return the candidates with the requested clues, before they are rated."""
        self.check()
        request, source = self.request, RandomSource.of(self.seed, numbers)
        grids, exists = solved_grids(request.shape, source, timeout=self.seconds_left)
        if not exists.all():
            grids, source = grids[exists], source.select(exists)
        if request.pattern is not None:
            puzzles = fill_pattern(grids, request.pattern, source, self._counts)
        elif self._positions:
            puzzles = self._with_bank(grids, source, np.arange(numbers.start, numbers.stop) % _NEAR_BANK > 0)
        else:
            puzzles = self._without_clues(grids, grids, random_ranks(source, self._unit_of), source)
        if request.limits_clues:
            clues = np.count_nonzero(puzzles, axis=1)
            puzzles = puzzles[(request.least <= clues) & (clues <= request.most)]
        if request.pattern is not None and request.minimal:
            puzzles = puzzles[is_minimal(puzzles, self._is_unique)]
        return puzzles

    def _with_bank(self, grids: Digits, source: RandomSource, is_near: NDArray[np.bool_]) -> Digits:
        """Return the puzzles if some candidates start from the bank, without those that are in the bank."""
        boards, ranks = grids.copy(), random_ranks(source, self._unit_of)
        start = near_starts(self._positions, source.select(is_near))
        boards[is_near], ranks[is_near] = start.boards, start.ranks
        grids[is_near] = solve_many(start.known, threads=1).solutions
        puzzles = self._without_clues(boards, grids, ranks, source)
        is_new = np.ones(len(puzzles), np.bool_)
        is_new[is_near] = (puzzles[is_near] != start.known).any(axis=1)
        return puzzles[is_new]

    def _without_clues(self, boards: Digits, grids: Digits, ranks: Ranks, source: RandomSource) -> Digits:
        request, targets = self.request, None
        if request.limits_clues and not request.minimal and not request.extra:
            targets = request.least + source.below("target", 1, request.most - request.least + 1)[:, 0]
        puzzles = remove_clues(boards, ranks, self._is_unique, targets)
        return self._with_extra_clues(puzzles, grids, source) if request.extra else puzzles

    def _with_extra_clues(self, puzzles: Digits, grids: Digits, source: RandomSource) -> Digits:
        """Return the puzzles with extra clues, unit by unit, without those for which the units do not add up."""
        sizes = np.bincount(self._unit_of)
        made = []
        for puzzle, grid, units in zip(
            puzzles.copy(), grids, source.permutations("extra", len(sizes))[:, 0], strict=True
        ):
            missing = self.request.extra
            for unit in units:
                cells = self._unit_of == unit
                if missing >= sizes[unit] and not puzzle[cells].any():
                    puzzle[cells] = grid[cells]
                    missing -= sizes[unit]
            if not missing:
                made.append(puzzle)
        return np.array(made, np.uint8).reshape(-1, puzzles.shape[1])

    def _is_unique(self, rows: Digits) -> NDArray[np.bool_]:
        return np.asarray(self._counts(rows, 2) == 1)

    def _counts(self, rows: Digits, limit: int) -> NDArray[np.intp]:
        self.check()
        return solution_counts(rows, self.request.shape, limit, timeout=self.seconds_left)


def _bank_positions(request: Request) -> list[Position]:
    """Return the positions of the bank from which candidates can start.

    There are none if the clues must be in certain cells, or if the technique is so easy that random puzzles need it.
    """
    difficulty = request.difficulty
    if difficulty is None or difficulty.technique is None or difficulty.level is None:
        return []
    if request.shape is not _NINE or request.pattern is not None or request.symmetry != "none":
        return []
    if difficulty.level <= Level.MEDIUM:
        return []
    found = read_bank().positions(difficulty.technique)
    return [each.position for each in found if each.kind == found[0].kind]  # the best kind comes first
