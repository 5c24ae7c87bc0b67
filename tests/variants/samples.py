"""What each rule means, stated once more for the tests, and random rules that are true on a given grid.

The statements are written from the rules of play. They use the fields of a rule and the digits of a grid, and nothing
of `nonet.variants` that gives a rule its meaning there.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise, product
from typing import Any

from nonet import Cell, Grid, Shape
from nonet.variants import RULES, Rule
from tests.boards import pattern

ALL_TYPES = sorted(RULES)
NINE = Shape(3, 3)

GLOBAL = [
    "anti-king",
    "anti-knight",
    "anti-taxicab",
    "diagonal",
    "disjoint-groups",
    "dutch-flatmates",
    "global-entropy",
    "global-modular",
    "negative",
    "nonconsecutive",
    "windoku",
]
"""The rules about the whole board, which few grids fulfill."""


def random_grid(rng: random.Random, shape: Shape = NINE) -> Grid:
    """A solved grid: a pattern with rows, columns and digits in another order."""
    grid = pattern(shape)

    def order(group: int) -> list[int]:
        bands = rng.sample(range(shape.size // group), shape.size // group)
        return [band * group + line for band in bands for line in rng.sample(range(group), group)]

    rows, columns = order(shape.box_height), order(shape.box_width)
    digits = rng.sample(range(1, shape.size + 1), shape.size)
    return Grid([[digits[grid[row, column] - 1] for column in columns] for row in rows], shape)


# The statements


class Board:
    """The digits of a solved grid, and how rules look at them."""

    def __init__(self, grid: Grid, rules: Iterable[Rule] = ()) -> None:
        self.grid, self.size = grid, grid.shape.size
        self.rules = list(rules)

    def __getitem__(self, cell: tuple[int, int]) -> int:
        return self.grid[cell]

    def of(self, cells: Iterable[Cell]) -> list[int]:
        return [self.grid[cell] for cell in cells]

    def cells(self) -> list[Cell]:
        return [Cell(row, column) for row in range(self.size) for column in range(self.size)]

    def near(self, cell: Cell) -> list[Cell]:
        """The cells that share an edge with a cell."""
        return [other for other in self.cells() if abs(cell.row - other.row) + abs(cell.column - other.column) == 1]

    def pairs(self, are_related: Callable[[int, int], bool]) -> list[tuple[int, int]]:
        """The digits of all pairs of cells whose distances down and across are related."""
        return [
            (self[a], self[b])
            for a, b in combinations(self.cells(), 2)
            if are_related(abs(a.row - b.row), abs(a.column - b.column))
        ]

    def reading(self, rule: Any) -> list[int]:
        """The digits of a line from the edge."""
        down = {"u": -1, "d": 1}.get(rule.direction[0], 0)
        right = {"l": -1, "r": 1}.get(rule.direction[-1], 0)
        row, column = rule.start
        found = []
        while 0 <= row < self.size and 0 <= column < self.size:
            found.append(self[row, column])
            row, column = row + down, column + right
        return found

    def readings(self) -> list[list[int]]:
        """All rows and columns, in both directions."""
        rows = [list(row) for row in self.grid.rows]
        lines = rows + [list(column) for column in zip(*rows, strict=True)]
        return lines + [line[::-1] for line in lines]

    def box(self, cell: Cell) -> tuple[int, int]:
        return cell.row // self.grid.shape.box_height, cell.column // self.grid.shape.box_width

    def box_cells(self, cell: Cell) -> list[Cell]:
        return [other for other in self.cells() if self.box(other) == self.box(cell)]

    def squares(self) -> list[list[int]]:
        steps = range(self.size - 1)
        return [[self[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in steps for c in steps]


def are_different(digits: Iterable[Any]) -> bool:
    digits = list(digits)
    return len(set(digits)) == len(digits)


def rising(digits: list[int], gap: int) -> bool:
    return all(b - a >= gap for a, b in pairwise(digits))


def cut(digits: list[int], total: int) -> bool:
    """Whether a line can be cut into runs with a sum, tried in all ways."""
    if not digits:
        return True
    return any(sum(digits[:n]) == total and cut(digits[n:], total) for n in range(1, len(digits) + 1))


def inner_sum(digits: list[int], first: int, second: int) -> int | None:
    """The sum of the digits between two digits."""
    if first not in digits or second not in digits:
        return None
    start, end = sorted((digits.index(first), digits.index(second)))
    return sum(digits[start + 1 : end])


def visible(digits: list[int]) -> list[int]:
    return [digit for i, digit in enumerate(digits) if all(digit > other for other in digits[:i])]


def pieces(rule: Any, board: Board) -> list[int]:
    """The sums of the pieces of a line in boxes."""
    sums: list[int] = []
    last = None
    for cell in rule.cells:
        if board.box(cell) != last:
            sums.append(0)
        last = board.box(cell)
        sums[-1] += board[cell]
    return sums


def indexes(rule: Any, board: Board) -> bool:
    for cell in rule.cells:
        digit = board[cell] - 1
        if rule.axis == "box":
            cells = board.box_cells(cell)
            if board[cells[digit]] != cells.index(cell) + 1:
                return False
        elif rule.axis == "column":
            if board[cell.row, digit] != cell.column + 1:
                return False
        elif board[digit, cell.column] != cell.row + 1:
            return False
    return True


def is_unmarked_free(rule: Any, board: Board) -> bool:
    """Whether no unmarked neighbors have what a negative rule forbids."""
    kinds = {"pair-sum"} if rule.of == "xv" else {"difference", "ratio"}
    marked = {frozenset(each.cells) for each in board.rules if each.type in kinds}  # type: ignore[attr-defined]
    for a in board.cells():
        for b in board.near(a):
            low, high = sorted((board[a], board[b]))
            found = set()
            found |= {"difference", "kropki"} if high - low == 1 else set()
            found |= {"ratio", "kropki"} if high == 2 * low else set()
            found |= {"xv"} if low + high in (5, 10) else set()
            if rule.of in found and frozenset((a, b)) not in marked:
                return False
    return True


def flatmates(board: Board) -> bool:
    columns = list(zip(*board.grid.rows, strict=True))
    text = [" " + "".join(map(str, column)) + " " for column in columns]
    return all(column[column.index("5") - 1] == "1" or column[column.index("5") + 1] == "9" for column in text)


def accepts(rule: Any, digits: list[int]) -> bool:
    """Whether an automaton has a way to an accepting state, tried in all ways."""

    def search(state: int, rest: list[int]) -> bool:
        if not rest:
            return state in rule.accept
        return any(search(end, rest[1:]) for start, digits, end in rule.moves if start == state and rest[0] in digits)

    return any(search(start, digits) for start in rule.start)


def part_sums(digits: list[int]) -> set[int]:
    return {sum(part) for size in range(1, len(digits) + 1) for part in combinations(digits, size)}


def halves(digits: list[int], board: Board) -> bool:
    half, most = len(digits) / 2, board.size // 2
    low = sum(digit <= most for digit in digits)
    high = sum(digit > board.size - most for digit in digits)
    return sum(digit % 2 for digit in digits) == low == high == half


def windows(digits: list[int], size: int, group: Callable[[int], int]) -> bool:
    """Whether this number of neighbors are always in different groups."""
    return all(group(a) != group(b) for i, a in enumerate(digits) for b in digits[i + 1 : i + size])


def rank(rule: Any, board: Board) -> int:
    mine = board.reading(rule)
    others = board.readings()
    return 0 if others.count(mine) > 1 else 1 + sum(other < mine for other in others)


def window_cells(board: Board) -> list[list[int]]:
    height, width = board.grid.shape.box_height, board.grid.shape.box_width
    tops = [top for top in range(1, board.size, height + 1) if top + height < board.size]
    lefts = [left for left in range(1, board.size, width + 1) if left + width < board.size]
    return [[board[r + i, c + j] for i in range(height) for j in range(width)] for r, c in product(tops, lefts)]


def disjoint(board: Board) -> bool:
    groups: dict[int, list[int]] = {}
    for cell in board.cells():
        groups.setdefault(board.box_cells(cell).index(cell), []).append(board[cell])
    return all(map(are_different, groups.values()))


def third(digit: int) -> int:
    return "123456789".index(str(digit)) // 3


def holds(rule: Any, board: Board) -> bool:
    """Whether a rule is true on a solved grid, by the statement of its type."""
    return STATEMENTS[rule.type](rule, board)


STATEMENTS: dict[str, Callable[[Any, Board], bool]] = {
    "all-different": lambda r, b: are_different(b.of(r.cells)),
    "all-of": lambda r, b: all(holds(each, b) for each in r.of),
    "anti-king": lambda r, b: all(x != y for x, y in b.pairs(lambda i, j: max(i, j) == 1)),
    "anti-knight": lambda r, b: all(x != y for x, y in b.pairs(lambda i, j: {i, j} == {1, 2})),
    "anti-taxicab": lambda r, b: (
        not any(b[x] == b[y] == abs(x.row - y.row) + abs(x.column - y.column) for x, y in combinations(b.cells(), 2))
    ),
    "any-of": lambda r, b: any(holds(each, b) for each in r.of),
    "arrow": lambda r, b: int("".join(map(str, b.of(r.circle)))) == sum(b.of(r.shaft)),
    "automaton": lambda r, b: accepts(r, b.of(r.cells)),
    "between": lambda r, b: all(
        min(b[r.cells[0]], b[r.cells[-1]]) < digit < max(b[r.cells[0]], b[r.cells[-1]]) for digit in b.of(r.cells[1:-1])
    ),
    "candidates": lambda r, b: set(b.of(r.cells)) <= set(r.digits),
    "clone": lambda r, b: len({tuple(b.of(group)) for group in r.groups}) == 1,
    "contains": lambda r, b: all(
        (b.of(r.cells).count(d) == n) if r.exact else (b.of(r.cells).count(d) >= n)
        for d, n in Counter(r.digits).items()
    ),
    "count-distinct": lambda r, b: b[r.count] == len(set(b.of(r.cells))),
    "counting-circles": lambda r, b: all(b.of(r.cells).count(digit) == digit for digit in b.of(r.cells)),
    "diagonal": lambda r, b: are_different(b[i, i if r.direction == "\\" else b.size - 1 - i] for i in range(b.size)),
    "difference": lambda r, b: abs(b[r.cells[0]] - b[r.cells[1]]) == r.value,
    "disjoint-groups": lambda r, b: disjoint(b),
    "double-arrow": lambda r, b: 2 * (b[r.cells[0]] + b[r.cells[-1]]) == sum(b.of(r.cells)),
    "dutch-flatmates": lambda r, b: flatmates(b),
    "entropic": lambda r, b: windows(b.of(r.cells), 3, third),
    "equal-sum": lambda r, b: len({sum(b.of(group)) for group in r.groups}) == 1,
    "equality": lambda r, b: are_different(b.of(r.cells)) and halves(b.of(r.cells), b),
    "even": lambda r, b: all(digit in (2, 4, 6, 8) for digit in b.of(r.cells)),
    "extra-region": lambda r, b: sorted(b.of(r.cells)) == list(range(1, b.size + 1)),
    "full-rank": lambda r, b: rank(r, b) == r.value,
    "global-entropy": lambda r, b: all({third(digit) for digit in square} == {0, 1, 2} for square in b.squares()),
    "global-modular": lambda r, b: all({digit % 3 for digit in square} == {0, 1, 2} for square in b.squares()),
    "greater": lambda r, b: b[r.cells[0]] > b[r.cells[1]],
    "hidden-skyscraper": lambda r, b: (
        [digit for digit in b.reading(r) if digit not in visible(b.reading(r))][:1] == [r.value]
    ),
    "index": indexes,
    "killer": lambda r, b: are_different(b.of(r.cells)) and r.sum in (None, sum(b.of(r.cells))),
    "little-killer": lambda r, b: sum(b.reading(r)) == r.sum,
    "lockout": lambda r, b: (
        abs(b[r.cells[0]] - b[r.cells[-1]]) >= r.value
        and not any(
            min(b[r.cells[0]], b[r.cells[-1]]) <= digit <= max(b[r.cells[0]], b[r.cells[-1]])
            for digit in b.of(r.cells[1:-1])
        )
    ),
    "look-and-say": lambda r, b: all(
        b.of(r.cells).count(int(digit)) == int(count) for count, digit in re.findall("(.)(.)", r.clue)
    ),
    "lunchbox": lambda r, b: (
        are_different(b.of(r.cells)) and inner_sum(b.of(r.cells), min(b.of(r.cells)), max(b.of(r.cells))) == r.sum
    ),
    "maximum": lambda r, b: all(b[c] > b[n] for c in r.cells for n in b.near(c) if n not in r.cells),
    "minimum": lambda r, b: all(b[c] < b[n] for c in r.cells for n in b.near(c) if n not in r.cells),
    "modular": lambda r, b: windows(b.of(r.cells), r.value, lambda digit: digit % r.value),
    "nabner": lambda r, b: all(abs(x - y) > 1 for x, y in combinations(b.of(r.cells), 2)),
    "negative": is_unmarked_free,
    "nonconsecutive": lambda r, b: all(abs(x - y) != 1 for x, y in b.pairs(lambda i, j: i + j == 1)),
    "numbered-room": lambda r, b: b.reading(r)[b.reading(r)[0] - 1] == r.value,
    "odd": lambda r, b: all(digit in (1, 3, 5, 7, 9) for digit in b.of(r.cells)),
    "pair": lambda r, b: all(
        y in r.table[x - 1] if r.table else abs(x - y) >= 3  # the samples have this expression
        for (i, x), (j, y) in combinations(enumerate(b.of(r.cells)), 2)
        if r.all or j == i + 1
    ),
    "pair-sum": lambda r, b: sum(b.of(r.cells)) == r.sum,
    "palindrome": lambda r, b: b.of(r.cells) == b.of(reversed(r.cells)),
    "quadruple": lambda r, b: not Counter(r.digits) - Counter(b.of(r.cells)),
    "ratio": lambda r, b: r.value in (b[r.cells[0]] / b[r.cells[1]], b[r.cells[1]] / b[r.cells[0]]),
    "regex": lambda r, b: re.fullmatch(r.pattern, "".join(map(str, b.of(r.cells)))) is not None,
    "region-sum": lambda r, b: len(set(pieces(r, b))) == 1,
    "regions": lambda r, b: all(
        are_different(b.grid[i] for i, letter in enumerate(r.text) if letter == name) for name in set(r.text) - {"."}
    ),
    "rellik": lambda r, b: are_different(b.of(r.cells)) and r.sum not in part_sums(b.of(r.cells)),
    "renban": lambda r, b: sorted(b.of(r.cells)) == list(range(min(b.of(r.cells)), min(b.of(r.cells)) + len(r.cells))),
    "same-digits": lambda r, b: len({tuple(sorted(b.of(group))) for group in r.groups}) == 1,
    "sandwich": lambda r, b: inner_sum(b.reading(r), *(r.crust or (1, b.size))) == r.sum,
    "skyscraper": lambda r, b: len(visible(b.reading(r))) == r.value,
    "slingshot": lambda r, b: b[r.cells[0]] == dict(enumerate(b.of(r.cells[2:]), 1)).get(b[r.cells[1]]),
    "slow-thermo": lambda r, b: rising(b.of(r.cells), 0),
    "sum": lambda r, b: sum(w * d for w, d in zip(r.weights or [1] * 99, b.of(r.cells), strict=False)) == r.sum,
    "sum-line": lambda r, b: any(
        cut(b.of(r.cells[i:] + r.cells[:i]), r.sum) for i in (range(len(r.cells)) if r.loop else [0])
    ),
    "thermo": lambda r, b: rising(b.of(r.cells), 1),
    "whisper": lambda r, b: all(abs(x - y) >= r.value for x, y in zip(b.of(r.cells), b.of(r.cells)[1:], strict=False)),
    "windoku": lambda r, b: all(map(are_different, window_cells(b))),
    "x-sum": lambda r, b: sum(b.reading(r)[: b.reading(r)[0]]) == r.sum,
    "zipper": lambda r, b: (
        len(
            {b[x] + b[y] for x, y in zip(r.cells[: len(r.cells) // 2], r.cells[::-1], strict=False)}
            | ({b[r.cells[len(r.cells) // 2]]} if len(r.cells) % 2 else set())
        )
        == 1
    ),
}


# Random rules


def near_pair(rng: random.Random, size: int) -> list[Cell]:
    row, column = rng.randrange(size), rng.randrange(size - 1)
    cells = [Cell(row, column), Cell(row, column + 1)]
    cells = cells if rng.random() < 0.5 else [Cell(cell.column, cell.row) for cell in cells]
    return cells if rng.random() < 0.5 else cells[::-1]


def edge(rng: random.Random, size: int, *, diagonal: bool = False) -> dict[str, Any]:
    i, last = rng.randrange(size), size - 1
    if diagonal:
        return rng.choice(
            [
                {"start": Cell(0, i), "direction": rng.choice(["dl", "dr"])},
                {"start": Cell(last, i), "direction": rng.choice(["ul", "ur"])},
            ]
        )
    return rng.choice(
        [
            {"start": Cell(0, i), "direction": "d"},
            {"start": Cell(last, i), "direction": "u"},
            {"start": Cell(i, 0), "direction": "r"},
            {"start": Cell(i, last), "direction": "l"},
        ]
    )


def draw(kind: str, rng: random.Random, grid: Grid) -> Rule:
    """A random rule of a kind; its numbers are often true on a grid, its cells are not."""
    board, size = Board(grid), grid.shape.size
    make: Callable[..., Rule] = RULES[kind]

    def some(low: int, high: int) -> list[Cell]:
        return rng.sample(board.cells(), rng.randint(low, high))

    if kind in ("all-of", "any-of"):
        return make(of=[draw(rng.choice(["killer", "thermo", "odd", "renban"]), rng, grid) for _ in range(2)])
    if kind == "negative":
        return make(rng.choice(["kropki", "difference", "ratio", "xv"]))
    if kind == "diagonal":
        return make(rng.choice("/\\"))
    if kind in GLOBAL:
        return make()
    if kind == "regions":
        shift = rng.randrange(size)
        return make("".join("ABCDEFGHI"[(grid[i] + shift * (i // size)) % size] for i in range(size * size)))
    if kind in ("clone", "same-digits", "equal-sum"):
        cells = some(4, 4) if rng.random() < 0.5 else some(2, 2)
        return make([cells[: len(cells) // 2], cells[len(cells) // 2 :]])
    if kind == "arrow":
        return make(some(1, 1), some(1, 3)) if rng.random() < 0.7 else make(some(2, 2), some(3, 5))
    if kind in ("difference", "ratio", "pair-sum", "greater"):
        cells = near_pair(rng, size)
        values = {"difference": [rng.randint(1, 3)], "ratio": [rng.randint(2, 3)], "pair-sum": [sum(board.of(cells))]}
        return make(cells, *values.get(kind, []))
    if kind in ("little-killer", "x-sum", "sandwich", "skyscraper", "hidden-skyscraper", "numbered-room", "full-rank"):
        return draw_clue(kind, make, rng, board)
    if kind == "quadruple":
        row, column = rng.randrange(size - 1), rng.randrange(size - 1)
        cells = [Cell(row + i, column + j) for i in (0, 1) for j in (0, 1)]
        return make(cells, rng.sample(board.of(cells), rng.randint(1, 4)))
    if kind == "extra-region":
        return make([rng.choice([cell for cell in board.cells() if board[cell] == i]) for i in range(1, size + 1)])
    return draw_cells(kind, make, rng, board, some)


def draw_clue(kind: str, make: Callable[..., Rule], rng: random.Random, board: Board) -> Rule:
    where = edge(rng, board.size, diagonal=kind == "little-killer")
    if kind in ("little-killer", "x-sum", "sandwich"):
        clue = make(**where, sum=1)
        line = board.reading(clue)
        crust = rng.sample(range(1, board.size + 1), 2) if kind == "sandwich" and rng.random() < 0.3 else None
        total = {"little-killer": sum(line), "x-sum": sum(line[: line[0]])}.get(kind)
        if total is not None:
            return make(**where, sum=total)
        return make(**where, sum=inner_sum(line, *(crust or (1, board.size))), crust=crust)
    clue = make(**where, value=1)
    line = board.reading(clue)
    hidden = [digit for digit in line if digit not in visible(line)] or [1]
    value = {
        "skyscraper": len(visible(line)),
        "hidden-skyscraper": hidden[0],
        "numbered-room": line[line[0] - 1],
        "full-rank": rank(clue, board) or 1,
    }[kind]
    return make(**where, value=value)


def draw_cells(
    kind: str, make: Callable[..., Rule], rng: random.Random, board: Board, some: Callable[[int, int], list[Cell]]
) -> Rule:
    cells = some(2, 4)
    digits = board.of(cells)
    if kind in ("killer", "sum", "rellik", "lunchbox", "sum-line"):
        if kind == "sum" and rng.random() < 0.5:
            weights = [rng.choice([-2, -1, 1, 2, 3]) for _ in cells]
            return make(cells, sum(w * d for w, d in zip(weights, digits, strict=True)), weights)
        total = {"rellik": rng.randint(1, 12), "lunchbox": inner_sum(digits, min(digits), max(digits))}.get(kind)
        if kind == "sum-line":
            return make(cells, sum(digits[: rng.randint(1, len(digits))]), loop=rng.random() < 0.5)
        if kind == "killer" and not are_different(digits):
            return make(cells)
        return make(cells, sum(digits) if total is None else total)
    if kind in ("whisper", "lockout", "modular"):
        return make(cells, rng.randint(2, 5) if kind != "modular" else rng.randint(2, 3))
    if kind in ("candidates", "contains"):
        extra = {"exact": rng.random() < 0.5} if kind == "contains" else {}
        return make(cells, rng.sample(digits, rng.randint(1, len(digits))), **extra)
    if kind == "look-and-say":
        digit = rng.choice(digits)
        return make(cells, f"{digits.count(digit)}{digit}")
    if kind == "count-distinct":
        return make(cells, some(1, 1)[0])
    if kind == "index":
        return make(rng.choice(["row", "column", "box"]), some(1, 2))
    if kind == "pair":
        table = [rng.sample(range(1, board.size + 1), 5) for _ in range(board.size)]
        what: dict[str, Any] = {"table": table} if rng.random() < 0.7 else {"rule": "abs(a - b) >= 3"}
        return make(cells[:3], **what, all=rng.random() < 0.5)
    if kind == "regex":
        return make(cells, rng.choice(["[1-5]*", "(.[^3]|7.)*", "[1-4]?[2468]+", "(..)+|1.*", ".{2,3}[5-9]?"]))
    if kind == "automaton":
        moves = [[rng.randrange(3), rng.sample(range(1, board.size + 1), 4), rng.randrange(3)] for _ in range(6)]
        return make(cells, [0], [rng.randrange(3)], moves)
    if kind in ("between", "double-arrow", "slingshot", "zipper"):
        return make(some(3, 4))
    if kind == "region-sum":
        return make(some(2, 3))
    if kind == "equality":
        return make(some(2, 2) if rng.random() < 0.5 else some(4, 4))
    if kind in ("renban", "palindrome", "counting-circles", "odd", "even", "minimum", "maximum", "nabner"):
        return make(some(1 if kind not in ("palindrome", "nabner") else 2, 3))
    return make(cells)


def fitting(kind: str, rng: random.Random, grid: Grid, rules: Iterable[Rule] = ()) -> Rule:
    """A random rule of a kind that is true on a grid."""
    for _ in range(3000):
        rule = draw(kind, rng, grid)
        if holds(rule, Board(grid, rules)):
            return rule
    raise AssertionError(f"no {kind} rule was true in 3000 tries")
