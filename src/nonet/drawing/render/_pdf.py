"""Pictures as PDF, by reportlab, with embedded fonts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ArgumentError, FileError
from ...extras import require
from ..fonts import chinese_font, has_wide_letters, latin_fonts
from ..picture import (
    BASELINE,
    Circle,
    Curve,
    Group,
    Path as OpenPath,
    Picture,
    Polygon,
    Rect,
    Shape2D,
    Text,
    transformed,
)
from ..theme import style, themes_of

if TYPE_CHECKING:
    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

__all__ = ["MILLIMETER", "PAPERS", "Pen", "paper_size", "pdf"]

MILLIMETER = 72 / 25.4
"""A millimeter in points."""
PAPERS = {"a4": (210 * MILLIMETER, 297 * MILLIMETER), "letter": (8.5 * 72, 11 * 72)}
"""The sizes of paper, in points."""
_REGULAR, _BOLD, _WIDE = "Vera", "Vera-Bold", "Wide"


def paper_size(name: str) -> tuple[float, float]:
    """Return the width and height of a paper, in points.

    >>> paper_size("letter")
    (612.0, 792)
    """
    if name not in PAPERS:
        raise ArgumentError.unknown("paper", name, PAPERS)
    return PAPERS[name]


@cache
def _register(name: str, path: Path) -> None:
    """Make a font known to reportlab, once."""
    fonts = require("reportlab.pdfbase.ttfonts")
    try:
        require("reportlab.pdfbase.pdfmetrics").registerFont(fonts.TTFont(name, str(path)))
    except (fonts.TTFError, OSError) as error:
        reason = str(error).splitlines()[0]
        raise FileError(f"{path} is not a font for PDF files; a TrueType font is needed: {reason}") from None


@cache
def _color(name: str) -> Color:
    """Return a color for reportlab; parsing its name again for each shape would take longer than drawing the shape."""
    color: Color = require("reportlab.lib.colors").HexColor(name)
    return color


class Pen:
    """A canvas of reportlab that draws pictures and text; y grows down, as in a picture."""

    def __init__(
        self,
        size: tuple[float, float],
        *,
        texts: Iterable[str],
        title: str = "",
        author: str = "",
        font: Path | None = None,
    ) -> None:
        """Start a file; `texts` are all its texts, which decide whether it needs a Chinese font."""
        regular, bold = latin_fonts()
        _register(_REGULAR, regular)
        _register(_BOLD, bold)
        self._wide = ""
        if has_wide_letters(texts):
            path = chinese_font(font)
            self._wide = f"{_WIDE} {path}"
            _register(self._wide, path)
        self._bytes = BytesIO()
        self.width, self.height = size
        self.canvas: Canvas = require("reportlab.pdfgen.canvas").Canvas(
            self._bytes,
            pagesize=size,
            invariant=1,
            pageCompression=1,
            lang="en",
            initialFontName=_REGULAR,  # otherwise the file names Helvetica, which is not embedded
        )
        self.canvas.setTitle(title or "Sudoku")
        self.canvas.setAuthor(author or "nonet")
        self.canvas.setSubject("Sudoku")
        self.canvas.setCreator("nonet")

    def picture(
        self, picture: Picture, x: float, y: float, *, width: float | None = None, theme: str = "light"
    ) -> None:
        """Draw a picture with its upper left corner at a point, scaled to a width."""
        factor = (width or picture.width) / picture.width
        for shape in picture.shapes:
            self._draw(transformed(shape, factor, x, y), theme, picture.unit * factor)

    def text(self, text: str, x: float, y: float, size: float, *, bold: bool = False, anchor: str = "start") -> None:
        """Write a line of text with the middle of its letters at y."""
        self.canvas.setFillColor("#000000")
        self._write(text, x, y, size, bold, anchor)

    def width_of(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return the width of a text."""
        width: float = require("reportlab.pdfbase.pdfmetrics").stringWidth(text, self._font(text, bold), size)
        return width

    def next_page(self) -> None:
        """End this page."""
        self.canvas.showPage()

    def finish(self) -> bytes:
        """Return the whole file."""
        self.canvas.save()
        return self._bytes.getvalue()

    def _font(self, text: str, bold: bool) -> str:
        return self._wide if self._wide and has_wide_letters([text]) else _BOLD if bold else _REGULAR

    def _write(self, text: str, x: float, y: float, size: float, bold: bool, anchor: str) -> None:
        self.canvas.setFont(self._font(text, bold), size)
        write = {
            "start": self.canvas.drawString,
            "middle": self.canvas.drawCentredString,
            "end": self.canvas.drawRightString,
        }[anchor]
        write(x, self.height - y - size * BASELINE, text)

    def _draw(self, shape: Shape2D, theme: str, unit: float) -> None:
        if isinstance(shape, Group):
            for each in shape.shapes:
                self._draw(each, theme, unit)
            return
        look, canvas = style(shape.role, theme), self.canvas
        if look.fill:
            canvas.setFillColor(_color(look.fill))
        if isinstance(shape, Text):
            for letter in shape.letters:
                self._write(letter.text, letter.x, letter.y, letter.size, look.bold, letter.anchor)
            if look.underlined:
                half, y = self.width_of(shape.text, shape.size) / 2, self.height - shape.y - shape.size * 0.48
                canvas.rect(shape.x - half, y, 2 * half, shape.size * 0.06, stroke=0, fill=1)
            return
        if look.stroke:
            canvas.setStrokeColor(_color(look.stroke))
            canvas.setLineWidth(look.width * unit)
            canvas.setDash([part * unit for part in look.dash])
            canvas.setLineCap(0 if look.dash else 1)
        fill, stroke = int(bool(look.fill)), int(bool(look.stroke))
        if isinstance(shape, Rect):
            corner = (shape.x, self.height - shape.y - shape.height, shape.width, shape.height)
            if shape.radius:
                canvas.roundRect(*corner, shape.radius, stroke=stroke, fill=fill)
            else:
                canvas.rect(*corner, stroke=stroke, fill=fill)
        elif isinstance(shape, Circle):
            canvas.circle(shape.x, self.height - shape.y, shape.radius, stroke=stroke, fill=fill)
        else:
            self._draw_path(shape, stroke, fill)

    def _draw_path(self, shape: Polygon | OpenPath | Curve, stroke: int, fill: int) -> None:
        path = self.canvas.beginPath()
        self.canvas.setLineJoin(1 if isinstance(shape, OpenPath) else 0)
        first, *others = ((x, self.height - y) for x, y in shape.points)
        path.moveTo(*first)
        if isinstance(shape, Curve):
            (x0, y0), ((x1, y1), (x2, y2)) = first, others  # PDF has no quadratic curves: this is the same cubic one
            path.curveTo((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3, (x2 + 2 * x1) / 3, (y2 + 2 * y1) / 3, x2, y2)
            fill = 0
        else:
            for point in others:
                path.lineTo(*point)
            if len(others) > 1 and isinstance(shape, Polygon):
                path.close()
        self.canvas.drawPath(path, stroke=stroke, fill=fill)


def pdf(pictures: Iterable[Picture], *, theme: str = "light", title: str = "", font: Path | None = None) -> bytes:
    """Return pictures as PDF, each on a page of its own size.

    >>> from nonet.drawing.picture import Circle, Picture
    >>> pdf([Picture(10, 10, (Circle("dot", 5, 5, 2),))])[:5]
    b'%PDF-'
    """
    pages: Sequence[Picture] = list(pictures)
    if not pages:
        raise ArgumentError("a PDF needs at least one picture")
    theme = themes_of(theme)[0]
    texts = (text for page in pages for text in page.texts)
    pen = Pen((pages[0].width, pages[0].height), texts=texts, title=title or pages[0].title, font=font)
    for page in pages:
        pen.width, pen.height = page.width, page.height
        pen.canvas.setPageSize((page.width, page.height))
        pen.picture(page, 0, 0, theme=theme)
        pen.next_page()
    return pen.finish()
