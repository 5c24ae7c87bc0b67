"""Text and file formats, read and written: one file a family, one registry.

Puzzles come in many forms: a line of 81 characters, a block with frames, a table with a million rows, the file of a
program. `read` gives the one `Grid` of a text or a file, `read_many` all of them one at a time, each an `Entry` with
all that the source says about it; `write` writes them in any form. The format is found out by the structure of the
text; what cannot be read is an error that says what, where and what was expected, and nothing is skipped.

>>> from nonet.formats import read, read_many, write
>>> grid = read('[["1",".",".","."],[".","2",".","."],[".",".",".","."],[".",".",".","."]]')
>>> grid
Grid('1....2..........')
>>> print(write(grid, format="grid"), end="")
1 . | . .
. 2 | . .
----+----
. . | . .
. . | . .
>>> [entry.comment for entry in read_many("1...........2... easy\\n....3...4...1... hard")]
['easy', 'hard']
"""

from __future__ import annotations

from ._read import read, read_many, read_position, sniff
from ._write import Writable, write
from .csv import PUZZLE_NAMES as PUZZLE_NAMES
from .entry import Entry
from .format import Format
from .registry import FORMATS, format_of_suffix
from .source import Source

__all__ = [
    "FORMATS",
    "Entry",
    "Format",
    "Source",
    "Writable",
    "format_of_suffix",
    "read",
    "read_many",
    "read_position",
    "sniff",
    "write",
]
