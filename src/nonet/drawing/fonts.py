"""The fonts that go into PNG and PDF files: always the same ones, so that the same picture has the same bytes.

Digits and Latin text are in Bitstream Vera, which reportlab carries. Chinese needs a font of its own; the first of
these that is there is taken, and only the characters in use are put into the file:

* the file that the caller names;
* Noto Sans SC, as the package zhplot carries it (``pip install 'nonet[chinese]'``);
* WenQuanYi or Droid Sans Fallback, where the system has them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from ..errors import MissingExtra, NonetError

__all__ = ["chinese_font", "has_wide_letters", "latin_fonts", "needs"]

_SYSTEM_FONTS = (
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "C:/Windows/Fonts/simhei.ttf",
)


def needs(library: str, extra: str = "print") -> None:
    """A sentence that says what brings a library, if it is missing.

    >>> needs("a_library_that_nobody_has")
    Traceback (most recent call last):
    nonet.errors.MissingExtra: this needs a_library_that_nobody_has, which is not installed: pip install 'nonet[print]'
    """
    if find_spec(library) is None:
        raise MissingExtra(library.replace("resvg_py", "resvg-py"), extra=extra)


def latin_fonts() -> tuple[Path, Path]:
    """The regular and the bold font for digits and Latin text."""
    needs("reportlab")
    spec = find_spec("reportlab")
    folder = Path((spec and spec.origin) or "").parent / "fonts"
    return folder / "Vera.ttf", folder / "VeraBd.ttf"


def has_wide_letters(texts: Iterable[str]) -> bool:
    """Whether some text has letters that Bitstream Vera lacks and a Chinese font has.

    >>> has_wide_letters(["Sudoku", "Café"]), has_wide_letters(["数独"])
    (False, True)
    """
    return any(unicodedata.east_asian_width(letter) in "WF" for text in texts for letter in text)


def chinese_font(own: Path | None = None) -> Path:
    """A TrueType font with Chinese characters."""
    if own is not None:
        if not own.is_file():
            raise NonetError(f"there is no font file {own}; a TrueType font (.ttf or .ttc) was expected")
        return own
    spec = find_spec("zhplot")
    carried = [
        Path(place) / "fonts" / "NotoSansSC-Regular.ttf" for place in (spec and spec.submodule_search_locations) or ()
    ]
    for path in (*carried, *map(Path, _SYSTEM_FONTS)):
        if path.is_file():
            return path
    raise NonetError(
        "Chinese text needs a TrueType font with Chinese characters, and none was found: "
        "pip install 'nonet[chinese]', or name a font file"
    )
