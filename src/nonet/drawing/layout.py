"""Scenes laid out on a plane: where every line, digit, candidate, sign and arc goes.

::

    cell        a square; with candidates, a small field for each digit, in rows as on a keypad
    grounds     colours under whole cells, by role; almost locked sets have an outline of their own dashes too
    signs       a disc, square, diamond or hexagon under a candidate, filled or hollow
    on top      house outlines, arcs between candidates, strokes through what falls, rings around what is placed
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, hypot, sqrt

from ..geometry import Shape, bits, digits_of
from ..logic import Candidate
from .legend import legend
from .picture import Circle, Curve, Picture, Polygon, Rect, Shape2D, Text, text_width
from .routes import arrow_head, route
from .scene import Link, Scene
from .signs import sign_shapes

__all__ = ["Board", "laid_out"]

PITCH = 18.0
"""The width of a candidate's field."""
_PAD = 4.0
_PLAIN_CELL = 40.0
_EDGE = 8.0
_LABELS = 16.0
_TITLE = 30.0


class Board:
    """Where the cells and candidates of a scene are.

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
        self.cell = self.columns * PITCH + 2 * _PAD if scene.candidates else _PLAIN_CELL
        self.side = self.cell * self.shape.size
        self.reach = PITCH * 0.46
        """The radius of a sign."""

    def corner(self, cell: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        row, column = divmod(cell, self.shape.size)
        return self.left + column * self.cell, self.top + row * self.cell

    def middle(self, cell: int) -> tuple[float, float]:
        """The middle of a cell."""
        x, y = self.corner(cell)
        return x + self.cell / 2, y + self.cell / 2

    def field(self, candidate: Candidate) -> tuple[float, float]:
        """The middle of a candidate's field."""
        x, y = self.middle(candidate.cell)
        line, column = divmod(candidate.digit - 1, self.columns)
        return x + (column - (self.columns - 1) / 2) * PITCH, y + (line - (self.lines - 1) / 2) * PITCH

    def inside(self, x: float, y: float) -> bool:
        """Whether a point is on the board."""
        return self.left <= x <= self.left + self.side and self.top <= y <= self.top + self.side

    def clearance(self, x: float, y: float) -> float:
        """How far a point is from the digit next to it, in parts of the room that this digit needs."""
        if not self.inside(x, y):
            return 1.0
        last = self.shape.size - 1
        column, row = min(last, int((x - self.left) / self.cell)), min(last, int((y - self.top) / self.cell))
        cell = row * self.shape.size + column
        mx, my = self.middle(cell)
        if self.scene.digits[cell]:
            return max(abs(x - mx) / (self.cell * 0.25), abs(y - my) / (self.cell * 0.26))
        place = round((x - mx) / PITCH + (self.columns - 1) / 2), round((y - my) / PITCH + (self.lines - 1) / 2)
        if not (0 <= place[0] < self.columns and 0 <= place[1] < self.lines):
            return 1.0
        candidate = Candidate(cell, place[1] * self.columns + place[0] + 1)
        if not self.scene.candidates[cell] >> candidate.digit - 1 & 1:
            return 1.0
        fx, fy = self.field(candidate)
        marked = candidate in self.scene.signs or candidate in self.scene.struck
        return hypot(x - fx, y - fy) / (self.reach if marked else PITCH * 0.36)


def laid_out(
    scene: Scene, *, labels: bool = False, with_legend: bool = False, with_title: bool = False, frame: bool = True
) -> Picture:
    """A scene as a picture.

    >>> from nonet import Grid
    >>> from nonet.drawing.scene import scene_of
    >>> picture = laid_out(scene_of(Grid("1... .2.. ..3. ...4")))
    >>> picture.width, len([shape for shape in picture.shapes if shape.role == "given"])
    (176.0, 4)
    """
    edge = _EDGE + (_LABELS if labels else 0)
    board = Board(scene, edge, edge + (_TITLE if with_title else 0))
    width = board.left + board.side + _EDGE
    height = board.top + board.side + _EDGE
    shapes: list[Shape2D] = []
    if with_title:
        size = min(17.0, board.side / max(1.0, text_width(scene.title, 1.0, "title")))
        shapes.append(Text("title", board.left, _EDGE + 12, size, scene.title, "start"))
    shapes += board_shapes(board, labels=labels)
    if with_legend and (rows := legend(scene.roles, board.left, height + 4, board.side)):
        shapes += rows[0]
        height = rows[1]
    paper = [Rect("paper", 0, 0, width, height, 6 if frame else 0)]
    return Picture(width, height, (*paper, *shapes), scene.title, scene.description)


def board_shapes(board: Board, *, labels: bool = False) -> list[Shape2D]:
    """Everything on the board, the lowest first."""
    return [
        *grounds(board),
        *rules(board),
        *(label_texts(board) if labels else ()),
        *houses(board),
        *candidate_shapes(board),
        *digits(board),
        *link_shapes(board),
    ]


def grounds(board: Board) -> Iterator[Shape2D]:
    """The colours under the cells, and the outlines of sets."""
    for cell, role in sorted(board.scene.ground_of().items()):
        x, y = board.corner(cell)
        yield Rect(f"ground-{role}", x, y, board.cell, board.cell)
    for index, mask in enumerate(board.scene.sets):
        for cell in bits(mask):
            x, y = board.corner(cell)
            yield Rect(f"set-{index}", x + 2.6, y + 2.6, board.cell - 5.2, board.cell - 5.2, 4)


def rules(board: Board) -> Iterator[Shape2D]:
    """The lines between cells, then the heavier ones between boxes, then the frame."""
    shape, left, top, side = board.shape, board.left, board.top, board.side
    has_boxes = 1 < shape.box_height < shape.size
    for heavy in (False, True):
        role = "boxrule" if heavy else "rule"
        for line in range(1, shape.size):
            at = line * board.cell
            if (line % shape.box_width == 0 and has_boxes) is heavy:
                yield Polygon(role, ((left + at, top), (left + at, top + side)))
            if (line % shape.box_height == 0 and has_boxes) is heavy:
                yield Polygon(role, ((left, top + at), (left + side, top + at)))
    yield Rect("frame", left, top, side, side, 1.5)


def label_texts(board: Board) -> Iterator[Shape2D]:
    """The numbers of rows and columns, as the names of cells count them."""
    for line in range(board.shape.size):
        at = (line + 0.5) * board.cell
        yield Text("label", board.left + at, board.top - 10, 10.5, str(line + 1))
        yield Text("label", board.left - 11, board.top + at, 10.5, str(line + 1))


def houses(board: Board) -> Iterator[Shape2D]:
    """The outlines of houses; those of each role lie a little further inside, so that all can be seen."""
    order = {"base": 1.8, "cover": 4.4}
    for role, house in board.scene.houses:
        cells = board.shape.houses[house]
        inset = order.get(role, 3.1)
        x, y = board.corner(cells[0])
        right, bottom = board.corner(cells[-1])
        width, height = right + board.cell - x, bottom + board.cell - y
        yield Rect(f"house-{role}", x + inset, y + inset, width - 2 * inset, height - 2 * inset, 5)


def digits(board: Board) -> Iterator[Shape2D]:
    """The digits that stand on the board."""
    for cell, digit in enumerate(board.scene.digits):
        if digit:
            role = "given" if board.scene.given_mask >> cell & 1 else "placed"
            yield Text(role, *board.middle(cell), board.cell * 0.58, board.shape.symbol(digit))


def candidate_shapes(board: Board) -> Iterator[Shape2D]:
    """The candidates, with what is under them and over them."""
    scene = board.scene
    above: list[Shape2D] = []
    yield from groups(board)
    for cell, mask in enumerate(scene.candidates):
        for digit in digits_of(mask):
            candidate = Candidate(cell, digit)
            x, y = board.field(candidate)
            falls = candidate in scene.struck
            sign = scene.signs.get(candidate) or ("eliminated" if falls else "")
            if sign and candidate not in scene.ringed:
                yield from sign_shapes(sign, x, y, board.reach)
            if candidate in scene.ringed:
                yield from sign_shapes("on", x, y, board.reach - 1.8)
                above.append(Circle("ring", x, y, board.reach))
            role = "marked" if sign or candidate in scene.ringed else "mark"
            yield Text(role, x, y, 12.5, board.shape.symbol(digit))
            if falls:
                r = board.reach * 0.95
                above.append(Polygon("strike", ((x - r, y + r), (x + r, y - r))))
    yield from above


def groups(board: Board) -> Iterator[Shape2D]:
    """A band around candidates that a chain takes together; a ring around each where a digit stands between them."""
    ends = [end for link in board.scene.links for end in (link.start, link.end) if len(end) > 1]
    r = board.reach + 0.7
    for group in dict.fromkeys(ends):
        xs, ys = zip(*map(board.field, group), strict=True)
        if is_close(board, group):
            yield Rect("group", min(xs) - r, min(ys) - r, max(xs) - min(xs) + 2 * r, max(ys) - min(ys) + 2 * r, r)
        else:
            yield from (Circle("group", x, y, r) for x, y in zip(xs, ys, strict=True))


def is_close(board: Board, group: tuple[Candidate, ...]) -> bool:
    """Whether the cells lie side by side in one line."""
    cells = [candidate.cell for candidate in group]
    gaps = {later - earlier for earlier, later in pairwise(sorted(cells))}
    lines = [{table[cell] for cell in cells} for table in (board.shape.row_of, board.shape.column_of)]
    return gaps in ({1}, {board.shape.size}) and min(map(len, lines)) == 1


def link_shapes(board: Board) -> Iterator[Shape2D]:
    """The arcs of a chain, each with an arrow head."""
    laid: list[Curve] = []
    for link in board.scene.links:
        start, end = nearest(board, link)
        branch = "" if link.branch is None else f"-{link.branch}"
        curve = route(
            start,
            end,
            role=("strong" if link.strong else "weak") + branch,
            cut=board.reach + 0.8,
            clearance=board.clearance,
            inside=board.inside,
            others=laid,
        )
        laid.append(curve)
        yield curve
        yield arrow_head(curve, f"arrow{branch}", 5.5)


def nearest(board: Board, link: Link) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two members of the linked groups that are next to each other."""
    pairs = [(board.field(start), board.field(end)) for start in link.start for end in link.end]
    return min(pairs, key=lambda pair: hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]))
