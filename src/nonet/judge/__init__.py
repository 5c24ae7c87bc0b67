"""Judge: programs for online judges, from standard input to standard output, exact to the byte.

Each judge is the program of one well-known problem. It reads the lines of the input and prints exactly the output that
the problem asks for, each case as soon as it is read. `JUDGES` lists the judges by name; `run` runs one of them.
`source` returns a short program that a student can submit, one file that does not need nonet.

>>> import io, sys
>>> from nonet import judge
>>> board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> judge.run("poj-3074", io.StringIO(f"{board}\\nend\\n"), sys.stdout)
534678912672195348198342567859761423426853791713924856961537284287419635345286179

| file | contents |
| --- | --- |
| registry | JUDGES, find_judge, run and source |
| program | Judge, the program of one problem |
| cases | reading the input: lines, boards, cases |
| answers | what is printed for a case |
| judges | the judges whose boards are text |
| leetcode | the judges whose boards are JSON, and the class that LeetCode expects |
| solutions/ | one file per judge to submit; never imported |
"""

from __future__ import annotations

from .program import Judge
from .registry import JUDGES, find_judge, run, source

__all__ = ["JUDGES", "Judge", "find_judge", "run", "source"]
