"""Cycles and forcing chains along one path: producer 21; and the rating of chains by their length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .board import CANDIDATES_OF, PEERS, UNITS_OF, Board, Hint, Rule

__all__ = ["cycles_and_chains", "path_of", "rating_of"]


def rating_of(base: float, nodes: int) -> float:
    """Return the rating of a chain of some nodes.

    The additions are those of Sudoku Explainer, since hints are compared by the exact floats.

    >>> rating_of(6.6, 6), rating_of(6.5, 8), 6.6 + 0.1 < 6.5 + (0.1 + 0.1)
    (6.6, 6.6, True)
    """
    added, limit, is_odd = 0.0, 4, False
    while nodes - 2 > limit:
        added += 0.1
        limit = limit * 4 // 3 if is_odd else limit * 3 // 2
        is_odd = not is_odd
    return base + added


class _Run(NamedTuple):
    """One of the three runs, with the units that it uses: 0 is the cell, 1 to 3 are box, row and column."""

    to_off: tuple[int, ...]
    to_on: tuple[int, ...]
    cycle: tuple[float, int, Rule]
    """The rating of a cycle without its length, the key to sort by, and the rule."""
    chain: tuple[float, int, Rule] | None
    """The same for chains; None if the run has none."""


_RUNS = (
    _Run((1, 2, 3), (1, 2, 3), (6.5, 2, Rule.X_CYCLE), (6.6, 2, Rule.X_CHAIN)),
    _Run((0, 1, 2, 3), (0,), (6.5, 3, Rule.Y_CYCLE), None),
    _Run((0, 1, 2, 3), (0, 1, 2, 3), (7.0, 4, Rule.CYCLE), (7.0, 4, Rule.CHAIN)),
)


class _Links:
    """The links of a board in one run."""

    def __init__(self, board: Board, run: _Run) -> None:
        self.to_off: dict[int, list[int]] = {}
        """The candidates that are off if a candidate is on."""
        self.to_on: dict[int, list[int]] = {}
        """The candidates that are on if a candidate is off."""
        for candidate in filter(board.has, range(729)):
            units = UNITS_OF[candidate]
            others = [
                [CANDIDATES_OF[unit][place] for place in range(9) if board.units[unit] & ~bit & 1 << place]
                for unit, bit in units
            ]
            self.to_off[candidate] = list(dict.fromkeys(c for k in run.to_off for c in others[k]))
            self.to_on[candidate] = list(dict.fromkeys(others[k][0] for k in run.to_on if len(others[k]) == 1))


def cycles_and_chains(board: Board) -> Iterator[Hint]:
    """Yield all hints, sorted by rating, number of nodes, key and discovery."""
    found: list[tuple[tuple[float, int, int], Hint]] = []
    for run in _RUNS:
        links = _Links(board, run)
        for cell in range(81):
            size = board.units[cell].bit_count()
            if size < 2 or (run.chain is None and size != 2):
                continue
            for source in board.candidates([cell], 0x1FF):
                base, key, rule = run.cycle
                for path in _cycles(links, source):
                    if eliminations := _eliminations_of_cycle(board, path):
                        rating = rating_of(base, len(path))
                        hint = Hint(rating, rule, eliminations=eliminations, source=source)
                        found.append(((rating, len(path), key), hint))
                found += _chains(board, links, source, run)
    yield from (hint for _, hint in sorted(found, key=lambda each: each[0]))


def _chains(board: Board, links: _Links, source: int, run: _Run) -> Iterator[tuple[tuple[float, int, int], Hint]]:
    """Yield the chains by which a candidate is off if it is on, or on if it is off."""
    if run.chain is None:
        return
    base, key, rule = run.chain
    cell, digit = divmod(source, 9)
    for is_on in (True, False):
        nodes = len(_path(links, source, is_on))
        if nodes:
            rating = rating_of(base, nodes)
            eliminations = (source,) if is_on else board.candidates([cell], 0x1FF & ~(1 << digit))
            hint = Hint(rating, rule, int(nodes == 6), -1 if is_on else source, eliminations, source)
            yield (rating, nodes, key), hint


def _path(links: _Links, source: int, is_on: bool) -> list[int]:
    """Return the candidates of the shortest path from a node to its negation, both included; none if there is none."""
    target = (source, not is_on)
    parent: dict[tuple[int, bool], tuple[int, bool]] = {(source, is_on): (source, is_on)}
    level = [(source, is_on)]
    while level:
        following = []
        for node in level:
            candidate, state = node
            for other in (links.to_off if state else links.to_on)[candidate]:
                next_node = (other, not state)
                if next_node not in parent:
                    parent[next_node] = node
                    following.append(next_node)
                if next_node == target:
                    return _back(parent, target)
        level = following
    return []


def _back(parent: dict[tuple[int, bool], tuple[int, bool]], last: tuple[int, bool]) -> list[int]:
    """Return the candidates of a path by the parents of its nodes."""
    path = [last]
    while parent[path[-1]] != path[-1]:
        path.append(parent[path[-1]])
    return [candidate for candidate, _ in reversed(path)]


def path_of(board: Board, hint: Hint) -> list[int]:
    """Return the candidates along a chain or cycle, on and off in turn; a chain has its source at both ends.

    A cycle starts with its source, which is on, and has at least the eliminations of the hint. A chain that eliminates
    its source starts with on, too.
    """
    run = next(run for run in _RUNS if hint.rule in (run.cycle[2], run.chain and run.chain[2]))
    links = _Links(board, run)
    if run.chain and hint.rule is run.chain[2]:
        return _path(links, hint.source, hint.placed < 0)
    eliminated = set(hint.eliminations)
    cycles = [
        list(path) for path in _cycles(links, hint.source) if eliminated <= set(_eliminations_of_cycle(board, path))
    ]
    return min(cycles, key=len)


def _cycles(links: _Links, source: int) -> Iterator[tuple[int, ...]]:
    """Yield the cycles along the tree from a candidate that is on; on and off nodes alternate.

    The tree has each on-node once, and an off-node once for each on-node that leads to it.
    """
    seen = {source}
    level: list[tuple[int, ...]] = [(source,)]
    while level:
        following = []
        for path in level:
            for off in links.to_off[path[-1]]:
                if off in path[1::2]:
                    continue
                for on in links.to_on[off]:
                    if on == source and len(path) >= 3:
                        yield (*path, off)
                    if on not in seen:
                        seen.add(on)
                        following.append((*path, off, on))
        level = following


def _eliminations_of_cycle(board: Board, path: tuple[int, ...]) -> tuple[int, ...]:
    """Return the candidates in other cells that see an on-node and an off-node of their digit."""
    cells = {candidate // 9 for candidate in path}
    sides = [{9 * peer + c % 9 for c in path[start::2] for peer in PEERS[c // 9]} for start in (0, 1)]
    return tuple(sorted(c for c in sides[0] & sides[1] if c // 9 not in cells and board.has(c)))
