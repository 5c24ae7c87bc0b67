"""Wings: a few cells with two or three candidates of which one must take a certain digit; and remote pairs.

::

    XY-Wing    pincer xz - pivot xy  - pincer yz           whatever the pivot takes, one pincer is z
    XYZ-Wing   pincer xz - pivot xyz - pincer yz           the same, or the pivot itself is z
    W-Wing     pincer xz - x in one of two cells - pincer  one pincer cannot be x
    WXYZ-Wing  four cells, four digits, each but z in cells that see one another
    remote pair: cells xy - xy - xy - xy, each the opposite of the one before
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Iterator
from functools import reduce

from ...geometry import bits, digits_of
from ..marks import Marks
from ..step import Candidate, Chain, Node, Premises, Reason, Step

__all__ = ["bivalue_groups", "remote_pairs", "w_wings", "wxyz_wings", "xy_wings", "xyz_wings"]

_SHORTEST_REMOTE_PAIR = 4
_CELLS_OF_WXYZ = 4


def bivalue_groups(marks: Marks) -> dict[int, int]:
    """For each pair of digits, as a mask, the cells that have just these two as candidates."""
    groups: dict[int, int] = {}
    for cell in bits(marks.bivalue):
        mask = marks.of_cell[cell]
        groups[mask] = groups.get(mask, 0) | 1 << cell
    return groups


def w_wings(marks: Marks) -> Iterator[Step]:
    """Two cells with the same two candidates, and a digit of them that has to be beside one or the other.

    Digits: the one that falls, then the one that links. Cells: pincers, link. Houses: link.
    """
    peers = marks.peers
    for pair, cells in bivalue_groups(marks).items():
        for one in bits(cells):
            for two in bits(cells & ~peers[one] & -(2 << one)):
                seen = peers[one] & peers[two]
                for digit in digits_of(pair):
                    if seen & marks.places[digit]:
                        link = (pair ^ 1 << digit - 1).bit_length()
                        yield from _linked(marks, one, two, link, digit)


def _linked(marks: Marks, one: int, two: int, link: int, digit: int) -> Iterator[Step]:
    peers = marks.peers
    seen = set()
    for house, ends in marks.conjugates[link]:
        near, far = ends & peers[one], ends & peers[two]
        if near and far and near | far == ends and not ends & (1 << one | 1 << two) and ends not in seen:
            seen.add(ends)
            yield Step(
                "w-wing",
                eliminations=marks.struck(digit, peers[one] & peers[two]),
                premises=Premises(cells=1 << one | 1 << two, places=((house, link),)),
                digits=(digit, link),
                cells={"pincers": 1 << one | 1 << two, "link": ends},
                houses={"link": (house,)},
            )


def xy_wings(marks: Marks) -> Iterator[Step]:
    """Three cells with two candidates each, a pivot that sees two pincers.

    Digits: the two of the pivot, then the one that falls. Cells: pivot, pincers.
    """
    of_cell, peers, places = marks.of_cell, marks.peers, marks.places
    for pivot in bits(marks.bivalue):
        own = of_cell[pivot]
        near = marks.bivalue & peers[pivot]
        x, y = digits_of(own)
        ones, twos = near & places[x] & ~places[y], near & places[y] & ~places[x]
        if not ones or not twos:
            continue
        for one in bits(ones):
            z = (of_cell[one] & ~own).bit_length()
            for two in bits(twos & places[z] & ~peers[one]):
                struck = marks.struck(z, peers[one] & peers[two])
                if struck:
                    pincers = 1 << one | 1 << two
                    yield Step(
                        "xy-wing",
                        eliminations=struck,
                        premises=Premises(cells=1 << pivot | pincers),
                        digits=(x, y, z),
                        cells={"pivot": 1 << pivot, "pincers": pincers},
                    )


def xyz_wings(marks: Marks) -> Iterator[Step]:
    """A pivot of three candidates that sees two pincers of two.

    Digits: the two that the pincers do not share, then the one that falls. Cells: pivot, pincers.
    """
    of_cell, peers = marks.of_cell, marks.peers
    for pivot in bits(marks.blanks & ~marks.bivalue):
        own = of_cell[pivot]
        if own.bit_count() != 3:
            continue
        near = [cell for cell in bits(marks.bivalue & peers[pivot]) if not of_cell[cell] & ~own]
        for number, one in enumerate(near):
            for two in near[number + 1 :]:
                z = of_cell[one] & of_cell[two]
                if of_cell[one] == of_cell[two] or peers[one] >> two & 1:
                    continue
                struck = marks.struck(z.bit_length(), peers[pivot] & peers[one] & peers[two])
                if struck:
                    pincers = 1 << one | 1 << two
                    yield Step(
                        "xyz-wing",
                        eliminations=struck,
                        premises=Premises(cells=1 << pivot | pincers),
                        digits=(*digits_of(own & ~z), z.bit_length()),
                        cells={"pivot": 1 << pivot, "pincers": pincers},
                    )


def wxyz_wings(marks: Marks) -> Iterator[Step]:
    """Four cells with four candidates between them, all but one of which lie in cells that see one another.

    Those three digits fit in three of the cells at most, so one of the four takes the last digit. Sets that hold a
    smaller wing or subset are left out. Digits: the three, then the one that falls. Cells: pivot (the cells that see
    all the others), pincers (the rest). Variant: no-pivot if no cell sees all the others.
    """
    peers = marks.peers
    for cells in _bent_quads(marks):
        board = sum(1 << cell for cell in cells)
        loose = _loose(marks, cells)
        digit = loose.bit_length()
        struck = marks.struck(digit, marks.common_peers(board & marks.places[digit]))
        if struck:
            pivot = sum(1 << cell for cell in cells if not board & ~peers[cell] & ~(1 << cell))
            yield Step(
                "wxyz-wing",
                eliminations=struck,
                premises=Premises(cells=board),
                digits=(*digits_of(marks.candidates_of(board) & ~loose), digit),
                cells={"pivot": pivot, "pincers": board & ~pivot},
                variant="" if pivot else "no-pivot",
            )


def _bent_quads(marks: Marks) -> Iterator[tuple[int, ...]]:
    """Every four cells with four candidates, one of them loose: had by two cells that do not see each other.

    No part of the four may do with as many candidates as it has cells: that would be a pattern of its own.
    """
    of_cell = marks.of_cell
    usable = [cell for cell in bits(marks.blanks) if 2 <= of_cell[cell].bit_count() <= _CELLS_OF_WXYZ]
    fellows = {cell: _fellows(marks, cell, usable[number + 1 :]) for number, cell in enumerate(usable)}
    free = _Free(marks)
    for first in usable:
        for second in bits(fellows[first]):
            two = of_cell[first] | of_cell[second]
            rest = fellows[first] & fellows[second] & free.beside((first, second))
            if two.bit_count() == _CELLS_OF_WXYZ:
                rest &= free.within(two)
            for third in bits(rest):
                three = two | of_cell[third]
                last = rest & fellows[third]
                if last and three.bit_count() == _CELLS_OF_WXYZ and (last := last & free.within(three)):
                    for fourth in bits(last & free.beside((first, second, third))):
                        quad = (first, second, third, fourth)
                        if _loose(marks, quad).bit_count() == 1 and not _has_smaller_set(marks, quad):
                            yield quad


def _fellows(marks: Marks, cell: int, later: list[int]) -> int:
    """The later cells that may stand beside this one in a wing: few candidates together, and at most one loose."""
    of_cell, mask, near, board = marks.of_cell, marks.of_cell[cell], marks.peers[cell], 0
    for other in later:
        both, shared = mask | of_cell[other], mask & of_cell[other]
        if 3 <= both.bit_count() <= _CELLS_OF_WXYZ and (near >> other & 1 or not shared & shared - 1):
            board |= 1 << other
    return board


class _Free:
    """Which cells can join others; answers are kept, since the same cells are asked about again and again."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self._within: dict[int, int] = {}
        self._apart: dict[tuple[int, int], int] = {}

    def within(self, digits: int) -> int:
        """The cells that have no candidates but these."""
        if digits not in self._within:
            others = ((1 << self.marks.shape.size) - 1) & ~digits
            self._within[digits] = self.marks.blanks & ~self._union(others)
        return self._within[digits]

    def beside(self, cells: tuple[int, ...]) -> int:
        """The cells that make no second candidate loose, if there is one among these already; none if there are two."""
        loose = _loose(self.marks, cells)
        board = self.marks.blanks if not loose & loose - 1 else 0
        if loose:
            for cell in cells:
                board &= self._joins(cell, loose)
        return board

    def _joins(self, cell: int, loose: int) -> int:
        key = cell, loose
        if key not in self._apart:
            tied = self._union(self.marks.of_cell[cell] & ~loose)
            self._apart[key] = self.marks.peers[cell] | self.marks.blanks & ~tied
        return self._apart[key]

    def _union(self, digits: int) -> int:
        return reduce(operator.or_, (self.marks.places[digit] for digit in digits_of(digits)), 0)


def _loose(marks: Marks, cells: tuple[int, ...]) -> int:
    """The candidates that two of the cells have which do not see each other."""
    of_cell, peers, loose = marks.of_cell, marks.peers, 0
    for number, one in enumerate(cells):
        for two in cells[number + 1 :]:
            if not peers[one] >> two & 1:
                loose |= of_cell[one] & of_cell[two]
    return loose


def _has_smaller_set(marks: Marks, cells: tuple[int, ...]) -> bool:
    """Whether three of the four cells have but three candidates."""
    a, b, c, d = (marks.of_cell[cell] for cell in cells)
    return any(three.bit_count() < _CELLS_OF_WXYZ for three in (a | b | c, a | b | d, a | c | d, b | c | d))


def remote_pairs(marks: Marks) -> Iterator[Step]:
    """A chain of at least four cells with the same two candidates: a cell that sees two of opposite kind has neither.

    Digits: the two. Cells: pattern. Colours: what the chain's cells take in one case, and in the other. Chains: the
    cells in order, told for the first digit.
    """
    for pair, cells in bivalue_groups(marks).items():
        seen = set()
        if cells.bit_count() >= _SHORTEST_REMOTE_PAIR:
            for start in bits(cells):
                for chain in _chains_from(marks, start, cells):
                    board = sum(1 << cell for cell in chain)
                    if board not in seen:
                        seen.add(board)
                        yield from _remote(marks, chain, pair)


def _chains_from(marks: Marks, start: int, cells: int) -> Iterator[tuple[int, ...]]:
    """The shortest chain from a cell to each later one that is of the opposite kind and not its neighbour."""
    paths: dict[int, tuple[int, ...]] = {start: (start,)}
    waiting = deque([start])
    while waiting:
        cell = waiting.popleft()
        for peer in bits(cells & marks.peers[cell]):
            if peer not in paths:
                path = paths[peer] = (*paths[cell], peer)
                waiting.append(peer)
                if peer > start and len(path) >= _SHORTEST_REMOTE_PAIR and len(path) % 2 == 0:
                    yield path


def _remote(marks: Marks, chain: tuple[int, ...], pair: int) -> Iterator[Step]:
    peers = marks.peers
    one, two = digits_of(pair)
    seen_by = [0, 0]
    for number, cell in enumerate(chain):
        seen_by[number % 2] |= peers[cell]
    board = sum(1 << cell for cell in chain)
    rest = seen_by[0] & seen_by[1] & ~board
    struck = marks.struck(one, rest) + marks.struck(two, rest)
    if struck:
        first = tuple(Candidate(cell, (one, two)[number % 2]) for number, cell in enumerate(chain))
        second = tuple(Candidate(cell, one + two - digit) for cell, digit in first)
        yield Step(
            "remote-pair",
            eliminations=struck,
            premises=Premises(cells=board),
            digits=(one, two),
            cells={"pattern": board},
            colors=(first, second),
            chains=(_told(marks, chain, one, two),),
        )


def _told(marks: Marks, chain: tuple[int, ...], one: int, two: int) -> Chain:
    """The chain for a digit: if it is not at the start, the other is, so the next cell has not the other, and so on."""
    nodes: list[Node] = []
    for number, cell in enumerate(chain):
        off, on = (one, two) if number % 2 == 0 else (two, one)
        if number:
            house = marks.house_of(1 << chain[number - 1] | 1 << cell)
            nodes.append(Node(off, 1 << cell, False, Reason("house", house), (len(nodes) - 1,)))
        else:
            nodes.append(Node(off, 1 << cell, False))
        nodes.append(Node(on, 1 << cell, True, Reason("cell"), (len(nodes) - 1,)))
    return Chain("chain", tuple(nodes))
