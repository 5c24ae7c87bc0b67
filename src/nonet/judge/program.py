"""A judge, and how its program is put together from the cases that it reads and the answers that it prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from .answers import Answer
from .cases import Cases, Lines

__all__ = ["Judge", "Program", "program"]

Program: TypeAlias = Callable[[Iterator[str]], Iterator[str]]
"""The lines of the input in, the text of the output out, chunk by chunk."""


class Judge(NamedTuple):
    """The program of one problem of an online judge.

    >>> from nonet.judge import JUDGES
    >>> judge = JUDGES["uva-989"]
    >>> judge.title
    'UVa 989 Su Doku'
    >>> list(judge.run(iter(["1", "0", "", "1", "1"])))
    ['1\\n', '\\n1\\n']
    """

    name: str
    """The short name, as the command line takes it."""
    title: str
    """Where the problem is set and what it is called there."""
    reads: str
    """The input in one line."""
    prints: str
    """The output in one line."""
    run: Program
    """The program itself; each case is answered as soon as it is read."""


def program(cases: Cases, answer: Answer, *, between: str = "", after: str = "") -> Program:
    """The program that answers one case after the other, with something between or after the answers.

    >>> from nonet.judge.answers import any_solution
    >>> from nonet.judge.cases import counted, digit_layout
    >>> "".join(program(counted(digit_layout(1)), any_solution, between="\\n")(iter(["2", "0", "1"])))
    '1\\n\\n1\\n'
    """

    def run(lines: Iterator[str]) -> Iterator[str]:
        for case in cases(Lines(lines)):
            before = between if case.number > 1 else ""
            for chunk in answer(case):
                yield before + chunk
                before = ""
            if after:
                yield after

    return run
