"""HoDoKu's library lines: a position and a step that can be found in it.

::

    :0300:3:9.....+5+6+1..+6.+1.7+93...::313 314 343::
     |    | |                     ||           |^ placements, then optional extra data
     |    | |                     ||           eliminations: digit, row, column
     |    | |                     |deleted candidates (here none)
     |    | the digits, with + before placed ones
     |    the digits of the step
     the technique; -x after it if it must not be found

Everything is kept, so a line is written back as it was.
"""

from __future__ import annotations

import re

from ..errors import FormatError
from ..geometry import SYMBOLS, Shape, digits_of
from ..grid import Grid
from ..position import Position, possible_masks
from .entry import Entry
from .format import LineFormat, grid_of_cells

__all__ = ["HODOKU", "Hodoku"]

_PARTS = ("technique", "candidates", "givens", "deleted", "eliminations", "placements", "extra")
_TRIPLES = ("deleted", "eliminations", "placements")
_NO_STEP = {"technique": "0000", "candidates": "x"}


class Hodoku(LineFormat):
    """One position per line, with a step.

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

    def has_form(self, line: str, shape: Shape | None) -> bool:
        """Return whether a line starts with a colon and has six or seven of them."""
        return line[0] == ":" and line.count(":") in (6, 7)

    def entry_of(self, line: str, shape: Shape | None, symbols: str | None) -> Entry:
        """Return the position of a line; the step becomes fields."""
        if not self.has_form(line, shape):
            raise FormatError(
                f"a library line starts with a colon and has 6 or 7 colons, but this line has {line.count(':')}"
            )
        parts = dict(zip(_PARTS, line[1:].split(":"), strict=False))
        givens, grid = _digits(parts["givens"], shape, symbols)
        for name in _TRIPLES:
            _check_triples(parts[name], givens.shape, name)
        position = None
        if parts["deleted"] or givens != grid:
            position = Position(givens, grid, _without(grid, parts["deleted"]))
        entry = Entry(givens, position)
        derived = {"givens": _digits_text(entry), "deleted": _deleted_text(entry)}
        fields = {name: part for name, part in parts.items() if part != derived.get(name, "") or name == "extra"}
        return entry if fields == _NO_STEP else entry._replace(fields=fields)

    def text_of(self, entry: Entry) -> str:
        """Return the line; an entry without a step gets the technique 0000."""
        fields = entry.fields
        parts = {name: fields.get(name, "") for name in _PARTS}
        if "technique" not in fields:
            parts |= {**_NO_STEP, "eliminations": "", "placements": ""}
        parts["deleted"] = _deleted_text(entry)
        if not _has_digits_of(parts["givens"], entry):
            parts["givens"] = _digits_text(entry)
        if "technique" not in fields or "extra" not in fields:
            del parts["extra"]
        return "".join(f":{part}" for part in parts.values())


def _digits(text: str, shape: Shape | None, symbols: str | None) -> tuple[Grid, Grid]:
    """Return the givens, and the givens with the placed digits."""
    cells = re.findall(r"\+?.", text)
    grid = grid_of_cells([cell[-1] for cell in cells], shape, symbols)
    givens = bytes(0 if cell[0] == "+" else digit for cell, digit in zip(cells, grid, strict=True))
    return Grid.of_digits(givens, grid.shape), grid


def _digits_text(entry: Entry) -> str:
    symbol = entry.grid.shape.symbol
    digits = zip(entry.grid, (entry.position or entry).grid, strict=True)
    return "".join(symbol(digit) if digit == given else f"+{symbol(digit)}" for given, digit in digits)


def _has_digits_of(text: str, entry: Entry) -> bool:
    """Return whether digits as a file has them are still those of the entry."""
    try:
        return _digits(text, entry.grid.shape, None) == (entry.grid, (entry.position or entry).grid)
    except FormatError:
        return False


def _check_triples(text: str, shape: Shape, name: str) -> None:
    for triple in text.split():
        if len(triple) != 3 or not set(triple) <= set(shape.symbols):
            raise FormatError(f"{triple!r} among the {name} is not a digit, a row and a column, such as 436 for r3c6")


def _without(grid: Grid, deleted: str) -> list[int]:
    """Return the candidates that are possible beside the digits, without the deleted ones."""
    masks = list(possible_masks(grid))
    for triple in deleted.split():
        digit, row, column = map(SYMBOLS.index, triple)
        masks[grid.shape.cell((row, column))] &= ~(1 << digit)
    return masks


def _deleted_text(entry: Entry) -> str:
    """Return the deleted candidates as the file has them if that is still right, otherwise in reading order."""
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
