"""Formats: reading and writing puzzles as text and files; one file per format, one registry.

`read` returns the `Grid` of a text or a file with one puzzle, or its `Puzzle` if there are rules beyond rows, columns
and boxes. `read_many` yields all puzzles one at a time, each as an `Entry` with everything that the source says about
it. `write` writes puzzles in any format. The structure of the text determines the format. Text that cannot be read is
an error that says what is wrong, where, and what was expected; nothing is skipped.

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

| file | contents |
| --- | --- |
| _read | read, read_many, read_position, sniff |
| _write | write |
| entry | Entry, one puzzle with its comment and other data |
| source | the lines of text, bytes, files and streams |
| registry | FORMATS, all formats by name and by suffix |
| format | Format and LineFormat, the base classes |
| blocks | BlockFormat and the blocks of a stream, for boards with one row per line |
| line, gsf, hodoku, seven_two_nine | formats with one puzzle per line |
| grid, pencilmarks, sdx, ss, sdk | formats with one row per line |
| csv, json, leetcode, opensudoku | tables, JSON and XML |
| nonet, fpuzzles, iss, killer | formats with rules beyond rows, columns and boxes |
| lzstring, iss_codes | the compression of f-puzzles' links; bits, patterns and automata in ISS strings |
"""

from __future__ import annotations

from ._read import read, read_many, read_position, sniff
from ._write import Writable, write
from .csv import PUZZLE_NAMES as PUZZLE_NAMES, SOLUTION_NAMES as SOLUTION_NAMES
from .entry import LEFT_OUT as LEFT_OUT, Entry
from .format import Format
from .opensudoku import xml_text as xml_text
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
