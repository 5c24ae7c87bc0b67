"""The reference engine: puzzles with rules in plain Python, as plain as the meaning of the primitives.

A state is one mask of candidates per cell. Each primitive has a propagator that removes candidates which cannot be
true; they run until nothing changes. Then the search guesses a digit in the cell with the fewest candidates, weighted
by the failures it took part in. A few things follow from several primitives and help much: locked candidates, the sets
of digits of a cage, and sums of cells that stick out of houses. The compiled kernel has the same functions and gives
the same answers, much faster; this engine is the one to read, the one that tests compare it with, and the one that
answers without a kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, permutations
from time import monotonic
from typing import Any

from ..errors import ArgumentError, OutOfTime
from ..geometry import bits
from .expansion import expanded
from .primitives import (
    Allowed,
    AnyOf,
    Automaton,
    Between,
    Board,
    Choice,
    Count,
    Distinct,
    Element,
    Linear,
    Model,
    Pair,
    Pointer,
    Primitive,
    Rank,
    Same,
    Tally,
    Variety,
)

__all__ = ["count", "narrowed", "solutions", "true_candidates"]

_MOST_SETS = 1000
"""A sum of different digits becomes a choice of sets if there are not more of them."""


def solutions(model: Model, limit: int | None = None, timeout: float | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a model, each as the digits of all cells in reading order.

    >>> latin = Model(Board(2, 2, 1, 2), tuple(map(Distinct, [(0, 1), (2, 3), (0, 2), (1, 3)])))
    >>> sorted(solutions(latin))
    [(1, 2, 2, 1), (2, 1, 1, 2)]
    """
    search = _Search(model, timeout)
    for masks in islice(search.run([model.board.all_digits] * model.board.cells), limit):
        yield tuple(model.board.low + mask.bit_length() - 1 for mask in masks)


def count(model: Model, limit: int | None = None, timeout: float | None = None) -> int:
    """Return the number of solutions of a model, at most `limit`.

    >>> rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    >>> latin = Model(Board(3, 3, 1, 3), tuple(map(Distinct, [*rows, *zip(*rows)])))
    >>> count(latin), count(latin, limit=5)
    (12, 5)
    """
    return sum(1 for _ in solutions(model, limit, timeout))


def true_candidates(model: Model, timeout: float | None = None) -> tuple[int, ...]:
    """Return the digits that each cell has in at least one solution, as masks; all 0 if there is no solution.

    >>> model = Model(Board(1, 3, 1, 3), (Distinct((0, 1, 2)), Allowed(1, 0b010)))
    >>> [format(mask, "03b") for mask in true_candidates(model)]
    ['101', '010', '101']
    """
    search = _Search(model, timeout)
    proved = [0] * model.board.cells
    possible = [model.board.all_digits] * model.board.cells
    if not search.propagate(possible):
        return tuple(proved)
    for cell in range(model.board.cells):
        while missing := possible[cell] & ~proved[cell]:
            masks = list(possible)
            masks[cell] = missing  # a solution with one of the digits that no solution has had here
            solution = next(search.run(masks), None)
            if solution is None:
                break
            proved = [known | mask for known, mask in zip(proved, solution, strict=True)]
        if not proved[cell]:
            return tuple(proved)
    return tuple(proved)


def narrowed(board: Board, primitives: Sequence[Primitive], masks: Sequence[int]) -> list[int] | None:
    """Return the candidates that primitives leave, each looked at by itself; None if one of them cannot be true.

    >>> narrowed(Board(1, 2, 1, 2), [Distinct((0, 1))], [0b01, 0b11])
    [1, 2]
    """
    left = list(masks)
    return left if _Search(Model(board, tuple(primitives)), None).propagate(left) else None


class _Search:
    """The propagators of a model, and a search by guessing."""

    def __init__(self, model: Model, timeout: float | None) -> None:
        if timeout is not None and not timeout >= 0:
            raise ArgumentError(f"timeout must be a number of seconds, at least 0, not {timeout}")
        self.timeout = timeout
        self.deadline = None if timeout is None else monotonic() + timeout
        self.sees: list[set[int]] = [set() for _ in range(model.board.cells)]
        self.propagators: list[Propagator] = []
        for primitive in _with_sums(model):
            if isinstance(primitive, Distinct | Choice):
                for first, second in permutations(primitive.cells, 2):
                    self.sees[first].add(second)  # the cell itself, if it occurs twice, which is a contradiction
            if isinstance(primitive, Distinct):
                self.propagators += _distinct_parts(primitive, model.board)
            else:
                self.propagators.append(propagator_of(primitive, model.board))
        self.propagators += _locked(model)
        self.propagators.sort(key=lambda each: each.cost)
        self.watchers = [0] * model.board.cells  # bit i is the propagator i
        for number, propagator in enumerate(self.propagators):
            for cell in propagator.watched:
                self.watchers[cell] |= 1 << number
        self.weights = [1.0] * model.board.cells
        self.runs = 0

    def run(self, masks: list[int]) -> Iterator[list[int]]:
        """Yield the solutions within some candidates, which are changed."""
        if not self.propagate(masks):
            return
        waiting: list[tuple[list[int], int, int]] = []  # masks before a guess, its cell, the digits still to try
        while True:
            cell = self.choose(masks)
            if cell is None:
                yield list(masks)
            else:
                waiting.append((masks, cell, masks[cell]))
            masks = self.next_guess(waiting)
            if not masks:
                return

    def next_guess(self, waiting: list[tuple[list[int], int, int]]) -> list[int]:
        """Return the masks after the next guess that is not a contradiction; nothing if all were tried."""
        while waiting:
            before, cell, digits = waiting.pop()
            digit = digits & -digits
            if digits ^ digit:
                waiting.append((before, cell, digits ^ digit))
            masks = list(before)
            masks[cell] = digit
            if self.propagate(masks, cell):
                return masks
            self.weights[cell] += 1
        return []

    def choose(self, masks: list[int]) -> int | None:
        """Return the cell to guess in: few candidates, many failures; None if every cell has its digit."""
        best, fewest = None, 0.0
        for cell, mask in enumerate(masks):
            if mask & (mask - 1):
                share = mask.bit_count() / self.weights[cell]
                if best is None or share < fewest:
                    best, fewest = cell, share
        return best

    def propagate(self, masks: list[int], changed: int | None = None) -> bool:
        """Remove candidates until nothing changes; return False at a contradiction."""
        waiting = (1 << len(self.propagators)) - 1 if changed is None else self.watchers[changed]
        cells = range(len(masks)) if changed is None else (changed,)
        fixed = [cell for cell in cells if masks[cell] & (masks[cell] - 1) == 0]
        if not all(masks):
            return False
        while True:
            touched = self.spread(masks, fixed)
            if touched is None:
                return False
            for cell in touched:
                waiting |= self.watchers[cell]
            if not waiting:
                return True
            lowest = waiting & -waiting  # the cheapest first
            propagator = self.propagators[lowest.bit_length() - 1]
            self.check_time()
            before = [masks[cell] for cell in propagator.cells]
            if not propagator.narrow(masks):
                for cell in propagator.cells:
                    self.weights[cell] += 1 / len(propagator.cells)
                return False
            for cell, mask in zip(propagator.cells, before, strict=True):
                if masks[cell] != mask:
                    waiting |= self.watchers[cell]
                    if masks[cell] & (masks[cell] - 1) == 0:
                        fixed.append(cell)
            waiting &= ~lowest

    def spread(self, masks: list[int], fixed: list[int]) -> set[int] | None:
        """Remove the digits of fixed cells from all that see them; return the changed cells, None at a conflict."""
        touched = set()
        while fixed:
            cell = fixed.pop()
            digit = masks[cell]
            for other in self.sees[cell]:
                if masks[other] & digit:
                    left = masks[other] ^ digit
                    if not left:
                        self.weights[other] += 1
                        return None
                    masks[other] = left
                    touched.add(other)
                    if left & (left - 1) == 0:
                        fixed.append(other)
        return touched

    def check_time(self) -> None:
        """Raise an error after the deadline."""
        self.runs += 1
        if self.deadline is not None and self.runs % 64 == 0 and monotonic() > self.deadline:
            raise OutOfTime(f"stopped after {self.timeout or 0:g} s without an answer")


# Propagators: each removes candidates that its primitive alone rules out, and returns False if nothing is left.


class Propagator:
    """What all propagators have: the cells they change and those they watch, a cost to order them by, and `narrow`.

    >>> propagator_of(Distinct((0, 1)), Board(1, 2, 1, 2)).cells
    (0, 1)
    """

    cost = 0

    def __init__(self, cells: Sequence[int]) -> None:
        self.cells = self.watched = tuple(dict.fromkeys(cells))

    def narrow(self, masks: list[int]) -> bool:
        """Remove candidates; return False at a contradiction."""
        raise NotImplementedError


def propagator_of(primitive: Primitive, board: Board) -> Propagator:
    """Return the propagator of a primitive."""
    return _PROPAGATORS[type(primitive)](primitive, board)


class _Allowed(Propagator):
    def __init__(self, primitive: Allowed, board: Board) -> None:
        super().__init__((primitive.cell,))
        self.cell, self.mask = primitive.cell, primitive.mask

    def narrow(self, masks: list[int]) -> bool:
        masks[self.cell] &= self.mask
        return masks[self.cell] != 0


class _Distinct(Propagator):
    """Naked singles and pairs; hidden singles in a house. Three propagators, since the first is needed most."""

    cost = 2

    def __init__(self, primitive: Distinct, board: Board) -> None:
        super().__init__(primitive.cells)
        self.is_possible = len(self.cells) == len(primitive.cells) <= board.digits
        self.parts = _distinct_parts(primitive, board)

    def narrow(self, masks: list[int]) -> bool:
        return self.is_possible and self._singles(masks) and all(part.narrow(masks) for part in self.parts)

    def _singles(self, masks: list[int]) -> bool:
        waiting = [cell for cell in self.cells if masks[cell] & (masks[cell] - 1) == 0]
        for cell in waiting:  # it grows while it is read
            digit = masks[cell]
            for other in self.cells:
                if other != cell and masks[other] & digit:
                    masks[other] ^= digit
                    left = masks[other]
                    if not left:
                        return False
                    if left & (left - 1) == 0:
                        waiting.append(other)
        return all(masks[cell] for cell in self.cells)


def _distinct_parts(primitive: Distinct, board: Board) -> list[Propagator]:
    cells = primitive.cells
    parts: list[Propagator] = []
    if len(set(cells)) < len(cells) or len(cells) > board.digits:
        parts.append(_AnyOf(AnyOf(()), board))  # impossible
    elif len(cells) == board.digits:
        parts.append(_House(cells, board))
    if len(cells) > 3:
        parts.append(_NakedPairs(cells))
    return parts


class _House(Propagator):
    """Hidden singles: a digit with one place."""

    cost = 2

    def __init__(self, cells: Sequence[int], board: Board) -> None:
        super().__init__(cells)
        self.all_digits = board.all_digits

    def narrow(self, masks: list[int]) -> bool:
        once = twice = 0
        for cell in self.cells:
            twice |= once & masks[cell]
            once |= masks[cell]
        if once != self.all_digits:
            return False
        once &= ~twice
        for cell in self.cells:
            if hidden := masks[cell] & once:
                if hidden & (hidden - 1):
                    return False
                masks[cell] = hidden
        return True


class _NakedPairs(Propagator):
    """Two cells with the same two candidates: no other cell has these."""

    cost = 4

    def narrow(self, masks: list[int]) -> bool:
        twos: dict[int, list[int]] = {}
        for cell in self.cells:
            if masks[cell].bit_count() == 2:
                twos.setdefault(masks[cell], []).append(cell)
        for mask, cells in twos.items():
            if len(cells) > 2:
                return False
            if len(cells) == 2:
                for cell in self.cells:
                    if cell not in cells:
                        masks[cell] &= ~mask
                        if not masks[cell]:
                            return False
        return True


class _Pair(Propagator):
    """The digits of each cell that have a partner in the other."""

    cost = 1

    def __init__(self, primitive: Pair, board: Board) -> None:
        super().__init__((primitive.first, primitive.second))
        self.first, self.second, self.table = primitive.first, primitive.second, primitive.table

    def narrow(self, masks: list[int]) -> bool:
        other = masks[self.second]
        first = second = 0
        for digit in bits(masks[self.first]):
            if partners := self.table[digit] & other:
                first |= 1 << digit
                second |= partners
        masks[self.first] = first
        masks[self.second] &= second
        if self.first == self.second:
            masks[self.first] = sum(1 << digit for digit in bits(first) if self.table[digit] >> digit & 1)
        return masks[self.first] != 0 and masks[self.second] != 0


class _Linear(Propagator):
    """The digits that belong to a way to reach the total. A set of sums is an integer, in which bit s is the sum s."""

    cost = 4

    def __init__(self, primitive: Linear, board: Board) -> None:
        super().__init__(primitive.cells)
        merged = dict.fromkeys(self.cells, 0)
        for cell, weight in zip(primitive.cells, primitive.weights, strict=True):
            merged[cell] += weight
        self.terms: list[tuple[int, list[int]]] = []  # each cell, and what each digit adds: at least 0
        lowest = 0
        for cell, weight in merged.items():
            values = [weight * value for value in board.values]
            lowest += min(values)
            self.terms.append((cell, [value - min(values) for value in values]))
        self.total = primitive.total - lowest

    def narrow(self, masks: list[int]) -> bool:
        if self.total < 0:
            return False
        limit = (1 << self.total + 1) - 1
        before = [1]  # the sums of the cells before each cell
        for cell, values in self.terms:
            sums = 0
            for digit in bits(masks[cell]):
                sums |= before[-1] << values[digit]
            before.append(sums & limit)
        after = 1 << self.total  # the sums from which the cells after it reach the total
        for (cell, values), sums in zip(reversed(self.terms), reversed(before[:-1]), strict=True):
            left = further = 0
            for digit in bits(masks[cell]):
                if shifted := after >> values[digit]:
                    further |= shifted
                    if shifted & sums:
                        left |= 1 << digit
            masks[cell] = left
            after = further
            if not left:
                return False
        return True


class _Choice(Propagator):
    """The sets that the candidates can still make up; each digit that all of them have needs a place."""

    cost = 3

    def __init__(self, primitive: Choice, board: Board) -> None:
        super().__init__(primitive.cells)
        self.sets = primitive.sets
        self.distinct = _Distinct(Distinct(primitive.cells), board)

    def narrow(self, masks: list[int]) -> bool:
        if not self.distinct.narrow(masks):
            return False
        union = fixed = 0
        for cell in self.cells:
            union |= masks[cell]
            if masks[cell] & (masks[cell] - 1) == 0:
                fixed |= masks[cell]
        possible, required = 0, -1
        for each in self.sets:
            if each & ~union == 0 and each & fixed == fixed and all(masks[cell] & each for cell in self.cells):
                possible |= each
                required &= each
        if not possible:
            return False
        for cell in self.cells:
            masks[cell] &= possible
        for digit in bits(required):
            places = [cell for cell in self.cells if masks[cell] >> digit & 1]
            if not places:
                return False
            if len(places) == 1:
                masks[places[0]] = 1 << digit
        return all(masks[cell] for cell in self.cells)


class _Automaton(Propagator):
    """The digits on a way from the start to an accepting state; sets of states forward, then backward."""

    cost = 5

    def __init__(self, primitive: Automaton, board: Board) -> None:
        super().__init__(primitive.cells)
        self.automaton = primitive

    def narrow(self, masks: list[int]) -> bool:
        moves, cells = self.automaton.moves, self.automaton.cells
        layers = [{self.automaton.start}]
        for cell in cells:
            digits = list(bits(masks[cell]))
            layers.append({target for state in layers[-1] for digit in digits if (target := moves[state][digit]) >= 0})
        good = layers[-1].intersection(self.automaton.accept)
        for i in range(len(cells) - 1, -1, -1):
            left, before = 0, set()
            digits = list(bits(masks[cells[i]]))
            for state in layers[i]:
                row = moves[state]
                for digit in digits:
                    if row[digit] in good:
                        left |= 1 << digit
                        before.add(state)
            if not left:
                return False
            masks[cells[i]] &= left
            good = before
        return bool(good)


class _Count(Propagator):
    """When the most cells have one of the digits, no other can; when just enough can, all must."""

    cost = 1

    def __init__(self, primitive: Count, board: Board) -> None:
        super().__init__(primitive.cells)
        self.members = primitive.cells
        self.mask, self.low, self.high = primitive.mask, primitive.low, primitive.high

    def narrow(self, masks: list[int]) -> bool:
        certain = sum(1 for cell in self.members if not masks[cell] & ~self.mask)
        possible = sum(1 for cell in self.members if masks[cell] & self.mask)
        if certain > self.high or possible < self.low:
            return False
        if certain == self.high:
            for cell in self.cells:
                if masks[cell] & ~self.mask:
                    masks[cell] &= ~self.mask
        if possible == self.low:
            for cell in self.cells:
                if masks[cell] & self.mask:
                    masks[cell] &= self.mask
        return True


class _Element(Propagator):
    """The positions whose cell can have the same digit as the value."""

    cost = 2

    def __init__(self, primitive: Element, board: Board) -> None:
        super().__init__((primitive.index, primitive.value, *primitive.cells))
        self.element, self.low = primitive, board.low

    def narrow(self, masks: list[int]) -> bool:
        index, value, cells = self.element.index, self.element.value, self.element.cells
        left = possible = 0
        for digit in bits(masks[index]):
            place = self.low + digit - 1
            if 0 <= place < len(cells) and masks[cells[place]] & masks[value]:
                left |= 1 << digit
                possible |= masks[cells[place]]
        masks[index] = left
        masks[value] &= possible
        if left & (left - 1) == 0 and left:
            cell = cells[self.low + left.bit_length() - 2]
            masks[cell] &= masks[value]
            masks[value] &= masks[cell]
        return masks[index] != 0 and masks[value] != 0 and all(masks[cell] for cell in cells)


class _Pointer(Propagator):
    """The positions whose cell can have one of the digits."""

    cost = 2

    def __init__(self, primitive: Pointer, board: Board) -> None:
        super().__init__((primitive.index, *primitive.cells))
        self.pointer, self.first = primitive, primitive.start - board.low

    def narrow(self, masks: list[int]) -> bool:
        index, cells, _, mask = self.pointer
        left, target = 0, index
        for digit in bits(masks[index]):
            place = digit - self.first
            if 0 <= place < len(cells) and (1 << digit if cells[place] == index else masks[cells[place]]) & mask:
                left |= 1 << digit
                target = cells[place]
        masks[index] = left
        if left & (left - 1) == 0:
            masks[target] &= mask
        return left != 0


class _Same(Propagator):
    """Each digit occurs in every group at least as often as it is certain in one, and at most as it is possible."""

    cost = 3

    def __init__(self, primitive: Same, board: Board) -> None:
        super().__init__([cell for group in primitive.groups for cell in group])
        self.groups, self.board = primitive.groups, board

    def narrow(self, masks: list[int]) -> bool:
        for digit in range(self.board.digits):
            bit = 1 << digit
            low = max(sum(1 for cell in group if masks[cell] == bit) for group in self.groups)
            high = min(sum(1 for cell in group if masks[cell] & bit) for group in self.groups)
            if low > high:
                return False
            for group in self.groups:
                if not _Count(Count(group, bit, low, high), self.board).narrow(masks):
                    return False
        return all(masks[cell] for cell in self.cells)


class _AnyOf(Propagator):
    """The candidates that at least one living branch leaves."""

    cost = 6

    def __init__(self, primitive: AnyOf, board: Board) -> None:
        self.branches = [_Branch(branch, board) for branch in primitive.branches]
        super().__init__([cell for branch in self.branches for cell in branch.cells])

    def narrow(self, masks: list[int]) -> bool:
        left: list[int] | None = None
        for branch in self.branches:
            mine = list(masks)
            if branch.narrow(mine):
                values = [mine[cell] for cell in self.cells]
                left = values if left is None else [a | b for a, b in zip(left, values, strict=True)]
        for cell, mask in zip(self.cells, left or (), strict=left is not None):
            masks[cell] = mask
        return left is not None


class _Branch:
    """The propagators of one alternative, run until nothing changes."""

    def __init__(self, primitives: Sequence[Primitive], board: Board) -> None:
        self.propagators = sorted((propagator_of(each, board) for each in primitives), key=lambda each: each.cost)
        self.cells = tuple(dict.fromkeys(cell for each in self.propagators for cell in each.cells))

    def narrow(self, masks: list[int]) -> bool:
        while True:
            before = [masks[cell] for cell in self.cells]
            if not all(propagator.narrow(masks) for propagator in self.propagators):
                return False
            if before == [masks[cell] for cell in self.cells]:
                return True


def _expanded(primitive: Tally | Between | Rank | Variety, board: Board) -> Propagator:
    return _AnyOf(AnyOf((expanded(primitive, board),)), board)


_PROPAGATORS: dict[type[Primitive], Callable[[Any, Board], Propagator]] = {
    Allowed: _Allowed,
    Distinct: _Distinct,
    Pair: _Pair,
    Linear: _Linear,
    Choice: _Choice,
    Automaton: _Automaton,
    Count: _Count,
    Element: _Element,
    Pointer: _Pointer,
    Same: _Same,
    AnyOf: _AnyOf,
    Tally: _expanded,
    Between: _expanded,
    Rank: _expanded,
    Variety: _expanded,
}


# What follows from several primitives


class _Locked(Propagator):
    """Digits of a house that are possible only where it crosses a group of different digits: not elsewhere in it."""

    cost = 4

    def __init__(self, house: Sequence[int], groups: Sequence[Sequence[int]]) -> None:
        super().__init__([*house, *(cell for group in groups for cell in group)])
        self.watched = tuple(house)
        self.crossings = [
            (
                [cell for cell in house if cell in group],
                [cell for cell in house if cell not in group],
                [cell for cell in group if cell not in house],
            )
            for group in groups
        ]

    def narrow(self, masks: list[int]) -> bool:
        for crossing, outside, others in self.crossings:
            locked = 0
            for cell in crossing:
                locked |= masks[cell]
            for cell in outside:
                locked &= ~masks[cell]
            if locked:
                for cell in others:
                    if masks[cell] & locked:
                        masks[cell] &= ~locked
                        if not masks[cell]:
                            return False
        return True


def _locked(model: Model) -> Iterator[Propagator]:
    groups = [each.cells for each in model.primitives if isinstance(each, Distinct) and len(each.cells) > 2]
    for house in groups:
        if len(house) == model.board.digits:
            own = set(house)
            crossing = [group for group in groups if len(own.intersection(group)) > 1 and not own.issuperset(group)]
            if crossing:
                yield _Locked(house, crossing)


def _with_sums(model: Model) -> Iterator[Primitive]:
    """Yield the primitives, further sums, and for each sum of different digits the sets of digits that have it."""
    board = model.board
    groups = [set(each.cells) for each in model.primitives if isinstance(each, Distinct) and len(each.cells) > 2]
    made: dict[tuple[int, int], tuple[int, ...]] = {}
    for each in [*model.primitives, *_derived_sums(model)]:
        yield each
        if isinstance(each, Linear) and set(each.weights) == {1} and any(group >= set(each.cells) for group in groups):
            key = len(each.cells), each.total
            if key not in made:
                made[key] = _sets_of_sum(board, *key)
            if len(made[key]) <= _MOST_SETS:
                yield Choice(each.cells, made[key])


def _sets_of_sum(board: Board, size: int, total: int) -> tuple[int, ...]:
    found = (board.mask(digits) for digits in combinations(board.values, size) if sum(digits) == total)
    return tuple(islice(found, _MOST_SETS + 1))


_LONGEST_SUM = 6
"""The most cells of a sum that is derived from houses."""


def _derived_sums(model: Model) -> Iterator[Linear]:
    """Yield the sums of cells that cages leave in houses or have outside of them: the rule of 45."""
    board = model.board
    cages = [each for each in model.primitives if isinstance(each, Linear) and set(each.weights) == {1}]
    if not cages:
        return
    whole = sum(board.values)
    houses = [
        set(each.cells) for each in model.primitives if isinstance(each, Distinct) and len(each.cells) == board.digits
    ]
    areas = [(house, whole) for house in houses]
    for start in (0, board.rows):  # rows, then columns, are the first primitives
        lines = houses[start : start + board.rows]
        for number in range(2, 5):
            for first in range(len(lines) - number + 1):
                cells = set().union(*lines[first : first + number])
                if len(cells) == number * board.digits:
                    areas.append((cells, number * whole))
    seen = set()
    for cells, total in areas:
        inside = [cage for cage in cages if cells.issuperset(cage.cells)]
        touching = [cage for cage in cages if not cells.isdisjoint(cage.cells)]
        for chosen in (inside, touching):
            derived = _difference(cells, total, chosen)
            if derived is not None and derived not in seen:
                seen.add(derived)
                yield derived


def _difference(cells: set[int], total: int, cages: Sequence[Linear]) -> Linear | None:
    """Return the sum of the cells that cages leave, minus those that they have outside; None if it is long."""
    covered: set[int] = set()
    for cage in cages:
        if covered.isdisjoint(cage.cells):
            covered.update(cage.cells)
            total -= cage.total
    left, outside = sorted(cells - covered), sorted(covered - cells)
    if not covered or not 0 < len(left) + len(outside) <= _LONGEST_SUM:
        return None
    if not left:  # only cells outside: their sum is positive
        return Linear(tuple(outside), (1,) * len(outside), -total)
    return Linear((*left, *outside), (1,) * len(left) + (-1,) * len(outside), total)
