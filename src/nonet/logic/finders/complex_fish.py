"""Fish with boxes: Franken fish (rows and boxes against columns and boxes) and mutant fish (any houses).

The rule is that of all fish: each of n houses, the base, has the digit; if all their places are in n other houses, the
cover, these have it there and nowhere else. Places of the base outside the cover are fins. Places in two houses of the
base are fins too (endo-fins), since one digit there would be enough for both. Eliminations see all fins.

There are too many choices of houses to try all, so the search starts from its end. Assume that a candidate is true:
all its peers are false, among them all fins, and one cover house is used up. What remains of the n base houses must
then be in n - 1 houses, without overlap, which is impossible. ::

    assume the candidate  ->  what remains of each house  ->  n of them, apart, inside n - 1 others: a fish

Only candidates outside all templates need to be tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import combinations

from ...geometry import Shape, bits
from ..bitsets import union
from ..marks import Marks
from ..step import Step
from .fish import Fish, finned_steps
from .templates import outside_templates

__all__ = [
    "all_fish",
    "finned_franken_jellyfish",
    "finned_franken_swordfish",
    "finned_franken_x_wings",
    "finned_mutant_jellyfish",
    "finned_mutant_squirmbags",
    "finned_mutant_whales",
    "franken_jellyfish",
    "franken_swordfish",
    "franken_x_wings",
]


def _complex(marks: Marks, size: int, technique: str, mutant: bool, finned: bool) -> Iterator[Step]:
    """Yield the fish of one kind, few fins first, then the Siamese ones, which have fins."""

    def find(places: int) -> list[Fish]:
        return [
            fish for fish in all_fish(marks.shape, places, size, mutant) if bool(fish.fins | fish.endo_fins) == finned
        ]

    return finned_steps(technique, marks, find, lambda *fish: True)


@lru_cache(maxsize=64)
def all_fish(shape: Shape, places: int, size: int, mutant: bool) -> tuple[Fish, ...]:
    """Return every Franken (or mutant) fish of a size, few fins first."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Fish] = {}
    for target in bits(outside_templates(shape, places)):
        for bases, covers in _sides(shape, mutant):
            own = [house for house in shape.houses_of[target] if house in covers]
            for base, others in _against(shape, places, target, size, bases, covers):
                for last in own:
                    cover = tuple(sorted((*others, last)))
                    if (base, cover) not in found and _is_of_kind(shape, base, cover, mutant):
                        found[base, cover] = Fish.of(shape, places, base, cover)
    return tuple(sorted(found.values(), key=lambda fish: fish.key))


@lru_cache
def _sides(shape: Shape, mutant: bool) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return the houses that can be base, and those that can be cover: rows and boxes, columns and boxes; or all."""
    size, houses = shape.size, tuple(range(len(shape.houses)))
    if mutant:
        return ((houses, houses),)
    rows, columns, boxes = houses[:size], houses[size : 2 * size], houses[2 * size :]
    return (rows + boxes, columns + boxes), (columns + boxes, rows + boxes)


def _is_of_kind(shape: Shape, base: tuple[int, ...], cover: tuple[int, ...], mutant: bool) -> bool:
    """Return whether a fish has a box, or, for a mutant, mixes rows and columns in its base or its cover."""
    base_kinds = {house // shape.size for house in base}
    cover_kinds = {house // shape.size for house in cover}
    franken = not {0, 1} <= base_kinds and not {0, 1} <= cover_kinds and not base_kinds & cover_kinds & {0, 1}
    return not franken if mutant else 2 in base_kinds | cover_kinds


def _against(
    shape: Shape, places: int, target: int, size: int, bases: Iterable[int], covers: Iterable[int]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield every base, and its cover without a house of the target, of the fish that eliminate the target."""
    left = places & ~(shape.peer_masks[target] | 1 << target)
    around = shape.houses_of[target]
    rest = {house: left & mask for house, mask in enumerate(shape.house_masks) if house not in around}
    parts = [(house, rest[house]) for house in bases if rest.get(house)]
    for cover in combinations([house for house in covers if rest.get(house)], size - 1):
        covered = [rest[house] for house in cover]
        whole = union(covered)
        inside = [part for part in parts if not part[1] & ~whole]
        if len(inside) >= size:
            for base in _apart(inside, size, 0, 0):
                if _is_minimal([rest[house] for house in base], covered):
                    yield base, cover


def _apart(parts: list[tuple[int, int]], size: int, start: int, used: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of `size` parts that do not overlap."""
    for index in range(start, len(parts) - size + 1):
        house, cells = parts[index]
        if not cells & used:
            if size == 1:
                yield (house,)
            else:
                for more in _apart(parts, size - 1, index + 1, used | cells):
                    yield (house, *more)


def _is_minimal(base: list[int], cover: list[int]) -> bool:
    """Return whether the fish contains no smaller one: some of the base in fewer houses of the cover."""
    for number in range(1, len(cover)):
        for some in combinations(cover, number):
            whole = union(some)
            if sum(not cells & ~whole for cells in base) > number:
                return False
    return True


franken_x_wings = partial(_complex, size=2, technique="franken-x-wing", mutant=False, finned=False)
franken_swordfish = partial(_complex, size=3, technique="franken-swordfish", mutant=False, finned=False)
franken_jellyfish = partial(_complex, size=4, technique="franken-jellyfish", mutant=False, finned=False)
finned_franken_x_wings = partial(_complex, size=2, technique="finned-franken-x-wing", mutant=False, finned=True)
finned_franken_swordfish = partial(_complex, size=3, technique="finned-franken-swordfish", mutant=False, finned=True)
finned_franken_jellyfish = partial(_complex, size=4, technique="finned-franken-jellyfish", mutant=False, finned=True)
finned_mutant_jellyfish = partial(_complex, size=4, technique="finned-mutant-jellyfish", mutant=True, finned=True)
finned_mutant_squirmbags = partial(_complex, size=5, technique="finned-mutant-squirmbag", mutant=True, finned=True)
finned_mutant_whales = partial(_complex, size=6, technique="finned-mutant-whale", mutant=True, finned=True)
