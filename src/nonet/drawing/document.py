"""Pictures as PDF, by reportlab, with the fonts inside; the same bytes each time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import NonetError
from .fonts import chinese_font, has_wide_letters, latin_fonts, needs
from .picture import BASELINE, Circle, Curve, Picture, Rect, Shape2D, Text
from .theme import style, themes_of

if TYPE_CHECKING:
    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

__all__ = ["Pen", "pdf"]

REGULAR, BOLD, WIDE = "Vera", "Vera-Bold", "Wide"
_FIRST_FONT: dict[str, Any] = {"initialFontName": REGULAR}  # otherwise Helvetica is named, and not embedded


@cache
def register(name: str, path: Path) -> None:
    """Tell reportlab of a font, once."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        registerFont(TTFont(name, str(path)))
    except (TTFError, OSError) as error:
        reason = str(error).splitlines()[0]
        raise NonetError(f"{path} cannot be put into a PDF, a TrueType font is needed: {reason}") from None


@cache
def _colour(name: str) -> Color:
    """A colour as reportlab keeps it; reading it from its name anew for each shape would take longer than the shape."""
    from reportlab.lib.colors import HexColor

    return HexColor(name)


class Pen:
    """A canvas of reportlab on which pictures are drawn; y grows downwards, as in a picture."""

    def __init__(
        self,
        size: tuple[float, float],
        *,
        title: str = "",
        author: str = "",
        font: Path | None = None,
        wide: bool = False,
    ) -> None:
        needs("reportlab")
        from reportlab.pdfgen.canvas import Canvas

        regular, bold = latin_fonts()
        register(REGULAR, regular)
        register(BOLD, bold)
        self.wide = ""
        if wide:
            path = chinese_font(font)
            self.wide = f"{WIDE} {path}"
            register(self.wide, path)
        self._bytes = BytesIO()
        self.width, self.height = size
        self.canvas: Canvas = Canvas(
            self._bytes, pagesize=size, invariant=1, pageCompression=1, lang="en", **_FIRST_FONT
        )
        self.canvas.setTitle(title or "Sudoku")
        self.canvas.setAuthor(author or "nonet")
        self.canvas.setSubject("Sudoku")
        self.canvas.setCreator("nonet")

    def picture(
        self, picture: Picture, x: float, y: float, *, width: float | None = None, theme: str = "light"
    ) -> None:
        """Draw a picture with its upper left corner here, as wide as told."""
        factor = (width or picture.width) / picture.width
        scaled = picture.scaled(factor)
        for shape in scaled.shapes:
            self._draw(shape, x, y, theme, scaled.unit)

    def text(self, text: str, x: float, y: float, size: float, *, bold: bool = False, anchor: str = "start") -> None:
        """Write a line of text whose letters have their middle at y."""
        self.canvas.setFillColor("#000000")
        self._write(text, x, y, size, bold, anchor)

    def width_of(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text will be."""
        from reportlab.pdfbase.pdfmetrics import stringWidth

        return stringWidth(text, self._font(text, bold), size)

    def next_page(self) -> None:
        """End this page."""
        self.canvas.showPage()

    def finish(self) -> bytes:
        """The whole file."""
        self.canvas.save()
        return self._bytes.getvalue()

    def _font(self, text: str, bold: bool) -> str:
        return self.wide if self.wide and has_wide_letters([text]) else BOLD if bold else REGULAR

    def _write(self, text: str, x: float, y: float, size: float, bold: bool, anchor: str) -> None:
        self.canvas.setFont(self._font(text, bold), size)
        write = {
            "start": self.canvas.drawString,
            "middle": self.canvas.drawCentredString,
            "end": self.canvas.drawRightString,
        }[anchor]
        write(x, self.height - y - size * BASELINE, text)

    def _draw(self, shape: Shape2D, dx: float, dy: float, theme: str, unit: float) -> None:
        look, canvas = style(shape.role, theme), self.canvas
        if look.fill:
            canvas.setFillColor(_colour(look.fill))
        if isinstance(shape, Text):
            self._write(shape.text, shape.x + dx, shape.y + dy, shape.size, look.bold, shape.anchor)
            return
        if look.stroke:
            canvas.setStrokeColor(_colour(look.stroke))
            canvas.setLineWidth(look.width * unit)
            canvas.setDash([part * unit for part in look.dash])
            canvas.setLineCap(0 if look.dash else 1)
        fill, stroke = int(bool(look.fill)), int(bool(look.stroke))
        top = self.height - dy
        if isinstance(shape, Rect):
            corner = (shape.x + dx, top - shape.y - shape.height, shape.width, shape.height)
            if shape.radius:
                canvas.roundRect(*corner, shape.radius, stroke=stroke, fill=fill)
            else:
                canvas.rect(*corner, stroke=stroke, fill=fill)
        elif isinstance(shape, Circle):
            canvas.circle(shape.x + dx, top - shape.y, shape.radius, stroke=stroke, fill=fill)
        else:
            self._path(shape, dx, top, stroke, fill)

    def _path(self, shape: Shape2D, dx: float, top: float, stroke: int, fill: int) -> None:
        path = self.canvas.beginPath()
        if isinstance(shape, Curve):
            (x0, y0), (x1, y1), (x2, y2) = ((x + dx, top - y) for x, y in shape[1:])
            path.moveTo(x0, y0)  # a quadratic curve as a cubic one
            path.curveTo((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3, (x2 + 2 * x1) / 3, (y2 + 2 * y1) / 3, x2, y2)
            fill = 0
        elif not isinstance(shape, Rect | Circle | Text):
            points = [(x + dx, top - y) for x, y in shape.points]
            path.moveTo(*points[0])
            for point in points[1:]:
                path.lineTo(*point)
            if len(points) > 2:
                path.close()
        self.canvas.drawPath(path, stroke=stroke, fill=fill)


def pdf(pictures: Iterable[Picture], *, theme: str = "light", title: str = "", font: Path | None = None) -> bytes:
    """Pictures as PDF, each on a page of its own size.

    >>> from nonet.drawing.picture import Circle, Picture
    >>> pdf([Picture(10, 10, (Circle("dot", 5, 5, 2),))])[:5]
    b'%PDF-'
    """
    pages: Sequence[Picture] = list(pictures)
    if not pages:
        raise NonetError("there is nothing to draw")
    theme = themes_of(theme)[0]
    wide = has_wide_letters(shape.text for page in pages for shape in page.shapes if isinstance(shape, Text))
    pen = Pen((pages[0].width, pages[0].height), title=title or pages[0].title, font=font, wide=wide)
    for page in pages:
        pen.width, pen.height = page.width, page.height
        pen.canvas.setPageSize((page.width, page.height))
        pen.picture(page, 0, 0, theme=theme)
        pen.next_page()
    return pen.finish()
