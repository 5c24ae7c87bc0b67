"""Scenes laid out on a plane: the place of every line, digit, candidate, sign and arc.

::

    cell          a square; with candidates, a small field for each digit, in rows as on a keypad
    backgrounds   colors of whole cells, by role; almost locked sets also have dashed outlines
    signs         a disc, square, diamond or hexagon under a candidate, filled or hollow
    on top        outlines of houses, arcs between candidates, strokes through eliminated candidates, rings around
                  placed ones
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, sqrt

from ..geometry import Shape, bits, digits_of
from ..logic import Candidate
from .legend import legend_shapes
from .picture import Circle, Curve, Picture, Point, Polygon, Rect, Shape2D, Text, text_width
from .routes import arrow_head, distance, route
from .rules import Plane, margins_of, marks_above, marks_below, region_lines
from .scene import Scene
from .signs import sign_shape

__all__ = ["Board", "board_shapes", "lay_out", "rule_lines"]

_PITCH = 18.0  # the width of a candidate's field
_PAD = 4.0
_PLAIN_CELL = 40.0
_EDGE = 8.0
_LABELS = 16.0
_TITLE = 30.0


class Board:
    """The places of the cells and candidates of a scene.

    >>> from nonet import Grid
    >>> from nonet.drawing.scene import scene_of
    >>> board = Board(scene_of(Grid("1... .2.. ..3. ...4")), left=0, top=0)
    >>> board.cell, board.middle(5)
    (40.0, (60.0, 60.0))
    """

    def __init__(self, scene: Scene, left: float, top: float) -> None:
        self.scene, self.left, self.top = scene, left, top
        self.shape: Shape = scene.shape
        self.columns = ceil(sqrt(self.shape.size))
        self.lines = ceil(self.shape.size / self.columns)
        self.cell = self.columns * _PITCH + 2 * _PAD if scene.candidates else _PLAIN_CELL
        self.side = self.cell * self.shape.size
        self.digit_size = self.cell * 0.58
        self.reach = _PITCH * 0.46
        """The radius of a sign."""

    @property
    def plane(self) -> Plane:
        """The places of cells for the marks of rules."""
        return Plane(self.left, self.top, self.cell, self.shape.size)

    def corner(self, cell: int) -> Point:
        """Return the upper left corner of a cell."""
        row, column = divmod(cell, self.shape.size)
        return self.left + column * self.cell, self.top + row * self.cell

    def middle(self, cell: int) -> Point:
        """Return the middle of a cell."""
        x, y = self.corner(cell)
        return x + self.cell / 2, y + self.cell / 2

    def field(self, candidate: Candidate) -> Point:
        """Return the middle of a candidate's field."""
        x, y = self.middle(candidate.cell)
        line, column = divmod(candidate.digit - 1, self.columns)
        return x + (column - (self.columns - 1) / 2) * _PITCH, y + (line - (self.lines - 1) / 2) * _PITCH

    def digit_text(self, cell: int, digit: int, role: str) -> Text:
        """Return the text of a digit in the middle of a cell; the text of 0 is empty."""
        return Text(role, *self.middle(cell), self.digit_size, self.shape.symbol(digit) if digit else "")

    def inside(self, x: float, y: float) -> bool:
        """Return whether a point is on the board."""
        return self.left <= x <= self.left + self.side and self.top <= y <= self.top + self.side

    def clearance(self, x: float, y: float) -> float:
        """Return the distance of a point from the nearest digit, divided by the distance that this digit needs."""
        if not self.inside(x, y):
            return 1.0
        last = self.shape.size - 1
        column, row = min(last, int((x - self.left) / self.cell)), min(last, int((y - self.top) / self.cell))
        cell = row * self.shape.size + column
        mx, my = self.middle(cell)
        if self.scene.digits[cell]:
            return max(abs(x - mx) / (self.cell * 0.25), abs(y - my) / (self.cell * 0.26))
        place = round((x - mx) / _PITCH + (self.columns - 1) / 2), round((y - my) / _PITCH + (self.lines - 1) / 2)
        if not (0 <= place[0] < self.columns and 0 <= place[1] < self.lines):
            return 1.0
        candidate = Candidate(cell, place[1] * self.columns + place[0] + 1)
        if not self.scene.candidates[cell] >> candidate.digit - 1 & 1:
            return 1.0
        marked = candidate in self.scene.signs or candidate in self.scene.eliminations
        return distance((x, y), self.field(candidate)) / (self.reach if marked else _PITCH * 0.36)


def lay_out(
    scene: Scene,
    *,
    labels: bool = False,
    legend: bool = False,
    title: bool = False,
    rounded: bool = True,
) -> Picture:
    """Return a scene as a picture; `rounded` gives the paper round corners.

    >>> from nonet import Grid
    >>> from nonet.drawing.scene import scene_of
    >>> picture = lay_out(scene_of(Grid("1... .2.. ..3. ...4")))
    >>> picture.width, len([shape for shape in picture.shapes if shape.role == "given"])
    (176.0, 4)
    """
    edge = _EDGE + (_LABELS if labels else 0)
    margins = margins_of(scene.rules, scene.shape.size)
    size = Board(scene, 0, 0).cell
    left, top, right, bottom = (margins.width(side, size) for side in margins._fields)
    board = Board(scene, edge + left, edge + top + (_TITLE if title else 0))
    width = board.left + board.side + right + _EDGE
    height = board.top + board.side + bottom + _EDGE
    shapes: list[Shape2D] = []
    if title:
        size = min(17.0, board.side / max(1.0, text_width(scene.title, 1.0, "title")))
        shapes.append(Text("title", board.left, _EDGE + 12, size, scene.title, "start"))
    shapes += board_shapes(board, labels=labels)
    if legend and scene.roles:
        more, height = legend_shapes(scene.roles, board.left, height + 4, board.side, scene.language)
        shapes += more
    paper = Rect("paper", 0, 0, width, height, 6 if rounded else 0)
    return Picture(width, height, (paper, *shapes), scene.title, scene.description, language=scene.language)


def board_shapes(board: Board, *, labels: bool = False) -> list[Shape2D]:
    """Return the shapes of a whole board, the lowest first."""
    return [
        *marks_below(board.plane, board.scene.rules, board.scene.language),
        *_backgrounds(board),
        *rule_lines(board),
        *marks_above(board.plane, board.scene.rules, board.scene.language),
        *(_labels(board) if labels else ()),
        *_houses(board),
        *_groups(board),
        *_candidates(board),
        *_digits(board),
        *_links(board),
    ]


def _backgrounds(board: Board) -> Iterator[Shape2D]:
    """Yield the colors of the cells and the outlines of sets."""
    for cell, role in sorted(board.scene.backgrounds.items()):
        yield Rect(f"ground-{role}", *board.corner(cell), board.cell, board.cell)
    for index, mask in enumerate(board.scene.sets):
        for cell in bits(mask):
            x, y = board.corner(cell)
            yield Rect(f"set-{index}", x + 2.6, y + 2.6, board.cell - 5.2, board.cell - 5.2, 4)


def rule_lines(board: Board) -> Iterator[Shape2D]:
    """Yield the lines between cells, then the heavier ones between boxes, then the frame."""
    shape, left, top, side = board.shape, board.left, board.top, board.side
    regions = board.scene.regions
    has_boxes = 1 < shape.box_height < shape.size and regions is None
    for heavy in (False, True):
        role = "boxrule" if heavy else "rule"
        for line in range(1, shape.size):
            at = line * board.cell
            if (line % shape.box_width == 0 and has_boxes) is heavy:
                yield Polygon(role, ((left + at, top), (left + at, top + side)))
            if (line % shape.box_height == 0 and has_boxes) is heavy:
                yield Polygon(role, ((left, top + at), (left + side, top + at)))
    if regions is not None:
        yield from region_lines(board.plane, regions)
    yield Rect("frame", left, top, side, side, 1.5)


def _labels(board: Board) -> Iterator[Shape2D]:
    """Yield the numbers of the rows and columns."""
    margins = margins_of(board.scene.rules, board.shape.size)
    left, top = margins.width("left", board.cell), margins.width("top", board.cell)
    for line in range(board.shape.size):
        at = (line + 0.5) * board.cell
        yield Text("label", board.left + at, board.top - top - 10, 10.5, str(line + 1))
        yield Text("label", board.left - left - 11, board.top + at, 10.5, str(line + 1))


def _houses(board: Board) -> Iterator[Shape2D]:
    """Yield the outlines of houses; each role has another distance from the lines, so that outlines do not cover."""
    for role, house in board.scene.houses:
        cells = board.shape.houses[house]
        inset = {"base": 1.8, "cover": 4.4, "blocked": 4.4}.get(role, 3.1)
        x, y = board.corner(cells[0])
        right, bottom = board.corner(cells[-1])
        width, height = right + board.cell - x, bottom + board.cell - y
        yield Rect(f"house-{role}", x + inset, y + inset, width - 2 * inset, height - 2 * inset, 5)


def _groups(board: Board) -> Iterator[Shape2D]:
    """Yield a band around candidates that a chain uses together, or a ring around each if they are not in line."""
    ends = [end for link in board.scene.links for end in (link.start, link.end) if len(end) > 1]
    r = board.reach + 0.7
    for group in dict.fromkeys(ends):
        xs, ys = zip(*map(board.field, group), strict=True)
        if _are_adjacent(board.shape, [candidate.cell for candidate in group]):
            yield Rect("group", min(xs) - r, min(ys) - r, max(xs) - min(xs) + 2 * r, max(ys) - min(ys) + 2 * r, r)
        else:
            yield from (Circle("group", x, y, r) for x, y in zip(xs, ys, strict=True))


def _are_adjacent(shape: Shape, cells: list[int]) -> bool:
    """Return whether cells are side by side in one row or column."""
    gaps = {later - earlier for earlier, later in pairwise(sorted(cells))}
    lines = [{table[cell] for cell in cells} for table in (shape.row_of, shape.column_of)]
    return gaps in ({1}, {shape.size}) and min(map(len, lines)) == 1


def _candidates(board: Board) -> Iterator[Shape2D]:
    """Yield the candidates with their signs, then the strokes and rings over them."""
    scene = board.scene
    above: list[Shape2D] = []
    for cell, mask in enumerate(scene.candidates):
        for digit in digits_of(mask):
            candidate = Candidate(cell, digit)
            x, y = board.field(candidate)
            is_eliminated, is_placed = candidate in scene.eliminations, candidate in scene.placements
            sign = scene.signs.get(candidate) or "eliminated" * is_eliminated
            if is_placed:
                yield sign_shape("on", x, y, board.reach - 1.8)
                above.append(Circle("ring", x, y, board.reach))
            elif sign:
                yield sign_shape(sign, x, y, board.reach)
            yield Text("marked" if sign or is_placed else "mark", x, y, 12.5, board.shape.symbol(digit))
            if is_eliminated:
                r = board.reach * 0.95
                above.append(Polygon("strike", ((x - r, y + r), (x + r, y - r))))
    yield from above


def _digits(board: Board) -> Iterator[Shape2D]:
    """Yield the digits on the board."""
    for cell, digit in enumerate(board.scene.digits):
        if digit:
            is_given, is_guess = board.scene.given_mask >> cell & 1, board.scene.guess_mask >> cell & 1
            yield board.digit_text(cell, digit, "given" if is_given else "guess" if is_guess else "placed")


def _links(board: Board) -> Iterator[Shape2D]:
    """Yield the arcs of chains with their arrow heads, each between the nearest members of the linked groups."""
    arcs: list[Curve] = []
    for link in board.scene.links:
        pairs = [(board.field(start), board.field(end)) for start in link.start for end in link.end]
        start, end = min(pairs, key=lambda pair: distance(*pair))
        branch = "" if link.branch is None else f"-{link.branch}"
        curve = route(
            start,
            end,
            role=("strong" if link.strong else "weak") + branch,
            cut=board.reach + 0.8,
            clearance=board.clearance,
            inside=board.inside,
            others=arcs,
        )
        arcs.append(curve)
        yield curve
        yield arrow_head(curve, f"arrow{branch}", 5.5)
