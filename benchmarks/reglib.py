"""Run a library of examples: ``python benchmarks/reglib.py PATH [--code 03] [--verbose]``.

The library is HoDoKu's ``reglib-1.3.txt``, which is not part of nonet. A case passes if the technique finds exactly the
expected conclusion. A case marked ``-x`` passes if the technique finds nothing. Each step that is found must be proved
and agree with the solution.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from nonet import Position, count, solve
from nonet.formats import Entry, read_many
from nonet.geometry import SYMBOLS
from nonet.logic import TECHNIQUES, Candidate, Step, steps, verify

BY_CODE = {technique.code: technique for technique in TECHNIQUES if technique.code}


def candidates(text: str) -> frozenset[Candidate]:
    """Return candidates written as digit, row and column: ``412 413``."""
    triples = (map(SYMBOLS.index, triple) for triple in text.split())
    return frozenset(Candidate(9 * row + column, digit + 1) for digit, row, column in triples)


def unsound_steps(position: Position, found: list[Step]) -> Iterator[str]:
    """Yield what is wrong with the steps that were found."""
    has_solution = count(position.givens, limit=2) == 1
    solution = solve(position.givens) if has_solution else position.givens
    is_correct = has_solution and all(d in (0, s) for d, s in zip(position.grid, solution, strict=True))
    for step in found:
        if not verify(position, step):
            yield f"{step.technique} is not proved"
        if is_correct and (
            any(solution[c] != d for c, d in step.placements) or any(solution[c] == d for c, d in step.eliminations)
        ):
            yield f"{step.technique} contradicts the solution"


class Case:
    """One line of the library, after its technique has been run."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.position = entry.position or Position(entry.grid)
        self.full_code = entry.fields["technique"]
        self.code = self.full_code.partition("-")[0]
        self.placements, self.eliminations = (
            candidates(entry.fields.get(name, "")) for name in ("placements", "eliminations")
        )
        technique = BY_CODE.get(self.code[:4])
        start = time.process_time()
        found = list(steps(self.position, techniques=[technique])) if technique else []
        self.seconds = time.process_time() - start
        self.problems = ["no such technique"] if technique is None else []
        self.problems += unsound_steps(self.position, found)
        if not self.is_as_expected(found):
            self.problems.append(f"{len(found)} steps, none as expected")

    def is_as_expected(self, found: list[Step]) -> bool:
        if self.full_code.endswith("-x"):
            return not found
        expected = self.placements, self.eliminations
        return any((frozenset(step.placements), frozenset(step.eliminations)) == expected for step in found)

    def report(self) -> None:
        """Print why the case fails."""
        problems = "; ".join(sorted(set(self.problems)))
        print(self.entry.line, self.full_code, self.entry.fields.get("candidates"), problems)
        print("   ", str(self.position.grid), "givens", str(self.position.givens))
        for name, expected in (("placements", self.placements), ("eliminations", self.eliminations)):
            if expected:
                print(f"    expected {name}:", " ".join(sorted(c.name(self.position.grid.shape) for c in expected)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--code", default="", help="only the codes that start with this")
    parser.add_argument("--verbose", action="store_true", help="print every case that fails")
    arguments = parser.parse_args()
    lines = arguments.path.read_text(encoding="utf-8").splitlines(keepends=True)
    text = "".join(line for line in lines if line.startswith(":"))
    passed: Counter[str] = Counter()
    cases: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    for entry in read_many(text, format="hodoku"):
        if not entry.fields["technique"].startswith(arguments.code):
            continue
        case = Case(entry)
        cases[case.code] += 1
        passed[case.code] += not case.problems
        seconds[case.code] += case.seconds  # type: ignore[assignment]
        if case.problems and arguments.verbose:
            case.report()
    for code in sorted(cases):
        title = BY_CODE[code[:4]].title if code[:4] in BY_CODE else "?"
        ms = 1000 * seconds[code] / cases[code]
        print(f"{code:6} {title:36} {passed[code]:4} of {cases[code]:4}   {ms:8.2f} ms per case")
    print(f"{passed.total()} of {cases.total()} cases pass")
    return 0 if passed.total() == cases.total() else 1


if __name__ == "__main__":
    sys.exit(main())
