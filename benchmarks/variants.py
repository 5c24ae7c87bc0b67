"""Compare nonet with the Interactive Sudoku Solver (ISS) on puzzles with rules beyond rows, columns and boxes.

    python benchmarks/variants.py DATA ISS                  # a folder with visible.json and bench.json; the code of ISS
    python benchmarks/variants.py DATA ISS --repeat 9       # best of 9 runs instead of 5
    python benchmarks/variants.py DATA ISS --only v077,v087 # some puzzles only
    python benchmarks/variants.py DATA                      # nonet alone
    python benchmarks/variants.py DATA ISS --table          # the table of the manual

Both programs take turns on each puzzle, in one run, and each uses one thread. The time is CPU time: for nonet from the
board and the rules to the solution, proved to be unique, with the check and the translation of the rules and the SAT
solver; for ISS, under Node, from the parsed constraints. A puzzle's time is the best of several runs. Every solution is
compared with the known one.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from math import exp, log
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from nonet import Puzzle, solve, write

SERVER = """
globalThis.self = globalThis; globalThis.VERSION_PARAM = '';
const root = process.argv[1];
const { SimpleSolver } = await import(root + '/js/sandbox/simple_solver.js');
const { SudokuParser } = await import(root + '/js/sudoku_parser.js');
const { createInterface } = await import('node:readline');
const solver = new SimpleSolver();
for await (const line of createInterface({ input: process.stdin })) {
  const parsed = SudokuParser.parseText(JSON.parse(line));
  const start = process.cpuUsage();
  const solution = solver.uniqueSolution(parsed);
  const used = process.cpuUsage(start);
  const values = solution ? [...solution].map((each) => each.value) : null;
  console.log(JSON.stringify([(used.user + used.system) / 1e6, values]));
}
"""
"""The program under Node: one puzzle per line in, CPU seconds and the digits of the solution out."""

SYMBOLS = "0123456789ABCDEFGHIJKLMNOP"
SHORTEST_TOTAL = 0.05
"""Puzzles are repeated at least until this many seconds, so that small times are those of a warm program."""


class Result(NamedTuple):
    """The best times for one puzzle, in seconds; the time of ISS is None if it does not run."""

    id: str
    name: str
    kind: str
    nonet: float
    iss: float | None

    @property
    def ratio(self) -> float:
        """The time of nonet divided by that of ISS."""
        return self.nonet / self.iss if self.iss else 0.0


class Iss:
    """ISS in a process of its own."""

    def __init__(self, folder: Path) -> None:
        command = ["node", "--input-type=module", "-e", SERVER, folder.resolve().as_uri()]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def solve(self, text: str) -> tuple[float, list[int] | None]:
        """Return the CPU seconds and the digits."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(text) + "\n")
        self._process.stdin.flush()
        seconds, values = json.loads(self._process.stdout.readline())
        return float(seconds), values

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


def cpu_seconds() -> float:
    """Return the CPU time of this process, and of its processes that have ended."""
    ended = os.times()
    return process_time() + ended.children_user + ended.children_system


def time_nonet(puzzle: Puzzle, expected: list[int]) -> float:
    """Return the CPU seconds to make and to solve a puzzle, also those of the process with the SAT solver."""
    start = cpu_seconds()
    solution = solve(Puzzle(puzzle.grid, puzzle.rules))
    seconds = cpu_seconds() - start
    if list(solution) != expected:
        raise SystemExit("nonet returns a wrong solution")
    return seconds


def is_excluded(a: int, b: int, of: set[str]) -> bool:
    """Return whether negative rules exclude two digits of neighbors without a dot."""
    return ("difference" in of and abs(a - b) == 1) or ("ratio" in of and (a == 2 * b or b == 2 * a))


def iss_text(entry: dict[str, Any], puzzle: Puzzle) -> str:
    """Return a puzzle as ISS reads it. The negative rules of dots become pairs of cells."""
    if "iss_string" in entry:
        return str(entry["iss_string"])
    form = entry["puzzle"]
    rules = [rule for rule in form["constraints"] if rule["type"] != "negative"]
    if len(rules) < len(form["constraints"]):
        size = range(1, form["rows"] + 1)
        across = [(f"r{i}c{j}", f"r{i}c{j + 1}") for i in size for j in size[:-1]]
        down = [(f"r{i}c{j}", f"r{i + 1}c{j}") for i in size[:-1] for j in size]
        marked = {frozenset(rule["cells"].split()) for rule in rules if rule["type"] in ("difference", "ratio")}
        of = {rule["of"] for rule in form["constraints"] if rule["type"] == "negative"}
        table = [[b for b in size if not is_excluded(a, b, of)] for a in size]
        lines = [" ".join(pair) for pair in across + down if frozenset(pair) not in marked]
        puzzle = Puzzle.from_dict({**form, "constraints": [*rules, {"type": "pair", "lines": lines, "table": table}]})
    return str(write(puzzle, format="iss"))


def measure(entry: dict[str, Any], kind: str, iss: Iss | None, repeat: int) -> Result:
    """Return the best times of both programs for one puzzle."""
    puzzle = Puzzle.from_dict(entry["puzzle"])
    expected = [SYMBOLS.index(symbol) for symbol in entry["solution"]]
    text = iss_text(entry, puzzle)
    ours, theirs, total, rounds = [], [], 0.0, 0
    while rounds < repeat or (total < SHORTEST_TOTAL and rounds < 20 * repeat):
        if iss is not None:
            seconds, values = iss.solve(text)
            if values != expected:
                print(f"{entry['id']}: ISS returns a different solution", file=sys.stderr)
            theirs.append(seconds)
        ours.append(time_nonet(puzzle, expected))
        total += ours[-1]
        rounds += 1
    return Result(entry["id"], entry["name"], kind, min(ours), min(theirs) if theirs else None)


def geometric_mean(values: list[float]) -> float:
    """Return the geometric mean."""
    return exp(statistics.fmean(map(log, values)))


def percentile(values: list[float], share: float) -> float:
    """Return the value below which a share of the values is."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def print_table(results: list[Result]) -> None:
    """Print one line for each class of puzzles, as in the manual."""
    print("| puzzles | number | nonet, ms: median, 90 %, longest | ISS, ms: median, 90 %, longest | ratio |")
    print("| --- | --- | --- | --- | --- |")
    kinds = list(dict.fromkeys(result.kind for result in results))
    for kind in [*kinds, "all"]:
        chosen = [result for result in results if kind in (result.kind, "all")]
        cells = []
        for times in ([r.nonet for r in chosen], [r.iss or 0.0 for r in chosen]):
            figures = (statistics.median(times), percentile(times, 0.9), max(times))
            cells.append(", ".join(f"{1000 * figure:.3g}" for figure in figures))
        ratio = geometric_mean([r.ratio for r in chosen]) if all(r.iss for r in chosen) else 0.0
        print(f"| {kind} | {len(chosen)} | {cells[0]} | {cells[1]} | {ratio:.2f} |")


def main() -> None:
    """Measure, and print one line for each puzzle and a summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("iss", type=Path, nargs="?")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    entries = {entry["id"]: entry for entry in json.loads((options.data / "visible.json").read_text())}
    chosen = json.loads((options.data / "bench.json").read_text())
    if options.only:
        chosen = [each for each in chosen if each["id"] in options.only.split(",")]
    iss = Iss(options.iss) if options.iss else None
    results = []
    for each in chosen:
        result = measure(entries[each["id"]], each["class"], iss, options.repeat)
        results.append(result)
        theirs = f"{1000 * result.iss:9.2f} {result.ratio:6.2f}" if result.iss else ""
        print(f"{result.id} {result.name[:36]:36} {1000 * result.nonet:9.2f} {theirs}", flush=True)
    if iss is not None:
        iss.close()
        ratios = [result.ratio for result in results]
        slower = [result.id for result in results if result.ratio > 1]
        print(f"geometric mean {geometric_mean(ratios):.3f}, worst {max(ratios):.2f}")
        print(f"{len(slower)} slower: {' '.join(slower)}")
    print(f"median {1000 * statistics.median(result.nonet for result in results):.3f} ms")
    if options.table:
        print_table(results)


if __name__ == "__main__":
    main()
