"""The masks of one cell in binary, below each other as in a sum: row, column, box, what they share, and the lowest bit.

::

                        9 8 7 6 5 4 3 2 1
    row 1               0 0 1 0 1 1 1 1 0
    column 3            1 1 0 1 1 1 0 1 0
    box 1               0 1 1 0 1 1 0 1 0
    -------------------------------------
    row & column & box  0 0 0 0 1 1 0 1 0   2 4 5
    x = not tried yet   0 0 0 0 1 1 0 0 0   4 5
    lowbit  x & -x      0 0 0 0 0 1 0 0 0   4

The lines are the same in a terminal (`event_text`), in a picture and on a page (`MaskPanel`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..geometry import Shape, digits_of
from ._watch import Frame
from .film_words import phrase
from .picture import Polygon, Rect, Shape2D, Text, text_width

__all__ = ["LINES", "MaskLine", "MaskPanel", "brief_lines", "event_title", "mask_labels", "mask_lines", "what_happens"]

LINES = ("row", "column", "box", "candidates", "untried", "lowbit")
"""The lines from top to bottom."""


class MaskLine(NamedTuple):
    """One mask with its name, and its digits as text."""

    name: str
    label: str
    mask: int
    note: str = ""

    def bits(self, shape: Shape) -> str:
        """Return the mask in binary, the highest digit first.

        >>> MaskLine("row", "row 1", 5).bits(Shape(2, 2))
        '0101'
        """
        return f"{self.mask:0{shape.size}b}"


def mask_lines(frame: Frame, shape: Shape, *, language: str = "en") -> list[MaskLine]:
    """Return the masks of a frame, from top to bottom; none if its event has no cell.

    >>> from nonet.drawing.film import record
    >>> film = record("1... .2.. ..3. ...4", "bitmask")
    >>> for line in mask_lines(film.frames[1], film.grid.shape):
    ...     print(f"{line.label:<19}{line.bits(film.grid.shape)}  {line.note}".rstrip())
    row 1              1110
    column 2           1101
    box 1              1100
    row & column & box 1100  3 4
    x = not tried yet  1100  3 4
    lowbit  x & -x     0100  3
    """
    masks = frame.masks(shape)
    if masks is None:
        return []
    left = frame.left(masks)
    taken = left & -left
    name = "lowbit"
    if frame.kind == "place" and not frame.takes_lowbit(masks):
        taken, name = 1 << frame.digit - 1, "digit"
    houses = (shape.row_of[frame.cell], shape.column_of[frame.cell], shape.box_of[frame.cell])
    return [
        *(
            MaskLine(kind, phrase(language, kind, number=house + 1), mask)
            for kind, house, mask in zip(LINES, houses, masks, strict=False)
        ),
        MaskLine("candidates", phrase(language, "candidates"), masks.candidates, _symbols(masks.candidates, shape)),
        MaskLine("untried", phrase(language, "untried"), left, _symbols(left, shape)),
        MaskLine("lowbit", phrase(language, name), taken, _symbols(taken, shape)),
    ]


def mask_labels(lines: Sequence[MaskLine], *, language: str = "en") -> list[str]:
    """Return the names of masks; without masks, names for any cell.

    >>> mask_labels([])
    ['row', 'column', 'box', 'row & column & box', 'x = not tried yet', 'lowbit  x & -x']
    """
    any_cell = [phrase(language, f"any-{name}" if name in LINES[:3] else name) for name in LINES]
    return [line.label for line in lines] or any_cell


def brief_lines(lines: Sequence[MaskLine]) -> list[MaskLine]:
    """Return the lines without the digits not tried yet, if these are all candidates.

    >>> brief_lines([MaskLine("candidates", "", 5), MaskLine("untried", "", 5)])
    [MaskLine(name='candidates', label='', mask=5, note='')]
    """
    candidates = {line.mask for line in lines if line.name == "candidates"}
    return [line for line in lines if line.name != "untried" or line.mask not in candidates]


def _symbols(mask: int, shape: Shape) -> str:
    return " ".join(map(shape.symbol, digits_of(mask)))


def what_happens(frame: Frame, *, language: str = "en") -> str:
    """Return the kind of an event in a few words.

    >>> what_happens(Frame(1, bytes(16), "fail", 3, 0, 0, 1, 0))
    'dead end'
    """
    if frame.kind == "place":
        return phrase(language, "guess" if frame.is_guess else "forced")
    if frame.kind == "fail" and frame.cell < 0:
        return phrase(language, "fail-house")
    return phrase(language, frame.kind, symbol="") if frame.kind != "remove" else ""


def event_title(frame: Frame, shape: Shape, *, language: str = "en") -> str:
    """Return what happens at a moment, in one line.

    >>> event_title(Frame(1, bytes(16), "place", 3, 1, 0, 0, 1, digit=2), Shape(2, 2))
    'r1c4 = 2, forced'
    """
    comma = "，" if language == "zh" else ", "
    if frame.kind == "place":
        written = phrase(language, "write", cell=shape.cell_name(frame.cell), symbol=shape.symbol(frame.digit))
        return f"{written}{comma}{what_happens(frame, language=language)}"
    if frame.cell < 0:
        return what_happens(frame, language=language)
    did = phrase(language, frame.kind, symbol=shape.symbol(frame.digit))
    return f"{shape.cell_name(frame.cell)}{comma}{did}"


_SIZE = 12.5
_PITCH = 14.0
_LINE = 20.0
_LABEL = 150.0
_SWATCH = 16.0
_NOTE = 84.0


class MaskPanel:
    """The places of the masks on a plane: names on the left, bits below their digits, digits as text on the right."""

    def __init__(self, shape: Shape, left: float, top: float, *, scale: float = 1.0) -> None:
        self.shape, self.left, self.top, self.scale = shape, left, top, scale
        self.size, self.pitch, self.line = _SIZE * scale, _PITCH * scale, _LINE * scale
        self.bits_left = left + _LABEL * scale
        self.notes_left = self.bits_left + shape.size * self.pitch + 8 * scale
        self.width = (_LABEL + _NOTE) * scale + shape.size * self.pitch
        self.height = self.line * (len(LINES) + 2)

    def y(self, line: int) -> float:
        """Return the middle of a line; 0 is the line with the event, 1 the line with the digits."""
        return self.top + self.line * (line + 0.5)

    def title(self, text: str) -> Text:
        """Return what happens, in the first line."""
        size = min(15.0 * self.scale, self.width / max(1.0, text_width(text, 1.0, "title")))
        return Text("title", self.left, self.y(0), size, text, "start")

    def frame(self) -> Iterator[Shape2D]:
        """Yield what is the same for every cell: the digits above the bits, the line above the result, the colors."""
        yield self._letters("label", 1, "".join(reversed(self.shape.symbols)))
        below = self.y(4) + self.line / 2
        yield Polygon("rule", ((self.left, below), (self.notes_left, below)))
        side = 12 * self.scale
        for line, house in enumerate(LINES[:3], 2):
            yield Rect(f"ground-{house}", self.left, self.y(line) - side / 2, side, side, 2)

    def label(self, line: int, text: str) -> Text:
        """Return the name of a mask."""
        indent = _SWATCH * self.scale if line < 5 else 0
        size = min(self.size, (_LABEL * self.scale - indent) / max(1.0, text_width(text, 1.0)))
        return Text("caption", self.left + indent, self.y(line), size, text, "start")

    def note(self, line: int, text: str) -> Text:
        """Return the digits of a mask as text."""
        size = min(self.size, _NOTE * self.scale / max(1.0, text_width(text, 1.0)))
        return Text("caption", self.notes_left, self.y(line), size, text, "start")

    def bits(self, line: int, bits: str, *, is_lowbit: bool = False) -> tuple[Text, Text]:
        """Return the zeros and the ones of a mask."""
        zeros = self._letters("zero", line, bits.replace("1", " "))
        return zeros, self._letters("lowbit" if is_lowbit else "one", line, bits.replace("0", " "))

    def bit_place(self, line: int, index: int) -> tuple[float, float]:
        """Return the middle of one bit, counted from the left."""
        return self.bits_left + (index + 0.5) * self.pitch, self.y(line)

    def band(self, digit: int, lines: int = len(LINES)) -> Rect:
        """Return the mark of one digit through all masks."""
        x, _ = self.bit_place(0, self.shape.size - digit)
        height = self.line * (lines + 1)
        return Rect("ground-now", x - self.pitch / 2, self.top + self.line, self.pitch, height, 3)

    def _letters(self, role: str, line: int, text: str) -> Text:
        return Text(role, *self.bit_place(line, 0), self.size, text, pitch=self.pitch)

    def shapes(self, lines: Sequence[MaskLine], title: str, *, language: str = "en") -> Iterator[Shape2D]:
        """Yield the panel of one moment, the lowest shape first."""
        taken = lines[-1].mask if lines else 0
        if taken:
            yield self.band(taken.bit_length(), len(lines))
        yield from self.frame()
        yield self.title(title)
        yield from (self.label(number, text) for number, text in enumerate(mask_labels(lines, language=language), 2))
        for number, line in enumerate(lines, 2):
            texts = self.bits(number, line.bits(self.shape), is_lowbit=line.name == "lowbit")
            yield from (text for text in texts if text.letters)
            if line.note:
                yield self.note(number, line.note)
