"""Count the instructions that the kernel takes per puzzle: ``python benchmarks/instructions.py puzzles.txt more.txt``.

Instruction counts hardly depend on what else the machine does, so they show small gains that timings hide. They are
counted by valgrind, which does not know AVX-512; so the kernel uses AVX2, or the instruction set given by --isa. A
first run without puzzles is subtracted from the others. Compare counts of the same compiler only.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

SOLVE = """
import json, sys
from array import array
from nonet import _native
path, most, limit = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
lines = [line[:81] for line in open(path, "rb") if len(line.rstrip()) >= 81][: int(sys.argv[4])]
text, size = b"".join(lines)[: 81 * most], min(len(lines), most)
solutions, counts, status = bytearray(81 * len(lines)), array("Q", [0]) * len(lines), bytearray(len(lines))
guesses, sweeps = _native.solve(text, size, 81, limit, solutions, counts, status, 1)
print(json.dumps([size, guesses, sweeps]))
"""


class Run(NamedTuple):
    instructions: int
    puzzles: int
    guesses: int
    sweeps: int


def run(path: Path, most: int, limit: int, read: int, isa: str) -> Run:
    """Read some puzzles of a file, solve the first `most` of them under valgrind, and return the instructions."""
    with TemporaryDirectory() as folder:
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", "--"]
        command = [*valgrind, sys.executable, "-c", SOLVE, str(path), str(most), str(limit), str(read)]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"NONET_ISA": isa, "PYTHONHASHSEED": "0"},
        )
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if collected is None:
        raise SystemExit(f"valgrind printed no count:\n{done.stderr}")
    return Run(int(collected[1]), *json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="file with one puzzle per line")
    parser.add_argument("--puzzles", type=int, default=1000, metavar="N", help="number of puzzles (default: 1000)")
    parser.add_argument("--limit", type=int, default=2, metavar="N", help="number of solutions to find (default: 2)")
    parser.add_argument("--isa", default="avx2", choices=("avx2", "baseline"), help="instruction set (default: avx2)")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        parser.error("valgrind is not installed")
    print("| puzzles | instructions | guesses | sweeps |\n| --- | ---: | ---: | ---: |")
    for path in options.paths:
        nothing, work = (run(path, most, options.limit, options.puzzles, options.isa) for most in (0, options.puzzles))
        each = (work.instructions - nothing.instructions) / work.puzzles
        guesses, sweeps = work.guesses / work.puzzles, work.sweeps / work.puzzles
        print(f"| {path.stem} | {each:,.0f} | {guesses:.2f} | {sweeps:.1f} |", flush=True)


if __name__ == "__main__":
    main()
