"""Words: steps as sentences, and in HoDoKu's notation.

| file | contents |
| --- | --- |
| sentences | Words: steps as sentences, made from the templates of a language |
| lines | Line: one line of an explanation; the layout of chains and nets |
| english, chinese | the templates of each language |
| hodoku | hodoku_text, reglib_line: steps in HoDoKu's notation |
"""

from __future__ import annotations

from .hodoku import hodoku_text, reglib_line
from .lines import Line
from .sentences import CELL_STYLES, LANGUAGES, Words

__all__ = ["CELL_STYLES", "LANGUAGES", "Line", "Words", "hodoku_text", "reglib_line"]
