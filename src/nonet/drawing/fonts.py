"""The fonts in PNG and PDF files: always the same ones, so that the same picture gives the same bytes.

Digits and Latin text use Bitstream Vera, which reportlab contains. Chinese text needs another font; only the characters
in use go into the file. The first of these that exists is used:

* the font file that the caller names;
* Noto Sans SC, which the package zhplot contains (``pip install 'nonet[chinese]'``);
* a font of the system: WenQuanYi, Droid Sans Fallback, Arial Unicode or SimHei.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from ..display import is_wide
from ..errors import FileError
from ..extras import install_command, require

__all__ = ["chinese_font", "has_wide_letters", "latin_fonts"]

_SYSTEM_FONTS = (
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "C:/Windows/Fonts/simhei.ttf",
)


def latin_fonts() -> tuple[Path, Path]:
    """Return the regular and the bold font for digits and Latin text."""
    folder = Path(require("reportlab").__file__).parent / "fonts"
    return folder / "Vera.ttf", folder / "VeraBd.ttf"


def has_wide_letters(texts: Iterable[str]) -> bool:
    """Return whether some text has letters that only a Chinese font has.

    >>> has_wide_letters(["Sudoku", "Café"]), has_wide_letters(["数独"])
    (False, True)
    """
    return any(is_wide(letter) for text in texts for letter in text)


def chinese_font(own: Path | None = None) -> Path:
    """Return a TrueType font with Chinese characters: the caller's own font, or the first that exists."""
    if own is not None:
        if not own.is_file():
            raise FileError(f"there is no font file {own}; expected a TrueType font (.ttf or .ttc)")
        return own
    spec = find_spec("zhplot")  # importing it would load Matplotlib
    folders = (spec and spec.submodule_search_locations) or ()
    packaged = [Path(folder) / "fonts" / "NotoSansSC-Regular.ttf" for folder in folders]
    for path in (*packaged, *map(Path, _SYSTEM_FONTS)):
        if path.is_file():
            return path
    raise FileError(
        "Chinese text needs a TrueType font with Chinese characters, but none was found: "
        f"{install_command('chinese')}, or pass a font file as font"
    )
