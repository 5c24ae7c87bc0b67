"""Ratings: how hard a puzzle is, on several scales."""

from __future__ import annotations

from .rating import Rating, Scale, rating_of

__all__ = ["Rating", "Scale", "rating_of"]
