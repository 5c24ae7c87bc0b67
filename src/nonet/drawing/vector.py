"""Pictures as SVG: a CSS class on every shape, light and dark in one file, the same bytes each time."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .picture import BASELINE, Circle, Curve, Picture, Rect, Shape2D, Text
from .theme import Style, style, themes_of

__all__ = ["element", "number", "scope_of", "style_sheet", "svg"]

FONT = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', 'Bitstream Vera Sans', sans-serif"


def number(value: float) -> str:
    """A number as short as it can be told to a hundredth.

    >>> number(3.0), number(2.126), number(-0.001)
    ('3', '2.13', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def svg(picture: Picture, *, theme: str = "auto", extra_style: str = "", body: str = "") -> str:
    """A picture as a whole SVG document.

    >>> from nonet.drawing.picture import Circle, Picture
    >>> print(svg(Picture(10, 10, (Circle("dot", 5, 5, 2),), title="a dot"), theme="light"))  # doctest: +ELLIPSIS
    <svg xmlns="http://www.w3.org/2000/svg" class="nonet nonet-light" viewBox="0 0 10 10" ... role="img">
    <title>a dot</title>
    <style>
    .nonet-light .dot{fill:#16191d}
    </style>
    <circle class="dot" cx="5" cy="5" r="2"/>
    </svg>
    <BLANKLINE>
    """
    width, height = number(picture.width), number(picture.height)
    titles = f"<title>{escape(picture.title)}</title>\n" if picture.title else ""
    if picture.description:
        titles += f"<desc>{escape(picture.description)}</desc>\n"
    shapes = "\n".join(map(element, picture.shapes))
    scope = scope_of(theme, picture.unit)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="nonet {scope}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">\n{titles}'
        f"<style>\n{style_sheet(picture.shapes, theme, picture.unit)}{extra_style}</style>\n{shapes}\n{body}</svg>\n"
    )


def scope_of(theme: str, unit: float = 1.0) -> str:
    """The class under which the rules of a picture stand: others for each theme and each width of strokes.

    >>> scope_of("dark"), scope_of("dark", 0.5)
    ('nonet-dark', 'nonet-dark-500')
    """
    return f"nonet-{theme}" if unit == 1 else f"nonet-{theme}-{round(1000 * unit)}"


def style_sheet(shapes: Iterable[Shape2D], theme: str, unit: float = 1.0) -> str:
    """The rules for the roles that are there, under the theme's own class: two pictures on a page do not mix."""
    shapes = list(shapes)
    roles = list(dict.fromkeys(shape.role for shape in shapes))
    texts = {shape.role for shape in shapes if isinstance(shape, Text)}
    first, *others = themes_of(theme)
    scope = f".{scope_of(theme, unit)}"
    font = f"{scope} text{{font-family:{FONT}}}\n" if texts else ""
    rules = font + "".join(f"{scope} .{role}{{{css(style(role, first), role in texts, unit)}}}\n" for role in roles)
    for other in others:
        changed = "".join(f"{scope} .{role}{{{colours(style(role, other))}}}\n" for role in roles)
        rules += f"@media (prefers-color-scheme:{other}){{\n{changed}}}\n"
    return rules


def colours(look: Style) -> str:
    """The colours of a style alone."""
    parts = [f"fill:{look.fill}"] if look.fill else []
    return ";".join([*parts, f"stroke:{look.stroke}"] if look.stroke else parts)


def css(look: Style, is_text: bool, unit: float = 1.0) -> str:
    """A style as CSS."""
    parts = [f"fill:{look.fill or 'none'}"]
    if look.stroke:
        parts += [f"stroke:{look.stroke}", f"stroke-width:{number(look.width * unit)}"]
    if look.dash:
        parts.append(f"stroke-dasharray:{' '.join(number(part * unit) for part in look.dash)}")
    if look.stroke and not look.dash:
        parts.append("stroke-linecap:round")
    if look.bold and is_text:
        parts.append("font-weight:700")
    return ";".join(parts)


def element(shape: Shape2D) -> str:
    """One shape as an element.

    >>> element(Rect("paper", 0, 0, 10, 5))
    '<rect class="paper" x="0" y="0" width="10" height="5"/>'
    """
    n = number
    if isinstance(shape, Rect):
        corner = f' rx="{n(shape.radius)}"' if shape.radius else ""
        place = f'x="{n(shape.x)}" y="{n(shape.y)}" width="{n(shape.width)}" height="{n(shape.height)}"'
        return f'<rect class="{shape.role}" {place}{corner}/>'
    if isinstance(shape, Circle):
        return f'<circle class="{shape.role}" cx="{n(shape.x)}" cy="{n(shape.y)}" r="{n(shape.radius)}"/>'
    if isinstance(shape, Text):
        place = f'x="{n(shape.x)}" y="{n(shape.y + shape.size * BASELINE)}" font-size="{n(shape.size)}"'
        return (
            f'<text class="{shape.role}" {place} text-anchor="{shape.anchor}">{escape(shape.text, quote=False)}</text>'
        )
    if isinstance(shape, Curve):
        ends = [f"{n(x)} {n(y)}" for x, y in shape[1:]]
        return f'<path class="{shape.role}" d="M{ends[0]}Q{ends[1]} {ends[2]}"/>'
    points = "L".join(f"{n(x)} {n(y)}" for x, y in shape.points)
    close = "Z" if len(shape.points) > 2 else ""
    return f'<path class="{shape.role}" d="M{points}{close}"/>'
