"""Which puzzles meet a wish: what can be told of whole blocks is told of them, the rest one by one.

What is found is exactly what the path of `nonet.explain` would show, for a fraction of its time:

- The path is that of the puzzle's canonical form, and so is everything here.
- Singles, locked candidates and subsets are *confluent*: where fewer candidates stand, they strike out as much or more,
  so they end in the same position whatever their order. Of them all steps are taken at once, and only harder ones one
  by one, as the path has them.
- The path takes a harder step only where no easier one helps. So a path within the first techniques of the table is
  the path that these techniques have alone, and one that gets stuck with them needs a later one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..geometry import Shape, bits
from ..grid import Grid
from ..logic import DEFAULT_TECHNIQUES, Level, Marks, Technique, canonical_start, find_next, technique
from ..position import Position
from .wish import Wish

__all__ = ["fits", "fits_by_path"]

SINGLES = tuple(row for row in DEFAULT_TECHNIQUES if row.level is Level.EASY)
_CONFLUENT = tuple(row for row in DEFAULT_TECHNIQUES if row.level <= Level.MEDIUM)


def _no_check() -> None:
    """Nobody has to be asked whether to go on."""


def fits(wish: Wish, puzzle: Grid, masks: Sequence[int] | None = None, check: Callable[[], None] = _no_check) -> bool:
    """Whether a puzzle with one solution meets a wish.

    If `masks` are given, the puzzle is in canonical form, and they are the candidates that singles and locked
    candidates leave. `check` is called now and then, and may raise to end it.

    >>> from nonet.create.wish import wish_of
    >>> fits(wish_of("easy", None, False, None), Grid("1... ..2. .3.. ...4"))
    True
    """
    form = canonical_start(puzzle) if masks is None else puzzle
    if wish.level is not None and wish.level > Level.EASY:
        # for one technique alone, the sieve has seen that locked candidates do nothing that singles do not
        is_helped = wish.technique is None or wish.is_past_locked
        marks = Marks.of(Position(form)) if masks is None or not is_helped else marks_of(form, masks)
        if masks is None and not closed(marks, SINGLES).blanks:  # of which the sieve lets none through
            return False
        is_so = (_fits_alone if wish.only else _fits_in_table)(wish, marks, check)
        if not (is_so and wish.is_scored):
            return is_so
    return fits_by_path(wish, form, check)


def fits_by_path(wish: Wish, form: Grid, check: Callable[[], None] = _no_check) -> bool:
    """The same, from the whole path of a puzzle in canonical form; ended where it can only fail.

    >>> from nonet.create.wish import wish_of
    >>> fits_by_path(wish_of(None, None, False, (0, 20)), Grid("1... ..2. .3.. ...4"))
    False
    """
    marks = Marks.of(Position(form))
    used: set[str] = set()
    score = 0
    while marks.blanks:
        check()
        step = find_next(marks)
        if step is None or not wish.admits(step.technique):
            return False
        used.add(step.technique)
        score += technique(step.technique).score
        if score > wish.most:
            return False
        marks = marks.after(step.placements, step.eliminations)
    return wish.is_met(used, score)


def _fits_in_table(wish: Wish, marks: Marks, check: Callable[[], None]) -> bool:
    """Whether the techniques up to the wanted one, or those up to the wanted level, are just enough."""
    table = wish.table
    easy = [row for row in _CONFLUENT if row in table and row.id != wish.technique]
    hard = table[len(easy) :]
    used: set[str] = set()
    while True:
        check()
        marks = closed(marks, easy)
        step = find_next(marks, hard) if marks.blanks else None
        if step is None:
            break
        used.add(step.technique)
        marks = marks.after(step.placements, step.eliminations)
    if wish.technique is not None:
        return not marks.blanks and wish.technique in used
    if wish.level is Level.EXTREME:
        return bool(marks.blanks)
    least = max((technique(name).level for name in used), default=Level.MEDIUM)
    return not marks.blanks and least is wish.level


def _fits_alone(wish: Wish, marks: Marks, check: Callable[[], None]) -> bool:
    """Whether, each time that singles end, the easiest step is one of the wanted technique."""
    others = DEFAULT_TECHNIQUES[len(SINGLES) : wish.rank + 1]
    used = False
    while (marks := closed(marks, SINGLES)).blanks:
        check()
        step = find_next(marks, others)
        if step is None or step.technique != wish.technique:
            return False
        used = True
        marks = marks.after(step.placements, step.eliminations)
    return used


def closed(marks: Marks, rows: Sequence[Technique]) -> Marks:
    """The marks after all that confluent techniques do.

    >>> closed(Marks.of(Position("1... ..2. .3.. ...4")), SINGLES).blanks
    0
    """
    while marks.blanks:
        for row in rows:
            steps = list(row.find(marks))
            if steps:
                break
        else:
            break
        placed = {candidate for step in steps for candidate in step.placements}
        struck = {candidate for step in steps for candidate in step.eliminations}
        marks = marks.after(placed, struck)
    return marks


def marks_of(puzzle: Grid, masks: Sequence[int]) -> Marks:
    """The marks of a puzzle whose candidates are known so far; a cell with one candidate holds it.

    >>> marks_of(Grid("1... ..2. .3.. ...4"), [1] * 16).blanks
    0
    """
    shape: Shape = puzzle.shape
    marks = Marks.__new__(Marks)
    marks.shape, marks.given_mask = shape, puzzle.givens.mask
    marks.digits, marks.of_cell = [0] * shape.cells, list(masks)
    marks.places, marks.blanks = [0] * (shape.size + 1), 0
    for cell, mask in enumerate(masks):
        if mask & mask - 1:
            marks.blanks |= 1 << cell
            for digit in bits(mask):
                marks.places[digit + 1] |= 1 << cell
        else:
            marks.digits[cell], marks.of_cell[cell] = mask.bit_length(), 0
    return marks
