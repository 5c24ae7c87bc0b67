"""The NumPy lanes: some thousand boards side by side; each array operation is a step for all of them.

The candidates of L boards are one array of 81 x L masks (digit d is bit d - 1): row i has cell i of every board, and a
column is one board, a *lane*. A *sweep* is one round of propagation in all lanes, without a branch. After it each lane
goes its own way: a contradictory lane undoes its last guess, a solved one is counted, one that the sweep did not change
makes a guess, and a finished one takes the next puzzle from the queue. So no lane waits for another, and the arrays
shrink when no puzzle is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..geometry import Shape
from ..kernel import Status
from ..rows import BAD, DIGIT_OF_BYTE
from .numpy_branch import choose_branch
from .numpy_sweep import ALL, Masks, Sweeper

__all__ = ["Solved", "pencilmarks", "solve"]

Bytes: TypeAlias = NDArray[np.uint8]
Lanes: TypeAlias = NDArray[np.intp]
"""Indices of lanes."""

_NINE = Shape(3, 3)
_FULL = _NINE.size * _NINE.all_digits
"""The sum of the masks of a solved board."""

_WIDTH = 2048
"""The largest number of lanes: enough to make NumPy's cost per call small, few enough for the cache."""

_NARROW = 128
"""The smallest number of lanes: fewer would take as much time."""

_FAILURES_BEFORE_HELP = 2
"""A lane gets help after this many failed guesses. Helping earlier wastes time on puzzles with many solutions."""

_LAST = 2**62
"""The end of the range of numbers that the parts of one search tree share."""

_BLOCK = 8192
"""The number of puzzles that are translated and checked at a time."""

_GIVEN_OF_BYTE = np.array([0 if digit == BAD else 1 << digit >> 1 for digit in DIGIT_OF_BYTE.tolist()], np.uint16)
_MASK_OF_BYTE = np.where(DIGIT_OF_BYTE == 0, ALL, _GIVEN_OF_BYTE)
"""The candidates of a cell, by its byte; none for a bad one."""

_DIGIT_OF_MASK = np.array([mask.bit_length() for mask in range(_NINE.all_digits + 1)], np.uint8)


class Solved(NamedTuple):
    """The result of a backend: the arrays of a `Batch` and its totals."""

    solutions: Bytes
    counts: NDArray[np.uint64]
    status: Bytes
    guesses: int
    sweeps: int
    guesses_per_puzzle: NDArray[np.uint64] | None = None


def solve(
    cells: Bytes, limit: int, *, want_solutions: bool = True, want_guesses: bool = False, weighs_all: bool = False
) -> Solved:
    """Count the solutions of each row of 81 cells up to the limit, and keep the first one found.

    With `want_guesses`, the guesses for each puzzle are counted, too. With `weighs_all`, no lane counts as easy in the
    choice of a guess.

    >>> row = np.frombuffer(b"12..34..." * 9, np.uint8).reshape(1, 81)
    >>> solve(row, 2).status, solve(np.zeros((1, 81), np.uint8), 2).counts
    (array([10], dtype=uint8), array([2], dtype=uint64))
    """
    search = _Search(cells, limit, want_solutions, weighs_all)
    search.run()
    counts, status = search.counts, search.status
    status[counts > 1] = Status.SEVERAL
    status[counts == 1] = Status.SOLVED if limit == 1 else Status.UNIQUE
    made = search.guesses_per_puzzle if want_guesses else None
    return Solved(search.solutions, counts, status, search.guesses, search.sweeps, made)


def pencilmarks(cells: Bytes) -> Masks:
    """Return the candidates that propagation leaves in each cell; a row of zeros after a contradiction.

    >>> bin(pencilmarks(np.zeros((1, 81), np.uint8))[0, 0])
    '0b111111111'
    """
    status = np.zeros(len(cells), np.uint8)
    masks = np.zeros((len(cells), 81), np.uint16)
    for rows, boards in _blocks(cells, status):
        for start in range(0, len(rows), _WIDTH):
            _propagate(boards[:, start : start + _WIDTH], rows[start : start + _WIDTH], masks)
    return masks


def _propagate(boards: Masks, rows: Lanes, masks: Masks) -> None:
    """Sweep the boards until each is stable, and write those without a contradiction to their rows of `masks`."""
    before = np.zeros(len(rows), np.uint16)
    while len(rows):
        lanes = Sweeper(boards)
        while True:
            bad, total = lanes.sweep()
            done = bad | (total == before)
            before = total
            if 4 * np.count_nonzero(done) >= len(rows):
                break
        kept = np.flatnonzero(done & ~bad)
        masks[rows[kept]] = lanes.cells[:, kept].T
        left = np.flatnonzero(~done)
        boards, rows, before = lanes.cells[:, left], rows[left], before[left]


# Reading puzzles


def _blocks(cells: Bytes, status: Bytes) -> Iterator[tuple[Lanes, Masks]]:
    """Yield the puzzles as lanes, block by block; those that cannot be searched get their status and are left out."""
    for start in range(0, len(cells), _BLOCK):
        block = np.ascontiguousarray(cells[start : start + _BLOCK].T)
        masks = _MASK_OF_BYTE[block]
        here = status[start : start + _BLOCK]
        here[_clashing(_GIVEN_OF_BYTE[block])] = Status.CONFLICT
        here[masks.min(axis=0) == 0] = Status.BAD_VALUE
        good = np.flatnonzero(here == 0)
        if len(good):
            yield start + good, masks if len(good) == len(here) else masks[:, good]


def _clashing(givens: Masks) -> NDArray[np.bool_]:
    """Return which lanes have a given twice in a house: only then does the sum of the bits differ from their union."""
    clash = np.zeros(givens.shape[1], np.bool_)
    for houses, axis in _houses(givens):
        total = np.add.reduce(houses, axis=axis, dtype=np.uint16)
        clash |= (total != np.bitwise_or.reduce(houses, axis=axis)).any(axis=(0, 1))
    return clash


def _is_solution(boards: Masks) -> NDArray[np.bool_]:
    """Return which lanes of singles are solutions: every house has every digit."""
    solved = np.ones(boards.shape[1], np.bool_)
    for houses, axis in _houses(boards):
        solved &= (np.bitwise_or.reduce(houses, axis=axis) == ALL).all(axis=(0, 1))
    return solved


def _houses(boards: Masks) -> list[tuple[Masks, tuple[int, int]]]:
    """Return views of the rows, columns and boxes, each with the axes along a house.

    The boards are indexed by band, row in the band, stack, and column in the stack.
    """
    cube = boards.reshape(3, 3, 3, 3, -1)
    return [(cube, (2, 3)), (cube, (0, 1)), (cube, (1, 3))]


# The search


class _Search:
    """The lanes of a batch, with the puzzle of each lane and the guesses that it can undo.

    When the queue is empty, a lane without a puzzle takes over the oldest alternative of a lane whose guesses have
    failed, so a hard puzzle is spread over many lanes. The lanes of a puzzle divide its search tree into parts, which
    are numbered from left to right: each part owns the numbers from its `first` up to its `after`, and an alternative
    that is handed over gets the upper half of them. These numbers show which of the solutions found is the leftmost,
    the one that a single lane would have found first.
    """

    def __init__(self, cells: Bytes, limit: int, want_solutions: bool, weighs_all: bool) -> None:
        self.limit, self.want_solutions, self.weighs_all = limit, want_solutions, weighs_all
        self.solutions = np.zeros((len(cells) if want_solutions else 0, 81), np.uint8)
        self.counts = np.zeros(len(cells), np.uint64)
        self.status = np.zeros(len(cells), np.uint8)
        self.found_at = np.full(len(cells), _LAST, np.int64)
        """For each puzzle, the first number of the part in which its leftmost solution so far was found."""
        self.guesses = self.sweeps = 0
        self.guesses_per_puzzle = np.zeros(len(cells), np.uint64)
        self.queue = _Queue(_blocks(cells, self.status))
        self.lanes = Sweeper(np.empty((81, 0), np.uint16))
        self.saved = np.empty((0, 8, 81), np.uint16)
        """The alternatives to each lane's guesses, valid from its oldest up to its depth."""
        self.puzzle, self.oldest, self.depth, self.failures, self.first, self.after = np.empty((6, 0), np.int64)
        """For each lane its puzzle (-1 for none), alternatives, failed guesses, and part of the search tree."""
        self.before = np.empty(0, np.uint16)
        """The sum of each lane's masks before the sweep; 0 if the lane was changed since."""
        self.resize(min(max(_NARROW, len(cells)), _WIDTH))

    def run(self) -> None:
        """Search until the queue and the lanes are empty."""
        while len(busy := self.load()):
            bad, total = self.lanes.sweep()
            self.sweeps += len(busy)
            full = total == _FULL
            lanes = np.flatnonzero((bad | full | (total == self.before)) & (self.puzzle >= 0))
            self.before = total
            if len(lanes):
                bad, full = bad[lanes], full[lanes]
                self.guess(lanes[~bad & ~full])
                self.backtrack(lanes[bad | full], self.record(lanes[full & ~bad]))

    def load(self) -> Lanes:
        """Give puzzles, or parts of the search of others, to the lanes that have none; return the busy lanes."""
        free = np.flatnonzero(self.puzzle < 0)
        while len(free) and (block := self.queue.take(len(free))):
            puzzles, boards = block
            lanes, free = free[: len(puzzles)], free[len(puzzles) :]
            self.lanes.cells[:, lanes] = boards
            self.puzzle[lanes] = puzzles
            self.first[lanes], self.after[lanes], self.failures[lanes] = 0, _LAST, 0
            self.before[lanes] = 0
        if len(free):
            self.share()
        return np.flatnonzero(self.puzzle >= 0)

    def share(self) -> None:
        """Fit the width of the arrays to the work, and hand alternatives over to lanes without a puzzle."""
        work = np.count_nonzero(self.puzzle >= 0) + (self.depth - self.oldest)[self.givers()].sum()
        width = min(max(_NARROW, 1 << int(work).bit_length()), _WIDTH)
        if 2 * width <= len(self.puzzle) or width >= 2 * len(self.puzzle):
            self.resize(width)
        free = np.flatnonzero(self.puzzle < 0)
        givers = self.givers()[: len(free)]
        takers = free[: len(givers)]
        self.lanes.cells[:, takers] = self.saved[givers, self.oldest[givers]].T
        self.oldest[givers] += 1
        self.puzzle[takers] = self.puzzle[givers]
        self.failures[takers] = self.failures[givers]
        self.first[takers] = (self.first[givers] + self.after[givers]) // 2
        self.after[takers] = self.after[givers]
        self.after[givers] = self.first[takers]
        self.before[takers] = 0

    def givers(self) -> Lanes:
        """Return the lanes that have alternatives to hand over."""
        return np.flatnonzero(
            (self.failures >= _FAILURES_BEFORE_HELP) & (self.depth > self.oldest) & (self.after > self.first + 1)
        )

    def resize(self, width: int) -> None:
        """Move the busy lanes into arrays of another width, which must be large enough."""
        busy = np.flatnonzero(self.puzzle >= 0)
        boards = np.full((81, width), ALL, np.uint16)
        boards[:, : len(busy)] = self.lanes.cells[:, busy]
        self.lanes = Sweeper(boards)
        saved = np.empty((width, *self.saved.shape[1:]), np.uint16)
        saved[: len(busy)] = self.saved[busy]
        self.saved = saved
        self.before = np.append(self.before[busy], np.zeros(width - len(busy), np.uint16))
        state = np.zeros((6, width), np.int64)
        state[0] = -1
        state[:, : len(busy)] = [
            old[busy] for old in (self.puzzle, self.oldest, self.depth, self.failures, self.first, self.after)
        ]
        self.puzzle, self.oldest, self.depth, self.failures, self.first, self.after = state

    def guess(self, lanes: Lanes) -> None:
        """Make a guess in each lane: save the alternative and continue with the guess."""
        if not len(lanes):
            return
        self.guesses += len(lanes)
        np.add.at(self.guesses_per_puzzle, self.puzzle[lanes], 1)  # several lanes may have the same puzzle
        boards = self.lanes.cells[:, lanes]
        is_easy = (self.depth[lanes] > 0) & (self.failures[lanes] == 0) & (not self.weighs_all)
        cell, digit = choose_branch(boards, is_easy)
        boards[cell, np.arange(len(lanes))] ^= digit
        depth = self.depth[lanes]
        if depth.max() == self.saved.shape[1]:
            self.saved = np.concatenate([self.saved, np.empty_like(self.saved)], axis=1)
        self.saved[lanes, depth] = boards.T
        self.depth[lanes] = depth + 1
        self.lanes.cells[cell, lanes] = digit
        self.before[lanes] = 0

    def record(self, lanes: Lanes) -> Lanes:
        """Count the solutions among full lanes, keep the leftmost of each puzzle, and return the lanes that are done.

        Done are the lanes of a puzzle that has reached the limit, unless they might find a solution further left.
        """
        boards = self.lanes.cells[:, lanes]
        solved = np.flatnonzero(_is_solution(boards))
        if not len(solved):
            return solved
        solved = solved[np.argsort(-self.first[lanes[solved]], kind="stable")]  # the leftmost is written last
        puzzles, first = self.puzzle[lanes[solved]], self.first[lanes[solved]]
        np.add.at(self.counts, puzzles, 1)
        self.counts[puzzles] = np.minimum(self.counts[puzzles], self.limit)
        best = first < self.found_at[puzzles]
        self.found_at[puzzles[best]] = first[best]
        if self.want_solutions:
            self.solutions[puzzles[best]] = _DIGIT_OF_MASK[boards[:, solved[best]]].T
        busy = np.flatnonzero(self.puzzle >= 0)
        puzzles = self.puzzle[busy]
        done = (self.counts[puzzles] == self.limit) & (self.first[busy] >= self.found_at[puzzles])
        return np.compress(done, busy)

    def backtrack(self, lanes: Lanes, done: Lanes) -> None:
        """Continue each lane with its last alternative; a lane that is done or has none is free for another puzzle."""
        self.depth[done] = self.oldest[done]
        can = self.depth[lanes] > self.oldest[lanes]
        back = lanes[can]
        self.depth[back] -= 1
        self.failures[back] += 1
        self.lanes.cells[:, back] = self.saved[back, self.depth[back]].T
        self.before[back] = 0
        free = np.concatenate([lanes[~can], done])
        self.puzzle[free] = -1
        self.depth[free] = self.oldest[free] = self.failures[free] = 0


class _Queue:
    """The puzzles that are not started yet."""

    def __init__(self, blocks: Iterator[tuple[Lanes, Masks]]) -> None:
        self._blocks = blocks
        self._rows = np.empty(0, np.intp)
        self._boards = np.empty((81, 0), np.uint16)

    def take(self, most: int) -> tuple[Lanes, Masks] | None:
        """Return up to `most` puzzles, at least one, with their row numbers; None at the end."""
        if not len(self._rows):
            block = next(self._blocks, None)
            if block is None:
                return None
            self._rows, self._boards = block
        taken = self._rows[:most], self._boards[:, :most]
        self._rows, self._boards = self._rows[most:], self._boards[:, most:]
        return taken
