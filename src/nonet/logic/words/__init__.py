"""Steps in words: sentences in English and Chinese, and HoDoKu's one-line notation."""

from __future__ import annotations

from .hodoku import hodoku_text, reglib_line
from .sentences import CELL_STYLES, LANGUAGES, Words

__all__ = ["CELL_STYLES", "LANGUAGES", "Words", "hodoku_text", "reglib_line"]
