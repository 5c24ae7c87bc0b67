"""Ratings: the difficulty of a puzzle on several scales.

| file | contents |
| --- | --- |
| scale | Scale: a score and a level on one scale |
| hodoku | hodoku: HoDoKu's scale |
| rating | Rating: the difficulty on all scales, and rating_of, which computes it from steps |

To add a scale, write a file with a function from steps to a `Scale`, and call it in `rating_of`.
"""

from __future__ import annotations

from .rating import Rating, rating_of
from .scale import Scale

__all__ = ["Rating", "Scale", "rating_of"]
