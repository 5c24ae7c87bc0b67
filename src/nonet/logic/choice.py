"""Choice: which of the possible steps a good teacher would show next.

The easiest technique comes first. Of its steps, the one that needs the fewest facts comes first, then the one that
eliminates most. Techniques of the same difficulty that differ only in form compete: a short alternating chain comes
before a long loop, and a chain without almost locked sets before one with them. ::

    full house, hidden single, naked single      the one that is closest to the step before
    locked pair, ... wings, fish, colors         all steps of one technique are compared
    X-Chain | XY-Chain                           compete; only the shortest ones are compared
    continuous | discontinuous loop | AIC        compete
    the same with groups                         compete
    the same with sets | ALS-XZ                  compete
    forcing chains and nets                      their finders have the order: short ones first
    the last resort                              a step of Sudoku Explainer, which nests chains in chains
    the answer
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple, TypeAlias

from ..geometry import Shape
from .deadline import Deadline
from .finders import SINGLES, run_of_singles, with_groups, with_sets
from .marks import Marks
from .step import Step
from .techniques import DEFAULT_TECHNIQUES, Technique, technique

__all__ = ["LastResort", "Order", "find_next", "rivals"]

_NINE = Shape(3, 3)

_RIVALS = (
    ("x-chain", "xy-chain"),
    ("continuous-nice-loop", "discontinuous-nice-loop", "aic"),
    ("grouped-continuous-nice-loop", "grouped-discontinuous-nice-loop", "grouped-aic", "als-xz"),
)
_LINKS_OF_ALS_XZ = 2
_NETS = frozenset(("contradiction-forcing-net", "cell-forcing-net", "house-forcing-net"))
LastResort: TypeAlias = Callable[[Marks], Step | None]
"""A function that finds a step where no technique does."""
_SORTED = ("forcing_chains", "forcing_nets")
"""The families whose finders yield the best step first. To compare all their steps would take much longer."""


def rivals(name: str) -> tuple[str, ...]:
    """Return the techniques that compete with this one, itself included, in the order of the table.

    >>> rivals("x-wing"), rivals("xy-chain")
    (('x-wing',), ('x-chain', 'xy-chain'))
    """
    return next((group for group in _RIVALS if name in group), (name,))


def _simplicity(step: Step) -> tuple[int, int]:
    """Return the key by which steps are compared: the number of facts it needs, then the number of eliminations."""
    return step.premises.cells.bit_count() + len(step.premises.places), -len(step.eliminations)


def _links(step: Step) -> int:
    """Return the number of strong links of a chain."""
    return sum(node.on and node.parents != () for node in step.chains[0].nodes)


def _shortness(step: Step) -> tuple[int, int, int]:
    return _links(step), *_simplicity(step)


class _Contest(NamedTuple):
    """Techniques whose steps are compared with each other."""

    rows: tuple[Technique, ...]
    key: Callable[[Step], tuple[int, ...]] | None
    """The key by which steps are compared; None if the finder yields the best step first."""
    is_chain: bool = False
    named: tuple[Technique, ...] = ()
    """A technique with a name for the shortest of these chains, if it may be used."""

    def all(self, marks: Marks) -> Iterable[Step]:
        """Return all steps, the best first."""
        found = chain.from_iterable(row.find(marks) for row in self.named + self.rows)
        return sorted(found, key=self.key) if self.key is not None else found

    def best(self, marks: Marks) -> Step | None:
        """Return the best step, or None."""
        if self.key is None:
            return next(self.rows[0].find(marks), None)
        find = _shortest if self.key is _shortness else chain.from_iterable
        step = min(find(row.find(marks) for row in self.rows), key=self.key, default=None)
        if self.named and (step is None or _links(step) == _LINKS_OF_ALS_XZ):
            others = *self.named[0].find(marks), *([] if step is None else [step])
            step = min(others, key=self.key, default=None)
        return step


def _shortest(finders: Iterable[Iterator[Step]]) -> Iterator[Step]:
    """Yield the chains that may be the shortest. Each finder yields short chains first."""
    shortest = math.inf
    for found in finders:
        for step in found:
            links = _links(step)
            if links > shortest:
                break
            shortest = links
            yield step


@lru_cache
def _contests(names: tuple[str, ...]) -> tuple[_Contest, ...]:
    """Return the contests of some techniques, which are in the order of the table."""
    found: list[_Contest] = []
    done: set[str] = set()
    for name in names:
        if name not in done:
            group = [each for each in rivals(name) if each in names]
            done.update(group)
            found += _contests_of(group)
    return tuple(found)


def _contests_of(group: Sequence[str]) -> Iterator[_Contest]:
    """Yield the contests of techniques that compete."""
    rows = tuple(map(technique, group))
    if group[0] in _RIVALS[-1]:
        grouped = [row for row in rows if row.id != "als-xz"]
        for find, key, named in ((with_groups, _shortness, ()), (with_sets, _simplicity, rows[len(grouped) :])):
            some = tuple(row._replace(finder=partial(find, row.id)) for row in grouped)
            yield _Contest(some, key, is_chain=True, named=named)
    elif group[0] in (*_RIVALS[0], *_RIVALS[1]):
        yield _Contest(rows, _shortness, is_chain=True)
    else:
        yield _Contest(rows, None if rows[0].family in _SORTED else _simplicity)


class Order:
    """The order in which the steps of some techniques are shown.

    If none of them finds a step, and forcing nets are among them, `last_resort` may find one, before the answer.
    After the deadline the search ends with `OutOfTime`.

    >>> from ..position import Position
    >>> print(Order(DEFAULT_TECHNIQUES).next(Marks.of(Position("1... ..2. .3.. ...4"))))
    Hidden Single: r1c2=2
    """

    def __init__(
        self,
        techniques: Sequence[Technique],
        *,
        last_resort: LastResort | None = None,
        deadline: Deadline | None = None,
    ) -> None:
        names = [row.id for row in techniques]
        self._techniques = frozenset(names)
        self._last_resort = last_resort if self._techniques >= _NETS else None
        self._deadline = deadline or Deadline(None)
        self._singles = [name for name in SINGLES if name in names]
        self._contests = _contests(tuple(name for name in names if name not in (*SINGLES, "answer")))
        self._answer = technique("answer") if "answer" in names else None

    def next(self, marks: Marks) -> Step | None:
        """Return the best step, or None."""
        return next(self.singles(marks), None) or self.next_other(marks)

    def singles(self, marks: Marks, previous: Step | None = None) -> Iterator[Step]:
        """Yield singles one after the other, until there are none. `previous` is the step that led to these marks."""
        found = run_of_singles(marks, self._singles, previous)
        return found if marks.shape is _NINE else (step._replace(shape=marks.shape) for step in found)

    def next_other(self, marks: Marks) -> Step | None:
        """Return the best step that is not a single, or None."""
        for contest in self._contests:
            self._deadline.left()
            if (step := contest.best(marks)) is not None:
                return step
        return self._from_last_resort(marks) or next(self._answers(marks), None)

    def _from_last_resort(self, marks: Marks) -> Step | None:
        """Return the step to take if no technique finds one, unless its own technique is left out."""
        step = self._last_resort(marks) if self._last_resort and marks.shape is _NINE else None
        return step if step is not None and step.technique in self._techniques else None

    def _answers(self, marks: Marks) -> Iterator[Step]:
        return iter(()) if self._answer is None else self._answer.find(marks)

    def all(self, marks: Marks) -> Iterator[Step]:
        """Yield all steps, the best first. A chain with the conclusion of an easier step is left out."""
        for name in self._singles:
            yield from technique(name).find(marks)
        seen: set[object] = set()
        for contest in self._contests:
            found = [step for step in contest.all(marks) if not (contest.is_chain and step.conclusion in seen)]
            seen.update(step.conclusion for step in found)
            yield from found
        yield from self._answers(marks)


_DEFAULT = Order(DEFAULT_TECHNIQUES)


def find_next(
    marks: Marks,
    techniques: Sequence[Technique] = DEFAULT_TECHNIQUES,
    *,
    last_resort: LastResort | None = None,
    deadline: Deadline | None = None,
) -> Step | None:
    """Return the best step of the easiest technique that finds one, or None. The options are those of `Order`.

    >>> from ..position import Position
    >>> find_next(Marks.of(Position("1... ..2. .3.. ...4"))).technique
    'hidden-single'
    """
    if techniques is DEFAULT_TECHNIQUES and last_resort is None:
        return _DEFAULT.next(marks)
    return Order(techniques, last_resort=last_resort, deadline=deadline).next(marks)
