"""Create: puzzles by order, and others made from those there are.

>>> from nonet.create import generate, minimize
>>> [len(puzzle.givens) for puzzle in generate(count=3, clues=(28, 30), symmetry="half-turn", seed=7)]
[30, 28, 29]
"""

from __future__ import annotations

from .generating import Progress, generate
from .minimal import minimize, redundant_clues
from .order import Clues, Pattern
from .symmetry import SYMMETRIES, orbits
from .vicinity import harder, neighbours

__all__ = [
    "SYMMETRIES",
    "Clues",
    "Pattern",
    "Progress",
    "generate",
    "harder",
    "minimize",
    "neighbours",
    "orbits",
    "redundant_clues",
]
