"""Rate a collection of puzzles and print a table. For setters.

Run it with a file in any format that nonet reads, or without arguments to rate four new puzzles:

    python rate_collection.py
    python rate_collection.py collection.sdm

The table is sorted from easy to hard. `nonet rate collection.sdm` prints the same facts on the command line.
"""

import sys
from collections import Counter
from pathlib import Path

import nonet

if sys.argv[1:]:
    puzzles = [entry.grid for entry in nonet.read_many(Path(sys.argv[1]))]
else:
    # The same seed gives the same puzzles on every machine. Extreme puzzles are left out: they take seconds to find.
    levels = ("Unfair", "Easy", "Hard", "Medium")
    puzzles = [next(nonet.generate(level=level, symmetry="half-turn", seed=10)) for level in levels]

# `rate_many` uses all cores and keeps the order. A puzzle without exactly one solution has no rating, but a reason.
rated = list(zip(puzzles, nonet.rate_many(puzzles), strict=True))
good = [(puzzle, result.rating) for puzzle, result in rated if result.rating]
good.sort(key=lambda pair: (pair[1].level, pair[1].score))

print(f"{'level':8}  {'score':>6}  {'steps':>5}  {'clues':>5}  {'hardest technique':30}  puzzle")
for puzzle, rating in good:
    hardest = nonet.logic.technique(rating.hardest).title
    clues = len(puzzle.givens)
    print(f"{rating.level.title:8}  {rating.score:6}  {rating.steps:5}  {clues:5}  {hardest:30}  {puzzle}")

# What a setter wants to know about the whole collection: the levels, and duplicates that look different.
levels = Counter(rating.level.title for _, rating in good)
forms = {str(nonet.canonical(puzzle)) for puzzle in puzzles}
print()
print(", ".join(f"{number} {level}" for level, number in levels.items()))
print(f"{len(puzzles) - len(forms)} of {len(puzzles)} are rotated, mirrored or relabeled copies of others")
for puzzle, result in rated:
    if not result.rating:
        print(f"{puzzle}: {result.reason}")
