"""Compare the classic search algorithms on one puzzle, and film two of them. For students and teachers.

    python compare_methods.py
    python compare_methods.py 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..

Open race.html in a browser: both searches run side by side, and at each moment both have done the same work.
tree.svg shows what they tried. docs/algorithms.md explains the methods; each is one short file in src/nonet/search.
"""

import sys
from pathlib import Path

import nonet
from nonet.drawing import record
from nonet.search import METHODS, compare, idea

# Wikipedia's example. It is easy for a person, but long for a search that goes cell by cell.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
puzzle = nonet.Grid(sys.argv[1] if sys.argv[1:] else PUZZLE)

print("The ideas:")
for name in METHODS:
    print(f"  {name:13} {idea(name)}")

# Each method finds the solution and proves that there is no other. Nodes are digits written, backtracks are dead ends.
print(f"\n{'method':13} {'nodes':>9} {'guesses':>9} {'backtracks':>10} {'ms':>8}")
for run in compare(puzzle, timeout=5):
    trace = run.trace
    time = "stopped" if run.is_stopped else f"{run.seconds * 1000:.2f}"
    print(f"{run.method:13} {trace.nodes:9,} {trace.guesses:9,} {trace.backtracks:10,} {time:>8}")

# Film a slow method against a fast one. A film can also be an SVG (it runs by itself) or a GIF (for slides).
films = [record(puzzle, method, most=20_000) for method in ("backtracking", "mrv")]
Path("race.html").write_text(nonet.draw(films, to="html"), encoding="utf-8")
Path("tree.svg").write_text(nonet.draw(films, tree=True), encoding="utf-8")
print("\nwritten: race.html, tree.svg")
