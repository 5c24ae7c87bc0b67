"""HoDoKu's notation: a step as one line, as players exchange it, and as a line of HoDoKu's library of examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from itertools import pairwise
from operator import or_

from ...formats import Entry, write
from ...geometry import Shape, bits, digits_of
from ...position import Position
from ..step import Candidate, Chain, LockedSet, Node, Step
from ..techniques import technique

__all__ = ["cells_text", "hodoku_text", "reglib_line"]


def cells_text(cells: int, shape: Shape) -> str:
    """Return the names of cells; cells of the same row or column share one name.

    >>> cells_text(0b111 | 1 << 11 | 1 << 20, Shape(3, 3))
    'r1c123,r23c3'
    """
    rest, parts = cells, []
    while rest:
        first = rest & -rest
        row, column = divmod(first.bit_length() - 1, shape.size)
        in_row, in_column = rest & shape.house_masks[row], rest & shape.house_masks[shape.size + column]
        group = in_row if in_row.bit_count() >= in_column.bit_count() else in_column
        if shape.size > 9:  # r12c3 would be ambiguous
            group = first
        rows = dict.fromkeys(str(cell // shape.size + 1) for cell in bits(group))
        columns = dict.fromkeys(str(cell % shape.size + 1) for cell in bits(group))
        parts.append(f"r{''.join(rows)}c{''.join(columns)}")
        rest &= ~group
    return ",".join(parts)


def houses_text(houses: Iterable[int], shape: Shape) -> str:
    """Return the names of houses, grouped by kind.

    >>> houses_text([0, 2, 19], Shape(3, 3))
    'r13b2'
    """
    kinds: dict[str, list[str]] = {}
    for house in houses:
        kinds.setdefault("rcb"[house // shape.size], []).append(str(house % shape.size + 1))
    return "".join(kind + ("" if shape.size < 10 else ",").join(numbers) for kind, numbers in kinds.items())


def conclusion_text(step: Step) -> str:
    """Return the placements and eliminations.

    >>> conclusion_text(Step("x-wing", eliminations=(Candidate(0, 7), Candidate(1, 7))))
    'r1c12<>7'
    """
    shape = step.shape
    placed = [f"{shape.cell_name(cell)}={shape.symbol(digit)}" for cell, digit in step.placements]
    cells: dict[int, int] = {}
    for cell, digit in step.eliminations:
        cells[digit] = cells.get(digit, 0) | 1 << cell
    removed = [f"{cells_text(cells[digit], shape)}<>{shape.symbol(digit)}" for digit in sorted(cells)]
    return ", ".join(placed + removed)


def chain_text(chain: Chain, shape: Shape) -> str:
    """Return the links of a chain: ``=d=`` between cells for a strong link, ``-d-`` for a weak one.

    A link between two candidates of one cell is not written; it shows as a change of digit.
    """
    parts = [cells_text(chain.nodes[0].cells, shape)]
    for before, node in pairwise(chain.nodes):
        if before.cells != node.cells:
            sign = "=" if node.on else "-"
            parts += [f"{sign}{shape.symbol(node.digit)}{sign}", cells_text(node.cells, shape)]
    return " ".join(parts)


def node_text(node: Node, shape: Shape) -> str:
    """Return what a node states: r1c2=3 or r1c2<>3.

    >>> node_text(Node(3, 0b11, False), Shape(3, 3))
    'r1c12<>3'
    """
    return f"{cells_text(node.cells, shape)}{'=' if node.on else '<>'}{shape.symbol(node.digit)}"


# The evidence of each kind of step


def _cells(step: Step, *roles: str) -> str:
    return cells_text(reduce(or_, (step.cells.get(role, 0) for role in roles)), step.shape)


def _houses(step: Step, role: str) -> str:
    return houses_text(step.houses[role], step.shape)


def _digits(step: Step, digits: Iterable[int], separator: str = "/") -> str:
    return separator.join(map(step.shape.symbol, digits))


def _digit(step: Step) -> str:
    return step.shape.symbol(step.digits[0])


def _set(step: Step, each: LockedSet, separator: str = " ") -> str:
    return f"{cells_text(each.cells, step.shape)}{separator}{{{_digits(step, digits_of(each.digits), '')}}}"


def _pattern(step: Step) -> str:
    return f"{_digits(step, step.digits)} in {_cells(step, *step.cells)}"


def _subset(step: Step) -> str:
    return f"{_digits(step, step.digits, ',')} in {_cells(step, 'pattern')}"


def _locked(step: Step) -> str:
    return f"{_digit(step)} in {_houses(step, 'base')}"


def _fish(step: Step) -> str:
    fins = [
        f"{sign}{step.shape.cell_name(cell)}"
        for role, sign in (("fins", "f"), ("endo_fins", "ef"))
        for cell in bits(step.cells.get(role, 0))
    ]
    return " ".join([_digit(step), _houses(step, "base"), _houses(step, "cover"), *fins])


def _corners(step: Step) -> str:
    cells = _cells(step, "floor", "roof", "corners") or _cells(step, "pattern")
    return f"{_digits(step, step.digits[:2])} in {cells}"


def _colors(step: Step) -> str:
    groups = [cells_text(sum({1 << cell for cell, _ in group}), step.shape) for group in step.colors]
    pairs = [f"({a}) / ({b})" for a, b in zip(groups[::2], groups[1::2], strict=False)]
    return f"{_digits(step, step.digits)} {', '.join(pairs)}"


def _sets(step: Step) -> str:
    """Return up to three sets with letters, the digits that link them and those that are removed; more as a chain."""
    links = 2 if step.variant in ("doubly linked", "cannibal") else len(step.sets) - 1
    if len(step.sets) > 3:
        signs = [*(f" -{step.shape.symbol(digit)}- " for digit in step.digits[:links]), ""]
        chain = "".join(_set(step, each) + sign for each, sign in zip(step.sets, signs, strict=True))
        ends = _digits(step, sorted({digit for _, digit in step.eliminations}), "")
        return f"{ends}- {chain} -{ends}"
    # C is the middle one of three sets, to which both others are linked
    order = (0, 1) if len(step.sets) == 2 else (0, 2, 1)
    parts = [f"{name}={_set(step, step.sets[number])}" for name, number in zip("ABC", order, strict=False)]
    parts.append(f"{'X' if len(step.sets) == 2 else 'X,Y'}={_digits(step, step.digits[:links], ',')}")
    if step.digits[links:]:
        parts.append(f"Z={_digits(step, step.digits[links:], ',')}")
    return ", ".join(parts)


def _blossom(step: Step) -> str:
    petals = (
        f"-{step.shape.symbol(digit)}- {_set(step, each)}" for digit, each in zip(step.digits, step.sets, strict=False)
    )
    return f"{_cells(step, 'stem')} {', '.join(petals)}"


def _sue_de_coq(step: Step) -> str:
    sides = ", ".join(_set(step, each, " - ") for each in step.sets)
    return f"{_cells(step, 'pattern')} - {{{_digits(step, step.digits, '')}}} ({sides})"


def _chains(step: Step) -> str:
    first = step.chains[0]
    if len(step.chains) > 1 or first.kind not in ("chain", "loop"):
        return " | ".join(" ".join(node_text(node, step.shape) for node in chain.nodes) for chain in step.chains)
    text = chain_text(first, step.shape)
    if step.technique in ("xy-chain", "aic", "grouped-aic"):
        start, end = (step.shape.symbol(first.nodes[index].digit) for index in (0, -1))
        text = f"{start}- {text} -{end}"
    concluded = sorted({digit for _, digit in (*step.eliminations, *step.placements)})
    return f"{_digits(step, step.digits if step.technique == 'remote-pair' else concluded)} {text}"


def _ends(step: Step) -> str:
    between = cells_text(step.cells["pattern"] & ~step.cells["pincers"], step.shape)
    return f"{_digit(step)} in {_cells(step, 'pincers')} (connected by {between})"


def _empty_rectangle(step: Step) -> str:
    return f"{_digit(step)} in {_houses(step, 'house')} ({_cells(step, 'link')})"


def _w_wing(step: Step) -> str:
    link = f"{step.shape.symbol(step.digits[1])} in {_cells(step, 'link')}"
    return f"{_digits(step, step.digits)} in {_cells(step, 'pincers')} connected by {link}"


_EVIDENCE: dict[str, Callable[[Step], str]] = {
    "locked_candidates": _locked,
    "subsets": _subset,
    "fish": _fish,
    "complex_fish": _fish,
    "unique_rectangles": _corners,
    "unique_loops": _corners,
    "coloring": _colors,
    "medusa": _colors,
    "als": _sets,
    "death-blossom": _blossom,
    "sue_de_coq": _sue_de_coq,
    "skyscraper": _ends,
    "two-string-kite": _ends,
    "dual-two-string-kite": _ends,
    "empty-rectangle": _empty_rectangle,
    "dual-empty-rectangle": _empty_rectangle,
    "w-wing": _w_wing,
    "locked-pair": _subset,
    "locked-triple": _subset,
}
"""The notation of the evidence by technique or family; all other steps have chains or a simple pattern."""

_WITHOUT_EVIDENCE = ("singles", "answer", "bug", "templates")
"""The families of which only the conclusion is written."""


def hodoku_text(step: Step) -> str:
    """Return a step in one line, in HoDoKu's notation.

    >>> fish = Step("x-wing", eliminations=(Candidate(20, 7),), digits=(7,), houses={"base": (0, 4), "cover": (11, 15)})
    >>> hodoku_text(fish)
    'X-Wing: 7 r15 c37 => r3c3<>7'
    """
    row = technique(step.technique)
    name, conclusion = row.hodoku or row.title, conclusion_text(step)
    if row.family in _WITHOUT_EVIDENCE:
        return f"{name}{' => ' if row.family == 'bug' else ': '}{conclusion}"
    evidence = _EVIDENCE.get(step.technique) or (_chains if step.chains else _EVIDENCE.get(row.family, _pattern))
    return f"{name}: {evidence(step)} => {conclusion}"


def reglib_line(position: Position, step: Step) -> str:
    """Return a position and a step as a line of HoDoKu's library of examples, which other programs can check.

    >>> position = Position("1... ..2. .3.. ...4")
    >>> reglib_line(position, Step("naked-single", placements=(Candidate(5, 4),), digits=(4,)))
    ':0003:4:1.....2..3.....4:::422:'
    """
    shape = position.grid.shape
    fields = {
        "technique": technique(step.technique).code or "0000",
        "candidates": "".join(map(shape.symbol, sorted(set(step.digits)))),
        "eliminations": _triples(step.eliminations, shape),
        "placements": _triples(step.placements, shape),
        "extra": "",
    }
    return write(Entry(position.givens, position, fields=fields), format="hodoku").rstrip("\n")


def _triples(candidates: Iterable[Candidate], shape: Shape) -> str:
    """Return candidates as HoDoKu writes them: digit, row, column."""
    return " ".join(
        f"{shape.symbol(digit)}{shape.symbol(cell // shape.size + 1)}{shape.symbol(cell % shape.size + 1)}"
        for cell, digit in sorted(candidates, key=lambda candidate: (candidate.digit, candidate.cell))
    )
