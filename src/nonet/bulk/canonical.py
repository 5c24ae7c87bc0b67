"""The canonical forms of a stream of boards of any size."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from ..engine import canonical_many
from ..errors import NonetError
from ..grid import Grid
from ..transforms import automorphisms, canonical
from .source import Puzzles

__all__ = ["canonical_forms", "form_key"]


def canonical_forms(puzzles: Puzzles, *, threads: int | None = None) -> Iterator[tuple[Grid, Grid | NonetError, int]]:
    """Yield each board, its canonical form or the error, and its number of automorphisms.

    >>> [(str(form), number) for _, form, number in canonical_forms(Puzzles.of([Grid("2" + "." * 15)], []))]
    [('...............1', 48)]
    """
    forms = canonical_many(puzzles.cells, threads=threads)
    row = 0
    for place, grid in enumerate(puzzles.grids()):
        try:
            if place in puzzles.others:
                yield grid, canonical(grid), automorphisms(grid)
            else:
                row += 1
                yield grid, forms.grid(row - 1), int(forms.automorphisms[row - 1])
        except NonetError as error:
            yield grid, error, 0


def form_key(form: Grid) -> bytes:
    """Return 16 bytes that stand for a canonical form: equal for equal forms, different for all others.

    >>> form_key(Grid("." * 16)) == form_key(Grid("." * 81))
    False
    """
    return blake2b(f"{form.shape!r}{form}".encode(), digest_size=16).digest()
