"""HoDoKu's library lines: a position and the step that is to be found in it.

::

    :0300:3:9.....+5+6+1..+6.+1.7+93...::313 314 343::
     |    | |                     ||           |^ placements, then perhaps something extra
     |    | |                     ||           eliminations: digit, row, column
     |    | |                     |deleted candidates (here none)
     |    | the digits, + before those that were placed
     |    the candidates that the step is about
     the technique; -x after it if it must not be found

Everything is kept, so a line is written back as it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import FormatError
from ..geometry import SYMBOLS, Shape, digits_of
from ..grid import Grid
from ..position import Position, possible_masks
from .entry import Entry
from .format import LineFormat, contents, grid_of_cells

__all__ = ["HODOKU", "Hodoku"]

_PARTS = ("technique", "candidates", "givens", "deleted", "eliminations", "placements", "extra")
_TRIPLES = ("deleted", "eliminations", "placements")
_NO_STEP = {"technique": "0000", "candidates": "x"}


class Hodoku(LineFormat):
    """One position a line, with a step.

    >>> from nonet.formats import read_many
    >>> (entry,) = read_many(":0003:4:1+2......3.......:314::")
    >>> entry.grid, [cell.name for cell in entry.position.placed], sorted(entry.position.candidates("r1c4"))
    (Grid('1.......3.......'), ['r1c2'], [4])
    >>> dict(entry.fields)
    {'technique': '0003', 'candidates': '4'}
    """

    name = "hodoku"
    title = "HoDoKu library: a position and a step in one line with colons"
    carries_candidates = True

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether the first line begins with a colon and has six or seven of them."""
        lines = contents(head)
        return bool(lines) and lines[0][0] == ":" and lines[0].count(":") in (6, 7)

    def entry_of(self, line: str, shape: Shape | None, symbols: str | None) -> Entry:
        """The position of a line; the step goes to the fields."""
        start, *texts = line.split(":")
        if start or len(texts) not in (6, 7):
            raise FormatError(
                f"a library line begins with a colon and has 6 or 7 of them, but this has {line.count(':')}"
            )
        parts = dict(zip(_PARTS, texts, strict=False))
        givens, grid = _digits(parts["givens"], shape, symbols)
        for name in _TRIPLES:
            _check_triples(parts[name], givens.shape, name)
        position = None
        if parts["deleted"] or givens != grid:
            position = Position(givens, grid, _without(grid, parts["deleted"]))
        plain_entry = Entry(givens, position)
        derived = {"givens": _digits_text(plain_entry), "deleted": _deleted_text(plain_entry)}
        fields = {name: part for name, part in parts.items() if part != derived.get(name, "") or name == "extra"}
        return plain_entry if fields == _NO_STEP else plain_entry._replace(fields=fields)

    def text_of(self, entry: Entry) -> str:
        """The line; an entry without a step is written with the technique 0000."""
        fields = entry.fields
        parts = {name: fields.get(name, "") for name in _PARTS}
        if "technique" not in fields:
            parts |= {**_NO_STEP, "eliminations": "", "placements": "", "extra": ""}
        parts["deleted"] = _deleted_text(entry)
        if not _says_the_same(parts["givens"], entry):
            parts["givens"] = _digits_text(entry)
        if "technique" not in fields or "extra" not in fields:
            del parts["extra"]
        return "".join(f":{part}" for part in parts.values())


def _digits(text: str, shape: Shape | None, symbols: str | None) -> tuple[Grid, Grid]:
    """The givens, and all digits."""
    cells = re.findall(r"\+?.", text)
    grid = grid_of_cells([cell[-1] for cell in cells], shape, symbols)
    givens = bytes(0 if cell[0] == "+" else digit for cell, digit in zip(cells, grid, strict=True))
    return Grid.of_digits(givens, grid.shape), grid


def _digits_text(entry: Entry) -> str:
    shape = entry.grid.shape
    digits = entry.grid if entry.position is None else entry.position.grid
    return "".join(
        shape.symbol(digit) if digit == given else f"+{shape.symbol(digit)}"
        for given, digit in zip(entry.grid, digits, strict=True)
    )


def _says_the_same(text: str, entry: Entry) -> bool:
    """Whether the digits as they were written once are still those of the entry."""
    try:
        givens, grid = _digits(text, entry.grid.shape, None)
    except FormatError:
        return False
    return givens == entry.grid and grid == (entry.grid if entry.position is None else entry.position.grid)


def _check_triples(text: str, shape: Shape, name: str) -> None:
    known = SYMBOLS[: shape.size]
    for triple in text.split():
        if len(triple) != 3 or not set(triple) <= set(known):
            raise FormatError(f"{triple!r} among the {name} is not a digit, a row and a column, as 436 is for r3c6")


def _without(grid: Grid, deleted: str) -> list[int]:
    """The candidates that the digits leave, less the deleted ones."""
    masks = list(possible_masks(grid))
    for triple in deleted.split():
        digit, row, column = map(SYMBOLS.index, triple)
        masks[grid.shape.cell((row, column))] &= ~(1 << digit)
    return masks


def _deleted_text(entry: Entry) -> str:
    """The deleted candidates as they were written, if they still say the same; else in reading order."""
    text = entry.fields.get("deleted", "")
    if entry.position is None:
        return "" if text.strip() else text
    grid, masks = entry.position.grid, entry.position.candidate_masks
    if text:
        try:
            _check_triples(text, grid.shape, "deleted")
        except FormatError:
            text = ""
        if _without(grid, text) == list(masks):
            return text
    return " ".join(
        f"{SYMBOLS[digit - 1]}{SYMBOLS[row]}{SYMBOLS[column]}"
        for cell, (possible, mask) in enumerate(zip(possible_masks(grid), masks, strict=True))
        for row, column in [grid.shape.cell_at(cell)]
        for digit in digits_of(possible & ~mask)
    )


HODOKU = Hodoku()
