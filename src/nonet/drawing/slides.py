"""Films as GIF, for slides: the board is rendered once, and from frame to frame only the cells that changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from ..errors import NonetError
from .film import checked, counter_words, film_picture, moments
from .fonts import latin_fonts, needs
from .layout import Board
from .picture import Picture, Rect, Shape2D, Text
from .raster import png
from .recording import Film, Frame
from .scene import scene_of
from .theme import style, themes_of

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["gif"]

_MOST_FRAMES = 300
_MILLISECONDS = 80
_MILLISECONDS_AT_THE_END = 3000
_COLOURS = 40
_INSET = 2.0
"""How much of a cell at its edges is left to the lines."""
_GROUNDS = ("", "now", "conflict")


def gif(
    films: Film | Sequence[Film], *, theme: str = "light", width: int | None = None, most: int = _MOST_FRAMES
) -> bytes:
    """A film, or two side by side, as a GIF.

    >>> from nonet.drawing.recording import record
    >>> gif(record("1... .2.. ..3. ...4", "mrv"))[:6]
    b'GIF89a'
    """
    needs("PIL")
    films, theme = checked(films), themes_of(theme)[0]
    if width is not None and not 100 <= width <= 2000:
        raise NonetError(f"a GIF {width} pixels wide is not sensible; 100 to 2000 were expected")
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
    """The frames, in few colours."""
    from PIL import Image, ImageDraw, ImageFont

    still = film_picture(films, 0)
    scale = (width or still.width) / still.width
    image = _rendered(still, theme, scale)
    stamp = _Stamps(films[0], theme, scale)
    palette = _palette([_rendered(film_picture(films, works[-1]), theme, scale), stamp.sheet])
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(latin_fonts()[0]), max(7, round(13 * scale)))
    boards = [Board(scene_of(films[0].grid), _left(films, index), _TOP) for index in range(len(films))]
    shown: list[Frame | None] = [None] * len(films)
    for work in works:
        for index, (film, board) in enumerate(zip(films, boards, strict=True)):
            frame = film.at(work)
            for cell in _changed(shown[index], frame, film):
                x, y = board.corner(cell)
                ground = "" if frame.cell != cell else "conflict" if frame.kind == "fail" else "now"
                image.paste(stamp.cut(frame.digits[cell], ground), (_at(x, scale), _at(y, scale)))
            shown[index] = frame
            top = board.top + board.side + 8
            area = [board.left * scale, top * scale, (board.left + board.side + 14) * scale, (top + 40) * scale]
            pen.rectangle(area, fill=style("paper", theme).fill)
            for line, words in enumerate(counter_words(film, frame, work)):
                ink = style("caption" if line else "label", theme).fill
                pen.text((board.left * scale, (top + 4 + 18 * line) * scale), words, fill=ink, font=font)
        yield image.quantize(palette=palette, dither=Image.Dither.NONE)


_TOP = 40.0


def _left(films: Sequence[Film], index: int) -> float:
    board = Board(scene_of(films[0].grid), 0, 0)
    return 16.0 + index * (board.side + 32.0)


def _at(corner: float, scale: float) -> int:
    return round((corner + _INSET) * scale)


def _changed(before: Frame | None, now: Frame, film: Film) -> list[int]:
    """The blanks that look different from before."""
    if before is None:
        return [cell for cell, digit in enumerate(film.grid) if not digit]
    differ = {cell for cell, (old, new) in enumerate(zip(before.digits, now.digits, strict=True)) if old != new}
    return sorted(differ | ({before.cell, now.cell} - {-1}))


def _rendered(picture: Picture, theme: str, scale: float) -> Image:
    from PIL import Image

    return Image.open(BytesIO(png(picture, theme=theme, scale=scale))).convert("RGB")


def _palette(images: Sequence[Image]) -> Image:
    """The colours of all these images together."""
    from PIL import Image

    whole = Image.new("RGB", (max(image.width for image in images), sum(image.height for image in images)), "white")
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    return whole.quantize(_COLOURS)


class _Stamps:
    """A sheet with every digit on every ground, from which cells are cut."""

    def __init__(self, film: Film, theme: str, scale: float) -> None:
        shape = film.grid.shape
        self.cell, self.scale = Board(scene_of(film.grid), 0, 0).cell, scale
        shapes: list[Shape2D] = []
        for row, ground in enumerate(_GROUNDS):
            for digit in range(shape.size + 1):
                x, y = digit * self.cell, row * self.cell
                shapes.append(Rect(f"ground-{ground}" if ground else "paper", x, y, self.cell, self.cell))
                if digit:
                    middle = (x + self.cell / 2, y + self.cell / 2)
                    shapes.append(Text("placed", *middle, self.cell * 0.58, shape.symbol(digit)))
        size = (shape.size + 1) * self.cell, len(_GROUNDS) * self.cell
        self.sheet = _rendered(Picture(*size, tuple(shapes)), theme, scale)

    def cut(self, digit: int, ground: str) -> Image:
        """One cell without its edges."""
        left = _at(digit * self.cell, self.scale)
        top = _at(_GROUNDS.index(ground) * self.cell, self.scale)
        side = int((self.cell - 2 * _INSET) * self.scale)
        return self.sheet.crop((left, top, left + side, top + side))
