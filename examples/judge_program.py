"""Test your program for an online judge against nonet, on new boards. For contestants.

    python judge_program.py my_p1784.py
    python judge_program.py

Your program solves Luogu P1784: it reads nine rows of nine digits (0 is a blank) from standard input, and prints the
solved board. Without an argument, the file that nonet offers to submit is tested; it is saved as p1784.py.
`nonet judge --list` lists the other judges.
"""

import io
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import nonet
from nonet import judge

NAME = "luogu-p1784"

if sys.argv[1:]:
    program = Path(sys.argv[1])
else:
    program = Path("p1784.py")
    program.write_text(judge.source(NAME), encoding="utf-8")

# Ten random boards, and the board of the sample, which is hard for a search.
sample = nonet.Grid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
boards = [*nonet.generate(count=10, seed=1), sample]

for number, board in enumerate(boards, 1):
    digits = [str(digit) for digit in board]
    text = "".join(" ".join(digits[start : start + 9]) + "\n" for start in range(0, 81, 9))
    expected = io.StringIO()
    judge.run(NAME, io.StringIO(text), expected)  # exact to the byte, as the judge compares
    start = perf_counter()
    done = subprocess.run([sys.executable, program], input=text, capture_output=True, text=True, check=False)  # noqa: S603
    milliseconds = (perf_counter() - start) * 1000
    if done.stdout != expected.getvalue():
        sys.exit(f"test {number}: wrong answer\ninput:\n{text}expected:\n{expected.getvalue()}got:\n{done.stdout}")
    print(f"test {number}: accepted, {milliseconds:.0f} ms")
