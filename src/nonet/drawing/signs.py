"""The signs under candidates: shape and fill, not only the hue, show the part of a candidate in the evidence."""

from __future__ import annotations

from math import cos, pi, sin

from .picture import Circle, Polygon, Rect, Shape2D

__all__ = ["sign_shape"]

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


def sign_shape(sign: str, x: float, y: float, radius: float) -> Shape2D:
    """Return the shape of a sign.

    >>> sign_shape("fins", 0, 0, 10).points[0]
    (10.700000000000001, 0)
    >>> [type(sign_shape(sign, 0, 0, 10)).__name__ for sign in ("color-0", "color-2")]
    ['Circle', 'Rect']
    """
    kind, _, number = sign.partition("-")
    if kind == "color":  # a pair of colors has one form; the first color is filled, the second hollow
        index = int(number)
        role = f"hollow-{number}" if index % 2 else f"sign-{number}"
        return _form(_FORMS[index // 2 % len(_FORMS)], role, x, y, radius)
    if kind == "set":
        return _form("disc", f"sign-{number}", x, y, radius)
    if sign == "off":
        return _form("disc", "hollow-off", x, y, radius - 0.4)
    return _form(_FORM_OF.get(sign, "disc"), f"sign-{sign}", x, y, radius)


def _form(name: str, role: str, x: float, y: float, radius: float) -> Shape2D:
    """Return a form that looks about as large as a disc of that radius."""
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
