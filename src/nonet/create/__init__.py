"""Create: puzzles by order, and others made from those there are.

>>> from nonet.create import generate
>>> [len(puzzle.givens) for puzzle in generate(count=3, clues=(28, 30), symmetry="half-turn", seed=7)]
[28, 30, 30]

NumPy is imported with the first name that needs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..late import fetching
from .symmetry import SYMMETRIES, orbits

if TYPE_CHECKING:
    from .breeding import breed as breed
    from .chance import as_seed as as_seed
    from .generating import Progress, generate
    from .minimal import minimize, redundant_clues
    from .order import Clues, Pattern
    from .vicinity import harder, neighbors

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
    "redundant_clues",
]

_FILE_OF = {
    "breed": "breeding",
    "as_seed": "chance",
    **dict.fromkeys(("Progress", "generate"), "generating"),
    **dict.fromkeys(("minimize", "redundant_clues"), "minimal"),
    **dict.fromkeys(("Clues", "Pattern"), "order"),
    **dict.fromkeys(("harder", "neighbors"), "vicinity"),
}

__getattr__ = fetching(__name__, _FILE_OF)
