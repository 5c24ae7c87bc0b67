"""FORMATS: all formats by name."""

from __future__ import annotations

import os

from ..errors import ArgumentError
from .csv import CSV
from .format import Format
from .fpuzzles import FPUZZLES
from .grid import GRID
from .gsf import GSF
from .hodoku import HODOKU
from .iss import ISS
from .json import JSON, JSON_LINES
from .killer import KILLER
from .leetcode import LEETCODE
from .line import LINE, SDM
from .nonet import NONET
from .opensudoku import OPENSUDOKU
from .pencilmarks import PENCILMARKS
from .sdk import SDK
from .sdx import SDX
from .seven_two_nine import SEVEN_TWO_NINE
from .ss import SIMPLE_SUDOKU

__all__ = ["FORMATS", "format_named", "format_of_suffix"]

FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        *(FPUZZLES, ISS, KILLER, NONET),
        *(OPENSUDOKU, LEETCODE, JSON_LINES, JSON, HODOKU, SEVEN_TWO_NINE, GSF, CSV),
        *(SIMPLE_SUDOKU, PENCILMARKS, SDX, LINE, SDM, SDK, GRID),
    )
}
"""The formats by name. `sniff` tries them in this order: those that cannot be confused with others come first."""

_BY_SUFFIX = {suffix: form for form in FORMATS.values() for suffix in form.suffixes}


def format_named(name: str) -> Format:
    """Return the format with this name.

    >>> format_named("sdx").suffixes
    ('.sdx',)
    >>> format_named("sdz")
    Traceback (most recent call last):
    nonet.errors.ArgumentError: unknown format 'sdz'; did you mean sdx, sdm or sdk?
    """
    if name not in FORMATS:
        raise ArgumentError.unknown("format", name, FORMATS)
    return FORMATS[name]


def format_of_suffix(path: str | os.PathLike[str]) -> Format:
    """Return the format of a file by the suffix of its name, without ``.gz``.

    >>> format_of_suffix("collection.sdm.gz").name
    'sdm'
    >>> format_of_suffix("puzzle.doc")
    Traceback (most recent call last):
    nonet.errors.ArgumentError: unknown suffix '.doc'; expected one of .nonet, .opensudoku, .jsonl, .ndjson, .json, \
.729, .csv, .tsv, .ss, .pm, .sdx, .txt, .sdm, .sdk
    """
    from pathlib import PurePath

    suffix = PurePath(PurePath(path).name.lower().removesuffix(".gz")).suffix
    if suffix not in _BY_SUFFIX:
        raise ArgumentError.unknown("suffix", suffix, _BY_SUFFIX)
    return _BY_SUFFIX[suffix]
