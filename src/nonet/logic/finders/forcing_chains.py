"""Forcing chains: whatever a cell is, or wherever a digit is in a house, the same follows.

Each case is a chain of plain links. ::

    r1c1 = 1 -> ... -> r5c5 is not 4      all candidates of r1c1, so r5c5 is not 4
    r1c1 = 2 -> ... -> r5c5 is not 4
    r1c1 = 3 -> ... -> r5c5 is not 4

Read backwards, this is a contradiction: if r5c5 is 4, r1c1 has no candidate left. Both directions are techniques with
names of their own. They have the same conclusions, since links have no direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ...geometry import bits
from ..bitsets import intersection_of, union
from ..graph import Graph, Rules, Spread, Walk
from ..marks import Marks
from ..step import Chain, Premises, Step

__all__ = ["cell_forcing_chains", "contradiction_forcing_chains", "forcing_step", "house_forcing_chains", "nishio"]


class _Verity(NamedTuple):
    """A candidate that is on (or off) whichever member of a set is true."""

    number: int
    """The index of the set among the rules."""
    node: int
    on: bool


def _verities(marks: Marks) -> list[_Verity]:
    """Return all verities of sets of three or more. Two candidates are a strong link, and have ordinary chains."""
    rules, graph = marks.once(Rules), marks.once(Graph)
    size = graph.singles
    reach = graph.reach[:size]
    found = []
    for number, mask in enumerate(rules.sets):
        if mask.bit_count() > 2:
            common = intersection_of(reach, mask)
            ons, offs = common & graph.single_mask, common >> size & ~mask & ~intersection_of(graph.weak, mask)
            found += [_Verity(number, node, True) for node in bits(ons)]
            found += [_Verity(number, node, False) for node in bits(offs)]
    return found


def _shortest(found: Iterable[tuple[int, _Verity]]) -> Iterator[_Verity]:
    """Yield the verities by the total length of their chains, one for each conclusion."""
    seen = set()
    for _, verity in sorted(found):
        if verity[1:] not in seen:
            seen.add(verity[1:])
            yield verity


def nishio(marks: Marks) -> Iterator[Step]:
    """Yield the candidates that leave a house without a place of their own digit, by links of that digit alone.

    Digits: the digit. Cells: pattern (the candidate's cell). Houses: the house without a place.
    """
    rules, graph = marks.once(Rules), marks.once(Graph)
    spreads = {}
    for verity in marks.once(_verities):
        house, digit = rules.origins[verity.number]
        if house >= 0 and not verity.on and graph.digits[verity.node] == digit:
            own = sum(1 << node for node, other in enumerate(graph.digits) if other == digit)
            spread = Spread(graph, verity.node, True, own)
            if not rules.sets[verity.number] & ~spread.reached[False]:
                spreads[verity] = spread
    for verity in _shortest((_length(spread, rules.sets[each.number]), each) for each, spread in spreads.items()):
        yield _contradiction("nishio", graph, rules, verity, spreads[verity])


def contradiction_forcing_chains(marks: Marks) -> Iterator[Step]:
    """Yield the assumptions that leave a cell without a candidate, or a house without a place of a digit.

    Digits: of the assumption, then of the house. Cells: pattern (the assumption's cell), extra (the empty cell).
    Houses: the house without a place. Chains: from the assumption to each candidate that is excluded.
    """
    rules, graph = marks.once(Rules), marks.once(Graph)
    spread = cache(lambda node, on: Spread(graph, node, on))
    found = ((_length(spread(each.node, not each.on), rules.sets[each.number]), each) for each in marks.once(_verities))
    for verity in _shortest(found):
        yield _contradiction("contradiction-forcing-chain", graph, rules, verity, spread(verity.node, not verity.on))


def _length(spread: Spread, mask: int) -> int:
    return sum(spread.distance(node, False) + 1 for node in bits(mask))


def _contradiction(technique: str, graph: Graph, rules: Rules, verity: _Verity, spread: Spread) -> Step:
    """Return the step of an assumption, the opposite of a verity, that excludes all members of its set."""
    mask, on = rules.sets[verity.number], not verity.on
    cells = {"pattern": graph.cells[verity.node]}
    if rules.origins[verity.number][0] < 0:
        cells["extra"] = union(graph.cells[node] for node in bits(mask))
    step = _step(technique, graph, rules, verity, [spread.walk(node, False) for node in bits(mask)], on, cells)
    return step._replace(digits=tuple(dict.fromkeys(step.digits)))


def cell_forcing_chains(marks: Marks) -> Iterator[Step]:
    """Yield what follows whatever a cell is. Digits: of the conclusion. Cells: pattern (the cell)."""
    return _cases("cell-forcing-chain", marks, in_cells=True)


def house_forcing_chains(marks: Marks) -> Iterator[Step]:
    """Yield what follows wherever a digit is in a house.

    Digits: of the conclusion, then of the house. Cells: pattern (its places). Houses: the house.
    """
    return _cases("house-forcing-chain", marks, in_cells=False)


def _cases(technique: str, marks: Marks, *, in_cells: bool) -> Iterator[Step]:
    rules, graph = marks.once(Rules), marks.once(Graph)
    spread = cache(lambda node: Spread(graph, node, True))
    found = (
        (sum(spread(node).distance(each.node, each.on) + 1 for node in bits(rules.sets[each.number])), each)
        for each in marks.once(_verities)
        if (rules.origins[each.number][0] < 0) == in_cells
    )
    for verity in _shortest(found):
        nodes = list(bits(rules.sets[verity.number]))
        walks = [spread(node).walk(verity.node, verity.on) for node in nodes]
        cells = {"pattern": union(graph.cells[node] for node in nodes)}
        yield _step(technique, graph, rules, verity, walks, True, cells)


def _step(
    technique: str, graph: Graph, rules: Rules, verity: _Verity, walks: list[Walk], on: bool, cells: dict[str, int]
) -> Step:
    """Return the step of some walks that start with a node that is on (or off)."""
    # The premises are the set itself, and the strong links of the walks, which lead from off to on.
    strong = (pair for walk in walks for index, pair in enumerate(pairwise(walk)) if (index % 2 == 1) == on)
    premises, _ = graph.premises(strong)
    house, which = rules.origins[verity.number]
    if house < 0:
        premises = premises._replace(cells=premises.cells | 1 << which)
    else:
        premises = premises._replace(places=tuple(sorted({*premises.places, (house, which)})))
    chains = tuple(graph.chain("branch", walk, on) for walk in walks)
    return forcing_step(technique, rules, verity.number, verity.node, premises, cells, chains, on=verity.on)


def forcing_step(
    technique: str,
    rules: Rules,
    number: int,
    node: int,
    premises: Premises,
    cells: dict[str, int],
    chains: tuple[Chain, ...],
    *,
    on: bool = False,
    variant: str = "",
) -> Step:
    """Return the step that proves a candidate true or false by the cases of a set, or by leaving none of them."""
    candidate = rules.candidates[node]
    house, which = rules.origins[number]
    return Step(
        technique,
        placements=(candidate,) if on else (),
        eliminations=() if on else (candidate,),
        premises=premises,
        digits=(candidate.digit,) if house < 0 else (candidate.digit, which),
        cells=cells,
        houses={} if house < 0 else {"house": (house,)},
        chains=chains,
        variant=variant,
    )
