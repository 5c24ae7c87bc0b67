"""Solve a CSV file of puzzles. For researchers.

Run it with a file that has a column "puzzle", or without arguments to make a sample file first:

    python solve_csv.py
    python solve_csv.py puzzles.csv solved.csv

The output has the same columns and three more: solution, count and status. For millions of rows, or for Parquet, the
command `nonet batch puzzles.csv -o solved.parquet` does the same in constant memory.
"""

import csv
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

import nonet


def make_sample(path: Path) -> None:
    """Write 500 new puzzles to a CSV file, and two rows that are not valid puzzles."""
    puzzles = [*nonet.generate(count=500, seed=1), "11" + "." * 79, "not a puzzle"]
    rows = [f"{number},{puzzle}\n" for number, puzzle in enumerate(puzzles, 1)]
    path.write_text("id,puzzle\n" + "".join(rows), encoding="utf-8")


source, target = (Path(name) for name in (*sys.argv[1:], "puzzles.csv", "solved.csv")[:2])
if not sys.argv[1:]:
    make_sample(source)

with source.open(encoding="utf-8", newline="") as file:
    rows = list(csv.DictReader(file))

# One call solves all puzzles, on all cores. It proves that each solution is the only one.
start = perf_counter()
batch = nonet.solve_many([row["puzzle"] for row in rows])
seconds = perf_counter() - start

# The results are arrays. `to_dict` returns them as columns: status, count, solution.
columns = batch.to_dict()
with target.open("w", encoding="utf-8", newline="") as file:
    writer = csv.writer(file)
    writer.writerow([*rows[0], *columns])
    writer.writerows([*row.values(), *new] for row, *new in zip(rows, *columns.values(), strict=True))

print(f"{len(rows)} puzzles in {seconds * 1000:.1f} ms:", dict(Counter(columns["status"])))
# A bad row does not stop the others. `reason` says what is wrong with it.
for index in batch.is_bad.nonzero()[0]:
    print(f"row {index + 1}: {batch.reason(index)}")
