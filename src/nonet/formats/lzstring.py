"""LZString in base64, the compression of links to f-puzzles and SudokuPad.

The compressed text is a stream of codes, each with its lowest bit first. The codes 0 and 1 introduce a new character of
8 or 16 bits, and 2 is the end; every other code is an entry of a dictionary, which grows as the text is read. The
width of the codes grows with it. Characters are UTF-16 units, as in JavaScript.
"""

from __future__ import annotations

import string

from ..errors import FormatError
from ..limits import LONGEST_LINE

__all__ = ["compress", "decompress"]

_ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
_VALUES = {letter: f"{value:06b}" for value, letter in enumerate(_ALPHABET)}
_VALUES |= {"-": _VALUES["+"], "_": _VALUES["/"]}
_NEW_BYTE, _NEW_PAIR, _END = range(3)
_LONGEST_TEXT = 4 * LONGEST_LINE
"""Characters of a decompressed text; a short text can stand for a very long one."""


def compress(text: str) -> str:
    """Return a text compressed.

    >>> compress("hello")
    'BYUwNmD2Q==='
    """
    units = text.encode("utf-16-le", "surrogatepass")
    writer = _Writer()
    last = ""
    for letter in (chr(units[i] | units[i + 1] << 8) for i in range(0, len(units), 2)):
        if letter not in writer.entries:
            writer.add(letter)
            writer.new.add(letter)
        if last + letter in writer.entries:
            last += letter
        else:
            writer.put_entry(last)
            writer.add(last + letter)
            last = letter
    if last:
        writer.put_entry(last)
    writer.put(_END, writer.width)
    return _letters("".join(writer.bits))


class _Writer:
    """The dictionary of a compressed text, and its bits so far."""

    def __init__(self) -> None:
        self.bits: list[str] = []
        self.entries: dict[str, int] = {}
        self.new: set[str] = set()
        self.width = 2
        self.room = 2
        """How many entries fit before the width grows."""

    def add(self, entry: str) -> None:
        """Add an entry to the dictionary."""
        self.entries[entry] = len(self.entries) + _END + 1

    def put(self, value: int, width: int) -> None:
        """Write a number, the lowest bit first."""
        self.bits.append(f"{value:0{width}b}"[::-1])

    def put_entry(self, entry: str) -> None:
        """Write the code of an entry; a new character is written itself."""
        if entry in self.new:
            self.new.remove(entry)
            is_byte = ord(entry) < 256
            self.put(_NEW_BYTE if is_byte else _NEW_PAIR, self.width)
            self.put(ord(entry), 8 if is_byte else 16)
            self._count()
        else:
            self.put(self.entries[entry], self.width)
        self._count()

    def _count(self) -> None:
        self.room -= 1
        if not self.room:
            self.width, self.room = self.width + 1, 1 << self.width


def _letters(bits: str) -> str:
    """Return bits as base64; a last letter that is full is followed by one more."""
    bits += "0" * (6 - len(bits) % 6)
    text = "".join(_ALPHABET[int(bits[i : i + 6], 2)] for i in range(0, len(bits), 6))
    return text + "=" * (-len(text) % 4)


def decompress(base64: str) -> str:
    """Return the text that a compressed text stands for; raise `FormatError` if it is damaged.

    >>> decompress("BYUwNmD2Q===")
    'hello'
    >>> decompress("BYUwN")
    Traceback (most recent call last):
    nonet.errors.FormatError: the compressed text ends too early
    """
    bits = _bits(base64)
    position = 0

    def read(width: int) -> int:
        nonlocal position
        piece = bits[position : position + width]
        position += width
        if len(piece) < width:
            raise FormatError("the compressed text ends too early")
        return int(piece[::-1], 2)

    entries = ["", "", ""]
    pieces: list[str] = []
    length, width, last = 0, 2, ""
    while (code := read(width)) != _END:
        if code in (_NEW_BYTE, _NEW_PAIR):
            entries.append(chr(read(8 if code == _NEW_BYTE else 16)))
            code = len(entries) - 1
        # a code may be the entry that is about to be made: the last text and its own first character
        entry = entries[code] if code < len(entries) else last + last[:1] if code == len(entries) else ""
        length += len(entry)
        if not entry:
            raise FormatError("the compressed text is damaged")
        if length > _LONGEST_TEXT:
            raise FormatError(f"the compressed text stands for more than {_LONGEST_TEXT} characters")
        pieces.append(entry)
        if last:
            entries.append(last + entry[0])
        last = entry
        while len(entries) >= 1 << width:
            width += 1
    return "".join(pieces).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _bits(base64: str) -> str:
    try:
        return "".join([_VALUES[letter] for letter in base64.rstrip("=")])
    except KeyError as error:
        raise FormatError(f"the compressed text contains {error.args[0]!r}, which is not base64") from None
