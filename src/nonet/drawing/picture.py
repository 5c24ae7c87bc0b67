"""Picture: shapes on a plane, from which every renderer draws.

Coordinates are in points; x grows to the right and y grows down. A shape has a place and a `role`, which is its CSS
class in an SVG; the `theme` says how a role looks. A text is placed by the middle of its letters, so a renderer can
center a digit in its cell without knowing the font.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from ..display import is_wide

__all__ = [
    "Circle",
    "Curve",
    "Group",
    "Path",
    "Picture",
    "Polygon",
    "Rect",
    "Shape2D",
    "Text",
    "flattened",
    "text_width",
    "transformed",
]

Point: TypeAlias = tuple[float, float]

BASELINE = 0.36
"""The distance from the middle of a text's digits down to its baseline, as a part of the font size."""
_LETTER_WIDTH = 0.64
_BOLD = frozenset({"title", "given", "marked", "one", "lowbit"})
_BOLD_FACTOR = 1.1


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
    """A closed shape with straight edges; with two points, a line."""

    role: str
    points: tuple[Point, ...]


class Path(NamedTuple):
    """An open line with straight pieces and round corners."""

    role: str
    points: tuple[Point, ...]


class Curve(NamedTuple):
    """A quadratic curve: its start, its control point and its end."""

    role: str
    points: tuple[Point, ...]

    def at(self, t: float) -> Point:
        """Return the point at the part `t` of the curve.

        >>> Curve("", ((0, 0), (2, 2), (4, 0))).at(0.5)
        (2.0, 1.0)
        """
        (x0, y0), (x1, y1), (x2, y2) = self.points
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        return a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2


class Text(NamedTuple):
    """A line of text; x is its middle, its start or its end (`anchor`), y the middle of its letters.

    With a `pitch`, every letter has its own place: the first is centered at x, the next one pitch to the right.
    """

    role: str
    x: float
    y: float
    size: float
    text: str
    anchor: str = "middle"
    pitch: float = 0.0

    @property
    def letters(self) -> list[Text]:
        """The letters of a text with a pitch, each as a text; without a pitch the whole text.

        >>> [(letter.x, letter.text) for letter in Text("one", 0, 0, 12, "1 1", pitch=10).letters]
        [(0, '1'), (20, '1')]
        """
        if not self.pitch:
            return [self]
        places = (
            self._replace(x=self.x + index * self.pitch, text=letter, pitch=0.0)
            for index, letter in enumerate(self.text)
        )
        return [place for place in places if place.text != " "]


class Group(NamedTuple):
    """Shapes that belong together, with a title in words: the marks of one rule."""

    role: str
    shapes: tuple[Shape2D, ...]
    title: str = ""


Shape2D: TypeAlias = Rect | Circle | Polygon | Path | Curve | Text | Group
"""Any shape."""


def flattened(shapes: Iterable[Shape2D]) -> Iterator[Rect | Circle | Polygon | Path | Curve | Text]:
    """Yield shapes, and the members of a group instead of the group.

    >>> [shape.role for shape in flattened([Group("rule", (Circle("dot", 0, 0, 1),))])]
    ['dot']
    """
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flattened(shape.shapes)
        else:
            yield shape


def text_width(text: str, size: float, role: str = "") -> float:
    """Return the approximate width of a text.

    >>> text_width("12", 10), text_width("数", 10)
    (12.8, 10.0)
    """
    wide = sum(map(is_wide, text))
    narrow = (len(text) - wide) * _LETTER_WIDTH * (_BOLD_FACTOR if role in _BOLD else 1)
    return size * (wide + narrow)


def transformed(shape: Shape2D, factor: float = 1.0, dx: float = 0.0, dy: float = 0.0) -> Shape2D:
    """Return a shape scaled from the upper left corner of the picture, then shifted.

    >>> transformed(Circle("given", 5, 5, 2), 2.0, dx=1)
    Circle(role='given', x=11.0, y=10.0, radius=4.0)
    """
    if isinstance(shape, Group):
        return shape._replace(shapes=tuple(transformed(each, factor, dx, dy) for each in shape.shapes))
    if isinstance(shape, Polygon | Path | Curve):
        return shape._replace(points=tuple((x * factor + dx, y * factor + dy) for x, y in shape.points))
    sizes = [value * factor if isinstance(value, int | float) else value for value in shape[3:]]
    return type(shape)(shape.role, shape.x * factor + dx, shape.y * factor + dy, *sizes)  # type: ignore[arg-type]


class Picture(NamedTuple):
    """Shapes on a sheet, the lowest first.

    >>> picture = Picture(10, 10, (Circle("given", 5, 5, 2),), title="a dot")
    >>> picture.scaled(2).shapes
    (Circle(role='given', x=10.0, y=10.0, radius=4),)
    >>> print(picture)
    a dot
    """

    width: float
    height: float
    shapes: tuple[Shape2D, ...]
    title: str = ""
    """What the picture shows, in a few words."""
    description: str = ""
    """What the picture shows, in full, for people who cannot see it."""
    unit: float = 1.0
    """The factor of all stroke widths."""
    language: str = "en"
    """The language of the texts."""

    @property
    def texts(self) -> list[str]:
        """All texts in the picture."""
        return [shape.text for shape in flattened(self.shapes) if isinstance(shape, Text)]

    def scaled(self, factor: float) -> Picture:
        """Return the picture with all its shapes and strokes larger or smaller."""
        return self._replace(
            width=self.width * factor,
            height=self.height * factor,
            shapes=tuple(transformed(shape, factor) for shape in self.shapes),
            unit=self.unit * factor,
        )

    def to_dict(self) -> dict[str, object]:
        """Return the picture as data for JSON.

        >>> Picture(10, 10, (Circle("given", 5, 5, 2),)).to_dict()["shapes"]
        [{'kind': 'circle', 'role': 'given', 'x': 5, 'y': 5, 'radius': 2}]
        """
        names = ("width", "height", "title", "description", "unit", "language")
        return {**{name: getattr(self, name) for name in names}, "shapes": list(map(_shape_dict, self.shapes))}

    def __str__(self) -> str:
        return self.title

    def _repr_svg_(self) -> str:
        from .render import svg

        return svg(self)


def _shape_dict(shape: Shape2D) -> dict[str, object]:
    data: dict[str, object] = {"kind": type(shape).__name__.lower(), **shape._asdict()}
    return {**data, "shapes": list(map(_shape_dict, shape.shapes))} if isinstance(shape, Group) else data
