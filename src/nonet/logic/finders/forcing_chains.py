"""Forcing chains: whatever a cell takes, or wherever a digit goes in a house, the same follows.

Each case is a chain of plain links. Read backwards it is a contradiction: the opposite of what follows would leave a
cell without a candidate, or a digit without a place, one chain for each of them. Both readings are told, by
different names; they find the same conclusions, since a chain can be walked either way.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from ...geometry import bits
from ..graph import Graph, Rules, Spread, graph_of, kept, rules_of
from ..marks import Marks
from ..step import Candidate, Chain, Premises, Step

__all__ = ["cell_chains", "contradiction_chains", "house_chains", "nishio"]


class Verity(NamedTuple):
    """A candidate that is on (or off) whichever member of a set is true."""

    number: int
    """The set, by its number among the rules."""
    node: int
    on: bool


def _verities(marks: Marks) -> list[Verity]:
    """All of them, for sets of three and more; two candidates are a strong link, and their chains are ordinary ones."""
    rules, graph = rules_of(marks), graph_of(marks)
    size = graph.singles
    reach = graph.reach[:size]
    found = []
    for number, mask in enumerate(rules.sets):
        if mask.bit_count() > 2:
            common = reduce(operator.and_, (reach[node] for node in bits(mask)))
            ons, offs = common & graph.single_mask, common >> size & ~mask
            found += [Verity(number, node, True) for node in bits(ons)]
            direct = reduce(operator.and_, (graph.weak[node] for node in bits(mask)))
            found += [Verity(number, node, False) for node in bits(offs & ~direct)]
    return found


def nishio(marks: Marks) -> Iterator[Step]:
    """A candidate that would leave its own digit without a place in a house, by links of that digit alone.

    Digits: the digit; cells: the pattern is the candidate's cell; houses: the house without a place.
    """
    rules, graph = rules_of(marks), graph_of(marks)
    shown = []
    for verity in kept(marks, "verities", _verities):
        house, digit = rules.origins[verity.number]
        if house >= 0 and not verity.on and graph.digits[verity.node] == digit:
            own = sum(1 << node for node, other in enumerate(graph.digits) if other == digit)
            spread = Spread(graph, verity.node, True, own)
            if not rules.sets[verity.number] & ~spread.reached[False]:
                shown.append((_length(spread, rules.sets[verity.number]), verity, spread))
    seen = set()
    for _, verity, spread in sorted(shown, key=lambda item: item[:2]):
        if verity.node not in seen:
            seen.add(verity.node)
            yield _contradiction("nishio", graph, rules, verity, spread)


def contradiction_chains(marks: Marks) -> Iterator[Step]:
    """An assumption that would leave a cell without a candidate or a digit without a place in a house.

    Digits: of the assumption, then of the house; cells: the pattern is the assumption's cell, extra the empty one;
    houses: the house without a place. A chain from the assumption to each candidate that goes.
    """
    rules, graph = rules_of(marks), graph_of(marks)
    spreads: dict[tuple[int, bool], Spread] = {}
    shown = []
    for verity in kept(marks, "verities", _verities):
        key = verity.node, not verity.on
        spread = spreads.get(key) or spreads.setdefault(key, Spread(graph, *key))
        shown.append((_length(spread, rules.sets[verity.number]), verity))
    seen = set()
    for _, verity in sorted(shown):
        if verity[1:] not in seen:
            seen.add(verity[1:])
            spread = spreads[verity.node, not verity.on]
            yield _contradiction("contradiction-forcing-chain", graph, rules, verity, spread)


def cell_chains(marks: Marks) -> Iterator[Step]:
    """Whatever a cell takes, the same follows. Digits: of what follows; cells: the pattern is the cell."""
    return _cases("cell-forcing-chain", marks, in_cells=True)


def house_chains(marks: Marks) -> Iterator[Step]:
    """Wherever a digit goes in a house, the same follows.

    Digits: of what follows, then of the house; cells: the pattern is its places; houses: the house.
    """
    return _cases("house-forcing-chain", marks, in_cells=False)


def _cases(technique: str, marks: Marks, *, in_cells: bool) -> Iterator[Step]:
    rules, graph = rules_of(marks), graph_of(marks)
    spreads: dict[int, Spread] = {}
    shown = []
    for verity in kept(marks, "verities", _verities):
        if (rules.origins[verity.number][0] < 0) == in_cells:
            length = 0
            for node in bits(rules.sets[verity.number]):
                spread = spreads.get(node) or spreads.setdefault(node, Spread(graph, node, True))
                length += spread.distance(verity.node, verity.on) + 1
            shown.append((length, verity))
    seen = set()
    for _, verity in sorted(shown):
        if verity[1:] in seen:
            continue
        seen.add(verity[1:])
        mask = rules.sets[verity.number]
        walks = [spreads[node].walk(verity.node, verity.on) for node in bits(mask)]
        house, digit = rules.origins[verity.number]
        yield Step(
            technique,
            *_concluded(graph, verity),
            premises=_premises(graph, rules, verity, [(walk, True) for walk in walks]),
            digits=(graph.digits[verity.node],) if in_cells else (graph.digits[verity.node], digit),
            cells={"pattern": _cells(graph, mask)},
            houses={} if in_cells else {"house": (house,)},
            chains=tuple(graph.chain("branch", walk, True) for walk in walks),
        )


def _contradiction(technique: str, graph: Graph, rules: Rules, verity: Verity, spread: Spread) -> Step:
    house, digit = rules.origins[verity.number]
    mask = rules.sets[verity.number]
    walks = [spread.walk(node, False) for node in bits(mask)]
    own = graph.digits[verity.node]
    chains: tuple[Chain, ...] = tuple(graph.chain("branch", walk, not verity.on) for walk in walks)
    return Step(
        technique,
        *_concluded(graph, verity),
        premises=_premises(graph, rules, verity, [(walk, not verity.on) for walk in walks]),
        digits=(own,) if house < 0 or own == digit else (own, digit),
        cells={"pattern": graph.cells[verity.node]} | ({"extra": _cells(graph, mask)} if house < 0 else {}),
        houses={} if house < 0 else {"house": (house,)},
        chains=chains,
    )


def _length(spread: Spread, mask: int) -> int:
    return sum(spread.distance(node, False) + 1 for node in bits(mask))


def _cells(graph: Graph, mask: int) -> int:
    return reduce(operator.or_, (graph.cells[node] for node in bits(mask)))


def _concluded(graph: Graph, verity: Verity) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
    found = graph.candidates(1 << verity.node)
    return (found, ()) if verity.on else ((), found)


def _premises(graph: Graph, rules: Rules, verity: Verity, walks: list[tuple[tuple[int, ...], bool]]) -> Premises:
    """The set itself, and the strong links of the walks."""
    pairs = (pair for walk, on in walks for at, pair in enumerate(pairwise(walk)) if (at % 2 == 1) == on)
    (cells, places, _, _), _ = graph.premises(pairs)
    house, which = rules.origins[verity.number]
    if house < 0:
        return Premises(cells=cells | 1 << which, places=places)
    return Premises(cells=cells, places=tuple(sorted({*places, (house, which)})))
