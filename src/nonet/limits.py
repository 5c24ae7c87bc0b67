"""The limits on what is read and proved, so that no input takes forever or fills the memory. All of them are here.

They are far above anything that real files contain. Input beyond a limit is a `FormatError` that names the limit.

>>> LONGEST_BOARD < LONGEST_LINE < LONGEST_DOCUMENT
True
"""

from __future__ import annotations

__all__ = [
    "DEEPEST_RULE",
    "LARGEST_NUMBER",
    "LARGEST_PROOF",
    "LARGEST_RATIO",
    "LONGEST_BOARD",
    "LONGEST_DOCUMENT",
    "LONGEST_LINE",
    "LONGEST_PATTERN",
    "LONGEST_QUOTE",
    "MOST_BAD_LINES",
    "MOST_IN_VAIN",
    "MOST_LINES",
    "MOST_MOVES",
    "MOST_PRIMITIVES",
    "MOST_RULES",
    "MOST_RULE_CELLS",
    "MOST_SETS",
    "MOST_STATES",
    "UNPACKED_FREELY",
    "quoted",
]

LONGEST_BOARD = 100_000
"""Characters of one board: more than any drawing of a board takes."""

LONGEST_LINE = 1 << 20
"""Characters of one line of text."""

LONGEST_DOCUMENT = 1 << 28
"""Characters of one JSON text, and of one line of XML or JSON. Such files are often one long line."""

MOST_LINES = 10_000
"""Lines that belong to one puzzle: its rows, and the comments and titles above it."""

MOST_BAD_LINES = 1_000
"""Lines that cannot be decoded. If there are more, the encoding is wrong, or the file is not text."""

MOST_IN_VAIN = 1 << 28
"""Bytes of a batch without any puzzle: the input may be endless, or a gzip bomb."""

UNPACKED_FREELY = 1 << 22
"""Bytes that a compressed file may always have when it is unpacked."""

LARGEST_RATIO = 500
"""The largest ratio of unpacked to compressed bytes beyond that; one puzzle a million times over has a ratio of 300."""

LARGEST_PROOF = 1 << 26
"""Bytes of a proof as the SAT solver writes it; as text it is two to three times as long."""

MOST_RULES = 10_000
"""Rules of one puzzle; also the alternatives of one any-of rule."""

MOST_RULE_CELLS = 1_000
"""Cells of one rule: more than a board has, since a line may visit a cell twice."""

DEEPEST_RULE = 8
"""Levels of any-of and all-of rules inside each other."""

LARGEST_NUMBER = 1_000_000
"""The largest sum, weight or value of a rule; the smallest is its negative."""

LONGEST_PATTERN = 1_000
"""Characters of the pattern of a regex rule, and of the expression of a pair rule."""

MOST_STATES = 5_000
"""States of an automaton, after it was made deterministic."""

MOST_MOVES = 200_000
"""Moves of an automaton as it is written."""

MOST_SETS = 20_000
"""Sets of digits that the cells of one rule can have."""

MOST_PRIMITIVES = 200_000
"""Primitives of one puzzle, after all rules were translated."""

LONGEST_QUOTE = 40
"""Characters of the input that a message quotes."""


def quoted(text: str) -> str:
    """Return a text in quotes for a message, shortened if it is long.

    >>> quoted("12x"), len(quoted("x" * 1000))
    ("'12x'", 42)
    """
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…")
