"""Films as GIF, for slides: the board is rendered once; from frame to frame only the changed cells are replaced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from ...errors import ArgumentError
from ...extras import require
from ..film import Film, Frame, as_films, counters, film_boards, film_picture, moments
from ..fonts import latin_fonts
from ..layout import Board
from ..picture import Picture, Rect, Shape2D, Text
from ..theme import style, themes_of
from ._png import png

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["gif"]

_MOST_FRAMES = 300
_MILLISECONDS = 80
_MILLISECONDS_AT_THE_END = 3000
_COLORS = 40
_INSET = 2.0  # the edge of a cell that belongs to the lines
_BACKGROUNDS = ("", "now", "conflict")


def gif(
    films: Film | Sequence[Film], *, theme: str = "light", width: int | None = None, most: int = _MOST_FRAMES
) -> bytes:
    """Return a film, or two side by side, as a GIF with at most `most` frames.

    >>> from nonet.drawing.film import record
    >>> gif(record("1... .2.. ..3. ...4", "mrv"))[:6]
    b'GIF89a'
    """
    films, theme = as_films(films), themes_of(theme)[0]
    if width is not None and not 100 <= width <= 2000:
        raise ArgumentError(f"the width of a GIF must be from 100 to 2000 pixels, not {width}")
    frames = list(_images(films, theme, width, moments(films, most)))
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


def _images(films: Sequence[Film], theme: str, width: int | None, works: Sequence[int]) -> Iterator[Image]:
    """Yield the frames, in few colors."""
    still = film_picture(films, 0)
    scale = (width or still.width) / still.width
    image = _rendered(still, theme, scale)
    boards = film_boards(films)
    stamps = _Stamps(boards[0], theme, scale)
    palette = _palette([_rendered(film_picture(films, works[-1]), theme, scale), stamps.sheet])
    pen = require("PIL.ImageDraw").Draw(image)
    font = require("PIL.ImageFont").truetype(str(latin_fonts()[0]), max(7, round(13 * scale)))
    shown: list[Frame | None] = [None] * len(films)
    for work in works:
        for index, (film, board) in enumerate(zip(films, boards, strict=True)):
            frame = film.at(work)
            for cell in _changed(shown[index], frame, film):
                x, y = board.corner(cell)
                background = "" if frame.cell != cell else "conflict" if frame.kind == "fail" else "now"
                image.paste(stamps.cut(frame.digits[cell], background), (_pixel(x, scale), _pixel(y, scale)))
            shown[index] = frame
            top = board.top + board.side + 8
            area = [board.left * scale, top * scale, (board.left + board.side + 14) * scale, (top + 40) * scale]
            pen.rectangle(area, fill=style("paper", theme).fill)
            for line, text in enumerate(counters(film, work, board)):
                place = (text.x * scale, (top + 4 + 18 * line) * scale)
                pen.text(place, text.text, fill=style(text.role, theme).fill, font=font)
        yield image.quantize(palette=palette, dither=require("PIL.Image").Dither.NONE)


def _pixel(corner: float, scale: float) -> int:
    """Return the first pixel of a cell behind its edge."""
    return round((corner + _INSET) * scale)


def _changed(before: Frame | None, now: Frame, film: Film) -> list[int]:
    """Return the blanks that look different from before."""
    if before is None:
        return [cell for cell, digit in enumerate(film.grid) if not digit]
    differ = {cell for cell, (old, new) in enumerate(zip(before.digits, now.digits, strict=True)) if old != new}
    return sorted(differ | ({before.cell, now.cell} - {-1}))


def _rendered(picture: Picture, theme: str, scale: float) -> Image:
    image: Image = require("PIL.Image").open(BytesIO(png(picture, theme=theme, scale=scale))).convert("RGB")
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
    """A sheet with every digit on every background, from which cells are cut."""

    def __init__(self, board: Board, theme: str, scale: float) -> None:
        self.cell, self.scale = board.cell, scale
        shapes: list[Shape2D] = []
        for row, background in enumerate(_BACKGROUNDS):
            for digit in range(board.shape.size + 1):
                x, y = digit * self.cell, row * self.cell
                shapes.append(Rect(f"ground-{background}" if background else "paper", x, y, self.cell, self.cell))
                if digit:
                    middle = (x + self.cell / 2, y + self.cell / 2)
                    shapes.append(Text("placed", *middle, board.digit_size, board.shape.symbol(digit)))
        size = (board.shape.size + 1) * self.cell, len(_BACKGROUNDS) * self.cell
        self.sheet = _rendered(Picture(*size, tuple(shapes)), theme, scale)

    def cut(self, digit: int, background: str) -> Image:
        """Return one cell without its edges."""
        left = _pixel(digit * self.cell, self.scale)
        top = _pixel(_BACKGROUNDS.index(background) * self.cell, self.scale)
        side = int((self.cell - 2 * _INSET) * self.scale)
        return self.sheet.crop((left, top, left + side, top + side))
