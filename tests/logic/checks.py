"""What the tests of logic check about steps: their conclusions, their proofs, and that no premise can be left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from nonet import Grid, Position, Shape, solve
from nonet.geometry import bits
from nonet.logic import Candidate, Marks, Step, check_reasons, steps, verify
from tests.logic.positions import NINE, transformed


def found(position: Position, *techniques: str) -> list[Step]:
    """Return the steps of some techniques, after checking that each is proved."""
    steps_found = list(steps(position, techniques=techniques))
    assert [step for step in steps_found if not verify(position, step)] == []
    return steps_found


# Conclusions


def named(cells: int, shape: Shape = NINE) -> str:
    """Return the names of some cells: ``r1c2 r1c3``."""
    return " ".join(map(shape.cell_name, bits(cells)))


def eliminated(step: Step, shape: Shape = NINE) -> str:
    """Return the eliminations as text: ``3: r1c2 r1c3; 4: r1c2``."""
    by_digit: dict[int, int] = {}
    for cell, digit in step.eliminations:
        by_digit[digit] = by_digit.get(digit, 0) | 1 << cell
    return "; ".join(f"{digit}: {named(cells, shape)}" for digit, cells in sorted(by_digit.items()))


def candidates(text: str) -> frozenset[Candidate]:
    """Return candidates written as in `eliminated`."""
    parts = [part.partition(":") for part in text.split(";")]
    return frozenset(Candidate(NINE.cell(name), int(digit)) for digit, _, names in parts for name in names.split())


def eliminations(found_steps: Iterable[Step]) -> frozenset[Candidate]:
    """Return everything that some steps eliminate."""
    return frozenset(candidate for step in found_steps for candidate in step.eliminations)


def placements(found_steps: Iterable[Step]) -> frozenset[Candidate]:
    """Return everything that some steps place."""
    return frozenset(candidate for step in found_steps for candidate in step.placements)


def conclusions(found_steps: Iterable[Step]) -> set[frozenset[Candidate]]:
    """Return what each step places or eliminates."""
    return {frozenset(step.placements + step.eliminations) for step in found_steps}


# Proofs


def agrees(step: Step, solution: Grid) -> bool:
    """Return whether the step places only right digits and eliminates only wrong ones."""
    return all(solution[cell] == digit for cell, digit in step.placements) and all(
        solution[cell] != digit for cell, digit in step.eliminations
    )


def assert_sound(position: Position, found_steps: Iterable[Step], solution: Grid | None = None) -> int:
    """Check that each step is new, proved and right, and that its reasons are true; return how many there are."""
    solution = solution or solve(position.givens)
    seen = set()
    for step in found_steps:
        assert verify(position, step), step
        assert agrees(step, solution), step
        assert check_reasons(position, step) == (), step
        roles = tuple(step.cells.items()), tuple(step.houses.items())
        key = step.technique, step.conclusion, step.digits, roles, step.sets, step.chains, step.variant
        assert key not in seen, step
        seen.add(key)
    return len(seen)


def assert_same_when_transformed(
    finder: Callable[[Marks], Iterable[Step]], position: Position, seed: int, *, together: bool = False
) -> None:
    """Check that a transformed position has the same conclusions: those of each step, or of all steps together."""
    other, moved_to = transformed(position, seed)
    here, there = (conclusions(finder(Marks.of(each))) for each in (position, other))
    if together:
        here, there = ({frozenset[Candidate]().union(*each)} for each in (here, there))
    assert there == {frozenset(map(moved_to.__getitem__, each)) for each in here}


def with_fewer_premises(step: Step) -> Iterator[Step]:
    """Yield the step without each of its premises in turn."""
    premises = step.premises
    for cell in bits(premises.cells):
        yield step._replace(premises=premises._replace(cells=premises.cells & ~(1 << cell)))
    for place in premises.places:
        left = tuple(other for other in premises.places if other != place)
        yield step._replace(premises=premises._replace(places=left))
    if premises.deadly:
        yield step._replace(premises=premises._replace(deadly=()))
        yield step._replace(premises=premises._replace(deadly=premises.deadly[1:]))


def needs_all_premises(position: Position, step: Step) -> bool:
    """Return whether the step has premises, and is not proved without any one of them."""
    fewer = list(with_fewer_premises(step))
    return bool(fewer) and not any(verify(position, less) for less in fewer)
