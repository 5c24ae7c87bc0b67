"""Scene: what a picture shows of a board and of a step on it, before anything has a place.

The same scene is laid out on a plane (`layout`) and on the character cells of a terminal (`render.text`), so both show
the same. A candidate has at most one sign, which shows its part in the evidence; also it may be placed or eliminated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple

from ..errors import ArgumentError, counted
from ..geometry import Shape, bits, digits_of
from ..grid import Grid
from ..logic import LANGUAGES, Candidate, Chain, Node, Step, Words
from ..position import Position
from ..puzzle import Puzzle, Rule
from .rules import kind_drawn

__all__ = ["Link", "Scene", "conclusion", "scene_of", "scene_of_step"]

_MOST_LINK_HOUSES = 4
_PRECEDENCE = (
    "pivot",
    "stem",
    "endo_fins",
    "fins",
    "pincers",
    "petals",
    "roof",
    "extra",
    "corners",
    "floor",
    "blockers",
)


_NO_SIGNS: Mapping[Candidate, str] = {}


class _Texts(NamedTuple):
    """The words about a board in one language, most of them for people who cannot see it."""

    title: str
    placed: str
    row: str
    blank: str
    place: str
    remove: str
    comma: str
    semicolon: str


_TEXTS = {
    "en": _Texts(
        "{shape} Sudoku, {counted}",
        ", {} more placed",
        "row {}: {}",
        "blank",
        "place {digit} in {cells}",
        "remove {digit} from {cells}",
        ", ",
        "; ",
    ),
    "zh": _Texts(
        "{shape} 数独，{clues} 个已知数",
        "，已填入 {} 个",
        "第 {} 行：{}",
        "空格",
        "{cells} 填入 {digit}",
        "从 {cells} 删去 {digit}",
        "、",
        "；",
    ),
}


def _texts(language: str) -> _Texts:
    if language not in _TEXTS:
        raise ArgumentError.unknown("language", language, LANGUAGES)
    return _TEXTS[language]


class Link(NamedTuple):
    """An implication between two groups of candidates, each of one digit.

    A strong link says: if the first is false, the second is true. A weak link says: if the first is true, the second is
    false.
    """

    start: tuple[Candidate, ...]
    end: tuple[Candidate, ...]
    strong: bool
    branch: int | None = None


class Scene(NamedTuple):
    """What a picture shows.

    >>> scene = scene_of(Grid("1... .2.. ..3. ...4"))
    >>> scene.title, scene.digits[:2]
    ('4x4 Sudoku, 4 clues', (1, 0))
    """

    shape: Shape
    digits: tuple[int, ...]
    given_mask: int
    guess_mask: int = 0
    """The cells whose digits are guesses of a search, as a bitboard."""
    candidates: tuple[int, ...] = ()
    """The candidate masks of the cells; empty if candidates are not shown."""
    cells: tuple[tuple[str, int], ...] = ()
    """The cells of each role as a bitboard; a cell with two roles is shown in the first."""
    houses: tuple[tuple[str, int], ...] = ()
    """The houses with an outline, each with its role."""
    sets: tuple[int, ...] = ()
    """The cells of each almost locked set as a bitboard."""
    signs: Mapping[Candidate, str] = _NO_SIGNS
    placements: frozenset[Candidate] = frozenset()
    eliminations: frozenset[Candidate] = frozenset()
    links: tuple[Link, ...] = ()
    title: str = ""
    description: str = ""
    language: str = "en"
    """The language of the title, the description and the legend."""
    rules: tuple[Rule, ...] = ()
    """The rules beyond rows, columns and boxes."""

    @property
    def regions(self) -> str | None:
        """The irregular regions, one letter per cell; None if there are none."""
        return next((str(getattr(rule, "text", "")) for rule in self.rules if rule.type == "regions"), None)

    @property
    def roles(self) -> list[str]:
        """The roles that a legend explains, the most important first."""
        signs = {sign for candidate, sign in self.signs.items() if candidate not in self.placements}
        cell_roles = [role if role in signs else f"ground-{role}" for role, _ in self.cells]
        present = {
            "strong": any(link.strong for link in self.links),
            "weak": any(not link.strong for link in self.links),
            "placement": self.placements,
            "elimination": self.eliminations,
        }
        roles = [
            *cell_roles,
            *(f"set-{index}" for index in range(len(self.sets))),
            *sorted(sign for sign in signs if sign not in cell_roles and not sign.startswith("set-")),
            *(f"house-{role}" for role, _ in self.houses),
            *(role for role, shown in present.items() if shown),
            *(f"rule-{kind_drawn(rule, self.shape.size)}" for rule in self.rules if rule.type != "regions"),
        ]
        return list(dict.fromkeys(roles))

    @property
    def backgrounds(self) -> dict[int, str]:
        """The role that colors each cell; the cells of sets have the number of the set."""
        found: dict[int, str] = {}
        for role, mask in (*self.cells, *((str(index), mask) for index, mask in enumerate(self.sets))):
            for cell in bits(mask):
                found.setdefault(cell, role)
        return found

    def candidate_role(self, candidate: Candidate) -> str:
        """Return how a candidate is shown: what happens to it comes before its sign."""
        if candidate in self.eliminations:
            return "elimination"
        return "placement" if candidate in self.placements else self.signs.get(candidate, "")


def scene_of(
    board: Grid | Position | Puzzle, *, candidates: bool | None = None, title: str | None = None, language: str = "en"
) -> Scene:
    """Return the scene of a board, with conflicts between digits marked; a position also shows its candidates.

    >>> scene_of(Position("1... .2.. ..3. ...4")).candidates[1]
    12
    >>> scene_of(Grid("1... .2.. ..3. ...4"), language="zh").title
    '4x4 数独，4 个已知数'
    """
    puzzle = board if isinstance(board, Puzzle) else None
    position = board if isinstance(board, Position) else Position(board.grid if isinstance(board, Puzzle) else board)
    grid, shape = position.grid, position.grid.shape
    show = isinstance(board, Position) if candidates is None else candidates
    found = puzzle.conflicts() if puzzle else grid.conflicts()
    conflict = reduce(or_, (1 << shape.cell(cell) for each in found for cell in each.cells), 0)
    texts = _texts(language)
    if title is None:
        clues, placed = len(position.givens.givens), len(position.placed)
        title = texts.title.format(shape=shape, clues=clues, counted=counted(clues, "clue"))
        title += texts.placed.format(placed) if placed else ""
    symbols = [[shape.symbol(digit) if digit else texts.blank for digit in row] for row in grid.rows]
    return Scene(
        shape=shape,
        digits=tuple(grid),
        given_mask=position.givens.givens.mask,
        candidates=position.candidate_masks if show else (),
        cells=(("conflict", conflict),) if conflict else (),
        title=title,
        description=texts.semicolon.join(
            [
                *(texts.row.format(number, " ".join(row)) for number, row in enumerate(symbols, 1)),
                *(rule.words(language) for rule in (puzzle.rules if puzzle else ())),
            ]
        ),
        language=language,
        rules=puzzle.rules if puzzle else (),
    )


def scene_of_step(step: Step, position: Position, *, title: str | None = None, language: str = "en") -> Scene:
    """Return the scene of a step on the position in which it was found.

    >>> from nonet.logic import steps
    >>> position = Position("1... ..2. .3.. ...4")
    >>> scene_of_step(next(steps(position)), position).title
    'Hidden Single'
    """
    shape = position.grid.shape
    for cell, digit in (*step.placements, *step.eliminations):
        if cell >= shape.cells or not position.candidate_masks[cell] >> digit - 1 & 1:
            raise ArgumentError("the step does not fit this position; expected the position in which it was found")
    has_own_sets = (len(step.sets) > 1 or not step.cells) and "pincers" not in step.cells
    sets = tuple(group.cells for group in step.sets) if has_own_sets else ()
    in_sets = reduce(or_, sets, 0)  # a cell of a set has the color of the set, whatever else it is
    houses = {  # where links run through half the board, outlines of their houses would only hide them
        role: some for role, some in step.houses.items() if role != "link" or len(some) <= _MOST_LINK_HOUSES
    }
    cells = dict(step.cells)
    if step.blockers:
        cells["blockers"] = reduce(or_, (1 << blocker.cell for blocker in step.blockers))
        houses["blocked"] = tuple(dict.fromkeys(blocker.house for blocker in step.blockers))
    texts, words = _texts(language), Words(shape, language=language)
    return scene_of(position, candidates=True, language=language)._replace(
        cells=tuple((role, mask & ~in_sets) for role, mask in _by_precedence(cells) if mask & ~in_sets),
        houses=tuple((role, house) for role, some in houses.items() for house in some),
        sets=sets,
        signs=_signs(step, position, bool(sets)),
        placements=frozenset(step.placements),
        eliminations=frozenset(step.eliminations),
        links=tuple(_links(step, position)),
        title=words.title(step) if title is None else title,
        description=conclusion(step, shape, texts.place, texts.remove, texts.comma, texts.semicolon),
    )


def conclusion(
    step: Step,
    shape: Shape,
    place: str = "{cells} = {digit}",
    remove: str = "{cells} ≠ {digit}",
    between_cells: str = " ",
    between_parts: str = "; ",
) -> str:
    """Return what a step changes, in short.

    >>> conclusion(Step("naked-single", placements=(Candidate(0, 5),)), Shape(3, 3))
    'r1c1 = 5'
    >>> conclusion(Step("x-wing", eliminations=(Candidate(1, 5), Candidate(2, 5))), Shape(3, 3))
    'r1c2 r1c3 ≠ 5'
    """
    parts = [place.format(cells=shape.cell_name(cell), digit=shape.symbol(digit)) for cell, digit in step.placements]
    by_digit: dict[int, list[str]] = {}
    for cell, digit in sorted(step.eliminations):
        by_digit.setdefault(digit, []).append(shape.cell_name(cell))
    parts += [
        remove.format(cells=between_cells.join(names), digit=shape.symbol(digit))
        for digit, names in sorted(by_digit.items())
    ]
    return between_parts.join(parts)


def _by_precedence(cells: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the cells by role, rare roles first, since they mean more; the pattern comes last."""
    order = {role: number for number, role in enumerate(_PRECEDENCE)}
    return sorted(cells.items(), key=lambda item: order.get(item[0], len(order)))


def _signs(step: Step, position: Position, by_sets: bool) -> dict[Candidate, str]:
    """Return the sign of each candidate in the evidence: chains come first, then colors, then sets and cells."""
    masks = position.candidate_masks
    signs: dict[Candidate, str] = {}

    def add(cells: int, digits: int, sign: str) -> None:
        for cell in bits(cells):
            for digit in digits_of(masks[cell] & digits):
                signs.setdefault(Candidate(cell, digit), sign)

    nodes = [node for chain in step.chains for node in chain.nodes]
    on, off = (
        {candidate: None for node in nodes if node.on is state for candidate in _group(node)} for state in (True, False)
    )
    for candidate in (*on, *off):
        both = candidate in on and candidate in off
        add(1 << candidate.cell, 1 << candidate.digit - 1, "both" if both else "on" if candidate in on else "off")
    for number, group in enumerate(step.colors):
        for candidate in group:
            add(1 << candidate.cell, 1 << candidate.digit - 1, f"color-{number}")
    digits = sum(1 << digit - 1 for digit in set(step.digits))
    if by_sets:
        for number, (cells, own) in enumerate(step.sets):
            add(cells, digits & own or own, f"set-{number}")
    for role, cells in _by_precedence(step.cells):
        if not step.chains and (not step.colors or role != "pattern"):
            add(cells, digits, role)
    return signs


def _group(node: Node) -> tuple[Candidate, ...]:
    return tuple(Candidate(cell, node.digit) for cell in bits(node.cells))


def _links(step: Step, position: Position) -> Iterator[Link]:
    """Yield every implication once, except those by a smaller step, which are no links between two candidates."""
    seen = set()
    masks = position.candidate_masks
    for number, chain in enumerate(step.chains):
        for start, end in (*chain.links, *_closing_link(chain)):
            if end.reason.kind == "part":
                continue
            ends = [tuple(c for c in _group(node) if masks[c.cell] >> c.digit - 1 & 1) for node in (start, end)]
            key = (*ends, end.on)
            if all(ends) and ends[0] != ends[1] and key not in seen:
                seen.add(key)
                yield Link(ends[0], ends[1], strong=end.on, branch=number if len(step.chains) > 1 else None)


def _closing_link(chain: Chain) -> Iterator[tuple[Node, Node]]:
    """Yield the link from the last node of a loop to its first, if the chain does not have it."""
    if chain.kind == "loop" and len(chain.nodes) > 2:
        first, last = chain.nodes[0], chain.nodes[-1]
        same = first.digit == last.digit and first.cells == last.cells
        if not same and not any(start == last for start, end in chain.links if end == first):
            yield last, first
