"""Puzzles of a long input, chunk by chunk: plain lines by the short way, whatever else through its reader."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .. import formats
from ..cells import split_comment
from ..errors import FormatError, NonetError
from ..geometry import BLANKS, Shape
from ..grid import Grid
from .common import Reading
from .streams import Input

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Chunk", "chunk_of", "chunks"]

_NINE = Shape(3, 3)
_CELLS = _NINE.cells
_CELL_BYTES = f"123456789{BLANKS}".encode()
_LONGEST_ROW = 25
_HEAD = 1 << 16
_CHUNK = 20_000


class Chunk(NamedTuple):
    """Some puzzles in their order: those of 9x9 as rows of cells, other boards as grids, and what could not be read."""

    cells: NDArray[np.uint8]
    places: NDArray[np.intp]
    """For each row of cells, which puzzle of the chunk it is."""
    others: dict[int, Grid]
    """The other boards by their places."""
    bad: list[tuple[int, FormatError]]
    """Each with the place of the puzzle before which it stood."""

    def __len__(self) -> int:
        return len(self.cells) + len(self.others)

    def between(self, first: int, end: int) -> Chunk:
        """The puzzles from one place to another, with the bad lines before and between them."""
        low, high = self.places.searchsorted([first, end])
        return Chunk(
            self.cells[low:high],
            self.places[low:high] - first,
            {place - first: grid for place, grid in self.others.items() if first <= place < end},
            [(place - first, error) for place, error in self.bad if first <= place <= end],
        )


def chunks(source: Input, how: Reading) -> Iterator[Chunk]:
    """The puzzles of the source in chunks, by the short way if they are plain lines."""
    first = source.block()
    source.give_back(first)
    form = how.format or format_of(first, source, how)
    if form in ("line", "sdm") and is_plain(first, how):
        return chunks_of_lines(source, how)
    return chunks_of_entries(source, how._replace(format=form))


def format_of(first: bytes, source: Input, how: Reading) -> str | None:
    """The format of the source, by its first lines and its suffix; None if it is to be found out by reading."""
    head = first[:_HEAD].decode(how.encoding, "replace").splitlines()
    line = next((line for line in head if line.strip() and not line.lstrip().startswith("#")), "")
    try:
        if len(split_comment(line)[0]) > _LONGEST_ROW and formats.sniff([line]).name == "line":
            return "line"
        by_suffix = formats.format_of_suffix(source.path) if source.path else None
    except NonetError:
        return None
    if by_suffix is None or by_suffix.name == "line" or not by_suffix.sniff(head, how.shape):
        return None
    return by_suffix.name


def is_plain(first: bytes, how: Reading) -> bool:
    """Whether bytes are characters and lines end as usual, so that lines can be told apart without reading them."""
    usual = codecs.lookup(how.encoding).name in ("utf-8", "ascii", "iso8859-1")
    wide = first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return usual and not wide and not how.shape and not how.symbols and not re.search(rb"\r[^\n]", first)


def chunks_of_entries(source: Input, how: Reading) -> Iterator[Chunk]:
    """The puzzles of any format, through its reader."""
    bad: list[tuple[int, FormatError]] = []
    grids: list[Grid] = []

    def note(error: FormatError) -> None:
        bad.append((len(grids), error.at(source=source.name)))

    for entry in formats.read_many(cast("Any", source), **how._asdict(), on_error=note):
        grids.append(entry.grid)
        if len(grids) >= min(_CHUNK, source.most // (_CELLS + 1)) or source.is_waiting:
            yield chunk_of(grids, bad)
            grids, bad = [], []
    yield chunk_of(grids, bad)


def chunk_of(grids: list[Grid], bad: list[tuple[int, FormatError]]) -> Chunk:
    """Grids as a chunk."""
    import numpy as np

    places = [place for place, grid in enumerate(grids) if grid.shape is _NINE]
    cells = np.frombuffer(b"".join(bytes(grids[place]) for place in places), np.uint8).reshape(-1, _CELLS)
    others = {place: grid for place, grid in enumerate(grids) if grid.shape is not _NINE}
    return Chunk(cells, np.array(places, np.intp), others, bad)


def chunks_of_lines(source: Input, how: Reading) -> Iterator[Chunk]:
    """The puzzles of lines, a block of lines at a time."""
    lines = 0
    while block := source.block():
        if not lines:
            block = block.removeprefix(codecs.BOM_UTF8)
        if not block.endswith(b"\n"):
            block += b"\n"
        yield even_lines(block) or uneven_lines(block, lines, how, source.name)
        lines += line_ends(block)


def line_ends(text: bytes) -> int:
    """How many lines end in a text, as the readers of all formats count them."""
    return text.count(b"\n") + (text.count(b"\r") - text.count(b"\r\n") if b"\r" in text else 0)


def even_lines(block: bytes) -> Chunk | None:
    """The puzzles of lines that are 81 cells and a line end each, in place; None if they are not."""
    import numpy as np

    step = _CELLS + 1
    number, rest = divmod(len(block), step)
    if rest or block.translate(None, _CELL_BYTES) != b"\n" * number:
        return None
    rows = np.frombuffer(block, np.uint8).reshape(number, step)
    return Chunk(rows[:, :_CELLS], np.arange(number), {}, []) if (rows[:, -1] == ord("\n")).all() else None


_ENDS_CELLS = bytes(byte in b" \t\r\n,;#" for byte in range(256))


def uneven_lines(block: bytes, before: int, how: Reading, name: str) -> Chunk:
    """The puzzles of lines of any kind; those that are not 81 cells and perhaps a comment are read one by one."""
    import numpy as np

    data = np.frombuffer(block, np.uint8)
    stops = np.flatnonzero(data == ord("\n"))
    starts = np.append(0, stops[:-1] + 1)
    ends = np.flatnonzero(np.frombuffer(block.translate(_ENDS_CELLS), np.uint8))
    fits = ends[ends.searchsorted(starts)] - starts == _CELLS
    if b"\r" in block:
        returns = np.flatnonzero(data == ord("\r"))
        fits[stops.searchsorted(returns[data[returns + 1] != ord("\n")])] = False
    windows = np.lib.stride_tricks.sliding_window_view(data, _CELLS) if fits.any() else data.reshape(-1, 1)
    cells = windows[starts[fits]]
    if cells.tobytes().translate(None, _CELL_BYTES):
        good = np.isin(cells, np.frombuffer(_CELL_BYTES, np.uint8)).all(axis=1)
        fits[np.flatnonzero(fits)[~good]] = False
        cells = cells[good]
    numbers = fits.astype(np.intp)
    read: list[tuple[int, Grid]] = []
    failed: list[tuple[int, FormatError]] = []
    earlier = 0, before
    for line in np.flatnonzero(~fits).tolist():
        text = block[starts[line] : stops[line]]
        if text.strip() and not text.lstrip().startswith(b"#"):
            ends_before = earlier[1] + line_ends(block[earlier[0] : starts[line]])
            earlier = int(starts[line]), ends_before
            grids, errors = read_line(text, ends_before, how, name)
            numbers[line] = len(grids)
            read += [(line, grid) for grid in grids]
            failed += [(line, error) for error in errors]
    places = numbers.cumsum() - numbers
    return merged(cells, places[fits], place_all(places, read), [(int(places[line]), error) for line, error in failed])


def read_line(text: bytes, before: int, how: Reading, name: str) -> tuple[list[Grid], list[FormatError]]:
    """What a line holds by the reader of its format: one board or complaint, if no lone carriage returns end lines."""
    errors: list[FormatError] = []
    entries = formats.read_many(text, format=how.format or "line", encoding=how.encoding, on_error=errors.append)
    grids = [entry.grid for entry in entries]
    return grids, [FormatError(error.reason, line=before + (error.line or 1), source=name) for error in errors]


def place_all(places: NDArray[np.intp], read: list[tuple[int, Grid]]) -> dict[int, Grid]:
    """The grids by their places, one after the other if they share a line."""
    placed: dict[int, Grid] = {}
    for line, grid in read:
        place = int(places[line])
        while place in placed:
            place += 1
        placed[place] = grid
    return placed


def merged(
    cells: NDArray[np.uint8], places: NDArray[np.intp], read: dict[int, Grid], bad: list[tuple[int, FormatError]]
) -> Chunk:
    """One chunk of the rows that were plain and the boards that were read one by one."""
    import numpy as np

    nines = {place: grid for place, grid in read.items() if grid.shape is _NINE}
    if nines:
        rows = np.frombuffer(b"".join(map(bytes, nines.values())), np.uint8).reshape(-1, _CELLS)
        cells, places = np.concatenate([cells.reshape(-1, _CELLS), rows]), np.append(places, list(nines))
        order = places.argsort()
        cells, places = cells[order], places[order]
    return Chunk(cells, places, {place: grid for place, grid in read.items() if place not in nines}, bad)
