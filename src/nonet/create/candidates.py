"""The making of candidates: solved grids, reduced as the order says, and those of them that meet it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from ..errors import OutOfTime
from ..geometry import Shape
from ..kernel import backend
from ..logic import Level
from ..search import Trace
from .chance import Chance
from .climbing import climbed
from .minimal import solutions_of_rows
from .order import Order
from .pattern import with_pattern
from .reducing import Rows, rank_kind, reduced
from .sieve import Sifted, hardest, sifted
from .solved import solved_grids

__all__ = ["Maker"]

_NINE = Shape(3, 3)
_IN_STEP, _IN_STEP_WITHOUT_KERNEL, _IN_STEP_IN_PYTHON = 4096, 2048, 8
_TO_CHOOSE, _TO_CLIMB = 2048, 512
_FEWEST_FIRST, _MOST_FIRST = 16, 128
_PATIENCE, _PATIENCE_WITH_PATTERN, _PATIENCE_FOR_LARGE = 200_000, 2_000, 500


class Maker:
    """Makes the candidates of a seed by their numbers, until it is stopped or time is up.

    >>> from nonet.create.order import order_of
    >>> maker = Maker(order_of((3, 3), "none", None, None, None, 0), seed=1)
    >>> maker.make(range(20)).shape
    (20, 81)
    >>> bool((maker.make(range(5, 6))[0] == maker.make(range(20))[5]).all())
    True
    """

    def __init__(self, order: Order, seed: int) -> None:
        self.order, self.seed = order, seed
        self._units = order.units
        self._deadline: float | None = None
        self._stop = threading.Event()

    @property
    def seconds_left(self) -> float | None:
        """How long the work may still take."""
        return None if self._deadline is None else max(self._deadline - monotonic(), 1e-3)

    def begin(self, timeout: float | None) -> None:
        """Let the time run."""
        self._deadline = None if timeout is None else monotonic() + timeout

    @contextmanager
    def stopped_at_the_end(self) -> Iterator[None]:
        """Whatever ends the block, let the makers in other threads end too."""
        try:
            yield
        finally:
            self._stop.set()

    @property
    def patience(self) -> int:
        """After how many candidates in vain an order is given up."""
        if self.order.shape.cells > _NINE.cells:
            return _PATIENCE_FOR_LARGE
        return _PATIENCE if self.order.pattern is None else _PATIENCE_WITH_PATTERN

    def sizes(self, count: int | None) -> Iterator[int]:
        """How many candidates are made in step: few at first, for those who want few, then as many as are fastest."""
        most = _IN_STEP_IN_PYTHON if self.order.shape.cells < _NINE.cells else 1
        if self.order.shape is _NINE:
            most = _IN_STEP if backend() == "native" else _IN_STEP_WITHOUT_KERNEL
            most = most if self.order.pattern is None else most // 64
        if self.is_by_hardness:  # the most promising of a block are chosen, so blocks are the same for everyone
            while True:
                yield _TO_CLIMB if self.is_climbing else _TO_CHOOSE
        size = min(max(count or 0, _FEWEST_FIRST), _MOST_FIRST, most)
        while True:
            yield size
            size = min(2 * size, most)

    @property
    def is_by_hardness(self) -> bool:
        """Whether the hard end is wanted, so that only the most promising candidates of a block are looked at."""
        order = self.order
        is_extreme = order.wish is not None and order.wish.level is Level.EXTREME
        return is_extreme and order.shape is _NINE and order.pattern is None

    @property
    def is_climbing(self) -> bool:
        """Whether clues may be exchanged to make promising candidates harder: nothing else is asked of them."""
        order = self.order
        is_plain = order.wish is not None and order.wish.technique is None and not order.wish.is_scored
        return self.is_by_hardness and is_plain and order.symmetry == "none" and not order.extra

    def sifted(self, numbers: range) -> Sifted:
        """The puzzles among the candidates of these numbers that may meet the wish."""
        assert self.order.wish is not None  # noqa: S101
        rows = self.make(numbers)
        if self.is_by_hardness:
            rows = hardest(rows)
        if self.is_climbing:
            rows = climbed(rows, minimal=self.order.minimal)
        return sifted(self.order.wish, rows, self.order.shape)

    def make(self, numbers: range) -> Rows:
        """The puzzles among the candidates of these numbers."""
        order, chance = self.order, Chance.of(self.seed, numbers)
        grids, there = solved_grids(order.shape, chance, self._trace())
        if not there.all():
            grids, chance = grids[there], chance.only(there)
        if order.pattern is not None:
            puzzles, there = with_pattern(grids, order.pattern, chance, self.counts)
            puzzles = puzzles[there]
        else:
            puzzles = self._reduced(grids, chance)
        return self._meeting(puzzles)

    def _reduced(self, grids: Rows, chance: Chance) -> Rows:
        order = self.order
        units = int(self._units.max()) + 1
        ranks = chance.orders("order", units)[:, 0].astype(rank_kind(units)).take(self._units, axis=1)
        targets = None
        if order.is_counted and not order.minimal and not order.extra:
            targets = order.least + chance.below("target", 1, order.most - order.least + 1)[:, 0]
        puzzles = reduced(grids, ranks, self.ask, targets)
        return self._with_extra(puzzles, grids, chance) if order.extra else puzzles

    def _with_extra(self, puzzles: Rows, grids: Rows, chance: Chance) -> Rows:
        """The puzzles with so many more clues, unit by unit; those for which the units do not add up are left out."""
        units = int(self._units.max()) + 1
        orders = chance.orders("extra", units)[:, 0]
        sizes = np.bincount(self._units)
        made = []
        for puzzle, grid, order in zip(puzzles.copy(), grids, orders, strict=True):
            missing = self.order.extra
            for unit in order:
                cells = self._units == unit
                if missing >= sizes[unit] and not puzzle[cells].any():
                    puzzle[cells] = grid[cells]
                    missing -= sizes[unit]
            if not missing:
                made.append(puzzle)
        return np.array(made, np.uint8).reshape(-1, puzzles.shape[1])

    def _meeting(self, puzzles: Rows) -> Rows:
        """The puzzles that meet the order."""
        order = self.order
        if order.is_counted:
            clues = np.count_nonzero(puzzles, axis=1)
            puzzles = puzzles[(order.least <= clues) & (clues <= order.most)]
        if order.pattern is not None and order.minimal:
            puzzles = puzzles[[self._is_minimal(puzzle) for puzzle in puzzles]]
        return puzzles

    def _is_minimal(self, puzzle: Rows) -> bool:
        cells = np.flatnonzero(puzzle)
        fewer = np.tile(puzzle, (len(cells), 1))
        fewer[np.arange(len(cells)), cells] = 0
        return not self.ask(fewer).any()

    # Questions

    def ask(self, rows: Rows) -> NDArray[np.bool_]:
        """Which puzzles have exactly one solution."""
        return np.asarray(self.counts(rows, 2) == 1)

    def counts(self, rows: Rows, limit: int) -> NDArray[np.intp]:
        """How many solutions puzzles have, up to a limit."""
        return solutions_of_rows(rows, self.order.shape, limit, self._trace())

    def _trace(self) -> Trace:
        """A trace that stops a search when time is up."""
        self.check()
        return Trace(timeout=self.seconds_left)

    def check(self) -> None:
        """Stop here if time is up, or nobody waits any more."""
        if self._stop.is_set() or (self._deadline is not None and monotonic() > self._deadline):
            raise OutOfTime("stopped")
