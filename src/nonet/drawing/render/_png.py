"""Pictures as PNG, by resvg, with the fonts of reportlab: the same bytes on every machine."""

from __future__ import annotations

from pathlib import Path

from ...errors import ArgumentError
from ...extras import require
from ..fonts import chinese_font, has_wide_letters, latin_fonts
from ..picture import Picture
from ..theme import themes_of
from ._svg import svg

__all__ = ["png"]

_LARGEST_SIDE = 20_000


def png(
    picture: Picture, *, theme: str = "light", width: int | None = None, scale: float = 2.0, font: Path | None = None
) -> bytes:
    """Return a picture as PNG, `width` pixels wide, or with `scale` pixels per point.

    >>> from nonet.drawing.picture import Circle, Picture
    >>> png(Picture(10, 10, (Circle("dot", 5, 5, 2),)))[:4]
    b'\\x89PNG'
    """
    resvg = require("resvg_py")
    pixels = width or max(1, round(picture.width * scale))
    if not 0 < pixels <= _LARGEST_SIDE or pixels * picture.height / picture.width > _LARGEST_SIDE:
        raise ArgumentError(f"a picture of width {pixels} is too large; a side has at most {_LARGEST_SIDE} pixels")
    fonts = [*latin_fonts()]
    if has_wide_letters(picture.texts):
        fonts.append(chinese_font(font))
    data: bytes = resvg.svg_to_bytes(
        svg_string=svg(picture, theme=themes_of(theme)[0]),
        width=pixels,
        skip_system_fonts=True,
        font_files=list(map(str, fonts)),
        font_family="Bitstream Vera Sans",
        sans_serif_family="Bitstream Vera Sans",
    )
    return data
