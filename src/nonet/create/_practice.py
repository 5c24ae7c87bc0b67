"""practice: positions in which a technique is the next step."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from random import Random

from ..errors import ArgumentError
from ..logic import DEFAULT_TECHNIQUES, Hint, Technique, hint, technique as technique_named
from ..transforms import Transform
from .bank import BankPosition, read_bank
from .random_source import as_seed

__all__ = ["practice", "practice_techniques"]


def practice(technique: str, *, count: int | None = None, seed: int | None = None) -> Iterator[Hint]:
    """Yield `count` positions in which this technique is the next step, or positions without end if `count` is None.

    Each position comes with help: it is a `nonet.Hint`, with the position, the step, and the stages that reveal more
    and more. No easier technique of the table has a step there, other than a different form of the same technique: the
    chains and loops of one kind, the forcing chains or nets, or what always has a step with it (see
    `nonet.create.bank`). The same `seed` gives the same positions.

    The positions come from a bank of up to 20 positions for each technique. Each is rotated, mirrored, permuted and
    relabeled at random. A position can have eliminated candidates.

    >>> import nonet
    >>> task = next(nonet.practice("xy-wing", seed=1))
    >>> task.step.technique, task.position.has_own_candidates
    ('xy-wing', True)
    >>> print(task.stages()[0])
    There is a step here: XY-Wing.
    >>> next(nonet.practice("swordfsh"))
    Traceback (most recent call last):
    nonet.errors.ArgumentError: unknown technique 'swordfsh'; did you mean swordfish?
    """
    if count is not None and operator.index(count) < 0:
        raise ArgumentError(f"count must be 0 or more, not {count}")
    if not isinstance(technique, str):
        raise ArgumentError(f"technique must be a name, not {technique!r:.40}")
    row = technique_named(technique)
    positions = read_bank().positions(row.id)
    if not positions:
        reason = "" if row.default and row.id != "answer" else ", which is not one of the default techniques"
        raise ArgumentError(f"there are no positions for {row.title}{reason}")
    return _tasks(row, positions, count, Random(as_seed(seed)))  # noqa: S311


def _tasks(row: Technique, positions: Sequence[BankPosition], count: int | None, random: Random) -> Iterator[Hint]:
    found = 0
    while True:
        for _, position in random.sample(positions, len(positions)):
            if found == count:
                return
            image = Transform.random(seed=random.getrandbits(60))(position)
            yield hint(image, techniques=[row])
            found += 1


def practice_techniques() -> tuple[Technique, ...]:
    """Return the techniques that `practice` has positions for, from easy to hard.

    >>> practice_techniques()[0].title
    'Full House'
    """
    return tuple(row for row in DEFAULT_TECHNIQUES if read_bank().lines.get(row.id))
