"""The legend under a board: each sign that is on it, and what it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .picture import Circle, Curve, Polygon, Rect, Shape2D, Text, text_width
from .routes import arrow_head
from .signs import sign_shapes

__all__ = ["NAMES", "legend"]

NAMES = {
    "pattern": "pattern",
    "pivot": "pivot",
    "pincers": "pincers",
    "fins": "fin",
    "endo_fins": "endo-fin",
    "stem": "stem",
    "petals": "petal",
    "floor": "floor",
    "roof": "roof",
    "corners": "corners",
    "extra": "extra",
    "link": "link",
    "on": "true",
    "off": "false",
    "both": "true or false, by branch",
    "conflict": "clash",
    "house-house": "house",
    "house-base": "base",
    "house-cover": "cover",
    "house-link": "linking house",
    "strong": "if not, then",
    "weak": "if so, then not",
    "ringed": "placed",
    "struck": "struck out",
}
"""What the legend says for each role."""

_SIZE = 12.0
_LINE = 21.0
_SWATCH = 26.0
_GAP = 16.0


def name_of(role: str) -> str:
    """A role in the words of the legend.

    >>> name_of("fins"), name_of("set-1"), name_of("colour-0"), name_of("colour-3")
    ('fin', 'set B', 'colour A', 'opposite of B')
    """
    kind, _, number = role.partition("-")
    if kind == "set" and number.isdigit():
        return f"set {chr(ord('A') + int(number) % 26)}"
    if kind == "colour":
        letter = chr(ord("A") + int(number) // 2 % 26)
        return f"opposite of {letter}" if int(number) % 2 else f"colour {letter}"
    if kind == "ground":
        return name_of(number)
    return NAMES.get(role, role.removeprefix("house-").replace("_", " "))


def legend(roles: Sequence[str], left: float, top: float, width: float) -> tuple[list[Shape2D], float] | None:
    """The shapes of a legend that flows within a width, and where it ends; None where there is nothing to tell."""
    if not roles:
        return None
    shapes: list[Shape2D] = []
    x, y = left, top + _LINE / 2
    for role in roles:
        words = name_of(role)
        needs = _SWATCH + text_width(words, _SIZE)
        if x > left and x + needs > left + width:
            x, y = left, y + _LINE
        shapes += swatch(role, x + 10, y)
        shapes.append(Text("caption", x + _SWATCH, y, _SIZE, words, "start"))
        x += needs + _GAP
    return shapes, y + _LINE


def swatch(role: str, x: float, y: float) -> Iterator[Shape2D]:
    """A sample of what a role looks like."""
    kind, _, name = role.partition("-")
    if kind == "house":
        yield Rect(role, x - 9, y - 6, 18, 12, 3)
    elif kind == "ground":
        yield Rect(role, x - 9, y - 7, 18, 14)
    elif kind == "set":
        yield Rect(f"ground-{name}", x - 9, y - 7, 18, 14)
        yield Rect(role, x - 8, y - 6, 16, 12, 3)
    elif role in ("strong", "weak"):
        curve = Curve(role, (x - 9, y + 3), (x, y - 5), (x + 9, y + 1))
        yield curve
        yield arrow_head(curve, "arrow", 5.5)
    elif role == "ringed":
        yield from sign_shapes("on", x, y, 5)
        yield Circle("ring", x, y, 6.8)
    elif role == "struck":
        yield from sign_shapes("eliminated", x, y, 6)
        yield Polygon("strike", ((x - 6, y + 6), (x + 6, y - 6)))
    else:
        yield from sign_shapes(role, x, y, 6.5)
