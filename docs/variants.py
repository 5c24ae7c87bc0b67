"""Makes the gallery of rules: ``python docs/variants.py`` writes docs/variants.jsonl and docs/variants-gallery.md.

With names of rules as arguments, it makes only the puzzles of these rules again.

Each kind of rule gets a small puzzle of our own with exactly one solution: rules that hold in a random solution, and
the givens that are still needed. `docs/pictures.py` draws them.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from nonet import Cell, Grid, Puzzle, count, solutions
from nonet.drawing import rule_name
from nonet.puzzle import Rule
from nonet.variants import RULES

FOLDER = Path(__file__).parent
PUZZLES = FOLDER / "variants.jsonl"
SIX, NINE, JIGSAW = Grid.empty((2, 3)), Grid.empty(), Grid.empty((1, 6))
REGIONS = "AAABBBAAABBBCCDDEECCDDEECCDDEEFFFFFF"
KING = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
EVERYWHERE = {
    **dict.fromkeys(["anti-king", "anti-knight", "disjoint-groups"], SIX),
    **dict.fromkeys(["anti-taxicab", "nonconsecutive", "windoku"], NINE),
    **dict.fromkeys(["global-entropy", "global-modular", "dutch-flatmates"], NINE),
}
"""Rules without cells, each with a board on which they have solutions."""
LINES = {
    "thermo": 4,
    "slow-thermo": 4,
    "palindrome": 4,
    "renban": 4,
    "nabner": 3,
    "between": 4,
    "zipper": 5,
    "double-arrow": 4,
    "region-sum": 4,
    "entropic": 4,
    "modular": 4,
    "whisper": 4,
    "lockout": 4,
    "slingshot": 5,
    "sum-line": 5,
    "pair": 4,
    "regex": 4,
    "automaton": 4,
    "greater": 2,
    "difference": 2,
    "ratio": 2,
    "pair-sum": 2,
}
"""Rules on a line, each with its length."""
CAGES = {
    "killer": 3,
    "sum": 3,
    "rellik": 3,
    "lunchbox": 4,
    "equality": 4,
    "contains": 3,
    "look-and-say": 4,
    "all-different": 4,
    "extra-region": 6,
    "candidates": 1,
    "odd": 3,
    "even": 3,
    "minimum": 1,
    "maximum": 1,
    "count-distinct": 4,
    "index": 2,
}
"""Rules on a set of cells, each with its size."""
_HEAD = """\
# Gallery of rules

An example of every rule, in the order of their names. `docs/variants.py` makes the puzzles, each with exactly one
solution, and nonet draws them. Below a picture is a rule of the puzzle, in nonet's text and in words. See
[variants.md](variants.md) for how to use them.
"""
OUTSIDE = ("little-killer", "sandwich", "x-sum", "skyscraper", "hidden-skyscraper", "numbered-room", "full-rank")
GROUPS = ("clone", "same-digits", "equal-sum")


class Maker:
    """Makes rules of one kind that hold in a solution."""

    def __init__(self, kind: str, solution: Grid) -> None:
        self.kind, self.solution, self.size = kind, solution, solution.shape.size
        self.random = random.Random(f"{kind} {solution}")  # noqa: S311

    def holds(self, rule: dict[str, object]) -> Rule | None:
        """Return a rule if it is well formed and holds in the solution."""
        try:
            made: Rule = Rule.from_dict({"type": self.kind, **rule})
            return None if Puzzle(self.solution, [made]).conflicts() else made
        except ValueError:
            return None

    def walk(self, length: int, *, orthogonal: bool = False) -> list[Cell]:
        """Return a random line of cells."""
        cells = [Cell(self.random.randrange(self.size), self.random.randrange(self.size))]
        moves = [move for move in KING if 0 in move] if orthogonal else KING
        for _ in range(4 * length):
            if len(cells) == length:
                break
            down, right = self.random.choice(moves)
            cell = Cell(cells[-1][0] + down, cells[-1][1] + right)
            if min(cell) >= 0 and max(cell) < self.size and cell not in cells:
                cells.append(cell)
        return cells

    def area(self, number: int) -> list[Cell]:
        """Return random connected cells."""
        cells = self.walk(1)
        while len(cells) < number:
            row, column = self.random.choice(cells)
            down, right = self.random.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
            cell = Cell(row + down, column + right)
            if min(cell) >= 0 and max(cell) < self.size and cell not in cells:
                cells.append(cell)
        return cells

    def guess(self) -> dict[str, object]:
        """Return the fields of a random rule, which may be wrong."""
        if self.kind in LINES:
            is_pair = LINES[self.kind] == 2
            cells = self.walk(LINES[self.kind], orthogonal=is_pair)
            return {"cells": _names(cells), **self.values(cells)}
        if self.kind in CAGES:
            cells = self.area(CAGES[self.kind])
            return {"cells": _names(cells), **self.values(cells)}
        if self.kind in OUTSIDE:
            return self.outside()
        if self.kind in GROUPS:
            first, second = self.area(3 if self.kind == "equal-sum" else 2), self.walk(1)[0]
            moved = [Cell(r - first[0][0] + second[0], c - first[0][1] + second[1]) for r, c in first]
            return {"groups": [] if set(first) & set(moved) else [_names(first), _names(moved)]}
        match self.kind:
            case "arrow":
                circle, *shaft = self.walk(3)
                return {"circle": circle.name, "shaft": _names(shaft)}
            case "quadruple":
                row, column = (self.random.randrange(self.size - 1) for _ in range(2))
                cells = [Cell(row + i, column + j) for i in (0, 1) for j in (0, 1)]
                return {"cells": _names(cells), "digits": sorted(self.solution[cell] for cell in cells)[:2]}
            case "counting-circles":
                cells = [cell for digit in (1, 2, 3) for cell in self.random.sample(self.cells_with(digit), digit)]
                return {"cells": _names(cells)}
            case "any-of":
                of = [{"type": "killer", "cells": _names(self.area(2)), "sum": 5}]
                return {"of": [*of, {"type": "thermo", "cells": _names(self.walk(3))}]}
        cells = self.walk(3)  # all-of
        total = sum(self.solution[cell] for cell in cells)
        return {
            "of": [{"type": "thermo", "cells": _names(cells)}, {"type": "killer", "cells": _names(cells), "sum": total}]
        }

    def cells_with(self, digit: int) -> list[Cell]:
        """Return the cells with a digit."""
        return [self.solution.shape.cell_at(cell) for cell, other in enumerate(self.solution) if other == digit]

    def values(self, cells: list[Cell]) -> dict[str, object]:
        """Return the fields of a rule besides its cells."""
        digits = [self.solution[cell] for cell in cells]
        some: dict[str, Callable[[], dict[str, object]]] = {
            "killer": lambda: {"sum": sum(digits)},
            "sum": lambda: {"sum": sum(digits)},
            "pair-sum": lambda: {"sum": self.random.choice([5, 10])},
            "rellik": lambda: {"sum": self.random.randrange(3, 12)},
            "lunchbox": lambda: {"sum": self.random.randrange(2, 9)},
            "sum-line": lambda: {"sum": self.random.randrange(5, 9)},
            "contains": lambda: {"digits": sorted(digits)[:2]},
            "look-and-say": lambda: {"clue": f"{digits.count(digits[0])}{digits[0]}"},
            "candidates": lambda: {"digits": sorted({*digits, *self.random.sample(range(1, self.size + 1), 2)})},
            "count-distinct": lambda: {"count": self.walk(1)[0].name},
            "index": lambda: {"axis": "column"},
            "difference": lambda: {"value": 1},
            "ratio": lambda: {"value": 2},
            "modular": lambda: {"value": 3},
            "whisper": lambda: {"value": (self.size + 1) // 2},
            "lockout": lambda: {"value": 2},
            "pair": lambda: {"rule": "abs(a - b) >= 2"},
            "regex": lambda: {"pattern": "[135]*[246]*"},
            "automaton": lambda: {"start": [0], "accept": [0], "moves": [[0, [1, 3, 5], 1], [1, [2, 4, 6], 0]]},
        }
        return some.get(self.kind, dict)()

    def outside(self) -> dict[str, object]:
        """Return the fields of a clue outside the board."""
        last, at = self.size, self.random.randrange(1, self.size + 1)
        straight = [(1, at, "d"), (last, at, "u"), (at, 1, "r"), (at, last, "l")]
        diagonal = [(1, at, "dl"), (1, at, "dr"), (last, at, "ul"), (last, at, "ur")]
        row, column, way = self.random.choice(diagonal if self.kind == "little-killer" else straight)
        name = "sum" if self.kind in ("little-killer", "sandwich", "x-sum") else "value"
        most = 4 * self.size if self.kind in ("full-rank", "little-killer", "x-sum") else 2 * self.size
        return {"start": f"r{row}c{column}", "direction": way, name: self.random.randrange(most)}

    def rules(self, number: int) -> Iterator[Rule]:
        """Yield some rules, with different cells as far as possible."""
        found: list[Rule] = []
        used: set[str] = set()
        for attempt in range(20_000):
            rule = self.holds(self.guess())
            names = set(re.findall(r"r\d+c\d+", json.dumps(rule.to_dict()))) if rule is not None else used
            if rule is not None and rule not in found and (attempt > 10_000 or not names & used):
                found.append(rule)
                used |= names
                yield rule
            if len(found) == number:
                return


def _names(cells: list[Cell]) -> str:
    return " ".join(cell.name for cell in cells)


def without_givens(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with as few givens as its rules allow, if they are removed in a random order."""
    cells = list(range(puzzle.shape.cells))
    random.Random(str(puzzle)).shuffle(cells)  # noqa: S311
    for cell in cells:
        less = puzzle.replace({cell: 0})
        if count(less) == 1:
            puzzle = less
    return puzzle


def example(kind: str) -> Puzzle:
    """Return a puzzle with rules of a kind."""
    if kind == "regions":
        return _filled(Puzzle(JIGSAW, [Rule.from_dict({"type": "regions", "text": REGIONS})]))
    if kind in EVERYWHERE:
        return _filled(Puzzle(EVERYWHERE[kind], [Rule.from_dict({"type": kind})]))
    if kind == "diagonal":
        return _filled(Puzzle(SIX, [Rule.from_dict({"type": kind, "direction": way}) for way in "/\\"]))
    board = NINE if kind == "entropic" else SIX
    solution = next(solutions(board.replace({"r1c1": 2, "r2c2": 1, "r3c3": 5}), limit=1))
    if kind == "negative":
        return without_givens(Puzzle(solution, [*_all_dots(solution), Rule.from_dict({"type": kind, "of": "kropki"})]))
    return without_givens(
        Puzzle(solution, list(Maker(kind, solution).rules(1 if kind in ("counting-circles",) else 4)))
    )


def _filled(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the givens that make its solution unique."""
    return without_givens(Puzzle(next(solutions(puzzle, limit=1)), puzzle.rules))


def _all_dots(solution: Grid) -> Iterator[Rule]:
    """Yield a dot on each pair of neighbors whose digits are consecutive or have the ratio 2."""
    size = solution.shape.size
    for cell in range(size * size):
        for other in ([cell + 1] if cell % size < size - 1 else []) + (
            [cell + size] if cell + size < size * size else []
        ):
            low, high = sorted((solution[cell], solution[other]))
            names = f"{solution.shape.cell_name(cell)} {solution.shape.cell_name(other)}"
            if high == 2 * low:
                yield Rule.from_dict({"type": "ratio", "cells": names, "value": 2})
            elif high - low == 1:
                yield Rule.from_dict({"type": "difference", "cells": names, "value": 1})


def kept() -> dict[str, Puzzle]:
    """Return the puzzles of the gallery by the kind of rule."""
    lines = PUZZLES.read_text(encoding="utf-8").splitlines()
    return {data["rule"]: Puzzle.parse(data["text"]) for data in map(json.loads, lines)}


def page() -> str:
    """Return the page of the gallery."""
    parts = [_HEAD]
    for kind, puzzle in kept().items():
        rule = next(rule for rule in puzzle.rules if rule.type == kind)
        name = rule_name(kind)
        picture = f"![{name}](pictures/rule-{kind}.svg)"
        parts.append(f"## {name[0].upper()}{name[1:]}\n\n{picture}\n\n```text\n{rule}\n```\n\n{rule.words()}\n")
    return "\n".join(parts)


def main() -> None:
    """Make all puzzles, or those of the kinds that are named, and write them and the page."""
    old = kept() if sys.argv[1:] else {}
    puzzles = {kind: old[kind] if kind in old.keys() - sys.argv[1:] else example(kind) for kind in RULES}
    lines = [json.dumps({"rule": kind, "text": str(puzzle)}) for kind, puzzle in puzzles.items()]
    PUZZLES.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (FOLDER / "variants-gallery.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
