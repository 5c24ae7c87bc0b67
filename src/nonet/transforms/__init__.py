"""Transforms: what can be done to a board without touching the rules, and the one form that stands for all its images.

Rows may change places within their band, bands with one another, columns and stacks likewise, the board may be
transposed, and the digits renamed: on a 9x9 board 3,359,232 moves times 362,880 names. Each is a `Transform`. The
least of all images of a board is its `canonical` form: two boards are the same puzzle in disguise if and only if
their forms are equal.

>>> from nonet.transforms import Transform, canonical
>>> from nonet import Grid
>>> puzzle = Grid("1... ..2. .3.. ...4")
>>> canonical(puzzle)
Grid('...1.2....3.4...')
>>> canonical(Transform.random((2, 2), seed=5)(puzzle)) == canonical(puzzle)
True

NumPy is imported with `canonical_many` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..late import fetching
from .forms import automorphisms, canonical, canonicalize, isomorphic
from .group import NAMES, Transform, transform

if TYPE_CHECKING:
    from .many import Forms, canonical_many

__all__ = [
    "NAMES",
    "Forms",
    "Transform",
    "automorphisms",
    "canonical",
    "canonical_many",
    "canonicalize",
    "isomorphic",
    "transform",
]

__getattr__ = fetching(__name__, dict.fromkeys(("Forms", "canonical_many"), "many"))
