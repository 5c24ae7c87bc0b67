"""Create: puzzles by order, and others made from those there are.

>>> from nonet.create import generate
>>> [len(puzzle.givens) for puzzle in generate(count=3, clues=(28, 30), symmetry="half-turn", seed=7)]
[28, 30, 30]

NumPy is imported with the first name that needs it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .symmetry import SYMMETRIES, orbits

if TYPE_CHECKING:
    from .generating import Progress, generate
    from .minimal import minimize, redundant_clues
    from .order import Clues, Pattern
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

_FILE_OF = {
    **dict.fromkeys(("Progress", "generate"), "generating"),
    **dict.fromkeys(("minimize", "redundant_clues"), "minimal"),
    **dict.fromkeys(("Clues", "Pattern"), "order"),
    **dict.fromkeys(("harder", "neighbours"), "vicinity"),
}


def __getattr__(name: str) -> object:
    if name not in _FILE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{_FILE_OF[name]}", __name__), name)
    globals()[name] = value
    return value
