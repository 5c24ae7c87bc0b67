"""Many puzzles in one pipeline."""

from __future__ import annotations

from .bench_sets import SETS, bench_set

__all__ = ["SETS", "bench_set"]
