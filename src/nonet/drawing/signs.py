"""The signs under candidates: what part a candidate has in the evidence, told by shape and fill, not by hue alone."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from .picture import Circle, Polygon, Rect, Shape2D

__all__ = ["sign_shapes"]

_FORMS = ("disc", "square", "diamond", "hexagon")

_FORM_OF = {
    "pivot": "square",
    "stem": "square",
    "fins": "diamond",
    "endo_fins": "hexagon",
    "extra": "hexagon",
    "roof": "square",
    "petals": "hexagon",
    "both": "hexagon",
}


def sign_shapes(sign: str, x: float, y: float, radius: float) -> Iterator[Shape2D]:
    """The shapes of a sign.

    >>> list(sign_shapes("fins", 0, 0, 10))[0].points[0]
    (10.700000000000001, 0)
    >>> [type(shape).__name__ for sign in ("colour-0", "colour-2") for shape in sign_shapes(sign, 0, 0, 10)]
    ['Circle', 'Rect']
    """
    kind, _, number = sign.partition("-")
    if kind == "colour":  # a pair of colours has one form, its first filled and its second hollow
        index = int(number)
        role = f"hollow-{number}" if index % 2 else f"sign-{number}"
        yield form(_FORMS[index // 2 % len(_FORMS)], role, x, y, radius)
    elif kind == "set":
        yield form("disc", f"sign-{number}", x, y, radius)
    elif sign == "off":
        yield form("disc", "hollow-off", x, y, radius - 0.4)
    else:
        yield form(_FORM_OF.get(sign, "disc"), f"sign-{sign}", x, y, radius)


def form(name: str, role: str, x: float, y: float, radius: float) -> Shape2D:
    """A form of about the same size as a disc of that radius."""
    if name == "square":
        r = radius * 0.92
        return Rect(role, x - r, y - r, 2 * r, 2 * r, 2)
    if name == "diamond":
        r = radius * 1.07
        return Polygon(role, ((x + r, y), (x, y + r), (x - r, y), (x, y - r)))
    if name == "hexagon":
        r = radius * 1.06
        return Polygon(role, tuple((x + r * cos(k * pi / 3), y + r * sin(k * pi / 3)) for k in range(6)))
    return Circle(role, x, y, radius)
