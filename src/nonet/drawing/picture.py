"""Picture: shapes on a plane, each with its role; what every renderer draws from, and what the tests measure.

Coordinates are in points, x to the right and y down. A shape says where it is and what it is for (`role`, a CSS class
in an SVG); how a role looks is told by the `theme`. A text is placed by the middle of its letters, so that no renderer
has to know a font to centre a digit in its cell.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

__all__ = ["Box", "Circle", "Curve", "Picture", "Polygon", "Rect", "Shape2D", "Text", "bounds", "text_width"]

_WIDTH_OF_A_LETTER = 0.64
_HEIGHT_OF_A_LETTER = 0.73
_BOLD = frozenset({"title", "given", "marked"})
_BOLD_IS_WIDER = 1.1
BASELINE = 0.36
"""How far below the middle of its digits a text has its baseline, in parts of its size."""


class Box(NamedTuple):
    """What a shape covers: left, top, right and bottom.

    >>> Box(0, 0, 2, 2).overlaps(Box(1, 1, 3, 3)), Box(0, 0, 2, 2).overlaps(Box(2, 0, 3, 1))
    (True, False)
    """

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether the two have more than an edge in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Whether the other lies inside this one."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


class Rect(NamedTuple):
    """A rectangle, with round corners if it has a radius."""

    role: str
    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0


class Circle(NamedTuple):
    """A circle."""

    role: str
    x: float
    y: float
    radius: float


class Polygon(NamedTuple):
    """A closed shape of straight edges; with two points, a line."""

    role: str
    points: tuple[tuple[float, float], ...]


class Curve(NamedTuple):
    """A quadratic curve from a start to an end, drawn to a control point."""

    role: str
    start: tuple[float, float]
    control: tuple[float, float]
    end: tuple[float, float]

    def at(self, t: float) -> tuple[float, float]:
        """The point a part `t` of the way.

        >>> Curve("", (0, 0), (2, 2), (4, 0)).at(0.5)
        (2.0, 1.0)
        """
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        return (
            a * self.start[0] + b * self.control[0] + c * self.end[0],
            a * self.start[1] + b * self.control[1] + c * self.end[1],
        )


class Text(NamedTuple):
    """A line of text; x is its middle or its start, y the middle of its letters."""

    role: str
    x: float
    y: float
    size: float
    text: str
    anchor: str = "middle"


Shape2D: TypeAlias = Rect | Circle | Polygon | Curve | Text
"""Any shape."""


def text_width(text: str, size: float, role: str = "") -> float:
    """About how wide a text is; a Chinese character is as wide as it is high, and bold is a little wider.

    >>> text_width("12", 10), text_width("数", 10)
    (12.8, 10.0)
    """
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    narrow = (len(text) - wide) * _WIDTH_OF_A_LETTER * (_BOLD_IS_WIDER if role in _BOLD else 1)
    return size * (wide + narrow)


def bounds(shape: Shape2D) -> Box:
    """What a shape covers.

    >>> bounds(Circle("", 5, 5, 2))
    Box(left=3, top=3, right=7, bottom=7)
    """
    if isinstance(shape, Rect):
        return Box(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
    if isinstance(shape, Circle):
        r = shape.radius
        return Box(shape.x - r, shape.y - r, shape.x + r, shape.y + r)
    if isinstance(shape, Text):
        width, half = text_width(shape.text, shape.size, shape.role), shape.size * _HEIGHT_OF_A_LETTER / 2
        left = {"middle": shape.x - width / 2, "start": shape.x, "end": shape.x - width}[shape.anchor]
        return Box(left, shape.y - half, left + width, shape.y + half)
    points = shape.points if isinstance(shape, Polygon) else [shape.at(step / 16) for step in range(17)]
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def shifted(shape: Shape2D, dx: float, dy: float) -> Shape2D:
    """The shape somewhere else."""
    if isinstance(shape, Polygon):
        return shape._replace(points=tuple((x + dx, y + dy) for x, y in shape.points))
    if isinstance(shape, Curve):
        ends = ((x + dx, y + dy) for x, y in shape[1:])
        return Curve(shape.role, *ends)
    return shape._replace(x=shape.x + dx, y=shape.y + dy)


def scaled_shape(shape: Shape2D, factor: float) -> Shape2D:
    """The shape larger or smaller, measured from the corner of the picture."""
    if isinstance(shape, Polygon):
        return shape._replace(points=tuple((x * factor, y * factor) for x, y in shape.points))
    if isinstance(shape, Curve):
        return Curve(shape.role, *((x * factor, y * factor) for x, y in shape[1:]))
    sizes = [value * factor if isinstance(value, int | float) else value for value in shape[1:]]
    return type(shape)(shape.role, *sizes)  # type: ignore[arg-type]  # numbers stay numbers, words stay words


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes on a sheet, the lowest first.

    >>> picture = Picture(10, 10, (Circle("given", 5, 5, 2),), title="a dot")
    >>> picture.moved(1, 0).shapes
    (Circle(role='given', x=6, y=5, radius=2),)
    """

    width: float
    height: float
    shapes: tuple[Shape2D, ...]
    title: str = ""
    """What it shows, in a few words."""
    description: str = ""
    """The same for those who cannot see it, in full."""
    unit: float = 1.0
    """By how much the strokes are thinner or thicker than a theme says."""

    def moved(self, dx: float, dy: float) -> Picture:
        """The same shapes, somewhere else on the sheet."""
        return self.with_shapes(shifted(shape, dx, dy) for shape in self.shapes)

    def with_shapes(self, shapes: Iterable[Shape2D]) -> Picture:
        """The same sheet with other shapes."""
        return Picture(self.width, self.height, tuple(shapes), self.title, self.description, self.unit)

    def scaled(self, factor: float) -> Picture:
        """The whole picture, larger or smaller, its strokes too."""
        return Picture(
            self.width * factor,
            self.height * factor,
            tuple(scaled_shape(shape, factor) for shape in self.shapes),
            self.title,
            self.description,
            self.unit * factor,
        )

    @property
    def roles(self) -> list[str]:
        """The roles of its shapes, each once, in order."""
        return list(dict.fromkeys(shape.role for shape in self.shapes))
