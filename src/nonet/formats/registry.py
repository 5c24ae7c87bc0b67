"""All formats by name."""

from __future__ import annotations

import os

from ..errors import NonetError
from .csv import CSV
from .format import Format
from .grid import GRID
from .gsf import GSF
from .hodoku import HODOKU
from .json import JSON, JSON_LINES, LEETCODE
from .line import LINE, SDM
from .opensudoku import OPENSUDOKU
from .pencilmarks import PENCILMARKS, SDX, SEVEN_TWO_NINE
from .sdk import SDK
from .ss import SIMPLE_SUDOKU

__all__ = ["FORMATS", "format_named", "format_of_suffix"]

FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        OPENSUDOKU,
        LEETCODE,
        JSON_LINES,
        JSON,
        HODOKU,
        SEVEN_TWO_NINE,
        GSF,
        CSV,
        SIMPLE_SUDOKU,
        PENCILMARKS,
        SDX,
        LINE,
        SDM,
        SDK,
        GRID,
    )
}
"""The formats by name, in the order in which `sniff` asks them: those that can be mistaken for nothing else first."""


def format_named(name: str) -> Format:
    """The format of that name.

    >>> format_named("sdx").suffixes
    ('.sdx',)
    >>> format_named("sdz")
    Traceback (most recent call last):
    nonet.errors.NonetError: there is no format 'sdz'; the formats are opensudoku, leetcode, jsonl, json, hodoku, \
729, gsf, csv, ss, pencilmarks, sdx, line, sdm, sdk, grid
    """
    if name not in FORMATS:
        raise NonetError(f"there is no format {name!r}; the formats are {', '.join(FORMATS)}")
    return FORMATS[name]


def format_of_suffix(path: str | os.PathLike[str]) -> Format:
    """The format of a file by the end of its name; a ``.gz`` after it does not count.

    >>> format_of_suffix("collection.sdm.gz").name
    'sdm'
    >>> format_of_suffix("puzzle.doc")
    Traceback (most recent call last):
    nonet.errors.NonetError: no format is known by the suffix '.doc'; the suffixes are .opensudoku, .jsonl, .ndjson, \
.json, .729, .csv, .tsv, .ss, .pm, .sdx, .txt, .sdm, .sdk
    """
    from pathlib import PurePath

    name = PurePath(path).name.lower().removesuffix(".gz")
    suffix = PurePath(name).suffix
    for form in FORMATS.values():
        if suffix in form.suffixes:
            return form
    known = ", ".join(suffix for form in FORMATS.values() for suffix in form.suffixes)
    raise NonetError(f"no format is known by the suffix {suffix!r}; the suffixes are {known}")
