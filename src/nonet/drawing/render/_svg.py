"""Pictures as SVG: a CSS class on every shape, light and dark in one file."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape as escape_html

from ...formats import xml_text
from ..picture import BASELINE, Circle, Curve, Group, Path, Picture, Rect, Shape2D, Text, flattened
from ..theme import Style, style, themes_of

__all__ = ["element", "escape", "number", "scope_of", "style_sheet", "svg"]

_FONT = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', 'Bitstream Vera Sans', sans-serif"


def escape(text: str, quote: bool = True) -> str:
    """Return a text for SVG and HTML: <, > and & escaped, and without the characters that XML cannot contain.

    >>> escape("1 < 2\\x00") == "1 &lt; 2\\ufffd"
    True
    """
    return escape_html(xml_text(text), quote)


def number(value: float) -> str:
    """Return a number with at most two decimals.

    >>> number(3.0), number(2.126), number(-0.001)
    ('3', '2.13', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def svg(picture: Picture, *, theme: str = "auto", extra_style: str = "", body: str = "") -> str:
    """Return a picture as an SVG document, with more CSS rules and elements if given.

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
    language = f' lang="{picture.language}"' if picture.language != "en" else ""
    scope = scope_of(theme, picture.unit)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="nonet {scope}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"{language} role="img">\n{titles}'
        f"<style>\n{style_sheet(picture.shapes, theme, picture.unit)}{extra_style}</style>\n{shapes}\n{body}</svg>\n"
    )


def scope_of(theme: str, unit: float = 1.0) -> str:
    """Return the class that scopes the rules of a picture: each theme and each stroke width has its own.

    So two pictures on one page do not change each other.

    >>> scope_of("dark"), scope_of("dark", 0.5)
    ('nonet-dark', 'nonet-dark-500')
    """
    return f"nonet-{theme}" if unit == 1 else f"nonet-{theme}-{round(1000 * unit)}"


def style_sheet(shapes: Iterable[Shape2D], theme: str, unit: float = 1.0) -> str:
    """Return the CSS rules for the roles of some shapes."""
    is_text = {shape.role: isinstance(shape, Text) for shape in flattened(shapes)}
    first, *others = themes_of(theme)
    scope = f".{scope_of(theme, unit)}"
    rules = f"{scope} text{{font-family:{_FONT}}}\n" if any(is_text.values()) else ""
    rules += "".join(f"{scope} .{role}{{{_css(style(role, first), bold, unit)}}}\n" for role, bold in is_text.items())
    for other in others:
        changed = "".join(f"{scope} .{role}{{{_colors(style(role, other))}}}\n" for role in is_text)
        rules += f"@media (prefers-color-scheme:{other}){{\n{changed}}}\n"
    return rules


def _colors(look: Style) -> str:
    """Return the colors of a style as CSS."""
    return ";".join(f"{name}:{color}" for name, color in (("fill", look.fill), ("stroke", look.stroke)) if color)


def _css(look: Style, is_text: bool, unit: float) -> str:
    """Return a style as CSS."""
    parts = [f"fill:{look.fill or 'none'}"]
    if look.stroke:
        parts += [f"stroke:{look.stroke}", f"stroke-width:{number(look.width * unit)}"]
    if look.dash:
        parts.append(f"stroke-dasharray:{' '.join(number(part * unit) for part in look.dash)}")
    if look.stroke and not look.dash:
        parts.append("stroke-linecap:round")
    if look.bold and is_text:
        parts.append("font-weight:700")
    if look.underlined:
        parts.append("text-decoration:underline")
    return ";".join(parts)


def element(shape: Shape2D, attributes: str = "") -> str:
    """Return a shape as an SVG element, with more attributes if given.

    >>> element(Rect("paper", 0, 0, 10, 5))
    '<rect class="paper" x="0" y="0" width="10" height="5"/>'
    """
    n, start = number, f'class="{shape.role}"{attributes}'
    if isinstance(shape, Group):
        title = f"<title>{escape(shape.title, quote=False)}</title>" if shape.title else ""
        return f"<g {start}>{title}{''.join(map(element, shape.shapes))}</g>"
    if isinstance(shape, Rect):
        corner = f' rx="{n(shape.radius)}"' if shape.radius else ""
        place = f'x="{n(shape.x)}" y="{n(shape.y)}" width="{n(shape.width)}" height="{n(shape.height)}"'
        return f"<rect {start} {place}{corner}/>"
    if isinstance(shape, Circle):
        return f'<circle {start} cx="{n(shape.x)}" cy="{n(shape.y)}" r="{n(shape.radius)}"/>'
    if isinstance(shape, Text):
        text = "".join(letter.text for letter in shape.letters)  # each letter with its own x, if there is a pitch
        x = " ".join(n(letter.x) for letter in shape.letters)
        place = f'x="{x}" y="{n(shape.y + shape.size * BASELINE)}" font-size="{n(shape.size)}"'
        return f'<text {start} {place} text-anchor="{shape.anchor}">{escape(text, quote=False)}</text>'
    points = [f"{n(x)} {n(y)}" for x, y in shape.points]
    if isinstance(shape, Curve):
        return f'<path {start} d="M{points[0]}Q{points[1]} {points[2]}"/>'
    if isinstance(shape, Path):
        return f'<path {start} d="M{"L".join(points)}" stroke-linejoin="round"/>'
    return f'<path {start} d="M{"L".join(points)}{"Z" * (len(points) > 2)}"/>'
