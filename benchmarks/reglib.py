"""How many cases of a library of examples hold: ``python benchmarks/reglib.py PATH [--code 03] [--verbose]``.

The library is HoDoKu's ``reglib-1.3.txt``, which is not part of nonet. A case holds if the named technique finds the
expected conclusion, exactly, with the stated digits; every step that is found is verified, and checked against the
solution. A case marked ``-x`` holds if the technique finds nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from nonet import NonetError, Position, count, solve
from nonet.formats import read_many
from nonet.geometry import SYMBOLS
from nonet.logic import Candidate, Step, steps, verify
from nonet.logic.techniques import TECHNIQUES

Conclusion = tuple[frozenset[Candidate], frozenset[Candidate]]


def triples(text: str) -> frozenset[Candidate]:
    """Digit, row, column."""
    return frozenset(Candidate((int(r) - 1) * 9 + int(c) - 1, SYMBOLS.index(d) + 1) for d, r, c in text.split())


def concluded(step: Step) -> Conclusion:
    return frozenset(step.placements), frozenset(step.eliminations)


def case_holds(code: str, expected: Conclusion, found: list[Step]) -> bool:
    if code.endswith("-x"):
        return not found
    return any(concluded(step) == expected for step in found)


def unsound(position: Position, found: list[Step]) -> list[str]:
    """What is wrong with the steps that were found."""
    wrong = [f"{step.technique} is not proved" for step in found if not verify(position, step)]
    if count(position.givens, limit=2) == 1:
        solution = solve(position.givens)
        if all(d == s or not d for d, s in zip(position.grid, solution, strict=True)):
            for step in found:
                if any(solution[c] != d for c, d in step.placements) or any(
                    solution[c] == d for c, d in step.eliminations
                ):
                    wrong.append(f"{step.technique} contradicts the solution")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--code", default="", help="only the codes that begin so")
    parser.add_argument("--verbose", action="store_true", help="print every case that does not hold")
    arguments = parser.parse_args()
    by_code = {row.code: row for row in TECHNIQUES if row.code}
    text = "".join(
        line for line in arguments.path.read_text(encoding="utf-8").splitlines(keepends=True) if line.startswith(":")
    )
    held: Counter[str] = Counter()
    cases: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    for entry in read_many(text, format="hodoku"):
        full = entry.fields["technique"]
        code = full.partition("-")[0]
        if not full.startswith(arguments.code):
            continue
        cases[code] += 1
        row = by_code.get(code[:4])
        position = entry.position or Position(entry.grid)
        expected = triples(entry.fields.get("placements", "")), triples(entry.fields.get("eliminations", ""))
        problems = []
        found: list[Step] = []
        try:
            if row is None:
                raise NonetError("no such technique")
            began = time.process_time()
            found = list(steps(position, techniques=[row]))
            seconds[code] += time.process_time() - began
        except (NonetError, ImportError, AttributeError) as error:
            problems.append(str(error))
        problems += unsound(position, found)
        if not case_holds(full, expected, found):
            problems.append(f"{len(found)} steps, none as expected")
        if not problems:
            held[code] += 1
        elif arguments.verbose:
            print(entry.line, full, entry.fields.get("candidates"), "; ".join(sorted(set(problems))))
            print("   ", str(position.grid), "givens", str(position.givens))
            for which, side in zip(("places", "strikes"), expected, strict=True):
                if side:
                    print("    expected:", which, " ".join(sorted(c.name(position.grid.shape) for c in side)))
    for code in sorted(cases):
        name = by_code[code[:4]].title if code[:4] in by_code else "?"
        ms = 1000 * seconds[code] / cases[code]
        print(f"{code:6} {name:36} {held[code]:4} of {cases[code]:4}   {ms:8.2f} ms a case")
    print(f"{held.total()} of {cases.total()} cases hold")
    return 0 if held == cases else 1


if __name__ == "__main__":
    sys.exit(main())
