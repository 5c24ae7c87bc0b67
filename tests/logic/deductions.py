"""Positions for the tests of chains and nets, and what must hold of any step that is found in them."""

from __future__ import annotations

from random import Random

from nonet import Grid, Position, Shape
from nonet.geometry import bits
from nonet.logic import Candidate, Chain, Step, verify
from nonet.logic.marks import Marks
from tests.boards import moved, pattern
from tests.logic import positions

NINE = Shape(3, 3)
BASICS = ("full-house", "naked-single", "hidden-single", "pointing", "claiming", "naked-pair", "hidden-pair")


def drawn(cells: dict[str, str], only: dict[tuple[int, str], str] | None = None) -> Position:
    """A board without digits, every candidate everywhere, but for what is told.

    That is the candidates of cells, and the only places of a digit in a house: ``{(1, "row 3"): "r3c2 r3c7"}``.
    """
    masks = [NINE.all_digits] * NINE.cells
    for name, digits in cells.items():
        masks[NINE.cell(name)] = sum(1 << int(digit) - 1 for digit in digits)
    for (digit, house), places in (only or {}).items():
        for cell in NINE.houses[NINE.house_names.index(house)]:
            if NINE.cell_name(cell) not in places.split():
                masks[cell] &= ~(1 << digit - 1)
    return Position("." * NINE.cells, candidate_masks=masks)


def said(text: str) -> frozenset[Candidate]:
    """Candidates as people write them: ``1 r2c3 r3c3, 4 r5c5``."""
    parts = [part.split() for part in text.split(",")]
    return frozenset(Candidate(NINE.cell(name), int(digit)) for digit, *names in parts for name in names)


def met(number: int, seed: int = 1) -> tuple[tuple[Position, Grid], ...]:
    """Positions of minimal puzzles in which easy techniques find no more, with their solutions."""
    return positions.met(number, seed, BASICS)


def sketched(seed: int, shape: Shape) -> tuple[Position, Grid]:
    """A position of any shape with one or two candidates beside the right one in each blank; and its solution."""
    chance = Random(seed)

    def order(size: int, group: int) -> list[int]:
        bands = chance.sample(range(size // group), size // group)
        return [band * group + line for band in bands for line in chance.sample(range(group), group)]

    rows, columns = order(shape.size, shape.box_height), order(shape.size, shape.box_width)
    digits = [0, *chance.sample(range(1, shape.size + 1), shape.size)]
    solution = moved(pattern(shape), rows, columns, digits)
    blanks = chance.sample(range(shape.cells), shape.cells * 2 // 3)
    masks = [0] * shape.cells
    for cell in blanks:
        others = chance.sample(range(shape.size), chance.randint(1, 2))
        masks[cell] = sum(1 << bit for bit in {*others, solution[cell] - 1})
    return Position(solution.replace(dict.fromkeys(blanks, 0)), candidate_masks=masks), solution


def turned_over(position: Position, digits: list[int]) -> Position:
    """The position mirrored at its main diagonal, with its digits renamed (digits[0] is 0)."""
    shape = position.grid.shape
    other = Shape(shape.box_width, shape.box_height)
    source = [cell % shape.size * shape.size + cell // shape.size for cell in range(shape.cells)]
    masks = [sum(1 << digits[bit + 1] - 1 for bit in bits(position.candidate_masks[cell])) for cell in source]
    givens = Grid([[digits[d] for d in row] for row in zip(*position.givens.rows, strict=True)], other)
    grid = Grid([[digits[d] for d in row] for row in zip(*position.grid.rows, strict=True)], other)
    return Position(givens, grid, masks)


def candidates_turned(found: frozenset[Candidate], digits: list[int], size: int) -> frozenset[Candidate]:
    """The candidates where `turned_over` takes them."""
    return frozenset(Candidate(cell % size * size + cell // size, digits[digit]) for cell, digit in found)


def struck(steps: list[Step]) -> frozenset[Candidate]:
    """All that some steps strike out."""
    return frozenset(candidate for step in steps for candidate in step.eliminations)


def placed(steps: list[Step]) -> frozenset[Candidate]:
    """All that some steps place."""
    return frozenset(candidate for step in steps for candidate in step.placements)


def assert_sound(position: Position, solution: Grid, steps: list[Step]) -> None:
    """Each step is proved, agrees with the solution, is told once, and each link of its chains holds."""
    for step in steps:
        assert verify(position, step), step
        assert all(solution[cell] == digit for cell, digit in step.placements), step
        assert all(solution[cell] != digit for cell, digit in step.eliminations), step
        for chain in step.chains:
            assert_chain(position, step, chain)
    told = [(step.technique, step.conclusion, step.chains) for step in steps]
    assert len(set(told)) == len(told)


def assert_chain(position: Position, step: Step, chain: Chain) -> None:
    """The first node is assumed, and each of the others follows from its parents, which come before it."""
    marks = Marks.of(position)
    assert chain.nodes[0].reason.kind == "assumed"
    assert not chain.nodes[0].parents
    for at, node in enumerate(chain.nodes[1:], 1):
        parents = [chain.nodes[parent] for parent in node.parents]
        assert parents, chain
        assert max(node.parents) < at
        kind, where = node.reason
        if not node.on and parents[0].on:
            (parent,) = parents
            same_cell = parent.cells == node.cells and parent.digit != node.digit
            sees = parent.digit == node.digit and not node.cells & ~marks.common_peers(parent.cells)
            assert same_cell if kind == "cell" else sees
        elif not node.on:  # locked candidates: the digit has left the rest of a house
            assert all(not parent.on and parent.digit == node.digit for parent in parents)
            gone = sum(parent.cells for parent in parents)
            assert not node.cells & ~marks.common_peers(marks.places[node.digit] & marks.houses[where] & ~gone)
        elif kind == "cell":
            others = sum(1 << parent.digit - 1 for parent in parents)
            assert all(parent.cells == node.cells and not parent.on for parent in parents)
            assert marks.of_cell[node.cells.bit_length() - 1] == others | 1 << node.digit - 1
        elif kind == "house":
            covered = node.cells
            for parent in parents:
                assert parent.digit == node.digit
                assert not parent.on
                covered |= parent.cells
            assert not marks.places[node.digit] & marks.houses[where] & ~covered
        else:
            cells, digits = step.sets[where]
            (parent,) = parents
            assert digits.bit_count() == cells.bit_count() + 1
            assert marks.candidates_of(cells) == digits
            assert marks.house_of(cells) >= 0
            for side in (parent, node):
                assert side.cells == cells & marks.places[side.digit]
