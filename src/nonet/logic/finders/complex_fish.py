"""Fish with boxes: Franken fish (rows and boxes against columns and boxes) and mutant fish (anything against anything).

The rule is that of all fish: n houses, the base, each take the digit; if their places lie in n other houses, the cover,
these have it there and nowhere else. Places of the base outside the cover are fins; places that lie in two houses of
the base are fins too (endo-fins), for one digit there would serve both. What falls sees all fins.

So many choices of houses are searched from their end. Let a candidate have the digit: its peers go, all fins with them,
and so does the house of the cover in which it stands. What is left of the n base houses must then lie in n - 1 houses,
without overlapping, which cannot be fulfilled. ::

    assume the candidate  ->  what is left of each house  ->  n of them, apart, inside n - 1 others: a fish

Only candidates that no template holds need be tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import combinations

from ...geometry import Shape, bits
from ..marks import Marks
from ..step import Step
from .fish import Fish, as_step, siamese
from .templates import doomed, doomed_digits

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


def _mixed(marks: Marks, size: int, technique: str, mutant: bool, finned: bool) -> Iterator[Step]:
    """The fish of one kind, few fins first; with fins the Siamese ones follow."""
    for digit, _ in doomed_digits(marks):
        for fish in all_fish(marks.shape, marks.places[digit], size, mutant):
            if bool(fish.fins | fish.endo_fins) == finned:
                yield as_step(technique, marks, digit, fish)
    if finned:
        for digit, _ in doomed_digits(marks):
            swimming = all_fish(marks.shape, marks.places[digit], size, mutant)
            for _, _, both in siamese(fish for fish in swimming if fish.fins | fish.endo_fins):
                yield as_step(technique, marks, digit, both, "siamese")


@lru_cache(maxsize=64)
def all_fish(shape: Shape, places: int, size: int, mutant: bool) -> tuple[Fish, ...]:
    """Every Franken (or mutant) fish of that size with all its eliminations, few fins first."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Fish] = {}
    for target in bits(doomed(shape, places)):
        for bases, covers in _sides(shape, mutant):
            own = [house for house in shape.houses_of[target] if house in covers]
            for base, others in _against(shape, places, target, size, bases, covers):
                for last in own:
                    cover = tuple(sorted((*others, last)))
                    if (base, cover) not in found and _is_of_kind(shape, base, cover, mutant):
                        found[base, cover] = _with_fins(shape, places, base, cover)
    return tuple(sorted(found.values(), key=lambda fish: fish.key))


@lru_cache
def _sides(shape: Shape, mutant: bool) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """The houses that may be base, and those that may be cover: rows and boxes, columns and boxes; or all."""
    size, houses = shape.size, tuple(range(len(shape.houses)))
    if mutant:
        return ((houses, houses),)
    rows, columns, boxes = houses[:size], houses[size : 2 * size], houses[2 * size :]
    return (rows + boxes, columns + boxes), (columns + boxes, rows + boxes)


def _is_of_kind(shape: Shape, base: tuple[int, ...], cover: tuple[int, ...], mutant: bool) -> bool:
    """Whether a fish has a box, and mixes rows with columns in its base or its cover if it is to be a mutant."""
    base_kinds = {house // shape.size for house in base}
    cover_kinds = {house // shape.size for house in cover}
    franken = not {0, 1} <= base_kinds and not {0, 1} <= cover_kinds and not base_kinds & cover_kinds & {0, 1}
    return not franken if mutant else 2 in base_kinds | cover_kinds


def _against(
    shape: Shape, places: int, target: int, size: int, bases: Iterable[int], covers: Iterable[int]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every base, and its cover but for the house of the target, of a fish that strikes the target out."""
    left = places & ~(shape.peer_masks[target] | 1 << target)
    around = shape.houses_of[target]
    rest = {house: left & mask for house, mask in enumerate(shape.house_masks) if house not in around}
    parts = [(house, rest[house]) for house in bases if rest.get(house)]
    for cover in combinations([house for house in covers if rest.get(house)], size - 1):
        union = 0
        for house in cover:
            union |= rest[house]
        inside = [part for part in parts if not part[1] & ~union]
        if len(inside) >= size:
            held = [rest[house] for house in cover]
            for base in _apart(inside, size, 0, 0):
                if _is_minimal([rest[house] for house in base], held):
                    yield base, cover


def _apart(parts: list[tuple[int, int]], size: int, start: int, used: int) -> Iterator[tuple[int, ...]]:
    """Every choice of that many parts that do not overlap."""
    for index in range(start, len(parts) - size + 1):
        house, cells = parts[index]
        if not cells & used:
            if size == 1:
                yield (house,)
            else:
                for more in _apart(parts, size - 1, index + 1, used | cells):
                    yield (house, *more)


def _is_minimal(base: list[int], cover: list[int]) -> bool:
    """Whether no smaller fish is within: some of the base in fewer houses of the cover than they are themselves."""
    for number in range(1, len(cover)):
        for some in combinations(cover, number):
            union = 0
            for house in some:
                union |= house
            if sum(not cells & ~union for cells in base) > number:
                return False
    return True


def _with_fins(shape: Shape, places: int, base: tuple[int, ...], cover: tuple[int, ...]) -> Fish:
    """A fish by its houses: its cells, and all that falls."""
    in_base = endo_fins = in_cover = 0
    for house in base:
        here = places & shape.house_masks[house]
        endo_fins |= in_base & here
        in_base |= here
    for house in cover:
        in_cover |= places & shape.house_masks[house]
    falling = in_cover & ~in_base
    fins = in_base & ~in_cover & ~endo_fins
    for cell in bits(fins | endo_fins):
        falling &= shape.peer_masks[cell]
    return Fish(base, cover, in_base & in_cover & ~endo_fins, fins, endo_fins, falling)


franken_x_wings = partial(_mixed, size=2, technique="franken-x-wing", mutant=False, finned=False)
franken_swordfish = partial(_mixed, size=3, technique="franken-swordfish", mutant=False, finned=False)
franken_jellyfish = partial(_mixed, size=4, technique="franken-jellyfish", mutant=False, finned=False)
finned_franken_x_wings = partial(_mixed, size=2, technique="finned-franken-x-wing", mutant=False, finned=True)
finned_franken_swordfish = partial(_mixed, size=3, technique="finned-franken-swordfish", mutant=False, finned=True)
finned_franken_jellyfish = partial(_mixed, size=4, technique="finned-franken-jellyfish", mutant=False, finned=True)
finned_mutant_jellyfish = partial(_mixed, size=4, technique="finned-mutant-jellyfish", mutant=True, finned=True)
finned_mutant_squirmbags = partial(_mixed, size=5, technique="finned-mutant-squirmbag", mutant=True, finned=True)
finned_mutant_whales = partial(_mixed, size=6, technique="finned-mutant-whale", mutant=True, finned=True)
