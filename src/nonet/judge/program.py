"""Judge: the program of one problem, made of the cases that it reads and the answers that it prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .answers import Answer
from .cases import Cases, Lines

__all__ = ["Judge"]


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
    """The short name for the command line."""
    title: str
    """The judge, the number and the title of the problem."""
    reads: str
    """The input in one line of words."""
    prints: str
    """The output in one line of words."""
    run: Callable[[Iterator[str]], Iterator[str]]
    """The program: it takes the lines of the input and yields the output in pieces, each case as soon as it is read."""

    @classmethod
    def of(
        cls, name: str, title: str, cases: Cases, answer: Answer, prints: str, *, between: str = "", after: str = ""
    ) -> Judge:
        """Return the judge that answers one case after the other, with text between or after the answers.

        >>> from nonet.judge.answers import any_solution
        >>> from nonet.judge.cases import counted_boards, digit_layout
        >>> boards = counted_boards(digit_layout(1))
        >>> judge = Judge.of("tiny", "Tiny boards", boards, any_solution, "the solved boards", between="\\n")
        >>> "".join(judge.run(iter(["2", "0", "1"])))
        '1\\n\\n1\\n'
        """

        def run(lines: Iterator[str]) -> Iterator[str]:
            for case in cases.read(Lines(lines)):
                before = between if case.number > 1 else ""
                for piece in answer(case):
                    yield before + piece
                    before = ""
                if after:
                    yield after

        return cls(name, title, cases.reads, prints, run)

    def to_dict(self) -> dict[str, str]:
        """Return the name and the descriptions, as data for JSON.

        >>> from nonet.judge import JUDGES
        >>> JUDGES["uva-989"].to_dict()["title"]
        'UVa 989 Su Doku'
        """
        return {"name": self.name, "title": self.title, "reads": self.reads, "prints": self.prints}
