"""Films as GIF, for slides: the board is rendered once; from frame to frame only the changed cells are replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ...errors import ArgumentError
from ...extras import require
from .._watch import Frame
from ..film import Film, as_films, moments
from ..film_layout import FilmLayout, SearchPlaces, counters, film_picture, scene_at
from ..fonts import chinese_font, has_wide_letters, latin_fonts
from ..layout import Board
from ..picture import BASELINE, Picture, Polygon, Rect, Shape2D, Text
from ..theme import style, themes_of
from ._png import png

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["gif"]

_MOST_FRAMES = 150
_MILLISECONDS = 160
_MILLISECONDS_AT_THE_END = 3000
_COLORS = 48
_INSET = 2.0  # the edge of a cell that belongs to the lines
_BACKGROUNDS = ("", "row", "column", "box", "now", "dead")
_ROLES = ("placed", "guess", "given")
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}

_Look: TypeAlias = tuple[int, str, str]
"""How a cell looks: its digit, the role of the digit, the background."""


def gif(
    films: Film | Sequence[Film],
    *,
    theme: str = "light",
    width: int | None = None,
    most: int = _MOST_FRAMES,
    language: str = "en",
    font: Path | None = None,
) -> bytes:
    """Return a film, or two side by side, as a GIF with at most `most` frames.

    >>> from nonet.drawing.film import record
    >>> gif(record("1... .2.. ..3. ...4", "mrv"))[:6]
    b'GIF89a'
    """
    films, theme = as_films(films), themes_of(theme)[0]
    if width is not None and not 100 <= width <= 2000:
        raise ArgumentError(f"the width of a GIF must be from 100 to 2000 pixels, not {width}")
    frames = list(_images(films, theme, width, moments(films, most), language, font))
    out = BytesIO()
    frames[0].save(
        out,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[_MILLISECONDS] * (len(frames) - 1) + [_MILLISECONDS_AT_THE_END],
        loop=0,
        disposal=1,
    )
    return out.getvalue()


def _images(
    films: Sequence[Film], theme: str, width: int | None, works: Sequence[int], language: str, font: Path | None
) -> Iterator[Image]:
    """Yield the frames, in few colors."""
    layout = FilmLayout(films[0].grid, len(films), language=language)
    scale = (width or layout.width) / layout.width
    samples = [film_picture(films, work, language=language) for work in {0, works[len(works) // 2], works[-1]}]
    image = _rendered(samples[0], theme, scale, font)
    stamps = _Stamps(layout.searches[0].board, theme, scale)
    palette = _palette([*(_rendered(sample, theme, scale, font) for sample in samples), stamps.sheet])
    brush = _Brush(image, theme, scale, font)
    shown: list[dict[int, _Look]] = [{} for _ in films]
    for work in works:
        for film, places, before in zip(films, layout.searches, shown, strict=True):
            frame = film.at(work)
            for cell, look in _looks(film, frame).items():
                if before.get(cell) != look:
                    x, y = places.board.corner(cell)
                    image.paste(stamps.cut(look), (_pixel(x, scale), _pixel(y, scale)))
                    before[cell] = look
            brush.clear(places)
            brush.paint([*places.panel_shapes(frame, language), *counters(film, work, places, language)])
        yield image.quantize(palette=palette, dither=require("PIL.Image").Dither.NONE)


def _looks(film: Film, frame: Frame) -> dict[int, _Look]:
    """Return how each cell looks at a moment."""
    scene = scene_at(film.grid, frame)
    backgrounds = scene.backgrounds
    roles = {cell: "given" if digit else "placed" for cell, digit in enumerate(film.grid)}
    return {
        cell: (digit, "guess" if frame.guessed >> cell & 1 else roles[cell], backgrounds.get(cell, ""))
        for cell, digit in enumerate(frame.digits)
    }


class _Brush:
    """Paints the few kinds of shapes that masks and counters have; rendering every frame as PNG would take minutes."""

    def __init__(self, image: Image, theme: str, scale: float, font: Path | None) -> None:
        self.pen: Any = require("PIL.ImageDraw").Draw(image)
        self.theme, self.scale, self.own_font = theme, scale, font
        self.font, self.letter = cache(self._font), cache(self._letter)

    def _font(self, size: int, bold: bool, wide: bool) -> Any:
        path = chinese_font(self.own_font) if wide else latin_fonts()[bold]
        return require("PIL.ImageFont").truetype(str(path), size)

    def _letter(self, letter: str, size: int, bold: bool) -> Image:
        """Return a letter as a mask, its baseline in the middle; a film has thousands of the same zeros and ones."""
        mask: Image = require("PIL.Image").new("L", (2 * size, 2 * size))
        require("PIL.ImageDraw").Draw(mask).text((size, size), letter, 255, self.font(size, bold, False), "ms")
        return mask

    def clear(self, places: SearchPlaces) -> None:
        """Remove the masks and the counters of a search."""
        panel, scale = places.panel, self.scale
        area = (panel.left - 2, panel.top, panel.left + panel.width + 12, places.foot + 44)
        self.pen.rectangle([edge * scale for edge in area], fill=style("paper", self.theme).fill)

    def paint(self, shapes: Iterable[Shape2D]) -> None:
        """Paint rectangles, lines and texts."""
        for shape in shapes:
            look, scale = style(shape.role, self.theme), self.scale
            if isinstance(shape, Rect):
                corners = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
                self.pen.rounded_rectangle([edge * scale for edge in corners], shape.radius * scale, fill=look.fill)
            elif isinstance(shape, Polygon):
                self.pen.line([(x * scale, y * scale) for x, y in shape.points], fill=look.stroke)
            elif isinstance(shape, Text):
                size, y = max(7, round(shape.size * scale)), (shape.y + shape.size * BASELINE) * scale
                if shape.pitch:
                    for x, letter in ((letter.x * scale, letter.text) for letter in shape.letters):
                        mask = self.letter(letter, size, look.bold)
                        self.pen.bitmap((round(x - size), round(y - size)), mask, look.fill)
                    continue
                font = self.font(size, look.bold, has_wide_letters([shape.text]))
                self.pen.text((shape.x * scale, y), shape.text, look.fill, font, _ANCHORS[shape.anchor])


def _pixel(corner: float, scale: float) -> int:
    """Return the first pixel of a cell behind its edge."""
    return round((corner + _INSET) * scale)


def _rendered(picture: Picture, theme: str, scale: float, font: Path | None = None) -> Image:
    data = png(picture, theme=theme, scale=scale, font=font)
    image: Image = require("PIL.Image").open(BytesIO(data)).convert("RGB")
    return image


def _palette(images: Sequence[Image]) -> Image:
    """Return an image with the most important colors of all these images."""
    size = max(image.width for image in images), sum(image.height for image in images)
    whole: Image = require("PIL.Image").new("RGB", size, "white")
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    return whole.quantize(_COLORS)


class _Stamps:
    """A sheet with every digit in every role on every background, from which cells are cut."""

    def __init__(self, board: Board, theme: str, scale: float) -> None:
        self.cell, self.scale = board.cell, scale
        self.lines = [(role, background) for role in _ROLES for background in _BACKGROUNDS]
        shapes: list[Shape2D] = []
        for line, (role, background) in enumerate(self.lines):
            for digit in range(board.shape.size + 1):
                x, y = digit * self.cell, line * self.cell
                shapes.append(Rect(f"ground-{background}" if background else "paper", x, y, self.cell, self.cell))
                if digit:
                    middle = (x + self.cell / 2, y + self.cell / 2)
                    shapes.append(Text(role, *middle, board.digit_size, board.shape.symbol(digit)))
        size = (board.shape.size + 1) * self.cell, len(self.lines) * self.cell
        self.sheet = _rendered(Picture(*size, tuple(shapes)), theme, scale)

    def cut(self, look: _Look) -> Image:
        """Return one cell without its edges."""
        digit, role, background = look
        left = _pixel(digit * self.cell, self.scale)
        top = _pixel(self.lines.index((role, background)) * self.cell, self.scale)
        side = int((self.cell - 2 * _INSET) * self.scale)
        return self.sheet.crop((left, top, left + side, top + side))
