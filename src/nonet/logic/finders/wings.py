"""Wings: a few cells with two to four candidates, one of which must have a certain digit z; and remote pairs.

::

    XY-Wing     pincer xz - pivot xy  - pincer yz      whatever the pivot is, one pincer is z
    XYZ-Wing    pincer xz - pivot xyz - pincer yz      the same, or the pivot itself is z
    W-Wing      pincer xz - x in one of two cells - pincer xz      one pincer sees that x, so it is z
    WXYZ-Wing   four cells with four digits, all but z in cells that see each other
    remote pair xy - xy - xy - xy      four or more cells that are alternately x and y
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations
from struct import iter_unpack

from ...geometry import bits, digits_of, mask_of
from ..bitsets import union, union_of
from ..compiled import board_of, kernel_for
from ..graph import Graph
from ..marks import Marks
from ..step import Candidate, LockedSet, Premises, Step

__all__ = ["bivalue_groups", "remote_pairs", "w_wings", "wxyz_wings", "xy_wings", "xyz_wings"]

_SHORTEST_REMOTE_PAIR = 4
_CELLS_OF_WXYZ = 4


def bivalue_groups(marks: Marks) -> dict[int, int]:
    """Return, for each pair of digits (as a mask), the cells with just these two candidates."""
    groups: dict[int, int] = {}
    for cell in bits(marks.bivalue):
        mask = marks.of_cell[cell]
        groups[mask] = groups.get(mask, 0) | 1 << cell
    return groups


def w_wings(marks: Marks) -> Iterator[Step]:
    """Yield two cells with the same two candidates, each of which sees one end of a strong link of one of the digits.

    Digits: the eliminated one, then the one of the link. Cells: pincers, link. Houses: link.
    """
    peers = marks.peers
    for pair, cells in marks.once(bivalue_groups).items():
        for one in bits(cells):
            for two in bits(cells & ~peers[one] & -(2 << one)):
                seen = peers[one] & peers[two]
                for digit in digits_of(pair):
                    if seen & marks.places[digit]:
                        yield from _linked(marks, one, two, (pair ^ 1 << digit - 1).bit_length(), digit)


def _linked(marks: Marks, one: int, two: int, link: int, digit: int) -> Iterator[Step]:
    peers = marks.peers
    pincers = 1 << one | 1 << two
    seen = set()
    for house, ends in marks.conjugates[link]:
        near, far = ends & peers[one], ends & peers[two]
        if near and far and near | far == ends and not ends & pincers and ends not in seen:
            seen.add(ends)
            yield Step(
                "w-wing",
                eliminations=marks.candidates(digit, peers[one] & peers[two]),
                premises=Premises(cells=pincers, places=((house, link),)),
                digits=(digit, link),
                cells={"pincers": pincers, "link": ends},
                houses={"link": (house,)},
            )


def xy_wings(marks: Marks) -> Iterator[Step]:
    """Yield three cells with two candidates each, a pivot that sees two pincers.

    Digits: the two of the pivot, then the eliminated one. Cells: pivot, pincers. Sets: the pincers.
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
                seen = peers[one] & peers[two]
                yield from _wing("xy-wing", marks, 1 << pivot, (1 << one, 1 << two), (x, y, z), seen)


def xyz_wings(marks: Marks) -> Iterator[Step]:
    """Yield a pivot with three candidates that sees two pincers with two of them each.

    Digits: the two that the pincers do not share, then the eliminated one. Cells: pivot, pincers. Sets: the pincers.
    """
    of_cell, peers = marks.of_cell, marks.peers
    for pivot in bits(marks.at_least[3] & ~marks.at_least[4]):
        own = of_cell[pivot]
        near = [cell for cell in bits(marks.bivalue & peers[pivot]) if not of_cell[cell] & ~own]
        for one, two in combinations(near, 2):
            if of_cell[one] != of_cell[two] and not peers[one] >> two & 1:
                z = of_cell[one] & of_cell[two]
                if of_cell[one] & ~z > of_cell[two] & ~z:
                    one, two = two, one
                digits = (*digits_of(own & ~z), z.bit_length())
                seen = peers[pivot] & peers[one] & peers[two]
                yield from _wing("xyz-wing", marks, 1 << pivot, (1 << one, 1 << two), digits, seen)


def _wing(
    technique: str,
    marks: Marks,
    pivot: int,
    pincers: tuple[int, ...],
    digits: tuple[int, ...],
    seen: int,
    variant: str = "",
) -> Iterator[Step]:
    """Yield the step that eliminates the last digit in the cells that see the wing, if any has it.

    If there are two pincers, they are also sets: the one with the first digit, then the one with the second.
    """
    if wrong := marks.candidates(digits[-1], seen):
        yield Step(
            technique,
            eliminations=wrong,
            premises=Premises(cells=pivot | union(pincers)),
            digits=digits,
            cells={"pivot": pivot, "pincers": union(pincers)},
            sets=tuple(LockedSet(cell, marks.digits_in(cell)) for cell in pincers if len(pincers) == 2),
            variant=variant,
        )


def wxyz_wings(marks: Marks) -> Iterator[Step]:
    """Yield four cells with four candidates, of which only one is unrestricted: not all cells that have it are peers.

    The three others fit in at most three of the cells, so one of the four cells has the unrestricted digit.
    Digits: the three, then the eliminated one. Cells: pivot (the cells that see all others), pincers (the rest).
    Variant: no-pivot if no cell sees all others.
    """
    peers = marks.peers
    for cells in _bent_quads(marks):
        board = mask_of(cells)
        unrestricted = _unrestricted(marks, cells)
        digit = unrestricted.bit_length()
        seen = marks.common_peers(board & marks.places[digit])
        digits = (*digits_of(marks.digits_in(board) & ~unrestricted), digit)
        pivot = mask_of(cell for cell in cells if not board & ~peers[cell] & ~(1 << cell))
        yield from _wing("wxyz-wing", marks, pivot, (board & ~pivot,), digits, seen, "" if pivot else "no-pivot")


def _bent_quads(marks: Marks) -> Iterator[tuple[int, ...]]:
    """Yield the sets of four cells with four candidates, one of them unrestricted, that contain no smaller pattern.

    All of them eliminate something. The compiled kernel, if it is installed, finds the same ones faster.
    """
    native = kernel_for(marks.shape)
    return _bent_quads_plain(marks) if native is None else iter_unpack("4B", native.bent_quads(board_of(marks)))


def _bent_quads_plain(marks: Marks) -> Iterator[tuple[int, ...]]:
    of_cell = marks.of_cell
    usable = [cell for cell in bits(marks.blanks) if 2 <= of_cell[cell].bit_count() <= _CELLS_OF_WXYZ]
    partners = {cell: _partners(marks, cell, usable[number + 1 :]) for number, cell in enumerate(usable)}
    joining = _Joining(marks)
    for first in usable:
        for second in bits(partners[first]):
            two = of_cell[first] | of_cell[second]
            rest = partners[first] & partners[second] & joining.keep_one_unrestricted((first, second))
            if two.bit_count() == _CELLS_OF_WXYZ:
                rest &= joining.with_only(two)
            for third in bits(rest):
                three = two | of_cell[third]
                last = rest & partners[third]
                if last and three.bit_count() == _CELLS_OF_WXYZ and (last := last & joining.with_only(three)):
                    for fourth in bits(last & joining.keep_one_unrestricted((first, second, third))):
                        quad = (first, second, third, fourth)
                        if not _has_smaller_set(marks, quad) and _eliminates(marks, quad):
                            yield quad


def _eliminates(marks: Marks, cells: tuple[int, ...]) -> bool:
    """Return whether one candidate is unrestricted, and a cell with it sees all of these that have it."""
    unrestricted = _unrestricted(marks, cells)
    places = marks.places[unrestricted.bit_length()]
    return unrestricted.bit_count() == 1 and bool(places & marks.common_peers(mask_of(cells) & places))


def _partners(marks: Marks, cell: int, later: list[int]) -> int:
    """Return the later cells that can be in a wing with this one: few candidates, at most one of them unrestricted."""
    of_cell, mask, near, board = marks.of_cell, marks.of_cell[cell], marks.peers[cell], 0
    for other in later:
        both, shared = mask | of_cell[other], mask & of_cell[other]
        if 3 <= both.bit_count() <= _CELLS_OF_WXYZ and (near >> other & 1 or not shared & shared - 1):
            board |= 1 << other
    return board


class _Joining:
    """The cells that can join others in a wing. Results are kept, since the same ones are needed very often."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self._within: dict[int, int] = {}
        self._apart: dict[tuple[int, int], int] = {}

    def with_only(self, digits: int) -> int:
        """Return the blanks that have no other candidates than these."""
        if digits not in self._within:
            others = self.marks.shape.all_digits & ~digits
            self._within[digits] = self.marks.blanks & ~union_of(self.marks.places, others << 1)
        return self._within[digits]

    def keep_one_unrestricted(self, cells: tuple[int, ...]) -> int:
        """Return the blanks with which at most one digit is unrestricted, if one of these cells' digits is already."""
        unrestricted = _unrestricted(self.marks, cells)
        board = self.marks.blanks if not unrestricted & unrestricted - 1 else 0
        if unrestricted:
            for cell in cells:
                board &= self._keep_restricted(cell, unrestricted)
        return board

    def _keep_restricted(self, cell: int, unrestricted: int) -> int:
        """Return the cells that see this one, or share no other digit with it."""
        key = cell, unrestricted
        if key not in self._apart:
            others = self.marks.of_cell[cell] & ~unrestricted
            sharing = union_of(self.marks.places, others << 1)
            self._apart[key] = self.marks.peers[cell] | self.marks.blanks & ~sharing
        return self._apart[key]


def _unrestricted(marks: Marks, cells: tuple[int, ...]) -> int:
    """Return the candidates that two of the cells share without seeing each other."""
    of_cell, peers, shared = marks.of_cell, marks.peers, 0
    for number, one in enumerate(cells):
        for two in cells[number + 1 :]:
            if not peers[one] >> two & 1:
                shared |= of_cell[one] & of_cell[two]
    return shared


def _has_smaller_set(marks: Marks, cells: tuple[int, ...]) -> bool:
    """Return whether three of the four cells have only three candidates, and so are a smaller wing or subset."""
    a, b, c, d = (marks.of_cell[cell] for cell in cells)
    return any(three.bit_count() < _CELLS_OF_WXYZ for three in (a | b | c, a | b | d, a | c | d, b | c | d))


def remote_pairs(marks: Marks) -> Iterator[Step]:
    """Yield four or more cells with the same two candidates, each of which sees the next.

    They are alternately one digit and the other, so a cell that sees two with different digits has neither.
    Digits: the two. Cells: pattern. Colors: the digits of the cells in either case. Chains: the cells in order, for the
    first digit.
    """
    for pair, cells in marks.once(bivalue_groups).items():
        seen = set()
        if cells.bit_count() >= _SHORTEST_REMOTE_PAIR:
            for start in bits(cells):
                for chain in _chains_from(marks, start, cells):
                    board = mask_of(chain)
                    if board not in seen:
                        seen.add(board)
                        yield from _remote_pair(marks, chain, board, pair)


def _chains_from(marks: Marks, start: int, cells: int) -> Iterator[tuple[int, ...]]:
    """Yield a shortest chain from a cell to each later cell with the other digit that it does not see."""
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


def _remote_pair(marks: Marks, chain: tuple[int, ...], board: int, pair: int) -> Iterator[Step]:
    one, two = digits_of(pair)
    rest = union_of(marks.peers, mask_of(chain[::2])) & union_of(marks.peers, mask_of(chain[1::2])) & ~board
    if wrong := marks.candidates(one, rest) + marks.candidates(two, rest):
        first = tuple(Candidate(cell, (one, two)[number % 2]) for number, cell in enumerate(chain))
        second = tuple(Candidate(cell, one + two - digit) for cell, digit in first)
        graph = marks.once(Graph)
        walk = [graph.single(*candidate) for each in zip(first, second, strict=True) for candidate in each]
        yield Step(
            "remote-pair",
            eliminations=wrong,
            premises=Premises(cells=board),
            digits=(one, two),
            cells={"pattern": board},
            colors=(first, second),
            chains=(graph.chain("chain", walk, on=False),),
        )
