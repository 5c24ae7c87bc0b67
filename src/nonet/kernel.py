"""The compiled kernel: whether it is used, how many CPUs there are, and the status codes it reports.

The kernel is optional. ``NONET_BACKEND`` chooses between it and the code in Python and NumPy: ``native``, ``numpy``, or
``auto`` (the kernel if it is installed). Every package asks here, so all of them make the same choice.
"""

from __future__ import annotations

import operator
import os
import sys
from enum import IntEnum
from functools import cache
from types import ModuleType
from typing import Literal

from .errors import ArgumentError, SettingError, shortened

__all__ = [
    "MOST_THREADS",
    "Status",
    "backend",
    "cpu_count",
    "installed_kernel",
    "instruction_set",
    "kernel",
    "thread_count",
]

MOST_THREADS = 1024
"""The largest number of threads that can be requested, here and in the kernel."""


@cache
def installed_kernel() -> ModuleType | None:
    """Return the compiled kernel if it is installed, whatever `backend` is.

    >>> kernel() in (None, installed_kernel())
    True
    """
    try:
        from . import _native
    except ImportError:
        return None
    return _native


def backend() -> Literal["native", "numpy"]:
    """Return the backend in use: the kernel if it is installed, unless ``NONET_BACKEND`` says otherwise.

    >>> backend() in ("native", "numpy")
    True
    """
    choice = os.environ.get("NONET_BACKEND", "").strip().lower() or "auto"
    if choice not in ("native", "numpy", "auto"):
        raise SettingError(f"NONET_BACKEND must be native, numpy or auto, not {choice!r:.40}")
    if choice == "native" and installed_kernel() is None:
        raise SettingError("NONET_BACKEND is native, but the compiled kernel is not installed")
    return "numpy" if choice == "numpy" or installed_kernel() is None else "native"


def kernel() -> ModuleType | None:
    """Return the compiled kernel, or None if it is not installed or `backend` is numpy.

    >>> (kernel() is not None) == (backend() == "native")
    True
    """
    return installed_kernel() if backend() == "native" else None


def instruction_set() -> str | None:
    """Return the instruction set that the kernel uses on this machine, such as avx2; None without the kernel.

    >>> instruction_set() in (None, "baseline", "avx2", "avx512")
    True
    """
    found = kernel()
    return None if found is None else str(found.instruction_set())


def cpu_count() -> int:
    """Return the number of CPUs that this process may use.

    >>> cpu_count() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def thread_count(threads: int | None, name: str = "threads") -> int:
    """Return the number of threads or processes to use: the given one, or one for each CPU.

    >>> thread_count(3), thread_count(None) == cpu_count()
    (3, True)
    >>> thread_count(2**32)
    Traceback (most recent call last):
    nonet.errors.ArgumentError: threads must be at most 1024, not 4294967296
    """
    if threads is None:
        return min(cpu_count(), MOST_THREADS)
    threads = operator.index(threads)
    if threads < 1:
        raise ArgumentError(f"{name} must be at least 1, not {shortened(threads)}")
    if threads > MOST_THREADS:
        raise ArgumentError(f"{name} must be at most {MOST_THREADS}, not {shortened(threads)}")
    return threads


class Status(IntEnum):
    """The result for one puzzle. From 10 on, the puzzle could not be searched at all.

    >>> Status.UNIQUE, Status(10).name
    (<Status.UNIQUE: 1>, 'CONFLICT')
    >>> Status.SEVERAL.word, Status.SEVERAL.sentence
    ('several', 'the puzzle has several solutions')
    """

    NO_SOLUTION = 0
    UNIQUE = 1
    SEVERAL = 2
    SOLVED = 3
    CONFLICT = 10
    BAD_VALUE = 11
    BAD_LENGTH = 12

    @property
    def word(self) -> str:
        """The status as one word: none, unique, several, solved, conflict or bad."""
        return _WORDS[self][0]

    @property
    def sentence(self) -> str:
        """The status as a sentence."""
        return _WORDS[self][1]

    @property
    def is_bad(self) -> bool:
        """Whether the puzzle could not be searched."""
        return self >= Status.CONFLICT


_WORDS = {
    Status.NO_SOLUTION: ("none", "the puzzle has no solution"),
    Status.UNIQUE: ("unique", "the puzzle has exactly one solution"),
    Status.SEVERAL: ("several", "the puzzle has several solutions"),
    Status.SOLVED: ("solved", "the puzzle has a solution; whether it is the only one was not checked"),
    Status.CONFLICT: ("conflict", "a digit is given twice in a house"),
    Status.BAD_VALUE: ("bad", "a cell is neither a digit nor a blank"),
    Status.BAD_LENGTH: ("bad", "the puzzle does not have the 81 cells of a 9x9 board"),
}
