"""Chains and loops of candidates: if one end is off, the other is on, so what both ends see is eliminated.

::

    X-Chain     one digit, linked in houses       a = b - c = d    eliminates what sees a and d
    XY-Chain    bivalue cells, with the same digit at both ends
    AIC         links of both kinds, with ends in different cells, and two or more eliminations
    loops       continuous: the ends are weakly linked, so every weak link of the loop becomes strong and eliminates
                discontinuous: a candidate that implies its opposite is eliminated; a candidate that its opposite
                implies is true, and the others of its cell are eliminated

An alternating chain with a single elimination is shown as the discontinuous loop of that candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...geometry import bits, digits_of
from ..bitsets import union, union_of
from ..graph import EndWalks, Graph, Walk, all_eliminating_ends, eliminating_ends, shortest_walks
from ..marks import Marks
from ..step import Step

__all__ = [
    "Filter",
    "aics",
    "alternating_chains",
    "closed_loops",
    "continuous_nice_loops",
    "discontinuous_nice_loops",
    "open_loops",
    "x_chains",
    "xy_chains",
]

_ONE_LINK = 2
"""The number of nodes of a single strong link, which is not a chain: what both ends see are locked candidates."""

Filter = Callable[[Walk], bool]
"""A function that returns whether a walk belongs to a technique."""


def x_chains(marks: Marks) -> Iterator[Step]:
    """Yield chains of one digit. Digits: the digit. Cells: pattern. Chains: one, from end to end."""
    graph = marks.once(Graph)
    if not graph.disproved:
        return
    of_digit = _nodes_by_digit(graph, graph.single_mask)
    wanted = eliminating_ends(graph, graph.single_mask)
    same = {start: ends & of_digit[graph.digits[start]] for start, ends in wanted.items()}
    allowed = {start: of_digit[graph.digits[start]] for start in wanted}
    for walk in shortest_walks(same, graph.strong, graph.weak, allowed):
        if len(walk) > _ONE_LINK:
            yield _step("x-chain", graph, walk, graph.weak[walk[0]] & graph.weak[walk[-1]])


def xy_chains(marks: Marks) -> Iterator[Step]:
    """Yield chains of bivalue cells, each of which shares a digit with the next. Digits: in the order of the chain."""
    graph = marks.once(Graph)
    if not graph.disproved:
        return
    inside = [row & cell for row, cell in zip(graph.strong, graph.in_cell, strict=True)]
    nodes = sum(1 << node for node, row in enumerate(inside) if row)
    between = [row & nodes & ~cell for row, cell in zip(graph.weak, graph.in_cell, strict=True)]
    of_digit = _nodes_by_digit(graph, nodes)
    same = {start: ends & of_digit[graph.digits[start]] for start, ends in eliminating_ends(graph, nodes).items()}
    for walk in shortest_walks(same, inside, between):
        yield _step("xy-chain", graph, walk, graph.weak[walk[0]] & graph.weak[walk[-1]])


def _nodes_by_digit(graph: Graph, nodes: int) -> list[int]:
    of_digit = [0] * len(graph.marks.places)
    for node in bits(nodes):
        of_digit[graph.digits[node]] |= 1 << node
    return of_digit


def continuous_nice_loops(marks: Marks) -> Iterator[Step]:
    """Yield loops whose weak links all become strong. Digits: in the order of the loop. Its chain ends at its start."""
    return closed_loops("continuous-nice-loop", marks.once(Graph), lambda walk: True)


def discontinuous_nice_loops(marks: Marks) -> Iterator[Step]:
    """Yield loops that start and end at one candidate: variant ``place`` if it is true, else ``eliminate``."""
    graph = marks.once(Graph)
    return open_loops("discontinuous-nice-loop", graph, lambda walk: not _is_simple(graph, walk))


def aics(marks: Marks) -> Iterator[Step]:
    """Yield chains with two or more eliminations: variant ``same`` digit at both ends, or ``different``."""
    graph = marks.once(Graph)
    return alternating_chains("aic", graph, lambda walk: not _is_simple(graph, walk))


def _is_simple(graph: Graph, walk: Walk) -> bool:
    """Return whether the walk is an X-Chain or an XY-Chain."""
    digits = {graph.digits[node] for node in walk}
    if len(digits) == 1:
        return True
    strong = zip(walk[::2], walk[1::2], strict=True)
    weak = zip(walk[1::2], walk[2::2], strict=False)
    return (
        graph.digits[walk[0]] == graph.digits[walk[-1]]
        and all(graph.cells[one] == graph.cells[other] for one, other in strong)
        and all(graph.cells[one] != graph.cells[other] for one, other in weak)
    )


# For any link graph


def closed_loops(technique: str, graph: Graph, belongs: Filter) -> Iterator[Step]:
    """Yield the continuous loops that eliminate something and are the shortest through one of their weak links."""
    if not graph.disproved:
        return
    seen = set()
    for walk in _closed_walks(graph):
        if len(walk) == _ONE_LINK or not belongs(walk):
            continue
        wrong = _eliminated_by_loop(graph, walk)
        key = frozenset(walk), wrong
        if wrong and key not in seen:
            seen.add(key)
            yield _step(technique, graph, walk, wrong, loop=True)


def _eliminated_by_loop(graph: Graph, walk: Walk) -> int:
    """Return what sees both nodes of a weak link, or all places of a digit that an almost locked set must have.

    A strong link of a loop by such a set has one of its two digits false, so the set has all its other digits.
    """
    wrong = 0
    for one, other in zip(walk[1::2], (*walk[2::2], walk[0]), strict=True):
        wrong |= graph.weak[one] & graph.weak[other]
    if graph.sets:
        marks = graph.marks
        for one, other in zip(walk[::2], walk[1::2], strict=True):
            if graph.is_by_set(one, other):
                cells, digits = graph.sets[graph.why_on(one, other).where]
                for digit in digits_of(digits & ~(1 << graph.digits[one] - 1 | 1 << graph.digits[other] - 1)):
                    seen = marks.common_peers(cells & marks.places[digit]) & marks.places[digit]
                    wrong |= sum(1 << graph.single(cell, digit) for cell in bits(seen))
    return wrong & graph.single_mask


def _closed_walks(graph: Graph) -> Iterator[Walk]:
    """Yield all loops, first those whose closing link eliminates something.

    If there are none, all other loops eliminate nothing, except by the other digits of an almost locked set.
    """
    all_nodes = (1 << len(graph.weak)) - 1
    useful = {start: ends & graph.weak[start] for start, ends in graph.once(all_eliminating_ends).items()}
    found = False
    for walk in shortest_walks(useful, graph.strong, graph.weak):
        found = True
        yield walk
    nodes = all_nodes if found else _in_useful_sets(graph)
    others = {start: graph.weak[start] & graph.on_if_off(start) & ~useful.get(start, 0) for start in bits(nodes)}
    yield from shortest_walks(others, graph.strong, graph.weak)


def _in_useful_sets(graph: Graph) -> int:
    """Return the nodes of the almost locked sets that may eliminate something by digits outside the links of a loop."""
    seen = union_of(graph.weak, graph.disproved)
    return union(members for members in graph.set_members if members & seen)


def open_loops(technique: str, graph: Graph, belongs: Filter) -> Iterator[Step]:
    """Yield the candidates that a discontinuous loop proves true or false, the shortest loops first."""
    if not graph.disproved | graph.proved:
        return
    weak, disproved = graph.weak, graph.disproved
    seen = 0
    for walk in graph.once(EndWalks):
        if walk[0] == walk[-1]:
            others = graph.in_cell[walk[0]] & ~(1 << walk[0])
            if others and belongs(walk):
                yield _step(technique, graph, walk, others, variant="place")
            continue
        wrong = weak[walk[0]] & weak[walk[-1]] & disproved
        if wrong & wrong - 1 or wrong & seen or not belongs(walk):
            continue
        seen |= wrong
        yield _step(technique, graph, walk, wrong, variant="eliminate")


def alternating_chains(technique: str, graph: Graph, belongs: Filter) -> Iterator[Step]:
    """Yield the chains whose ends both see two or more candidates."""
    if not graph.disproved:
        return
    weak = graph.weak
    for walk in graph.once(EndWalks):
        wrong = weak[walk[0]] & weak[walk[-1]] & graph.single_mask
        if walk[0] != walk[-1] and wrong & wrong - 1 and belongs(walk):
            same = graph.digits[walk[0]] == graph.digits[walk[-1]]
            yield _step(technique, graph, walk, wrong, variant="same" if same else "different")


def _step(technique: str, graph: Graph, walk: Walk, wrong: int, *, variant: str = "", loop: bool = False) -> Step:
    """Return the step of a walk. A discontinuous loop starts from the candidate that it proves false."""
    shown, on = walk, False
    if loop:
        shown = (*walk, walk[0])
    elif variant == "eliminate":
        middle = wrong.bit_length() - 1
        shown, on = (middle, *walk, middle), True
    kind = "loop" if loop or variant in ("eliminate", "place") else "chain"
    premises, numbers = graph.premises(zip(walk[::2], walk[1::2], strict=True))
    chain = graph.chain(kind, shown, on)
    if numbers:  # reasons number the sets of the graph, but a step has only some of them
        nodes = (
            node._replace(reason=node.reason._replace(where=numbers.index(node.reason.where)))
            if node.reason.kind == "set"
            else node
            for node in chain.nodes
        )
        chain = chain._replace(nodes=tuple(nodes))
    return Step(
        technique,
        eliminations=graph.candidates(wrong),
        premises=premises,
        digits=tuple(dict.fromkeys(graph.digits[node] for node in shown)),
        cells={"pattern": union(graph.cells[node] for node in walk)},
        sets=tuple(graph.sets[number] for number in numbers),
        chains=(chain,),
        variant=variant,
    )
