"""Puzzles that are made: generated as requested, minimized, or found near other puzzles; positions for practice.

>>> from nonet.create import generate
>>> [len(puzzle.givens) for puzzle in generate(count=3, clues=(28, 30), symmetry="half-turn", seed=7)]
[28, 30, 30]

| file | contents |
| --- | --- |
| _generate | generate and its Progress: blocks of candidates, threads, worker processes |
| request | Request: what puzzles must have, checked; the symmetries of patterns |
| difficulty | Difficulty: how puzzles must be solved, and which puzzles match |
| explainer_ratings | which puzzles have given ratings of Sudoku Explainer |
| factory | PuzzleFactory: puzzles made from numbered candidates |
| solved_grids | random solved grids |
| reduction | removing clues from many puzzles together |
| patterns | puzzles with clues in given cells |
| hill_climbing | harder puzzles near given puzzles |
| random_source | random numbers that depend only on the seed and the candidate |
| near_bank | puzzles near the positions of the bank |
| _practice | practice: positions in which a technique is the next step |
| bank, bank.txt | the bank: such positions for each technique |
| bank_search | the search that writes the bank |
| _minimize | minimize, redundant_clues |
| _neighbors | neighbors, harder |
"""

from __future__ import annotations

from ._generate import Progress, generate
from ._minimize import minimize, redundant_clues
from ._neighbors import harder, neighbors
from ._practice import practice, practice_techniques
from .hill_climbing import breed as breed
from .random_source import as_seed as as_seed
from .request import SYMMETRIES, Clues, Pattern, orbits

__all__ = [
    "SYMMETRIES",
    "Clues",
    "Pattern",
    "Progress",
    "generate",
    "harder",
    "minimize",
    "neighbors",
    "orbits",
    "practice",
    "practice_techniques",
    "redundant_clues",
]
