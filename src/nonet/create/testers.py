"""Testers: programs beside this one that test puzzles one by one, since Python uses one processor at a time.

They are programs of their own rather than copies of this one, so that a script that makes puzzles need not be written
with them in mind. A question is a line of JSON, the answer a line of one sign a puzzle.
"""

from __future__ import annotations

import contextlib
import json
import queue
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from ..geometry import Shape
from ..grid import Grid
from ..logic import Level
from .fitting import fits
from .wish import Wish

__all__ = ["Task", "Testers", "serve", "told"]

_PROGRAM = "from nonet.create.testers import serve; serve()"


class Task(NamedTuple):
    """Some puzzles to be tested: their digits, or those of their canonical forms with what is known of them."""

    wish: Wish
    shape: Shape
    puzzles: Sequence[bytes]
    masks: Sequence[Sequence[int]]

    def line(self) -> str:
        """The task as a line of JSON."""
        boxes = (self.shape.box_height, self.shape.box_width)
        return json.dumps([tuple(self.wish), boxes, [puzzle.hex() for puzzle in self.puzzles], self.masks])

    @classmethod
    def parse(cls, line: str) -> Task:
        """The task of a line."""
        (level, *rest), boxes, puzzles, masks = json.loads(line)
        wish = Wish(None if level is None else Level(level), *rest)
        return cls(wish, Shape(*boxes), [bytes.fromhex(puzzle) for puzzle in puzzles], masks)


def told(task: Task, check: Callable[[], None] | None = None) -> list[bool]:
    """Which puzzles of a task meet its wish.

    >>> from nonet.create.wish import wish_of
    >>> puzzle = bytes(Grid("1... ..2. .3.. ...4"))
    >>> told(Task.parse(Task(wish_of("easy", None, False, None), Shape(2, 2), [puzzle], []).line()))
    [True]
    """
    grids = [Grid.of_digits(puzzle, task.shape) for puzzle in task.puzzles]
    known: Sequence[Any] = task.masks or [None] * len(grids)
    more = {} if check is None else {"check": check}
    return [fits(task.wish, grid, masks, **more) for grid, masks in zip(grids, known, strict=True)]


def serve() -> None:
    """Answer task after task on the standard streams, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that asks, which then stops its testers
    for line in sys.stdin:
        print("".join("01"[fit] for fit in told(Task.parse(line))), flush=True)


class Testers:
    """So many programs that test puzzles; with one, the work is done here.

    >>> with Testers(1).at_work() as testers:
    ...     testers.number
    1
    """

    def __init__(self, number: int) -> None:
        self.number = number if sys.executable else 1
        self._idle: queue.SimpleQueue[subprocess.Popen[str] | None] = queue.SimpleQueue()
        self._all: list[subprocess.Popen[str]] = []
        self._is_over = False

    @contextlib.contextmanager
    def at_work(self) -> Iterator[Testers]:
        """Start, and stop at the end, whatever the programs do."""
        self._threads = ThreadPoolExecutor(self.number, "nonet-test")
        for _ in range(self.number):
            self._idle.put(None)
        try:
            yield self
        finally:
            self._is_over = True
            for program in self._all:
                program.kill()
            self._threads.shutdown(cancel_futures=True)
            for program in self._all:
                program.communicate()

    def ask(self, task: Task) -> Future[list[bool]]:
        """Which puzzles of a task meet its wish, as soon as a program has told."""
        return self._threads.submit(self._answer, task)

    def _answer(self, task: Task) -> list[bool]:
        program = self._idle.get() or self._started()
        try:
            assert program.stdin is not None  # noqa: S101
            assert program.stdout is not None  # noqa: S101
            program.stdin.write(task.line() + "\n")
            program.stdin.flush()
            signs = program.stdout.readline().strip()
        except (OSError, ValueError):
            signs = ""
        self._idle.put(program)
        if len(signs) != len(task.puzzles):  # it could not be started or was stopped: the work is done here
            return [] if self._is_over else told(task)
        return [sign == "1" for sign in signs]

    def _started(self) -> subprocess.Popen[str]:
        program = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._all.append(program)
        return program
