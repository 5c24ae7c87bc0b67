"""The NumPy lanes: some thousand boards side by side, each array operation a step for all of them.

The candidates of L boards are one array of 81 x L masks (digit d is bit d - 1): line i holds cell i of every board,
and a column is one board, a *lane*. A *sweep* narrows all lanes by one round of propagation with no branch in it.
After it the lanes part: one that is contradictory takes back its last guess, one that is solved is counted, one that
a sweep no longer changes makes a guess, and one that is finished takes the next puzzle from the queue. So no lane
waits for another, and the arrays shrink when no puzzle is left.
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
"""Numbers of lanes."""

_NINE = Shape(3, 3)
_FULL = _NINE.size * _NINE.all_digits
"""What the masks of a solved board add up to."""

_WIDTH = 2048
"""Lanes at a time: enough to make NumPy's cost per call small, few enough for the arrays to stay in the cache."""

_NARROW = 128
"""Fewer lanes than this cost as much."""

_OFTEN = 2
"""How often a lane turns back before others help it: at once, they would be led astray by puzzles of many solutions."""

_LAST = 2**62
"""The numbers that the pieces of one search tree share end here."""

_BLOCK = 8192
"""Puzzles translated and looked over at a time."""

_GIVEN_OF_BYTE = np.array([0 if digit == BAD else 1 << digit >> 1 for digit in DIGIT_OF_BYTE.tolist()], np.uint16)
_MASK_OF_BYTE = np.where(DIGIT_OF_BYTE == 0, ALL, _GIVEN_OF_BYTE)
"""The candidates of a cell in which a byte stands; none for a bad one."""

_DIGIT_OF_MASK = np.array([mask.bit_length() for mask in range(_NINE.all_digits + 1)], np.uint8)


class Solved(NamedTuple):
    """What a backend answers: the arrays of a `Batch` and its totals."""

    solutions: Bytes
    counts: NDArray[np.uint32]
    status: Bytes
    guesses: int
    sweeps: int


def solve(cells: Bytes, limit: int, *, want_solutions: bool = True) -> Solved:
    """Count the solutions of each row of 81 cells up to the limit, and keep the first one found.

    >>> row = np.frombuffer(b"12..34..." * 9, np.uint8).reshape(1, 81)
    >>> solve(row, 2).status, solve(np.zeros((1, 81), np.uint8), 2).counts
    (array([10], dtype=uint8), array([2], dtype=uint32))
    """
    search = _Search(cells, limit, want_solutions)
    search.run()
    counts, status = search.counts, search.status
    status[counts > 1] = Status.SEVERAL
    status[counts == 1] = Status.SOLVED if limit == 1 else Status.UNIQUE
    return Solved(search.solutions, counts, status, search.guesses, search.sweeps)


def pencilmarks(cells: Bytes) -> Masks:
    """The candidates that propagation alone leaves in each cell; a row of zeros where it meets a contradiction.

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
    """Sweep the boards until each is stable, and write those without a contradiction to their rows of the masks."""
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
    """The puzzles as lanes, block by block; what cannot be searched gets its status and is left out."""
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
    """Which lanes have a given twice in a house: only then is the sum of the bits not their union."""
    clash = np.zeros(givens.shape[1], np.bool_)
    for houses, axis in _houses(givens):
        total = np.add.reduce(houses, axis=axis, dtype=np.uint16)
        clash |= (total != np.bitwise_or.reduce(houses, axis=axis)).any(axis=(0, 1))
    return clash


def _is_solution(boards: Masks) -> NDArray[np.bool_]:
    """Which lanes of singles are solutions: those in which every house has every digit."""
    solved = np.ones(boards.shape[1], np.bool_)
    for houses, axis in _houses(boards):
        solved &= (np.bitwise_or.reduce(houses, axis=axis) == ALL).all(axis=(0, 1))
    return solved


def _houses(boards: Masks) -> list[tuple[Masks, tuple[int, int]]]:
    """Rows, columns and boxes: the boards by band, row in it, stack, column in it; and the axes along a house."""
    cube = boards.reshape(3, 3, 3, 3, -1)
    return [(cube, (2, 3)), (cube, (0, 1)), (cube, (1, 3))]


# The search


class _Search:
    """The lanes of a batch, with the puzzle that each works on and the guesses that it can still take back.

    When the queue is empty, a lane without a puzzle takes over the oldest alternative of one that has turned back
    before, so that a hard puzzle ends up in many lanes. The lanes of a puzzle divide its search tree in pieces, which
    are numbered from left to right: each owns the numbers from its `first` up to its `after`, and what it hands over
    takes the upper half of them. So it is known which of the solutions found is the leftmost, the one that a single
    lane would have found first.
    """

    def __init__(self, cells: Bytes, limit: int, want_solutions: bool) -> None:
        self.limit, self.want_solutions = limit, want_solutions
        self.solutions = np.zeros((len(cells) if want_solutions else 0, 81), np.uint8)
        self.counts = np.zeros(len(cells), np.uint32)
        self.status = np.zeros(len(cells), np.uint8)
        self.found_at = np.full(len(cells), _LAST, np.int64)
        """The first number of the piece in which each puzzle's leftmost solution so far was found."""
        self.guesses = self.sweeps = 0
        self.queue = _Queue(_blocks(cells, self.status))
        self.lanes = Sweeper(np.empty((81, 0), np.uint16))
        self.saved = np.empty((0, 8, 81), np.uint16)
        """The alternatives of each lane's guesses, those from its oldest up to its depth."""
        self.puzzle, self.oldest, self.depth, self.turns, self.first, self.after = np.empty((6, 0), np.int64)
        """For each lane its puzzle (-1 for none), alternatives, times it turned back, and piece of the search tree."""
        self.before = np.empty(0, np.uint16)
        """What each lane's masks added up to before the sweep; 0 where the lane was changed since."""
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
                self.turn_back(lanes[bad | full], self.record(lanes[full & ~bad]))

    def load(self) -> Lanes:
        """Give the next puzzles to the lanes that have none, or else a share of another's; the lanes that are busy."""
        free = np.flatnonzero(self.puzzle < 0)
        while len(free) and (block := self.queue.take(len(free))):
            puzzles, boards = block
            lanes, free = free[: len(puzzles)], free[len(puzzles) :]
            self.lanes.cells[:, lanes] = boards
            self.puzzle[lanes] = puzzles
            self.first[lanes], self.after[lanes], self.turns[lanes] = 0, _LAST, 0
            self.before[lanes] = 0
        if len(free):
            self.share()
        return np.flatnonzero(self.puzzle >= 0)

    def share(self) -> None:
        """Make the arrays as wide as there is work, and hand alternatives over to lanes without a puzzle."""
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
        self.turns[takers] = self.turns[givers]
        self.first[takers] = (self.first[givers] + self.after[givers]) // 2
        self.after[takers] = self.after[givers]
        self.after[givers] = self.first[takers]
        self.before[takers] = 0

    def givers(self) -> Lanes:
        """The lanes that have alternatives and could do with help."""
        return np.flatnonzero((self.turns >= _OFTEN) & (self.depth > self.oldest) & (self.after > self.first + 1))

    def resize(self, width: int) -> None:
        """Move the busy lanes into arrays of another width, which must be enough for them."""
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
            old[busy] for old in (self.puzzle, self.oldest, self.depth, self.turns, self.first, self.after)
        ]
        self.puzzle, self.oldest, self.depth, self.turns, self.first, self.after = state

    def guess(self, lanes: Lanes) -> None:
        """Branch each lane: save its alternative, go on with the guess."""
        if not len(lanes):
            return
        self.guesses += len(lanes)
        boards = self.lanes.cells[:, lanes]
        cell, digit = choose_branch(boards)
        boards[cell, np.arange(len(lanes))] ^= digit
        depth = self.depth[lanes]
        if depth.max() == self.saved.shape[1]:
            self.saved = np.concatenate([self.saved, np.empty_like(self.saved)], axis=1)
        self.saved[lanes, depth] = boards.T
        self.depth[lanes] = depth + 1
        self.lanes.cells[cell, lanes] = digit
        self.before[lanes] = 0

    def record(self, lanes: Lanes) -> Lanes:
        """Count the solutions among full lanes and keep each puzzle's leftmost; the lanes that need not go on.

        These are the lanes of a puzzle that has reached the limit, unless they might hold a solution further left.
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

    def turn_back(self, lanes: Lanes, done: Lanes) -> None:
        """Take up each lane's last alternative; one that is done or has none is free for another puzzle."""
        self.depth[done] = self.oldest[done]
        can = self.depth[lanes] > self.oldest[lanes]
        back = lanes[can]
        self.depth[back] -= 1
        self.turns[back] += 1
        self.lanes.cells[:, back] = self.saved[back, self.depth[back]].T
        self.before[back] = 0
        free = np.concatenate([lanes[~can], done])
        self.puzzle[free] = -1
        self.depth[free] = self.oldest[free] = self.turns[free] = 0


class _Queue:
    """The puzzles still to come, handed out in pieces of any length."""

    def __init__(self, blocks: Iterator[tuple[Lanes, Masks]]) -> None:
        self._blocks = blocks
        self._rows = np.empty(0, np.intp)
        self._boards = np.empty((81, 0), np.uint16)

    def take(self, most: int) -> tuple[Lanes, Masks] | None:
        """Up to that many puzzles, at least one, with the rows they come from; None at the end."""
        if not len(self._rows):
            block = next(self._blocks, None)
            if block is None:
                return None
            self._rows, self._boards = block
        taken = self._rows[:most], self._boards[:, :most]
        self._rows, self._boards = self._rows[most:], self._boards[:, most:]
        return taken
