"""Logic: how a person solves. The next step and why, the whole path, and how hard it is.

`techniques` holds the table of techniques, each found by a generator of `Step` data in the file of its family; `verify`
accepts a step only if its evidence implies its conclusion.
"""

from __future__ import annotations

from .path import Path, explain, steps
from .step import Candidate, Chain, LockedSet, Node, Premises, Reason, Step
from .techniques import TECHNIQUES, Level, Technique, technique
from .verify import verify

__all__ = [
    "TECHNIQUES",
    "Candidate",
    "Chain",
    "Level",
    "LockedSet",
    "Node",
    "Path",
    "Premises",
    "Reason",
    "Step",
    "Technique",
    "explain",
    "steps",
    "technique",
    "verify",
]
