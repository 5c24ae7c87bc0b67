"""Rules beyond rows, columns and boxes: killer cages, thermometers, dots, chess moves and many others.

::

    primitives.py   the ten kinds of condition that the engines know
"""

from __future__ import annotations

from . import primitives
from .primitives import Board, Model

__all__ = ["Board", "Model", "primitives"]
