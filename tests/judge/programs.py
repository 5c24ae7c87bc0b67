"""Helpers of the judge tests: running a judge or the file to submit to it, and writing boards for it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from nonet import Grid, judge
from tests.boards import INKALA, WIKIPEDIA, WIKIPEDIA_SOLUTION

INKALA_SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
NINES = [(WIKIPEDIA, WIKIPEDIA_SOLUTION), (INKALA, INKALA_SOLUTION)]
"""Two puzzles with one solution each."""

HALF_BLANK = "12....... ......... 798123456 214365897 365897214 879214365 532941678 641578932 .........".replace(
    " ", ""
)
"""A board with a few solutions."""

LETTERS = "-ABCDEFGHIJKLMNOP"

SOLUTIONS = Path(judge.__file__).parent / "solutions"

LEETCODE = """
import json, runpy, sys
solution = runpy.run_path(sys.argv[1])["Solution"]()
for line in sys.stdin:
    board = json.loads(line)
    if hasattr(solution, "isValidSudoku"):
        answer = solution.isValidSudoku(board)
    else:
        assert solution.solveSudoku(board) is None
        answer = board
    print(json.dumps(answer, separators=(",", ":")))
"""
"""What LeetCode does: it calls a method of the class for each board."""


def printed(name: str, text: str) -> str:
    """Return everything that a judge prints."""
    output = io.StringIO()
    judge.run(name, io.StringIO(text), output)
    return output.getvalue()


def rows(cells: str, *, gap: str = "", blank: str = "0") -> str:
    """Return a 9x9 board of symbols, one row per line."""
    cells = cells.replace(".", blank)
    return "".join(gap.join(cells[start : start + 9]) + "\n" for start in range(0, 81, 9))


def lettered(grid: Grid) -> str:
    """Return a 16x16 board in letters, one row per line."""
    return "".join("".join(LETTERS[digit] for digit in row) + "\n" for row in grid.rows)


def submitted(name: str, text: str, *, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    """Run the file to submit to a judge in a process of its own, as the judge does: without nonet."""
    file = str(SOLUTIONS / f"{name.replace('-', '_')}.py")
    command = ["-c", LEETCODE, file] if name.startswith("leetcode") else [file]
    return subprocess.run(
        [python, "-I", *command], input=text, capture_output=True, encoding="utf-8", timeout=60, check=False
    )


ONE_BOARD = ["luogu-p1784", "luogu-p1074", "boj-2580", "tioj-1025", "boj-2239", "vijos-1632", "lanqiao", "mimuw-zad7"]
"""The judges whose input is one 9x9 board."""
MANY_BOARDS = ["hdu-1426", "uva-989", "poj-2676", "poj-2918", "poj-3074", "euler-96", "leetcode-36", "leetcode-37"]
"""The judges whose input is any number of 9x9 boards."""
LETTER_BOARDS = ["poj-3076", "spoj-1110"]
"""The judges whose input is any number of 16x16 boards."""


def written(name: str, puzzles: Sequence[str]) -> str:
    """Return the input of a judge with these boards; the judges of one board take the first."""
    count = f"{len(puzzles)}\n"
    match name:
        case "luogu-p1784" | "luogu-p1074" | "boj-2580" | "tioj-1025":
            return rows(puzzles[0], gap=" ")
        case "boj-2239" | "vijos-1632" | "lanqiao" | "mimuw-zad7":
            return rows(puzzles[0])
        case "hdu-1426":
            return "\n".join(rows(puzzle, gap=" ", blank="?") for puzzle in puzzles)
        case "uva-989":
            return "\n".join("3\n" + rows(puzzle, gap=" ") for puzzle in puzzles)
        case "poj-2676":
            return count + "".join(map(rows, puzzles))
        case "poj-2918":
            return count + "".join(rows(puzzle) + "\n" for puzzle in puzzles)
        case "poj-3074":
            return "".join(f"{puzzle}\n" for puzzle in puzzles) + "end\n"
        case "euler-96":
            return "".join(f"Grid {number:02}\n{rows(puzzle)}" for number, puzzle in enumerate(puzzles, start=1))
        case "poj-3076":
            return "\n".join(lettered(Grid(puzzle, (4, 4))) for puzzle in puzzles)
        case "spoj-1110":
            return count + "\n".join(lettered(Grid(puzzle, (4, 4))) for puzzle in puzzles)
        case _:
            return "".join(json.dumps(list(map(list, rows(puzzle, blank=".").split()))) + "\n" for puzzle in puzzles)
