"""Positions to look at: sketches of a few cells on an empty board, and real ones on the way through made puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from nonet import Grid, Position, Shape, read_many, solve
from nonet.bulk import bench_set
from nonet.geometry import SYMBOLS, bits
from nonet.logic import Candidate, Step, steps, verify
from nonet.logic._explain import find_next
from nonet.logic.marks import Marks
from nonet.logic.techniques import TECHNIQUES

NINE = Shape(3, 3)
EASY = [row for row in TECHNIQUES if row.family in {"singles", "locked_candidates", "subsets"}]

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
"""Positions of made puzzles, each with a technique that seldom comes up."""


def board(names: str) -> int:
    """A bitboard from the names of cells."""
    return sum(1 << NINE.cell(name) for name in names.split())


def sketch(
    cells: Mapping[str, str],
    only: Mapping[str, str] | None = None,
    *,
    placed: Mapping[str, int] | None = None,
    given: Mapping[str, int] | None = None,
) -> Position:
    """An empty 9x9 board in which these cells have these candidates, and the others all that are left to them.

    `only` names the places of a digit in a house: ``{"1 row 2": "r2c3 r2c4"}``.
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


def library(line: str) -> Position:
    """The position of a library line."""
    (entry,) = read_many(line, format="hodoku")
    return entry.position or Position(entry.grid)


def found(position: Position, technique: str) -> list[Step]:
    """The steps of a technique, each of them proved."""
    steps_found = list(steps(position, techniques=[technique]))
    assert [step for step in steps_found if not verify(position, step)] == []
    return steps_found


def struck(step: Step) -> str:
    """The eliminations as text, digit and cells: ``3: r1c2 r1c3``."""
    by_digit: dict[int, list[int]] = {}
    for cell, digit in sorted(step.eliminations):
        by_digit.setdefault(digit, []).append(cell)
    return "; ".join(f"{d}: {' '.join(map(NINE.cell_name, cells))}" for d, cells in sorted(by_digit.items()))


@cache
def real_positions(number: int = 140, seed: int = 7) -> tuple[tuple[Position, Grid], ...]:
    """Where singles, locked candidates and subsets leave made puzzles, with the solution of each.

    What other techniques then strike out is taken off at once, so that later patterns come up as well; the rare ones
    are added.
    """
    rare = [(position, solve(position.givens)) for position in map(library, RARE.values())]
    made = bench_set("minimal", number, seed=seed).decode().split()
    return (*rare, *(pair for line in made for pair in _stops(line)))


def _stops(line: str) -> Iterator[tuple[Position, Grid]]:
    solution = solve(line)
    marks = Marks.of(Position(line))
    while marks.blanks:
        step = find_next(marks, EASY)
        if step is not None:
            marks = marks.after(step.placements, step.eliminations)
            continue
        yield marks.position, solution
        wrong = {
            Candidate(cell, digit)
            for technique in ("xy-wing", "simple-colors-trap", "multi-colors-1", "unique-rectangle-1", "3d-medusa")
            for step in found(marks.position, technique)
            for cell, digit in step.eliminations
        }
        if not wrong:
            break
        marks = marks.after((), sorted(wrong))
