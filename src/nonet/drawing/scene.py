"""Scene: what is to be shown of a board and of a step on it, before anyone has decided where on the paper it goes.

The same scene is laid out on a plane (`layout`) and on the character cells of a terminal (`textual`), so both show the
same. Every candidate has at most one sign, which tells its part in the evidence; besides, it may be struck or ringed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from typing import NamedTuple

from ..errors import NonetError, counted
from ..geometry import Shape, bits, digits_of
from ..grid import Grid
from ..logic import Candidate, Chain, Node, Step, technique
from ..position import Position

__all__ = ["Link", "Scene", "scene_of", "scene_of_step"]

_MOST_LINKING_HOUSES = 4
_PRECEDENCE = ("pivot", "stem", "endo_fins", "fins", "pincers", "petals", "roof", "extra", "corners", "floor")


class Link(NamedTuple):
    """An implication between two groups of candidates of one digit each; strong if the second is then true."""

    start: tuple[Candidate, ...]
    end: tuple[Candidate, ...]
    strong: bool
    branch: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be shown.

    >>> scene = scene_of(Grid("1... .2.. ..3. ...4"))
    >>> scene.title, scene.digits[:2]
    ('4x4 Sudoku, 4 clues', (1, 0))
    """

    shape: Shape
    digits: tuple[int, ...]
    given_mask: int
    candidates: tuple[int, ...] = ()
    """The candidate masks of the cells; empty if none are to be shown."""
    cells: tuple[tuple[str, int], ...] = ()
    """Cells by role; where two roles meet, the first counts."""
    houses: tuple[tuple[str, int], ...] = ()
    sets: tuple[int, ...] = ()
    signs: Mapping[Candidate, str] = field(default_factory=dict)
    struck: frozenset[Candidate] = frozenset()
    ringed: frozenset[Candidate] = frozenset()
    links: tuple[Link, ...] = ()
    title: str = ""
    description: str = ""

    @property
    def roles(self) -> list[str]:
        """What a legend has to explain, in the order in which people look."""
        shown = {sign for candidate, sign in self.signs.items() if candidate not in self.ringed}
        cell_roles = [role if role in shown else f"ground-{role}" for role, _ in self.cells]
        sign_roles = [sign for sign in shown if sign not in cell_roles and not sign.startswith("set-")]
        houses = [f"house-{role}" for role in dict.fromkeys(role for role, _ in self.houses)]
        sets = [f"set-{index}" for index in range(len(self.sets))]
        links = [
            name for name, strong in (("strong", True), ("weak", False)) if strong in {x.strong for x in self.links}
        ]
        ends = [name for name, some in (("ringed", self.ringed), ("struck", self.struck)) if some]
        return list(dict.fromkeys([*cell_roles, *sets, *sorted(sign_roles), *houses, *links, *ends]))

    def titled(self, title: str) -> Scene:
        """The same under another title."""
        return replace(self, title=title)

    def ground_of(self) -> dict[int, str]:
        """The role that colours each cell."""
        grounds: dict[int, str] = {}
        for role, mask in self.cells:
            for cell in bits(mask):
                grounds.setdefault(cell, role)
        for index, mask in enumerate(self.sets):
            for cell in bits(mask):
                grounds.setdefault(cell, str(index))
        return grounds


def scene_of(what: Grid | Position, *, candidates: bool | None = None) -> Scene:
    """A board as it stands; a position with its candidates, unless told otherwise. Clashing digits are pointed out.

    >>> scene_of(Position("1... .2.. ..3. ...4")).candidates[1]
    12
    """
    position = what if isinstance(what, Position) else Position(what)
    grid, shape = position.grid, position.grid.shape
    show = isinstance(what, Position) if candidates is None else candidates
    clash = 0
    for conflict in grid.conflicts():
        clash |= sum(1 << shape.cell(cell) for cell in conflict.cells)
    placed = len(position.placed)
    title = f"{shape} Sudoku, {counted(len(position.givens.givens), 'clue')}"
    if placed:
        title += f", {placed} more placed"
    return Scene(
        shape=shape,
        digits=tuple(grid),
        given_mask=position.givens.givens.mask,
        candidates=position.candidate_masks if show else (),
        cells=(("conflict", clash),) if clash else (),
        title=title,
        description=_rows_in_words(grid),
    )


def _rows_in_words(grid: Grid) -> str:
    symbols = [[grid.shape.symbol(digit) if digit else "blank" for digit in row] for row in grid.rows]
    return "; ".join(f"row {number}: {' '.join(row)}" for number, row in enumerate(symbols, 1))


def scene_of_step(step: Step, position: Position, *, title: str | None = None) -> Scene:
    """A step on the position that it was found in.

    >>> from nonet.logic import steps
    >>> position = Position("1... ..2. .3.. ...4")
    >>> scene_of_step(next(steps(position)), position).title
    'Naked Single'
    """
    shape = position.grid.shape
    _refuse_another_board(step, position)
    board = scene_of(position, candidates=True)
    sets = tuple(group.cells for group in step.sets) if len(step.sets) > 1 or not step.cells else ()
    in_sets = reduce(or_, sets, 0)  # a cell of a set is coloured as such, whatever else it is
    signs = _signs(step, position, bool(sets))
    return Scene(
        shape=shape,
        digits=board.digits,
        given_mask=board.given_mask,
        candidates=board.candidates,
        cells=tuple((role, mask & ~in_sets) for role, mask in _by_precedence(step.cells) if mask & ~in_sets),
        houses=tuple((role, house) for role, houses in _few(step.houses).items() for house in houses),
        sets=sets,
        signs=signs,
        struck=frozenset(step.eliminations),
        ringed=frozenset(step.placements),
        links=tuple(_links(step, position)),
        title=technique(step.technique).title if title is None else title,
        description=_in_words(step, shape),
    )


def _refuse_another_board(step: Step, position: Position) -> None:
    for cell, digit in (*step.placements, *step.eliminations):
        if cell >= position.grid.shape.cells or not position.candidate_masks[cell] >> digit - 1 & 1:
            raise NonetError("the step is not one of this position: draw it on the position in which it was found")


def _few(houses: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """The houses that are worth an outline: where links run through half the board, the links themselves say more."""
    return {role: some for role, some in houses.items() if role != "link" or len(some) <= _MOST_LINKING_HOUSES}


def _by_precedence(cells: Mapping[str, int]) -> list[tuple[str, int]]:
    """The rarer roles first, since they mean more; the pattern last."""
    order = {role: number for number, role in enumerate(_PRECEDENCE)}
    return sorted(cells.items(), key=lambda item: order.get(item[0], len(order)))


def _signs(step: Step, position: Position, by_sets: bool) -> dict[Candidate, str]:
    """The sign of each candidate that the evidence speaks of: chains say most, then colours, then cells and sets."""
    masks = position.candidate_masks
    signs: dict[Candidate, str] = {}

    def add(cells: int, digits: int, sign: str) -> None:
        for cell in bits(cells):
            for digit in digits_of(masks[cell] & digits):
                signs.setdefault(Candidate(cell, digit), sign)

    on, off = _nodes(step, True), _nodes(step, False)
    for candidate in (*on, *off):
        both = candidate in on and candidate in off
        add(1 << candidate.cell, 1 << candidate.digit - 1, "both" if both else "on" if candidate in on else "off")
    for number, group in enumerate(step.colors):
        for candidate in group:
            add(1 << candidate.cell, 1 << candidate.digit - 1, f"colour-{number}")
    digits = sum(1 << digit - 1 for digit in set(step.digits))
    if by_sets:
        for number, (cells, own) in enumerate(step.sets):
            add(cells, digits & own or own, f"set-{number}")
    for role, cells in _by_precedence(step.cells):
        if not step.chains and (not step.colors or role != "pattern"):
            add(cells, digits, role)
    return signs


def _nodes(step: Step, on: bool) -> dict[Candidate, None]:
    return {
        candidate: None for chain in step.chains for node in chain.nodes if node.on is on for candidate in _group(node)
    }


def _group(node: Node) -> tuple[Candidate, ...]:
    return tuple(Candidate(cell, node.digit) for cell in bits(node.cells))


def _links(step: Step, position: Position) -> Iterator[Link]:
    """Every implication once; a loop's last node leads back to its first."""
    seen = set()
    masks = position.candidate_masks
    for number, chain in enumerate(step.chains):
        for start, end in (*chain.links, *_closing(chain)):
            ends = [tuple(c for c in _group(node) if masks[c.cell] >> c.digit - 1 & 1) for node in (start, end)]
            key = (*ends, end.on)
            if all(ends) and ends[0] != ends[1] and key not in seen:
                seen.add(key)
                yield Link(ends[0], ends[1], strong=end.on, branch=number if len(step.chains) > 1 else None)


def _closing(chain: Chain) -> Iterator[tuple[Node, Node]]:
    if chain.kind == "loop" and len(chain.nodes) > 2:
        first, last = chain.nodes[0], chain.nodes[-1]
        same = first.digit == last.digit and first.cells == last.cells
        if not same and not any(start == last for start, end in chain.links if end == first):
            yield last, first


def _in_words(step: Step, shape: Shape) -> str:
    """The conclusion, for those who cannot see the picture."""
    parts = [f"{c.name(shape)} is placed" for c in step.placements]
    by_digit: dict[int, list[str]] = {}
    for cell, digit in sorted(step.eliminations):
        by_digit.setdefault(digit, []).append(shape.cell_name(cell))
    parts += [f"{shape.symbol(digit)} is struck out in {', '.join(names)}" for digit, names in sorted(by_digit.items())]
    return "; ".join(parts)
