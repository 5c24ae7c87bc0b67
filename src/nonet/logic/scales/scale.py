"""Scale: the difficulty of a puzzle on one scale."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["Scale"]


class Scale(NamedTuple):
    """A score and a level on one scale, with the version of the program that computed them.

    >>> print(Scale("hodoku", 812, "Medium", "nonet 0.1"))
    hodoku 812 (Medium)
    """

    name: str
    score: float
    level: str
    version: str
    """The program, its version, and the options that affect the score."""

    def to_dict(self) -> dict[str, Any]:
        """Return the scale as plain data for JSON."""
        return self._asdict()

    def __str__(self) -> str:
        return f"{self.name} {self.score} ({self.level})"
