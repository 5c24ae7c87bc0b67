"""OpenSudoku's XML files, of both versions.

Version 1 has a heading and games of 81 digits. Version 2 has folders, and a game may be in progress: then its data
starts with ``version: 3`` and has ``value|notes|editable|`` for each cell. Notes are a mask in which digit d is bit
d - 1 (in version 1 of the data a list such as ``1,2,``). Version 4 adds a second set of notes, version 5 a color. A
blank without notes was not marked by the player, so all digits that its peers allow are candidates.

A file from an unknown source may contain an attack, so the XML is read with defusedxml, which refuses entities.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from ..cells import line_of_digits
from ..errors import ArgumentError, FormatError
from ..extras import require
from ..geometry import Shape
from ..grid import Grid
from ..limits import quoted
from ..position import Position, possible_masks
from .entry import Entry
from .format import Entries, Format, Lines, contents, grid_of_cells

__all__ = ["OPENSUDOKU", "OpenSudoku", "xml_text"]

_HEADINGS = ("name", "author", "description", "comment", "created", "source", "level", "sourceURL")
_GAME = ("created", "state", "time", "last_played")
_VERSION = re.compile(r"\s*version:\s*(\d+)\s+(.*)", re.DOTALL)
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NEWEST = 5
_PIECE = 1 << 16
_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


class OpenSudoku(Format):
    """Games in folders, with notes.

    >>> from nonet.formats import read_many, write
    >>> text = write(Position("1... .2.. .... ....").place("r1c2", 3), format="opensudoku")
    >>> (entry,) = read_many(text)
    >>> entry.grid, [cell.name for cell in entry.position.placed]
    (Grid('1....2..........'), ['r1c2'])
    """

    name = "opensudoku"
    title = "OpenSudoku: games in folders as XML, with notes"
    suffixes = (".opensudoku",)
    carries_candidates = True

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether the text starts like XML and has the element opensudoku."""
        lines = contents(head)
        return bool(lines) and lines[0].startswith("<") and any("<opensudoku" in line for line in lines)

    def read(self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None) -> Entries:
        """Yield the games one by one, as their elements end."""
        refused = require("defusedxml").DefusedXmlException
        element_tree = require("defusedxml.ElementTree")
        games = _Games(shape, symbols)
        parser = element_tree.XMLParser(target=games)
        games.parser = parser.parser
        try:
            for text in _pieces(lines, parser.parser):
                parser.feed(text)
                yield from games.take()
            parser.close()
        except element_tree.ParseError as error:
            number, column = error.position
            yield FormatError(f"this is not well-formed XML at column {column + 1}", line=number)
        except refused as error:
            yield FormatError(f"the XML has declarations that may be an attack ({type(error).__name__})")
        yield from games.take()

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the games, as version 1 if the first game has a heading, otherwise in folders."""
        rest = iter(entries)
        first = list(islice(rest, 1))
        yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        is_version_1 = first and "name" in first[0].fields and "folder" not in first[0].fields
        yield from (_version_1 if is_version_1 else _version_2)(chain(first, rest))
        yield "</opensudoku>\n"


def _pieces(lines: Lines, parser: Any) -> Iterator[str]:
    """Yield the lines in pieces that get longer while the parser waits for the end of an element.

    The parser starts again at the begin of an unfinished element, so line by line a long element would take long.
    """
    pieces: list[str] = []
    length, enough = 0, _PIECE
    for _, line in lines:
        pieces.append(f"{line}\n")
        length += len(line) + 1
        if length >= enough:
            before = parser.CurrentByteIndex
            yield "".join(pieces)
            enough = _PIECE if parser.CurrentByteIndex > before else 2 * enough
            pieces, length = [], 0
    yield "".join(pieces)


class _Games:
    """The target of the XML parser: it makes entries of the elements."""

    def __init__(self, shape: Shape | None, symbols: str | None) -> None:
        self.shape, self.symbols = shape, symbols
        self.parser: object = None
        self.found: list[Entry | FormatError] = []
        self.headings: dict[str, str] = {}
        self.folder: dict[str, str] = {}
        self.depth = 0
        self.texts: list[str] = []

    def take(self) -> list[Entry | FormatError]:
        """Return the games found since the last call."""
        found, self.found = self.found, []
        return found

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Read the start of an element."""
        self.depth += 1
        self.texts = []
        line = getattr(self.parser, "CurrentLineNumber", None)
        if self.depth == 1 and tag != "opensudoku":
            self.found.append(FormatError(f"the root element is <{tag:.40}>, but <opensudoku> was expected", line=line))
        if tag == "folder":
            self.folder = {"folder": attributes.get("name", "")}
            if "created" in attributes:
                self.folder["folder created"] = attributes["created"]
        if tag == "game":
            try:
                self.found.append(self._entry(attributes)._replace(line=line))
            except FormatError as error:
                self.found.append(error.at(line=line))

    def data(self, text: str) -> None:
        """Read text between elements."""
        self.texts.append(text)

    def end(self, tag: str) -> None:
        """Read the end of an element."""
        self.depth -= 1
        if self.depth == 1 and tag in _HEADINGS:
            self.headings[tag] = "".join(self.texts).strip()
        if tag == "folder":
            self.folder = {}
        self.texts = []

    def close(self) -> None:
        """Do nothing; the parser calls this at the end."""

    def _entry(self, attributes: Mapping[str, str]) -> Entry:
        fields = self.headings | {name: text for name, text in self.folder.items() if text}
        comment = fields.pop("comment", "")
        fields |= {name: text for name, text in attributes.items() if name not in ("data", "note")}
        data = attributes.get("data")
        if data is None:
            raise FormatError("a game without data")
        grid, position, version = _read_data(data, self.shape, self.symbols)
        if version > 3:
            fields["data"] = data
        return Entry(grid, position, comment=attributes.get("note", comment), fields=fields)


# The data of a game


def _read_data(data: str, shape: Shape | None, symbols: str | None) -> tuple[Grid, Position | None, int]:
    """Return the givens, the position if the game is in progress, and the version of the data."""
    match = _VERSION.fullmatch(data)
    if match is None and "|" not in data:
        return grid_of_cells("".join(data.split()), shape, symbols), None, 0
    number, text = (match[1], match[2]) if match else ("1", data)
    version = int(number.lstrip("0")[:9] or 0)
    if not 1 <= version <= _NEWEST:
        raise FormatError(f"version {number:.20} of the game data, but only versions 1 to {_NEWEST} are known")
    columns = max(version, 3)
    parts = text.strip().removesuffix("|").split("|")
    cells = [parts[start : start + columns] for start in range(0, len(parts), columns)]
    grid = grid_of_cells([cell[0] for cell in cells], shape, None)
    shape = grid.shape
    if len(cells[-1]) != columns:
        raise FormatError(f"r{shape.size}c{shape.size} has {len(cells[-1])} columns, but {columns} were expected")
    editable_at = 3 if version > 3 else 2
    givens, notes = bytearray(shape.cells), [0] * shape.cells
    for index, cell in enumerate(cells):
        mark = cell[editable_at]
        if mark not in ("0", "1"):
            name = shape.cell_name(index)
            raise FormatError(f"{name} is marked {quoted(mark)}, but 1 (editable) or 0 (given) was expected")
        if mark == "0":
            givens[index] = grid[index]
        for text in cell[1:editable_at]:
            notes[index] |= _notes(text, version, index, shape)
    known = Grid.of_digits(bytes(givens), shape)
    if known == grid and not any(notes):
        return known, None, version
    masks = [0 if digit else note or mask for digit, note, mask in zip(grid, notes, possible_masks(grid), strict=True)]
    return known, Position(known, grid, masks), version


def _notes(text: str, version: int, cell: int, shape: Shape) -> int:
    try:
        if version == 1:
            digits = {int(part) for part in text.split(",") if part not in ("", "-")}
            mask = sum(1 << digit - 1 for digit in digits) if max(digits, default=0) <= shape.size else -1
        else:
            mask = int(text)
    except ValueError:
        mask = -1
    if not 0 <= mask <= shape.all_digits:
        name = shape.cell_name(cell)
        raise FormatError(f"{name} has the notes {quoted(text)}, but {shape.a_board} has the digits 1 to {shape.size}")
    return mask


def _data_text(entry: Entry) -> str:
    if entry.position is None:
        return line_of_digits(bytes(entry.grid), "0")
    old = entry.fields.get("data")
    if old is not None:
        try:
            if _read_data(old, entry.grid.shape, None)[:2] == (entry.grid, entry.position):
                return old
        except FormatError:
            pass
    return "version: 3\n" + "".join(
        f"{digit}|{mask}|{int(not given)}|"
        for digit, mask, given in zip(entry.position.grid, entry.position.candidate_masks, entry.grid, strict=True)
    )


# Writing


def xml_text(text: str) -> str:
    """Return a text in which the characters that XML cannot contain are replaced.

    >>> xml_text("a\\x00b\\ud800") == "a\\ufffdb\\ufffd"
    True
    """
    return _NOT_XML.sub("\ufffd", text)


def _escape(text: str) -> str:
    return "".join(_ESCAPED.get(char, char) for char in xml_text(text))


def _game_text(entry: Entry, names: Iterable[str], note: str) -> str:
    attributes = {name: entry.fields[name] for name in names if name in entry.fields}
    attributes["data"] = _data_text(entry)
    if note:
        attributes["note"] = note
    return "<game " + " ".join(f'{name}="{_escape(text)}"' for name, text in attributes.items()) + " />\n"


def _heading_of(entry: Entry) -> dict[str, str]:
    texts = {**entry.fields, "comment": entry.comment}
    return {name: texts.get(name, "") for name in _HEADINGS}


def _version_1(entries: Iterator[Entry]) -> Iterator[str]:
    heading: dict[str, str] = {}
    for entry in entries:
        if not heading:
            heading = _heading_of(entry)
            yield "<opensudoku>\n" + "".join(f"  <{name}>{_escape(text)}</{name}>\n" for name, text in heading.items())
        if _heading_of(entry) != heading:
            raise ArgumentError(
                "an OpenSudoku file of version 1 has one heading for all its puzzles, but these puzzles have several; "
                "the field 'folder' makes it version 2"
            )
        yield "  " + _game_text(entry, (), "")


def _version_2(entries: Iterator[Entry]) -> Iterator[str]:
    yield '<opensudoku version="2">\n'
    folder: str | None = None
    for entry in entries:
        name = entry.fields.get("folder", "")
        if name != folder:
            created = entry.fields.get("folder created")
            attributes = f' created="{_escape(created)}"' if created is not None else ""
            yield ("" if folder is None else "  </folder>\n") + f'  <folder name="{_escape(name)}"{attributes}>\n'
            folder = name
        yield "    " + _game_text(entry, _GAME, entry.comment)
    if folder is not None:
        yield "  </folder>\n"


OPENSUDOKU = OpenSudoku()
