"""The patterns of Sudoku Explainer as steps: singles, locked candidates, sets, fish, wings, uniqueness, exclusion.

The finders of nonet find the same patterns, so a step is the one of a finder that has all eliminations of the hint. It
keeps only these.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from ...geometry import bits
from ..finders import deadly_step, with_blockers
from ..marks import Marks
from ..scales import CELLS, SEES, Board, ExplainerStep, Rule, loops_of
from ..step import Candidate, LockedSet, Premises, Step
from ..techniques import technique
from .facts import candidate_of

__all__ = ["pattern_step"]

_TECHNIQUES = {
    Rule.POINTING: ("pointing",),
    Rule.CLAIMING: ("claiming",),
    Rule.NAKED_PAIR: ("naked-pair",),
    Rule.NAKED_TRIPLET: ("naked-triple",),
    Rule.NAKED_QUAD: ("naked-quad",),
    Rule.HIDDEN_PAIR: ("hidden-pair",),
    Rule.HIDDEN_TRIPLET: ("hidden-triple",),
    Rule.HIDDEN_QUAD: ("hidden-quad",),
    Rule.X_WING: ("x-wing",),
    Rule.SWORDFISH: ("swordfish",),
    Rule.JELLYFISH: ("jellyfish",),
    Rule.XY_WING: ("xy-wing",),
    Rule.XYZ_WING: ("xyz-wing",),
    Rule.HIDDEN_SINGLE: ("full-house", "hidden-single"),
    Rule.NAKED_SINGLE: ("naked-single",),
}
"""The techniques of rules that are the same here."""

_DIRECT = {
    Rule.DIRECT_POINTING: "pointing",
    Rule.DIRECT_CLAIMING: "claiming",
    Rule.DIRECT_HIDDEN_PAIR: "hidden-pair",
    Rule.DIRECT_HIDDEN_TRIPLET: "hidden-triple",
}
"""The technique before the hidden single of a direct hint."""
_RECTANGLE = 4


def pattern_step(marks: Marks, board: Board, hint: ExplainerStep) -> Step:
    """Return the step of a hint that has no chains."""
    if hint.rule in _DIRECT:
        return _direct(marks, hint)
    if hint.rule in (Rule.ALIGNED_PAIR, Rule.ALIGNED_TRIPLET):
        return _aligned(board, hint)
    placed = {candidate_of(hint.placed)} if hint.placed >= 0 else set()
    eliminated = set(map(candidate_of, hint.eliminations))
    for step in _candidates(marks, board, hint):
        if placed == set(step.placements) and eliminated <= set(step.eliminations):
            wrong = tuple(each for each in step.eliminations if each in eliminated)
            return with_blockers(marks, step._replace(eliminations=wrong))
    raise AssertionError(f"no finder has the step {hint}")


def _candidates(marks: Marks, board: Board, hint: ExplainerStep) -> Iterator[Step]:
    """Yield steps that may be that of a hint."""
    if hint.rule is Rule.UNIQUE_LOOP:
        yield from _loops(marks, board, hint)
        return
    names = (f"bug-{hint.detail}",) if hint.rule is Rule.BUG else _TECHNIQUES[hint.rule]
    if hint.rule is Rule.HIDDEN_SINGLE and hint.rating > 1.0:
        names = names[1:]
    for name in names:
        yield from technique(name).find(marks)


def _loops(marks: Marks, board: Board, hint: ExplainerStep) -> Iterator[Step]:
    """Yield the steps of the loops that give a hint."""
    type_ = hint.detail & 7
    wrong = tuple(map(candidate_of, hint.eliminations))
    for loop in loops_of(board, hint):
        kind = "rectangle" if len(loop.cells) == _RECTANGLE else "loop"
        name = f"unique-{kind}-{type_}"
        masks = dict.fromkeys(loop.cells, loop.pair)
        yield from deadly_step(marks, name, masks, type_)
        if type_ == 3:  # a hidden set is a naked set of the other cells
            roof = sum(1 << cell for cell in loop.cells if board.units[cell] != loop.pair)
            house = sum(1 << cell for cell in CELLS[loop.house]) & marks.blanks & ~roof
            cells = sum(1 << CELLS[loop.house][place] for place in bits(loop.set_places)) & house
            if loop.set_digits & loop.pair:
                cells = house & ~cells
            yield from deadly_step(marks, name, masks, type_, cells, wrong)


def _direct(marks: Marks, hint: ExplainerStep) -> Step:
    """Return the hidden single that a pattern leaves. The pattern is a part of the step."""
    cell, digit = candidate_of(hint.placed)
    for part in technique(_DIRECT[hint.rule]).find(marks):
        gone = sum(1 << other for other, removed in part.eliminations if removed == digit)
        for house, mask in enumerate(marks.houses):
            places = marks.places[digit] & mask
            if places & gone and places & ~gone == 1 << cell and _is_direct(part, house):
                wrong = tuple(each for each in part.eliminations if each.digit == digit and places >> each.cell & 1)
                return Step(
                    "hidden-single",
                    placements=(Candidate(cell, digit),),
                    premises=part.premises._replace(places=tuple(sorted({*part.premises.places, (house, digit)}))),
                    digits=(digit,),
                    cells={"pattern": 1 << cell},
                    houses={"house": (house,)},
                    parts=(part._replace(eliminations=wrong),),
                    variant="direct",
                )
    raise AssertionError(f"no pattern leaves the single of {hint}")


def _is_direct(part: Step, house: int) -> bool:
    """Return whether a house is one that the hint looks at: of the kind of the base, or that of the hidden set."""
    if "base" in part.houses:
        return house // 9 == part.houses["base"][0] // 9
    return part.houses["house"] == (house,)


def _aligned(board: Board, hint: ExplainerStep) -> Step:
    """Return the exclusion of two or three cells, with the cells that exclude combinations."""
    size = 2 if hint.rule is Rule.ALIGNED_PAIR else 3
    eliminated = {candidate // 9 for candidate in hint.eliminations}
    numbers = [mask.bit_count() for mask in board.units[:81]]
    usable = [cell for cell in range(81) if numbers[cell] >= 2 and cell not in eliminated]
    for more in combinations(usable, size - len(eliminated)):
        cells = tuple(sorted((*eliminated, *more)))
        common = frozenset.intersection(*(SEES[cell] for cell in cells))
        excluders = [cell for cell in sorted(common) if 2 <= numbers[cell] <= size]
        if len(excluders) >= 2 and (used := _excluding(board, cells, excluders, set(hint.eliminations))):
            return Step(
                "aligned-pair-exclusion",
                eliminations=tuple(map(candidate_of, hint.eliminations)),
                premises=Premises(cells=sum(1 << cell for cell in (*cells, *used))),
                digits=tuple(sorted({candidate % 9 + 1 for candidate in hint.eliminations})),
                cells={"pattern": sum(1 << cell for cell in cells), "extra": sum(1 << cell for cell in used)},
                sets=tuple(LockedSet(1 << cell, board.units[cell]) for cell in used),
                variant="" if size == 2 else "triplet",
            )
    raise AssertionError(f"no cells have the exclusion of {hint}")


def _excluding(board: Board, cells: tuple[int, ...], excluders: list[int], eliminations: set[int]) -> list[int]:
    """Return the excluders that exclude all combinations with an eliminated candidate; none if they do not."""
    near = [(i, j) for i, j in combinations(range(len(cells)), 2) if cells[j] in SEES[cells[i]]]
    used: dict[int, None] = {}
    for digits in product(*(list(bits(board.units[cell])) for cell in cells)):
        if not any(9 * cell + digit in eliminations for cell, digit in zip(cells, digits, strict=True)):
            continue
        if any(digits[i] == digits[j] for i, j in near):
            continue
        taken = sum({1 << digit for digit in digits})
        excluder = next((cell for cell in excluders if not board.units[cell] & ~taken), None)
        if excluder is None:
            return []
        used[excluder] = None
    return sorted(used)
