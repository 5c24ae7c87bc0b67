"""The two old text formats of killer Sudoku: one puzzle per line.

``3x3::k:`` and one number per cell: 256 times the sum of its cage, and the number of the cage; a sum of 0 is no cage.
``d`` between the first two colons adds both diagonals. ``SumoCueV1`` and one item per cell: ``=sum`` starts a cage (in
a text without longer cages it is a given), and ``+n`` belongs to the cage of cell n, counted from 0; ``Jn`` is the
region of the cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..errors import FormatError
from ..geometry import SYMBOLS, Shape
from ..limits import quoted
from ..puzzle import Puzzle
from .entry import Entry
from .format import RuleFormat, contents, region_text

__all__ = ["KILLER", "Killer"]

_NUMBERS = re.compile(r"(\d{1,2})x(\d{1,2}):([a-z]*):k:([\d:]*)", re.IGNORECASE)
_SUMOCUE = re.compile(r"SumoCue(?:V1)?((?:[=+]\d{1,6}(?:J\d{1,2})?)*)", re.IGNORECASE)
_ITEM = re.compile(r"([=+])(\d+)(?:J(\d+))?", re.IGNORECASE)
_IS_KILLER = re.compile(r"\d+x\d+:[^:]*:k\b|SumoCue", re.IGNORECASE)
_BITS_OF_CAGE = 8


class Killer(RuleFormat):
    """Killer Sudoku as numbers, or as SumoCue writes it. Both can only be read.

    >>> from nonet.formats import read
    >>> numbers = [3 * 256, 3 * 256, *[2] * 14]
    >>> read("2x2::k:" + ":".join(map(str, numbers))).rules
    (Killer('r1c1 r1c2', 3),)
    """

    name = "killer"
    title = "killer Sudoku as 3x3::k: numbers or SumoCue; only read"
    carries_rules = False
    can_write = False

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether the first line starts like one of the formats."""
        return _IS_KILLER.match((contents(head) or [""])[0]) is not None

    def entry_of(self, text: str, lenient: bool) -> Entry:
        """Return the puzzle of a line."""
        text = "".join(text.split())
        data = _of_sumocue(text) if text[:1] in "sS" else _of_numbers(text)
        puzzle = Puzzle.from_dict(data)
        return Entry(puzzle.grid, puzzle=puzzle if puzzle.rules else None)

    def text_of(self, entry: Entry) -> str:
        """Refuse to write."""
        raise FormatError("the format killer can only be read; write nonet, json, fpuzzles or iss")


def _of_numbers(text: str) -> dict[str, Any]:
    match = _NUMBERS.fullmatch(text)
    if match is None:
        raise FormatError("a killer text is a box size, letters and numbers, such as 3x3::k:2816:2816:2819")
    shape = Shape(int(match[1]), int(match[2]))
    if match[3].lower() not in ("", "d"):
        raise FormatError(f"not understood: the letters {quoted(match[3])}; only d for diagonals is known")
    numbers = [int(number) for number in match[4].removesuffix(":").split(":") if number]
    if len(numbers) != shape.cells:
        raise FormatError(f"{len(numbers)} numbers, but {shape.a_board} has {shape.cells} cells")
    cages: dict[tuple[int, int], list[int]] = {}
    for cell, number in enumerate(numbers):
        total, cage = divmod(number, 1 << _BITS_OF_CAGE)
        if total:
            cages.setdefault((cage, total), []).append(cell)
    rules = [_cage(cells, total, shape.size) for (_, total), cells in cages.items()]
    if match[3]:
        rules += [{"type": "diagonal", "direction": direction} for direction in "/\\"]
    boxes = None if shape.box_height == 1 else [shape.box_height, shape.box_width]
    return _neutral(shape.size, {"boxes": boxes}, "." * shape.cells, rules)


def _of_sumocue(text: str) -> dict[str, Any]:
    match = _SUMOCUE.fullmatch(text)
    if match is None:
        raise FormatError("a SumoCue text has one item per cell, such as =15J0 or +3J0")
    items = _ITEM.findall(match[1])
    size = round(len(items) ** 0.5)
    if size * size != len(items) or not 2 <= size <= len(SYMBOLS):
        raise FormatError(f"{len(items)} items, but a 9x9 board has 81 cells")
    cages: dict[int, list[int]] = {}
    for cell, (sign, number, _) in enumerate(items):
        first = cell if sign == "=" else int(number)
        if first >= len(items) or items[first][0] != "=":
            raise FormatError(f"item {cell + 1} belongs to cell {number}, which does not start a cage")
        cages.setdefault(first, []).append(cell)
    sums = {first: int(items[first][1]) for first in cages}
    givens = ["."] * len(items)
    rules = []
    has_cages = any(len(cells) > 1 for cells in cages.values())
    for first, cells in cages.items():
        if not has_cages and 1 <= sums[first] <= size:
            givens[first] = SYMBOLS[sums[first] - 1]
        elif sums[first] or len(cells) > 1:
            rules.append(_cage(cells, sums[first], size))
    regions = [region or "0" for _, _, region in items]
    usual = Shape.of_cells(len(items)) if size > 3 and len(set(regions)) == 1 else None
    own = {"boxes": [usual.box_height, usual.box_width]} if usual else region_text(regions, size)
    return _neutral(size, own, "".join(givens), rules)


def _cage(cells: Sequence[int], total: int, size: int) -> dict[str, Any]:
    names = " ".join(f"r{cell // size + 1}c{cell % size + 1}" for cell in cells)
    return {"type": "killer", "cells": names, **({"sum": total} if total else {})}


def _neutral(size: int, regions: dict[str, Any], givens: str, rules: list[dict[str, Any]]) -> dict[str, Any]:
    board = {"rows": size, "columns": size, "digits": [1, size], **regions}
    return {**board, "givens": givens, "constraints": rules}


KILLER = Killer()
