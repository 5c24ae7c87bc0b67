"""The marks of rules on a board, as players know them: cages, lines, dots, arrows, and clues outside.

Each rule is a group with its sentence as a title. Marks differ in form and not only in color: a line has its own
pattern, ends or number, and a cage its own sign before the sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..geometry import Cell
from ..puzzle import STEPS, Rule
from .picture import Circle, Group, Path, Point, Polygon, Rect, Shape2D, Text, text_width
from .theme import line_width

__all__ = [
    "CAGES",
    "LINES",
    "OUTSIDE_FORMS",
    "Margins",
    "Plane",
    "clue_form",
    "kind_drawn",
    "margins_of",
    "marks_above",
    "marks_below",
    "outline",
    "region_lines",
]

LINES = {
    "thermo": "thermo",
    "slow-thermo": "slow-thermo",
    "whisper": "whisper",
    "dutch": "dutch",
    "renban": "renban",
    "nabner": "nabner",
    "palindrome": "palindrome",
    "region-sum": "region-sum",
    "entropic": "entropic",
    "modular": "modular",
    "zipper": "zipper",
    "double-arrow": "double-arrow",
    "between": "between",
    "lockout": "lockout",
    "sum-line": "sum-line",
    "slingshot": "slingshot",
    "pair": "custom",
    "regex": "custom",
    "automaton": "custom",
}
"""The rules that are drawn as a line, each with the name of its style."""

CAGES = ("killer", "rellik", "lunchbox", "look-and-say", "equality", "contains", "sum", "count-distinct")
"""The rules that are drawn as a cage."""
_DOTS = ("difference", "ratio", "pair-sum")
OUTSIDE_FORMS = {
    "little-killer": "",
    "sandwich": "",
    "x-sum": "pill",
    "skyscraper": "square",
    "hidden-skyscraper": "dashed",
    "numbered-room": "circle",
    "full-rank": "diamond",
}
"""The clues outside the board, each with the form around its number."""

_LEVEL = 0.72
"""The width of the margin for one clue, as a part of a cell."""


class Plane(NamedTuple):
    """The places of cells on a plane."""

    left: float
    top: float
    cell: float
    size: int

    def corner(self, cell: Cell) -> Point:
        """Return the upper left corner of a cell."""
        return self.left + cell[1] * self.cell, self.top + cell[0] * self.cell

    def middle(self, cell: tuple[float, float]) -> Point:
        """Return the middle of a cell, which may be outside the board."""
        return self.left + (cell[1] + 0.5) * self.cell, self.top + (cell[0] + 0.5) * self.cell


class Margins(NamedTuple):
    """The clues outside the board on each side, as levels above each other."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    def width(self, side: str, cell: float) -> float:
        """Return the width of a margin.

        >>> Margins(left=2).width("left", 50.0)
        72.0
        """
        levels: int = getattr(self, side)
        return levels * _LEVEL * cell


def margins_of(rules: Iterable[Rule], size: int) -> Margins:
    """Return the margins that the clues outside a board of a size need. A diagonal from a corner needs two.

    >>> from nonet.variants import LittleKiller, Sandwich
    >>> margins_of([Sandwich("r1c1", "d", 12)], 9)
    Margins(left=0, top=1, right=0, bottom=0)
    >>> margins_of([LittleKiller("r9c1", "ur", 12)], 9)
    Margins(left=1, top=0, right=0, bottom=1)
    """
    most = [0, 0, 0, 0]
    for _, (row, column), level in _outside_places(rules):
        beyond = (column < 0, row < 0, column == size, row == size)  # in the order of the margins
        most = [max(levels, (level + 1) * is_beyond) for levels, is_beyond in zip(most, beyond, strict=True)]
    return Margins(*most)


def _outside_places(rules: Iterable[Rule]) -> Iterator[tuple[Rule, Cell, int]]:
    """Yield the clues outside the board, each with its cell there, and how many clues are nearer in that cell."""
    used = Counter[Cell]()
    for rule in rules:
        if rule.type in OUTSIDE_FORMS:
            place = _behind(_field(rule, "start"), _field(rule, "direction"))
            yield rule, place, used[place]
            used[place] += 1


def _behind(start: Cell, direction: str) -> Cell:
    """Return the cell outside from which a line is read."""
    down, right = STEPS[direction]
    return Cell(start[0] - down, start[1] - right)


def _field(rule: Rule, name: str) -> Any:
    return getattr(rule, name)


# Layers


def marks_below(plane: Plane, rules: Sequence[Rule], language: str) -> Iterator[Shape2D]:
    """Yield the marks under the lines of the board: tints first, then lines, then arrows, then small digits."""
    yield from _groups(plane, rules, language, _tint)
    by_width = sorted(_drawn(rules), key=lambda rule: -line_width(LINES.get(rule.type, "custom")))
    yield from _groups(plane, by_width, language, _line)  # a thin line is over a wide one on the same cells
    yield from _groups(plane, rules, language, _arrow)
    yield from _groups(plane, rules, language, _small_digits)


def marks_above(plane: Plane, rules: Sequence[Rule], language: str) -> Iterator[Shape2D]:
    """Yield the marks over the lines of the board: cages, then marks on edges and corners, then clues outside."""
    for draw in (_cage, _edge_mark):
        yield from _groups(plane, rules, language, draw)
    for rule, _, level in _outside_places(rules):
        yield _group(rule, tuple(_outside(plane, rule, level)), language)


def _groups(
    plane: Plane, rules: Sequence[Rule], language: str, draw: Callable[[Plane, Rule, str], Iterator[Shape2D]]
) -> Iterator[Shape2D]:
    letters: dict[str, int] = {}
    for rule in _drawn(rules):
        number = letters[rule.type] = letters.get(rule.type, -1) + 1
        shapes = tuple(draw(plane, rule, chr(ord("A") + number % 26)))
        if shapes:
            yield _group(rule, shapes, language)


def _drawn(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Yield rules, and the parts of an all-of rule instead of the rule itself."""
    for rule in rules:
        if rule.type == "all-of":
            yield from _drawn(_field(rule, "of"))
        else:
            yield rule


def _group(rule: Rule, shapes: tuple[Shape2D, ...], language: str) -> Group:
    return Group(f"of-rule rule-{rule.type}", shapes, rule.words(language))


# Tints


def _tint(plane: Plane, rule: Rule, letter: str) -> Iterator[Shape2D]:
    """Yield the background of the cells of a rule."""
    size, corner = plane.cell, plane.corner
    match rule.type:
        case "odd" | "counting-circles":
            role = "mark-odd" if rule.type == "odd" else "mark-ring"
            for cell in _field(rule, "cells"):
                yield Circle(role, *plane.middle(cell), size * 0.38)
        case "even":
            for cell in _field(rule, "cells"):
                x, y = corner(cell)
                yield Rect("mark-even", x + size * 0.13, y + size * 0.13, size * 0.74, size * 0.74)
        case "extra-region" | "all-different":
            yield from _tinted(plane, _field(rule, "cells"))
        case "minimum" | "maximum":
            yield from _tinted(plane, _field(rule, "cells"))
            yield from _extremes(plane, rule)
        case "clone" | "same-digits" | "equal-sum":
            sign = {"clone": "", "same-digits": "=", "equal-sum": "∑"}[rule.type]
            for group in _field(rule, "groups"):
                yield from _tinted(plane, group)
                yield from _corner_text(plane, min(group), sign + letter)
        case "index":
            yield from _tinted(plane, _field(rule, "cells"))
            for cell in _field(rule, "cells"):
                yield from _corner_text(plane, cell, {"row": "R", "column": "C", "box": "B"}[_field(rule, "axis")])
        case "diagonal":
            ends = ((0, 0), (1, 1)) if _field(rule, "direction") == "\\" else ((1, 0), (0, 1))
            side = size * plane.size
            yield Path("mark-diagonal", tuple((plane.left + x * side, plane.top + y * side) for x, y in ends))
        case "windoku":
            yield from _windows(plane)


def _tinted(plane: Plane, cells: Iterable[Cell]) -> Iterator[Shape2D]:
    for cell in cells:
        yield Rect("mark-tint", *plane.corner(cell), plane.cell, plane.cell)
    for points in outline(plane, cells, plane.cell * 0.04):
        yield Polygon("mark-tint-edge", points)


def _windows(plane: Plane) -> Iterator[Shape2D]:
    height = next((h for h in range(int(plane.size**0.5), 0, -1) if plane.size % h == 0), 1)
    width = plane.size // height
    for row in range(1, plane.size - height, height + 1):
        for column in range(1, plane.size - width, width + 1):
            cells = [Cell(row + i, column + j) for i in range(height) for j in range(width)]
            yield from _tinted(plane, cells)


def _extremes(plane: Plane, rule: Rule) -> Iterator[Shape2D]:
    """Yield the signs between a minimum or maximum cell and its neighbors; the tip points to the smaller digit."""
    cells = set(_field(rule, "cells"))
    for cell in cells:
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            other = Cell(cell[0] + down, cell[1] + right)
            if 0 <= other[0] < plane.size and 0 <= other[1] < plane.size and other not in cells:
                outward = 1 if rule.type == "maximum" else -1
                x, y = plane.middle(cell)
                yield _chevron(
                    (x + right * plane.cell * 0.4, y + down * plane.cell * 0.4),
                    (right * outward, down * outward),
                    plane.cell * 0.08,
                )


def _chevron(middle: Point, way: tuple[int, int], size: float) -> Path:
    """Return a sign with its tip in a direction, given as steps to the right and down."""
    (x, y), (right, down) = middle, way
    back = (x - right * size * 0.6, y - down * size * 0.6)
    side = (down * size, right * size)
    tip = (x + right * size * 0.6, y + down * size * 0.6)
    return Path("mark-sign", ((back[0] - side[0], back[1] - side[1]), tip, (back[0] + side[0], back[1] + side[1])))


# Lines


def _line(plane: Plane, rule: Rule, letter: str) -> Iterator[Shape2D]:
    """Yield the line of a rule with its pattern, and what is at its ends."""
    name = LINES.get(rule.type)
    if name is None:
        return
    cells = _field(rule, "cells")
    points = tuple(map(plane.middle, cells))
    if rule.type == "sum-line" and _field(rule, "loop"):
        points = (*points, points[0])
    dutch = kind_drawn(rule, plane.size) == "dutch"
    style = "dutch" if dutch else name
    size = plane.cell
    ends = [points[0], points[-1]]
    yield Path(f"mark-edge-{style}", points)
    if rule.type == "thermo":
        yield Circle("mark-rim-thermo", *points[0], size * 0.36 + 1)
    yield Path(f"mark-line-{style}", points)
    yield Path(f"mark-core-{style}", points)
    match rule.type:
        case "thermo":
            yield Circle("mark-fill-thermo", *points[0], size * 0.36)
        case "slow-thermo":
            yield Circle("mark-bulb-slow-thermo", *points[0], size * 0.33)
        case "between" | "double-arrow":
            for x, y in ends:
                yield Circle(f"mark-end-{rule.type}", x, y, size * 0.36)
        case "lockout":
            for x, y in ends:
                r = size * 0.42
                yield Polygon("mark-end-lockout", ((x, y - r), (x + r, y), (x, y + r), (x - r, y)))
        case "slingshot":
            for x, y in points[:2]:
                yield Circle("mark-end-slingshot", x, y, size * 0.36)
    number = _number_of_line(rule, dutch)
    if number:
        yield from _corner_text(plane, cells[0], number)


def kind_drawn(rule: Rule, size: int) -> str:
    """Return the kind of rule that a legend names: a whisper with another difference than usual is a Dutch one.

    >>> from nonet.variants import Whisper
    >>> kind_drawn(Whisper("r1c1 r1c2", 5), 9), kind_drawn(Whisper("r1c1 r1c2", 4), 9)
    ('whisper', 'dutch')
    """
    is_dutch = rule.type == "whisper" and _field(rule, "value") != (size + 1) // 2
    return "dutch" if is_dutch else rule.type


def _number_of_line(rule: Rule, dutch: bool) -> str:
    """Return the number that a line needs beside its form."""
    match rule.type:
        case "sum-line":
            return f"∑{_field(rule, 'sum')}"
        case "modular":
            return "" if _field(rule, "value") == 3 else f"m{_field(rule, 'value')}"
        case "lockout":
            return "" if _field(rule, "value") == 4 else str(_field(rule, "value"))
        case "whisper":
            return str(_field(rule, "value")) if dutch else ""
        case "pair" | "regex" | "automaton":
            return "*"
    return ""


def _arrow(plane: Plane, rule: Rule, letter: str) -> Iterator[Shape2D]:
    """Yield an arrow: a ring or a pill, and a thin line with a head."""
    if rule.type != "arrow":
        return
    circle, shaft = _field(rule, "circle"), _field(rule, "shaft")
    size, radius = plane.cell, plane.cell * 0.36
    near = min(circle, key=lambda cell: max(abs(cell[0] - shaft[0][0]), abs(cell[1] - shaft[0][1])))
    points = [plane.middle(cell) for cell in (near, *shaft)]
    points[0] = _toward(points[0], points[1], radius)
    *_, before, last = points
    points[-1] = tip = _toward(last, before, -size * 0.18)
    yield Path("mark-arrow", tuple(points))
    yield Path("mark-arrow", _head(before, tip, size * 0.17))
    xs, ys = zip(*(plane.middle(cell) for cell in circle), strict=True)
    if len(circle) == 1:
        yield Circle("mark-arrow-ring", xs[0], ys[0], radius)
    else:
        width, height = max(xs) - min(xs) + 2 * radius, max(ys) - min(ys) + 2 * radius
        yield Rect("mark-arrow-ring", min(xs) - radius, min(ys) - radius, width, height, radius)


def _toward(start: Point, end: Point, length: float) -> Point:
    """Return the point at a distance from one point to another; a negative distance goes the other way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    whole = (dx * dx + dy * dy) ** 0.5 or 1.0
    return start[0] + dx * length / whole, start[1] + dy * length / whole


def _head(before: Point, tip: Point, size: float) -> tuple[Point, ...]:
    """Return the open head of an arrow."""
    back = _toward(tip, before, size)
    dx, dy = tip[0] - back[0], tip[1] - back[1]
    return (back[0] - dy * 0.7, back[1] + dx * 0.7), tip, (back[0] + dy * 0.7, back[1] - dx * 0.7)


# Cages


def _cage(plane: Plane, rule: Rule, letter: str) -> Iterator[Shape2D]:
    """Yield the dashed outline of a cage with its sum."""
    if rule.type == "any-of":
        cells = sorted(set(_cells_of(rule, plane.size)))
        if cells:
            for points in outline(plane, cells, plane.cell * 0.12):
                yield Polygon("mark-cage-any-of", points)
            yield from _corner_text(plane, cells[0], "?")
        return
    if rule.type not in CAGES:
        return
    cells = _field(rule, "cells")
    if rule.type == "count-distinct":
        yield Circle("mark-ring", *plane.middle(_field(rule, "count")), plane.cell * 0.38)
    for points in outline(plane, cells, plane.cell * 0.08):
        yield Polygon("mark-cage", points)
    if tag := _cage_text(rule, plane.size):
        yield from _corner_text(plane, min(cells), tag)


def _cage_text(rule: Rule, size: int) -> str:
    """Return the number of a cage, with the sign of its rule."""
    match rule.type:
        case "killer":
            return "" if _field(rule, "sum") is None else str(_field(rule, "sum"))
        case "sum":
            weights = _field(rule, "weights")
            return f"∑{'w' * (weights is not None)}{_field(rule, 'sum')}"
        case "rellik":
            return f"≠{_field(rule, 'sum')}"
        case "lunchbox":
            return f"({_field(rule, 'sum')})"
        case "look-and-say":
            return f"“{_field(rule, 'clue')}”"
        case "equality":
            return "="
        case "contains":
            sign = "=" if _field(rule, "exact") else "+"
            return sign + "".join(map(str, _field(rule, "digits")))
        case "count-distinct":
            return "#"
    return ""


def _corner_text(plane: Plane, cell: Cell, text: str) -> Iterator[Shape2D]:
    """Yield a small text in the upper left corner of a cell, on paper so that lines do not cross it."""
    x, y = plane.corner(cell)
    height = plane.cell * 0.24
    inset = plane.cell * 0.05
    width = text_width(text, height) * 0.95
    yield Rect("mark-tag-ground", x + inset, y + inset, width + inset, height * 1.05)
    yield Text("mark-tag", x + 1.5 * inset, y + inset + height * 0.52, height, text, "start")


def _cells_of(rule: Rule, size: int) -> Iterator[Cell]:
    """Yield all cells of a rule, also those of the rules in it."""
    for name, value in ((name, getattr(rule, name)) for name in rule.kinds()):
        if name == "of" and isinstance(value, tuple):
            for inner in value:
                yield from _cells_of(inner, size)
        elif isinstance(value, Cell):
            yield value
        elif isinstance(value, tuple):
            yield from (cell for cell in value if isinstance(cell, Cell))
            yield from (cell for group in value if isinstance(group, tuple) for cell in group if isinstance(cell, Cell))


def outline(plane: Plane, cells: Iterable[Cell], inset: float) -> Iterator[tuple[Point, ...]]:
    """Yield the closed outlines of cells, inside their edges.

    >>> list(outline(Plane(0, 0, 10, 9), [Cell(0, 0), Cell(0, 1)], 1))
    [((1, 1), (19, 1), (19, 9), (1, 9))]
    """
    inside = {(cell[0], cell[1]) for cell in cells}
    following: dict[Point, Point] = {}
    for row, column in sorted(inside):
        x0, y0 = plane.corner(Cell(row, column))
        x1, y1 = x0 + plane.cell, y0 + plane.cell
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        for side, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):  # clockwise from the top
            if (row + down, column + right) in inside:
                continue
            ends = []
            for along, corner in ((-1, corners[side]), (1, corners[(side + 1) % 4])):
                step = (right * along, -down * along)  # along the side, as rows and columns
                neighbor = (row + step[0], column + step[1])
                diagonal = (neighbor[0] + down, neighbor[1] + right)
                shift = inset if neighbor not in inside else -inset if diagonal in inside else 0.0
                ends.append(
                    (
                        round(corner[0] - right * inset - step[1] * shift, 3),
                        round(corner[1] - down * inset - step[0] * shift, 3),
                    )
                )
            following[ends[0]] = ends[1]
    yield from _loops(following)


def _loops(following: Mapping[Point, Point]) -> Iterator[tuple[Point, ...]]:
    """Yield the closed loops of points that follow each other, without the points on straight pieces."""
    left = dict(following)
    while left:
        point = next(iter(left))
        loop = []
        while point in left:
            loop.append(point)
            point = left.pop(point)
        count = len(loop)
        yield tuple(loop[i] for i in range(count) if not _is_straight(loop[i - 1], loop[i], loop[(i + 1) % count]))


def _is_straight(before: Point, point: Point, after: Point) -> bool:
    return before[0] == point[0] == after[0] or before[1] == point[1] == after[1]


# Edges and corners


def _edge_mark(plane: Plane, rule: Rule, letter: str) -> Iterator[Shape2D]:
    """Yield the mark of a rule on two neighbors, or on the corner of four cells."""
    size = plane.cell
    if rule.type == "quadruple":
        cells = _field(rule, "cells")
        x, y = (sum(place) / 4 for place in zip(*map(plane.middle, cells), strict=True))
        digits = sorted(_field(rule, "digits"))
        yield Circle("mark-quad", x, y, size * 0.26)
        rows = [digits] if len(digits) < 3 else [digits[: (len(digits) + 1) // 2], digits[(len(digits) + 1) // 2 :]]
        for number, row in enumerate(rows):
            text = " ".join(map(str, row))
            place = y + (number - (len(rows) - 1) / 2) * size * 0.2
            yield Text("mark-text", x, place, size * 0.2, text)
    elif rule.type in _DOTS:
        x, y = _between(plane, _field(rule, "cells"))
        yield from _dot(rule, x, y, size)
    elif rule.type == "greater":
        first, second = _field(rule, "cells")
        yield _chevron(_between(plane, (first, second)), (second[1] - first[1], second[0] - first[0]), size * 0.12)


def _between(plane: Plane, cells: Sequence[Cell]) -> Point:
    (x0, y0), (x1, y1) = map(plane.middle, cells)
    return (x0 + x1) / 2, (y0 + y1) / 2


def _dot(rule: Rule, x: float, y: float, size: float) -> Iterator[Shape2D]:
    if rule.type == "pair-sum":
        text = {10: "X", 5: "V"}.get(_field(rule, "sum")) or str(_field(rule, "sum"))
        yield Rect("mark-tag-ground", x - size * 0.13, y - size * 0.13, size * 0.26, size * 0.26)
        yield Text("mark-text", x, y, size * 0.28, text)
        return
    is_ratio = rule.type == "ratio"
    usual, value = (2 if is_ratio else 1), _field(rule, "value")
    yield Circle("mark-black-dot" if is_ratio else "mark-white-dot", x, y, size * (0.13 if value == usual else 0.17))
    if value != usual:
        yield Text("mark-text-on-black" if is_ratio else "mark-text", x, y, size * 0.22, str(value))


def _small_digits(plane: Plane, rule: Rule, letter: str) -> Iterator[Shape2D]:
    """Yield the digits that cells may have, at their lower edge."""
    if rule.type != "candidates":
        return
    size = plane.cell
    digits = "".join(map(str, _field(rule, "digits"))) if plane.size < 10 else "…"
    height = min(size * 0.22, size * 0.9 / max(1.0, text_width(digits, 1.0)))
    width = text_width(digits, height)
    for cell in _field(rule, "cells"):
        x, y = plane.middle(cell)
        y += size * 0.33
        yield Rect("mark-tag-ground", x - width / 2, y - height / 2, width, height)
        yield Text("mark-tag", x, y, height, digits)


# Outside


def _outside(plane: Plane, rule: Rule, level: int) -> Iterator[Shape2D]:
    """Yield a clue outside the board: its number with the form of its rule, and an arrow for a diagonal."""
    start, direction = _field(rule, "start"), _field(rule, "direction")
    size = plane.cell
    down, right = STEPS[direction]
    away = 0.5 + _LEVEL * (level + 0.5)
    x, y = plane.middle((start[0] - down * away, start[1] - right * away))
    if len(direction) == 2:
        tip = (x + right * size * 0.3, y + down * size * 0.3)
        tail = (x + right * size * 0.12, y + down * size * 0.12)
        yield Path("mark-arrow", (tail, tip))
        yield Path("mark-arrow", _head(tail, tip, size * 0.12))
        x, y = x - right * size * 0.08, y - down * size * 0.08
    text = str(_field(rule, "sum") if "sum" in rule.kinds() else _field(rule, "value"))
    yield from clue_form(rule.type, x, y, size)
    yield Text("mark-text", x, y, size * (0.36 if len(text) < 3 else 0.28), text)


def clue_form(kind: str, x: float, y: float, size: float) -> Iterator[Shape2D]:
    """Yield the form around the number of a clue outside the board."""
    form = OUTSIDE_FORMS[kind]
    r = size * 0.29
    if form == "circle":
        yield Circle("mark-form", x, y, r)
    elif form == "diamond":
        yield Polygon("mark-form", ((x, y - r * 1.1), (x + r * 1.1, y), (x, y + r * 1.1), (x - r * 1.1, y)))
    elif form:
        role = "mark-form-dashed" if form == "dashed" else "mark-form"
        yield Rect(role, x - r, y - r * 0.85, 2 * r, r * 1.7, r * 0.85 if form == "pill" else 0)


# Regions


def region_lines(plane: Plane, regions: str) -> Iterator[Shape2D]:
    """Yield the heavy lines between irregular regions."""
    size, cell = plane.size, plane.cell
    for index, letter in enumerate(regions):
        row, column = divmod(index, size)
        x, y = plane.corner(Cell(row, column))
        if column + 1 < size and regions[index + 1] != letter:
            yield Polygon("boxrule", ((x + cell, y), (x + cell, y + cell)))
        if row + 1 < size and regions[index + size] != letter:
            yield Polygon("boxrule", ((x, y + cell), (x + cell, y + cell)))
