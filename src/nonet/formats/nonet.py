"""nonet's own text: a board, then one rule per line, as ``str(puzzle)`` has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from ..errors import ArgumentError
from ..geometry import Shape
from ..puzzle import Puzzle
from .entry import Entry
from .format import Lines, RuleFormat, contents, is_rule_line
from .json import document

__all__ = ["NONET", "Nonet"]


class Nonet(RuleFormat):
    """One puzzle: its board and its rules.

    >>> from nonet.formats import read, write
    >>> puzzle = read("1... .... .... ....\\nkiller 5: r1c2 r1c3\\nanti-knight")
    >>> print(write(puzzle, format="nonet"), end="")
    1...............
    killer 5: r1c2 r1c3
    anti-knight
    """

    name = "nonet"
    title = "nonet: a board, then one rule per line"
    suffixes = (".nonet",)

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether there is a rule below the first line."""
        return any(map(is_rule_line, contents(head)[1:]))

    def text_from(self, number: int, line: str, lines: Lines) -> str:
        """Return all lines."""
        return document(chain([(number, line)], lines))

    def entry_of(self, text: str, lenient: bool) -> Entry:
        """Return the puzzle of a text."""
        puzzle = Puzzle.parse(text)
        return Entry(puzzle.grid, puzzle=puzzle if puzzle.rules else None)

    def text_of(self, entry: Entry) -> str:
        """Return the board and the rules."""
        return str(entry.puzzle or Puzzle(entry.grid))

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield one puzzle; several are an error, since a text has only one."""
        for number, text in enumerate(super().write(entries)):
            if number:
                raise ArgumentError("a text in the format nonet has one puzzle; write several as jsonl")
            yield text


NONET = Nonet()
