"""Positions and puzzles for the tests of logic: drawn by hand, random, or reached while solving puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from hypothesis import strategies as st

from nonet import Grid, Position, Shape, read_many, solve
from nonet.bulk import bench_set
from nonet.geometry import SYMBOLS, bits, digits_of
from nonet.logic import TECHNIQUES, Candidate, Marks, Technique, find_next
from nonet.logic.techniques import select_techniques
from tests.boards import moved, moves, pattern

NINE = Shape(3, 3)
SMALL = [Shape(2, 2), Shape(2, 3), Shape(3, 2)]
ALL = [*SMALL, Shape(2, 4), NINE, Shape(1, 5)]


def family(*files: str) -> tuple[Technique, ...]:
    """Return the techniques whose finders are in some files, such as "fish"."""
    assert {*files} <= {row.family for row in TECHNIQUES}
    return tuple(row for row in TECHNIQUES if row.family in files)


BASIC = family("singles", "locked_candidates", "subsets")


# Drawn by hand


def board(names: str) -> int:
    """Return the bitboard of some cells, given by name: ``r1c2 r1c3``."""
    return sum(1 << NINE.cell(name) for name in names.split())


def sketch(
    cells: Mapping[str, str],
    only: Mapping[str, str] | None = None,
    *,
    placed: Mapping[str, int] | None = None,
    given: Mapping[str, int] | None = None,
) -> Position:
    """Return an empty 9x9 board in which these cells have these candidates, and the others all possible ones.

    `only` gives all places of a digit in a house: ``{"1 row 2": "r2c3 r2c4"}``.
    """
    givens = Grid(81 * ".").replace(dict(given or {}))
    position = Position(givens, givens.replace(dict(placed or {})))
    masks = list(position.candidate_masks)
    for name, digits in cells.items():
        masks[NINE.cell(name)] = sum(1 << SYMBOLS.index(digit) for digit in digits)
    for where, names in (only or {}).items():
        digit, _, house = where.partition(" ")
        for cell in bits(NINE.house_masks[NINE.house_names.index(house)] & ~board(names)):
            masks[cell] &= ~(1 << SYMBOLS.index(digit))
    return Position(position.givens, position.grid, masks)


def digit_position(shape: Shape, places: int) -> Position:
    """Return a blank board on which 1 has these places only, and every other digit all cells."""
    others = shape.all_digits & ~1
    masks = [others | places >> cell & 1 for cell in range(shape.cells)]
    return Position(Grid([[0] * shape.size] * shape.size, shape), candidate_masks=masks)


def pictured(*rows: str, shape: Shape = NINE) -> Position:
    """Return a blank board on which 1 is possible where the picture has anything but a dot."""
    cells = "".join(rows).replace(" ", "")
    assert len(cells) == shape.cells
    return digit_position(shape, sum(1 << cell for cell, sign in enumerate(cells) if sign != "."))


def library(line: str) -> Position:
    """Return the position of a line in the format of HoDoKu's library."""
    (entry,) = read_many(line, format="hodoku")
    return entry.position or Position(entry.grid)


RARE = {
    "avoidable-rectangle-1": (
        ":0000:x:+97+5+6+3+8+4+21+8+43+19+257+62+6+1+7+5+4.+8.+4+3+2+9+85+6+1+7+19+82+7+6.4.+6+574+132+9+8+389+5+2+7+16+4+526+8+41.3.+7+1+43+6+9+85+2"
        ":::"
    ),
    "avoidable-rectangle-2": (
        ":0000:x:+2+9+63+1+7.+8.53+4+98+2+7+6+17+184+5+6+29+3+6+72+5..+1+4835+1+8+2+4+67+9+84+9+761.2..2+364+9.5...+5...9+3...7....1."
        ":181 882 284 789 896 897 299::"
    ),
    "bug-1": (
        ":0000:x:+3.+6+4.91+522+49+15+6+83+7+51.+32.+9649+6+38..+4+2+5...+5+4+23+96+4+256+9371+86+9.2.+4+5+7+3.+5+2+7+3.+64+973+4+9+6+5+2+8+1"
        ":::"
    ),
    "bug-2": (
        ":0000:x:+38.+51+4.+9...4+89.+5+139+5+1+32.+8.4+5..+9.+14.+8+4+187.29.+5.+93+458...7+4+96+83.5.16+5+2+4+9+3+87+8+32+1+7+5+6+4+9"
        ":748 267 269::"
    ),
    "bug-3": (
        ":0000:x:1+9+8.4.+5+72+7+3+58+294+6+12+4+65+1+78+935+14..+87+2+63+6+2..1+9+8.+879..2+3+1..+5+7+1..+238.+81+2..+6..62+3.+8.+1.."
        ":585 489 589 494 499 599::"
    ),
    "bug-4": (
        ":0000:x:+8+9+67+2.+1.+4.2+7+4186+9.4+1.+69.+7+2+8+6+7.8+3+94.29+4.5+7+2+8+6..82+1+4+69..7+5+9+2+8+134+6+2+3+8+9645..+16+4+35+7+28+9"
        ":::"
    ),
    "multi-colors-2": (
        ":0000:x:+7+645+8+2+3+912..9+4+17+6+51+5+9+6+3+7+428..+73..2+1+6..1+8+2.9...+2.+17...4.+1.+4.....+49.76.+1..37+52+186+4+9"
        ":352 558 561 861 663 863 566 368 378::"
    ),
    "remote-pair": (
        ":0000:x:.+2+3+8+1..5+61.6+5.2...+8+5746....+3.8+62....+6.27.1.....+5+3.+86..+28+9+1..+5637+64+2..+98153+19+8+6..."
        ":442 942 462 962 468 968 469 969::"
    ),
    "simple-colors-wrap": (
        ":0000:x:1...4+62.+3+8..3+2+1+5..+2+43.5..61..+24..+318+9+3+1+5+826..+487+1+6+395+279+8+2+15+4+36+3246..+1.+5.+1..3+4.+2."
        ":914::"
    ),
    "unique-loop-1": (
        ":0000:x:+12+5+6+3+4+87+9+693..71+4+24+78+1+9+2+5+63+81+7+96+5+32+4+5+6+2+3489+17+9+3+4...+658+3.+1..9+2....92..+4....64..7.1"
        ":165 765 774 575 875 579 582 585 785 885 186 386 689 398 898::"
    ),
    "unique-loop-2": (
        ":0000:x:.+8.+25974+1+57.+46.+2.+82+4...856..+5.+3+24..+6.2.6..37..3......2.+6+291....8..+5+4+6.2.4.5+8.+2+6.."
        ":611 313 123 323 326 928 333 933 134 735 339 741 143 843 943 153 953 959 761 163 663 763 963 764 "
        "765 867 968 371 776 378 379 779 183 783 983 389 989 395 398 799 999::"
    ),
    "unique-loop-3": (
        ":0000:x:4...+17+3......8.+1....+156.2..38+4+6+2+57+9+116+7..8+542+59+24+7+18+6+3......6+15.19.5.+43...51..+9+2."
        ":819 621 226 729 739 839 274 374 974 476 781 881 284 496::"
    ),
    "unique-loop-4": (
        ":0000:x:+7.65..+2+984+89+6+7+23+5+1+5+2.8+9.7+6+43+7.+9+25.+162.....+57+9+9.5..+6.2+3+1...+679..8..4.9...+692...1.7"
        ":115 354 155 156 856 462 165 572 374 378 478 279 382 383 385 585 589 395 895 396 398 898::"
    ),
    "unique-rectangle-2": (
        ":0000:x:1...4+62.+3+8..3+2+1+5..+2+43.5..61..+24..+318+9+3+1+5+826..+487+1+6+395+279+8+2+15+4+36+3246..+1.+5.+1..3+4.+2."
        ":914::"
    ),
    "unique-rectangle-6": (
        ":0000:x:+8+9.+7..+5..+56...+971.2+1+7.45+9.3..8..7+1....+1.9..3..3+9...85.17+29....59+46...3+7.+3+85.742.."
        ":413 215 315 216 316 618 619 323 824 825 229 429 634 838 244 245 645 648 948 249 449 649 651 254 "
        "654 854 256 656 457 659 164 264 665 666 269 669 375 875 876 677 478 678 184 884 185 186 886 889 694 "
        "698 199 999::"
    ),
}
"""Positions of generated puzzles, each with a rare technique."""


# Random


@st.composite
def single_digits(draw: st.DrawFn, shapes: list[Shape]) -> tuple[Shape, int]:
    """Draw the places of a digit that has at least one template."""
    shape = draw(st.sampled_from(shapes))
    solved = moved(pattern(shape), *draw(moves(shape)))
    more = draw(st.sets(st.integers(0, shape.cells - 1), max_size=2 * shape.size))
    return shape, sum(1 << cell for cell in {*more, *(cell for cell, digit in enumerate(solved) if digit == 1)})


def shuffled(random: Random, size: int, group: int) -> list[int]:
    """Return the lines of a board in random order, but with the lines of a band together."""
    bands = random.sample(range(size // group), size // group)
    return [band * group + line for band in bands for line in random.sample(range(group), group)]


def random_position(seed: int, shape: Shape = NINE, blanks: float = 0.6, others: int = 2) -> tuple[Position, Grid]:
    """Return a position in which each blank has the solution's digit and 1 to `others` more; and the solution."""
    random = Random(seed)
    rows, columns = shuffled(random, shape.size, shape.box_height), shuffled(random, shape.size, shape.box_width)
    solution = moved(pattern(shape), rows, columns, [0, *random.sample(range(1, shape.size + 1), shape.size)])
    hidden = random.sample(range(shape.cells), int(blanks * shape.cells))
    grid = solution.replace(dict.fromkeys(hidden, 0))
    masks = list(Position(grid).candidate_masks)
    for cell in hidden:
        spare = [bit for bit in range(shape.size) if masks[cell] >> bit & 1 and bit != solution[cell] - 1]
        kept = random.sample(spare, min(len(spare), random.randint(1, others)))
        masks[cell] = 1 << solution[cell] - 1 | sum(1 << bit for bit in kept)
    return Position(grid, candidate_masks=masks), solution


def transformed(position: Position, seed: int) -> tuple[Position, dict[Candidate, Candidate]]:
    """Return the position mirrored, with shuffled lines and renamed digits; and the new candidate of each old one."""
    shape = position.grid.shape
    random = Random(seed)
    size = shape.size
    rows, columns = shuffled(random, size, shape.box_width), shuffled(random, size, shape.box_height)
    digits = [0, *random.sample(range(1, size + 1), size)]
    cells = [rows.index(cell % size) * size + columns.index(cell // size) for cell in range(shape.cells)]
    masks, givens, grid = [0] * shape.cells, bytearray(shape.cells), bytearray(shape.cells)
    for cell, there in enumerate(cells):
        givens[there], grid[there] = digits[position.givens[cell]], digits[position.grid[cell]]
        masks[there] = sum(1 << digits[digit] - 1 for digit in digits_of(position.candidate_masks[cell]))
    other = Shape(shape.box_width, shape.box_height)
    moved_to = {
        Candidate(cell, digit): Candidate(there, digits[digit])
        for cell, there in enumerate(cells)
        for digit in range(1, size + 1)
    }
    return Position(Grid.of_digits(bytes(givens), other), Grid.of_digits(bytes(grid), other), masks), moved_to


# Reached while solving


@cache
def made_puzzles(name: str = "minimal", number: int = 20, seed: int = 5) -> tuple[str, ...]:
    """Return generated puzzles; the same ones for the same seed."""
    return tuple(bench_set(name, number, seed=seed).decode().split())


def on_the_way(start: str | Marks) -> Iterator[Marks]:
    """Yield the marks before each step of the basic techniques, and those after the last one."""
    marks = Marks.of(Position(start)) if isinstance(start, str) else start
    yield marks
    while marks.blanks and (step := find_next(marks, BASIC)):
        marks = marks.after(step.placements, step.eliminations)
        yield marks


@cache
def stuck_positions(number: int, seed: int = 1, helping: tuple[str, ...] = ()) -> tuple[tuple[Position, Grid], ...]:
    """Return positions of minimal puzzles in which the basic techniques find nothing, with their solutions.

    There is one position of each puzzle, and more if other techniques help: what these eliminate is removed, and the
    puzzle goes on.
    """
    more = select_techniques(helping)
    found = []
    for line in made_puzzles("minimal", number, seed):
        marks: Marks | None = Marks.of(Position(line))
        while marks:
            *_, marks = on_the_way(marks)
            if not marks.blanks:
                break
            found.append((marks.position, solve(line)))
            wrong = {candidate for row in more for step in row.find(marks) for candidate in step.eliminations}
            marks = marks.after((), sorted(wrong)) if wrong else None
    return tuple(found)


@cache
def hard_positions(number: int = 40) -> tuple[tuple[Position, Grid], ...]:
    """Return positions in which fish and other patterns of one digit come up."""
    helping = (row.id for row in family("fish", "single_digit_patterns") if row.default)
    return stuck_positions(number, 8, tuple(helping))


@cache
def varied_positions() -> tuple[tuple[Position, Grid], ...]:
    """Return positions in which wings, colors, rectangles, loops and BUGs come up, the rare ones too."""
    helping = ("xy-wing", "simple-colors-trap", "multi-colors-1", "unique-rectangle-1", "3d-medusa")
    rare = [(position, solve(position.givens)) for position in map(library, RARE.values())]
    return (*rare, *stuck_positions(140, 7, helping))
