"""Steps in the notation that players exchange: HoDoKu's one-line form, and the lines of its library of examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from ...formats import Entry, write
from ...geometry import Shape, bits, digits_of
from ...position import Position
from ..step import Candidate, Chain, LockedSet, Node, Step
from ..techniques import technique

__all__ = ["cells_text", "hodoku_text", "reglib_line"]


def cells_text(cells: int, shape: Shape) -> str:
    """Cells in short: those of a row or a column are joined.

    >>> cells_text(0b111 | 1 << 11 | 1 << 20, Shape(3, 3))
    'r1c123,r23c3'
    """
    left = cells
    parts = []
    wide = shape.size > 9
    while left:
        first = (left & -left).bit_length() - 1
        row, column = divmod(first, shape.size)
        across = left & shape.house_masks[row]
        down = left & shape.house_masks[shape.size + column]
        taken = across if wide or across.bit_count() >= down.bit_count() else down
        if wide:
            taken = 1 << first
        rows = dict.fromkeys(str(cell // shape.size + 1) for cell in bits(taken))
        columns = dict.fromkeys(str(cell % shape.size + 1) for cell in bits(taken))
        parts.append(f"r{''.join(rows)}c{''.join(columns)}")
        left &= ~taken
    return ",".join(parts)


def houses_text(houses: Iterable[int], shape: Shape) -> str:
    """Houses in short, kind by kind.

    >>> houses_text([0, 2, 19], Shape(3, 3))
    'r13b2'
    """
    kinds: dict[str, list[str]] = {}
    for house in houses:
        kinds.setdefault("rcb"[house // shape.size], []).append(str(house % shape.size + 1))
    return "".join(kind + ("" if shape.size < 10 else ",").join(numbers) for kind, numbers in kinds.items())


def _digits(digits: Iterable[int], shape: Shape, between: str) -> str:
    return between.join(map(shape.symbol, digits))


def _mask_digits(mask: int, shape: Shape) -> str:
    return _digits(digits_of(mask), shape, "")


def conclusion_text(step: Step, shape: Shape) -> str:
    """What falls and what is placed.

    >>> conclusion_text(Step("x-wing", eliminations=(Candidate(0, 7), Candidate(1, 7))), Shape(3, 3))
    'r1c12<>7'
    """
    places = [f"{shape.cell_name(cell)}={shape.symbol(digit)}" for cell, digit in step.placements]
    cells: dict[int, int] = {}
    for cell, digit in step.eliminations:
        cells[digit] = cells.get(digit, 0) | 1 << cell
    struck = [f"{cells_text(cells[digit], shape)}<>{shape.symbol(digit)}" for digit in sorted(cells)]
    return ", ".join(places + struck)


def chain_text(chain: Chain, shape: Shape) -> str:
    """A chain link by link: ``=d=`` between cells for a strong link, ``-d-`` for a weak one.

    A link between two candidates of one cell is not written: it shows as a change of digit.
    """
    nodes = chain.nodes
    parts = [cells_text(nodes[0].cells, shape)]
    for before, node in pairwise(nodes):
        if before.cells != node.cells:
            sign = "=" if node.on else "-"
            parts += [f"{sign}{shape.symbol(node.digit)}{sign}", cells_text(node.cells, shape)]
    return " ".join(parts)


def branch_text(chain: Chain, shape: Shape) -> str:
    """One case of a forcing chain: each statement in turn."""
    return " ".join(node_text(node, shape) for node in chain.nodes)


def node_text(node: Node, shape: Shape) -> str:
    """A statement: r1c2=3, or r1c2<>3.

    >>> node_text(Node(3, 0b11, False), Shape(3, 3))
    'r1c12<>3'
    """
    return f"{cells_text(node.cells, shape)}{'=' if node.on else '<>'}{shape.symbol(node.digit)}"


def _set_text(each: LockedSet, shape: Shape) -> str:
    return f"{cells_text(each.cells, shape)} {{{_mask_digits(each.digits, shape)}}}"


def _role(step: Step, *roles: str) -> int:
    found = 0
    for role in roles:
        found |= step.cells.get(role, 0)
    return found


def _subset(step: Step, shape: Shape) -> str:
    return f"{_digits(step.digits, shape, ',')} in {cells_text(_role(step, 'pattern'), shape)}"


def _locked(step: Step, shape: Shape) -> str:
    return f"{shape.symbol(step.digits[0])} in {houses_text(step.houses['base'], shape)}"


def _fish(step: Step, shape: Shape) -> str:
    fins = "".join(f" f{shape.cell_name(cell)}" for cell in bits(_role(step, "fins")))
    endo = "".join(f" ef{shape.cell_name(cell)}" for cell in bits(_role(step, "endo_fins")))
    base, cover = (houses_text(step.houses[role], shape) for role in ("base", "cover"))
    return f"{shape.symbol(step.digits[0])} {base} {cover}{fins}{endo}"


def _pattern(step: Step, shape: Shape) -> str:
    cells = 0
    for mask in step.cells.values():
        cells |= mask
    return f"{_digits(step.digits, shape, '/')} in {cells_text(cells, shape)}"


def _corners(step: Step, shape: Shape) -> str:
    cells = _role(step, "floor", "roof", "corners") or _role(step, "pattern")
    return f"{_digits(step.digits[:2], shape, '/')} in {cells_text(cells, shape)}"


def _colors(step: Step, shape: Shape) -> str:
    groups = [cells_text(sum({1 << c.cell: 0 for c in group}), shape) for group in step.colors]
    pairs = [f"({a}) / ({b})" for a, b in zip(groups[::2], groups[1::2], strict=False)]
    return f"{_digits(step.digits, shape, '/')} {', '.join(pairs)}"


def _sets(step: Step, shape: Shape) -> str:
    """Two or three sets by letters, with the digits that link them and those that fall; more as a chain."""
    links = 2 if step.variant in ("doubly linked", "cannibal") else len(step.sets) - 1
    first, rest = (_digits(part, shape, ",") for part in (step.digits[:links], step.digits[links:]))
    if len(step.sets) > 3:
        signs = [f" -{shape.symbol(digit)}- " for digit in step.digits[:links]]
        told = "".join(_set_text(each, shape) + sign for each, sign in zip(step.sets, [*signs, ""], strict=True))
        ends = _digits(sorted({digit for _, digit in step.eliminations}), shape, "")
        return f"{ends}- {told} -{ends}"
    # of three sets the middle one, to which both others are linked, is called C
    named = ", ".join(
        f"{name}={_set_text(step.sets[number], shape)}"
        for name, number in zip("ABC", (0, 1) if len(step.sets) == 2 else (0, 2, 1), strict=False)
    )
    return f"{named}, {'X' if len(step.sets) == 2 else 'X,Y'}={first}" + (f", Z={rest}" if rest else "")


def _blossom(step: Step, shape: Shape) -> str:
    stem = cells_text(step.cells["stem"], shape)
    petals = (
        f"-{shape.symbol(digit)}- {_set_text(each, shape)}" for digit, each in zip(step.digits, step.sets, strict=False)
    )
    return f"{stem} {', '.join(petals)}"


def _sue_de_coq(step: Step, shape: Shape) -> str:
    crossing = f"{cells_text(step.cells['pattern'], shape)} - {{{_digits(step.digits, shape, '')}}}"
    sides = (f"{cells_text(each.cells, shape)} - {{{_mask_digits(each.digits, shape)}}}" for each in step.sets)
    return f"{crossing} ({', '.join(sides)})"


def _chains(step: Step, shape: Shape) -> str:
    if len(step.chains) > 1 or step.chains[0].kind not in ("chain", "loop"):
        return " | ".join(branch_text(chain, shape) for chain in step.chains)
    digits = sorted({digit for _, digit in (*step.eliminations, *step.placements)})
    told = chain_text(step.chains[0], shape)
    if step.technique in ("xy-chain", "aic", "grouped-aic"):
        first, last = (shape.symbol(step.chains[0].nodes[end].digit) for end in (0, -1))
        told = f"{first}- {told} -{last}"
    if step.technique == "remote-pair":
        digits = list(step.digits)
    return f"{_digits(digits, shape, '/')} {told}"


def _ends(step: Step, shape: Shape) -> str:
    """Two ends, and the cells that connect them."""
    pincers = step.cells["pincers"]
    rest = cells_text(step.cells["pattern"] & ~pincers, shape)
    return f"{shape.symbol(step.digits[0])} in {cells_text(pincers, shape)} (connected by {rest})"


def _empty_rectangle(step: Step, shape: Shape) -> str:
    box, pair = houses_text(step.houses["house"], shape), cells_text(step.cells["link"], shape)
    return f"{shape.symbol(step.digits[0])} in {box} ({pair})"


def _w_wing(step: Step, shape: Shape) -> str:
    ends, link = (cells_text(step.cells[role], shape) for role in ("pincers", "link"))
    return f"{_digits(step.digits, shape, '/')} in {ends} connected by {shape.symbol(step.digits[1])} in {link}"


_FORMS: dict[str, Callable[[Step, Shape], str]] = {
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
"""How the evidence of a technique, or of a family, is written; chains are written as such, all else as a pattern."""

_BARE = ("singles", "answer", "bug", "templates")
"""The families that are written without evidence."""


def hodoku_text(step: Step) -> str:
    """The step in one line, in the notation of HoDoKu.

    >>> fish = Step("x-wing", eliminations=(Candidate(20, 7),), digits=(7,), houses={"base": (0, 4), "cover": (11, 15)})
    >>> hodoku_text(fish)
    'X-Wing: 7 r15 c37 => r3c3<>7'
    """
    row, shape = technique(step.technique), step.shape
    name, end = row.hodoku or row.title, conclusion_text(step, shape)
    if row.family in _BARE:
        return f"{name}{' => ' if row.family == 'bug' else ': '}{end}"
    form = _FORMS.get(step.technique) or (_chains if step.chains else _FORMS.get(row.family, _pattern))
    return f"{name}: {form(step, shape)} => {end}"


def reglib_line(position: Position, step: Step) -> str:
    """The position and the step as a line of HoDoKu's library, which other programs can check.

    >>> position = Position("1... ..2. .3.. ...4")
    >>> reglib_line(position, Step("naked-single", placements=(Candidate(5, 4),), digits=(4,)))
    ':0003:4:1.....2..3.....4:::422:'
    """
    shape = position.grid.shape
    fields = {
        "technique": technique(step.technique).code or "0000",
        "candidates": _digits(sorted(set(step.digits)), shape, ""),
        "eliminations": _triples(step.eliminations, shape),
        "placements": _triples(step.placements, shape),
        "extra": "",
    }
    return write(Entry(position.givens, position, fields=fields), format="hodoku").rstrip("\n")


def _triples(candidates: Iterable[Candidate], shape: Shape) -> str:
    return " ".join(
        f"{shape.symbol(digit)}{shape.symbol(cell // shape.size + 1)}{shape.symbol(cell % shape.size + 1)}"
        for cell, digit in sorted(candidates, key=lambda candidate: (candidate.digit, candidate.cell))
    )
