"""Transforms: the changes of a board that keep the rules, and the canonical form of a board.

Rows can be swapped within a band, and bands with each other; so can columns and stacks. The board can be transposed,
and the digits renamed: on a 9x9 board these are 3,359,232 orders times 362,880 names. Each of these changes is a
`Transform`. The smallest of all images of a board is its `canonical` form: two boards are isomorphic if
and only if their forms are equal.

>>> from nonet.transforms import Transform, canonical
>>> from nonet import Grid
>>> puzzle = Grid("1... ..2. .3.. ...4")
>>> canonical(puzzle)
Grid('...1.2....3.4...')
>>> canonical(Transform.random((2, 2), seed=5)(puzzle)) == canonical(puzzle)
True

| file | contents |
| --- | --- |
| _transform | Transform, transform and the names of simple transforms |
| _canonical | canonical, canonical_transform, isomorphic, automorphisms |
| _minlex | the smallest image of a board of any shape, without the kernel |
"""

from __future__ import annotations

from ._canonical import automorphisms, canonical, canonical_transform, isomorphic, transform_of_map as transform_of_map
from ._minlex import minlex as minlex
from ._transform import NAMES, Transform, transform

__all__ = ["NAMES", "Transform", "automorphisms", "canonical", "canonical_transform", "isomorphic", "transform"]
