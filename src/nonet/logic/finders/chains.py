"""Chains and loops of candidates: if one end is off the other is on, so what both ends see falls.

::

    X-Chain     one digit, linked in houses                          a = b - c = d          strikes what sees a and d
    XY-Chain    cells of two candidates, the same digit at both ends
    AIC         links of both kinds; the ends in different cells, and two candidates or more fall
    loops       continuous: the ends are weakly linked, so every weak link of the loop turns strong, and strikes
                discontinuous: a candidate whose being on leads to its being off falls; one whose being off
                leads to its being on is true, and the others of its cell fall

An alternating chain that strikes a single candidate is the discontinuous loop of that candidate.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import reduce

from ...geometry import bits, digits_of
from ..graph import Graph, Walk, ends_that_strike, graph_of, union, walks
from ..marks import Marks
from ..step import Step

__all__ = [
    "aics",
    "alternating_chains",
    "closed_loops",
    "continuous_loops",
    "discontinuous_loops",
    "open_loops",
    "x_chains",
    "xy_chains",
]

ONE_LINK = 2
"""The nodes of a single strong link, which is no chain yet: what both its ends see are locked candidates."""

Taste = Callable[[Walk], bool]
"""Which walks a technique takes as its own."""


def x_chains(marks: Marks) -> Iterator[Step]:
    """Links of one digit. Fills digits (the digit), the pattern cells, and one chain from end to end."""
    graph = graph_of(marks)
    if not graph.falling:
        return
    of_digit = [0] * (marks.shape.size + 1)
    for node, digit in enumerate(graph.digits):
        of_digit[digit] |= 1 << node
    wanted = ends_that_strike(graph, graph.falling, graph.single_mask)
    same = {start: ends & of_digit[graph.digits[start]] for start, ends in wanted.items()}
    allowed = {start: of_digit[graph.digits[start]] for start in wanted}
    for walk in walks(same, graph.strong, graph.weak, allowed):
        if len(walk) > ONE_LINK:
            yield _step("x-chain", graph, walk, graph.weak[walk[0]] & graph.weak[walk[-1]])


def xy_chains(marks: Marks) -> Iterator[Step]:
    """Cells of two candidates, from one to the next by a shared digit. Digits in the order of the chain."""
    graph = graph_of(marks)
    if not graph.falling:
        return
    inside = [row & cell for row, cell in zip(graph.strong, graph.in_cell, strict=True)]
    nodes = sum(1 << node for node, row in enumerate(inside) if row)
    between = [row & nodes & ~cell for row, cell in zip(graph.weak, graph.in_cell, strict=True)]
    of_digit = [0] * (marks.shape.size + 1)
    for node in bits(nodes):
        of_digit[graph.digits[node]] |= 1 << node
    wanted = ends_that_strike(graph, graph.falling, nodes)
    same = {start: ends & of_digit[graph.digits[start]] for start, ends in wanted.items()}
    for walk in walks(same, inside, between):
        yield _step("xy-chain", graph, walk, graph.weak[walk[0]] & graph.weak[walk[-1]])


def continuous_loops(marks: Marks) -> Iterator[Step]:
    """Loops whose weak links all turn strong. Digits in the order of the loop; its chain ends where it began."""
    return closed_loops("continuous-nice-loop", graph_of(marks), lambda walk: True)


def discontinuous_loops(marks: Marks) -> Iterator[Step]:
    """Loops that begin and end with one candidate: variant ``place`` if it is true, else ``strike``."""
    graph = graph_of(marks)
    return open_loops("discontinuous-nice-loop", graph, lambda walk: not _is_plain(graph, walk))


def aics(marks: Marks) -> Iterator[Step]:
    """Chains that strike two candidates or more: variant ``same`` digit at both ends, or ``different``."""
    graph = graph_of(marks)
    return alternating_chains("aic", graph, lambda walk: not _is_plain(graph, walk))


def _is_plain(graph: Graph, walk: Walk) -> bool:
    """Whether the walk is an X-Chain or an XY-Chain."""
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


# The same for any link graph


def closed_loops(technique: str, graph: Graph, taste: Taste) -> Iterator[Step]:
    """Every continuous loop that strikes something and is the shortest through one of its weak links."""
    if not graph.falling:
        return
    seen = set()
    for walk in _closed_walks(graph):
        if len(walk) == ONE_LINK or not taste(walk):
            continue
        struck = _struck_by_loop(graph, walk)
        key = frozenset(walk), struck
        if key[1] and key not in seen:
            seen.add(key)
            yield _step(technique, graph, walk, struck, loop=True)


def _struck_by_loop(graph: Graph, walk: Walk) -> int:
    """What sees both nodes of a weak link, or all places of a digit that a set must now have.

    A loop settles which of two digits an almost locked set lacks to one of the two, so it has all its others.
    """
    struck = 0
    for one, other in zip(walk[1::2], (*walk[2::2], walk[0]), strict=True):
        struck |= graph.weak[one] & graph.weak[other]
    if graph.sets:
        marks = graph.marks
        for one, other in zip(walk[::2], walk[1::2], strict=True):
            if graph.is_by_set(one, other):
                cells, digits = graph.sets[graph.why_on(one, other).where]
                for digit in digits_of(digits & ~(1 << graph.digits[one] - 1 | 1 << graph.digits[other] - 1)):
                    seen = marks.common_peers(cells & marks.places[digit]) & marks.places[digit]
                    struck |= sum(1 << graph.single(cell, digit) for cell in bits(seen))
    return struck & graph.single_mask


def _closed_walks(graph: Graph) -> Iterator[Walk]:
    """First those that strike something through the link that closes them: where there is none, there is no loop."""
    fertile = ends_that_strike(graph, graph.falling, (1 << len(graph.weak)) - 1)
    fertile = {start: ends & graph.weak[start] for start, ends in fertile.items()}
    found = False
    for walk in walks(fertile, graph.strong, graph.weak):
        found = True
        yield walk
    nodes = (1 << len(graph.weak)) - 1 if found else _in_fertile_sets(graph)
    others = {start: graph.weak[start] & graph.ons(start) & ~fertile.get(start, 0) for start in bits(nodes)}
    yield from walks(others, graph.strong, graph.weak)


def _in_fertile_sets(graph: Graph) -> int:
    """The nodes of the almost locked sets that may strike something by a digit that no link of the loop has."""
    seen = union(graph.weak, graph.falling)
    return reduce(operator.or_, (members for members in graph.set_members if members & seen), 0)


def open_loops(technique: str, graph: Graph, taste: Taste) -> Iterator[Step]:
    """Every candidate that a discontinuous loop proves true or false, the shortest loops first."""
    if not graph.falling | graph.standing:
        return
    weak, falling = graph.weak, graph.falling
    wanted = ends_that_strike(graph, falling, (1 << len(weak)) - 1)
    for node in bits(graph.standing):
        wanted[node] = wanted.get(node, 0) | 1 << node
    seen = 0
    for walk in walks(wanted, graph.strong, weak):
        if walk[0] == walk[-1]:
            others = graph.in_cell[walk[0]] & ~(1 << walk[0])
            if others and taste(walk):
                yield _step(technique, graph, walk, others, variant="place")
            continue
        struck = weak[walk[0]] & weak[walk[-1]] & falling
        if struck & struck - 1 or struck & seen or not taste(walk):
            continue
        seen |= struck
        yield _step(technique, graph, walk, struck, variant="strike")


def alternating_chains(technique: str, graph: Graph, taste: Taste) -> Iterator[Step]:
    """Every chain whose ends both see two candidates or more."""
    if not graph.falling:
        return
    weak = graph.weak
    for walk in walks(ends_that_strike(graph, graph.falling, (1 << len(weak)) - 1), graph.strong, weak):
        struck = weak[walk[0]] & weak[walk[-1]] & graph.single_mask
        if struck & struck - 1 and taste(walk):
            same = graph.digits[walk[0]] == graph.digits[walk[-1]]
            yield _step(technique, graph, walk, struck, variant="same" if same else "different")


def _step(technique: str, graph: Graph, walk: Walk, struck: int, *, variant: str = "", loop: bool = False) -> Step:
    """The step of a walk; a discontinuous loop is told from the candidate that it proves false."""
    told, on = walk, False
    if loop:
        told = (*walk, walk[0])
    elif variant == "strike":
        middle = struck.bit_length() - 1
        told, on = (middle, *walk, middle), True
    kind = "loop" if loop or variant in ("strike", "place") else "chain"
    premises, numbers = graph.premises(zip(walk[::2], walk[1::2], strict=True))
    chain = graph.chain(kind, told, on)
    if numbers:
        place = {number: at for at, number in enumerate(numbers)}
        nodes = (
            node._replace(reason=node.reason._replace(where=place[node.reason.where]))
            if node.reason.kind == "set"
            else node
            for node in chain.nodes
        )
        chain = chain._replace(nodes=tuple(nodes))
    pattern = 0
    for node in walk:
        pattern |= graph.cells[node]
    return Step(
        technique,
        eliminations=graph.candidates(struck),
        premises=premises,
        digits=tuple(dict.fromkeys(graph.digits[node] for node in told)),
        cells={"pattern": pattern},
        sets=tuple(graph.sets[number] for number in numbers),
        chains=(chain,),
        variant=variant,
    )
