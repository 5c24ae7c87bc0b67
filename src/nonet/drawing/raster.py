"""Pictures as PNG, by resvg, in the fonts that nonet brings: the same bytes on every machine."""

from __future__ import annotations

from pathlib import Path

from ..errors import NonetError
from .fonts import chinese_font, has_wide_letters, latin_fonts, needs
from .picture import Picture, Text
from .theme import themes_of
from .vector import svg

__all__ = ["png"]

_LARGEST_SIDE = 20_000


def png(
    picture: Picture, *, theme: str = "light", width: int | None = None, scale: float = 2.0, font: Path | None = None
) -> bytes:
    """A picture as PNG, so many pixels wide, or so many pixels to a point.

    >>> from nonet.drawing.picture import Circle, Picture
    >>> png(Picture(10, 10, (Circle("dot", 5, 5, 2),)))[:4]
    b'\\x89PNG'
    """
    needs("resvg_py")
    import resvg_py

    theme = themes_of(theme)[0]
    pixels = width or max(1, round(picture.width * scale))
    if not 0 < pixels <= _LARGEST_SIDE or pixels * picture.height / picture.width > _LARGEST_SIDE:
        raise NonetError(f"a picture {pixels} pixels wide is too large; {_LARGEST_SIDE} on a side is the most")
    fonts = [*latin_fonts()]
    if has_wide_letters(shape.text for shape in picture.shapes if isinstance(shape, Text)):
        fonts.append(chinese_font(font))
    return resvg_py.svg_to_bytes(
        svg_string=svg(picture, theme=theme),
        width=pixels,
        skip_system_fonts=True,
        font_files=list(map(str, fonts)),
        font_family="Bitstream Vera Sans",
        sans_serif_family="Bitstream Vera Sans",
    )
